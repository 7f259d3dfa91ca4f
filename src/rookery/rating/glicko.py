"""Glicko-2, for platforms; no FIDE rating is made with it (M. E. Glickman, "Example of the Glicko-2 system").

The paper's example; it goes on from the rounded -0.2069 to 1464.06, the numbers themselves give 1464.05:

>>> me, opponents = Glicko(1500, 200), [Glicko(1400, 30), Glicko(1550, 100), Glicko(1700, 300)]
>>> after = update_rating(me, list(zip(opponents, [1, 0, 0])))
>>> print(f"{after.mu:.4f} {after.phi:.4f}; {after}")
-0.2069 0.8722; 1464.05 ± 151.52 (0.06000)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import exp, log, pi, sqrt
from typing import TypeVar

from rookery._record import record
from rookery.rating.rating_rules import EventResult, EventRules
from rookery.rating.rows import ListPlayer

_SCALE = 173.7178
_CENTRE = 1500.0
_PRECISION = 1e-6

Key = TypeVar("Key", bound=Hashable)


@record
class Glicko:
    """A rating, its deviation and its volatility, on the scale of Elo."""

    rating: float = _CENTRE
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def mu(self) -> float:
        """The rating on the scale of the paper (step 2)."""
        return (self.rating - _CENTRE) / _SCALE

    @property
    def phi(self) -> float:
        """The deviation on the scale of the paper (step 2)."""
        return self.deviation / _SCALE

    def __str__(self) -> str:
        return f"{self.rating:.2f} ± {self.deviation:.2f} ({self.volatility:.5f})"


def update_rating(player: Glicko, results: Sequence[tuple[Glicko, float]], *, tau: float = 0.5) -> Glicko:
    """Return the player after one period; each opponent as before it, with the score (1, 0.5 or 0); steps 2 to 8.

    Without games only the deviation grows.
    """
    mu, phi = player.mu, player.phi
    if not results:
        return Glicko(player.rating, _SCALE * sqrt(phi**2 + player.volatility**2), player.volatility)
    information = gain = 0.0
    for opponent, score in results:
        weight = 1 / sqrt(1 + 3 * opponent.phi**2 / pi**2)
        expected = 1 / (1 + exp(-weight * (mu - opponent.mu)))
        information += weight**2 * expected * (1 - expected)
        gain += weight * (score - expected)
    variance = 1 / information
    volatility = _volatility(player.volatility, phi, variance, variance * gain, tau)
    deviation = 1 / sqrt(1 / (phi**2 + volatility**2) + information)
    return Glicko(_CENTRE + _SCALE * (mu + deviation**2 * gain), _SCALE * deviation, volatility)


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility: the root of the paper's f, by the Illinois method (step 5)."""
    start = log(sigma**2)

    def f(x: float) -> float:
        e = exp(x)
        spread = phi**2 + variance + e
        return e * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


def rate_period(
    players: Mapping[Key, Glicko], games: Iterable[tuple[Key, Key, float]], *, tau: float = 0.5
) -> dict[Key, Glicko]:
    """Return all players after one period; a game is (first, second, score of the first).

    >>> after = rate_period({"ann": Glicko(), "bob": Glicko()}, [("ann", "bob", 1)])
    >>> round(after["ann"].rating), round(after["bob"].rating)
    (1662, 1338)
    """
    results: dict[Key, list[tuple[Glicko, float]]] = defaultdict(list)
    for first, second, score in games:
        results[first].append((players[second], score))
        results[second].append((players[first], 1 - score))
    return {key: update_rating(player, results[key], tau=tau) for key, player in players.items()}


@record(kw_only=True)
class Glicko2Rules(EventRules):
    """Glicko-2; `deviations` are pairs of a player's number and deviation, all others have `deviation`."""

    name: str = "Glicko-2"
    note: str = (
        "Glicko-2: deviations that are not given are 350; deviations and volatilities after the event: rating.glicko."
    )
    deviation: float = 350.0
    volatility: float = 0.06
    tau: float = 0.5
    deviations: tuple[tuple[int, float], ...] = ()

    def glicko_player(self, player: int, rating: float) -> Glicko:
        """Return a player with the known or default deviation."""
        return Glicko(rating, dict(self.deviations).get(player, self.deviation), self.volatility)

    def expected_score(self, own: ListPlayer, result: EventResult) -> float:
        """Return the expected score, by the opponent's deviation (step 3)."""
        player, opponent = self.glicko_player(own.id, own.rating), self.glicko_player(result.opponent, result.rating)
        weight = 1 / sqrt(1 + 3 * opponent.phi**2 / pi**2)
        return 1 / (1 + exp(-weight * (player.mu - opponent.mu)))

    def rate_results(self, player: ListPlayer, results: Sequence[EventResult], age: int | None) -> float:
        """Return the rating after the event as one period."""
        games = [(self.glicko_player(result.opponent, result.rating), result.score) for result in results]
        return update_rating(self.glicko_player(player.id, player.rating), games, tau=self.tau).rating
