"""Standings of a format that ranks in a way of its own: the places are given, and the columns are the format's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rookery.errors import RuleError
from rookery.history.history import History
from rookery.messages import count, msg
from rookery.model import Tournament
from rookery.ranking.codes import TieBreak, custom_definition, parse_tiebreak
from rookery.ranking.crosstable import CrossTable, find_last_complete
from rookery.ranking.custom_columns import CustomColumn
from rookery.ranking.rules import MARCH_2026
from rookery.ranking.selection import TieBreakColumn
from rookery.ranking.standings import Standings, build_places
from rookery.ranking.tiebreak import PLAIN, Measure, Modifiers, keys


def last_complete_round(tournament: Tournament, after: int | None) -> int:
    """Return the round after which standings are drawn up: `after`, else the last complete one."""
    history = History.for_tournament(tournament)
    last = find_last_complete(tournament, history, max(tournament.planned_rounds or 0, len(history.round_columns)))
    if after is not None and not 0 <= after <= last:
        raise RuleError(msg("there are no standings after round %(after)s: %(number)s complete", after=after,
                               number=count(last, "round is", "rounds are")))  # fmt: skip
    return last if after is None else after


def standings_from_order(
    tournament: Tournament,
    after: int,
    groups: Iterable[Iterable[int]],
    columns: Sequence[CustomColumn],
    notes: Iterable[str] = (),
) -> Standings:
    """Return standings with the order given by the format; the points are those of the games."""
    table = CrossTable.for_tournament(tournament, after, MARCH_2026)
    tiebreak_columns = [as_tiebreak_column(column) for column in columns]
    points = parse_tiebreak("PTS")
    assert points.definition.method is not None
    measure = points.definition.method(table, points.how)
    scores = TieBreakColumn(points, measure, keys(table, measure, Modifiers()))
    ranked_groups = [list(group) for group in groups]
    return Standings(
        tournament,
        MARCH_2026,
        after,
        points,
        tuple(column.tiebreak for column in tiebreak_columns),
        "of the format",
        build_places(table, ranked_groups, scores),
        tuple(notes),
        table=table,
        columns=tuple(tiebreak_columns),
    )


def as_tiebreak_column(column: CustomColumn) -> TieBreakColumn:
    """Return a custom column as a column of standings."""
    unit = column.unit
    measure = Measure(column.contributions, unit=unit, part_unit=unit, whole=True)
    keys = {participant: int(value * unit) for participant, value in column.values.items()}
    return TieBreakColumn(
        TieBreak(custom_definition(column.code, None, column.meaning), PLAIN), measure, keys, own=column
    )
