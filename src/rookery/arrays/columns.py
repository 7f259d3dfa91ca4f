"""Columns of whole numbers out of whatever gives columns by name."""

from __future__ import annotations

from datetime import date

import numpy as np
from numpy.typing import NDArray

from rookery.errors import RuleError
from rookery.rating.listed import Listed, Played
from rookery.typed import Protocol
from rookery.values import NamedTuple

Ints = NDArray[np.int64]
Truths = NDArray[np.bool_]
Table = dict[str, Ints]

_EPOCH = date(1970, 1, 1).toordinal()


class PoolRow(NamedTuple):
    """A row of the pools of unrated players: who, and the fields of `rating.PoolMonth`."""

    id: int
    month: int
    games: int
    total: int
    half_points: int


class Frame(Protocol):
    """Anything that gives a column by its name: a dict of arrays, a pandas or Polars frame, a pyarrow table."""

    def __getitem__(self, name: str, /) -> object: ...


def columns_of(frame: Frame, row: type[Listed] | type[Played] | type[PoolRow]) -> Table:
    """The columns of a table as whole numbers; those that have a default may be missing."""
    there = set(_names(frame)) - {"pool"}  # a pool has rows of its own
    needed = set(row._fields) - set(row._field_defaults)
    if needed - there:
        raise RuleError(f"the {row.__name__.lower()} table has no column {sorted(needed - there)[0]!r}")
    found = {name: _whole(frame[name], name) for name in row._fields if name in there}
    lengths = {len(column) for column in found.values()}
    if len(lengths) > 1:
        raise RuleError(f"the columns of the {row.__name__.lower()} table have different lengths")
    return found


def _names(frame: object) -> list[str]:
    """The names of the columns a table offers."""
    if isinstance(frame, np.ndarray):
        return list(frame.dtype.names or ())
    if hasattr(frame, "column_names"):  # pyarrow
        return list(frame.column_names)
    return list(frame.keys() if hasattr(frame, "keys") else getattr(frame, "columns", ()))


def _whole(column: object, name: str) -> Ints:
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
