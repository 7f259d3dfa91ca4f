"""Copies of a whole database: always one file of SQLite, whatever it was copied from, that any desk can open."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select

from rookery.store.engine import Database
from rookery.store.schema import prepare
from rookery.store.tables import LOG

_NAME = "desk-{}.sqlite"
_AT_ONCE = 1000
_ALONE = "PRAGMA journal_mode=DELETE"  # one file, with nothing beside it


def newest(folder: str | os.PathLike[str]) -> Path | None:
    """The newest copy in a folder: their names have the time in them."""
    return max(Path(folder).glob(_NAME.format("*")), default=None, key=lambda path: path.name)


def copied(database: Database, folder: Path) -> Path:
    """Copy a database into a folder under the present time; the copy has its name when it is whole and on the disk."""
    folder.mkdir(parents=True, exist_ok=True)
    target = _free(folder)
    with written(target) as part:
        if database.is_file:
            _online(database.name, part)
        else:
            _table_by_table(database, part)
    return target


def _free(folder: Path) -> Path:
    """A name with the time in it that no copy has."""
    while True:
        parts = time.time_ns() // 1000
        at = time.strftime("%Y%m%dT%H%M%S", time.gmtime(parts // 1_000_000))
        path = folder / _NAME.format(f"{at}.{parts % 1_000_000:06}Z")
        if not path.exists():
            return path


class written:
    """A file that is written under another name, and has its own when all of it is on the disk."""

    def __init__(self, target: Path) -> None:
        self.target, self.part = target, target.with_name(f".{target.name}.part")

    def __enter__(self) -> Path:
        self.part.unlink(missing_ok=True)
        return self.part

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                with open(self.part, "rb+") as file:
                    os.fsync(file.fileno())
                os.replace(self.part, self.target)
        finally:
            self.part.unlink(missing_ok=True)


def _online(source: str, part: Path) -> None:
    """By SQLite itself, while others go on writing."""
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            new.execute(_ALONE)
    except sqlite3.Error as error:
        raise OSError(None, str(error), str(part)) from error


def _table_by_table(source: Database, part: Path) -> None:
    target = Database(part)
    try:
        prepare(target)
        with source.reading() as old, target.writing() as new:
            copy(old, new)
    finally:
        target.close()
    with closing(sqlite3.connect(part)) as made:
        made.execute(_ALONE)


def copy(source: Connection, target: Connection) -> None:
    """Make the tables of one database those of another, in the transactions that both are in."""
    for table in reversed(LOG):
        target.execute(delete(table))
    for table in LOG:
        for rows in source.execute(select(table)).partitions(_AT_ONCE):
            target.execute(insert(table), [row._asdict() for row in rows])
