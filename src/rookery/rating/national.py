"""Rating systems other than FIDE's, by their public texts; none is endorsed by its federation.

Each says in its `note` what is left out; where the texts and the published examples are from is in docs/ratings.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from math import erf, exp, sqrt
from types import MappingProxyType

from rookery._record import record
from rookery.elo import expected_score
from rookery.errors import RuleError
from rookery.rating.elo_rules import EloRules, KStep
from rookery.rating.glicko import Glicko2Rules
from rookery.rating.rating_rules import EventResult, EventRules, RatingRules, round_half_up
from rookery.rating.rows import ListPlayer

# -- Germany -----------------------------------------------------------------------------------------------------------


@record(kw_only=True)
class DwzRules(EventRules):
    """Deutsche Wertungszahl by the Wertungsordnung of the DSB, chapter 3 and annex 1.2.

    `index` is the number of times a player was rated, 6 for players who are not among `indices` (pairs of number and
    index).
    """

    name: str = "DWZ"
    note: str = (
        "DWZ: the index is taken as 6 or more; games against players without a DWZ are left out, first ratings too."
    )
    index: int = 6
    indices: tuple[tuple[int, int], ...] = ()

    def expected_score(self, own: ListPlayer, result: EventResult) -> float:
        """Return the expected score by the normal distribution with deviation 200 for each player (3.3.1)."""
        return (1 + erf((own.rating - result.rating) / 400)) / 2

    def rate_results(self, player: ListPlayer, results: Sequence[EventResult], age: int | None) -> float:
        """Return Rn = R0 + 800 (W - We) / (E + n) (3.5.2)."""
        score = sum(result.score for result in results)
        expected = sum(self.expected_score(player, result) for result in results)
        experience = dict(self.indices).get(player.id, self.index)
        weight = self.development_coefficient(player.rating, age, experience, score - expected)
        return player.rating + 800 * (score - expected) / (weight + len(results))

    def development_coefficient(self, rating: int, age: int | None, index: int, surplus: float) -> int:
        """Return the coefficient E (annex 1.2): the higher, the less an event counts. An unknown age is over 25.

        >>> rules = DwzRules()
        >>> rules.development_coefficient(1858, 40, 29, 0.737), rules.development_coefficient(1000, 15, 6, 0.76)
        (27, 5)
        """
        years = 26 if age is None else age
        base = (rating / 1000) ** 4 + (5 if years <= 20 else 10 if years <= 25 else 15)
        acceleration = min(1.0, max(0.5, rating / 2000)) if years <= 20 and surplus >= 0 else 1.0
        brake = exp((1300 - rating) / 150) - 1 if rating < 1300 and surplus < 0 else 0.0
        limit = 150 if brake else 5 * index if index <= 5 else 30
        return max(5, min(limit, round_half_up(base * acceleration + brake)))


# -- United States -----------------------------------------------------------------------------------------------------

SPECIAL_GAMES = 8
"""The greatest number of games for which the special formula is used."""


@record(kw_only=True)
class UscfRules(EventRules):
    """US Chess ratings as described by Glickman and Doan: effective games, special and standard formula, bonus.

    N* is 50 / sqrt(`base` + `slope` (`top` - R)^2) below `top_from`, else 50; a bonus begins at `bonus` sqrt(games).
    """

    name: str = "US Chess"
    note: str = (
        "US Chess: games against unrated players are left out, first ratings, floors, and the K of dual-rated events;"
        " every player is assumed to have played 30 games."
    )
    base: float = 0.662
    slope: float = 0.00000739
    top: int = 2569
    top_from: int = 2355
    bonus: float = 10.0

    def expected_score(self, own: ListPlayer, result: EventResult) -> float:
        """Return the expected score by the logistic curve."""
        return 1 / (1 + 10 ** ((result.rating - own.rating) / 400))

    def effective_games(self, player: ListPlayer) -> float:
        """Return the effective number of games: those played, but no more than N*.

        >>> round(USCF_2004.effective_games(ListPlayer(1, 1700, games=30)), 1)
        26.7
        """
        is_high = player.rating > self.top_from
        limit = 50.0 if is_high else 50 / sqrt(self.base + self.slope * (self.top - player.rating) ** 2)
        return min(float(player.games), limit)

    def rate_results(self, player: ListPlayer, results: Sequence[EventResult], age: int | None) -> float:
        """Return the rating by the special formula up to eight games, else by the standard one."""
        if player.games <= SPECIAL_GAMES:
            return self.special_rating(player, results)
        score = sum(result.score for result in results)
        expected = sum(self.expected_score(player, result) for result in results)
        change = self.k(self.effective_games(player), len(results)) * (score - expected)
        return player.rating + change + self._bonus(change, results)

    def k(self, effective: float, games: int) -> float:
        """Return K of a player with `effective` effective games in an event of `games` games.

        >>> [round(UscfRules().k(n, m), 2) for n, m in ((6, 4), (20, 6), (50, 10))]
        [80.0, 30.77, 13.33]
        """
        return 800 / (effective + games)

    def _bonus(self, change: float, results: Sequence[EventResult]) -> float:
        """Return the bonus for a surprising result: three games or more, no opponent met more than twice."""
        opponents = [result.opponent for result in results]
        if len(results) < 3 or any(opponents.count(opponent) > 2 for opponent in opponents):
            return 0.0
        return max(0.0, change - self.bonus * sqrt(max(len(results), 4)))

    def special_rating(self, player: ListPlayer, results: Sequence[EventResult]) -> float:
        """Return the rating at which the score is the expected one, on a straight line of 400 points each side."""
        prior = self.effective_games(player)
        score = sum(result.score for result in results) + prior / 2
        lines = [(result.rating, 1.0) for result in results] + [(float(player.rating), prior)]

        def excess(rating: float) -> float:
            return (
                sum(weight * min(1.0, max(0.0, 0.5 + (rating - rating_point) / 800)) for rating_point, weight in lines)
                - score
            )

        low = min(rating_point for rating_point, _ in lines) - 400
        high = max(rating_point for rating_point, _ in lines) + 400
        return _find_root(excess, low, high)

    def opponent_ratings(
        self, players: Sequence[ListPlayer], results: Mapping[int, Sequence[EventResult]]
    ) -> dict[int, float]:
        """Return the ratings after a first pass over the event, with which opponents count."""
        return {
            player.id: self.rate_results(player, results[player.id], None)
            if player.rating and results[player.id]
            else float(player.rating)
            for player in players
        }


def _find_root(function: Callable[[float], float], low: float, high: float) -> float:
    """Return the root of a non-decreasing function; the middle of an interval of roots."""
    return (_bisect(lambda x: function(x) < -1e-9, low, high) + _bisect(lambda x: function(x) <= 1e-9, low, high)) / 2


def _bisect(below: Callable[[float], bool], low: float, high: float) -> float:
    """Return the upper end of the interval on which the predicate holds."""
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return low


USCF_2004 = UscfRules(name="US Chess 2004", since=date(2004, 9, 22), base=1.0, slope=0.00001, top=2200, top_from=2200)
"""As described in September 2004."""
USCF = UscfRules(since=date(2025, 6, 1))
"""As described in September 2020, with the bonus from June 2025 on."""

# -- England -----------------------------------------------------------------------------------------------------------


@record(kw_only=True)
class EcfRules(EloRules):
    """ECF ratings of fully rated players: R1 = R0 + k (W - We), We by FIDE's table, k 20 and for juniors 40."""

    name: str = "ECF"
    k_steps: tuple[KStep, ...] = (KStep(20),)
    edges: tuple[int, ...] | None = ()

    def expected(self, own: int, opponent: int) -> int:
        """Return the expected score by FIDE's table, with the whole difference."""
        return expected_score(own - opponent)

    def assumptions(self, players: Sequence[ListPlayer]) -> tuple[str, ...]:
        """Return the disclaimer and the limitations."""
        return (
            "ECF by its public text; not endorsed by anybody.",
            "ECF: k is 20; a junior's 40 has to be said (--k). New and partially rated players are left out.",
        )


@record
class RatingSystem:
    """A named system.

    `federation` is the one whose national ratings it uses (none: FIDE's), `source` the origin of its text.
    """

    name: str
    rules: RatingRules
    federation: str
    source: str


_ALL = (
    RatingSystem("dwz", DwzRules(), "GER", "Wertungsordnung of the Deutscher Schachbund, 3.3, 3.5 and annex 1.2"),
    RatingSystem("uscf", USCF, "USA", "The US Chess Rating System, M. E. Glickman and T. Doan"),
    RatingSystem("ecf", EcfRules(), "ENG", "The calculation of ECF grades on a monthly basis, ECF"),
    RatingSystem("glicko-2", Glicko2Rules(), "", "Example of the Glicko-2 system, M. E. Glickman"),
)
SYSTEMS: Mapping[str, RatingSystem] = MappingProxyType({system.name: system for system in _ALL})
"""The systems other than FIDE's, by name; none is endorsed by its federation."""


def get_system(name: str) -> RatingSystem:
    """Return the system of this name.

    Args:
        name: The name of the system, in small or capital letters.

    Returns:
        The system, with its federation and rules.

    Raises:
        RuleError: No system has this name.

    >>> get_system("DWZ").federation
    'GER'
    """
    system = SYSTEMS.get(name.strip().lower())
    if system is None:
        raise RuleError(f"there is no rating system {name!r}: expected {', '.join(SYSTEMS)}")
    return system
