"""A rating period by columns: `rate_period` asks the rules of `rookery.rating` about whole lists of games."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from datetime import date

import numpy as np

from rookery.arrays.columns import Frame, Ints, PoolRow, Table, Truths, columns_of
from rookery.arrays.finder import Finder
from rookery.arrays.pools import Pools, UnratedGames, pooled
from rookery.arrays.questions import NOT_RATED, answered, asked, expected, k_of
from rookery.errors import RuleError
from rookery.rating.days import months_before
from rookery.rating.elo_rules import ANY, DatedRules, EloRules
from rookery.rating.fide import rules_of
from rookery.rating.listed import UNRATED_THEN, Listed, Played
from rookery.rating.rating_rules import RatingRules
from rookery.values import NamedTuple, fields, frozen

Rows = Truths | slice
Dated = EloRules | DatedRules[EloRules]

_CHUNK = 1 << 17  # so many games at a time: what is worked on stays in the processor's cache
_ONE = 1 << 32  # two sums in one number: games played, times this, and their changes (which are far smaller)


@frozen(eq=False)
class Period:
    """What the period made of every player, in the order of the list; the fields are those of `rating.Rated`."""

    id: Ints
    rating: Ints
    games: Ints
    change: Ints
    k: Ints
    points: Ints
    new: Ints
    pool_games: Ints
    pool_sum: Ints
    pool_half_points: Ints
    begun: Ints
    career: Ints
    highest: Ints
    next_k: Ints
    pool: Table

    def columns(self) -> Table:
        """The arrays by name, as any dataframe takes them; `pool` is a table of its own."""
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name != "pool"}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Period):
            return NotImplemented
        ours, theirs = ({**one.columns(), **{f"pool.{name}": each for name, each in one.pool.items()}}
                        for one in (self, other))  # fmt: skip
        return all(np.array_equal(column, theirs[name]) for name, column in ours.items())

    __hash__ = None  # type: ignore[assignment]


class _Side(NamedTuple):
    """The games seen from White, or from Black: who (as positions on the list), own and opponent's rating, score."""

    who: Ints
    own: Ints
    opponent: Ints
    half_points: Ints


def rate_period(
    players: Frame,
    games: Frame,
    *,
    kind: str = "standard",
    on: date | None = None,
    rules: RatingRules | DatedRules[EloRules] | None = None,
    pool: Frame | None = None,
    executor: Executor | None = None,
    parts: int = 2,
) -> Period:
    """Every player after the period, in the order of the list (B.02 8.3.4: all tournaments together, rounded once).

    The rules are FIDE's for one of its lists (`kind`), or others in their place (`rules`). Of those that do not rate
    game by game the whole table is asked, row by row. `pool` has what unrated players did earlier, by months, as the
    `pool` of the period before gives it.

    With an `executor` the games are added up in so many parts, wherever it runs them: whole numbers add up to the same
    in any order, so the list is the same.

    >>> players = {"id": [7, 9], "rating": [2000, 1900], "k": [20, 40]}
    >>> games = {"white": [7, 9], "black": [9, 7], "half_points": [0, 1]}
    >>> rate_period(players, games).new.tolist()
    [1984, 1931]
    """
    listed, played = columns_of(players, Listed), columns_of(games, Played)
    listed.setdefault("rating", np.zeros(len(listed["id"]), np.int64))
    series = rules or rules_of(kind)
    newest = series.on(on)
    if not isinstance(newest, EloRules):
        return _row_by_row(listed, played, newest, on)  # such rules keep pools, if any, in their own fields
    dated = series if isinstance(series, DatedRules) else newest
    finder, brought = Finder(listed["id"]), None if pool is None else columns_of(pool, PoolRow)
    if executor is None:
        sums, games_of_unrated = _added_up(listed["rating"], played, dated, newest, finder)
    else:
        sums, games_of_unrated = _in_parts(listed, played, dated, newest, executor, parts)
    idle = _idle(listed, sums)
    pools = pooled(listed, idle | (listed["rating"] == 0), games_of_unrated, brought, finder, newest, on)
    return _new_list(listed, sums, idle, pools, newest, on)


def _row_by_row(listed: Table, played: Table, rules: RatingRules, on: date | None) -> Period:
    """A period by rules that rate everybody at once."""
    players = [Listed(**dict(zip(listed, row, strict=True))) for row in zip(*_lists(listed), strict=True)]
    games = (Played(**dict(zip(played, row, strict=True))) for row in zip(*_lists(played), strict=True))
    after = rules.rated(players, games, on)
    names = [field.name for field in fields(Period) if field.name != "pool"]
    made = {name: np.array([getattr(one, name) for one in after], dtype=np.int64) for name in names}
    pool = [(one.id, *part) for one in after for part in one.pool]
    columns = np.array(pool, dtype=np.int64).reshape(-1, len(PoolRow._fields)).T
    return Period(**made, pool=dict(zip(PoolRow._fields, columns, strict=True)))


def _lists(table: Table) -> list[list[int]]:
    return [column.tolist() for column in table.values()]


def _in_parts(
    listed: Table, played: Table, dated: Dated, newest: EloRules, executor: Executor, parts: int
) -> tuple[Ints, list[UnratedGames]]:
    """The same as `_added_up`, part by part."""
    size = max(1, -(-len(played["white"]) // max(1, parts)))
    running = []
    for first in range(0, len(played["white"]), size):
        some = {name: column[first : first + size] for name, column in played.items()}
        running.append(executor.submit(_part, listed["id"], listed["rating"], some, first, dated, newest))
    sums, pool = np.zeros(len(listed["id"]), np.int64), list[UnratedGames]()
    for added, games in (one.result() for one in running):
        sums += added
        pool += games
    return sums, pool


def _part(
    ids: Ints, ratings: Ints, played: Table, first: int, dated: Dated, newest: EloRules
) -> tuple[Ints, list[UnratedGames]]:
    return _added_up(ratings, played, dated, newest, Finder(ids), first)


def _added_up(
    ratings: Ints, played: Table, dated: Dated, newest: EloRules, finder: Finder, before: int = 0
) -> tuple[Ints, list[UnratedGames]]:
    """The games and changes of every player in one number, and what the unrated did; so many games came before."""
    sums = np.zeros(len(ratings), np.int64)
    pool: list[UnratedGames] = []
    for first in range(0, len(played["white"]), _CHUNK):
        chunk = {name: column[first : first + _CHUNK] for name, column in played.items()}
        sides = _sides(ratings, chunk, finder, before + first)
        for edition, rows in _editions(chunk.get("start"), dated, newest):
            for side in sides:
                _add(edition, side if isinstance(rows, slice) else _some(side, rows), sums)
        pool += (_unrated(side, chunk) for side in sides if not side.own.all())
    return sums, pool


def _sides(ratings: Ints, played: Table, finder: Finder, first: int) -> tuple[_Side, _Side]:
    """These games, the first of them with this number, from both sides."""
    half, other = played["half_points"], played.get("black_half_points")
    _check(played["white"] == played["black"], first, "a player cannot meet themselves")
    _check((half < 0) | (half > 2), first, "a game is worth 0, 1 or 2 half points")
    if other is not None:
        _check((other < -1) | (other > 2), first, "a game is worth 0, 1 or 2 half points")
    black_half = 2 - half if other is None else np.where(other < 0, 2 - half, other)
    white, black = finder.positions(played["white"], first), finder.positions(played["black"], first)
    own_white, seen_white = _own_and_seen(ratings[white], played.get("white_rating"))
    own_black, seen_black = _own_and_seen(ratings[black], played.get("black_rating"))
    return _Side(white, own_white, seen_black, half), _Side(black, own_black, seen_white, black_half)


def _check(wrong: Truths, first: int, text: str) -> None:
    if wrong.any():
        raise RuleError(f"game {first + int(wrong.argmax()) + 1}: {text}")


def _own_and_seen(listed: Ints, given: Ints | None) -> tuple[Ints, Ints]:
    """The rating a player is rated with, and the one the opponent met; who is on no list is unrated."""
    if given is None:
        return listed, listed
    own = np.where((given > 0) & (listed > 0), given, listed)
    return own, np.where(given == UNRATED_THEN, 0, np.where(given > 0, given, own))


def _editions(start: Ints | None, dated: Dated, newest: EloRules) -> Iterator[tuple[EloRules, Rows]]:
    """The rules in force, each with the games it governs."""
    if start is None or not start.any():
        yield newest, slice(None)
        return
    undated = int(start[start > 0].min()) - 1
    found: dict[EloRules, int] = {}

    def number(day: int) -> int:
        edition = newest if day == undated else dated.on(date.fromordinal(day))
        return found.setdefault(edition, len(found))

    which = asked(number, np.where(start > 0, start, undated))
    for edition, mine in found.items():
        yield edition, slice(None) if len(found) == 1 else which == mine


def _some(side: _Side, rows: Truths) -> _Side:
    places = np.flatnonzero(rows)
    return _Side(*(column[places] for column in side))


def _add(rules: EloRules, side: _Side, sums: Ints) -> None:
    """Count the games of one side between two rated players."""
    counted = (side.own > 0) & (side.opponent > 0)
    if not counted.all():
        side = _some(side, counted)
    expectations = expected(rules, side.own, side.opponent)
    worth = 50 * side.half_points - expectations + _ONE
    worth[expectations == NOT_RATED] = 0
    np.add.at(sums, side.who, worth)


def _unrated(side: _Side, played: Table) -> UnratedGames:
    """The games of unrated players against rated ones: who, day, event, opponent's rating, half points."""
    rows = np.flatnonzero((side.own == 0) & (side.opponent > 0))
    none = np.zeros(len(rows), np.int64)
    day, event = (played[name][rows] if name in played else none for name in ("start", "event"))
    return side.who[rows], day, event, side.opponent[rows], side.half_points[rows]


def _idle(listed: Table, sums: Ints) -> Truths:
    """Who has played nothing with a rating that is only lent: whatever waits for a first one goes on waiting."""
    lent = listed.get("lent", np.zeros_like(listed["rating"])) > 0
    idle: Truths = lent & (listed["rating"] > 0) & (_counted(sums) == 0)
    return idle


def _counted(sums: Ints) -> Ints:
    """How many games are in these sums."""
    return (sums + _ONE // 2) // _ONE


def _new_list(listed: Table, sums: Ints, idle: Truths, pools: Pools, rules: EloRules, on: date | None) -> Period:
    """The list after the period."""
    counts = _counted(sums)
    changes = sums - counts * _ONE
    rating, pool = listed["rating"], pools.sums
    rated = rating > 0
    counts, changes = np.where(rated, counts, 0), np.where(rated, changes, 0)
    k = np.where(rated, answered(rules, "limited_k", _k(listed, rating, rules, on), counts), 0)
    points = np.where(rated, answered(rules, "points", changes, k), 0)
    base = listed.get("base", rating)
    first = _first(pool, ~rated, rules)
    new = np.where(rated, answered(rules, "published", np.where(base > 0, base, rating) + points), first)
    lent = listed.get("lent", np.zeros_like(rating)) > 0
    new[idle] = 0
    waiting = idle | (~rated & (first == 0))
    games = listed.get("games", np.full_like(rating, Listed._field_defaults["games"]))
    published = listed.get("highest", np.zeros_like(rating))
    unpublished = np.where(published > 0, games, listed.get("completed", np.zeros_like(rating)))
    career = np.where(rated, games + counts, unpublished + np.where(first > 0, pool[0], 0))
    highest = np.maximum(np.maximum(published, np.where(lent, 0, rating)), new)
    return Period(
        id=listed["id"],
        rating=rating,
        games=np.where(rated, counts, pool[0]),
        change=changes,
        k=k,
        points=points,
        new=new,
        pool_games=np.where(waiting, pool[0], 0),
        pool_sum=np.where(waiting, pool[1], 0),
        pool_half_points=np.where(waiting, pool[2], 0),
        begun=pools.begun,
        career=career,
        highest=highest,
        next_k=_next_k(new, career, _ages(listed, on), highest, rules) if on else np.zeros_like(new),
        pool=pools.of(listed["id"], waiting),
    )


def _next_k(new: Ints, career: Ints, ages: Ints, highest: Ints, rules: EloRules) -> Ints:
    """K of the new list, for those who have a rating on it."""
    found = np.zeros_like(new)
    rows = np.flatnonzero(new > 0)
    found[rows] = k_of(rules, new[rows], career[rows], ages[rows], highest[rows])
    return found


def _ages(listed: Table, on: date | None) -> Ints:
    """The year of a list less the year of birth, where both are known."""
    born = listed.get("born", np.zeros_like(listed["id"]))
    return np.where(born > 0, (on.year if on else 0) - born, ANY[-1])


def _k(listed: Table, rating: Ints, rules: EloRules, on: date | None) -> Ints:
    """The K published on the list before; where there is none, what the rules say of that list."""
    given = listed.get("k", np.zeros_like(rating))
    unknown = (given == 0) & (rating > 0)
    if not unknown.any():
        return given
    born = listed.get("born", np.zeros_like(rating))[unknown]
    if on is None and (born > 0).any():
        who = int(listed["id"][unknown][born > 0][0])
        raise RuleError("the day of the list is needed to know how old a player is", who=(who,))
    age = _ages(listed, months_before(on, 1) if on else None)[unknown]
    games = listed.get("games", np.full_like(rating, Listed._field_defaults["games"]))
    highest = listed.get("highest", rating)
    made = given.copy()
    made[unknown] = k_of(rules, rating[unknown], games[unknown], age, highest[unknown])
    return made


def _first(pool: tuple[Ints, Ints, Ints], unrated: Truths, rules: EloRules) -> Ints:
    """The first rating of every pool of an unrated player, 0 where there is none to publish."""
    found = np.zeros_like(pool[0])
    rows = np.flatnonzero(unrated & (pool[0] > 0))
    found[rows] = asked(lambda *sums: rules.first_from(*sums).rating, *(part[rows] for part in pool))
    return found
