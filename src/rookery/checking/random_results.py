"""How invented games end: by the expectation of B.02, with a model for draws.

With E the expected score of White by the rating difference (B.02 8.1.2) and D the share of draws between equals,

    P(draw) = min(4 D E (1 - E), 2 E, 2 (1 - E)),    P(White wins) = E - P(draw) / 2,    P(Black wins) = the rest,

so the expected score is E exactly, whatever D is; draws become rarer as the difference grows. White has no advantage.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random

from rookery.elo import expectation
from rookery.model import Result
from rookery.simulation.outcomes import WHOLE, marks
from rookery.values import frozen

_UNUSUAL = (Result.WHITE_DRAWS_ALONE, Result.BLACK_DRAWS_ALONE, Result.BOTH_LOSE)
_FORFEITS = (Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT)
_UNRATED = {
    Result.WHITE_WINS: Result.UNRATED_WHITE_WINS,
    Result.DRAW: Result.UNRATED_DRAW,
    Result.BLACK_WINS: Result.UNRATED_BLACK_WINS,
}


@frozen
class Chances:
    """Shares between 0 and 1: draws between equals, and of all games those that end out of the ordinary.

    >>> Chances(draws=0.5).played(0), Chances(draws=0.5).played(100)
    ((0.25, 0.75), (0.4096, 0.8704))
    """

    draws: float = 0.4
    forfeits: float = 0.0
    double_forfeits: float = 0.0
    unusual: float = 0.0
    unrated: float = 0.0

    def played(self, difference: int) -> tuple[float, float]:
        """Up to where White wins, and from there up to where it is a draw, on the way from 0 to 1."""
        return _thresholds(self.draws)[expectation(difference)]

    def results(self, differences: Iterable[int], rng: Random) -> Iterator[Result]:
        """How games end between players whose ratings differ so much, seen from White."""
        table, random = _thresholds(self.draws), rng.random
        white, drawn, black = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
        ordinary = self.forfeits + self.double_forfeits + self.unusual + self.unrated
        for difference in differences:
            win, draw = table[expectation(difference)]
            at, where = random(), random()
            result = white if where < win else drawn if where < draw else black
            yield result if at >= ordinary else self._odd(result, at)

    def _odd(self, result: Result, at: float) -> Result:
        """What becomes of a game that is out of the ordinary."""
        if at < self.forfeits:
            return _FORFEITS[at < self.forfeits / 2]
        at -= self.forfeits
        if at < self.double_forfeits:
            return Result.DOUBLE_FORFEIT
        at -= self.double_forfeits
        return _UNUSUAL[min(2, int(3 * at / self.unusual))] if at < self.unusual else _UNRATED[result]


@lru_cache(64)
def _thresholds(draws: float) -> tuple[tuple[float, float], ...]:
    """Both thresholds for every expectation of 0, 1, ... 100 hundredths, by the outcomes called "fide"."""
    found = [marks(expected / 100, 4 * draws * expected / 100 * (1 - expected / 100)) for expected in range(101)]
    return tuple([(win / WHOLE, drawn / WHOLE) for win, drawn in found])
