"""Listeners of a store are notified of writes by others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from rookery.storage import open_store
from rookery.storage.store import Store
from support.stores import DISKS, append_events, place_of


@pytest.fixture(params=DISKS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where no store is yet."""
    return place_of(request.param, tmp_path, request)


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    """A store with a stream."""
    with open_store(place) as made:
        made.create("open", "tournament", "tea-party")
        yield made


def test_what_others_write_is_heard(store: Store, place: str) -> None:
    append_events(store, "before", {"n": 0})
    with open_store(place) as other, other.listening() as heard:
        assert heard(0.0) == {}
        append_events(store, "c1", {"n": 1}, {"n": 2})
        assert heard(20.0) == {"open": 3}
        Timer(0.2, lambda: append_events(store, "c2", {"n": 3})).start()
        assert heard(20.0) == {"open": 4}
        assert heard(0.1) == {}


def test_what_is_not_written_is_not_heard(store: Store, place: str) -> None:
    with open_store(place) as other, other.listening() as heard:
        append_events(store, "c1", {"n": 1})
        assert heard(20.0) == {"open": 1}
        append_events(store, "c1", {"n": 1})  # the same command again
        assert heard(0.2) == {}
