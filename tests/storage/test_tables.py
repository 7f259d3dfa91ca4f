"""Tables are made, found again, and lifted from an older version; what is no store of ours is refused."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection, create_engine, make_url, text
from syrupy.assertion import SnapshotAssertion

from rookery.errors import RookeryError
from rookery.storage import Entry, open_store
from rookery.storage.database import Database
from rookery.storage.tables import METADATA, MIGRATIONS, REVISION, migrate, revision
from support.postgresql import Cluster
from support.stores import AT, DISKS, place_of

SRC = Path(__file__).resolve().parent.parent.parent / "src"


@pytest.fixture(params=DISKS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where no store is yet."""
    return place_of(request.param, tmp_path, request)


@pytest.fixture(params=range(1, int(REVISION)))
def old(request: pytest.FixtureRequest, place: str, golden: Path) -> str:
    """Where a store of an older version is."""
    script = (golden / "store" / "revision-1.sql").read_text("utf-8")
    if "://" in place:
        script = script.replace(" BLOB ", " BYTEA ")
    engine = create_engine(
        make_url(place).set(drivername="postgresql+psycopg") if "://" in place else f"sqlite:///{place}"
    )
    with engine.begin() as connection:
        for statement in script.split(";\n"):
            if statement.strip():
                connection.execute(text(statement.replace(":", r"\:")))
        operations = Operations(MigrationContext.configure(connection))
        for migration in MIGRATIONS[1 : request.param]:
            migration(operations)
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{request.param}'"))
    engine.dispose()
    return place


def differences(connection: Connection) -> list[object]:
    """Where the tables of a database are not those of the program."""
    return list(compare_metadata(MigrationContext.configure(connection), METADATA))


def test_a_fresh_store_has_the_tables(place: str) -> None:
    open_store(place).close()
    database = Database(place)
    assert revision(database) == REVISION
    with database.reading() as connection:
        assert differences(connection) == []
    database.close()


def test_the_versions_add_up_to_the_tables(place: str) -> None:
    """Version by version from nothing gives what is made at once."""
    database = Database(place)
    with database.writing() as connection:
        migrate(connection, 0)
        METADATA.tables["alembic_version"].create(connection)
        assert differences(connection) == []
    database.close()
    assert str(len(MIGRATIONS)) == REVISION


def test_a_store_can_be_reopened(place: str) -> None:
    for number in range(3):
        with open_store(place) as store:
            store.create("open", "tournament", "tea-party")
            assert (
                store.append("open", number, [Entry("noted", 1, {})], command=f"c{number}", actor="a", at=AT)
                == number + 1
            )


def test_an_old_store_is_lifted(old: str) -> None:
    with open_store(old) as store:
        assert [(stream.id, stream.slug, stream.version, bool(stream.sum)) for stream in store.streams()] == [
            ("t2", "croquet", 0, False),
            ("t1", "tea-party", 3, True),
        ]
        records = list(store.read("t1"))
        assert [record.kind for record in records] == ["tournament.opened", "player.entered", "round.paired"]
        assert records[1].data == {"key": "p1", "name": "Müller"}
        assert records[2].acknowledged == ("not-feasible@2",)
        assert store.check() == ()
        assert store.append("t1", 3, [Entry("noted", 1, {})], command="c4", actor="ada", at=AT) == 4
        assert store.check() == ()
    database = Database(old)
    assert revision(database) == REVISION
    with database.reading() as connection:
        assert differences(connection) == []
    database.close()


def test_an_old_file_is_copied_before_it_is_lifted(tmp_path: Path, golden: Path) -> None:
    path = tmp_path / "desk.sqlite"
    with closing(sqlite3.connect(path)) as base:
        base.executescript((golden / "store" / "revision-1.sql").read_text("utf-8"))
    for _ in range(2):
        open_store(path).close()
    (copy,) = (tmp_path / "desk.sqlite.before").iterdir()
    with closing(sqlite3.connect(copy)) as base:
        assert base.execute("SELECT version_num FROM alembic_version").fetchall() == [("1",)]
        assert base.execute("SELECT count(*) FROM event").fetchone() == (3,)


def test_a_store_of_a_newer_version_is_left_alone(place: str, snapshot: SnapshotAssertion) -> None:
    open_store(place).close()
    database = Database(place)
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '99'"))
    with pytest.raises(RookeryError) as caught:
        open_store(place)
    assert str(caught.value).replace(database.name, "<store>") == snapshot
    assert revision(database) == "99"
    database.close()


def test_a_database_of_something_else_is_left_alone(place: str, snapshot: SnapshotAssertion) -> None:
    database = Database(place)
    with database.writing() as connection:
        connection.execute(text("CREATE TABLE invoice (number INTEGER)"))
    with pytest.raises(RookeryError) as caught:
        open_store(place)
    assert str(caught.value).replace(database.name, "<store>") == snapshot
    database.close()


@pytest.mark.parametrize(
    "place",
    ["mysql://localhost/desk", "sqlite://", ":memory:", "://"],
    ids=["another database", "no file", "in memory", "no address"],
)
def test_what_cannot_be_opened(place: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RookeryError) as caught:
        open_store(place)
    assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    ("place", "words_of_the_system"),
    [
        ("no/such/folder/desk.sqlite", "unable to open database file"),
        ("postgresql://nobody:secret@/x?host=/no/such/folder", "No such file or directory"),
    ],
)
def test_what_the_system_cannot_open(place: str, words_of_the_system: str) -> None:
    if place.startswith("postgresql:"):
        pytest.importorskip(
            "psycopg", reason="psycopg is not installed: pip install 'rookery-chess[server]'", exc_type=ImportError
        )
    with pytest.raises(OSError, match=words_of_the_system) as caught:
        open_store(place)
    assert "secret" not in str(caught.value)


def test_a_file_that_is_no_database(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    path = tmp_path / "desk.sqlite"
    path.write_text("012 Tea Party Open\n" * 100)
    with pytest.raises(RookeryError) as caught:
        open_store(path)
    assert str(caught.value).replace(str(path), "<store>") == snapshot
    assert path.read_text() == "012 Tea Party Open\n" * 100


def test_addresses_of_sqlite(tmp_path: Path) -> None:
    for number, place in enumerate(
        (tmp_path / "a b.sqlite", str(tmp_path / "c.sqlite"), f"sqlite:///{tmp_path}/d.sqlite")
    ):
        with open_store(place) as store:
            assert Path(store.name).parent == tmp_path, number


def test_sqlite_keeps_what_was_committed(tmp_path: Path) -> None:
    with open_store(tmp_path / "desk.sqlite") as store, store._database.reading() as connection:
        asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        found = [connection.exec_driver_sql(f"PRAGMA {each}").scalar() for each in asked]
    assert found == ["wal", 2, 1, 20_000]


def test_postgresql_keeps_what_was_committed(postgresql: Cluster) -> None:
    with open_store(postgresql.fresh()) as store, store._database.writing() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"


def python(code: str, place: str) -> str:
    """What a fresh interpreter says to some code."""
    words = [sys.executable, "-W", "error", "-c", f"import sys\nsys.path.insert(0, {str(SRC)!r})\n{code}", place]
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout.strip()


@pytest.mark.slow
def test_what_is_imported_when(place: str) -> None:
    seen = "print(*[each in sys.modules for each in ('sqlalchemy', 'alembic')])"
    opened = f"from rookery.storage import open_store\n{seen}\nopen_store(sys.argv[1]).close()\n{seen}"
    assert python(opened, place) == "False False\nTrue False"
    assert python(opened, place) == "False False\nTrue False"


def test_alembic_comes_for_an_old_store(old: str) -> None:
    assert (
        python(
            "from rookery.storage import open_store; open_store(sys.argv[1]).close(); print('alembic' in sys.modules)",
            old,
        )
        == "True"
    )


@pytest.mark.parametrize(
    ("lacks", "place", "extra"), [("sqlalchemy", "x.sqlite", "desk"), ("psycopg", "postgresql:///x", "server")]
)
def test_missing_packages_are_named(lacks: str, place: str, extra: str, snapshot: SnapshotAssertion) -> None:
    code = (
        f"sys.modules[{lacks!r}] = None\nfrom rookery.storage import open_store\n"
        "try: open_store(sys.argv[1])\nexcept Exception as error: print(type(error).__name__, error)"
    )
    printed = python(code, place)
    assert printed.startswith("RookeryError")
    assert f'pip install "rookery-chess[{extra}]"' in printed
    assert printed == snapshot


# -- several processes at once -----------------------------------------------------------------------------------------

OPENER = """
import sys
from rookery.storage import open_store
print("ready", flush=True)
sys.stdin.readline()
with open_store(sys.argv[1]) as store:
    print(len(store.streams()), store.check())
"""


def open_at_once(place: str, processes: int = 2) -> list[str]:
    """Open a store in several processes at the same moment; return what each of them says of it."""
    words = [sys.executable, "-c", OPENER, place]
    pipe = subprocess.PIPE
    openers = [subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True) for _ in range(processes)]
    for opener in openers:
        assert opener.stdout is not None
        assert opener.stdout.readline() == "ready\n"
    for opener in openers:
        assert opener.stdin is not None
        opener.stdin.write("\n")
        opener.stdin.flush()
    results = [opener.communicate(timeout=60) for opener in openers]
    assert [error for _, error in results if error] == []
    return [output.strip() for output, _ in results]


def test_processes_create_the_tables_at_once(place: str) -> None:
    assert open_at_once(place) == ["0 ()"] * 2
    database = Database(place)
    assert revision(database) == REVISION
    with database.reading() as connection:
        assert differences(connection) == []
    database.close()


@pytest.mark.slow
def test_processes_lift_an_old_store_at_once(old: str) -> None:
    assert open_at_once(old) == ["2 ()"] * 2
    database = Database(old)
    assert revision(database) == REVISION
    with database.reading() as connection:
        assert differences(connection) == []
    database.close()
