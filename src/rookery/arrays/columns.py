"""Integer columns taken from any table that gives columns by name, and the positions of players by id."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rookery.errors import RuleError
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
