"""Standings as plain data, for other programs: text, whole numbers, lists and dictionaries; values without loss."""

from __future__ import annotations

from fractions import Fraction

from rookery.ranking.own_column import OwnColumn
from rookery.ranking.rank import Row, Standings
from rookery.ranking.sentences import exact, plain_parts


def as_data(standings: Standings, *, parts: bool = False) -> dict[str, object]:
    """The standings as data that JSON can write; with `parts`, what every value is made of.

    A value is a text, "13.5" or "27/4", and None where it is undefined. A format that ranks in a way of its own goes by
    no `rules` of C.07; each of its columns stands in the rows under its name as well.
    """
    made: dict[str, object] = {
        "tournament": standings.tournament.event.name,
        "system": standings.tournament.system,
        "after": standings.after,
        "provisional": standings.provisional,
        "final": standings.final,
        "rules": None if standings.source == "of the format" else str(standings.rules),
        "tiebreaks": [str(each) for each in standings.tiebreaks],
        "source": standings.source,
        "rows": [row_data(standings, row, parts=parts) for row in standings.rows],
    }
    if standings.notes:
        made["notes"] = list(standings.notes)
    if standings.left_out:
        made["left_out"] = [{"id": one, "why": why} for one, why in standings.left_out]
    return made


def row_data(standings: Standings, row: Row, *, parts: bool = False) -> dict[str, object]:
    """One line of the standings as data."""
    made: dict[str, object] = {
        "rank": row.rank,
        "id": row.id,
        "name": row.name,
        "points": exact(Fraction(row.points, 10)),
        "values": [exact(value, each) for value, each in zip(row.values, standings.tiebreaks, strict=True)],
    }
    for column in standings.columns:
        if column.own is not None:
            made[(column.own.title or column.own.code).lower()] = own_data(column.own, row.id)
    if parts:
        made["parts"] = [plain_parts(each) for each in standings.workings(row.id)]
    return made


def own_data(column: OwnColumn, one: int) -> str | int | None:
    """What a column of the format's own says of somebody: words, a whole number, or a value without loss."""
    if one in column.said:
        return column.said[one]
    value = column.values.get(one)
    return int(value) if column.whole and value is not None else exact(value)
