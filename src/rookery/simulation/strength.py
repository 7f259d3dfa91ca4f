"""Estimated playing strengths during a tournament, from the rating and the results so far."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import log, sqrt
from statistics import NormalDist
from typing import NamedTuple

from rookery.errors import RuleError
from rookery.model import Result, Tournament
from rookery.simulation.result_models import OutcomeModel
from rookery.simulation.rng import Luck

_STEEP = log(10) / 400
"""The slope of the logistic curve between equal players."""
_GRID = [NormalDist().inv_cdf((2 * index + 1) / 18) for index in range(9)]
"""Nine equally likely quantiles of the normal distribution."""


class Belief(NamedTuple):
    """The estimate of a strength: the mean and the standard deviation of a normal distribution."""

    mean: float
    width: float


def draw_strengths(estimates: Mapping[int, tuple[float, float]], luck: Luck) -> dict[int, int]:
    """Return a strength for each player in one simulated future, drawn from the estimates (mean, width)."""
    player_ids = list(estimates)
    return dict(zip(player_ids, luck.all_around("strength", player_ids, estimates.values()), strict=True))


def estimate_strengths(tournament: Tournament, spread: int) -> dict[int, Belief]:
    """Return the estimated strength of each player: the rating with an error of `spread`, updated by the games so
    far.

    The estimate is one Newton step from the rating: games with an uncertain outcome have the greatest weight. Without a
    spread, strengths equal ratings. An unrated player counts as strong as the weakest rated one.
    """
    if spread < 0:
        raise RuleError(f"the spread of strengths is not negative: {spread}")
    ratings = _ratings(tournament)
    if not spread:
        return {player_id: Belief(rating, 0.0) for player_id, rating in ratings.items()}
    slope, information = dict.fromkeys(ratings, 0.0), dict.fromkeys(ratings, 1 / spread**2)
    for game in (game for round in tournament.rounds for game in round.games if game.result.played):
        worth = _WORTH.get(game.result)
        if worth is None:
            continue
        expected = 1 / (1 + 10 ** ((ratings[game.black] - ratings[game.white]) / 400))
        for player_id, surplus in ((game.white, worth - expected), (game.black, expected - worth)):
            slope[player_id] += _STEEP * surplus
            information[player_id] += _STEEP**2 * expected * (1 - expected)
    return {
        player_id: Belief(rating + slope[player_id] / information[player_id], sqrt(1 / information[player_id]))
        for player_id, rating in ratings.items()
    }


def _ratings(tournament: Tournament) -> dict[int, int]:
    """Return the rating of each player; an unrated player has that of the weakest."""
    ratings = [player.rating for player in tournament.players if player.rating]
    if not ratings:
        raise RuleError("nobody has a rating: how strong they are is not known")
    least = tournament.unrated or min(ratings)
    return {player.number: player.rating or least for player in tournament.players}


_WORTH = {
    Result.WHITE_WINS: 1.0, Result.DRAW: 0.5, Result.BLACK_WINS: 0.0, Result.UNRATED_WHITE_WINS: 1.0,
    Result.UNRATED_DRAW: 0.5, Result.UNRATED_BLACK_WINS: 0.0,
}  # fmt: skip


def expected_chances(
    model: OutcomeModel, estimates: Mapping[int, Belief], white: int, black: int
) -> tuple[int, int, int]:
    """Return the chances of a game in millionths, averaged over the uncertain strengths of both players."""
    strengths = [
        [round(estimates[player_id].mean + z * estimates[player_id].width) for z in _GRID]
        for player_id in (white, black)
    ]
    chances = [model.chances(*pair) for pair in product(*strengths)]
    win, draw = (sum(outcome[index] for outcome in chances) // len(chances) for index in (0, 1))
    return win, draw, 1_000_000 - win - draw
