"""What is drawn of a random tournament when nobody says: how large it is, how strong, how often people stay away.

Everything is asked of the seed in the same order, whether its answer is wanted or not.
"""

from __future__ import annotations

from math import ceil, log2
from random import Random

from rookery.errors import RuleError
from rookery.formats.catalogue import DEFAULT
from rookery.formats.conduct import Draws, one_of, sometimes
from rookery.model import CLASSIC, THREE_ONE_NIL, Colour, PointSystem
from rookery.simulation.amounts import must_be_share
from rookery.values import frozen

LISTS = (
    ("BH/C1", "BH", "SB"), ("DE", "BH/C1", "BH"), ("DE", "WIN", "BH/C1", "BH"), ("BH/C1", "BH", "SB", "WON"),
    ("DE", "BWG", "BH/C1"), ("WIN", "BH/C1", "SB"),
)  # fmt: skip
"""Tie-breaks as tournaments announce them, after the points."""


@frozen
class Ratings:
    """How strong the players are: `given` one by one, else between `low` and `high`; around `mean` if that is given.

    `unrated` is the share of players whose rating nobody knows; they are as strong as the others below them would be.
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
        must_be_share("the share of unrated players", self.unrated)

    def strengths(self, count: int, rng: Random) -> list[int]:
        """So many ratings, highest first."""
        if self.given:
            return sorted(self.given, reverse=True)
        if self.mean is None:
            return sorted((rng.randint(self.low, self.high) for _ in range(count)), reverse=True)
        drawn = (round(rng.gauss(self.mean, self.deviation)) for _ in range(count))
        return sorted((min(max(one, self.low), self.high) for one in drawn), reverse=True)


def size_between(low: int, high: int, rng: Random) -> int:
    """How many, between these two, small fields more often."""
    return min(high, int(low * ((high + 1) / low) ** rng.random()))


def swiss_rounds(players: int, at: float) -> int:
    """From just enough rounds for one winner to some more; in a small field less than everybody against everybody."""
    least = max(1, ceil(log2(players)))
    most = min(least + 5, max(least, players - 2 - players % 2), max(1, players - 1))
    return min(least, most) + int(at * (most - min(least, most) + 1))


def _ratings(rng: Random) -> Ratings:
    low, width, normal = rng.randint(1000, 2000), rng.randint(100, 1200), rng.random()
    unrated = sometimes(rng, 0.2, 0.3)
    if normal < 0.5:
        return Ratings(low, low + width, unrated=unrated)
    return Ratings(1000, 2900, mean=low + width // 2, deviation=width // 4, unrated=unrated)


_SYSTEMS_OF_POINTS = (
    (0.86, CLASSIC),
    (0.90, THREE_ONE_NIL),
    (0.94, PointSystem(pab=5)),
    (0.96, PointSystem(pab=0)),
    (0.98, PointSystem(win=30, draw=20, loss=10)),
    (1.01, PointSystem(win=30, draw=10, pab=10)),
)


def _points(rng: Random) -> PointSystem:
    at = rng.random()
    return next(system for end, system in _SYSTEMS_OF_POINTS if at < end)


# Each is asked once for every tournament, in this order, whether its answer is wanted or not.
DRAWS: Draws = {
    "players": lambda rng: size_between(6, 199, rng),
    "system": lambda rng: DEFAULT.name,
    "ratings": _ratings,
    "draws": lambda rng: round(rng.uniform(0.1, 0.6), 2),
    "forfeits": lambda rng: sometimes(rng, 0.7, 0.08),
    "double_forfeits": lambda rng: sometimes(rng, 0.2, 0.02),
    "unusual": lambda rng: sometimes(rng, 0.1, 0.02),
    "unrated": lambda rng: sometimes(rng, 0.1, 0.02),
    "half_byes": lambda rng: sometimes(rng, 0.6, 0.06),
    "full_byes": lambda rng: sometimes(rng, 0.15, 0.02),
    "zero_byes": lambda rng: sometimes(rng, 0.5, 0.05),
    "withdrawals": lambda rng: sometimes(rng, 0.5, 0.15),
    "late_entries": lambda rng: sometimes(rng, 0.4, 0.1),
    "forbidden": lambda rng: rng.randint(1, 4) if rng.random() < 0.2 else 0,
    "acceleration": lambda rng: "baku" if rng.random() < 0.1 else "none",
    "points": _points,
    "tiebreaks": one_of(*LISTS),
    "initial_colour": lambda rng: Colour.WHITE if rng.random() < 0.5 else Colour.BLACK,
}
