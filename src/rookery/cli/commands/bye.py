"""Give a player a bye in a round: half, full, or zero (absent); none takes it back.

For a round that is not paired yet the bye is written down and respected when
the round is paired; in a round already paired it takes effect at once. The
pairing-allocated bye belongs to the pairing: rookery enter FILE ROUND 5=bye
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.cli.acting import act
from rookery.cli.asking import add_answers
from rookery.cli.exits import DONE
from rookery.cli.people import meant, participant
from rookery.cli.render import paragraph
from rookery.desk.commands.byes import AskBye
from rookery.desk.state import State
from rookery.labels import person
from rookery.model import ByeKind, Tournament
from rookery.typed import TYPE_CHECKING
from rookery.wording import listed

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
    """Read, note, write."""
    kind = KINDS[args.kind]

    def wanted(state: State) -> AskBye:
        return AskBye(participant(state, args.player), tuple(args.round), kind)

    def said(old: Tournament, new: Tournament) -> Iterator[str]:
        rounds = f"round{'s' * (len(args.round) > 1)} {listed(args.round)}"
        yield f"{person(meant(old, args.player))}: {kind or 'no bye'} in {rounds}."

    def absent(state: State) -> list[tuple[int, int]]:
        one = state.number(participant(state, args.player))
        return [(number, one) for number in args.round if kind is ByeKind.ZERO]

    done = act(args.file, wanted, said, yes=args.yes, dry_run=args.dry_run, absent=absent)
    for line in said(done.old, done.new):
        paragraph(line)
    done.amendment.report()
    return DONE
