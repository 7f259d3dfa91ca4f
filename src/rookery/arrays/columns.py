"""Integer columns taken from any table that gives columns by name."""

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
