"""Standings know the order at once and compute their rows, with exact values, on request."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest

import rookery
from rookery._record import replace
from rookery.presentation.standings import tiebreak_columns
from rookery.ranking import explain

CODES = "DE,BH/C1,BH,SB,AOB,PS/C1,WIN,TPN"


@pytest.fixture
def found(root: Path) -> rookery.Standings:
    tournament = rookery.load(root / "examples" / "swiss.trf").tournament
    return rookery.standings(tournament, CODES)


def test_the_rows_are_the_places_with_the_values(found: rookery.Standings) -> None:
    assert "rows" not in vars(found)
    places = found.places
    assert [tuple(row[:4]) for row in found.rows] == [tuple(place) for place in places]
    assert found.rows is found.rows


def test_a_table_shows_the_values_of_the_rows(found: rookery.Standings) -> None:
    shown = tiebreak_columns(found, found.places)
    assert "rows" not in vars(found)
    for at, (each, column) in enumerate(zip(found.tiebreaks, shown, strict=True)):
        assert column.cells == explain.format_column([row.values[at] for row in found.rows], each)


def test_they_are_the_same_however_they_came_about(found: rookery.Standings) -> None:
    again = rookery.standings(found.tournament, CODES)
    for other in (pickle.loads(pickle.dumps(found)), copy.copy(found), again):
        assert other.rows == again.rows
        assert other == found


def test_explicit_rows_are_used(found: rookery.Standings) -> None:
    turned = replace(found, places=found.places[::-1])
    assert [row.id for row in turned.rows] == [row.id for row in found.rows[::-1]]


def test_nothing_else_is_invented(found: rookery.Standings) -> None:
    with pytest.raises(AttributeError, match="no attribute 'ranks'"):
        found.ranks  # type: ignore[attr-defined]  # noqa: B018
