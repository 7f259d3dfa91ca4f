"""Calibration of places where ratings are off: what is given a chance of p happens p of the time, by tenths."""

from __future__ import annotations

import pytest

import rookery
from rookery.simulation import Field, Study
from rookery.simulation.study import play_tournament

NOISE = 200
STUDY = Study(field=Field.uniform(10, 1000, 2600, noise=NOISE), rounds=4, outcomes="fide")
FUTURES = 50
BOUND = 29.59
"""Chi-square of ten tenths passes this once in 1,000 times."""


def chi_square(spread: int, tournaments: int) -> float:
    """Of forecasts after two rounds of four: how far those who came among the first three are from the chances given.

    A tenth with hardly a chance in it is left out; a chance is itself an estimate, which adds to its variance.
    """
    tenths = [[0.0, 0, 0.0] for _ in range(10)]  # chances together, how often it happened, variance
    for number in range(tournaments):
        whole = play_tournament(STUDY, "dutch", seed=11, number=number).history.tournament
        found = rookery.forecast(whole.before_round(3), FUTURES, seed=number, top=3, spread=spread, outcomes="fide")
        first = {row.id for row in rookery.standings(whole, lots=number).rows if row.rank <= 3}
        for one in whole.participants_by_number:
            chance = found.within(one, 3).value
            into = tenths[min(9, int(10 * chance))]
            into[0] += chance
            into[1] += one in first
            into[2] += chance * (1 - chance) * (1 + 1 / FUTURES)
    return sum((happened - given) ** 2 / variance for given, happened, variance in tenths if variance > 0.5)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spread", "calibrated"),
    [
        pytest.param(NOISE, True, id="strengths drawn as far around ratings as they are off"),
        pytest.param(0, False, id="ratings taken for strengths"),
    ],
)
def test_places_are_calibrated_where_spread_is_the_error_of_ratings(spread: int, calibrated: bool) -> None:
    """60 tournaments, 600 chances; who takes the ratings for strengths is too sure, and is found out."""
    found = chi_square(spread, 60)
    assert (found < BOUND) is calibrated, found
