"""A database that cannot be used: why is said, nothing is acknowledged that is not kept, reading goes on."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from rookery.cli.main import main
from rookery.errors import RookeryError
from rookery.storage import Entry, open_store
from rookery.storage.database import StoreError, reason_of
from rookery.storage.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    (tmp_path / "hall").mkdir()
    with open_store(tmp_path / "hall" / "desk.sqlite") as made:
        made.create("s", "tournament", "open")
        write(made, 3)
        yield made


def write(store: Store, number: int = 1, size: int = 10) -> None:
    """Write so many events of so many letters."""
    for _ in range(number):
        version = store.version("s")
        entry = Entry("said", 1, {"text": "x" * size})
        store.append("s", version, [entry], command=f"c{version}", actor="ada", at="2026-11-18T09:00:00Z")


def must_fail(store: Store, reason: str, size: int = 10) -> None:
    before = store.version("s")
    with pytest.raises(StoreError) as caught:
        write(store, size=size)
    assert (caught.value.reason, store.trouble) == (reason, reason)
    assert store.version("s") == before


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        ({"sqlite_errorname": "SQLITE_FULL"}, "full"),
        ({"sqlite_errorname": "SQLITE_BUSY_SNAPSHOT"}, "locked"),
        ({"sqlite_errorname": "SQLITE_READONLY_DIRECTORY"}, "read-only"),
        ({"sqlite_errorname": "SQLITE_READONLY_DBMOVED"}, "gone"),
        ({"sqlite_errorname": "SQLITE_IOERR_WRITE"}, "lost"),
        ({"sqlite_errorname": "SQLITE_CANTOPEN"}, "lost"),
        ({"sqlstate": "53100"}, "full"),
        ({"sqlstate": "25006"}, "read-only"),
        ({"sqlstate": None}, "lost"),
        ({}, "lost"),
    ],
)
def test_what_the_drivers_say(error: dict[str, str], reason: str, tmp_path: Path) -> None:
    assert reason_of(SimpleNamespace(**error), str(tmp_path / "desk.sqlite")) == reason


def test_an_error_of_writing_where_no_room_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=0))
    assert reason_of(SimpleNamespace(sqlite_errorname="SQLITE_IOERR_WRITE"), str(tmp_path / "x")) == "full"


def pragma(store: Store, text: str) -> None:
    """Set something of the one connection there is."""
    with store._database.selecting() as connection:
        connection.exec_driver_sql(f"PRAGMA {text}").all()


def test_a_full_disk(store: Store) -> None:
    pragma(store, "max_page_count=1")  # as many pages as there are
    must_fail(store, "full", size=100_000)
    assert len(list(store.read("s"))) == 3
    pragma(store, "max_page_count=1000000")
    write(store, size=100_000)
    assert store.trouble is None


def test_a_database_locked_by_another_program(store: Store) -> None:
    pragma(store, "busy_timeout=1")
    with closing(sqlite3.connect(store.name, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        must_fail(store, "locked")
    write(store)
    assert store.trouble is None


# -- a file that goes --------------------------------------------------------------------------------------------------


def beside(path: Path) -> list[Path]:
    """The files of a store."""
    return [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))]


def delete(path: Path) -> None:
    path.unlink()


def delete_all(path: Path) -> None:
    for one in beside(path):
        one.unlink()


def delete_new(path: Path) -> None:
    path.with_name(f"{path.name}-wal").unlink()


def replace(path: Path) -> None:
    shutil.copy(path, path.with_name("copy"))
    os.replace(path.with_name("copy"), path)


def move(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


@pytest.mark.skipif(os.name != "posix", reason="a file that is open cannot be deleted")
@pytest.mark.parametrize("happens", [delete, delete_all, delete_new, replace, move])
def test_nothing_is_acknowledged_into_a_file_that_is_gone(store: Store, happens: Callable[[Path], None]) -> None:
    path = Path(store.name)
    happens(path)
    left = path.exists()
    for _ in range(3):
        with pytest.raises(StoreError) as caught:
            store.append("s", 3, [Entry("said", 1, {})], command="x", actor="ada", at="2026-11-18T09:00:00Z")
        assert caught.value.reason == "gone"
    assert store.trouble == "gone"
    assert path.exists() == left, "no empty file takes its place"
    assert len(list(store.read("s"))) == 3


@pytest.mark.skipif(os.name != "posix", reason="a file that is open cannot be deleted")
@pytest.mark.parametrize("happens", [delete, delete_all, replace, move])
def test_the_open_connection_still_gives_a_copy(store: Store, happens: Callable[[Path], None], tmp_path: Path) -> None:
    happens(Path(store.name))
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(store.rescue())
    with open_store(copy) as other:
        assert other.check() == ()
        assert len(list(other.read("s"))) == 3


@pytest.mark.skipif(os.name != "posix", reason="a file that is open cannot be moved")
def test_a_file_that_comes_back_is_written_again(store: Store) -> None:
    path = Path(store.name)
    path.rename(path.with_name("away"))
    must_fail(store, "gone")
    path.with_name("away").rename(path)
    write(store)
    assert store.trouble is None


# -- who may read it ---------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_the_files_of_a_desk_are_their_owners(store: Store, tmp_path: Path) -> None:
    copy = store.backup(tmp_path / "copies", lambda stream: {"open.json": b"{}"})
    files = [*beside(Path(store.name)), copy, copy.with_name("open.json")]
    assert {path.name: oct(path.stat().st_mode & 0o777) for path in files} == {path.name: "0o600" for path in files}


# -- reading only ------------------------------------------------------------------------------------------------------


def test_a_store_that_is_only_read_writes_nothing(tmp_path: Path, store: Store) -> None:
    path = store.backup(tmp_path / "copies")
    before = path.read_bytes(), path.stat().st_mtime_ns
    with open_store(path, read_only=True) as other:
        assert len(list(other.read("s"))) == 3
        assert other.check() == ()
        with pytest.raises(StoreError) as caught:
            other.create("t", "tournament", "other")
        assert caught.value.reason == "read-only"
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert list(path.parent.iterdir()) == [path]


def test_tables_of_an_older_version_are_not_lifted_where_nothing_is_written(tmp_path: Path, golden: Path) -> None:
    path = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(path)) as base:
        base.executescript((golden / "store" / "revision-1.sql").read_text("utf-8"))
    before = path.read_bytes()
    with pytest.raises(RookeryError):
        open_store(path, read_only=True)
    assert path.read_bytes() == before


@pytest.fixture
def closed_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with a desk that nobody can write to, and that everybody can reach."""
    folder = Path(tempfile.mkdtemp(prefix="rookery-"))
    shutil.copy(Path(__file__).parents[2] / "examples" / "club.rookery", folder)
    assert main(["desk", "import", str(folder / "club.rookery"), "--desk", str(folder / "desk.sqlite")]) == 0
    (folder / "desk.sqlite").chmod(0o444)
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o700)
    shutil.rmtree(folder)


UNPRIVILEGED = ("setpriv", "--bounding-set=-dac_override,-dac_read_search",
                "--inh-caps=-dac_override,-dac_read_search")  # fmt: skip
"""Begins a command for which permissions count, also where root runs it."""


def run_as_reader(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command that may not write where permissions say so."""
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root / "src"), "PYTHONUTF8": "1"}
    command = [*(UNPRIVILEGED if os.geteuid() == 0 else ()), sys.executable, "-m", "rookery", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd="/", check=False)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_what_only_reads_works_in_a_folder_that_cannot_be_written(closed_folder: Path) -> None:
    desk = ["--desk", str(closed_folder / "desk.sqlite")]
    if os.geteuid() == 0 and shutil.which("setpriv") is None:
        pytest.skip("root writes everywhere, and setpriv (util-linux) is not installed")
    if run_as_reader("--version").returncode:
        pytest.skip("root may not give up its privileges here")
    with tempfile.TemporaryDirectory() as copies:
        os.chmod(copies, 0o777)
        for words in (["log"], ["export"], ["check"], ["backup", f"{copies}/copies"], ["point"]):
            done = run_as_reader("desk", *words, *desk)
            assert done.returncode == 0, (words, done.stderr)
            assert done.stdout
    done = run_as_reader("desk", "undo", "--by", "ada", *desk)
    assert done.returncode == 5
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in closed_folder.iterdir()) == ["club.rookery", "desk.sqlite"]
