"""A rating period by columns: `rate_period` asks the rules of `rookery.rating` about whole lists of games."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import numpy as np

from rookery.arrays.columns import Frame, Ints, Table, Truths, columns_of
from rookery.arrays.finder import Finder
from rookery.arrays.questions import NOT_RATED, answered, asked, expected, k_of
from rookery.errors import RuleError
from rookery.rating.elo_rules import ANY, DatedRules, EloRules
from rookery.rating.fide import rules_of
from rookery.rating.listed import UNRATED_THEN, Listed, Played
from rookery.rating.rating_rules import RatingRules
from rookery.values import NamedTuple, fields, frozen

Rows = Truths | slice
Pools = tuple[Ints, Ints, Ints]
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

    def columns(self) -> Table:
        """The arrays by name, as any dataframe takes them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Period):
            return NotImplemented
        ours, theirs = self.columns(), other.columns()
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
) -> Period:
    """Every player after the period, in the order of the list (B.02 8.3.4: all tournaments together, rounded once).

    The rules are FIDE's for one of its lists (`kind`), or others in their place (`rules`). Of those that do not rate
    game by game the whole table is asked, row by row.

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
        return _row_by_row(listed, played, newest, on)
    dated = series if isinstance(series, DatedRules) else newest
    changes, counts, pool = _added_up(listed, played, dated, newest)
    return _new_list(listed, counts, changes, _pooled(listed, pool, newest), newest, on)


def _row_by_row(listed: Table, played: Table, rules: RatingRules, on: date | None) -> Period:
    """A period by rules that rate everybody at once."""
    players = [Listed(**dict(zip(listed, row, strict=True))) for row in zip(*_lists(listed), strict=True)]
    games = (Played(**dict(zip(played, row, strict=True))) for row in zip(*_lists(played), strict=True))
    after = rules.rated(players, games, on)
    made = {field.name: [getattr(one, field.name) for one in after] for field in fields(Period)}
    return Period(**{name: np.array(column, dtype=np.int64) for name, column in made.items()})


def _lists(table: Table) -> list[list[int]]:
    return [column.tolist() for column in table.values()]


def _added_up(
    listed: Table, played: Table, dated: Dated, newest: EloRules
) -> tuple[Ints, Ints, list[tuple[Ints, ...]]]:
    """The changes and the games of every player, and what the unrated did."""
    finder, sums = Finder(listed["id"]), np.zeros(len(listed["id"]), np.int64)
    pool: list[tuple[Ints, ...]] = []
    for first in range(0, len(played["white"]), _CHUNK):
        chunk = {name: column[first : first + _CHUNK] for name, column in played.items()}
        sides = _sides(listed["rating"], chunk, finder, first)
        for edition, rows in _editions(chunk.get("start"), dated, newest):
            for side in sides:
                _add(edition, side if isinstance(rows, slice) else _some(side, rows), sums)
        pool += (_unrated(side, chunk) for side in sides if not side.own.all())
    counts = (sums + _ONE // 2) // _ONE
    return sums - counts * _ONE, counts, pool


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
    """The rating a player is rated with, and the one the opponent met."""
    if given is None:
        return listed, listed
    own = np.where(given > 0, given, listed)
    return own, np.where(given == UNRATED_THEN, 0, own)


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


def _unrated(side: _Side, played: Table) -> tuple[Ints, ...]:
    """The games of unrated players against rated ones: who, day, event, opponent's rating, half points."""
    rows = np.flatnonzero((side.own == 0) & (side.opponent > 0))
    none = np.zeros(len(rows), np.int64)
    day, event = (played[name][rows] if name in played else none for name in ("start", "event"))
    return side.who[rows], day, event, side.opponent[rows], side.half_points[rows]


def _pooled(listed: Table, pool: list[tuple[Ints, ...]], rules: EloRules) -> Pools:
    """Games, sum of ratings and half points of unrated players against rated ones, with what they brought along.

    A first event is left out where the rules say so.
    """
    number = len(listed["id"])
    names = ("pool_games", "pool_sum", "pool_half_points")
    brought = [listed[name].copy() if name in listed else np.zeros(number, np.int64) for name in names]
    if any(len(part[0]) for part in pool):
        who, day, event, opponent, half = (np.concatenate(columns) for columns in zip(*pool, strict=True))
        order = np.lexsort((event, day, who))
        who, day, event, opponent, half = (column[order] for column in (who, day, event, opponent, half))
        fresh = np.r_[True, who[1:] != who[:-1]]
        begins = np.flatnonzero(fresh | np.r_[True, (day[1:] != day[:-1]) | (event[1:] != event[:-1])])
        first = fresh[begins] & (brought[0][who[begins]] == 0)
        dropped = first & (asked(rules.first_event_counts, np.add.reduceat(half, begins)) == 0)
        stay = np.repeat(~dropped, np.diff(np.r_[begins, len(who)]))
        for total, worth in zip(brought, (np.ones_like(who), opponent, half), strict=True):
            np.add.at(total, who[stay], worth[stay])
    return brought[0], brought[1], brought[2]


def _new_list(listed: Table, counts: Ints, changes: Ints, pool: Pools, rules: EloRules, on: date | None) -> Period:
    """The list after the period."""
    rating = listed["rating"]
    rated = rating > 0
    counts, changes = np.where(rated, counts, 0), np.where(rated, changes, 0)
    k = np.where(rated, answered(rules, "limited_k", _k(listed, rating, rules, on), counts), 0)
    points = np.where(rated, answered(rules, "points", changes, k), 0)
    base = listed.get("base", rating)
    new = answered(rules, "published", np.where(base > 0, base, rating) + points)
    first = _first(pool, ~rated, rules)
    waiting = ~rated & (first == 0)
    return Period(
        id=listed["id"],
        rating=rating,
        games=np.where(rated, counts, pool[0]),
        change=changes,
        k=k,
        points=points,
        new=np.where(rated, new, first),
        pool_games=np.where(waiting, pool[0], 0),
        pool_sum=np.where(waiting, pool[1], 0),
        pool_half_points=np.where(waiting, pool[2], 0),
    )


def _k(listed: Table, rating: Ints, rules: EloRules, on: date | None) -> Ints:
    """The published K; where there is none, what the rules say."""
    given = listed.get("k", np.zeros_like(rating))
    unknown = (given == 0) & (rating > 0)
    if not unknown.any():
        return given
    born = listed.get("born", np.zeros_like(rating))[unknown]
    if on is None and (born > 0).any():
        who = int(listed["id"][unknown][born > 0][0])
        raise RuleError("the day of the list is needed to know how old a player is", who=(who,))
    age = np.where(born > 0, (on.year if on else 0) - born, ANY[-1])
    games = listed.get("games", np.full_like(rating, Listed._field_defaults["games"]))
    highest = listed.get("highest", rating)
    made = given.copy()
    made[unknown] = k_of(rules, rating[unknown], games[unknown], age, highest[unknown])
    return made


def _first(pool: Pools, unrated: Truths, rules: EloRules) -> Ints:
    """The first rating of every pool of an unrated player, 0 where there is none to publish."""
    found = np.zeros_like(pool[0])
    rows = np.flatnonzero(unrated & (pool[0] > 0))
    found[rows] = asked(lambda *sums: rules.first_from(*sums).rating, *(part[rows] for part in pool))
    return found
