"""Take a player out of the remaining rounds.

From the next round (or --from N) to the last the player gets a zero-point bye
and is not paired, also where nobody has said how many rounds there will be.
Rounds already paired stay as they are.
rookery bye FILE ID none --round N ... brings the player back.
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.cli.acting import act
from rookery.cli.asking import add_answers
from rookery.cli.exits import DONE
from rookery.cli.people import meant, participant
from rookery.cli.render import paragraph
from rookery.desk.commands.byes import Withdraw
from rookery.desk.state import State
from rookery.labels import person
from rookery.model import Match, Result, Tournament
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
    parser.add_argument("player", metavar="ID", help="pairing number or name of the player (or team)")
    parser.add_argument("--from", dest="first", type=int, metavar="N", help="first round missed (default: the next)")
    add_answers(parser)
    parser.add_argument("--dry-run", action="store_true", help="show the change, write nothing")


def run(args: argparse.Namespace) -> int:
    """Read, withdraw, write."""

    def wanted(state: State) -> Withdraw:
        return Withdraw(participant(state, args.player), args.first)

    def said(old: Tournament, new: Tournament) -> Iterator[str]:
        yield _sentence(old, meant(old, args.player).id, args.first or old.next_round)

    done = act(args.file, wanted, said, yes=args.yes, dry_run=args.dry_run)
    for line in said(done.old, done.new):
        paragraph(line)
    done.amendment.report()
    return DONE


def _is_open(match: Match) -> bool:
    return match.forfeit is None and any(g.result in (Result.PENDING, Result.ADJOURNED) for g in match.games)


def _sentence(t: Tournament, one: int, first: int) -> str:
    who = person(t.by_id[one])
    if t.planned is not None and first > t.planned:
        return f"{who} has no rounds left to withdraw from."
    if t.team_event:
        open = [m for round in t.rounds for m in round.matches if one in (m.white, m.black) and _is_open(m)]
        still = "".join(f" The match {m.white}-{m.black} still needs its results." for m in open)
    else:
        pending = [g for round in t.rounds for g in (*round.pending, *round.adjourned) if one in (g.white, g.black)]
        still = "".join(f" The game {g.white}-{g.black} still needs its result." for g in pending)
    return f"{who} is withdrawn from round {first}.{still}"
