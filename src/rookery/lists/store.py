"""The local copy of a rating list: one SQLite file, made anew by each import and put in place only when complete."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from itertools import islice
from pathlib import Path

from rookery.errors import RookeryError, RuleError
from rookery.lists.entry import NUMBERS, ListEntry
from rookery.lists.sources import Row, opened, refuse, rows
from rookery.one_step import beside, settle

FORM = 1
_BATCH = 20_000
_MOST_DIGITS = 18
_MOST_WORDS = 50
_FIELDS = ", ".join(ListEntry._fields)
_TYPES = ", ".join(f"{name} {'INTEGER' if name in NUMBERS else 'TEXT'} NOT NULL" for name in ListEntry._fields)

# Players are kept in the order of strength, so that a search which stops after twenty has the twenty strongest.
_FINISH = f"""
CREATE TABLE players (place INTEGER PRIMARY KEY, {_TYPES});
INSERT INTO players ({_FIELDS}) SELECT {_FIELDS} FROM incoming
  ORDER BY standard DESC, rapid DESC, blitz DESC, name, fide_id;
CREATE UNIQUE INDEX by_fide_id ON players (fide_id) WHERE fide_id > 0;
CREATE UNIQUE INDEX by_national_id ON players (national_id) WHERE national_id <> '';
CREATE VIRTUAL TABLE names USING fts5 (
  name, content='players', content_rowid='place', prefix='1 2 3', detail='none', columnsize=0,
  tokenize="unicode61 remove_diacritics 2"
);
INSERT INTO names (names) VALUES ('rebuild');
"""


def import_list(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    kind: str = "standard",
    columns: Mapping[str, str] | None = None,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Import a rating list and say how many players it has; the list there was stays until the new one is complete.

    `kind` says whose ratings a text file of one kind holds; `columns` maps fields to the headings of a CSV file.
    Raises FormatError with the line of the first thing that is malformed.
    """
    path, place = Path(source), os.path.realpath(target)
    os.makedirs(os.path.dirname(place), exist_ok=True)
    with beside(place, place) as (part, handle):
        with open(handle, "wb"), opened(path) as (file, name):
            number = _build(part, rows(file, name, kind, columns), path.name, progress)
            os.fsync(handle)
        settle(part, place)
    return number


def _build(part: str, incoming: Iterable[Row], source: str, progress: Callable[[int], None] | None) -> int:
    with closing(sqlite3.connect(part, isolation_level=None)) as base:
        base.executescript(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; PRAGMA temp_store = FILE;"
            f"CREATE TEMP TABLE incoming (line INTEGER NOT NULL, {_TYPES}); BEGIN"
        )
        marks = ", ".join("?" * (len(ListEntry._fields) + 1))
        number, flat = 0, ((line, *entry) for line, entry in incoming)
        while batch := list(islice(flat, _BATCH)):
            base.executemany(f"INSERT INTO incoming VALUES ({marks})", batch)
            number += len(batch)
            if progress:
                progress(number)
        if not number:
            raise refuse(0, "there is no player in this list")
        _refuse_twins(base)
        for statement in _FINISH.split(";\n"):
            base.execute(statement)
        base.execute("CREATE TABLE about (form INTEGER, source TEXT, players INTEGER)")
        base.execute("INSERT INTO about VALUES (?, ?, ?)", (FORM, source, number))
        base.execute("COMMIT")
    return number


def _refuse_twins(base: sqlite3.Connection) -> None:
    """Nobody stands twice on a list."""
    for field, none in (("fide_id", "0"), ("national_id", "''")):
        base.execute(f"CREATE INDEX twins ON incoming ({field})")
        twin = base.execute(
            f"SELECT max(line), {field} FROM incoming WHERE {field} <> {none}"
            f" GROUP BY {field} HAVING count(*) > 1 ORDER BY 1 LIMIT 1"
        ).fetchone()
        if twin:
            raise refuse(int(twin[0]), "this player was on the list before", str(twin[1]))
        base.execute("DROP INDEX twins")


class RatingList:
    """A list that was imported; opened for reading only.

    Raises RuleError when there is no list at that place, or the file is something else.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        place = Path(path)
        if not place.is_file():
            raise RuleError(f"there is no rating list at {place}; rookery list import makes one")
        self._base = sqlite3.connect(f"{place.resolve().as_uri()}?mode=ro", uri=True)
        try:
            form, self.source, self.players = self._base.execute("SELECT form, source, players FROM about").fetchone()
        except (sqlite3.DatabaseError, TypeError):
            self._base.close()
            raise RuleError(f"{place} is not a rating list of ours; rookery list import makes one") from None
        if form != FORM:
            self._base.close()
            raise RookeryError(f"{place} was made by another version; import the list again")

    def __enter__(self) -> RatingList:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()

    def find(self, text: str, limit: int = 20) -> list[ListEntry]:
        """The strongest players in whose name each word of the text begins a word; or the one with this number."""
        words = re.findall(r"\w+", text.replace("_", " "))
        if len(words) == 1 and words[0].isdecimal():
            if len(words[0]) > _MOST_DIGITS:
                return []
            found = self.player(int(words[0]))
            return [found] if found else []
        if not 0 < len(words) <= _MOST_WORDS:
            return []
        query = " AND ".join(f'"{word}"*' for word in words)
        return list(
            self._entries(
                f"SELECT {_FIELDS} FROM players WHERE place IN"
                " (SELECT rowid FROM names WHERE names MATCH ? ORDER BY rowid LIMIT ?) ORDER BY place",
                (query, min(limit, len(self))),
            )
        )

    def player(self, fide_id: int) -> ListEntry | None:
        """The player with this FIDE number, if there is one."""
        if not 0 < fide_id < 10**_MOST_DIGITS:
            return None
        return next(self._entries(f"SELECT {_FIELDS} FROM players WHERE fide_id = ?", (fide_id,)), None)

    def national(self, national_id: str) -> ListEntry | None:
        """The player with this national number, if there is one."""
        sql = f"SELECT {_FIELDS} FROM players WHERE national_id = ? AND national_id <> ''"
        return next(self._entries(sql, (national_id,)), None)

    def __iter__(self) -> Iterator[ListEntry]:
        return self._entries(f"SELECT {_FIELDS} FROM players ORDER BY place", ())

    def __len__(self) -> int:
        return int(self.players)

    def _entries(self, sql: str, values: tuple[object, ...]) -> Iterator[ListEntry]:
        try:
            for row in self._base.execute(sql, values):
                yield ListEntry(*row)
        except sqlite3.DatabaseError as error:
            raise RookeryError(f"the rating list is damaged ({error}); import it again") from None
