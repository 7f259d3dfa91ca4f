"""Integer columns taken from any table that gives columns by name, positions of players by id, rules on columns.

Rating rules are evaluated once for each distinct case. They know nothing of arrays; only what they declare is used:
the ratings from which more than the difference matters (`edges`), and their steps of K (`k_steps`).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import lru_cache, partial
from itertools import product
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rookery.errors import RuleError
from rookery.rating.elo_rules import UNBOUNDED, EloRules, KStep
from rookery.rating.rows import ListGame, ListPlayer

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Table = dict[str, Ints]

_EPOCH = date(1970, 1, 1).toordinal()


class PoolRow(NamedTuple):
    """A row of the pools of unrated players: the id and the fields of `rating.PoolMonth`."""

    id: int
    month: int
    games: int
    total: int
    half_points: int


_TABLE_NAMES = {ListPlayer: "players", ListGame: "games", PoolRow: "pool"}


class Frame(Protocol):
    """Any table that gives a column by its name: a dict of arrays, a pandas or Polars frame, a pyarrow table."""

    def __getitem__(self, name: str, /) -> object: ...


def to_columns(frame: Frame, row: type[ListPlayer] | type[ListGame] | type[PoolRow]) -> Table:
    """Return the columns of a table as integers; those that have a default may be missing."""
    available = set(_column_names(frame)) - {"pool"}  # a pool has rows of its own
    needed = set(row._fields) - set(row._field_defaults)
    if needed - available:
        raise RuleError(f"the {_TABLE_NAMES[row]} table has no column {sorted(needed - available)[0]!r}")
    columns = {name: _to_integers(frame[name], name) for name in row._fields if name in available}
    lengths = {len(column) for column in columns.values()}
    if len(lengths) > 1:
        raise RuleError(f"the columns of the {_TABLE_NAMES[row]} table have different lengths")
    return columns


def _column_names(frame: object) -> list[str]:
    """Return the names of the columns of a table."""
    if isinstance(frame, np.ndarray):
        return list(frame.dtype.names or ())
    if hasattr(frame, "column_names"):  # pyarrow
        return list(frame.column_names)
    return list(frame.keys() if hasattr(frame, "keys") else getattr(frame, "columns", ()))


def _to_integers(column: object, name: str) -> Ints:
    """Convert a column to integers; missing values become 0, dates become ordinals."""
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


_POSITION_BITS = 24


class IdIndex:
    """Index of ids to positions: a direct table if the ids are dense, otherwise a hash table with linear probing.

    A slot of the table holds the id and the place together, so that one look tells both; one in four at most is taken.
    """

    def __init__(self, ids: Ints) -> None:
        self.lowest_id, high = (int(ids.min()), int(ids.max())) if len(ids) else (0, 0)
        if self.lowest_id < 0 or high >= 1 << (63 - _POSITION_BITS) or len(ids) >= 1 << _POSITION_BITS:
            raise RuleError(
                f"an id is a number from 0 to {(1 << (63 - _POSITION_BITS)) - 1}, and a list has fewer places"
            )
        entries = ids << _POSITION_BITS | np.arange(len(ids))
        self.is_dense = high - self.lowest_id < 8 * len(ids)
        self.is_contiguous = self.is_dense and bool((ids == self.lowest_id + np.arange(len(ids))).all())
        bits = max(10, (4 * len(ids)).bit_length())
        self.shift, self.mask = np.uint64(64 - bits), (1 << bits) - 1
        self.table = np.full(high - self.lowest_id + 1 if self.is_dense else 1 << bits, -1, dtype=np.int64)
        self._insert(entries, ids - self.lowest_id if self.is_dense else self._hashes(ids))

    def _hashes(self, ids: Ints) -> Ints:
        """Return Fibonacci hashes: the upper bits of the product with 2^64 / phi."""
        product = np.ascontiguousarray(ids).view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        product >>= self.shift
        return product.view(np.int64)

    def _insert(self, entries: Ints, slots: Ints) -> None:
        """Store every entry in a free slot; on a collision the next one is tried."""
        while len(entries):
            free = self.table[slots] < 0
            self.table[slots[free]] = entries[free]
            stored = self.table[slots]
            collided = stored != entries
            duplicates = collided & (stored >> _POSITION_BITS == entries >> _POSITION_BITS)
            if duplicates.any():
                raise RuleError(
                    "a player stands twice on the list", participants=(int(entries[duplicates][0] >> _POSITION_BITS),)
                )
            entries, slots = entries[collided], (slots[collided] + 1) & self.mask

    def positions(self, ids: Ints, first: int) -> Ints:
        """Return the position of every id; raise RuleError for an unknown one."""
        if self.is_dense:
            slots = ids - self.lowest_id
            _check_known((slots < 0) | (slots >= len(self.table)), ids, first)
            if self.is_contiguous:
                return slots
            entries = self.table[slots]
            _check_known(entries < 0, ids, first)
            return entries & ((1 << _POSITION_BITS) - 1)
        slots = self._hashes(ids)
        entries = self.table[slots]
        remaining = np.flatnonzero(entries >> _POSITION_BITS != ids)
        slots = slots[remaining]
        while len(remaining):
            _check_known(entries[remaining] < 0, ids[remaining], first, remaining)
            slots = (slots + 1) & self.mask
            entries[remaining] = stored = self.table[slots]
            unresolved = stored >> _POSITION_BITS != ids[remaining]
            remaining, slots = remaining[unresolved], slots[unresolved]
        return entries & ((1 << _POSITION_BITS) - 1)


def _check_known(unknown: Bools, ids: Ints, first: int, rows: Ints | None = None) -> None:
    if unknown.any():
        i = int(unknown.argmax())
        player = int(ids[i])
        number = first + 1 + (i if rows is None else int(rows[i]))
        raise RuleError(f"game {number} names {player}, who is not on the list", participants=(player,))


NOT_RATED = -1
"""The expectation of a game that does not count."""
_MAX_TABLE_CASES = 1 << 20  # up to this many cases are tabulated
_MIN_VECTORISED = 256  # fewer rows are evaluated one by one
_WIDTH_STEP = 512  # widths of expectation tables are multiples of this
_MAX_WIDTH = 1 << 14  # larger differences are not tabulated


def apply_rule(rules: EloRules, name: str, *columns: Ints) -> Ints:
    """Apply the method of this name row by row.

    Where they leave the answer to EloRules it is arithmetic that columns can do as well.
    """
    if getattr(type(rules), name) is getattr(EloRules, name):
        arithmetic: Callable[..., Ints] = getattr(rules, name)
        return arithmetic(*columns)
    return map_distinct(getattr(rules, name), *columns)


def map_distinct(function: Callable[..., int | None], *columns: Ints) -> Ints:
    """Apply a function to each row, once per distinct row; None counts as 0."""
    if len(columns[0]) < _MIN_VECTORISED:
        rows = zip(*(column.tolist() for column in columns), strict=True)
        return np.array([function(*row) or 0 for row in rows], dtype=np.int64)
    lows = [int(column.min()) for column in columns]
    spans = [int(column.max()) - low + 1 for column, low in zip(columns, lows, strict=True)]
    cases = int(np.prod(np.array(spans, dtype=object)))
    if cases > _MAX_TABLE_CASES:
        return _map_unique_rows(function, columns)
    key = columns[0] - lows[0]
    for column, low, span in zip(columns[1:], lows[1:], spans[1:], strict=True):
        key = key * span + (column - low)
    table = np.zeros(cases, np.int64)
    table[key] = 1
    present = np.flatnonzero(table)
    parts = zip(np.unravel_index(present, spans), lows, strict=True)
    table[present] = [function(*row) or 0 for row in zip(*((part + low).tolist() for part, low in parts), strict=True)]
    return table[key]


def _map_unique_rows(function: Callable[..., int | None], columns: tuple[Ints, ...]) -> Ints:
    rows, inverse = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)
    answers = np.array([function(*row) or 0 for row in rows.tolist()], dtype=np.int64)
    return answers[inverse.reshape(-1)]


def expected_scores(rules: EloRules, ratings: Ints, opponents: Ints) -> Ints:
    """Return the expected scores of rated games in hundredths; NOT_RATED where the game does not count."""
    difference = ratings - opponents
    width = max(-int(difference.min()), int(difference.max())) if len(ratings) else 0
    if rules.edges is None or len(ratings) < _MIN_VECTORISED or width > _MAX_WIDTH:
        return map_distinct(partial(_expected_score, rules), ratings, opponents)
    width = -(-width // _WIDTH_STEP) * _WIDTH_STEP
    difference += width
    if not rules.edges or max(ratings.max(), opponents.max()) < rules.edges[0]:
        usual: Ints = _expectation_table(rules, (0, 0), width)[difference]
        return usual
    tables, bands = _expectation_tables(rules, width), len(rules.edges) + 1
    expectations: Ints = tables[0][difference]
    rows = np.flatnonzero((ratings >= rules.edges[0]) | (opponents >= rules.edges[0]))
    own_ratings, opponent_ratings = ratings[rows], opponents[rows]
    which = sum(bands * (own_ratings >= edge) + (opponent_ratings >= edge) for edge in rules.edges)
    expectations[rows] = tables[which, difference[rows]]
    return expectations


def _expected_score(rules: EloRules, rating: int, opponent: int) -> int:
    return rules.expected(rating, opponent) if rules.is_rated(rating, opponent) else NOT_RATED


@lru_cache(maxsize=128)
def _expectation_table(rules: EloRules, bands: tuple[int, int], width: int) -> Ints:
    """Return the expectation by difference, from -width on, between the players of two rating bands."""
    edges = rules.edges or ()
    starts, ends = (1, *edges), (*(edge - 1 for edge in edges), UNBOUNDED[-1])
    own_band, opponent_band = bands
    table = np.full(2 * width + 1, NOT_RATED, np.int64)
    for difference in range(-width, width + 1):
        # The lowest rating of its band whose opponent is in the other band.
        rating = max(starts[own_band], starts[opponent_band] + difference)
        if rating <= ends[own_band] and rating - difference <= ends[opponent_band]:
            table[difference + width] = _expected_score(rules, rating, rating - difference)
    return table


@lru_cache(maxsize=32)
def _expectation_tables(rules: EloRules, width: int) -> Ints:
    """Return the tables of every pair of bands, the player's own band first."""
    bands = range(len(rules.edges or ()) + 1)
    return np.stack([_expectation_table(rules, pair, width) for pair in product(bands, repeat=2)])


def k_factors(rules: EloRules, rating: Ints, games: Ints, age: Ints, highest: Ints) -> Ints:
    """Return K of every player; an unknown age is the last number of `UNBOUNDED`."""
    if not rules.k_steps:
        return map_distinct(partial(_k_factor, rules), rating, games, age, highest)
    best = np.maximum(rating, highest)
    fits = [_matches_step(step, best, games, age) for step in rules.k_steps]
    result = np.select(fits, [step.k for step in rules.k_steps], -1)
    unmatched = result < 0
    if unmatched.any():  # no step fits: the rules decide
        result[unmatched] = map_distinct(
            partial(_k_factor, rules), rating[unmatched], games[unmatched], age[unmatched], highest[unmatched]
        )
    return result


def _k_factor(rules: EloRules, rating: int, games: int, age: int, highest: int) -> int:
    return rules.k(rating, games, age=None if age == UNBOUNDED[-1] else age, highest=highest)


def _matches_step(step: KStep, best: Ints, games: Ints, age: Ints) -> Bools:
    return _is_within(best, step.best) & _is_within(games, step.games) & _is_within(age, step.age)


def _is_within(column: Ints, numbers: range) -> Bools:
    return (column >= numbers.start) & (column < numbers.stop)
