"""Deliveries of webhooks are claimed: processes that share a store send each event once, and in order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Lock, Thread

import pytest

from rookery.storage import Entry, open_store
from rookery.storage.store import Store
from rookery.storage.webhooks import LEASE
from support.stores import DISKS, place_of

NOW = 1000


@pytest.fixture(params=DISKS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(place_of(request.param, tmp_path, request))


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with open_store(place) as opened:
        for stream in ("a", "b"):
            opened.create(stream, "tournament", stream)
        yield opened


def write(store: Store, stream: str, number: int) -> None:
    for _ in range(number):
        version = next(known.version for known in store.streams() if known.id == stream)
        entry = Entry("remark.added", 1, {"text": str(version)})
        store.append(stream, version, (entry,), command=f"{stream}-{version}", actor="Ada", at="2026-04-05T09:07:00Z")


def test_several_threads_deliver_each_event_once_and_in_order(store: Store, place: str) -> None:
    hook = store.webhooks.create("https://club.example", NOW)
    for stream in ("a", "b"):
        write(store, stream, 10)
    sent, lock = dict[str, list[int]](), Lock()

    def work() -> None:
        with open_store(place) as own:
            while own.webhooks.next_time(hook.id, NOW) is not None:
                claim = own.webhooks.claim(hook.id, NOW)
                if claim is not None:
                    with lock:
                        sent.setdefault(claim.stream.id, []).append(claim.event.version)
                    own.webhooks.finish(claim, 204, NOW)

    threads = [Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sent == {"a": list(range(1, 11)), "b": list(range(1, 11))}
    found = store.webhooks.find(hook.id)
    assert found
    assert found.position == {"a": 10, "b": 10}


def test_what_a_process_leaves_is_claimed_again(store: Store) -> None:
    hook = store.webhooks.create("https://club.example", NOW, stream="a")
    write(store, "a", 2)
    write(store, "b", 1)
    first = store.webhooks.claim(hook.id, NOW)
    assert first
    assert (first.stream.id, first.event.version) == ("a", 1)
    assert store.webhooks.claim(hook.id, NOW + LEASE - 1) is None
    again = store.webhooks.claim(hook.id, NOW + LEASE)
    assert again
    assert (again.delivery.id, again.delivery.attempts) == (first.delivery.id, 2)
    store.webhooks.fail(again, 500, "no", NOW + 500)
    assert store.webhooks.next_time(hook.id, NOW + LEASE) == NOW + 500
    last = store.webhooks.claim(hook.id, NOW + 500)
    assert last
    store.webhooks.finish(last, 200, NOW + 500)
    following = store.webhooks.claim(hook.id, NOW + 500)
    assert following
    assert following.event.version == 2
    assert [entry.version for entry in store.webhooks.list_deliveries(hook.id)] == [2, 1]
    assert store.webhooks.last_deliveries()[hook.id].version == 2
