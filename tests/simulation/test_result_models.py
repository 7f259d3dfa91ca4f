"""Result models: whole millionths that add up, the published shares of draws, and the table of the generator."""

from __future__ import annotations

from math import log10

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.elo import expected_score
from rookery.errors import RuleError
from rookery.simulation.result_models import MODELS, WHOLE, Chances, OutcomeModel, find_outcome_model

STRENGTHS = range(400, 3400, 137)


@pytest.mark.parametrize("name", MODELS)
def test_chances_are_whole_millionths_that_add_up(name: str) -> None:
    for white in STRENGTHS:
        for black in STRENGTHS:
            win, draw, loss = MODELS[name].chances(white, black)
            assert win + draw + loss == WHOLE
            assert min(win, draw, loss) >= 0


@pytest.mark.parametrize("name", [name for name in MODELS if name != "coin"])
def test_stronger_players_score_more(name: str) -> None:
    for mean in range(1200, 2800, 200):
        scores = []
        for gap in range(-600, 601, 100):
            win, draw, _ = MODELS[name].chances(mean + gap // 2, mean - gap // 2)
            scores.append(2 * win + draw)
        assert scores == sorted(scores)


@pytest.mark.parametrize(("name", "least", "most"), [("milvang", 56, 58), ("labelle", 56, 58), ("kryukov", 31, 34)])
def test_draws_between_equals_of_2700(name: str, least: float, most: float) -> None:
    """The shares that SIMULATION states of the published curves."""
    assert least <= MODELS[name].chances(2700, 2700)[1] / 10_000 <= most


def test_the_default_is_as_published() -> None:
    """Two logistic curves of scale 370, written out here once more."""
    for white, black in ((2000, 2000), (2450, 2200), (1500, 2100)):
        above = (white + black) / 2 - 2000
        win = 1 / (1 + 10 ** ((black - white + 96 + 0.0986 * above) / 370))
        loss = 1 / (1 + 10 ** ((white - black + 150 + 0.157 * above) / 370))
        assert MODELS["milvang"].chances(white, black) == (
            round(win * WHOLE), WHOLE - round(win * WHOLE) - round(loss * WHOLE), round(loss * WHOLE),
        )  # fmt: skip
    assert MODELS["milvang"].chances(600, 600)[1] == 0  # both curves together are more than 1 there


def test_ties_and_advantage_that_grow_are_as_published() -> None:
    """What the paper says of players of the mean strength and of stronger ones (two units: 1847): White's win-to-loss
    odds 1.20 and 1.244, hence 0.545 and 0.554 of decisive games; and 0.238 draws between equals of the mean."""
    for strength, odds, decisive in ((1500, 1.20, 0.545), (1847, 1.244, 0.554)):
        win, draw, loss = MODELS["davidson"].chances(strength, strength)
        assert win / loss == pytest.approx(odds, abs=0.005)
        assert win / (win + loss) == pytest.approx(decisive, abs=0.0006)
        if strength == 1500:
            assert draw / WHOLE == pytest.approx(0.238, abs=0.001)
    draws = [MODELS["davidson"].chances(one, one)[1] for one in range(1000, 2800, 200)]
    assert draws == sorted(draws)
    apart = [MODELS["davidson"].chances(1500 + gap, 1500 - gap)[:3:2] for gap in (0, 100)]
    assert (apart[1][0] / apart[1][1]) / (apart[0][0] / apart[0][1]) == pytest.approx(10 ** (200 / 400), rel=1e-4)


@pytest.mark.parametrize("gap", [0, 30, 75, 120, 199, 250])
def test_even_errors_by_counting_them(gap: int) -> None:
    """Every error of the one against every error of the other, point by point."""
    errors = [at + 0.5 for at in range(-100, 100)]
    better = sum((gap + error > other) + (gap + error == other) / 2 for error in errors for other in errors)
    win, draw, _ = MODELS["rankcraft"].chances(1800 + gap, 1800)
    assert draw == 0
    assert win / WHOLE == pytest.approx(better / len(errors) ** 2, abs=2e-5)


def test_bayesian_elo_turns_back_into_its_numbers() -> None:
    win, _, loss = (chance / WHOLE for chance in MODELS["bayeselo"].chances(2000, 2000))
    odds = [400 * log10(one / (1 - one)) for one in (win, loss)]
    assert (odds[0] - odds[1]) / 2 == pytest.approx(32.8, abs=0.01)
    assert -(odds[0] + odds[1]) / 2 == pytest.approx(97.3, abs=0.01)


@pytest.mark.parametrize("draws", [0.0, 0.25, 0.4, 1.0])
def test_the_generator_and_the_simulation_share_a_table(draws: float) -> None:
    model, chances = find_outcome_model(f"fide:{draws}"), Chances(draws=draws)
    for gap in range(-800, 801, 7):
        win, draw, _ = model.chances(2000 + gap, 2000)
        assert chances.thresholds(gap) == (win / WHOLE, (win + draw) / WHOLE)
        expected = expected_score(gap) / 100
        assert (2 * win + draw) / WHOLE / 2 == pytest.approx(expected, abs=2e-6)


def test_a_model_of_ones_own() -> None:
    own = OutcomeModel("mine", "share", (("deviation", 200.0), ("draws", 0.5)), "a guess")
    assert own.chances(2000, 2000) == (250_000, 500_000, 250_000)
    assert find_outcome_model(own) is own


@pytest.mark.parametrize("wish", ["milwang", "milvang:0.3", "fide:3", "fide:x", 3])
def test_what_is_no_model(wish: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        find_outcome_model(wish)
    assert str(caught.value) == snapshot


@pytest.mark.parametrize("form", ["table", "curve"])
def test_a_model_without_its_numbers(form: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        OutcomeModel("mine", form)
    assert str(caught.value) == snapshot
