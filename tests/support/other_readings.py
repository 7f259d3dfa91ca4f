"""Rules read as somebody else reads them, to show that a reading is what two programs differ in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rookery.history.round_results import Kind


@contextmanager
def bye_floats_by_points() -> Iterator[None]:
    """C.04.3 1.4.3 as if an allocated bye were a downfloat only when it is worth more than a loss."""
    kind, text = Kind.ALLOCATED_BYE, Kind.ALLOCATED_BYE.floats
    kind.floats = "by points"
    try:
        yield
    finally:
        kind.floats = text
