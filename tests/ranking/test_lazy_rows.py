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
def compute_standings(root: Path) -> rookery.Standings:
    tournament = rookery.load(root / "examples" / "swiss.trf").tournament
    return rookery.standings(tournament, CODES)


def test_the_rows_are_the_places_with_the_values(compute_standings: rookery.Standings) -> None:
    assert "rows" not in vars(compute_standings)
    places = compute_standings.places
    assert [tuple(row[:4]) for row in compute_standings.rows] == [tuple(place) for place in places]
    assert compute_standings.rows is compute_standings.rows


def test_a_table_shows_the_values_of_the_rows(compute_standings: rookery.Standings) -> None:
    shown = tiebreak_columns(compute_standings, compute_standings.places)
    assert "rows" not in vars(compute_standings)
    for at, (each, column) in enumerate(zip(compute_standings.tiebreaks, shown, strict=True)):
        assert column.cells == explain.format_column([row.values[at] for row in compute_standings.rows], each)


def test_they_are_the_same_however_they_came_about(compute_standings: rookery.Standings) -> None:
    again = rookery.standings(compute_standings.tournament, CODES)
    for other in (pickle.loads(pickle.dumps(compute_standings)), copy.copy(compute_standings), again):
        assert other.rows == again.rows
        assert other == compute_standings


def test_explicit_rows_are_used(compute_standings: rookery.Standings) -> None:
    turned = replace(compute_standings, places=compute_standings.places[::-1])
    assert [row.id for row in turned.rows] == [row.id for row in compute_standings.rows[::-1]]


def test_nothing_else_is_invented(compute_standings: rookery.Standings) -> None:
    with pytest.raises(AttributeError, match="no attribute 'ranks'"):
        compute_standings.ranks  # type: ignore[attr-defined]  # noqa: B018
