"""The columns of a format that ranks in its own way, as people see them."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.formats.catalogue import conduct_of
from rookery.labels import Column
from rookery.ranking import sentences as words
from rookery.ranking.choice import TieBreakColumn
from rookery.ranking.codes import decimal
from rookery.ranking.rank import Standings
from rookery.shown.standings import Beside
from rookery.values import NamedTuple


class Shown(NamedTuple):
    """A column of the format's own as people see it: its title, and what stands in it; `words` need no title."""

    title: str
    cells: list[str]
    words: bool


def columns(found: Standings) -> list[Shown]:
    """The columns of the format: under their own titles, or as a tie-break is shown."""
    return [_shown(found, at, column) for at, column in enumerate(found.columns)]


def _shown(found: Standings, at: int, column: TieBreakColumn) -> Shown:
    own, values = column.own, [row.values[at] for row in found.rows]
    if own is None or not own.title:
        return Shown(str(column.tiebreak), words.column(values, column.tiebreak), False)
    if own.said:
        return Shown(own.title, [own.said.get(row.id, "") for row in found.rows], True)
    return Shown(own.title, [decimal(each or 0, 2) for each in values], False)


def beside(own: Sequence[Shown]) -> list[Beside]:
    """The same to stand in a table of standings."""
    return [Beside(Column(each.title, "<" if each.words else ">"), each.cells) for each in own]


def about(found: Standings) -> str:
    """By what they are ranked."""
    return conduct_of(found.tournament).ranked_by(found.tournament)
