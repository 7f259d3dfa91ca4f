"""Random results: games end by the expectation of B.02, with a model for draws.

With E the expected score of White by the rating difference (B.02 8.1.2) and D the share of draws between equals,

    P(draw) = min(4 D E (1 - E), 2 E, 2 (1 - E)),    P(White wins) = E - P(draw) / 2,    P(Black wins) = the rest,

so the expected score is E exactly, whatever D is; draws become rarer as the difference grows. White has no advantage.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random

from rookery._record import record
from rookery.elo import expected_score
from rookery.model import Result
from rookery.simulation.result_models import WHOLE, thresholds_from_expectation

_UNUSUAL = (Result.WHITE_DRAWS_ALONE, Result.BLACK_DRAWS_ALONE, Result.BOTH_LOSE)
_FORFEITS = (Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT)
_UNRATED = {
    Result.WHITE_WINS: Result.UNRATED_WHITE_WINS,
    Result.DRAW: Result.UNRATED_DRAW,
    Result.BLACK_WINS: Result.UNRATED_BLACK_WINS,
}


@record
class Chances:
    """Shares between 0 and 1: draws between equals, and the unusual results among all games.

    >>> Chances(draws=0.5).thresholds(0), Chances(draws=0.5).thresholds(100)
    ((0.25, 0.75), (0.4096, 0.8704))
    """

    draws: float = 0.4
    forfeits: float = 0.0
    double_forfeits: float = 0.0
    unusual: float = 0.0
    unrated: float = 0.0

    def thresholds(self, difference: int) -> tuple[float, float]:
        """Return the two thresholds between 0 and 1 below which White wins and the game is drawn."""
        return _threshold_table(self.draws)[expected_score(difference)]

    def results(self, differences: Iterable[int], rng: Random) -> Iterator[Result]:
        """Yield a random result for each rating difference, from White's point of view."""
        table, random = _threshold_table(self.draws), rng.random
        white, draws, black = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
        ordinary = self.forfeits + self.double_forfeits + self.unusual + self.unrated
        for difference in differences:
            win, draw = table[expected_score(difference)]
            share, position = random(), random()
            result = white if position < win else draws if position < draw else black
            yield result if share >= ordinary else self._unusual_result(result, share)

    def _unusual_result(self, result: Result, share: float) -> Result:
        """Return the result of a game that ends in an unusual way."""
        if share < self.forfeits:
            return _FORFEITS[share < self.forfeits / 2]
        share -= self.forfeits
        if share < self.double_forfeits:
            return Result.DOUBLE_FORFEIT
        share -= self.double_forfeits
        return _UNUSUAL[min(2, int(3 * share / self.unusual))] if share < self.unusual else _UNRATED[result]


@lru_cache(64)
def _threshold_table(draws: float) -> tuple[tuple[float, float], ...]:
    """Return both thresholds for every expectation of 0 to 100 hundredths, by the outcome model "fide"."""
    marks_by_expectation = [
        thresholds_from_expectation(expected / 100, 4 * draws * expected / 100 * (1 - expected / 100))
        for expected in range(101)
    ]
    return tuple([(win / WHOLE, draw_end / WHOLE) for win, draw_end in marks_by_expectation])
