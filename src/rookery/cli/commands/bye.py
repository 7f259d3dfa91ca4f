"""Give a player a bye in a round: half, full, or zero (absent); none takes it back.

For a round that is not paired yet the bye is written down and respected when
the round is paired; in a round already paired it takes effect at once. The
pairing-allocated bye belongs to the pairing: rookery enter FILE ROUND 5=bye
"""

from __future__ import annotations

from shlex import quote

from rookery.cli.amending import amend
from rookery.cli.booking import Booking, no_such
from rookery.cli.exits import DONE
from rookery.cli.render import paragraph
from rookery.declared import up_to_date
from rookery.entries import returned
from rookery.errors import RuleError
from rookery.labels import person
from rookery.model import ByeKind, RequestedBye, Tournament
from rookery.typed import TYPE_CHECKING
from rookery.values import replace
from rookery.wording import count, listed

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery bye examples/swiss.trf 5 half --round 5",
    "rookery bye examples/swiss.trf 5 zero --round 6 7 --dry-run",
)

KINDS = {"half": ByeKind.HALF, "full": ByeKind.FULL, "zero": ByeKind.ZERO, "none": None}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the tournament to change")
    parser.add_argument("player", type=int, metavar="ID", help="pairing number of the player (or team)")
    parser.add_argument("kind", choices=list(KINDS), metavar="KIND", help="half, full, zero or none")
    parser.add_argument("--round", type=int, nargs="+", required=True, metavar="N", help="the round, or several")
    parser.add_argument("--dry-run", action="store_true", help="show the change, write nothing")


def run(args: argparse.Namespace) -> int:
    """Read, note, write."""
    kind = KINDS[args.kind]
    said: list[str] = []

    def change(tournament: Tournament) -> Tournament:
        made = tournament
        for number in args.round:
            made = _with_bye(made, args.player, kind, number, args.file)
        rounds = f"round{'s' * (len(args.round) > 1)} {listed(args.round)}"
        said.append(f"{person(made.by_id[args.player])}: {kind or 'no bye'} in {rounds}.")
        return up_to_date(tournament, made)

    absent = [(number, args.player) for number in args.round if kind is ByeKind.ZERO]
    amendment = amend(args.file, change, dry_run=args.dry_run, absent=absent)
    paragraph(said[0])
    amendment.report()
    return DONE


def _with_bye(t: Tournament, one: int, kind: ByeKind | None, number: int, path: str) -> Tournament:
    if one not in t.by_id:
        raise RuleError(no_such(t, one), who=(one,))
    if number < 1 or (t.planned is not None and number > t.planned):
        has = f": the tournament has {count(t.planned, 'round')}" if t.planned is not None else ", they count from 1"
        raise RuleError(f"there is no round {number}{has}")
    if number <= len(t.rounds):
        booking = Booking(t, number, path, f"rookery enter {quote(path)} {number} ")
        _ = booking.take_back(one, None) if kind is None else booking.bye(one, kind)
        return booking.tournament()
    back = t if kind is not None else returned(t, one, number)
    left = tuple(bye for bye in back.requested if (bye.player, bye.round) != (one, number))
    if kind is None and len(left) == len(t.requested) and back is t:
        raise RuleError(f"{person(t.by_id[one])} has no bye in round {number}")
    return replace(back, requested=left if kind is None else (*left, RequestedBye(number, one, kind)))
