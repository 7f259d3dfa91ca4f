"""The standings of a state: with the values that were entered, and equals as they were ranked by hand or by lot."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Literal

from rookery.desk.state import State
from rookery.errors import Unfinished
from rookery.formats.standings import standings
from rookery.ranking.rank import Row, Standings
from rookery.regulations import scheme

By = Literal["hand", "lot"]


def ranked(state: State, after: int | None = None) -> Standings:
    """The standings as the library has them, with the values that were entered; without a round what is over counts.

    Where a game of an earlier round has no result any more, they stand before that round.
    """
    own = scheme(state.tournament.system).format.ranks_itself
    values = None if own else values_of(state) or None
    try:
        return standings(state.tournament, after=after, values=values, provisional=after is None)
    except Unfinished:
        if after is not None:
            raise
        return standings(state.tournament, values=values)


def values_of(state: State) -> dict[str, dict[int, Fraction | None]]:
    """The values of tie-breaks that were entered, by code and number."""
    who = state.keys.participants
    return {
        code: {who[key]: Fraction(value) for key, value in some.items() if key in who}
        for code, some in state.values.items()
    }


def in_order(state: State, found: Standings) -> tuple[list[Row], dict[int, By]]:
    """The rows, equals as they were ranked by hand or by lot after this round; and by which of these."""
    hand = [[state.number(key) for key in group] for group in state.ordered.get(found.after, ())]
    lots = [state.number(key) for key in state.drawn.get(found.after, ()) if key in state.keys.participants]
    if found.provisional or not (hand or lots):
        return list(found.rows), {}
    place = {one: at for group in hand for at, one in enumerate(group)}
    lot = {one: at for at, one in enumerate(lots)}
    equal, last = Counter(row.rank for row in found.rows), len(found.rows)
    by: dict[int, By] = {
        row.id: "hand" if row.id in place else "lot"
        for row in found.rows
        if equal[row.rank] > 1 and (row.id in place or row.id in lot)
    }
    rows: list[Row] = []
    order = sorted(found.rows, key=lambda row: (row.rank, place.get(row.id, last), lot.get(row.id, last)))
    for at, row in enumerate(order, 1):
        level = at > 1 and row.rank == order[at - 2].rank and row.id not in by and order[at - 2].id not in by
        rows.append(row._replace(rank=rows[-1].rank if level else at))
    return rows, by
