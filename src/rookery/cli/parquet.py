"""Parquet files, by pyarrow where it is installed (`rookery[parquet]`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rookery.cli.exit_codes import Refusal

_INTEGER_COLUMNS = frozenset({"id", "round", "in_round", "places", "count"})
_TEXT_COLUMNS = frozenset({"outcomes", "column", "system", "order", "name", "measure", "says", "if"})
_BOOLEAN_COLUMNS = frozenset({"exact"})
"""Types of the columns of simulation results; all others hold numbers or nulls."""


def import_pyarrow() -> Any:
    """Return `pyarrow.parquet`; raise Refusal if pyarrow is not installed."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise Refusal("Parquet needs pyarrow (pip install rookery[parquet]); CSV needs nothing") from None
    return pyarrow.parquet


def is_pyarrow_installed() -> bool:
    """Return whether Parquet files can be read and written."""
    try:
        import_pyarrow()
    except Refusal:
        return False
    return True


def dump_parquet(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> bytes:
    """Return rows as a Parquet file; the type of a column depends on its heading alone."""
    import pyarrow

    types_by_names = {
        _INTEGER_COLUMNS: pyarrow.int64(),
        _TEXT_COLUMNS: pyarrow.string(),
        _BOOLEAN_COLUMNS: pyarrow.bool_(),
    }
    types = [
        next((data_type for names, data_type in types_by_names.items() if name in names), pyarrow.float64())
        for name in headings
    ]
    columns = zip(*rows, strict=True) if rows else ((),) * len(headings)
    arrays = [pyarrow.array(list(column), data_type) for column, data_type in zip(columns, types, strict=True)]
    sink = pyarrow.BufferOutputStream()
    import_pyarrow().write_table(pyarrow.table(dict(zip(headings, arrays, strict=True))), sink)
    data: bytes = sink.getvalue().to_pybytes()
    return data
