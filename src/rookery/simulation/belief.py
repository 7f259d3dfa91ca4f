"""What is believed of everybody's strength while a tournament is running: by the rating, and by the score so far."""

from __future__ import annotations

from collections.abc import Mapping
from math import log, sqrt
from statistics import NormalDist

from rookery.errors import RuleError
from rookery.model import Result, Tournament
from rookery.simulation.luck import Luck
from rookery.simulation.outcomes import OutcomeModel
from rookery.values import NamedTuple

_STEEP = log(10) / 400
"""How steep the logistic curve is between equals."""
_GRID = [NormalDist().inv_cdf((2 * at + 1) / 18) for at in range(9)]
"""Nine places on the bell curve that are as likely as each other."""


class Belief(NamedTuple):
    """A strength as far as it is known: the mean, and how wide the bell curve around it is."""

    mean: float
    width: float


def drawn(known: Mapping[int, tuple[float, float]], luck: Luck) -> dict[int, int]:
    """The strengths that everybody has in one future, by the mean and the width of what is believed."""
    some = list(known)
    return dict(zip(some, luck.all_around("strength", some, known.values()), strict=True))


def beliefs(tournament: Tournament, spread: int) -> dict[int, Belief]:
    """Everybody's strength: the rating with an error of so many points, moved and narrowed by the games so far.

    One step of Newton from the rating: a game tells most where its end was open. Without a spread a strength is the
    rating. Who has no rating is taken for as strong as the weakest who has one.
    """
    if spread < 0:
        raise RuleError(f"the spread of strengths is not negative: {spread}")
    ratings = _ratings(tournament)
    if not spread:
        return {one: Belief(rating, 0.0) for one, rating in ratings.items()}
    slope, known = dict.fromkeys(ratings, 0.0), dict.fromkeys(ratings, 1 / spread**2)
    for game in (game for round in tournament.rounds for game in round.games if game.result.played):
        worth = _WORTH.get(game.result)
        if worth is None:
            continue
        expected = 1 / (1 + 10 ** ((ratings[game.black] - ratings[game.white]) / 400))
        for one, more in ((game.white, worth - expected), (game.black, expected - worth)):
            slope[one] += _STEEP * more
            known[one] += _STEEP**2 * expected * (1 - expected)
    return {one: Belief(rating + slope[one] / known[one], sqrt(1 / known[one])) for one, rating in ratings.items()}


def _ratings(tournament: Tournament) -> dict[int, int]:
    rated = [one.rating for one in tournament.players if one.rating]
    if not rated:
        raise RuleError("nobody has a rating: how strong they are is not known")
    least = tournament.unrated or min(rated)
    return {one.id: one.rating or least for one in tournament.players}


_WORTH = {
    Result.WHITE_WINS: 1.0, Result.DRAW: 0.5, Result.BLACK_WINS: 0.0, Result.UNRATED_WHITE_WINS: 1.0,
    Result.UNRATED_DRAW: 0.5, Result.UNRATED_BLACK_WINS: 0.0,
}  # fmt: skip


def expected_chances(model: OutcomeModel, known: Mapping[int, Belief], white: int, black: int) -> tuple[int, int, int]:
    """The chances of one game when strengths are not known exactly, in millionths: the mean over their curves."""
    ends = {one: [round(known[one].mean + at * known[one].width) for at in _GRID] for one in (white, black)}
    found = [model.chances(one, other) for one in ends[white] for other in ends[black]]
    win, draw = (sum(each[at] for each in found) // len(found) for at in (0, 1))
    return win, draw, 1_000_000 - win - draw
