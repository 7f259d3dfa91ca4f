"""Keep players (or teams) apart: no two of those named meet, in all rounds or in some.

That is laid down before round 1 is paired; later it is refused while the event
is in FIDE mode (C.04.2 article 1.3). rookery allow FILE ID ID takes it back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rookery.cli.file_service import add_change_options, add_file_argument, change_and_report
from rookery.cli.participant_args import participant_key
from rookery.formatting import participant_label
from rookery.messages import join_list
from rookery.model import Tournament
from rookery.tournaments.domain.pairing_constraints import ForbidPair
from rookery.tournaments.state import State

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery new club.trf --players examples/players.csv --rounds 5 && rookery forbid club.trf Rook Dipper",
    "rookery forbid club.trf 3 5 7 --to 2 --dry-run",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_file_argument(parser)
    parser.add_argument("who", nargs="+", metavar="ID", help="two or more, by number or by name")
    parser.add_argument("--from", dest="first", type=int, default=1, metavar="N", help="from this round (default: 1)")
    parser.add_argument("--to", dest="last", type=int, metavar="N", help="up to this round (default: the last)")
    add_change_options(parser)


def run(args: argparse.Namespace) -> int:
    """Keep the participants apart in the file."""

    def build_command(state: State) -> ForbidPair:
        return ForbidPair(tuple(participant_key(state, name) for name in args.who), args.first, args.last)

    return change_and_report(args, build_command, _sentences)


def _sentences(old: Tournament, new: Tournament) -> Iterator[str]:
    """Yield which participants are kept apart now, and in which rounds."""
    for pair in new.forbidden_pairs[len(old.forbidden_pairs) :]:
        names = join_list((participant_label(new.participants_by_number[number]) for number in pair.players), 12)
        until = f" to {pair.last_round}" if pair.last_round is not None else " on"
        rounds = f" from round {pair.first_round}{until}" if (pair.first_round, pair.last_round) != (1, None) else ""
        yield f"{names} do not meet{rounds}."
