"""Glicko-2 on the same door as the systems of federations: ratings from an event, deviations as data of its own."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, pi, sqrt

from rookery.rating.event_rules import EventResult, EventRules
from rookery.rating.glicko import Glicko, updated
from rookery.rating.listed import Listed
from rookery.values import frozen


@frozen(kw_only=True)
class Glicko2Rules(EventRules):
    """Glicko-2; `deviations` are pairs of a player's number and deviation, everybody else has `deviation`."""

    name: str = "Glicko-2"
    note: str = (
        "Glicko-2: deviations that were not said are 350; deviations and volatilities after the event: rating.glicko."
    )
    deviation: float = 350.0
    volatility: float = 0.06
    tau: float = 0.5
    deviations: tuple[tuple[int, float], ...] = ()

    def of(self, player: int, rating: float) -> Glicko:
        """A player with the deviation that is known, or assumed."""
        return Glicko(rating, dict(self.deviations).get(player, self.deviation), self.volatility)

    def expected_score(self, own: Listed, result: EventResult) -> float:
        """The curve of the paper, by the opponent's deviation (step 3)."""
        one, other = self.of(own.id, own.rating), self.of(result.opponent, result.rating)
        weight = 1 / sqrt(1 + 3 * other.phi**2 / pi**2)
        return 1 / (1 + exp(-weight * (one.mu - other.mu)))

    def after(self, player: Listed, results: Sequence[EventResult], age: int | None) -> float:
        """The rating after the event as one period."""
        met = [(self.of(result.opponent, result.rating), result.score) for result in results]
        return updated(self.of(player.id, player.rating), met, tau=self.tau).rating
