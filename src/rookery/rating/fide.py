"""FIDE's rating rules (B.02) by list and day, and the rating of a whole period.

A new edition is a new value derived from the previous one; no code depends on the year.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache

from rookery._record import field, record, replace
from rookery.elo import DIFFERENCE_BY_PERCENT, expected_score, percentage, round_half_up
from rookery.errors import RuleError
from rookery.messages import msg, msg_plural
from rookery.model import PartialDate
from rookery.rating.elo_rules import DatedRules, EloRules, KStep, at_least, below
from rookery.rating.rating_rules import FirstRating, GameContext, NotRated, RatingRules
from rookery.rating.rows import ListGame, ListPlayer, PeriodResult, first_of_month_before

KINDS = ("standard", "rapid", "blitz")
"""The three rating lists; each has its own ratings, games and K."""


@record(kw_only=True)
class FideRules(EloRules):
    """FIDE's rating rules of one list from one day on.

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
        object.__setattr__(self, "k_steps", self._build_k_steps())

    def _build_k_steps(self) -> tuple[KStep, ...]:
        """Return the steps of K in the order of B.02 8.3.3: strong, junior, new, and all others."""
        return (
            KStep(self.k_strong, best=at_least(self.k_strong_from)),
            KStep(self.k_junior, best=below(self.k_junior_below), age=below(self.k_junior_age + 1)),
            KStep(self.k_new, games=below(self.k_new_games)),
            KStep(self.k_usual),
        )

    def expected(self, own: int, opponent: int) -> int:
        """Return the score, in hundredths, that a player is expected to make in one game (B.02 8.3.1)."""
        return expected_score(self.difference(own, opponent))

    def difference(self, own: int, opponent: int) -> int:
        """Return the difference that counts: at most 400, unless lifted for a player of 2650 or more (8.3.1).

        >>> rules_for().difference(2700, 2200), rules_for().difference(2200, 2700)
        (500, -400)
        """
        difference, limit = own - opponent, self.difference_limit
        lifted = self.limit_lifted_from is not None and own >= self.limit_lifted_from
        if lifted or -limit <= difference <= limit:
            return difference
        return limit if difference > 0 else -limit

    def is_limited(self, own: int, opponent: int) -> bool:
        """Return whether the difference of the two counts as 400 only (B.02 8.3.1)."""
        return self.difference(own, opponent) != own - opponent

    def effective_rating(self, own: int, opponent: int) -> int:
        """Return the opponent's rating, at most 400 away where the limit applies, as ratings.fide.com averages it."""
        return own - self.difference(own, opponent)

    def is_rated(self, rating: int, opponent: int) -> bool:
        """Return whether a game counts (7.3.1 of rapid and blitz).

        It does not if the players are 600 points or more apart and one of them is above 2600.
        """
        limit = self.uneven_difference
        return limit is None or abs(rating - opponent) < limit or max(rating, opponent) <= self.uneven_above

    def limited_k(self, k: int, games: int) -> int:
        """Return K such that K times the games of the period does not exceed 700 (B.02 8.3.3)."""
        return k if k * games <= self.k_games_limit else self.k_games_limit // games

    def publishable_rating(self, rating: int) -> int | None:
        """Return the rating, or None if it is below 1400 (B.02 7.2.1)."""
        return rating if rating >= self.lowest_rating else None

    def first_event_counts(self, half_points: int) -> bool:
        """Return False for a first event without half a point (B.02 8.2.1)."""
        return half_points > 0

    def pool_start(self, on: date) -> date:
        """Return the start of the 26 months whose results make a first rating (B.02 7.1.4)."""
        return first_of_month_before(on, self.initial_months)

    def first_rating_from_totals(self, games: int, total: int, half_points: int) -> FirstRating:
        """Return the first rating (B.02 8.2).

        It takes five games; two draws with 1800 are added; it is at most 2200 and published from 1400.
        """
        n = games + self.initial_draws
        total += self.initial_draws * self.initial_opponent
        percent = percentage(half_points + self.initial_draws, n)
        calculated = round_half_up(total + n * DIFFERENCE_BY_PERCENT[percent], n)
        rating = min(calculated, self.initial_highest)
        why: str = ""
        if games < self.initial_games:
            why = msg("%(games)s of the %(needed)s games needed", games=games, needed=self.initial_games)
        elif rating < self.lowest_rating:
            why = msg("%(rating)s is below %(least)s", rating=rating, least=self.lowest_rating)
        return FirstRating(
            games, half_points, round_half_up(total, n), percent, calculated, None if why else rating, why
        )

    def exclusion_reason(self, game: GameContext) -> NotRated | None:
        """Return why a game does not count.

        Reasons are its pace (1.1), an unrated player (8.3.1), the difference (7.3.1) or a match (6).
        """
        if game.pace is not None and not game.pace.allows(self.kind, max(game.white or 0, game.black or 0)):
            return NotRated.RATE_OF_PLAY
        reason = EloRules.exclusion_reason(self, game)
        if game.match and reason is NotRated.ONE_UNRATED:
            return NotRated.MATCH_UNRATED
        return reason or (NotRated.MATCH_DECIDED if game.decided else None)

    def assumptions(self, players: Sequence[ListPlayer]) -> tuple[str, ...]:
        """Return notes on K: assumed 30 games, and no junior without a year of birth (B.02 8.3.3)."""
        if not players:
            return ()
        notes = [msg("K is worked out from rating and age, as for a player with 30 games completed.")]
        if any(not player.born and player.rating < self.k_junior_below for player in players):
            notes.append(msg("Players without a year of birth are taken as adults."))
        return tuple(notes)

    def floor_notes(self, ratings: Sequence[int], after: Sequence[int]) -> tuple[str, ...]:
        """Return notes on ratings below 1400, before or after; such players are unrated on the list (B.02 7.2.1)."""
        notes, floor = [], self.lowest_rating
        low, fallen = (sum(rating < floor for rating in group) for group in (ratings, after))
        if low:
            notes.append(msg_plural(
                low,
                "%(num)s player has a rating below %(floor)s, which no list has (%(article)s); rated here as the file"
                " says.",
                "%(num)s players have ratings below %(floor)s, which no list has (%(article)s); rated here as the file"
                " says.",
                num=low, floor=floor, article="B.02 7.2.1",
            ))  # fmt: skip
        if fallen:
            notes.append(msg_plural(
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

_RULES_BY_KIND = {kind: DatedRules(tuple(edition for edition in RULES if edition.kind == kind)) for kind in KINDS}


def rules_of(kind: str = "standard") -> DatedRules[FideRules]:
    """Return the editions of one of FIDE's lists.

    Args:
        Kind: "standard", "rapid" or "blitz".

    Returns:
        The rules by the day from which they are in force.

    Raises:
        RuleError: FIDE has no list of this kind.
    """
    if kind not in KINDS:
        raise RuleError(f"{kind!r} is not a rating list: expected {', '.join(KINDS)}", article="B.02")
    return _RULES_BY_KIND[kind]


@lru_cache(maxsize=1024)
def rules_for(kind: str = "standard", on: date | PartialDate | None = None) -> FideRules:
    """Return the rules of a list for an event that starts on this day; without a day, the newest.

    >>> print(rules_for("standard", date(2025, 9, 30)), rules_for("rapid"), sep=", ")
    B.02 standard (2024-12), B.02 rapid (2025-10)
    >>> rules_for("standard", date(2024, 2, 29))
    Traceback (most recent call last):
    rookery.errors.UnsupportedError: rating rules before 2024-03-01 are not done here (asked for 2024-02-29)
    """
    return rules_of(kind).on(on)


@record
class RatedEvent:
    """Results of an unrated player in one event, against rated opponents only; `start` is its first day."""

    start: date
    opponents: tuple[int, ...]
    half_points: int


def first_rating_from_events(events: Iterable[RatedEvent], on: date, *, kind: str = "standard") -> FirstRating:
    """Return the first rating from events of at most 26 months (B.02 7.1.4).

    A first event without half a point is left out (8.2.1).

    Args:
        events: The rated events of the player, in any order.
        on: The day of the new list.
        Kind: "standard", "rapid" or "blitz".

    Returns:
        The first rating, or what it still needs.

    Raises:
        RuleError: FIDE has no list of this kind.

    >>> start = RatedEvent(date(2026, 1, 3), (1800,) * 5, 0)
    >>> first_rating_from_events([start, RatedEvent(date(2026, 2, 7), (1800,) * 5, 5)], date(2026, 3, 1)).rating
    1800
    """
    rules = rules_for(kind, on)
    event_list = sorted((event for event in events if event.opponents), key=lambda event: event.start)
    if event_list and not rules.first_event_counts(event_list[0].half_points):
        event_list = event_list[1:]
    earliest = rules.pool_start(on)
    valid_events = [event for event in event_list if event.start >= earliest]
    opponents = [rating for event in valid_events for rating in event.opponents]
    return rules.first_rating(opponents, sum(event.half_points for event in valid_events))


def rate_period(
    players: Iterable[ListPlayer],
    games: Iterable[ListGame],
    *,
    kind: str = "standard",
    on: date | None = None,
    rules: RatingRules | DatedRules[EloRules] | None = None,
) -> list[PeriodResult]:
    """Rate all players of a list, in its order (B.02 8.3.4: all tournaments together, rounded once).

    `on` is the day of the new list; it dates the rules of games without a start of their own, and ages. `kind` is one
    of FIDE's lists; `rules` are others in their place.

    Args:
        players: The rows of the list.
        games: The games of the period, one row from each player's side.
        Kind: "standard", "rapid" or "blitz".
        on: The day of the new list.
        rules: Other rules, in place of FIDE's.

    Returns:
        The result of each player, in the order of the list.

    Raises:
        RuleError: FIDE has no list of this kind, or a row contradicts the rules.

    >>> after = rate_period([ListPlayer(7, 2000, 20), ListPlayer(9, 1900, 40)], [ListGame(7, 9, 0), ListGame(9, 7, 1)])
    >>> [(row.id, row.games, row.change, row.points, row.new) for row in after]
    [(7, 2, -78, -16, 1984), (9, 2, 78, 31, 1931)]
    """
    return (rules or rules_of(kind)).rate(list(players), games, on)
