"""Distributions of the settings of a random tournament that are not given.

All values are drawn in the same order even if they are not used, so that a given setting changes no other.
"""

from __future__ import annotations

from math import ceil, log2
from random import Random

from rookery._record import record
from rookery.errors import RuleError
from rookery.formats.handlers import SettingDraws
from rookery.formats.random_settings import draw_from, draw_share
from rookery.formats.resolve import DEFAULT
from rookery.model import CLASSIC, THREE_ONE_NIL, Colour, PointSystem
from rookery.simulation.amounts import check_share

TIEBREAK_LISTS = (
    ("BH/C1", "BH", "SB"), ("DE", "BH/C1", "BH"), ("DE", "WIN", "BH/C1", "BH"), ("BH/C1", "BH", "SB", "WON"),
    ("DE", "BWG", "BH/C1"), ("WIN", "BH/C1", "SB"),
)  # fmt: skip
"""Common lists of tie-breaks after the points."""


@record
class Ratings:
    """Ratings of the players: listed as `values`, else between `low` and `high`, around `mean` if given.

    `unrated` is the share of players without a rating; they are the weakest of the field.
    """

    low: int = 1400
    high: int = 2500
    mean: int | None = None
    deviation: int = 200
    given: tuple[int, ...] = ()
    unrated: float = 0.0

    def __post_init__(self) -> None:
        if not 1 <= self.low <= self.high < 4000:
            raise RuleError(f"ratings lie between 1 and 3999, the lower first: not {self.low}-{self.high}")
        if self.deviation < 0:
            raise RuleError(f"a deviation is not negative: {self.deviation}")
        check_share("the share of unrated players", self.unrated)

    def strengths(self, count: int, rng: Random) -> list[int]:
        """Draw a number of ratings, highest first."""
        if self.given:
            return sorted(self.given, reverse=True)
        if self.mean is None:
            return sorted((rng.randint(self.low, self.high) for _ in range(count)), reverse=True)
        ratings = (round(rng.gauss(self.mean, self.deviation)) for _ in range(count))
        return sorted((min(max(rating, self.low), self.high) for rating in ratings), reverse=True)


def draw_size(low: int, high: int, rng: Random) -> int:
    """Draw a number of players between two limits, small fields more often."""
    return min(high, int(low * ((high + 1) / low) ** rng.random()))


def swiss_rounds(players: int, fraction: float) -> int:
    """Return a number of rounds between the minimum for one winner and a few more; fewer than a round robin."""
    smallest = max(1, ceil(log2(players)))
    largest = min(smallest + 5, max(smallest, players - 2 - players % 2), max(1, players - 1))
    return min(smallest, largest) + int(fraction * (largest - min(smallest, largest) + 1))


def _draw_ratings(rng: Random) -> Ratings:
    low, width, distribution = rng.randint(1000, 2000), rng.randint(100, 1200), rng.random()
    unrated = draw_share(rng, 0.2, 0.3)
    if distribution < 0.5:
        return Ratings(low, low + width, unrated=unrated)
    return Ratings(1000, 2900, mean=low + width // 2, deviation=width // 4, unrated=unrated)


_POINT_SYSTEM_SHARES = (
    (0.86, CLASSIC),
    (0.90, THREE_ONE_NIL),
    (0.94, PointSystem(pab=5)),
    (0.96, PointSystem(pab=0)),
    (0.98, PointSystem(win=30, draw=20, loss=10)),
    (1.01, PointSystem(win=30, draw=10, pab=10)),
)


def _draw_points(rng: Random) -> PointSystem:
    share = rng.random()
    return next(system for end, system in _POINT_SYSTEM_SHARES if share < end)


# Each is called once per tournament, in this order, whether or not its value is used.
DEFAULT_DRAWS: SettingDraws = {
    "players": lambda rng: draw_size(6, 199, rng),
    "system": lambda rng: DEFAULT.name,
    "ratings": _draw_ratings,
    "draws": lambda rng: round(rng.uniform(0.1, 0.6), 2),
    "forfeits": lambda rng: draw_share(rng, 0.7, 0.08),
    "double_forfeits": lambda rng: draw_share(rng, 0.2, 0.02),
    "unusual": lambda rng: draw_share(rng, 0.1, 0.02),
    "unrated": lambda rng: draw_share(rng, 0.1, 0.02),
    "half_byes": lambda rng: draw_share(rng, 0.6, 0.06),
    "full_byes": lambda rng: draw_share(rng, 0.15, 0.02),
    "zero_byes": lambda rng: draw_share(rng, 0.5, 0.05),
    "withdrawals": lambda rng: draw_share(rng, 0.5, 0.15),
    "late_entries": lambda rng: draw_share(rng, 0.4, 0.1),
    "forbidden": lambda rng: rng.randint(1, 4) if rng.random() < 0.2 else 0,
    "acceleration": lambda rng: "baku" if rng.random() < 0.1 else "none",
    "points": _draw_points,
    "tiebreaks": draw_from(*TIEBREAK_LISTS),
    "initial_colour": lambda rng: Colour.WHITE if rng.random() < 0.5 else Colour.BLACK,
}
