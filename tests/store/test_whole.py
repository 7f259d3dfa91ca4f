"""The whole database: copies, restoring, the check, a transaction that is killed, a log that goes elsewhere."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from rookery.errors import FormatError, RookeryError
from rookery.store import Stream, carried, open_store
from rookery.store.backup import newest
from rookery.store.records import chained
from rookery.store.store import Store
from rookery.values import replace
from support.stores import DISKS, added, place_of

SRC = Path(__file__).resolve().parent.parent.parent / "src"


@pytest.fixture(params=DISKS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where no store is yet."""
    return place_of(request.param, tmp_path, request)


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    """A store with two streams, some events and a snapshot."""
    with open_store(place) as made:
        made.create("open", "tournament", "tea-party")
        made.create("other", "tournament", "croquet")
        for number in range(5):
            added(made, f"c{number}", {"name": f"Müller {number}"}, {"n": number}, acknowledged=["x@1"])
        made.keep_snapshot("open", 6, b"state" * 1000)
        yield made


def content(store: Store) -> object:
    """All that is in a store."""
    return [(each, list(store.read(each.id)), store.snapshot(each.id)) for each in store.streams()]


# -- copies ------------------------------------------------------------------------------------------------------------


def test_a_copy_is_a_store_in_one_file(store: Store, tmp_path: Path) -> None:
    before = content(store)
    copy = store.backup(tmp_path / "stick" / "desk")
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]
    added(store, "later", {})
    with open_store(copy) as other:
        assert content(other) == before
        assert other.check() == ()


def test_copies_have_their_time_and_the_newest_is_found(store: Store, tmp_path: Path) -> None:
    made = [store.backup(tmp_path / "copies") for _ in range(3)]
    assert made == sorted(set(made))
    (tmp_path / "copies" / ".desk-99990101T000000.000000Z.sqlite.part").touch()
    assert newest(tmp_path / "copies") == made[-1]
    assert newest(tmp_path / "nowhere") is None


def test_files_of_every_stream_lie_beside_the_copy(store: Store, tmp_path: Path) -> None:
    copy = store.backup(tmp_path / "copies", lambda stream: {f"{stream.slug}.trf": stream.id.encode()})
    found = {path.name: path.read_bytes() for path in copy.parent.iterdir() if path != copy}
    assert found == {"tea-party.trf": b"open", "croquet.trf": b"other"}


def test_a_copy_that_fails_leaves_nothing(store: Store, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        store.backup(tmp_path / "file")
    added(store, "c9", {})


def test_a_copy_brings_the_store_back(store: Store, tmp_path: Path) -> None:
    before, copy = content(store), store.backup(tmp_path / "copies")
    data = copy.read_bytes()
    added(store, "later", {})
    store.create("third", "tournament", "chess")
    store.restore(copy)
    assert content(store) == before
    assert store.check() == ()
    assert (copy.read_bytes(), [each.name for each in copy.parent.iterdir()]) == (data, [copy.name])
    assert added(store, "c9", {}) == 11


def test_a_damaged_copy_is_not_brought_back(store: Store, tmp_path: Path) -> None:
    copy = store.backup(tmp_path / "copies")
    with closing(sqlite3.connect(copy)) as base:
        base.execute("UPDATE event SET data = '{}' WHERE version = 3")
        base.commit()
    before = content(store)
    with pytest.raises(RookeryError, match="is damaged: tea-party: the log was changed"):
        store.restore(copy)
    assert content(store) == before


# -- the check ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("UPDATE event SET actor = 'eve' WHERE version = 4 AND stream = 'open'", "tea-party: the log was changed"),
        ("UPDATE event SET data = '{' WHERE version = 4 AND stream = 'open'", "tea-party: an event is damaged"),
        (
            "DELETE FROM event WHERE version = 4",
            "tea-party: 10 events should be there; there are 9, the last with number 10",
        ),
        (
            "DELETE FROM event WHERE version = 10",
            "tea-party: 10 events should be there; there are 9, the last with number 9",
        ),
        ("UPDATE stream SET version = 1 WHERE id = 'other'", "croquet: 1 events should be there; there are 0"),
        ("UPDATE event SET version = version + 100 WHERE version = 10", "the last with number 110"),
        ("UPDATE snapshot SET version = 11", "the snapshot of version 11 is damaged"),
    ],
)
def test_what_was_changed_is_found(store: Store, sql: str, says: str) -> None:
    assert store.check() == ()
    with store._database.writing() as connection:
        connection.execute(text(sql.replace(":", r"\:")))
    (fault,) = store.check()
    assert says in fault


def test_a_damaged_snapshot_is_found_and_passed_over(store: Store) -> None:
    store.keep_snapshot("open", 8, b"state" * 1000)
    with store._database.writing() as connection:
        connection.execute(
            text("UPDATE snapshot SET data = :data WHERE version = 8"), {"data": zlib.compress(b"x")[:-3]}
        )
    assert store.check() == ("tea-party: the snapshot of version 8 is damaged",)
    found = store.snapshot("open")
    assert found is not None
    assert (found.version, found.data) == (6, b"state" * 1000)


def test_a_damaged_file_is_found(tmp_path: Path) -> None:
    path = tmp_path / "desk.sqlite"
    with open_store(path) as store:
        store.create("open", "tournament", "tea-party")
        added(store, "c1", *({"text": "x" * 500} for _ in range(300)))
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 4096] = b"\xff" * 4096
    path.write_bytes(data)
    try:
        with open_store(path) as store:
            found = store.check()
    except (RookeryError, OSError) as error:
        found = (str(error),)
    assert found


# -- killed ------------------------------------------------------------------------------------------------------------

KILLED = """
import os, signal, sys
sys.path.insert(0, {src!r})
from sqlalchemy import event
from rookery.store import Entry, open_store
store = open_store(sys.argv[1])
if sys.argv[2] == "before":
    event.listen(store._database.engine, "commit", lambda _: os.kill(os.getpid(), signal.SIGKILL))
store.append("open", 10, [Entry("noted", 1, {{}})] * 3, command="c9", actor="bo", at="2026-11-16T10:00:00Z")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize(("moment", "version"), [("before", 10), ("after", 13)])
def test_a_transaction_that_is_killed_is_there_or_not(store: Store, place: str, moment: str, version: int) -> None:
    words = [sys.executable, "-c", KILLED.format(src=str(SRC)), place, moment]
    assert subprocess.run(words, timeout=60, capture_output=True).returncode == -signal.SIGKILL
    assert (store.version("open"), len(list(store.read("open")))) == (version, version)
    assert store.done("open", "c9") == (None if moment == "before" else version)
    assert store.check() == ()
    assert added(store, "c10", {}) == version + 1


# -- from one to another -----------------------------------------------------------------------------------------------


def taken(store: Store) -> bytes:
    """The first stream of a store as a file."""
    (stream,) = (each for each in store.streams() if each.id == "open")
    return carried.dumps(stream, store.read("open"))


def test_a_log_goes_elsewhere_and_on(store: Store, tmp_path: Path) -> None:
    with open_store(tmp_path / "other.sqlite") as other:
        assert other.adopt(*carried.loads(taken(store))) == 10
        assert other.adopt(*carried.loads(taken(store))) == 0
        assert list(other.read("open")) == list(store.read("open"))
        added(other, "elsewhere", {}, {})
        assert store.adopt(*carried.loads(taken(other))) == 2
        assert list(other.read("open")) == list(store.read("open"))
        assert (store.check(), other.check()) == ((), ())


def test_a_log_that_went_on_in_another_way_is_refused(store: Store, tmp_path: Path) -> None:
    early = taken(store)
    added(store, "here", {})
    with open_store(tmp_path / "other.sqlite") as other:
        other.adopt(*carried.loads(early))
        added(other, "there", {}, {})
        before = list(store.read("open"))
        for file in (taken(other), early):
            with pytest.raises(RookeryError, match="'tea-party' went on here in another way"):
                store.adopt(*carried.loads(file))
    assert list(store.read("open")) == before


def test_a_log_of_another_stream_does_not_take_its_name(store: Store) -> None:
    with pytest.raises(RookeryError, match="'tea-party' is taken"):
        store.adopt(Stream("new", "tournament", "tea-party"), ())


# -- the file ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> bytes:
    """A log with strange names in a file."""
    with open_store(tmp_path / "desk.sqlite") as store:
        store.create("open", "tournament", "tea-party")
        added(store, "c1", {"name": "Müller\u2028\r\n"}, {"name": "\ud800\0"}, acknowledged=["x@1"])
        return taken(store)


def test_a_file_there_and_back(file: bytes) -> None:
    stream, records = carried.loads(file)
    assert (stream.version, stream.sum, len(records)) == (2, chained("", records), 2)
    assert [record.data["name"] for record in records] == ["Müller\u2028\r\n", "\ud800\0"]
    assert carried.dumps(stream, records) == file
    assert len(file.split(b"\n")) == 4
    assert b"M\xc3\xbcller" in file


def test_what_is_no_log(file: bytes) -> None:
    first, second, third, _ = file.split(b"\n")
    cases: list[tuple[bytes, str]] = [
        (b"", "line 1: error: this is no log of Rookery"),
        (b"012 Tea Party\n", "line 1: error: this is no log of Rookery"),
        (b"{}", "this is no log of Rookery"),
        (file.replace(b'"form":1', b'"form":2', 1), "a newer version of Rookery wrote it"),
        (file.replace(b'"slug":"tea-party"', b'"slug":7'), "line 1: error: slug is missing or of another kind"),
        (b"\n".join((first, second)), "2 events should be here, and 1 are"),
        (b"\n".join((first, third, second)), "2 events should be here, and 2 are"),
        (file.replace(b"ada", b"eve", 1), "the log was changed or damaged on the way"),
        (b"\n".join((first, second, third[:-9])), "line 3: error: this line is no JSON object"),
        (b"\n".join((first, b"[]", third)), "line 2: error: this line is no JSON object"),
        (b"\n".join((first, b'{"a":NaN}', third)), "line 2: error: this line is no JSON object"),
        (b"\n".join((first, b"[" * 100_000)), "line 2: error: this line is no JSON object"),
        (file.replace(b'"data":{', b'"data":7,"x":{', 1), "line 2: error: data is missing or of another kind"),
    ]
    for spoilt, says in cases:
        with pytest.raises(FormatError) as refused:
            carried.loads(spoilt)
        assert says in str(refused.value), (says, str(refused.value))


def test_the_sum_is_over_everything(file: bytes) -> None:
    stream, (first, second) = carried.loads(file)
    for changed in (
        *(replace(first, kind="x"), replace(first, form=2), replace(first, data={}), replace(first, command="x")),
        *(replace(first, actor="x"), replace(first, at="x"), replace(first, acknowledged=())),
    ):
        assert chained("", (changed, second)) != stream.sum
    assert chained("", (replace(first, stream="x"), second)) == stream.sum
