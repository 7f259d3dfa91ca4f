"""One table of cases for every store: in memory, on SQLite, on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import ConflictError, RookeryError
from rookery.storage import Entry
from support.stores import AT, KINDS, append_events, open_test_store

NAMES = (
    "Müller, Jürgen",
    "Ölç, Şükrü",
    "Иванов, Пётр",
    "陳大文",
    "👩🏽‍🎓",
    "O'Brien; DROP TABLE event",
    "a\0b",
    "\ud800",
    '½–½ \\ "',
)


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    """A store with one stream in it."""
    with open_test_store(request.param, tmp_path, request) as made:
        made.create("open", "tournament", "tea-party")
        yield made


def versions(store: Any, *bounds: int) -> list[int]:
    return [record.version for record in store.read("open", *bounds)]


def test_a_stream_begins_with_nothing(store: Any) -> None:
    assert store.version("open") == 0
    assert list(store.read("open")) == []
    assert store.snapshot("open") is None
    assert store.version_after_command("open", "c1") is None
    assert [(stream.id, stream.kind, stream.slug, stream.version) for stream in store.streams()] == [
        ("open", "tournament", "tea-party", 0)
    ]


def test_what_is_appended_is_read_again(store: Any) -> None:
    data = {"key": "p7k2", "points": 10, "none": None, "list": [1, {"a": []}], "half": 0.5, "yes": True}
    assert append_events(store, "c1", data, {}, acknowledged=["rematch@0", "by-hand!@0"]) == 2
    first, second = store.read("open")
    assert (first.stream, first.version, first.kind, first.form) == ("open", 1, "noted", 1)
    assert (first.data, second.data) == (data, {})
    assert (first.command, first.actor, first.at, first.acknowledged) == ("c1", "ada", AT, ("rematch@0", "by-hand!@0"))
    assert store.version("open") == second.version == 2
    assert [stream.version for stream in store.streams()] == [2]


def test_a_command_that_did_nothing_leaves_nothing(store: Any) -> None:
    assert append_events(store, "c1") == 0
    append_events(store, "c2", {})
    assert append_events(store, "c3") == 1
    assert (store.version_after_command("open", "c1"), store.version_after_command("open", "c3"), versions(store)) == (
        None,
        None,
        [1],
    )


def test_read_data_is_not_shared(store: Any) -> None:
    mine = {"names": ["Hare"]}
    append_events(store, "c1", mine)
    mine["names"].append("Hatter")
    for record in store.read("open"):
        record.data["names"].append("Dormouse")
    assert [record.data for record in store.read("open")] == [{"names": ["Hare"]}]


def test_some_of_it_is_read(store: Any) -> None:
    append_events(store, "c1", *({"n": n} for n in range(10)))
    assert versions(store, 7) == [8, 9, 10]
    assert versions(store, 0, 3) == [1, 2, 3]
    assert versions(store, 4, 6) == [5, 6]
    assert versions(store, 10) == versions(store, 12) == versions(store, 5, 5) == []
    assert versions(store, 8, 99) == [9, 10]


def test_a_reading_ends_where_the_log_ended_when_it_began(store: Any) -> None:
    append_events(store, "c1", {}, {})
    reading = store.read("open")
    next(reading)
    append_events(store, "c2", {})
    assert [record.version for record in reading] == [2]


def test_late_writers_are_informed(store: Any) -> None:
    append_events(store, "c1", {}, {})
    for expected in (0, 1, 3, -1):
        with pytest.raises(ConflictError) as late:
            append_events(store, "c2", {}, expected=expected)
        assert (late.value.stream, late.value.expected, late.value.found) == ("open", expected, 2)
    assert (store.version("open"), versions(store), store.version_after_command("open", "c2")) == (2, [1, 2], None)


def test_a_repeated_command_is_answered_as_the_first_time(store: Any) -> None:
    assert append_events(store, "c1", {"n": 1}, {"n": 2}, expected=0) == 2
    assert append_events(store, "c2", {"n": 3}) == 3
    for expected in (0, 2, 3, 7):
        assert append_events(store, "c1", {"n": 4}, expected=expected) == 2
    assert [record.data["n"] for record in store.read("open")] == [1, 2, 3]
    assert (
        store.version_after_command("open", "c1"),
        store.version_after_command("open", "c2"),
        store.version_after_command("open", "c3"),
    ) == (2, 3, None)


def test_a_command_is_known_in_its_stream_alone(store: Any) -> None:
    store.create("other", "tournament", "other")
    append_events(store, "c1", {})
    assert store.version_after_command("other", "c1") is None
    assert store.append("other", 0, [Entry("noted", 1, {})], command="c1", actor="ada", at=AT) == 1


def test_every_name_is_preserved(store: Any) -> None:
    append_events(store, "c1", *({"name": name, name: 1} for name in NAMES))
    assert [record.data for record in store.read("open")] == [{"name": name, name: 1} for name in NAMES]
    append_events(store, "ж-1", {}, actor="Ödön", acknowledged=["é@1"])
    last = list(store.read("open"))[-1]
    assert (last.command, last.actor, last.acknowledged) == ("ж-1", "Ödön", ("é@1",))
    store.create("сад", "tournament", "чай")
    assert {stream.slug for stream in store.streams()} == {"tea-party", "чай"}


@pytest.mark.parametrize("word", ["a\0b", "\ud800", "two\nlines"])
def test_no_id_has_what_cannot_be_shown(store: Any, word: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RookeryError) as caught:
        append_events(store, word, {})
    assert str(caught.value) == snapshot
    with pytest.raises(RookeryError) as caught:
        store.create("x", "tournament", word)
    assert str(caught.value) == snapshot
    assert store.version("open") == 0


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, object()])
def test_what_is_no_json_is_not_written(store: Any, value: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        append_events(store, "c1", {"fine": 1}, {"value": value})
    assert (store.version("open"), versions(store), store.version_after_command("open", "c1")) == (0, [], None)


def test_a_stream_that_is_not_there(store: Any, snapshot: SnapshotAssertion) -> None:
    for ask in (
        lambda: store.version("closed"),
        lambda: list(store.read("closed")),
        lambda: store.append("closed", 0, [Entry("noted", 1, {})], command="c1", actor="ada", at=AT),
        lambda: store.keep_snapshot("closed", 1, b""),
    ):
        with pytest.raises(RookeryError) as caught:
            ask()
        assert str(caught.value) == snapshot


def test_a_stream_is_created_once(store: Any, snapshot: SnapshotAssertion) -> None:
    append_events(store, "c1", {})
    store.create("open", "tournament", "tea-party")
    assert store.version("open") == 1
    with pytest.raises(RookeryError) as caught:
        store.create("closed", "tournament", "tea-party")
    assert str(caught.value) == snapshot
    with pytest.raises(RookeryError) as caught:
        store.create("open", "tournament", "croquet")
    assert str(caught.value) == snapshot
    assert [stream.id for stream in store.streams()] == ["open"]


def test_snapshots(store: Any, snapshot: SnapshotAssertion) -> None:
    append_events(store, "c1", *({"n": n} for n in range(10)))
    for version in (3, 7):
        store.keep_snapshot("open", version, f"state {version}".encode() * 100)
    store.keep_snapshot("open", 7, b"state 7 anew")
    found = store.snapshot("open")
    assert (found.version, found.data) == (7, b"state 7 anew")
    assert store.snapshot("open", 7).version == 7
    assert store.snapshot("open", 6).data == b"state 3" * 100
    assert store.snapshot("open", 2) is None
    for version in (0, 11):
        with pytest.raises(RookeryError) as caught:
            store.keep_snapshot("open", version, b"")
        assert str(caught.value) == snapshot


@pytest.mark.slow
def test_twenty_thousand_events(store: Any) -> None:
    for start in range(0, 20_000, 2_500):
        append_events(store, f"c{start}", *({"n": n} for n in range(start, start + 2_500)), expected=start)
    assert [record.data["n"] for record in store.read("open")] == list(range(20_000))
    assert versions(store, 19_998) == [19_999, 20_000]
    assert store.version_after_command("open", "c2500") == 5_000


def test_two_writers_at_once(store: Any) -> None:
    """Each takes what is there as its start and tries again when the other was quicker: nothing is lost or twice."""
    conflicts, ready = [], Barrier(2)

    def write(name: str) -> None:
        ready.wait()
        for number in range(25):
            for _ in range(50):  # the other writes 25 times: so often at most it can be quicker
                try:
                    append_events(store, f"{name}{number}", {"by": name, "n": number}, {"by": name, "n": number})
                    break
                except ConflictError as late:
                    conflicts.append(late)

    both = [Thread(target=write, args=(name,)) for name in ("ada", "bo")]
    for one in both:
        one.start()
    for one in both:
        one.join(60)
    records = list(store.read("open"))
    assert [record.version for record in records] == list(range(1, 101))
    assert {record.command for record in records[::2]} == {record.command for record in records[1::2]}
    for name in ("ada", "bo"):
        assert [record.data["n"] for record in records[::2] if record.data["by"] == name] == list(range(25))
    assert all(late.found > late.expected for late in conflicts)


def test_the_same_command_from_two_at_once(store: Any) -> None:
    answers, ready = [], Barrier(4)

    def send(actor: str) -> None:
        ready.wait()
        answers.append(append_events(store, "c1", {"by": actor}, expected=0, actor=actor))

    all_ = [Thread(target=send, args=(f"tab {n}",)) for n in range(4)]
    for one in all_:
        one.start()
    for one in all_:
        one.join(60)
    assert (answers, versions(store)) == ([1, 1, 1, 1], [1])
