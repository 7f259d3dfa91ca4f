"""Invented results: the expected score is the one of B.02, and the odd ones come as often as asked for."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rookery.elo import expected_score
from rookery.model import Result
from rookery.simulation.result_models import Chances


@pytest.mark.parametrize("draws", [0.0, 0.3, 0.6, 1.0])
def test_the_expected_score_is_exact(draws: float) -> None:
    for difference in range(-800, 801, 7):
        win, draw = Chances(draws).thresholds(difference)
        assert 0 <= win <= draw <= 1
        assert round(100 * (win + (draw - win) / 2), 3) == expected_score(difference)


def test_draws_between_equals_and_others() -> None:
    def share(difference: int) -> float:
        win, draw = Chances(0.5).thresholds(difference)
        return draw - win

    assert share(0) == 0.5
    assert share(0) > share(200) > share(400) > share(735) >= share(800) == 0


def test_irregular_results_are_as_frequent_as_requested() -> None:
    chances, rng = Chances(0.4, 0.1, 0.05, 0.06, 0.1), Random(1)
    seen = Counter(chances.results([50] * 20000, rng))
    shares = {
        "forfeits": (0.1, [Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT]),
        "double": (0.05, [Result.DOUBLE_FORFEIT]),
        "unusual": (0.06, [Result.WHITE_DRAWS_ALONE, Result.BLACK_DRAWS_ALONE, Result.BOTH_LOSE]),
        "unrated": (0.1, [Result.UNRATED_WHITE_WINS, Result.UNRATED_DRAW, Result.UNRATED_BLACK_WINS]),
    }
    for name, (share, results) in shares.items():
        assert sum(seen[result] for result in results) / 20000 == pytest.approx(share, abs=0.01), name
        assert all(seen[result] for result in results), name


def test_results_over_many_games_follow_the_table() -> None:
    rng, score = Random(2), {Result.WHITE_WINS: 1.0, Result.DRAW: 0.5, Result.BLACK_WINS: 0.0}
    for difference in (-300, 0, 150):
        mean = sum(score[result] for result in Chances().results([difference] * 20000, rng)) / 20000
        assert mean == pytest.approx(expected_score(difference) / 100, abs=0.015)
