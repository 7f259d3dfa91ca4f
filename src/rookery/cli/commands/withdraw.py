"""Take a player out of the remaining rounds.

From the next round (or --from N) to the last the player gets a zero-point bye
and is not paired, also where nobody has said how many rounds there will be.
Rounds already paired stay as they are.
rookery bye FILE ID none --round N ... brings the player back.
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
from rookery.model import Match, Result, Tournament
from rookery.tournaments.domain.byes import Withdraw
from rookery.tournaments.state import State

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery withdraw examples/swiss.trf 10",
    "rookery withdraw examples/swiss.trf 10 --from 6 --dry-run",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the tournament to change")
    parser.add_argument("player", metavar="ID", help="pairing number or name of the player (or team)")
    parser.add_argument("--from", dest="first", type=int, metavar="N", help="first round missed (default: the next)")
    add_answers(parser)
    parser.add_argument("--dry-run", action="store_true", help="show the change, write nothing")


def run(args: argparse.Namespace) -> int:
    """Withdraw the player in the file."""

    def build_command(state: State) -> Withdraw:
        return Withdraw(participant_key(state, args.player), args.first)

    def describe(old: Tournament, new: Tournament) -> Iterator[str]:
        yield _sentence(old, find_participant(old, args.player).number, args.first or old.next_round)

    change = change_file(args.file, build_command, describe, yes=args.yes, dry_run=args.dry_run)
    for line in describe(change.old, change.new):
        print_paragraph(line)
    change.amendment.report()
    return DONE


def _is_open(match: Match) -> bool:
    return match.forfeit is None and any(g.result in (Result.PENDING, Result.ADJOURNED) for g in match.games)


def _sentence(t: Tournament, participant_id: int, first: int) -> str:
    participant_name = participant_label(t.participants_by_number[participant_id])
    if t.planned_rounds is not None and first > t.planned_rounds:
        return f"{participant_name} has no rounds left to withdraw from."
    if t.team_event:
        open_matches = [
            m for round in t.rounds for m in round.matches if participant_id in (m.white, m.black) and _is_open(m)
        ]
        reminder = "".join(f" The match {m.white}-{m.black} still needs its results." for m in open_matches)
    else:
        pending = [
            g for round in t.rounds for g in (*round.pending, *round.adjourned) if participant_id in (g.white, g.black)
        ]
        reminder = "".join(f" The game {g.white}-{g.black} still needs its result." for g in pending)
    return f"{participant_name} is withdrawn from round {first}.{reminder}"
