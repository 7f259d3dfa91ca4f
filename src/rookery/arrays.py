"""A whole rating period on NumPy arrays: the numbers of `rookery.rating.rate_period`, a hundred times as fast.

`players` and `games` are anything that gives a column by name: a dict of arrays, a pandas or Polars frame, a pyarrow
table, a NumPy record array. The columns are the fields of `rating.Listed` and `rating.Played`; those with a default
may be missing. Needs the extra `rookery[arrays]`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import date
from typing import Any, NamedTuple

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError("rookery.arrays needs NumPy: pip install 'rookery[arrays]'", name=error.name) from error

from rookery.elo import DIFFERENCE_BY_PERCENT, expectation
from rookery.errors import RuleError
from rookery.rating.fide import RULES, FideRules, rules_for
from rookery.rating.period import UNRATED_THEN, Listed, Played

Ints = NDArray[np.int64]
Rows = NDArray[np.bool_] | slice

_WIDEST = 800  # beyond 735 points the table of expectations is flat
_EXPECTATION = np.array([expectation(d) for d in range(-_WIDEST, _WIDEST + 1)], dtype=np.int64)
_DIFFERENCE = np.array(DIFFERENCE_BY_PERCENT, dtype=np.int64)
_EPOCH = date(1970, 1, 1).toordinal()
_PLACE_BITS = 24
_CHUNK = 1 << 17  # so many games at a time: what is worked on stays in the processor's cache
_ONE = 1 << 32  # two sums in one number: games played, times this, and their changes (which are far smaller)


@dataclass(frozen=True, slots=True, eq=False)
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

    def columns(self) -> dict[str, Ints]:
        """The arrays by name, as any dataframe takes them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


class _Side(NamedTuple):
    """The games seen from White, or from Black: who (as positions on the list), own and opponent's rating, score."""

    who: Ints
    own: Ints
    opponent: Ints
    half_points: Ints


def rate_period(players: Any, games: Any, *, kind: str = "standard", on: date | None = None) -> Period:
    """Every player after the period, in the order of the list (B.02 8.3.4: all tournaments together, rounded once).

    >>> players = {"id": [7, 9], "rating": [2000, 1900], "k": [20, 40]}
    >>> games = {"white": [7, 9], "black": [9, 7], "half_points": [0, 1]}
    >>> rate_period(players, games).new.tolist()
    [1984, 1931]
    """
    listed, played = _columns(players, Listed), _columns(games, Played)
    listed.setdefault("rating", np.zeros(len(listed["id"]), np.int64))
    finder, newest = _Finder(listed["id"]), rules_for(kind, on)
    sums = np.zeros(len(listed["id"]), np.int64)
    pool: list[tuple[Ints, ...]] = []
    for first in range(0, len(played["white"]), _CHUNK):
        chunk = {name: column[first : first + _CHUNK] for name, column in played.items()}
        sides = _sides(listed["rating"], chunk, finder, first)
        for edition, rows in _editions(chunk.get("start"), kind, on, newest):
            for side in sides:
                _add(edition, side if isinstance(rows, slice) else _Side(*(column[rows] for column in side)), sums)
        pool += (_unrated(side, chunk) for side in sides if not side.own.all())
    counts = (sums + _ONE // 2) // _ONE
    return _new_list(listed, counts, sums - counts * _ONE, _pooled(listed, pool), newest, on)


def _columns(frame: Any, row: type[Listed] | type[Played]) -> dict[str, Ints]:
    """The columns of a table as whole numbers; those that have a default may be missing."""
    there = set(_names(frame))
    needed = set(row._fields) - set(row._field_defaults)
    if needed - there:
        raise RuleError(f"the {row.__name__.lower()} table has no column {sorted(needed - there)[0]!r}")
    found = {name: _whole(frame[name], name) for name in row._fields if name in there}
    lengths = {len(column) for column in found.values()}
    if len(lengths) > 1:
        raise RuleError(f"the columns of the {row.__name__.lower()} table have different lengths")
    return found


def _names(frame: Any) -> list[str]:
    """The names of the columns a table offers."""
    if isinstance(frame, np.ndarray):
        return list(frame.dtype.names or ())
    if hasattr(frame, "column_names"):  # pyarrow
        return list(frame.column_names)
    return list(frame.keys() if hasattr(frame, "keys") else frame.columns)


def _whole(column: Any, name: str) -> Ints:
    """A column as whole numbers; missing values are 0, days become ordinals."""
    values = np.asarray(column)
    if values.dtype.kind in "iub":
        return values.astype(np.int64, copy=False)
    if name == "start" and values.dtype.kind in "MUSO":
        days = values.astype("datetime64[D]")
        return np.where(np.isnat(days), 0, days.astype(np.int64) + _EPOCH)
    try:
        numbers = np.nan_to_num(values.astype(np.float64), nan=0.0)
    except (TypeError, ValueError):
        raise RuleError(f"column {name!r} does not hold numbers") from None
    whole = numbers.astype(np.int64)
    if (whole != numbers).any():
        raise RuleError(f"column {name!r} holds {numbers[whole != numbers][0]}, which is not a whole number")
    return whole


def _sides(ratings: Ints, played: dict[str, Ints], finder: _Finder, first: int) -> tuple[_Side, _Side]:
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


def _check(wrong: NDArray[np.bool_], first: int, text: str) -> None:
    if wrong.any():
        raise RuleError(f"game {first + int(wrong.argmax()) + 1}: {text}")


def _own_and_seen(listed: Ints, given: Ints | None) -> tuple[Ints, Ints]:
    """The rating a player is rated with, and the one the opponent met (B.02 8.2.4: none, if published since)."""
    if given is None:
        return listed, listed
    own = np.where(given > 0, given, listed)
    return own, np.where(given == UNRATED_THEN, 0, own)


class _Finder:
    """Finds the places of ids on the list: by a plain table where the ids lie close together, else by hashes.

    A slot of the table holds the id and the place together, so that one look tells both; one in four at most is taken.
    """

    def __init__(self, ids: Ints) -> None:
        self.low, high = (int(ids.min()), int(ids.max())) if len(ids) else (0, 0)
        if self.low < 0 or high >= 1 << (63 - _PLACE_BITS) or len(ids) >= 1 << _PLACE_BITS:
            raise RuleError(f"an id is a number from 0 to {(1 << (63 - _PLACE_BITS)) - 1}, and a list has fewer places")
        packed = ids << _PLACE_BITS | np.arange(len(ids))
        self.dense = high - self.low < 8 * len(ids)
        self.in_order = self.dense and bool((ids == self.low + np.arange(len(ids))).all())
        bits = max(10, (4 * len(ids)).bit_length())
        self.shift, self.mask = np.uint64(64 - bits), (1 << bits) - 1
        self.table = np.full(high - self.low + 1 if self.dense else 1 << bits, -1, dtype=np.int64)
        self._fill(packed, ids - self.low if self.dense else self._hashes(ids))

    def _hashes(self, ids: Ints) -> Ints:
        """Fibonacci hashing: the upper bits of a product with 2^64 / phi."""
        product = np.ascontiguousarray(ids).view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        product >>= self.shift
        return product.view(np.int64)

    def _fill(self, left: Ints, at: Ints) -> None:
        """Give everybody a free slot; who loses a race for one tries the next."""
        while len(left):
            free = self.table[at] < 0
            self.table[at[free]] = left[free]
            there = self.table[at]
            lost = there != left
            twice = lost & (there >> _PLACE_BITS == left >> _PLACE_BITS)
            if twice.any():
                raise RuleError("a player stands twice on the list", who=(int(left[twice][0] >> _PLACE_BITS),))
            left, at = left[lost], (at[lost] + 1) & self.mask

    def positions(self, wanted: Ints, first: int) -> Ints:
        """The place of every id; an unknown one is an error."""
        if self.dense:
            at = wanted - self.low
            _known((at < 0) | (at >= len(self.table)), wanted, first)
            if self.in_order:
                return at
            found = self.table[at]
            _known(found < 0, wanted, first)
            return found & ((1 << _PLACE_BITS) - 1)
        at = self._hashes(wanted)
        found = self.table[at]
        left = np.flatnonzero(found >> _PLACE_BITS != wanted)
        at = at[left]
        while len(left):
            _known(found[left] < 0, wanted[left], first, left)
            at = (at + 1) & self.mask
            found[left] = there = self.table[at]
            still = there >> _PLACE_BITS != wanted[left]
            left, at = left[still], at[still]
        return found & ((1 << _PLACE_BITS) - 1)


def _known(unknown: NDArray[np.bool_], wanted: Ints, first: int, rows: Ints | None = None) -> None:
    if unknown.any():
        at = int(unknown.argmax())
        who = int(wanted[at])
        number = first + 1 + (at if rows is None else int(rows[at]))
        raise RuleError(f"game {number} names {who}, who is not on the list", who=(who,))


# -- what is made of it ------------------------------------------------------------------------------------------------


def _editions(start: Ints | None, kind: str, on: date | None, newest: FideRules) -> Iterator[tuple[FideRules, Rows]]:
    """The rules in force, each with the games it governs."""
    if start is None or not start.any():
        yield newest, slice(None)
        return
    undated = start == 0
    if undated.any():
        yield newest, undated
    rules_for(kind, date.fromordinal(int(start[~undated].min())))  # raises when it is before the first edition
    editions = [edition for edition in RULES if edition.kind == kind]
    since = np.array([edition.since.toordinal() for edition in editions])
    which = np.searchsorted(since, start, side="right") - 1
    for number, edition in enumerate(editions):
        rows = (which == number) & ~undated
        if rows.any():
            yield edition, rows


def _add(edition: FideRules, side: _Side, sums: Ints) -> None:
    """Count the games of one side between two rated players (B.02 8.3.1, 8.3.2)."""
    counted = (side.own > 0) & (side.opponent > 0)
    if edition.uneven_difference is not None:
        apart = np.abs(side.own - side.opponent) >= edition.uneven_difference
        counted &= ~(apart & (np.maximum(side.own, side.opponent) > edition.uneven_above))
    if not counted.all():
        side = _Side(*(column[counted] for column in side))
    difference = side.own - side.opponent
    limit = edition.difference_limit
    expected = _EXPECTATION[np.clip(difference, -limit, limit) + _WIDEST]
    if edition.limit_lifted_from is not None:
        lifted = side.own >= edition.limit_lifted_from
        if lifted.any():
            expected[lifted] = _EXPECTATION[np.clip(difference[lifted], -_WIDEST, _WIDEST) + _WIDEST]
    np.add.at(sums, side.who, 50 * side.half_points - expected + _ONE)


def _unrated(side: _Side, played: dict[str, Ints]) -> tuple[Ints, ...]:
    """The games of unrated players against rated ones: who, day, event, opponent's rating, half points."""
    rows = np.flatnonzero((side.own == 0) & (side.opponent > 0))
    none = np.zeros(len(rows), np.int64)
    day, event = (played[name][rows] if name in played else none for name in ("start", "event"))
    return side.who[rows], day, event, side.opponent[rows], side.half_points[rows]


def _pooled(listed: dict[str, Ints], pool: list[tuple[Ints, ...]]) -> tuple[Ints, Ints, Ints]:
    """Games, sum of ratings and half points of unrated players against rated ones, with what they brought along.

    A first event without a point is left out (B.02 8.2.1).
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
        dropped = fresh[begins] & (np.add.reduceat(half, begins) == 0) & (brought[0][who[begins]] == 0)
        stay = np.repeat(~dropped, np.diff(np.r_[begins, len(who)]))
        for total, worth in zip(brought, (np.ones_like(who), opponent, half), strict=True):
            np.add.at(total, who[stay], worth[stay])
    return brought[0], brought[1], brought[2]


def _new_list(
    listed: dict[str, Ints],
    counts: Ints,
    changes: Ints,
    pool: tuple[Ints, Ints, Ints],
    edition: FideRules,
    on: date | None,
) -> Period:
    """The list after the period."""
    rating = listed["rating"]
    rated = rating > 0
    k = np.where(rated, _k(listed, rating, edition, on), 0)
    k = np.where(k * counts > edition.k_games_limit, edition.k_games_limit // np.maximum(counts, 1), k)
    points = np.where(rated, _half_away(changes * k, 100), 0)
    base = listed.get("base", rating)
    new = np.where(base > 0, base, rating) + points
    first = _first(pool, edition)
    waiting = ~rated & (first == 0)
    return Period(
        id=listed["id"],
        rating=rating,
        games=np.where(rated, counts, pool[0]),
        change=np.where(rated, changes, 0),
        k=k,
        points=points,
        new=np.where(rated, np.where(new >= edition.lowest_rating, new, 0), first),
        pool_games=np.where(waiting, pool[0], 0),
        pool_sum=np.where(waiting, pool[1], 0),
        pool_half_points=np.where(waiting, pool[2], 0),
    )


def _k(listed: dict[str, Ints], rating: Ints, edition: FideRules, on: date | None) -> Ints:
    """The published K; where there is none, what `rating.k_factor` says."""
    given = listed.get("k", np.zeros_like(rating))
    unknown = (given == 0) & (rating > 0)
    if not unknown.any():
        return given
    games = listed.get("games", np.full_like(rating, Listed._field_defaults["games"]))
    born = listed.get("born", np.zeros_like(rating))
    if on is None and (unknown & (born > 0)).any():
        who = int(listed["id"][unknown & (born > 0)][0])
        raise RuleError("the day of the list is needed to know how old a player is", who=(who,))
    best = np.maximum(rating, listed.get("highest", rating))
    junior = (born > 0) & ((on.year if on else 0) - born <= edition.k_junior_age) & (best < edition.k_junior_below)
    usual = np.where(games < edition.k_new_games, edition.k_new, edition.k_usual)
    made = np.where(best >= edition.k_strong_from, edition.k_strong, np.where(junior, edition.k_junior, usual))
    return np.where(unknown, made, given)


def _first(pool: tuple[Ints, Ints, Ints], edition: FideRules) -> Ints:
    """The first rating of every pool, 0 where there is none to publish (B.02 8.2)."""
    games, total, half_points = pool
    n = games + edition.initial_draws
    percent = _half_up(50 * (half_points + edition.initial_draws), n)
    total = total + edition.initial_draws * edition.initial_opponent
    rating = np.minimum(_half_up(total + n * _DIFFERENCE[percent], n), edition.initial_highest)
    return np.where((games >= edition.initial_games) & (rating >= edition.lowest_rating), rating, 0)


def _half_up(numerator: Ints, denominator: Ints | int) -> Ints:
    return (2 * numerator + denominator) // (2 * denominator)


def _half_away(numerator: Ints, denominator: int) -> Ints:
    return np.sign(numerator) * _half_up(np.abs(numerator), denominator)
