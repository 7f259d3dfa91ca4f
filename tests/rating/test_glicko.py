"""Glicko-2: the example of the paper, to its printed digits, and the behaviour a platform relies on."""

from __future__ import annotations

import pytest

from rookery.rating.glicko import _CENTRE, _SCALE, Glicko, period, updated

PLAYER = Glicko(1500, 200, 0.06)
RESULTS = [(Glicko(1400, 30), 1.0), (Glicko(1550, 100), 0.0), (Glicko(1700, 300), 0.0)]


def test_the_example_of_the_paper() -> None:
    """The paper prints mu' -0.2069 and phi' 0.8722 and goes on from these: 1464.06 and 151.52; sigma' is 0.05999."""
    after = updated(PLAYER, RESULTS, tau=0.5)
    mu, phi = round(after.mu, 4), round(after.phi, 4)
    assert (mu, phi) == (-0.2069, 0.8722)
    assert (f"{_SCALE * mu + _CENTRE:.2f}", f"{_SCALE * phi:.2f}") == ("1464.06", "151.52")
    assert str(after.volatility)[:7] == "0.05999"
    assert (after.rating, after.deviation) == (pytest.approx(1464.06, abs=0.01), pytest.approx(151.52, abs=0.005))


def test_the_scale_of_the_paper() -> None:
    assert [round(one.mu, 4) for one, _ in RESULTS] == [-0.5756, 0.2878, 1.1513]
    assert [round(one.phi, 4) for one, _ in RESULTS] == [0.1727, 0.5756, 1.7269]
    assert round(PLAYER.phi, 4) == 1.1513


def test_without_games_only_the_deviation_grows() -> None:
    after = updated(PLAYER, [])
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert 200 < after.deviation < 201


def test_a_period_counts_all_games_at_once() -> None:
    players = {"a": Glicko(), "b": Glicko(), "c": Glicko()}
    after = period(players, [("a", "b", 1), ("b", "c", 1), ("c", "a", 1)])
    assert {round(one.rating, 6) for one in after.values()} == {1500}
    assert all(one.deviation < 350 for one in after.values())


def test_a_surprise_raises_the_volatility() -> None:
    steady = updated(Glicko(1500, 50), [(Glicko(1500, 50), 0.5)] * 10)
    wild = updated(Glicko(1500, 50), [(Glicko(2300, 50), 1.0)] * 10)
    assert wild.volatility > steady.volatility
