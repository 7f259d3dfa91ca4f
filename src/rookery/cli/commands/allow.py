"""Let players (or teams) meet again who were kept apart by rookery forbid.

Name all of a group: of one with three, no two can be let out of it. After round
1 is paired it is refused while the event is in FIDE mode (C.04.2 article 1.3).
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.cli.deeds import add_ends, add_file, do
from rookery.cli.people import participant
from rookery.desk.commands.byes import AllowPair
from rookery.desk.state import State
from rookery.labels import person
from rookery.model import Tournament
from rookery.typed import TYPE_CHECKING
from rookery.wording import listed

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery new club.trf --players examples/players.csv --rounds 5 && rookery forbid club.trf 1 2"
    " && rookery allow club.trf 1 2",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_file(parser)
    parser.add_argument("who", nargs="+", metavar="ID", help="all who were kept apart, by number or by name")
    add_ends(parser)


def run(args: argparse.Namespace) -> int:
    """Read, allow, write."""

    def wanted(state: State) -> AllowPair:
        return AllowPair(tuple(participant(state, one) for one in args.who))

    return do(args, wanted, _sentences)


def _sentences(old: Tournament, new: Tournament) -> Iterator[str]:
    """Who may meet now."""
    for one in old.forbidden:
        if one not in new.forbidden:
            yield f"{listed((person(new.by_id[each]) for each in one.players), 12)} may meet."
