"""Systems that rate game by game: score less expectation, added up, times K, rounded once.

A system of this kind says what is expected between two ratings, and what its K is; the rest has an answer that can be
replaced. Every question is asked with plain numbers: `rookery.arrays` asks the same ones, once for each distinct case.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date

from rookery.elo import half_away, half_up, percentage
from rookery.errors import RuleError, Unsupported
from rookery.model import Date
from rookery.rating.days import first_day, month_number, months_before
from rookery.rating.listed import UNRATED_THEN, Listed, Played, PoolMonth, Rated
from rookery.rating.rating_rules import Circumstances, First, GameTold, NotRated, RatingRules, Told
from rookery.typed import Generic, TypeVar
from rookery.values import NamedTuple, frozen
from rookery.wording import spoken

ANY = range(-(1 << 30), 1 << 30)
"""Every rating, number of games or age; an age that is not known is the last of them."""


def below(end: int) -> range:
    """Everything below."""
    return range(ANY.start, end)


def at_least(start: int) -> range:
    """This and everything above."""
    return range(start, ANY.stop)


@frozen
class KStep:
    """A K, and for whom: best rating ever published, games completed and age each within their range."""

    k: int
    best: range = ANY
    games: range = ANY
    age: range = ANY


@frozen(kw_only=True)
class EloRules(RatingRules):
    """A system that rates game by game.

    `k_steps` gives K by the first step that fits; a system whose K is a formula leaves it empty and replaces `k`.
    `edges` are the ratings at which the expectation, or whether a game is rated, begins to depend on more than the
    difference of two players (none: `()`); None says nothing, and arrays then ask for every two ratings that met.
    """

    k_steps: tuple[KStep, ...] = ()
    edges: tuple[int, ...] | None = None

    @abstractmethod
    def expected(self, own: int, opponent: int) -> int:
        """The score, in hundredths, that a player is expected to make in one game."""

    def change(self, own: int, opponent: int, half_points: int) -> int:
        """The score minus the expected score, in hundredths; times K it is the change of rating."""
        if half_points not in (0, 1, 2):
            raise RuleError(f"a game is worth 0, 1 or 2 half points, not {half_points}")
        return 50 * half_points - self.expected(own, opponent)

    def limited(self, own: int, opponent: int) -> bool:
        """Whether the difference of the two counts only in part."""
        return False

    def is_rated(self, one: int, other: int) -> bool:
        """Whether a game between two rated players counts by their ratings."""
        return True

    def k(self, rating: int, games: int, *, age: int | None = None, highest: int | None = None) -> int:
        """K of a player with this rating and so many games completed; the year of the list less the year of birth."""
        best, years = max(rating, highest or 0), ANY[-1] if age is None else age
        for step in self.k_steps:
            if best in step.best and years in step.age and games in step.games:
                return step.k
        raise Unsupported(f"{self} has no K for a player rated {rating}")

    def limited_k(self, k: int, games: int) -> int:
        """K where so many games are played in the period."""
        return k

    def points(self, change: int, k: int) -> int:
        """What a period adds to the rating: K times the sum of changes (hundredths), rounded once."""
        return half_away(change * k, 100)

    def published(self, rating: int) -> int | None:
        """The rating as it is published; None when it is too low for any."""
        return rating

    def new_rating(self, base: int, changes: Iterable[int], k: int) -> int:
        """The rating after a period with these changes (hundredths); `k` is lowered when they are many."""
        every = list(changes)
        return base + self.points(sum(every), self.limited_k(k, len(every)))

    def first_event_counts(self, half_points: int) -> bool:
        """Whether the first event of an unrated player counts, with this score against rated opponents."""
        return True

    def pool_since(self, on: date) -> date | None:
        """The first day whose games still count for a first rating on the list of this day; None: all do."""
        return None

    def first(self, opponents: Sequence[int], half_points: int) -> First:
        """The first rating from these rated opponents, with its parts."""
        if not 0 <= half_points <= 2 * len(opponents):
            raise RuleError(f"{len(opponents)} games cannot give {half_points} half points")
        return self.first_from(len(opponents), sum(opponents), half_points)

    def first_from(self, games: int, total: int, half_points: int) -> First:
        """The first rating from the games, the sum of the opponents' ratings and the score: here there is none."""
        mean, percent = (half_up(total, games), percentage(half_points, games)) if games else (0, 0)
        return First(
            games, half_points, mean, percent, 0, None, spoken("%(name)s gives no first ratings", name=self.name)
        )

    # -- what follows from these ---------------------------------------------------------------------------------------

    def verdict(self, game: Circumstances) -> NotRated | None:
        """Why a game changes nobody's rating: a player is unrated, or `is_rated` says no."""
        if game.white is None or game.black is None:
            return RatingRules.verdict(self, game)
        return None if self.is_rated(game.white, game.black) else NotRated.TOO_UNEVEN

    def rated(
        self, players: Sequence[Listed], games: Iterable[Played], on: date | None = None, told: Told | None = None
    ) -> list[Rated]:
        """Every player after the period, every game by these rules."""
        return _added_up(players, games, on, _Day(self, lambda _: self), told)


Edition = TypeVar("Edition", bound=EloRules, covariant=True)


@frozen
class DatedRules(Generic[Edition]):
    """The editions of one list, oldest first: a tournament is rated by the rules in force on its first day."""

    editions: tuple[Edition, ...]

    def on(self, day: date | Date | None) -> Edition:
        """The rules in force on a day; without a day, the newest."""
        if day is None:
            return self.editions[-1]
        first = first_day(day)
        valid = [one for one in self.editions if one.since is None or one.since <= first]
        if not valid:
            since = self.editions[0].since
            raise Unsupported(spoken("rating rules before %(since)s are not done here (asked for %(day)s)",
                                     since=str(since), day=str(day)))  # fmt: skip
        return valid[-1]

    def rated(
        self, players: Sequence[Listed], games: Iterable[Played], on: date | None = None, told: Told | None = None
    ) -> list[Rated]:
        """Every player after the period: each game by the rules of its day, the list by those of its own."""
        newest, found = self.on(on), dict[int, EloRules]()

        def of_day(start: int) -> EloRules:
            if start not in found:
                found[start] = self.on(date.fromordinal(start)) if start else newest
            return found[start]

        return _added_up(players, games, on, _Day(newest, of_day), told)


# -- a period in plain Python ------------------------------------------------------------------------------------------


class _Sums:
    """What one player gathers in a period."""

    __slots__ = ("change", "events", "games")

    def __init__(self) -> None:
        self.games = self.change = 0
        self.events: dict[tuple[int, int], tuple[int, int, int]] = {}


class _Day(NamedTuple):
    """The rules of the new list, and those of a game by its start."""

    of_list: EloRules
    of_game: Callable[[int], EloRules]


def _added_up(
    players: Sequence[Listed], games: Iterable[Played], on: date | None, rules: _Day, told: Told | None
) -> list[Rated]:
    """Every player after the period."""
    ratings = {player.id: player.rating for player in players}
    if len(ratings) < len(players):
        raise RuleError("a player stands twice on the list", who=_twice([player.id for player in players]))
    sums: dict[int, _Sums] = defaultdict(_Sums)
    for number, game in enumerate(games, 1):
        _check(game, number, ratings)
        _add(game, number - 1, ratings, sums, rules.of_game(game.start), told)
    empty = _Sums()
    return [_after(player, sums.get(player.id, empty), rules.of_list, on) for player in players]


def _twice(ids: Sequence[int]) -> list[int]:
    seen: set[int] = set()
    return sorted({one for one in ids if one in seen or seen.add(one)})  # type: ignore[func-returns-value]


def _add(
    game: Played, place: int, ratings: dict[int, int], sums: dict[int, _Sums], rules: EloRules, told: Told | None
) -> None:
    """Count one game for both, where it counts."""
    white, black, score, other, white_given, black_given, start, event = game
    white_own = white_seen = ratings[white]
    black_own = black_seen = ratings[black]
    if white_given or black_given:
        white_own, white_seen = _own_and_seen(white_given, white_own)
        black_own, black_seen = _own_and_seen(black_given, black_own)
    other = 2 - score if other < 0 else other
    for who, own, opponent, half in ((white, white_own, black_seen, score), (black, black_own, white_seen, other)):
        if own and opponent and rules.is_rated(own, opponent):
            change = 50 * half - rules.expected(own, opponent)
            mine = sums[who]
            mine.games += 1
            mine.change += change
            if told:
                told(GameTold(place, who, change, rules.limited(own, opponent)))
        elif opponent and not own:
            before = sums[who].events.get((start, event), (0, 0, 0))
            sums[who].events[start, event] = before[0] + 1, before[1] + opponent, before[2] + half


def _own_and_seen(given: int, listed: int) -> tuple[int, int]:
    """The rating a player is rated with, and the one the opponent met; who is on no list is unrated."""
    own = given if given > 0 and listed else listed
    return own, 0 if given == UNRATED_THEN else given if given > 0 else own


def _check(game: Played, number: int, ratings: dict[int, int]) -> None:
    """Raise where the game cannot be."""
    white, black, half, other = game[:4]
    if white not in ratings or black not in ratings:
        who = black if white in ratings else white
        raise RuleError(f"game {number} names {who}, who is not on the list", who=(who,))
    if white == black:
        raise RuleError(f"game {number}: a player cannot meet themselves", who=(white,))
    if half not in (0, 1, 2) or other not in (-1, 0, 1, 2):
        raise RuleError(f"game {number}: a game is worth 0, 1 or 2 half points", who=(white, black))


def _after(player: Listed, sums: _Sums, rules: EloRules, on: date | None) -> Rated:
    if not player.rating:
        return _first(player, sums, rules, on)
    if player.born and on is None and not player.k:
        raise RuleError("the day of the list is needed to know how old a player is", who=(player.id,))
    k = player.k or rules.k(
        player.rating, player.games, age=_age(player, months_before(on, 1) if on else None), highest=player.highest
    )
    k = rules.limited_k(k, sums.games)
    points = rules.points(sums.change, k)
    new = 0 if player.lent and not sums.games else rules.published((player.base or player.rating) + points) or 0
    career = player.games + sums.games
    made = Rated(player.id, player.rating, sums.games, sums.change, k, points, new, begun=1)
    if player.lent and not sums.games:
        made = _waiting(made, _gathered(player, (), rules, on))._replace(begun=int(_has_begun(player)))
    return _listed_anew(made, player, career, rules, on)


def _has_begun(player: Listed) -> bool:
    """Whether the first event is behind a player who waits for a rating."""
    return bool(player.begun or player.pool_games or player.pool)


def _waiting(made: Rated, pool: tuple[PoolMonth, ...]) -> Rated:
    """With what the next list keeps for a first rating."""
    games, total, half_points = _sums(pool)
    return made._replace(pool_games=games, pool_sum=total, pool_half_points=half_points, pool=pool)


def _sums(pool: tuple[PoolMonth, ...]) -> tuple[int, int, int]:
    """The games of a pool, the ratings met, the half points."""
    return sum(one.games for one in pool), sum(one.total for one in pool), sum(one.half_points for one in pool)


def _age(player: Listed, on: date | None) -> int | None:
    return on.year - player.born if on and player.born else None


def _listed_anew(made: Rated, player: Listed, career: int, rules: EloRules, on: date | None) -> Rated:
    """With what the next list says of the player: K, games completed, highest rating."""
    highest = max(player.highest, 0 if player.lent else player.rating, made.new)
    known = on is not None and made.new
    k = rules.k(made.new, career, age=_age(player, on), highest=highest) if known else 0
    return made._replace(career=career, highest=highest, next_k=k)


def _first(player: Listed, sums: _Sums, rules: EloRules, on: date | None) -> Rated:
    """An unrated player: the pool with the games of this period, and a first rating where it suffices."""
    events = [(start, *sums.events[start, event]) for start, event in sorted(sums.events)]
    begun = int(_has_begun(player) or bool(events))
    if events and not _has_begun(player):
        events = events if rules.first_event_counts(events[0][3]) else events[1:]
    pool = _gathered(player, events, rules, on)
    games, total, half_points = _sums(pool)
    rating = rules.first_from(games, total, half_points).rating if games else None
    career = player.games if player.highest else player.completed  # and, when published, what is in the pool
    if rating:
        made = Rated(player.id, 0, games, 0, 0, 0, rating, begun=begun)
        return _listed_anew(made, player, career + games, rules, on)
    made = _waiting(Rated(player.id, 0, games, 0, 0, 0, 0, begun=begun), pool)
    return _listed_anew(made, player, career, rules, on)


def _gathered(
    player: Listed, events: Iterable[tuple[int, int, int, int]], rules: EloRules, on: date | None
) -> tuple[PoolMonth, ...]:
    """The pool by months, without what is too old; events without a day are of the month before the list."""
    undated = month_number(months_before(on, 1)) if on else 0
    found = {part.month: part for part in player.pool}
    if player.pool_games and not found:
        found[undated] = PoolMonth(undated, player.pool_games, player.pool_sum, player.pool_half_points)
    for start, games, total, half in events:
        month = month_number(date.fromordinal(start)) if start else undated
        before = found.get(month, PoolMonth(month, 0, 0, 0))
        found[month] = PoolMonth(month, before.games + games, before.total + total, before.half_points + half)
    since = rules.pool_since(on) if on else None
    earliest = month_number(since) if since else 0
    return tuple(found[month] for month in sorted(found) if month >= earliest)
