"""Take a player out of the remaining rounds.

From the next round (or --from N) to the last the player gets a zero-point bye
and is not paired, also where nobody has said how many rounds there will be.
Rounds already paired stay as they are.
rookery bye FILE ID none --round N ... brings the player back.
"""

from __future__ import annotations

from rookery.cli.amending import amend
from rookery.cli.booking import no_such
from rookery.cli.exits import DONE
from rookery.cli.render import paragraph
from rookery.errors import RuleError
from rookery.labels import person
from rookery.model import Tournament
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery withdraw examples/swiss.trf 10",
    "rookery withdraw examples/swiss.trf 10 --from 6 --dry-run",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the tournament to change")
    parser.add_argument("player", type=int, metavar="ID", help="pairing number of the player (or team)")
    parser.add_argument("--from", dest="first", type=int, metavar="N", help="first round missed (default: the next)")
    parser.add_argument("--dry-run", action="store_true", help="show the change, write nothing")


def run(args: argparse.Namespace) -> int:
    """Read, withdraw, write."""
    said: list[str] = []

    def change(t: Tournament) -> Tournament:
        if args.first is not None and not t.next_round <= args.first <= (t.planned or args.first):
            last = t.planned or "the last"
            raise RuleError(f"--from {args.first}: expected a round not paired yet, {t.next_round} to {last}")
        if args.player not in t.by_id:
            raise RuleError(no_such(t, args.player), who=(args.player,))
        made = t.withdraw(args.player, args.first)
        said.append(_sentence(t, args.player, args.first or t.next_round))
        return made

    amendment = amend(args.file, change, dry_run=args.dry_run)
    paragraph(said[0])
    amendment.report()
    return DONE


def _sentence(t: Tournament, one: int, first: int) -> str:
    who = person(t.by_id[one])
    if t.planned is not None and first > t.planned:
        return f"{who} has no rounds left to withdraw from."
    pending = [g for round in t.rounds for g in (*round.pending, *round.adjourned) if one in (g.white, g.black)]
    still = "".join(f" The game {g.white}-{g.black} still needs its result." for g in pending)
    return f"{who} is withdrawn from round {first}.{still}"
