"""Let a player keep a board, a colour or both: one who cannot move, or needs it for another reason.

From the next round (or --from N) on the player's game is at that board, and
the others fill the boards before and after it. Who meets whom does not change.
A colour is given as asked, whatever the rules of colours say: that is not by
FIDE's rules, and rookery validate --fide says so. --free ends both.
"""

from __future__ import annotations

from rookery.cli.acting import act
from rookery.cli.asking import add_answers
from rookery.cli.exits import DONE, Refusal
from rookery.cli.people import meant, participant
from rookery.cli.render import paragraph
from rookery.desk.commands.seats import FixSeat, FreeSeat
from rookery.desk.state import State
from rookery.desk.wish import Wish
from rookery.labels import person
from rookery.model import Colour, Tournament
from rookery.typed import TYPE_CHECKING

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
    """Read, seat, write."""
    if args.free == (args.board is not None or args.colour is not None):
        raise Refusal("say what is kept, --board N or --colour white or black, or that nothing is, --free")
    done = act(args.file, lambda state: _wish(state, args), lambda old, new: [_sentence(new, args)],
               yes=args.yes, dry_run=args.dry_run)  # fmt: skip
    paragraph(_sentence(done.new, args))
    done.amendment.report()
    return DONE


def _wish(state: State, args: argparse.Namespace) -> Wish:
    key = participant(state, args.player)
    if args.free:
        return FreeSeat(key, args.first)
    return FixSeat(key, args.board, None if args.colour is None else Colour[args.colour.upper()], args.first)


def _sentence(t: Tournament, args: argparse.Namespace) -> str:
    """What somebody keeps now."""
    first, one = args.first or t.next_round, meant(t, args.player)
    seat = t.seats_in(first).get(one.id)
    kept = f"keeps {seat}" if seat else "keeps neither a board nor a colour"
    return f"{person(one)} {kept} from round {first} on."
