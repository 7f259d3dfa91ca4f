"""The rules of B.02 by the day from which they apply: every number of the chapter that is not a table.

A new edition is a new value made from the one before; nothing here asks for the year.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from rookery.elo import DIFFERENCE_BY_PERCENT, expectation, half_up, percentage
from rookery.errors import RuleError
from rookery.model import Date
from rookery.rating.days import months_before
from rookery.rating.elo_rules import DatedRules, EloRules, KStep, at_least, below
from rookery.rating.listed import Listed
from rookery.rating.rating_rules import Circumstances, First, NotRated
from rookery.values import field, frozen, replace
from rookery.wording import counted, spoken

KINDS = ("standard", "rapid", "blitz")
"""The three rating lists; each has its own ratings, games and K."""


@frozen(kw_only=True)
class FideRules(EloRules):
    """The rating rules of one list from one day on.

    `limit_lifted_from`: from this rating on, the player's own differences are not limited. `uneven_difference` and
    `uneven_above`: a game with at least this difference, one of the players above this rating, is not rated.
    """

    name: str = "B.02"
    kind: str
    since: date
    difference_limit: int = 400
    limit_lifted_from: int | None = None
    uneven_difference: int | None = None
    uneven_above: int = 2600
    lowest_rating: int = 1400
    k_new: int = 40
    k_new_games: int = 30
    k_junior: int = 40
    k_junior_age: int = 18
    k_junior_below: int = 2300
    k_usual: int = 20
    k_strong: int = 10
    k_strong_from: int = 2400
    k_games_limit: int = 700
    initial_games: int = 5
    initial_draws: int = 2
    initial_opponent: int = 1800
    initial_highest: int = 2200
    initial_months: int = 26
    k_steps: tuple[KStep, ...] = field(init=False, repr=False, compare=False)
    edges: tuple[int, ...] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        uneven = None if self.uneven_difference is None else self.uneven_above + 1
        edges = sorted({edge for edge in (self.limit_lifted_from, uneven) if edge is not None})
        object.__setattr__(self, "edges", tuple(edges))
        object.__setattr__(self, "k_steps", self._k_steps())

    def _k_steps(self) -> tuple[KStep, ...]:
        """K in the order of B.02 8.3.3: strong, junior, new, and everybody else."""
        return (
            KStep(self.k_strong, best=at_least(self.k_strong_from)),
            KStep(self.k_junior, best=below(self.k_junior_below), age=below(self.k_junior_age + 1)),
            KStep(self.k_new, games=below(self.k_new_games)),
            KStep(self.k_usual),
        )

    def expected(self, own: int, opponent: int) -> int:
        """The score, in hundredths, that a player is expected to make in one game (B.02 8.3.1)."""
        return expectation(self.difference(own, opponent))

    def difference(self, own: int, opponent: int) -> int:
        """The difference that counts: at most 400, except for a player of 2650 or more where that is lifted (8.3.1).

        >>> rules_for().difference(2700, 2200), rules_for().difference(2200, 2700)
        (500, -400)
        """
        difference, limit = own - opponent, self.difference_limit
        lifted = self.limit_lifted_from is not None and own >= self.limit_lifted_from
        if lifted or -limit <= difference <= limit:
            return difference
        return limit if difference > 0 else -limit

    def limited(self, own: int, opponent: int) -> bool:
        """Whether the difference of the two counts as 400 only (B.02 8.3.1)."""
        return self.difference(own, opponent) != own - opponent

    def counted_as(self, own: int, opponent: int) -> int:
        """The opponent's rating, at most 400 away where no more counts, as ratings.fide.com shows and averages it."""
        return own - self.difference(own, opponent)

    def is_rated(self, one: int, other: int) -> bool:
        """Whether a game counts: not 600 points or more apart with one player above 2600 (rapid and blitz 7.3.1)."""
        apart = self.uneven_difference
        return apart is None or abs(one - other) < apart or max(one, other) <= self.uneven_above

    def too_uneven(self, one: int, other: int) -> bool:
        """Whether a game does not count for the difference between the players (rapid and blitz 7.3.1)."""
        return not self.is_rated(one, other)

    def limited_k(self, k: int, games: int) -> int:
        """K such that K times the games of the period does not exceed 700 (B.02 8.3.3)."""
        return k if k * games <= self.k_games_limit else self.k_games_limit // games

    def published(self, rating: int) -> int | None:
        """The rating, unless it is below 1400 (B.02 7.2.1)."""
        return rating if rating >= self.lowest_rating else None

    def first_event_counts(self, half_points: int) -> bool:
        """A first event without half a point is left out (B.02 8.2.1)."""
        return half_points > 0

    def pool_since(self, on: date) -> date:
        """Results of at most 26 months make a first rating (B.02 7.1.4)."""
        return months_before(on, self.initial_months)

    def first_from(self, games: int, total: int, half_points: int) -> First:
        """The first rating: five games, two draws with 1800 added, at most 2200, published from 1400 (B.02 8.2)."""
        n = games + self.initial_draws
        total += self.initial_draws * self.initial_opponent
        percent = percentage(half_points + self.initial_draws, n)
        calculated = half_up(total + n * DIFFERENCE_BY_PERCENT[percent], n)
        rating = min(calculated, self.initial_highest)
        why: str = ""
        if games < self.initial_games:
            why = spoken("%(games)s of the %(needed)s games needed", games=games, needed=self.initial_games)
        elif rating < self.lowest_rating:
            why = spoken("%(rating)s is below %(least)s", rating=rating, least=self.lowest_rating)
        return First(games, half_points, half_up(total, n), percent, calculated, None if why else rating, why)

    def verdict(self, game: Circumstances) -> NotRated | None:
        """Why a game does not count: its pace (1.1), an unrated player (8.3.1), the difference (7.3.1), a match (6)."""
        if game.pace is not None and not game.pace.allows(self.kind, max(game.white or 0, game.black or 0)):
            return NotRated.RATE_OF_PLAY
        reason = EloRules.verdict(self, game)
        if game.match and reason is NotRated.ONE_UNRATED:
            return NotRated.MATCH_UNRATED
        return reason or (NotRated.MATCH_DECIDED if game.decided else None)

    def assumed(self, players: Sequence[Listed]) -> tuple[str, ...]:
        """K is worked out as for a player with 30 games; who has no year of birth is no junior (B.02 8.3.3)."""
        if not players:
            return ()
        notes = [spoken("K is worked out from rating and age, as for a player with 30 games completed.")]
        if any(not player.born and player.rating < self.k_junior_below for player in players):
            notes.append(spoken("Players without a year of birth are taken as adults."))
        return tuple(notes)

    def about_the_floor(self, ratings: Sequence[int], after: Sequence[int]) -> tuple[str, ...]:
        """No rating below 1400 is published: who has one is unrated on the list, as who falls below it (B.02 7.2.1)."""
        notes, floor = [], self.lowest_rating
        low, fallen = (sum(rating < floor for rating in some) for some in (ratings, after))
        if low:
            notes.append(counted(
                low,
                "%(num)s player has a rating below %(floor)s, which no list has (%(article)s); rated here as the file"
                " says.",
                "%(num)s players have ratings below %(floor)s, which no list has (%(article)s); rated here as the file"
                " says.",
                num=low, floor=floor, article="B.02 7.2.1",
            ))  # fmt: skip
        if fallen:
            notes.append(counted(
                fallen,
                "%(num)s player below %(floor)s after this tournament alone: unrated on the next list (%(article)s).",
                "%(num)s players below %(floor)s after this tournament alone: unrated on the next list (%(article)s).",
                num=fallen, floor=floor, article="B.02 7.2.1",
            ))  # fmt: skip
        return tuple(notes)


_MARCH_2024 = FideRules(kind="standard", since=date(2024, 3, 1))
_FAST_MARCH_2024 = replace(_MARCH_2024, kind="rapid")
_FAST_DECEMBER_2024 = replace(_FAST_MARCH_2024, since=date(2024, 12, 1), uneven_difference=600)

RULES: tuple[FideRules, ...] = (
    _MARCH_2024,
    replace(_MARCH_2024, since=date(2024, 12, 1)),
    replace(_MARCH_2024, since=date(2025, 10, 1), limit_lifted_from=2650),
    *(
        replace(edition, kind=kind)
        for kind in ("rapid", "blitz")
        for edition in (
            _FAST_MARCH_2024,
            _FAST_DECEMBER_2024,
            replace(_FAST_DECEMBER_2024, since=date(2025, 10, 1)),
        )
    ),
)
"""Every edition, oldest first within its list."""

_LISTS = {kind: DatedRules(tuple(edition for edition in RULES if edition.kind == kind)) for kind in KINDS}


def rules_of(kind: str = "standard") -> DatedRules[FideRules]:
    """The editions of one of FIDE's lists."""
    if kind not in KINDS:
        raise RuleError(f"{kind!r} is not a rating list: expected {', '.join(KINDS)}", article="B.02")
    return _LISTS[kind]


@lru_cache(maxsize=1024)
def rules_for(kind: str = "standard", on: date | Date | None = None) -> FideRules:
    """The rules of a list for an event that starts on this day; without a day, the newest.

    >>> print(rules_for("standard", date(2025, 9, 30)), rules_for("rapid"), sep=", ")
    B.02 standard (2024-12), B.02 rapid (2025-10)
    >>> rules_for("standard", date(2024, 2, 29))
    Traceback (most recent call last):
    rookery.errors.Unsupported: rating rules before 2024-03-01 are not done here (asked for 2024-02-29)
    """
    return rules_of(kind).on(on)
