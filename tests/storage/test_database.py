"""The whole database: copies, restore, check, a killed transaction, export of a log."""

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
from syrupy.assertion import SnapshotAssertion

from rookery._record import replace
from rookery.errors import FormatError, RookeryError
from rookery.storage import Stream, log_file, open_store
from rookery.storage.backup import newest_backup
from rookery.storage.records import chain_hash
from rookery.storage.store import Store
from support.stores import DISKS, append_events, place_of

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
            append_events(made, f"c{number}", {"name": f"Müller {number}"}, {"n": number}, acknowledged=["x@1"])
        made.keep_snapshot("open", 6, b"state" * 1000)
        yield made


def content(store: Store) -> object:
    """All that is in a store."""
    return [(stream, list(store.read(stream.id)), store.snapshot(stream.id)) for stream in store.streams()]


# -- copies ------------------------------------------------------------------------------------------------------------


def test_a_copy_is_a_store_in_one_file(store: Store, tmp_path: Path) -> None:
    before = content(store)
    copy = store.backup(tmp_path / "stick" / "desk")
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]
    append_events(store, "later", {})
    with open_store(copy) as other:
        assert content(other) == before
        assert other.check() == ()


def test_copies_have_a_time_and_the_newest_is_selected(store: Store, tmp_path: Path) -> None:
    made = [store.backup(tmp_path / "copies") for _ in range(3)]
    assert made == sorted(set(made))
    (tmp_path / "copies" / ".desk-99990101T000000.000000Z.sqlite.part").touch()
    assert newest_backup(tmp_path / "copies") == made[-1]
    assert newest_backup(tmp_path / "nowhere") is None


def test_files_of_every_stream_lie_beside_the_copy(store: Store, tmp_path: Path) -> None:
    copy = store.backup(tmp_path / "copies", lambda stream: {f"{stream.slug}.trf": stream.id.encode()})
    found = {path.name: path.read_bytes() for path in copy.parent.iterdir() if path != copy}
    assert found == {"tea-party.trf": b"open", "croquet.trf": b"other"}


def test_a_copy_that_fails_leaves_nothing(store: Store, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        store.backup(tmp_path / "file")
    append_events(store, "c9", {})


def test_a_copy_brings_the_store_back(store: Store, tmp_path: Path) -> None:
    before, copy = content(store), store.backup(tmp_path / "copies")
    data = copy.read_bytes()
    append_events(store, "later", {})
    store.create("third", "tournament", "chess")
    store.restore(copy)
    assert content(store) == before
    assert store.check() == ()
    assert (copy.read_bytes(), [each.name for each in copy.parent.iterdir()]) == (data, [copy.name])
    assert append_events(store, "c9", {}) == 11


def test_a_damaged_copy_is_not_brought_back(store: Store, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    copy = store.backup(tmp_path / "copies")
    with closing(sqlite3.connect(copy)) as base:
        base.execute("UPDATE event SET data = '{}' WHERE version = 3")
        base.commit()
    before = content(store)
    with pytest.raises(RookeryError) as caught:
        store.restore(copy)
    assert str(caught.value).replace(str(copy), "<copy>") == snapshot
    assert content(store) == before


# -- the check ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sql", "slug"),
    [
        ("UPDATE event SET actor = 'eve' WHERE version = 4 AND stream = 'open'", "tea-party"),
        ("UPDATE event SET data = '{' WHERE version = 4 AND stream = 'open'", "tea-party"),
        ("DELETE FROM event WHERE version = 4", "tea-party"),
        ("DELETE FROM event WHERE version = 10", "tea-party"),
        ("UPDATE stream SET version = 1 WHERE id = 'other'", "croquet"),
        ("UPDATE event SET version = version + 100 WHERE version = 10", "tea-party"),
        ("UPDATE snapshot SET version = 11", "tea-party"),
    ],
    ids=[
        "another actor",
        "no JSON",
        "an event less",
        "the last event less",
        "an event more",
        "another number",
        "a snapshot too new",
    ],
)
def test_changes_are_detected(store: Store, sql: str, slug: str, snapshot: SnapshotAssertion) -> None:
    assert store.check() == ()
    with store._database.writing() as connection:
        connection.execute(text(sql.replace(":", r"\:")))
    (fault,) = store.check()
    assert fault.startswith(f"{slug}: ")
    assert fault == snapshot


def test_a_damaged_snapshot_is_detected_and_skipped(store: Store, snapshot: SnapshotAssertion) -> None:
    store.keep_snapshot("open", 8, b"state" * 1000)
    with store._database.writing() as connection:
        connection.execute(
            text("UPDATE snapshot SET data = :data WHERE version = 8"), {"data": zlib.compress(b"x")[:-3]}
        )
    assert store.check() == snapshot
    found = store.snapshot("open")
    assert found is not None
    assert (found.version, found.data) == (6, b"state" * 1000)


def test_a_damaged_file_is_detected(tmp_path: Path) -> None:
    path = tmp_path / "desk.sqlite"
    with open_store(path) as store:
        store.create("open", "tournament", "tea-party")
        append_events(store, "c1", *({"text": "x" * 500} for _ in range(300)))
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
from rookery.storage import Entry, open_store
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
    assert store.version_after_command("open", "c9") == (None if moment == "before" else version)
    assert store.check() == ()
    assert append_events(store, "c10", {}) == version + 1


# -- from one to another -----------------------------------------------------------------------------------------------


def export_first_stream(store: Store) -> bytes:
    """The first stream of a store as a file."""
    (stream,) = (each for each in store.streams() if each.id == "open")
    return log_file.dumps(stream, store.read("open"))


def test_a_log_goes_elsewhere_and_on(store: Store, tmp_path: Path) -> None:
    with open_store(tmp_path / "other.sqlite") as other:
        assert other.adopt(*log_file.loads(export_first_stream(store))) == 10
        assert other.adopt(*log_file.loads(export_first_stream(store))) == 0
        assert list(other.read("open")) == list(store.read("open"))
        append_events(other, "elsewhere", {}, {})
        assert store.adopt(*log_file.loads(export_first_stream(other))) == 2
        assert list(other.read("open")) == list(store.read("open"))
        assert (store.check(), other.check()) == ((), ())


def test_a_log_that_went_on_in_another_way_is_refused(
    store: Store, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    early = export_first_stream(store)
    append_events(store, "here", {})
    with open_store(tmp_path / "other.sqlite") as other:
        other.adopt(*log_file.loads(early))
        append_events(other, "there", {}, {})
        before = list(store.read("open"))
        for file in (export_first_stream(other), early):
            with pytest.raises(RookeryError) as caught:
                store.adopt(*log_file.loads(file))
            assert str(caught.value) == snapshot
    assert list(store.read("open")) == before


def test_a_log_of_another_stream_does_not_take_its_name(store: Store, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RookeryError) as caught:
        store.adopt(Stream("new", "tournament", "tea-party"), ())
    assert str(caught.value) == snapshot


# -- the file ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> bytes:
    """A log with strange names in a file."""
    with open_store(tmp_path / "desk.sqlite") as store:
        store.create("open", "tournament", "tea-party")
        append_events(store, "c1", {"name": "Müller\u2028\r\n"}, {"name": "\ud800\0"}, acknowledged=["x@1"])
        return export_first_stream(store)


def test_a_file_there_and_back(file: bytes) -> None:
    stream, records = log_file.loads(file)
    assert (stream.version, stream.sum, len(records)) == (2, chain_hash("", records), 2)
    assert [record.data["name"] for record in records] == ["Müller\u2028\r\n", "\ud800\0"]
    assert log_file.dumps(stream, records) == file
    assert len(file.split(b"\n")) == 4
    assert b"M\xc3\xbcller" in file


def test_what_is_no_log(file: bytes, snapshot: SnapshotAssertion) -> None:
    first, second, third, _ = file.split(b"\n")
    cases: list[tuple[bytes, int]] = [
        (b"", 1),
        (b"012 Tea Party\n", 1),
        (b"{}", 1),
        (file.replace(b'"form":1', b'"form":3', 1), 1),
        (file.replace(b'"slug":"tea-party"', b'"slug":7'), 1),
        (b"\n".join((first, second)), 0),
        (b"\n".join((first, third, second)), 0),
        (file.replace(b"ada", b"eve", 1), 0),
        (b"\n".join((first, second, third[:-9])), 3),
        (b"\n".join((first, b"[]", third)), 2),
        (b"\n".join((first, b'{"a":NaN}', third)), 2),
        (b"\n".join((first, b"[" * 100_000)), 2),
        (file.replace(b'"data":{', b'"data":7,"x":{', 1), 2),
    ]
    for spoilt, line in cases:
        with pytest.raises(FormatError) as caught:
            log_file.loads(spoilt)
        assert [(problem.code, problem.line) for problem in caught.value.problems] == [("log", line)]
        assert str(caught.value) == snapshot


def test_the_sum_is_over_everything(file: bytes) -> None:
    stream, (first, second) = log_file.loads(file)
    for changed in (
        *(replace(first, kind="x"), replace(first, form=2), replace(first, data={}), replace(first, command="x")),
        *(replace(first, actor="x"), replace(first, at="x"), replace(first, acknowledged=())),
    ):
        assert chain_hash("", (changed, second)) != stream.sum
    assert chain_hash("", (replace(first, stream="x"), second)) == stream.sum
