"""The prizes: laid down once, and given to whom the standings name."""

from __future__ import annotations

from rookery.desk.decision import Granted, Refused
from rookery.desk.events.prizes import PrizesSet
from rookery.desk.rules import Prizes
from rookery.desk.state import State
from rookery.desk.wish import Wish, decides, wish
from rookery.model import Player
from rookery.ranking.prizes import Category, Sharing, read_prizes
from rookery.wording import spoken

_ANY_YEAR = 2000
MOST = 200
"""So many lines of prizes are enough for anybody."""


@wish("prizes.set")
class SetPrizes(Wish):
    """Lay down the prizes, lines `place,amount` or `place,amount,category`, and how they are shared; none, no lines."""

    prizes: str = ""
    sharing: Sharing = "hort"


@decides(SetPrizes)
def _set(state: State, wanted: SetPrizes) -> Granted:
    lines = tuple(line.strip() for line in wanted.prizes.splitlines() if line.strip())
    if lines and state.tournament.team_event:
        raise Refused(spoken("prizes in money are for players, and this is an event of teams"))
    if len(lines) > MOST:
        raise Refused(spoken("these are %(number)s lines of prizes, and %(most)s is the most", number=len(lines),
                             most=MOST))  # fmt: skip
    for group in read_prizes("\n".join(lines)):
        if group:
            Category(group).holds(Player(1), _ANY_YEAR)  # refused where it is none; the year may be said later
    made = Prizes(lines, wanted.sharing if lines else "hort")
    return Granted(() if made == state.prizes else (PrizesSet(made, state.prizes),))
