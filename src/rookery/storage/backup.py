"""Copies of a database: always one SQLite file, for every kind of source database."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from rookery.storage.database import Database, StoreError, reason_of
from rookery.storage.tables import ACCOUNT, COPIED, MEMBERSHIP, PRIVATE, prepare

_NAME = "desk-{}.sqlite"
_AT_ONCE = 1000
_ALONE = "PRAGMA journal_mode=DELETE"  # one file, with nothing beside it


def newest_backup(folder: str | os.PathLike[str]) -> Path | None:
    """Return the newest copy in a folder, by the time in its name."""
    return max(Path(folder).glob(_NAME.format("*")), default=None, key=lambda path: path.name)


def copy_database(database: Database, folder: Path) -> Path:
    """Copy a database into a folder under the current time; the copy gets its name when it is complete on disk."""
    folder.mkdir(parents=True, exist_ok=True)
    target = _unused_path(folder)
    with AtomicFile(target) as part:
        if database.is_file:
            _copy_online(database, part)
        else:
            _copy_tables(database, part)
    return target


def _unused_path(folder: Path) -> Path:
    """Return a path with the current time that does not exist yet."""
    while True:
        microseconds = time.time_ns() // 1000
        timestamp = time.strftime("%Y%m%dT%H%M%S", time.gmtime(microseconds // 1_000_000))
        path = folder / _NAME.format(f"{timestamp}.{microseconds % 1_000_000:06}Z")
        if not path.exists():
            return path


class AtomicFile:
    """A context manager that writes to a temporary file and renames it when it is complete on disk."""

    def __init__(self, target: Path) -> None:
        self.target, self.part = target, target.with_name(f".{target.name}.part")

    def __enter__(self) -> Path:
        self.part.unlink(missing_ok=True)
        os.close(os.open(self.part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))  # it holds dates of birth
        return self.part

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                with open(self.part, "rb+") as file:
                    os.fsync(file.fileno())
                os.replace(self.part, self.target)
        finally:
            self.part.unlink(missing_ok=True)


def _copy_online(source: Database, part: Path) -> None:
    """Copy by SQLite's online backup while others write; a file that was deleted while open still has its content."""
    with source.selecting() as connection:
        old: Any = connection.connection.driver_connection
        try:
            with closing(sqlite3.connect(part)) as new:
                old.backup(new)
                _delete_secrets(new)
                new.execute(_ALONE)
        except sqlite3.Error as error:
            raise StoreError(reason_of(error, str(part)), str(error), str(part)) from error


def _delete_secrets(copy: sqlite3.Connection) -> None:
    """Delete from a copy the key of the access codes, from which they are derived, and the keys of webhooks."""
    names = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    copy.execute("PRAGMA secure_delete=ON")
    if "pass" in names:
        copy.execute("DELETE FROM pass WHERE kind = 'key'")
    for table in PRIVATE:
        if table.name in names:
            copy.execute(f"DELETE FROM {table.name}")  # noqa: S608 - a name of ours
    copy.commit()


def _copy_tables(source: Database, part: Path) -> None:
    target = Database(part)
    try:
        prepare(target)
        with source.reading() as old, target.writing() as new:
            copy_tables(old, new)
    finally:
        target.close()
    with closing(sqlite3.connect(part)) as connection:
        connection.execute(_ALONE)


def copy_tables(source: Connection, target: Connection) -> None:
    """Replace the tables of one database by those of another, in the current transactions of both.

    Accounts stay as they are if the source has none, as a copy of a desk without accounts has.
    """
    has_accounts = source.execute(select(ACCOUNT.c.id).limit(1)).first() is not None
    tables = [table for table in COPIED if has_accounts or table not in (ACCOUNT, MEMBERSHIP)]
    for table in reversed(tables):
        target.execute(delete(table))
    for table in tables:
        for rows in source.execute(select(table)).partitions(_AT_ONCE):
            target.execute(insert(table), [row._asdict() for row in rows])
