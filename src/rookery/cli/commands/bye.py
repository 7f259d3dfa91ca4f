"""Give a player a bye in a round: half, full, or zero (absent); none takes it back.

For a round that is not paired yet the bye is written down and respected when
the round is paired; in a round already paired it takes effect at once. The
pairing-allocated bye belongs to the pairing: rookery enter FILE ROUND 5=bye
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rookery.cli.confirm import add_answers
from rookery.cli.console import print_paragraph
from rookery.cli.errors import DONE
from rookery.cli.file_service import change_file
from rookery.cli.participant_args import find_participant, participant_key
from rookery.formatting import participant_label
from rookery.messages import join_list
from rookery.model import ByeKind, Tournament
from rookery.tournaments.domain.byes import AskBye
from rookery.tournaments.state import State

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery bye examples/swiss.trf 5 half --round 5 --yes second-half-bye",
    "rookery bye examples/swiss.trf 5 zero --round 6 7 --dry-run",
)

KINDS = {"half": ByeKind.HALF, "full": ByeKind.FULL, "zero": ByeKind.ZERO, "none": None}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the tournament to change")
    parser.add_argument("player", metavar="ID", help="pairing number or name of the player (or team)")
    parser.add_argument("kind", choices=list(KINDS), metavar="KIND", help="half, full, zero or none")
    parser.add_argument("--round", type=int, nargs="+", required=True, metavar="N", help="the round, or several")
    add_answers(parser)
    parser.add_argument("--dry-run", action="store_true", help="show the change, write nothing")


def run(args: argparse.Namespace) -> int:
    """Enter the bye in the file."""
    kind = KINDS[args.kind]

    def build_command(state: State) -> AskBye:
        return AskBye(participant_key(state, args.player), tuple(args.round), kind)

    def describe(old: Tournament, new: Tournament) -> Iterator[str]:
        rounds = f"round{'s' * (len(args.round) > 1)} {join_list(args.round)}"
        yield f"{participant_label(find_participant(old, args.player))}: {kind or 'no bye'} in {rounds}."

    def absences(state: State) -> list[tuple[int, int]]:
        number_ = state.number(participant_key(state, args.player))
        return [(number, number_) for number in args.round if kind is ByeKind.ZERO]

    change = change_file(args.file, build_command, describe, yes=args.yes, dry_run=args.dry_run, absences=absences)
    for line in describe(change.old, change.new):
        print_paragraph(line)
    change.amendment.report()
    return DONE
