"""Redacted records: the chain still verifies, every later change is noticed, and the file holds nothing of them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rookery._record import replace
from rookery.errors import FormatError, RookeryError
from rookery.storage import log_file
from rookery.storage.records import Entry, Record
from rookery.storage.store import Store
from support.stores import DISKS, place_of

SECRET = "Zimmerwald, Ottilie"


def fill(store: Store) -> None:
    """A log of four events, the second of which names a person, and a snapshot that does."""
    store.create("s1", "tournament", "open")
    entries = [Entry("opened", 1, {}), Entry("entered", 1, {"name": SECRET}), Entry("paired", 1, {"round": 1})]
    store.append("s1", 0, entries, command="c1", actor="ada", at="")
    store.append("s1", 3, [Entry("claimed", 1, {})], command="c2", actor=f"{SECRET} (phone)", at="")
    store.keep_snapshot("s1", 3, SECRET.encode() * 50)


def redact(record: Record) -> Record:
    data = {"name": "Player 1"} if "name" in record.data else record.data
    return replace(record, data=data, actor=record.actor.replace(SECRET, "Player 1"))


def erase(store: Store, command: str = "c3") -> int:
    version = store.version("s1")
    return store.append("s1", version, [Entry("erased", 1, {})], command=command, actor="ada", at="", redact=redact)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Store(tmp_path / "desk.sqlite") as store:
        fill(store)
    return tmp_path / "desk.sqlite"


def test_the_chain_verifies_and_the_redacted_versions_are_listed(path: Path) -> None:
    with Store(path) as store:
        before = store.streams()[0].sum
        assert erase(store) == 5
        assert store.check() == ()
        assert store.redacted() == {"s1": (2, 4)}
        assert [record.data for record in store.read("s1")][1] == {"name": "Player 1"}
        assert [record.actor for record in store.read("s1")][3] == "Player 1 (phone)"
        assert store.snapshot("s1") is None
        assert store.streams()[0].sum != before
        erase(store, "c4")
        assert (store.check(), store.redacted()) == ((), {"s1": (2, 4)})


def test_the_files_hold_nothing_of_it(path: Path) -> None:
    with Store(path) as store:
        erase(store)
        copies = store.backup(path.parent / "copies")
        for file in (*path.parent.glob("desk.sqlite*"), copies):
            assert b"Zimmerwald" not in file.read_bytes(), file
        assert b"Zimmerwald" not in log_file.dumps(store.streams()[0], store.read("s1"))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE event SET data = '{\"round\":2}' WHERE version = 3",
        "UPDATE event SET kind = 'x' WHERE version = 1",
        'UPDATE event SET data = \'{"name":"Eve"}\' WHERE version = 2',
        "UPDATE event SET redacted = NULL WHERE version = 2",
        'UPDATE event SET redacted = replace(redacted, \'"after":"\', \'"after":"0\') WHERE version = 2',
        "UPDATE event SET actor = 'eve' WHERE version = 4",
    ],
)
def test_a_later_change_is_noticed(path: Path, change: str) -> None:
    with Store(path) as store:
        erase(store)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(change).rowcount == 1
        connection.commit()
    with Store(path) as store:
        assert any("the log was changed" in fault for fault in store.check())


def test_a_snapshot_of_a_state_from_before_is_not_kept(path: Path) -> None:
    with Store(path) as store:
        erase(store)
        store.keep_snapshot("s1", 4, SECRET.encode())
        assert store.snapshot("s1") is None
        store.keep_snapshot("s1", 5, b"after")
        assert store.snapshot("s1") is not None


def test_a_redacted_log_moves_to_another_store_and_erases_there(path: Path, tmp_path: Path) -> None:
    with Store(path) as store, Store(tmp_path / "other.sqlite") as other, Store(tmp_path / "third.sqlite") as third:
        third.adopt(store.streams()[0], list(store.read("s1")))  # before the erasure
        erase(store)
        file = log_file.dumps(store.streams()[0], store.read("s1"))
        assert b'"form":2' in file.splitlines()[0]
        stream, records = log_file.loads(file)
        assert other.adopt(stream, records) == 5
        assert third.adopt(stream, records, redact=redact) == 1
        for copy in (other, third):
            assert list(copy.read("s1")) == list(store.read("s1"))
            assert (copy.check(), copy.redacted()) == ((), {"s1": (2, 4)})
        for name in ("other", "third"):
            assert all(b"Zimmerwald" not in file.read_bytes() for file in tmp_path.glob(f"{name}.sqlite*"))


def test_a_forged_redaction_in_a_file_changes_no_event_that_is_here(path: Path, tmp_path: Path) -> None:
    """The chain of a file trusts its redactions, so what they hold is never taken over a known event."""

    def forge(record: Record) -> Record:
        return replace(record, data={"round": 99}) if record.kind == "paired" else record

    with Store(path) as store, Store(tmp_path / "forger.sqlite") as forger:
        forger.adopt(store.streams()[0], list(store.read("s1")))
        forger.append("s1", 4, [Entry("noted", 1, {})], command="c3", actor="eve", at="", redact=forge)
        stream, records = forger.streams()[0], list(forger.read("s1"))
        assert log_file.loads(log_file.dumps(stream, records))[1] == tuple(records)
        assert store.adopt(stream, records) == 1
        assert [record.data for record in store.read("s1")][2] == {"round": 1}
        assert (store.check(), store.redacted()) == ((), {})


def test_a_log_without_redaction_is_written_as_before(path: Path) -> None:
    with Store(path) as store:
        assert b'"form":1' in log_file.dumps(store.streams()[0], store.read("s1")).splitlines()[0]


def test_a_file_with_a_false_redaction_is_refused(path: Path) -> None:
    with Store(path) as store:
        erase(store)
        file = log_file.dumps(store.streams()[0], store.read("s1"))
    for old, new in ((b'"by":5', b'"by":"5"'), (b'"content":"', b'"content":"0'), (b"Player 1", b"Player 2")):
        assert old in file
        with pytest.raises(FormatError):
            log_file.loads(file.replace(old, new, 1))


@pytest.mark.parametrize("kind", DISKS)
def test_every_database_forgets(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    with Store(place_of(kind, tmp_path, request)) as store:
        fill(store)
        erase(store)
        assert (store.check(), store.redacted()) == ((), {"s1": (2, 4)})
        assert SECRET not in str(list(store.read("s1")))
        assert store.snapshot("s1") is None


def test_a_stale_version_erases_nothing(path: Path) -> None:
    with Store(path) as store:
        with pytest.raises(RookeryError):
            store.append("s1", 2, [Entry("erased", 1, {})], command="c9", actor="", at="", redact=redact)
        assert store.redacted() == {}
        assert SECRET in str(list(store.read("s1")))
