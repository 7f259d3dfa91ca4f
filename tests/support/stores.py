"""The stores that every case is tried on: one in memory, one of SQLite, one of PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rookery.storage import Entry, open_store
from rookery.tournaments.store import MemoryStore

KINDS = ("memory", "sqlite", "postgresql")
DISKS = KINDS[1:]
AT = "2026-11-16T09:00:00Z"


def place_of(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    """Where a fresh store of a kind is made."""
    return request.getfixturevalue("postgresql").fresh() if kind == "postgresql" else str(folder / "desk.sqlite")


@contextmanager
def open_test_store(kind: str, folder: Path, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A fresh store of a kind."""
    if kind == "memory":
        yield MemoryStore()
        return
    with open_store(place_of(kind, folder, request)) as store:
        yield store


def append_events(store: Any, command: str, *data: dict[str, Any], expected: int | None = None, **more: Any) -> int:
    """Append an event for each of some data."""
    entries = [Entry("noted", 1, value) for value in data]
    at = store.version("open") if expected is None else expected
    return int(store.append("open", at, entries, command=command, **({"actor": "ada", "at": AT} | more)))
