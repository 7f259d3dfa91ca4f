"""Estimates: Student's quantiles as published, intervals that hold what they promise, and how they are told."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from rookery.simulation import Estimate, Field, Study, simulate
from rookery.simulation.estimate import MANY, Z, interval_factor, mean, share, student_quantile

PUBLISHED = {
    1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228,
    11: 2.201, 12: 2.179, 13: 2.160, 14: 2.145, 15: 2.131, 16: 2.120, 17: 2.110, 18: 2.101, 19: 2.093, 20: 2.086,
    21: 2.080, 22: 2.074, 23: 2.069, 24: 2.064, 25: 2.060, 26: 2.056, 27: 2.052, 28: 2.048, 29: 2.045, 30: 2.042,
    40: 2.021, 60: 2.000, 120: 1.980,
}  # fmt: skip
"""Degrees of freedom and the quantile of 0.975: Abramowitz and Stegun, table 26.10."""


@pytest.mark.parametrize(("freedom", "quantile"), PUBLISHED.items())
def test_student_is_as_published(freedom: int, quantile: float) -> None:
    assert round(student_quantile(freedom), 3) == quantile
    assert interval_factor(freedom + 1) == student_quantile(freedom)


def test_many_are_as_before() -> None:
    """From 1,000 on the normal quantile, as ever; just below the other one is a thousandth more."""
    assert interval_factor(MANY) == interval_factor(10_000) == Z
    assert 1 < interval_factor(MANY - 1) / Z < 1.0015
    assert mean(1000, 1500, 4000) == Estimate(1.5, 1.5 - (spread := Z * (1750 / 999 / 1000) ** 0.5), 1.5 + spread, 1000)


@pytest.mark.parametrize("count", [2, 3, 5, 10])
def test_an_interval_of_few_holds_the_truth_95_times_in_100(count: int) -> None:
    """4,000 samples of a bell curve: 95 per cent within four standard errors; of 2 the normal quantile holds 70."""
    rng, held = Random(count), 0
    for _ in range(4000):
        drawn = [round(rng.gauss(0, 10_000)) for _ in range(count)]
        found = mean(count, sum(drawn), sum(each * each for each in drawn))
        held += found.low < 0 < found.high
    assert abs(held / 4000 - 0.95) < 4 * (0.95 * 0.05 / 4000) ** 0.5


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (mean(1, 3, 9), "3.000"),
        (mean(0, 0, 0), "0.000"),
        (mean(2, 3, 5), "1.500 ±6.353"),
        (share(14, 14), "1.000 (0.785-1.000)"),
        (share(14, 0), "0.000 (0.000-0.215)"),
        (share(14, 7), "0.500 ±0.232"),
        (share(1000, 160), "0.160 (0.139-0.184)"),
        (share(100_000, 16_000), "0.160 ±0.002"),
    ],
)
def test_formatting_of_estimates(found: Estimate, text: str) -> None:
    assert found.format(3) == text


def test_a_single_tournament_has_no_interval() -> None:
    study = Study(field=Field.uniform(8, 1400, 2200), rounds=3, systems=("dutch", "burstein"))
    result = simulate(study, count=1, seed=1)
    for row in result.rows():
        assert (row.low, row.high, row.estimate.bounded) == (-inf, inf, False)
    apart = result.compare("tau", "burstein", "dutch")
    assert (apart.low, apart.high, apart.differs) == (-inf, inf, False)
