"""Standings as JSON data: exact values, displayed values, and on request their contributions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from rookery.formats.standings import withdrawn_participants
from rookery.history.round_results import Meeting
from rookery.ranking.codes import TieBreak, format_decimal
from rookery.ranking.columns import CustomColumn
from rookery.ranking.explain import format_column
from rookery.ranking.prizes import Award
from rookery.ranking.standings import Row, Standings
from rookery.ranking.tiebreak import Contribution, Cut, Working
from rookery.serialize.as_data import encode, format_points

if TYPE_CHECKING:
    from rookery.serialize import types

Category = tuple[str, tuple[Row, ...]]
"""What a category is called, and its rows of the standings."""


def standings_data(
    standings: Standings,
    *,
    parts: bool = False,
    categories: Sequence[Category] = (),
    prizes: Sequence[Award] = (),
) -> types.StandingsData:
    """Return the standings; with `parts`, everybody's rounds and the contributions to every value.

    Of several categories the rows are those of the first. A format that ranks in a way of its own goes by no `rules` of
    C.07; each of its columns stands in the rows under its name as well.
    """
    rows = _Rows(standings, parts)
    data: types.StandingsData = {
        "tournament": standings.tournament.info.name,
        "system": standings.tournament.system,
        "after": standings.after,
        "provisional": standings.provisional,
        "final": standings.final,
        "rules": None if standings.source == "of the format" else str(standings.rules),
        "tiebreaks": [str(part) for part in standings.tiebreaks],
        "source": standings.source,
        "rows": rows.build(categories[0][1] if categories else standings.rows),
    }
    if standings.notes:
        data["notes"] = list(standings.notes)
    if standings.left_out:
        data["left_out"] = [{"id": player, "why": why} for player, why in standings.left_out]
    if categories and categories[0][0]:
        data["category"] = categories[0][0]
    if len(categories) > 1:
        data["categories"] = {text: rows.build(some) for text, some in categories}
    if prizes:
        data["prizes"] = [prize_data(part) for part in prizes]
    return data


class _Rows:
    """Builder of the rows of standings, with exact and displayed values."""

    def __init__(self, standings: Standings, parts: bool) -> None:
        self.standings, self.parts, self.gone = standings, parts, withdrawn_participants(standings)
        columns = [
            format_column([row.values[index] for row in standings.rows], tiebreak)
            for index, tiebreak in enumerate(standings.tiebreaks)
        ]
        self.shown = {row.id: [texts[index] for texts in columns] for index, row in enumerate(standings.rows)}

    def build(self, rows: Sequence[Row]) -> list[types.RowData]:
        """Return these rows as data."""
        return [self._row(row) for row in rows]

    def _row(self, row: Row) -> types.RowData:
        values = zip(row.values, self.standings.tiebreaks, strict=True)
        data: types.RowData = {
            "rank": row.rank,
            "id": row.id,
            "name": row.name,
            "points": format_points(row.points),
            "values": [format_exact(value, tiebreak) for value, tiebreak in values],
            "shown": self.shown[row.id],
        }
        if row.id in self.gone:
            data["withdrawn"] = self.gone[row.id]
        if self.parts:
            data["parts"] = [working_data(working) for working in self.standings.workings(row.id)]
            data["rounds"] = [
                round_result_data(number, meeting)
                for number, meeting in enumerate(self.standings.table.meetings[row.id], 1)
            ]
        return cast("types.RowData", {**data, **self._custom_values(row.id)})

    def _custom_values(self, participant: int) -> dict[str, str | int | None]:
        """Return the values of custom columns for a participant, by column title."""
        columns = [column.own for column in self.standings.columns if column.own is not None]
        return {(column.title or column.code).lower(): _custom_value(column, participant) for column in columns}


def _custom_value(column: CustomColumn, participant: int) -> str | int | None:
    """Return a text, a whole number, or an exact value."""
    if participant in column.texts:
        return column.texts[participant]
    value = column.values.get(participant)
    return int(value) if column.whole and value is not None else format_exact(value)


def format_exact(value: Fraction | None, tiebreak: TieBreak | None = None) -> str | None:
    """Return a value as an exact text: whole numbers and tenths as decimals, others as fractions.

    >>> format_exact(Fraction(27, 2)), format_exact(Fraction(27, 4)), format_exact(Fraction(3)), format_exact(None)
    ('13.5', '27/4', '3', None)
    """
    if value is None:
        return None
    digits = tiebreak.definition.decimals if tiebreak else 0
    rounded = digits and 10**digits % value.denominator == 0
    return format_decimal(value, digits or 1) if rounded or 10 % value.denominator == 0 else str(value)


def working_data(working: Working) -> list[types.PartData]:
    """Return every contribution to a value, in the order of the rounds, and whether it was cut."""
    pairs: list[tuple[Contribution, Cut | None]] = [(contribution, None) for contribution in working.counted]
    pairs += working.cut
    pairs.sort(key=lambda pair: (pair[0].round, pair[0].board))
    return [_part_data(contribution, cut, working.unit) for contribution, cut in pairs]


def _part_data(contribution: Contribution, cut: Cut | None, unit: int) -> types.PartData:
    value = format_exact(Fraction(contribution.value) / unit)
    assert value is not None
    data: types.PartData = {"value": value, "why": str(contribution.why.value)}
    if contribution.round:
        data["round"] = contribution.round
    if contribution.opponent:
        data["opponent"] = contribution.opponent
    if contribution.board:
        data["board"] = contribution.board
    if cut is not None:
        data["cut"] = str(cut.value)
    return data


def round_result_data(number: int, result: Meeting) -> types.MetData:
    """Return the result of a participant in a round, as in a crosstable."""
    return {
        "round": number,
        "kind": str(result.kind.value),
        "opponent": result.opponent,
        "colour": encode(result.colour),
        "points": format_points(result.points),
        "secondary": format_points(result.secondary),
    }


def prize_data(award: Award) -> types.PrizeData:
    """Return an award."""
    amount = f"{award.amount // 100}.{award.amount % 100:02}"
    data: types.PrizeData = {"id": award.id, "amount": amount, "category": award.category, "place": award.place}
    if award.things:
        data["things"] = list(award.things)
    return data
