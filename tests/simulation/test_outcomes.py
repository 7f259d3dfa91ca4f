"""How games end: whole millionths that add up, the published shares of draws, and the generator's own table."""

from __future__ import annotations

from math import log10

import pytest

from rookery.checking.random_results import Chances
from rookery.elo import expectation
from rookery.errors import RuleError
from rookery.simulation.outcomes import MODELS, WHOLE, OutcomeModel, outcomes_named

STRENGTHS = range(400, 3400, 137)


@pytest.mark.parametrize("name", MODELS)
def test_chances_are_whole_millionths_that_add_up(name: str) -> None:
    for white in STRENGTHS:
        for black in STRENGTHS:
            win, draw, loss = MODELS[name].chances(white, black)
            assert win + draw + loss == WHOLE
            assert min(win, draw, loss) >= 0


@pytest.mark.parametrize("name", [name for name in MODELS if name != "coin"])
def test_who_is_stronger_scores_more(name: str) -> None:
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


def test_bayesian_elo_turns_back_into_its_numbers() -> None:
    win, _, loss = (one / WHOLE for one in MODELS["bayeselo"].chances(2000, 2000))
    odds = [400 * log10(one / (1 - one)) for one in (win, loss)]
    assert (odds[0] - odds[1]) / 2 == pytest.approx(32.8, abs=0.01)
    assert -(odds[0] + odds[1]) / 2 == pytest.approx(97.3, abs=0.01)


@pytest.mark.parametrize("draws", [0.0, 0.25, 0.4, 1.0])
def test_the_generator_and_the_simulation_have_one_table(draws: float) -> None:
    model, chances = outcomes_named(f"fide:{draws}"), Chances(draws=draws)
    for gap in range(-800, 801, 7):
        win, draw, _ = model.chances(2000 + gap, 2000)
        assert chances.played(gap) == (win / WHOLE, (win + draw) / WHOLE)
        expected = expectation(gap) / 100
        assert (2 * win + draw) / WHOLE / 2 == pytest.approx(expected, abs=2e-6)


def test_a_model_of_ones_own() -> None:
    own = OutcomeModel("mine", "share", (("deviation", 200.0), ("draws", 0.5)), "a guess")
    assert own.chances(2000, 2000) == (250_000, 500_000, 250_000)
    assert outcomes_named(own) is own


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("milwang", "there are no outcomes called 'milwang'"),
        ("milvang:0.3", "only fide and bbp take one"),
        ("fide:3", "between 0.0 and 1.0"),
        ("fide:x", "between 0.0 and 1.0"),
        (3, "outcomes are a name"),
    ],
)
def test_what_is_no_model(wish: str, text: str) -> None:
    with pytest.raises(RuleError, match=text):
        outcomes_named(wish)


def test_a_model_without_its_numbers() -> None:
    with pytest.raises(RuleError, match="need the number 'draws'"):
        OutcomeModel("mine", "table")
    with pytest.raises(RuleError, match="there is no form 'curve'"):
        OutcomeModel("mine", "curve")
