"""Exchange colours or partners in the last round.

  3-7         3 and 7, who meet, exchange their colours; "Rook - Dipper" by names
  3 8         3 and 8, who do not meet, exchange their partners

Whoever has another partner then has no result yet; with other colours it stays.
A pairing that is not by the rules asks first, for it must have a reason that
can be given in public, and the file says so in a line of remarks (C.04.2 1.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from rookery.cli.errors import CommandError
from rookery.cli.file_service import add_change_options, add_file_argument, change_and_report
from rookery.cli.participant_args import participant_key
from rookery.formatting import participant_label
from rookery.model import ByeKind, Tournament
from rookery.tournaments.domain.manual_pairing import Swap
from rookery.tournaments.state import State

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery swap examples/swiss.trf 3 1-2 --dry-run",
    "rookery swap examples/swiss.trf 3 4 7 --yes 'by-hand!' --yes rematch --yes results-lost",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_file_argument(parser)
    parser.add_argument("round", type=int, metavar="ROUND", help="the round, which must be the last one paired")
    parser.add_argument("who", nargs="+", metavar="ID", help="3-7 for colours, 3 8 for partners; numbers or names")
    add_change_options(parser)


def run(args: argparse.Namespace) -> int:
    """Apply the exchange to the file."""
    first, second, kind = _parse_exchange(args.who)

    def build_command(state: State) -> Swap:
        return Swap(participant_key(state, first), participant_key(state, second), kind, args.round)

    return change_and_report(args, build_command, _sentences)


def _parse_exchange(arguments: list[str]) -> tuple[str, str, Literal["colours", "places"]]:
    """Parse who exchange what.

    >>> _parse_exchange(["3-7"]), _parse_exchange(["Rook - Dipper"]), _parse_exchange(["3", "8"])
    (('3', '7', 'colours'), ('Rook', 'Dipper', 'colours'), ('3', '8', 'places'))
    """
    pair = re.fullmatch(r"(\d+)\s*[-:]\s*(\d+)|(.+?)\s+[-:]\s+(.+)", arguments[0]) if len(arguments) == 1 else None
    if pair is not None:
        return pair[1] or pair[3], pair[2] or pair[4], "colours"
    if len(arguments) != 2:
        raise CommandError(
            f"{' '.join(arguments)}: expected 3-7 (two who meet, for their colours) or 3 8 (for their partners)"
        )
    return arguments[0], arguments[1], "places"


def _sentences(old: Tournament, new: Tournament) -> Iterator[str]:
    """Yield the new boards and byes."""
    round_before, round_after = old.rounds[-1], new.rounds[-1]
    for white, black in round_after.pairs:
        if (white, black) not in round_before.pairs:
            first, second = (participant_label(new.participants_by_number[number]) for number in (white, black))
            yield f"{first} has White against {second}."
    for bye in round_after.byes:
        if bye.kind is ByeKind.PAIRING_ALLOCATED and bye not in round_before.byes:
            yield f"{participant_label(new.participants_by_number[bye.player])}: {bye.kind}."
