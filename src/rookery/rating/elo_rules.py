"""Rating systems that rate game by game: score less expectation, added up, times K, rounded once.

A system of this kind defines the expected score between two ratings, and K; the rest has defaults that can be
overridden. All methods take plain numbers: `rookery.arrays` calls them once for each distinct case.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Generic, NamedTuple, TypeVar

from rookery._record import record
from rookery.elo import percentage, round_half_away, round_half_up
from rookery.errors import RuleError, UnsupportedError
from rookery.messages import msg
from rookery.model import PartialDate
from rookery.rating.rating_rules import (
    FirstRating,
    GameCallback,
    GameContext,
    GameContribution,
    NotRated,
    RatingRules,
    age_on,
)
from rookery.rating.rows import (
    UNRATED_THEN,
    ListGame,
    ListPlayer,
    PeriodResult,
    PoolMonth,
    first_of_month_before,
    month_number,
)

UNBOUNDED = range(-(1 << 30), 1 << 30)
"""Every rating, number of games or age; an age that is not known is the last of them."""


def below(end: int) -> range:
    """Return the range of all integers below `end`.

    Args:
        end: The first integer that is not in the range.

    Returns:
        The range, for `KStep`.
    """
    return range(UNBOUNDED.start, end)


def at_least(start: int) -> range:
    """Return the range of all integers from `start` on.

    Args:
        start: The first integer of the range.

    Returns:
        The range, for `KStep`.
    """
    return range(start, UNBOUNDED.stop)


@record
class KStep:
    """A K factor with the ranges of highest rating, games completed and age for which it applies."""

    k: int
    best: range = UNBOUNDED
    games: range = UNBOUNDED
    age: range = UNBOUNDED


@record(kw_only=True)
class EloRules(RatingRules):
    """Rules that rate game by game.

    `k_steps` gives K by the first step that fits; a system whose K is a formula leaves it empty and replaces `k`.
    `edges` are the ratings at which the expectation, or whether a game is rated, begins to depend on more than the
    difference of two players (none: `()`); None says nothing, and arrays then ask for every two ratings that met.
    """

    k_steps: tuple[KStep, ...] = ()
    edges: tuple[int, ...] | None = None

    @abstractmethod
    def expected(self, own: int, opponent: int) -> int:
        """Return the score, in hundredths, that a player is expected to make in one game."""

    def change(self, own: int, opponent: int, half_points: int) -> int:
        """Return the score minus the expected score, in hundredths; times K it is the change of rating."""
        if half_points not in (0, 1, 2):
            raise RuleError(f"a game is worth 0, 1 or 2 half points, not {half_points}")
        return 50 * half_points - self.expected(own, opponent)

    def is_limited(self, own: int, opponent: int) -> bool:
        """Return whether the difference of the two ratings counts only in part."""
        return False

    def is_rated(self, rating: int, opponent: int) -> bool:
        """Return whether a game between two rated players counts by their ratings."""
        return True

    def k(self, rating: int, games: int, *, age: int | None = None, highest: int | None = None) -> int:
        """Return the K of a player; `age` is the year of the list less the year of birth."""
        best, years = max(rating, highest or 0), UNBOUNDED[-1] if age is None else age
        for step in self.k_steps:
            if best in step.best and years in step.age and games in step.games:
                return step.k
        raise UnsupportedError(f"{self} has no K for a player rated {rating}")

    def limited_k(self, k: int, games: int) -> int:
        """Return K for a player with `games` games in the period."""
        return k

    def points(self, change: int, k: int) -> int:
        """Return what a period adds to the rating: K times the sum of changes (hundredths), rounded once."""
        return round_half_away(change * k, 100)

    def publishable_rating(self, rating: int) -> int | None:
        """Return the rating as published, or None if it is too low to be published."""
        return rating

    def new_rating(self, base: int, changes: Iterable[int], k: int) -> int:
        """Return the rating after a period with these changes (hundredths); `k` is lowered when they are many."""
        change_list = list(changes)
        return base + self.points(sum(change_list), self.limited_k(k, len(change_list)))

    def first_event_counts(self, half_points: int) -> bool:
        """Return whether an unrated player's first event counts, with this score against rated opponents."""
        return True

    def pool_start(self, on: date) -> date | None:
        """Return the first day whose games count for a first rating on the list of `on`; None if all do."""
        return None

    def first_rating(self, opponents: Sequence[int], half_points: int) -> FirstRating:
        """Return the first rating from these rated opponents, with its parts."""
        if not 0 <= half_points <= 2 * len(opponents):
            raise RuleError(f"{len(opponents)} games cannot give {half_points} half points")
        return self.first_rating_from_totals(len(opponents), sum(opponents), half_points)

    def first_rating_from_totals(self, games: int, total: int, half_points: int) -> FirstRating:
        """Return the first rating from games, sum of opponents' ratings and score; the base class gives none."""
        mean, percent = (round_half_up(total, games), percentage(half_points, games)) if games else (0, 0)
        return FirstRating(
            games, half_points, mean, percent, 0, None, msg("%(name)s gives no first ratings", name=self.name)
        )

    # -- what follows from these ---------------------------------------------------------------------------------------

    def exclusion_reason(self, game: GameContext) -> NotRated | None:
        """Return why a game is not rated: a player is unrated, or `is_rated` is false; None if it counts."""
        if game.white is None or game.black is None:
            return RatingRules.exclusion_reason(self, game)
        return None if self.is_rated(game.white, game.black) else NotRated.TOO_UNEVEN

    def rate(
        self,
        players: Sequence[ListPlayer],
        games: Iterable[ListGame],
        on: date | None = None,
        on_game: GameCallback | None = None,
    ) -> list[PeriodResult]:
        """Rate all players; these rules apply to every game."""
        return _rate_players(players, games, on, _PeriodRules(self, lambda _: self), on_game)


Edition = TypeVar("Edition", bound=EloRules, covariant=True)


@record
class DatedRules(Generic[Edition]):
    """Editions of one list, oldest first; a tournament is rated by the rules in force on its first day."""

    editions: tuple[Edition, ...]

    def on(self, day: date | PartialDate | None) -> Edition:
        """Return the rules in force on a day; without a day, the newest."""
        if day is None:
            return self.editions[-1]
        start = day.first_day if isinstance(day, PartialDate) else day
        editions = [edition for edition in self.editions if edition.since is None or edition.since <= start]
        if not editions:
            since = self.editions[0].since
            raise UnsupportedError(msg("rating rules before %(since)s are not done here (asked for %(day)s)",
                                     since=str(since), day=str(day)))  # fmt: skip
        return editions[-1]

    def rate(
        self,
        players: Sequence[ListPlayer],
        games: Iterable[ListGame],
        on: date | None = None,
        on_game: GameCallback | None = None,
    ) -> list[PeriodResult]:
        """Rate all players: each game by the rules of its day, the list by those of its own day."""
        newest, rules_by_start = self.on(on), dict[int, EloRules]()

        def rules_on_day(start: int) -> EloRules:
            if start not in rules_by_start:
                rules_by_start[start] = self.on(date.fromordinal(start)) if start else newest
            return rules_by_start[start]

        return _rate_players(players, games, on, _PeriodRules(newest, rules_on_day), on_game)


# -- a period in plain Python ------------------------------------------------------------------------------------------


class _PlayerTotals:
    """Totals of one player in a period."""

    __slots__ = ("change", "events", "games")

    def __init__(self) -> None:
        self.games = self.change = 0
        self.events: dict[tuple[int, int], tuple[int, int, int]] = {}


class _PeriodRules(NamedTuple):
    """The rules of the new list, and a function that returns those of a game by its start."""

    list_rules: EloRules
    game_rules: Callable[[int], EloRules]


def _rate_players(
    players: Sequence[ListPlayer],
    games: Iterable[ListGame],
    on: date | None,
    rules: _PeriodRules,
    on_game: GameCallback | None,
) -> list[PeriodResult]:
    """Return the results of all players after the period."""
    ratings = {player.id: player.rating for player in players}
    if len(ratings) < len(players):
        raise RuleError(
            "a player stands twice on the list", participants=_duplicate_ids([player.id for player in players])
        )
    sums: dict[int, _PlayerTotals] = defaultdict(_PlayerTotals)
    for number, game in enumerate(games, 1):
        _validate_game(game, number, ratings)
        _add_game(game, number - 1, ratings, sums, rules.game_rules(game.start), on_game)
    empty = _PlayerTotals()
    return [_rate_player(player, sums.get(player.id, empty), rules.list_rules, on) for player in players]


def _duplicate_ids(ids: Sequence[int]) -> list[int]:
    return sorted(player_id for player_id, count in Counter(ids).items() if count > 1)


def _add_game(
    game: ListGame,
    place: int,
    ratings: dict[int, int],
    sums: dict[int, _PlayerTotals],
    rules: EloRules,
    on_game: GameCallback | None,
) -> None:
    """Add one game to the totals of both players, where it counts."""
    white, black, score, black_score, white_given, black_given, start, event = game
    white_own = white_seen = ratings[white]
    black_own = black_seen = ratings[black]
    if white_given or black_given:
        white_own, white_seen = _effective_ratings(white_given, white_own)
        black_own, black_seen = _effective_ratings(black_given, black_own)
    black_score = 2 - score if black_score < 0 else black_score
    for player_id, own, opponent, half_points in (
        (white, white_own, black_seen, score),
        (black, black_own, white_seen, black_score),
    ):
        if own and opponent and rules.is_rated(own, opponent):
            change = 50 * half_points - rules.expected(own, opponent)
            totals = sums[player_id]
            totals.games += 1
            totals.change += change
            if on_game:
                on_game(GameContribution(place, player_id, change, rules.is_limited(own, opponent)))
        elif opponent and not own:
            pooled_before = sums[player_id].events.get((start, event), (0, 0, 0))
            sums[player_id].events[start, event] = (
                pooled_before[0] + 1,
                pooled_before[1] + opponent,
                pooled_before[2] + half_points,
            )


def _effective_ratings(game_rating: int, list_rating: int) -> tuple[int, int]:
    """Return the rating that a player is rated with, and the one that the opponent met.

    A player without a rating on the list is unrated (B.02 7.2.1), also with one in the game: that of the first day of
    the event, which counts for the opponent (8.3.1).
    """
    own = game_rating if game_rating > 0 and list_rating else list_rating
    return own, 0 if game_rating == UNRATED_THEN else game_rating if game_rating > 0 else own


def _validate_game(game: ListGame, number: int, ratings: dict[int, int]) -> None:
    """Raise RuleError if the game is impossible."""
    white, black, half, black_half = game[:4]
    if white not in ratings or black not in ratings:
        unknown_id = black if white in ratings else white
        raise RuleError(f"game {number} names {unknown_id}, who is not on the list", participants=(unknown_id,))
    if white == black:
        raise RuleError(f"game {number}: a player cannot meet themselves", participants=(white,))
    if half not in (0, 1, 2) or black_half not in (-1, 0, 1, 2):
        raise RuleError(f"game {number}: a game is worth 0, 1 or 2 half points", participants=(white, black))


def _rate_player(player: ListPlayer, sums: _PlayerTotals, rules: EloRules, on: date | None) -> PeriodResult:
    if not player.rating:
        return _rate_unrated(player, sums, rules, on)
    if player.born and on is None and not player.k:
        raise RuleError("the day of the list is needed to know how old a player is", participants=(player.id,))
    k = player.k or rules.k(
        player.rating,
        player.games,
        age=age_on(player, first_of_month_before(on, 1) if on else None),
        highest=player.highest,
    )
    k = rules.limited_k(k, sums.games)
    points = rules.points(sums.change, k)
    new = (
        0 if player.lent and not sums.games else rules.publishable_rating((player.base or player.rating) + points) or 0
    )
    career = player.games + sums.games
    result = PeriodResult(player.id, player.rating, sums.games, sums.change, k, points, new, begun=1)
    if player.lent and not sums.games:
        result = _with_pool(result, _merge_pool(player, (), rules, on))._replace(begun=int(_has_started(player)))
    return _with_list_data(result, player, career, rules, on)


def _has_started(player: ListPlayer) -> bool:
    """Return whether an unrated player has completed a first event."""
    return bool(player.begun or player.pool_games or player.pool)


def _with_pool(result: PeriodResult, pool: tuple[PoolMonth, ...]) -> PeriodResult:
    """Return the result with the pool kept for a first rating."""
    games, total, half_points = _pool_totals(pool)
    return result._replace(pool_games=games, pool_sum=total, pool_half_points=half_points, pool=pool)


def _pool_totals(pool: tuple[PoolMonth, ...]) -> tuple[int, int, int]:
    """Return games, sum of ratings and half points of a pool."""
    return (
        sum(month.games for month in pool),
        sum(month.total for month in pool),
        sum(month.half_points for month in pool),
    )


def _with_list_data(
    result: PeriodResult, player: ListPlayer, career: int, rules: EloRules, on: date | None
) -> PeriodResult:
    """Return the result with K, games completed and highest rating for the next list."""
    highest = max(player.highest, 0 if player.lent else player.rating, result.new)
    has_k = on is not None and result.new
    k = rules.k(result.new, career, age=age_on(player, on), highest=highest) if has_k else 0
    return result._replace(career=career, highest=highest, next_k=k)


def _rate_unrated(player: ListPlayer, sums: _PlayerTotals, rules: EloRules, on: date | None) -> PeriodResult:
    """Return the result of an unrated player: the pool with this period's games, and a first rating if possible."""
    events = [(start, *sums.events[start, event]) for start, event in sorted(sums.events)]
    started = int(_has_started(player) or bool(events))
    if events and not _has_started(player):
        events = events if rules.first_event_counts(events[0][3]) else events[1:]
    pool = _merge_pool(player, events, rules, on)
    games, total, half_points = _pool_totals(pool)
    rating = rules.first_rating_from_totals(games, total, half_points).rating if games else None
    career = player.games if player.highest else player.completed  # and, when published, what is in the pool
    if rating:
        result = PeriodResult(player.id, 0, games, 0, 0, 0, rating, begun=started)
        return _with_list_data(result, player, career + games, rules, on)
    result = _with_pool(PeriodResult(player.id, 0, games, 0, 0, 0, 0, begun=started), pool)
    return _with_list_data(result, player, career, rules, on)


def _merge_pool(
    player: ListPlayer, events: Iterable[tuple[int, int, int, int]], rules: EloRules, on: date | None
) -> tuple[PoolMonth, ...]:
    """Return the pool by months without expired ones; events without a day belong to the month before the list."""
    undated = month_number(first_of_month_before(on, 1)) if on else 0
    months = {month_totals.month: month_totals for month_totals in player.pool}
    if player.pool_games and not months:
        months[undated] = PoolMonth(undated, player.pool_games, player.pool_sum, player.pool_half_points)
    for start, games, total, half in events:
        month = month_number(date.fromordinal(start)) if start else undated
        previous = months.get(month, PoolMonth(month, 0, 0, 0))
        months[month] = PoolMonth(month, previous.games + games, previous.total + total, previous.half_points + half)
    since = rules.pool_start(on) if on else None
    earliest = month_number(since) if since else 0
    return tuple(months[month] for month in sorted(months) if month >= earliest)
