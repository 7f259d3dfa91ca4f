"""The standings of a state: with the values that were entered, and equals as they were ranked by hand or by lot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from rookery.desk.decision import Refused
from rookery.desk.state import State
from rookery.errors import Unfinished, Unsupported
from rookery.formats.standings import standings
from rookery.ranking.codes import Values
from rookery.ranking.rank import Row, Standings
from rookery.regulations import scheme
from rookery.wording import spoken

By = Literal["hand", "lot"]
ANOTHER_EDITION = spoken("choose the edition of the tie-breaks, under Rules")


def ranked(state: State, after: int | None = None) -> Standings:
    """The standings as the library has them, with the values that were entered; without a round what is over counts.

    Where a game of an earlier round has no result any more, they stand before that round.
    """
    own = scheme(state.tournament.system).format.ranks_itself
    values = None if own else values_of(state) or None
    try:
        return by_its_rules(state, after, values, provisional=after is None)
    except Unfinished:
        if after is not None:
            raise
        return by_its_rules(state, None, values)


def by_its_rules(
    state: State, after: int | None, values: Mapping[str, Values] | None = None, *, provisional: bool = False
) -> Standings:
    """The standings by the edition of C.07 that is asked for, else in force on the first day."""
    edition = tiebreak_edition(state)
    try:
        return standings(state.tournament, after=after, values=values, edition=edition, provisional=provisional)
    except Unsupported as error:
        if edition is not None:
            raise
        raise Refused(error.said, instead=ANOTHER_EDITION) from None


def tiebreak_edition(state: State) -> str | None:
    """The edition of C.07 that is asked for; a format that ranks in a way of its own has none."""
    own = scheme(state.tournament.system).format.ranks_itself
    return None if own else state.choices.tiebreak_edition or None


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
