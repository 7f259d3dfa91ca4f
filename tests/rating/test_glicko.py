"""Glicko-2: the example of the paper, to its printed digits, and the behaviour a platform relies on."""

from __future__ import annotations

import math

import pytest

from rookery.rating.glicko import _CENTRE, _SCALE, Glicko, rate_period, update_rating

PLAYER = Glicko(1500, 200, 0.06)
RESULTS = [(Glicko(1400, 30), 1.0), (Glicko(1550, 100), 0.0), (Glicko(1700, 300), 0.0)]


def test_the_example_of_the_paper() -> None:
    """The paper prints mu' -0.2069 and phi' 0.8722 and goes on from these: 1464.06 and 151.52; sigma' is 0.05999."""
    after = update_rating(PLAYER, RESULTS, tau=0.5)
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
    after = update_rating(PLAYER, [])
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert 200 < after.deviation < 201


def test_a_period_counts_all_games_at_once() -> None:
    players = {"a": Glicko(), "b": Glicko(), "c": Glicko()}
    after = rate_period(players, [("a", "b", 1), ("b", "c", 1), ("c", "a", 1)])
    assert {round(one.rating, 6) for one in after.values()} == {1500}
    assert all(one.deviation < 350 for one in after.values())


@pytest.mark.parametrize("score", [0.0, 1.0])
@pytest.mark.parametrize("rating", [1500, 1900, 2300])
def test_the_volatility_solves_the_equation_of_the_paper(rating: int, score: float) -> None:
    """Step 5: the root of f, written out as the paper has it."""
    player, opponent, tau, games = Glicko(1500, 50), Glicko(rating, 50), 0.5, 10
    g = 1 / math.sqrt(1 + 3 * opponent.phi**2 / math.pi**2)
    expected = 1 / (1 + math.exp(-g * (player.mu - opponent.mu)))
    v = 1 / (games * g**2 * expected * (1 - expected))
    delta = v * games * g * (score - expected)
    x = math.log(update_rating(player, [(opponent, score)] * games, tau=tau).volatility ** 2)
    spread = player.phi**2 + v + math.exp(x)
    left = math.exp(x) * (delta**2 - spread) / (2 * spread**2)
    assert left == pytest.approx((x - math.log(player.volatility**2)) / tau**2, abs=1e-5)


def test_a_surprise_raises_the_volatility() -> None:
    steady = update_rating(Glicko(1500, 50), [(Glicko(1500, 50), 0.5)] * 10)
    wild = update_rating(Glicko(1500, 50), [(Glicko(2300, 50), 1.0)] * 10)
    assert wild.volatility > steady.volatility
