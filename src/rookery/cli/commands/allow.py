"""Let players (or teams) meet again who were kept apart by rookery forbid.

Name all of a group: of one with three, no two can be let out of it. After round
1 is paired it is refused while the event is in FIDE mode (C.04.2 article 1.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rookery.cli.file_service import add_change_options, add_file_argument, change_and_report
from rookery.cli.participant_args import participant_key
from rookery.formatting import participant_label
from rookery.messages import join_list
from rookery.model import Tournament
from rookery.tournaments.domain.pairing_constraints import AllowPair
from rookery.tournaments.state import State

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery new club.trf --players examples/players.csv --rounds 5 && rookery forbid club.trf 1 2"
    " && rookery allow club.trf 1 2",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_file_argument(parser)
    parser.add_argument("who", nargs="+", metavar="ID", help="all who were kept apart, by number or by name")
    add_change_options(parser)


def run(args: argparse.Namespace) -> int:
    """Allow the pairing in the file."""

    def build_command(state: State) -> AllowPair:
        return AllowPair(tuple(participant_key(state, name) for name in args.who))

    return change_and_report(args, build_command, _sentences)


def _sentences(old: Tournament, new: Tournament) -> Iterator[str]:
    """Yield which participants may meet now."""
    for pair in old.forbidden_pairs:
        if pair not in new.forbidden_pairs:
            names = (participant_label(new.participants_by_number[number]) for number in pair.players)
            yield f"{join_list(names, 12)} may meet."
