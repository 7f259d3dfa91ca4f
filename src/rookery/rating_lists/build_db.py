"""Creation of the SQLite file of a rating list: the players by strength, and a full-text index of their names."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from rookery.collation import replace_special_letters
from rookery.errors import RuleError
from rookery.files import move_into_place, temporary_file
from rookery.messages import msg
from rookery.rating_lists.entry import ListEntry, OnSkip, Row, list_error, skip_or_raise
from rookery.rating_lists.sources import find_month, first_line, open_list, read_list

FORMAT_VERSION = 3
READABLE_VERSIONS = (1, 2, FORMAT_VERSION)
"""1 had no month and no plain spelling, 2 no kinds. The versions 4 to 6 were formats without a table of players."""
DUPLICATE = msg("this player was on the list before")

_PROGRESS_STEP = 2_000

# Players are stored in the order of strength: a search that stops after twenty rows has the twenty strongest.
_CREATE = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -64000;
CREATE TABLE about (form INTEGER, players INTEGER, source TEXT, name TEXT, month TEXT, kinds TEXT);
CREATE TABLE players (
  place INTEGER PRIMARY KEY, fide_id INTEGER NOT NULL, national_id TEXT NOT NULL, name TEXT NOT NULL,
  federation TEXT NOT NULL, sex TEXT NOT NULL, title TEXT NOT NULL,
  standard INTEGER NOT NULL, standard_games INTEGER NOT NULL, standard_k INTEGER NOT NULL,
  rapid INTEGER NOT NULL, rapid_games INTEGER NOT NULL, rapid_k INTEGER NOT NULL,
  blitz INTEGER NOT NULL, blitz_games INTEGER NOT NULL, blitz_k INTEGER NOT NULL,
  born INTEGER NOT NULL, inactive INTEGER NOT NULL, plain TEXT NOT NULL
);
CREATE TEMP TABLE unsorted AS SELECT * FROM players;
BEGIN;
"""
_INSERT = "INSERT INTO unsorted VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_FINISH = """
BEGIN;
INSERT INTO players SELECT * FROM unsorted
  ORDER BY standard DESC, rapid DESC, blitz DESC, fide_id, national_id;
DROP TABLE unsorted;
CREATE INDEX by_fide_id ON players (fide_id);
CREATE UNIQUE INDEX by_national_id ON players (national_id) WHERE national_id <> '';
CREATE VIRTUAL TABLE names USING fts5 (
  name, plain, content='players', content_rowid='place', prefix='1 2 3', detail='none', columnsize=0,
  tokenize="unicode61 remove_diacritics 2"
);
INSERT INTO names (names) VALUES ('rebuild');
COMMIT;
"""


class ListInfo(NamedTuple):
    """The metadata of a list: source file, name, month and kinds of ratings."""

    source: str
    name: str
    month: str
    kinds: tuple[str, ...]


def import_list(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    kind: str | None = None,
    columns: Mapping[str, str | int] | None = None,
    progress: Callable[[int], None] | None = None,
    name: str = "",
    month: str = "",
    on_skip: OnSkip | None = None,
) -> int:
    """Import a rating list and return its number of players; an existing list stays until the new one is complete.

    `kind` is the kind of the ratings of a list with one kind (default: by the name of the file, else standard);
    `columns` maps fields to the headings of a CSV file, or to the numbers of its columns from 0; without it the
    headings are recognised, as those of lists of entries are. The list keeps its kinds, a `name` and its `month`
    ("2026-10"), which may be in the name of its file or its first line. Raises FormatError with the line of the first
    malformed or duplicate row; with `on_skip`, which is called for each, such rows are left out instead.
    """
    path = Path(source)
    require_month(month)
    with open_list(path) as (file, file_name):
        list_month = month or find_month(f"{path.name} {file_name}", first_line(file))
        content = read_list(file, file_name, kind, columns, on_skip)
        info = ListInfo(path.name, name, list_month, content.kinds)
        return build(os.path.realpath(target), content.rows, info, progress, on_skip)


def require_month(month: str) -> None:
    """Raise RuleError unless a month is empty or written as in 2026-10."""
    if month and find_month(month) != month:
        raise RuleError(msg("the month of a list is written as in 2026-10, not %(month)s", month=repr(month)))


def build(
    target: str, rows: Iterable[Row], info: ListInfo, progress: Callable[[int], None] | None, on_skip: OnSkip | None
) -> int:
    """Create the list and return its number of players; an existing file is replaced when the new one is complete."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with temporary_file(target, target) as (part, handle):
        with open(handle, "wb"):
            try:
                players = _write(part, _unique_entries(rows, progress, on_skip), info)
            except sqlite3.OperationalError as error:  # no space left for the list, or for temporary files of SQLite
                raise OSError(errno.EIO, str(error), target) from error
            os.fsync(handle)
        move_into_place(part, target)
    return players


def _write(path: str, entries: Iterable[ListEntry], info: ListInfo) -> int:
    """Write the list into an empty file and return the number of players."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(_CREATE)
        connection.executemany(_INSERT, ((*entry, replace_special_letters(entry.name)) for entry in entries))
        (players,) = connection.execute("SELECT count(*) FROM unsorted").fetchone()
        if not players:
            raise list_error(0, msg("there is no player in this list"))
        about = (FORMAT_VERSION, players, info.source, info.name, info.month, " ".join(info.kinds))
        connection.execute("INSERT INTO about VALUES (?, ?, ?, ?, ?, ?)", about)
        connection.executescript(_FINISH)
    return int(players)


def _unique_entries(
    rows: Iterable[Row], progress: Callable[[int], None] | None, on_skip: OnSkip | None
) -> Iterator[ListEntry]:
    """Yield the entries; a FIDE number or national number that an earlier entry has is an error, or is left out."""
    known_numbers = set[int | str]()
    count = 0
    for line, entry in rows:
        numbers = [number for number in entry[:2] if number]
        if known_numbers.isdisjoint(numbers):
            known_numbers.update(numbers)
            count += 1
            if progress and not count % _PROGRESS_STEP:
                progress(count)
            yield entry
        else:
            duplicate = next(number for number in numbers if number in known_numbers)
            skip_or_raise(list_error(line, DUPLICATE, str(duplicate)), on_skip)
    if progress:
        progress(count)
