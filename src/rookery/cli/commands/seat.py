"""Let a player keep a board, a colour or both: one who cannot move, or needs it for another reason.

From the next round (or --from N) on the player's game is at that board, and
the others fill the boards before and after it. Who meets whom does not change.
A colour is given as asked, whatever the rules of colours say: that is not by
FIDE's rules, and rookery validate --fide says so. --free ends both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.cli.confirm import add_answers
from rookery.cli.console import print_paragraph
from rookery.cli.errors import DONE, CommandError
from rookery.cli.file_service import change_file
from rookery.cli.participant_args import find_participant, participant_key
from rookery.formatting import participant_label
from rookery.model import Colour, Tournament
from rookery.tournaments.command import Command
from rookery.tournaments.domain.pairing_constraints import FixSeat, FreeSeat
from rookery.tournaments.state import State

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery seat examples/swiss.trf 10 --board 1",
    "rookery seat examples/swiss.trf 10 --board 3 --from 6 --dry-run",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the tournament to change")
    parser.add_argument("player", metavar="ID", help="pairing number or name of the player (or team)")
    parser.add_argument("--board", type=int, metavar="N", help="the board (or table of a team) that is kept")
    parser.add_argument(
        "--colour", choices=["white", "black"], help="the colour kept, outside FIDE mode; of a team on board 1"
    )
    parser.add_argument("--free", action="store_true", help="keep neither any more")
    parser.add_argument("--from", dest="first", type=int, metavar="N", help="the first round (default: the next)")
    add_answers(parser)
    parser.add_argument("--dry-run", action="store_true", help="show the change, write nothing")


def run(args: argparse.Namespace) -> int:
    """Change the fixed seat in the file."""
    if args.free == (args.board is not None or args.colour is not None):
        raise CommandError("say what is kept, --board N or --colour white or black, or that nothing is, --free")
    change = change_file(args.file, lambda state: _wish(state, args), lambda old, new: [_sentence(new, args)],
               yes=args.yes, dry_run=args.dry_run)  # fmt: skip
    print_paragraph(_sentence(change.new, args))
    change.amendment.report()
    return DONE


def _wish(state: State, args: argparse.Namespace) -> Command:
    key = participant_key(state, args.player)
    if args.free:
        return FreeSeat(key, args.first)
    return FixSeat(key, args.board, None if args.colour is None else Colour[args.colour.upper()], args.first)


def _sentence(t: Tournament, args: argparse.Namespace) -> str:
    """Describe the fixed seat of the participant."""
    first, participant_ = args.first or t.next_round, find_participant(t, args.player)
    seat = t.seats_in(first).get(participant_.number)
    description = f"keeps {seat}" if seat else "keeps neither a board nor a colour"
    return f"{participant_label(participant_)} {description} from round {first} on."
