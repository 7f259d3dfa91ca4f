"""The standings of a state, with entered tie-break values and with ties broken by hand or by lot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Literal

from rookery._record import replace
from rookery.errors import UnfinishedError, UnsupportedError
from rookery.formats.standings import standings
from rookery.json_codec import parse_fraction
from rookery.messages import msg
from rookery.ranking.codes import Values
from rookery.ranking.standings import Place, Row, Standings
from rookery.regulations import parse_type_code
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.state import State

OrderMethod = Literal["hand", "lot"]
CHOOSE_EDITION = msg("choose the edition of the tie-breaks, under Rules")


def current_standings(state: State, after: int | None = None) -> Standings:
    """Return the standings with the entered values; without a round, games already finished count.

    If a game of an earlier round no longer has a result, the standings are those before that round.
    """
    ranks_itself = parse_type_code(state.tournament.system).format.ranks_itself
    values = None if ranks_itself else tiebreak_values(state) or None
    try:
        return standings_by_rules(state, after, values, provisional=after is None)
    except UnfinishedError:
        if after is not None:
            raise
        return standings_by_rules(state, None, values)


def standings_by_rules(
    state: State, after: int | None, values: Mapping[str, Values] | None = None, *, provisional: bool = False
) -> Standings:
    """Return the standings by the chosen edition of C.07, or by that in force on the first day."""
    edition = tiebreak_edition(state)
    try:
        return standings(state.tournament, after=after, values=values, edition=edition, provisional=provisional)
    except UnsupportedError as error:
        if edition is not None:
            raise
        raise CommandRejectedError(error.message, instead=CHOOSE_EDITION) from None


def tiebreak_edition(state: State) -> str | None:
    """Return the chosen edition of C.07, or None; formats with a ranking of their own have none."""
    ranks_itself = parse_type_code(state.tournament.system).format.ranks_itself
    return None if ranks_itself else state.choices.tiebreak_edition or None


def tiebreak_values(state: State) -> dict[str, dict[int, Fraction | None]]:
    """Return the entered tie-break values, by code and pairing number."""
    numbers = state.keys.participants
    return {
        code: {numbers[key]: parse_fraction(value) for key, value in values_by_key.items() if key in numbers}
        for code, values_by_key in state.values.items()
    }


def ordered_rows(state: State, computed: Standings) -> tuple[list[Row], dict[int, OrderMethod]]:
    """Return the rows with ties broken by hand or by lot, and by which of these each number was placed."""
    manual_groups = [[state.number(key) for key in group] for group in state.ordered.get(computed.after, ())]
    lot_order = [state.number(key) for key in state.drawn.get(computed.after, ()) if key in state.keys.participants]
    if computed.provisional or not (manual_groups or lot_order):
        return list(computed.rows), {}
    manual_places = {number: index for group in manual_groups for index, number in enumerate(group)}
    lot_places = {number: index for index, number in enumerate(lot_order)}
    rank_counts, last = Counter(row.rank for row in computed.rows), len(computed.rows)
    methods: dict[int, OrderMethod] = {
        row.id: "hand" if row.id in manual_places else "lot"
        for row in computed.rows
        if rank_counts[row.rank] > 1 and (row.id in manual_places or row.id in lot_places)
    }
    rows: list[Row] = []
    order = sorted(
        computed.rows, key=lambda row: (row.rank, manual_places.get(row.id, last), lot_places.get(row.id, last))
    )
    for position, row in enumerate(order, 1):
        previous = order[position - 2] if position > 1 else None
        is_tied = previous is not None and previous.rank == row.rank and not {previous.id, row.id} & methods.keys()
        rows.append(row._replace(rank=rows[-1].rank if is_tied else position))
    return rows, methods


def standings_in_final_order(state: State) -> Standings:
    """Return the present standings with ties broken by hand or by lot, as prizes use them."""
    return _with_final_order(state, current_standings(state))


def printed_standings(state: State, number: int | None) -> Standings:
    """Return the standings after a round for printing, with ties broken by hand or by lot.

    Without a number, or for a future round, they are those after the last complete round; in an unfinished round the
    finished games count.
    """
    t = state.tournament
    values = None if parse_type_code(t.system).format.ranks_itself else tiebreak_values(state) or None
    paired = number if number is not None and number <= len(t.rounds) else None
    is_open = bool(paired and t.rounds[paired - 1].pending)
    return _with_final_order(state, standings_by_rules(state, number, values, provisional=is_open))


def _with_final_order(state: State, computed: Standings) -> Standings:
    return with_rows(computed, ordered_rows(state, computed)[0])


def with_rows(computed: Standings, rows: Iterable[Row]) -> Standings:
    """Return standings with other ranks; the values of the rows stay."""
    return replace(computed, places=tuple([Place(row.rank, row.id, row.name, row.points) for row in rows]))
