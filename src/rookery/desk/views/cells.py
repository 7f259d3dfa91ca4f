"""Everybody's rounds as cells: what a table of ranks or a crosstable shows of a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rookery.desk.state import State
from rookery.endings import Ended, ended
from rookery.history import History
from rookery.meetings import Column, Meeting
from rookery.model import Colour, Points


@dataclass(frozen=True, slots=True)
class RoundCell:
    """What somebody did in a round: which kind it was, against whom, with which colour; own points, and the other's.

    `ended` says how it was: won, drawn, lost, open, or free where there was nobody to meet.
    """

    kind: str
    opponent: str = ""
    colour: Colour | None = None
    points: Points = 0
    theirs: Points = 0
    ended: Ended = "free"


def cells(state: State, after: int) -> dict[int, tuple[RoundCell, ...]]:
    """Everybody's rounds, so many of them, by number."""
    columns, key = History.of(state.tournament).columns[:after], state.keys.participant
    return {one: tuple([_cell(column, column[one], key) for column in columns]) for one in state.tournament.by_id}


def _cell(column: Column, met: Meeting, key: Mapping[int, str]) -> RoundCell:
    kind, other, colour, points, _ = met
    if other is None:
        return RoundCell(str(kind.value), "", None, points)
    return RoundCell(str(kind.value), key[other], colour, points, column[other].points, ended(column, met))
