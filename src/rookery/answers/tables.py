"""Standings as data: every value without loss, as it is shown, and if wished with what it is made of."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rookery.answers.plain import plain, points
from rookery.formats.standings import gone
from rookery.meetings import Meeting
from rookery.ranking.codes import TieBreak, decimal
from rookery.ranking.contribution import Contribution
from rookery.ranking.measure import Cut, Working
from rookery.ranking.own_column import OwnColumn
from rookery.ranking.prizes import Award
from rookery.ranking.rank import Row, Standings
from rookery.ranking.sentences import column
from rookery.typed import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from rookery.answers import shapes

Category = tuple[str, tuple[Row, ...]]
"""What a category is called, and its rows of the standings."""


def standings_data(
    standings: Standings,
    *,
    parts: bool = False,
    categories: Sequence[Category] = (),
    prizes: Sequence[Award] = (),
) -> shapes.StandingsData:
    """The standings; with `parts`, everybody's rounds and what every value is made of.

    Of several categories the rows are those of the first. A format that ranks in a way of its own goes by no `rules` of
    C.07; each of its columns stands in the rows under its name as well.
    """
    rows = _Rows(standings, parts)
    made: shapes.StandingsData = {
        "tournament": standings.tournament.event.name,
        "system": standings.tournament.system,
        "after": standings.after,
        "provisional": standings.provisional,
        "final": standings.final,
        "rules": None if standings.source == "of the format" else str(standings.rules),
        "tiebreaks": [str(each) for each in standings.tiebreaks],
        "source": standings.source,
        "rows": rows.of(categories[0][1] if categories else standings.rows),
    }
    if standings.notes:
        made["notes"] = list(standings.notes)
    if standings.left_out:
        made["left_out"] = [{"id": one, "why": why} for one, why in standings.left_out]
    if categories and categories[0][0]:
        made["category"] = categories[0][0]
    if len(categories) > 1:
        made["categories"] = {text: rows.of(some) for text, some in categories}
    if prizes:
        made["prizes"] = [prize(each) for each in prizes]
    return made


class _Rows:
    """The rows of standings, each value beside what is shown of it."""

    def __init__(self, standings: Standings, parts: bool) -> None:
        self.standings, self.parts, self.gone = standings, parts, gone(standings)
        columns = [
            column([row.values[at] for row in standings.rows], each) for at, each in enumerate(standings.tiebreaks)
        ]
        self.shown = {row.id: [texts[at] for texts in columns] for at, row in enumerate(standings.rows)}

    def of(self, rows: Sequence[Row]) -> list[shapes.RowData]:
        """These rows as data."""
        return [self._row(row) for row in rows]

    def _row(self, row: Row) -> shapes.RowData:
        values = zip(row.values, self.standings.tiebreaks, strict=True)
        made: shapes.RowData = {
            "rank": row.rank,
            "id": row.id,
            "name": row.name,
            "points": points(row.points),
            "values": [exact(value, each) for value, each in values],
            "shown": self.shown[row.id],
        }
        if row.id in self.gone:
            made["withdrawn"] = self.gone[row.id]
        if self.parts:
            made["parts"] = [working_data(each) for each in self.standings.workings(row.id)]
            made["rounds"] = [met(*each) for each in enumerate(self.standings.table.meetings[row.id], 1)]
        return cast("shapes.RowData", {**made, **self._own(row.id)})

    def _own(self, one: int) -> dict[str, str | int | None]:
        """What the columns of a format's own say of somebody, by their titles."""
        own = [each.own for each in self.standings.columns if each.own is not None]
        return {(each.title or each.code).lower(): _said(each, one) for each in own}


def _said(column: OwnColumn, one: int) -> str | int | None:
    """Words, a whole number, or a value without loss."""
    if one in column.said:
        return column.said[one]
    value = column.values.get(one)
    return int(value) if column.whole and value is not None else exact(value)


def exact(value: Fraction | None, tiebreak: TieBreak | None = None) -> str | None:
    """A value written without loss: a whole number or tenths as a decimal, a fraction otherwise; None if undefined.

    >>> exact(Fraction(27, 2)), exact(Fraction(27, 4)), exact(Fraction(3)), exact(None)
    ('13.5', '27/4', '3', None)
    """
    if value is None:
        return None
    digits = tiebreak.definition.decimals if tiebreak else 0
    rounded = digits and 10**digits % value.denominator == 0
    return decimal(value, digits or 1) if rounded or 10 % value.denominator == 0 else str(value)


def working_data(working: Working) -> list[shapes.PartData]:
    """Every contribution to a value, in the order of the rounds, and whether it was cut."""
    pairs: list[tuple[Contribution, Cut | None]] = [(each, None) for each in working.counted]
    pairs += working.cut
    pairs.sort(key=lambda pair: (pair[0].round, pair[0].board))
    return [_part(each, cut, working.unit) for each, cut in pairs]


def _part(each: Contribution, cut: Cut | None, unit: int) -> shapes.PartData:
    value = exact(Fraction(each.value) / unit)
    assert value is not None
    made: shapes.PartData = {"value": value, "why": str(each.why.value)}
    if each.round:
        made["round"] = each.round
    if each.opponent:
        made["opponent"] = each.opponent
    if each.board:
        made["board"] = each.board
    if cut is not None:
        made["cut"] = str(cut.value)
    return made


def met(number: int, meeting: Meeting) -> shapes.MetData:
    """What somebody did in a round, as a crosstable has it."""
    return {
        "round": number,
        "kind": str(meeting.kind.value),
        "opponent": meeting.opponent,
        "colour": plain(meeting.colour),
        "points": points(meeting.points),
        "secondary": points(meeting.secondary),
    }


def prize(award: Award) -> shapes.PrizeData:
    """What somebody receives."""
    amount = f"{award.amount // 100}.{award.amount % 100:02}"
    return {"id": award.id, "amount": amount, "category": award.category}
