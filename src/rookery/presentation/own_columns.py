"""Columns of formats with their own ranking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rookery.formats.resolve import handlers_for
from rookery.formatting import Column
from rookery.presentation.standings import ExtraColumn
from rookery.ranking import explain as words
from rookery.ranking.codes import decimal
from rookery.ranking.columns import TieBreakColumn
from rookery.ranking.standings import Standings


class OwnColumn(NamedTuple):
    """A column of the format: its title and cells; with `words` it needs no title."""

    title: str
    cells: list[str]
    words: bool


def columns(standings: Standings) -> list[OwnColumn]:
    """Return the columns of the format, under their own titles or as tie-breaks."""
    return [_build_column(standings, index, column) for index, column in enumerate(standings.columns)]


def _build_column(standings: Standings, index: int, column: TieBreakColumn) -> OwnColumn:
    definition, values = column.own, [row.values[index] for row in standings.rows]
    if definition is None or not definition.title:
        return OwnColumn(str(column.tiebreak), words.format_column(values, column.tiebreak), False)
    if definition.texts:
        return OwnColumn(definition.title, [definition.texts.get(row.id, "") for row in standings.rows], True)
    return OwnColumn(definition.title, [decimal(value or 0, 2) for value in values], False)


def as_table_columns(columns: Sequence[OwnColumn]) -> list[ExtraColumn]:
    """Return the columns for a table of standings."""
    return [ExtraColumn(Column(column.title, "<" if column.words else ">"), column.cells) for column in columns]


def ranking_description(standings: Standings) -> str:
    """Return by what the participants are ranked."""
    return handlers_for(standings.tournament).ranking_description(standings.tournament)
