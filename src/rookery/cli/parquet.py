"""Parquet files, by pyarrow where it is installed (`rookery[parquet]`)."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.cli.exits import Refusal
from rookery.typed import Any

_WHOLE = frozenset({"id", "round", "in_round", "places", "count"})
_TEXTS = frozenset({"outcomes", "column", "system", "order", "name", "measure", "says", "if"})
_YES_NO = frozenset({"exact"})
"""What the columns of findings hold; all others hold numbers, or nothing."""


def arrow() -> Any:
    """Who reads and writes such files; refused if nobody does."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise Refusal("Parquet needs pyarrow (pip install rookery[parquet]); CSV needs nothing") from None
    return pyarrow.parquet


def installed() -> bool:
    """Whether such files can be written."""
    try:
        arrow()
    except Refusal:
        return False
    return True


def parquet_data(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> bytes:
    """Rows under these headings as a file; a column has the same type whatever is in it."""
    import pyarrow

    kinds = {_WHOLE: pyarrow.int64(), _TEXTS: pyarrow.string(), _YES_NO: pyarrow.bool_()}
    types = [next((kind for names, kind in kinds.items() if name in names), pyarrow.float64()) for name in headings]
    columns = zip(*rows, strict=True) if rows else ((),) * len(headings)
    made = [pyarrow.array(list(column), kind) for column, kind in zip(columns, types, strict=True)]
    written = pyarrow.BufferOutputStream()
    arrow().write_table(pyarrow.table(dict(zip(headings, made, strict=True))), written)
    found: bytes = written.getvalue().to_pybytes()
    return found
