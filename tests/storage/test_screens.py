"""Screens: made, renamed, switched, seen, deleted; copies contain them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rookery.storage import open_store
from rookery.storage.store import Store
from support.stores import DISKS, place_of


@pytest.fixture(params=DISKS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with open_store(place_of(request.param, tmp_path, request)) as opened:
        yield opened


def test_a_screen_is_created_changed_and_deleted(store: Store) -> None:
    screen = store.screens.create("t1", "Bühne", {"shows": ["boards"], "seconds": 12}, 100)
    other = store.screens.create("t2", "Foyer", {}, 101)
    assert screen.id != other.id
    assert store.screens.list_screens() == (screen, other)
    assert store.screens.list_screens("t1") == (screen,)
    assert store.screens.find(screen.id) == screen
    assert store.screens.rename(screen.id, "Stage")
    assert store.screens.set_settings(screen.id, {"shows": ["standings"]})
    assert store.screens.note_seen(screen.id, 150)
    changed = store.screens.find(screen.id)
    assert changed is not None
    assert (changed.name, changed.settings, changed.seen, changed.made) == ("Stage", {"shows": ["standings"]}, 150, 100)
    assert store.screens.delete(screen.id)
    assert not store.screens.delete(screen.id)
    assert store.screens.list_screens() == (other,)


def test_a_screen_that_is_not_there(store: Store) -> None:
    assert store.screens.find("abc") is None
    assert not store.screens.rename("abc", "x")
    assert not store.screens.set_settings("abc", {})
    assert not store.screens.note_seen("abc", 1)


def test_copies_contain_the_screens(store: Store, tmp_path: Path) -> None:
    screen = store.screens.create("t1", "Stage", {"seconds": 12}, 100)
    copy = store.backup(tmp_path / "copies")
    store.screens.delete(screen.id)
    store.screens.create("t1", "Later", {}, 200)
    store.restore(copy)
    assert store.screens.list_screens() == (screen,)
