"""Keep players (or teams) apart: no two of those named meet, in all rounds or in some.

That is laid down before round 1 is paired; later it is refused while the event
is in FIDE mode (C.04.2 article 1.3). rookery allow FILE ID ID takes it back.
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.cli.deeds import add_ends, add_file, do
from rookery.cli.people import participant
from rookery.desk.commands.byes import ForbidPair
from rookery.desk.state import State
from rookery.labels import person
from rookery.model import Tournament
from rookery.typed import TYPE_CHECKING
from rookery.wording import listed

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery new club.trf --players examples/players.csv --rounds 5 && rookery forbid club.trf Rook Dipper",
    "rookery forbid club.trf 3 5 7 --to 2 --dry-run",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_file(parser)
    parser.add_argument("who", nargs="+", metavar="ID", help="two or more, by number or by name")
    parser.add_argument("--from", dest="first", type=int, default=1, metavar="N", help="from this round (default: 1)")
    parser.add_argument("--to", dest="last", type=int, metavar="N", help="up to this round (default: the last)")
    add_ends(parser)


def run(args: argparse.Namespace) -> int:
    """Read, forbid, write."""

    def wanted(state: State) -> ForbidPair:
        return ForbidPair(tuple(participant(state, one) for one in args.who), args.first, args.last)

    return do(args, wanted, _sentences)


def _sentences(old: Tournament, new: Tournament) -> Iterator[str]:
    """Who is kept apart now, and in which rounds."""
    for one in new.forbidden[len(old.forbidden) :]:
        names = listed((person(new.by_id[each]) for each in one.players), 12)
        until = f" to {one.last_round}" if one.last_round is not None else " on"
        rounds = f" from round {one.first_round}{until}" if (one.first_round, one.last_round) != (1, None) else ""
        yield f"{names} do not meet{rounds}."
