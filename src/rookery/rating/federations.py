"""Rating systems of federations, by their public texts: DWZ (Germany), USCF, ECF; none is endorsed by its federation.

Each says in its `note` what is left out; where the texts and the published examples are from is in docs/ratings.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from math import erf, exp, sqrt

from rookery.elo import expectation
from rookery.rating.elo_rules import EloRules, KStep
from rookery.rating.event_rules import EventResult, EventRules, nearest
from rookery.rating.listed import Listed
from rookery.values import frozen

# -- Germany -----------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class DwzRules(EventRules):
    """Deutsche Wertungszahl by the Wertungsordnung of the DSB, chapter 3 and annex 1.2.

    `index` is how often a player was rated, 6 for whoever is not among `indices` (pairs of number and index).
    """

    name: str = "DWZ"
    note: str = (
        "DWZ: the index is taken as 6 or more; games against players without a DWZ are left out, first ratings too."
    )
    index: int = 6
    indices: tuple[tuple[int, int], ...] = ()

    def expected_score(self, own: Listed, result: EventResult) -> float:
        """The normal distribution with a deviation of 200 for each of the two (3.3.1)."""
        return (1 + erf((own.rating - result.rating) / 400)) / 2

    def after(self, player: Listed, results: Sequence[EventResult], age: int | None) -> float:
        """Rn = R0 + 800 (W - We) / (E + n) (3.5.2)."""
        scored = sum(result.score for result in results)
        expected = sum(self.expected_score(player, result) for result in results)
        index = dict(self.indices).get(player.id, self.index)
        weight = self.development(player.rating, age, index, scored - expected)
        return player.rating + 800 * (scored - expected) / (weight + len(results))

    def development(self, rating: int, age: int | None, index: int, surplus: float) -> int:
        """The coefficient E (annex 1.2): the higher, the less an event counts. An age not known is over 25.

        >>> DwzRules().development(1858, 40, 29, 0.737), DwzRules().development(1000, 15, 6, 0.76)
        (27, 5)
        """
        years = 26 if age is None else age
        base = (rating / 1000) ** 4 + (5 if years <= 20 else 10 if years <= 25 else 15)
        faster = min(1.0, max(0.5, rating / 2000)) if years <= 20 and surplus >= 0 else 1.0
        brake = exp((1300 - rating) / 150) - 1 if rating < 1300 and surplus < 0 else 0.0
        most = 150 if brake else 5 * index if index <= 5 else 30
        return max(5, min(most, nearest(base * faster + brake)))


# -- United States -----------------------------------------------------------------------------------------------------

SPECIAL_GAMES = 8
"""Up to so many games the special formula is used."""


@frozen(kw_only=True)
class UscfRules(EventRules):
    """US Chess ratings by Glickman's and Doan's description: effective games, special and standard formula, bonus.

    N* is 50 / sqrt(`base` + `slope` (`top` - R)^2) below `top_from`, else 50; a bonus begins at `bonus` sqrt(games).
    """

    name: str = "US Chess"
    note: str = (
        "US Chess: games against unrated players are left out, first ratings, floors, and the K of dual-rated events;"
        " 30 games are taken to be behind everybody."
    )
    base: float = 0.662
    slope: float = 0.00000739
    top: int = 2569
    top_from: int = 2355
    bonus: float = 10.0

    def expected_score(self, own: Listed, result: EventResult) -> float:
        """The logistic curve."""
        return 1 / (1 + 10 ** ((result.rating - own.rating) / 400))

    def effective(self, player: Listed) -> float:
        """The effective number of games: those played, but no more than N*.

        >>> round(USCF_2004.effective(Listed(1, 1700, games=30)), 1)
        26.7
        """
        high = player.rating > self.top_from
        most = 50.0 if high else 50 / sqrt(self.base + self.slope * (self.top - player.rating) ** 2)
        return min(float(player.games), most)

    def after(self, player: Listed, results: Sequence[EventResult], age: int | None) -> float:
        """The special formula up to eight games, else the standard one."""
        if player.games <= SPECIAL_GAMES:
            return self.special(player, results)
        scored = sum(result.score for result in results)
        expected = sum(self.expected_score(player, result) for result in results)
        change = self.k(self.effective(player), len(results)) * (scored - expected)
        return player.rating + change + self._bonus(change, results)

    def k(self, effective: float, games: int) -> float:
        """K of a player with so many effective games in an event of so many.

        >>> [round(UscfRules().k(n, m), 2) for n, m in ((6, 4), (20, 6), (50, 10))]
        [80.0, 30.77, 13.33]
        """
        return 800 / (effective + games)

    def _bonus(self, change: float, results: Sequence[EventResult]) -> float:
        """What a surprising result adds: in three games or more, nobody met more than twice."""
        opponents = [result.opponent for result in results]
        if len(results) < 3 or any(opponents.count(one) > 2 for one in opponents):
            return 0.0
        return max(0.0, change - self.bonus * sqrt(max(len(results), 4)))

    def special(self, player: Listed, results: Sequence[EventResult]) -> float:
        """The rating at which the score is what is expected on a straight line of 400 points to each side."""
        prior = self.effective(player)
        scored = sum(result.score for result in results) + prior / 2
        lines = [(result.rating, 1.0) for result in results] + [(float(player.rating), prior)]

        def excess(rating: float) -> float:
            return sum(weight * min(1.0, max(0.0, 0.5 + (rating - one) / 800)) for one, weight in lines) - scored

        low, high = min(one for one, _ in lines) - 400, max(one for one, _ in lines) + 400
        return _root(excess, low, high)

    def seen(self, players: Sequence[Listed], results: Mapping[int, Sequence[EventResult]]) -> dict[int, float]:
        """Opponents count with their ratings after a first pass over the event."""
        return {
            one.id: self.after(one, results[one.id], None) if one.rating and results[one.id] else float(one.rating)
            for one in players
        }


def _root(of: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that never falls is 0; the middle, where it is so on a stretch."""
    return (_edge(lambda x: of(x) < -1e-9, low, high) + _edge(lambda x: of(x) <= 1e-9, low, high)) / 2


def _edge(below: Callable[[float], bool], low: float, high: float) -> float:
    """Up to where it is so, by halving."""
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return low


USCF_2004 = UscfRules(name="US Chess 2004", since=date(2004, 9, 22), base=1.0, slope=0.00001, top=2200, top_from=2200)
"""As described in September 2004."""
USCF = UscfRules(since=date(2025, 6, 1))
"""As described in September 2020, with the bonus from June 2025 on."""

# -- England -----------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class EcfRules(EloRules):
    """ECF ratings of fully rated players: R1 = R0 + k (W - We), We by FIDE's table, k 20 and for juniors 40."""

    name: str = "ECF"
    k_steps: tuple[KStep, ...] = (KStep(20),)
    edges: tuple[int, ...] | None = ()

    def expected(self, own: int, opponent: int) -> int:
        """FIDE's table, the whole difference."""
        return expectation(own - opponent)

    def assumed(self, players: Sequence[Listed]) -> tuple[str, ...]:
        """That nobody endorses this, and what is left out."""
        return (
            "ECF by its public text; not endorsed by anybody.",
            "ECF: k is 20; a junior's 40 has to be said (--k). New and partially rated players are left out.",
        )
