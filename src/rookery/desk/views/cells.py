"""Everybody's rounds as cells: what a table of ranks or a crosstable shows of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rookery.desk.state import State
from rookery.endings import Ended, ended
from rookery.history import History
from rookery.meetings import Column, Kind
from rookery.model import Colour, Points
from rookery.model.unchecked import many
from rookery.regulations import scheme
from rookery.values import frozen


@frozen
class RoundCell:
    """What somebody did in a round: which kind it was, against whom, with which colour; own points, and the other's.

    `ended` says how it was: won, drawn, lost, open, or free where there was nobody to meet.
    """

    kind: str
    opponent: str = ""
    colour: Colour | None = None
    points: Points = 0
    theirs: Points = 0
    ended: Ended = "free"


_KINDS = {kind: str(kind.value) for kind in Kind}


def cells(state: State, after: int) -> dict[int, tuple[RoundCell, ...]]:
    """Everybody's rounds, so many of them, by number."""
    who, key = list(state.tournament.by_id), state.keys.participant
    rounds = [_cells(column, who, key) for column in History.of(state.tournament).columns[:after]]
    return dict(zip(who, zip(*rounds, strict=True), strict=True)) if rounds else dict.fromkeys(who, ())


def while_in(state: State, played: dict[int, tuple[RoundCell, ...]]) -> dict[int, tuple[RoundCell, ...]]:
    """Everybody's rounds as long as they were in: who is out of a knock-out has none after it."""
    if not scheme(state.tournament.system).format.eliminates:
        return played
    absent = _KINDS[Kind.ZERO_BYE]
    last = {one: max((at for at, cell in enumerate(some, 1) if cell.kind != absent), default=0)
            for one, some in played.items()}  # fmt: skip
    return {one: some[: last[one]] for one, some in played.items()}


def _cells(column: Column, who: Sequence[int], key: Mapping[int, str]) -> list[RoundCell]:
    """A round of everybody in this order; they are made in columns, for there are thousands of them."""
    met = [column[one] for one in who]
    others = [one.opponent for one in met]
    return many(
        RoundCell,
        kind=[_KINDS[one.kind] for one in met],
        opponent=["" if one is None else key[one] for one in others],
        colour=[one.colour for one in met],
        points=[one.points for one in met],
        theirs=[0 if one is None else column[one].points for one in others],
        ended=[ended(column, one) for one in met],
    )
