"""The numbers of B.02 against the regulation's own tables and independently computed performances."""

from __future__ import annotations

import pytest

from rookery import elo
from support.rating_vectors import vectors


def test_the_percentage_table_is_symmetric_and_complete() -> None:
    table = elo.DIFFERENCE_BY_PERCENT
    assert len(table) == 101
    assert (table[0], table[50], table[75], table[99], table[100]) == (-800, 0, 193, 677, 800)
    assert all(table[p] == -table[100 - p] for p in range(101))


@pytest.mark.parametrize(
    ("difference", "hundredths"),
    [
        (0, 50),
        (3, 50),
        (4, 51),
        (-4, 49),
        (344, 88),
        (345, 89),
        (400, 92),
        (619, 98),
        (735, 99),
        (736, 100),
        (-2000, 0),
    ],
)
def test_expectation(difference: int, hundredths: int) -> None:
    assert elo.expected_score(difference) == hundredths


def test_expected_scores_of_a_game_sum_to_1() -> None:
    assert all(elo.expected_score(d) + elo.expected_score(-d) == 100 for d in range(-1000, 1001))


@pytest.mark.parametrize("half_points", range(11))
def test_perfect_performance_is_the_lowest_rating_that_suffices(half_points: int) -> None:
    ratings = [1500, 1834, 1835, 2101, 2400]
    found = elo.perfect_performance(ratings, half_points)
    if half_points == 0:
        assert found == 700
        return
    expected = [sum(elo.expected_score(r - rating) for rating in ratings) for r in (found - 1, found)]
    assert expected[0] < 50 * half_points <= expected[1]


def test_the_published_tables_and_performances() -> None:
    tables = vectors("tables.json")
    assert list(elo.DIFFERENCE_BY_PERCENT) == tables["dp_by_percent"]
    assert [elo.expected_score(d) for d in range(736)] == tables["pd_higher_percent_by_diff_0_735"]
    known = vectors("vectors_performance.json")["performance_ptp"]
    assert len(known) >= 100
    for vector in known:
        ratings, half_points = vector["opponents"], round(2 * vector["score"])
        assert elo.average(ratings) == vector["aro"]
        assert elo.performance(ratings, half_points) == vector["tpr"]
        assert elo.perfect_performance(ratings, half_points) == vector["ptp"]


@pytest.mark.parametrize(
    ("ratings", "half_points", "exact"),
    [
        ((2436, 2449, 2079, 2384, 2382, 1973, 2347, 2368, 2352, 2109, 2121), 10, 2239),
        ((2295, 2243, 2139, 2121, 1626, 1786, 2103, 1910, 1875, 1927, 1807), 1, 1393),
    ],
)
def test_an_expectation_that_just_reaches_the_score_suffices(
    ratings: tuple[int, ...], half_points: int, exact: int
) -> None:
    """Women's World Rapid 2024: another program, in short floats, publishes two points more (C.07 10.3)."""
    assert sum(elo.expected_score(exact - rating) for rating in ratings) == 50 * half_points
    assert sum(elo.expected_score(exact - 1 - rating) for rating in ratings) < 50 * half_points
    assert elo.perfect_performance(ratings, half_points) == exact
