"""Standings of a format that ranks in a way of its own: the places are given, and the columns are the format's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rookery.errors import RuleError
from rookery.history import History
from rookery.model import Tournament
from rookery.ranking.choice import TieBreakColumn
from rookery.ranking.codes import TieBreak, own_definition, parse
from rookery.ranking.crosstable import CrossTable, last_complete
from rookery.ranking.measure import PLAIN, Measure, Modifiers, keys
from rookery.ranking.own_column import OwnColumn
from rookery.ranking.rank import Standings, placed, rows
from rookery.ranking.rules import MARCH_2026
from rookery.wording import count, spoken


def complete(tournament: Tournament, after: int | None) -> int:
    """The round after which the standings stand: this one, else the last that is complete."""
    history = History.of(tournament)
    done = last_complete(tournament, history, max(tournament.planned or 0, len(history.sheets)))
    if after is not None and not 0 <= after <= done:
        raise RuleError(spoken("there are no standings after round %(after)s: %(number)s complete", after=after,
                               number=count(done, "round is", "rounds are")))  # fmt: skip
    return done if after is None else after


def arranged(
    tournament: Tournament,
    after: int,
    groups: Iterable[Iterable[int]],
    columns: Sequence[OwnColumn],
    notes: Iterable[str] = (),
) -> Standings:
    """Standings in which everybody stands where the format puts them; the points are those of the games."""
    table = CrossTable.of(tournament, after, MARCH_2026)
    made = [_at_work(column) for column in columns]
    points = parse("PTS")
    assert points.definition.method is not None
    measure = points.definition.method(table, points.how)
    scores = TieBreakColumn(points, measure, keys(table, measure, Modifiers()))
    stand = [list(group) for group in groups]
    return Standings(
        tournament,
        MARCH_2026,
        after,
        points,
        tuple(column.tiebreak for column in made),
        "of the format",
        rows(placed(table, stand, scores), made),
        tuple(notes),
        table=table,
        columns=tuple(made),
    )


def _at_work(own: OwnColumn) -> TieBreakColumn:
    """A column of the format's own as a column of standings."""
    unit = own.unit
    measure = Measure(own.contributions, unit=unit, part_unit=unit, whole=True)
    compared = {one: int(value * unit) for one, value in own.values.items()}
    return TieBreakColumn(TieBreak(own_definition(own.code, None, own.meaning), PLAIN), measure, compared, own=own)
