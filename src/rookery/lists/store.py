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
from rookery.lists.maker import Row, Skipped, left_out, refuse
from rookery.lists.months import month_of
from rookery.lists.sources import beginning, opened, rows
from rookery.lists.spelling import folded, spellings, spelt_plainly, ways
from rookery.one_step import beside, settle

FORM, FORMS = 2, (1, 2)
"""The form of the file that is made, and those that can be read: 1 knew no month and no plain spelling."""
_BATCH = 20_000
_MOST_DIGITS = 18
_SHORTEST_START, _LONGEST_ID = 4, 9
_MOST_WORDS = 50
_FIELDS = ", ".join(ListEntry._fields)
_TYPES = ", ".join(f"{name} {'INTEGER' if name in NUMBERS else 'TEXT'} NOT NULL" for name in ListEntry._fields)

# Players are kept in the order of strength, so that a search which stops after twenty has the twenty strongest.
_FINISH = f"""
CREATE TABLE players (place INTEGER PRIMARY KEY, {_TYPES}, plain TEXT NOT NULL);
INSERT INTO players ({_FIELDS}, plain) SELECT {_FIELDS}, plain FROM incoming
  ORDER BY standard DESC, rapid DESC, blitz DESC, name, fide_id;
CREATE INDEX by_fide_id ON players (fide_id);
CREATE UNIQUE INDEX by_national_id ON players (national_id) WHERE national_id <> '';
CREATE VIRTUAL TABLE names USING fts5 (
  name, plain, content='players', content_rowid='place', prefix='1 2 3', detail='none', columnsize=0,
  tokenize="unicode61 remove_diacritics 2"
);
INSERT INTO names (names) VALUES ('rebuild');
"""


def import_list(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    kind: str | None = None,
    columns: Mapping[str, str] | None = None,
    progress: Callable[[int], None] | None = None,
    name: str = "",
    month: str = "",
    skipped: Skipped | None = None,
) -> int:
    """Import a rating list and say how many players it has; the list there was stays until the new one is complete.

    `kind` says whose ratings a list of one kind holds (else the name of its file does, else they are standard);
    `columns` maps fields to the headings of a CSV file. The list keeps a `name` and its `month` ("2026-10"), which its
    file may tell by its name or its first line.
    Raises FormatError with the line of the first thing that is malformed; with `skipped`, which hears of them, such
    rows, and players who were on the list before, are left out instead.
    """
    path, place = Path(source), os.path.realpath(target)
    if month and month_of(month) != month:
        raise RuleError(f"the month of a list is written as in 2026-10, not {month!r}")
    os.makedirs(os.path.dirname(place), exist_ok=True)
    with beside(place, place) as (part, handle):
        with open(handle, "wb"), opened(path) as (file, inside):
            about = path.name, name, month or month_of(f"{path.name} {inside}", beginning(file))
            number = _build(part, rows(file, inside, kind, columns, skipped), about, progress, skipped)
            os.fsync(handle)
        settle(part, place)
    return number


def _build(
    part: str,
    incoming: Iterable[Row],
    about: tuple[str, str, str],
    progress: Callable[[int], None] | None,
    skipped: Skipped | None,
) -> int:
    with closing(sqlite3.connect(part, isolation_level=None)) as base:
        base.executescript(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; PRAGMA temp_store = FILE;"
            f"CREATE TEMP TABLE incoming (line INTEGER NOT NULL, {_TYPES}, plain TEXT NOT NULL); BEGIN"
        )
        marks = ", ".join("?" * (len(ListEntry._fields) + 2))
        number, flat = 0, ((line, *entry, spelt_plainly(entry.name)) for line, entry in incoming)
        while batch := list(islice(flat, _BATCH)):
            base.executemany(f"INSERT INTO incoming VALUES ({marks})", batch)
            number += len(batch)
            if progress:
                progress(number)
        if not number:
            raise refuse(0, "there is no player in this list")
        number -= _without_twins(base, skipped)
        for statement in _FINISH.split(";\n"):
            base.execute(statement)
        base.execute("CREATE TABLE about (form INTEGER, players INTEGER, source TEXT, name TEXT, month TEXT)")
        base.execute("INSERT INTO about VALUES (?, ?, ?, ?, ?)", (FORM, number, *about))
        base.execute("COMMIT")
    return number


def _without_twins(base: sqlite3.Connection, skipped: Skipped | None) -> int:
    """Nobody stands twice on a list: refuse it, or leave the later ones out and say how many."""
    gone = 0
    for field, none in (("fide_id", "0"), ("national_id", "''")):
        base.execute(f"CREATE INDEX twins ON incoming ({field})")
        twins = base.execute(
            f"SELECT incoming.rowid, line, {field} FROM incoming JOIN"
            f" (SELECT {field} AS one, min(rowid) AS first FROM incoming WHERE {field} <> {none}"
            f" GROUP BY {field} HAVING count(*) > 1) ON {field} = one AND incoming.rowid > first ORDER BY 1"
        ).fetchall()
        for row, line, one in twins:
            left_out(refuse(int(line), "this player was on the list before", str(one)), skipped)
            base.execute("DELETE FROM incoming WHERE rowid = ?", (row,))
        gone += len(twins)
        base.execute("DROP INDEX twins")
    return gone


class RatingList:
    """A list that was imported, with its `name`, `month` and `source`; opened for reading only, by any thread.

    Raises RuleError when there is no list at that place, or the file is something else.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        place = Path(path)
        if not place.is_file():
            raise RuleError(f"there is no rating list at {place}; rookery list import makes one")
        self._base = sqlite3.connect(f"{place.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        try:
            found = self._base.execute("SELECT * FROM about")
            about = dict(zip((column[0] for column in found.description), found.fetchone(), strict=True))
            form, self.source, self.players = about["form"], about["source"], about["players"]
            self.name, self.month = about.get("name") or place.stem, about.get("month", "")
        except (sqlite3.DatabaseError, TypeError, KeyError):
            self._base.close()
            raise RuleError(f"{place} is not a rating list of ours; rookery list import makes one") from None
        if form not in FORMS:
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
        query = " AND ".join(
            "(" + " OR ".join(f'"{spelling}"*' for spelling in spellings(word)) + ")" for word in words
        )
        return list(
            self._entries(
                f"SELECT {_FIELDS} FROM players WHERE place IN"
                " (SELECT rowid FROM names WHERE names MATCH ? ORDER BY rowid LIMIT ?) ORDER BY place",
                (query, max(0, min(limit, len(self)))),
            )
        )

    def named(self, name: str) -> list[ListEntry]:
        """Everybody who bears this very name: accents, ø, ł, đ and ü or ue aside, the words in their order."""
        wanted = folded(name)
        words = re.findall(r"\w+", name.replace("_", " "))
        if not 0 < len(words) <= _MOST_WORDS:
            return []
        query = " AND ".join("(" + " OR ".join(f'"{way}"' for way in ways(word)) + ")" for word in words)
        sql = f"SELECT {_FIELDS} FROM players WHERE place IN (SELECT rowid FROM names WHERE names MATCH ?)"
        found = self._entries(f"{sql} ORDER BY place", (query,))
        return [entry for entry in found if wanted & folded(entry.name)]

    def beginning(self, starts: Iterable[str], most: int) -> list[tuple[int, str]]:
        """Names in which some word begins so, each with its place on the list, the strongest first."""
        query = " OR ".join(f'"{start}"*' for start in starts)
        sql = "SELECT rowid FROM names WHERE names MATCH ? ORDER BY rowid LIMIT ?"
        found = self._base.execute(f"SELECT place, name FROM players WHERE place IN ({sql})", (query, most))
        return [(int(place), str(name)) for place, name in found]

    def at(self, places: Iterable[int]) -> list[ListEntry]:
        """The players at these places of the list."""
        sql = f"SELECT {_FIELDS} FROM players WHERE place = ?"
        return [entry for place in places for entry in self._entries(sql, (place,))]

    def player(self, fide_id: int) -> ListEntry | None:
        """The player with this FIDE number, if there is one."""
        if not 0 < fide_id < 10**_MOST_DIGITS:
            return None
        return next(self._entries(f"SELECT {_FIELDS} FROM players WHERE fide_id = ? AND fide_id > 0", (fide_id,)), None)

    def numbered(self, start: int, limit: int = 20) -> list[ListEntry]:
        """The one with this FIDE number, and the strongest whose number begins so, if four digits or more are said."""
        found = self.player(start)
        if not 10 ** (_SHORTEST_START - 1) <= start < 10**_LONGEST_ID:
            return [found] if found else []
        ranges = [(start * 10**more, (start + 1) * 10**more) for more in range(1, _LONGEST_ID - len(str(start)) + 1)]
        within = " OR ".join(["(fide_id >= ? AND fide_id < ?)"] * len(ranges)) or "0"
        sql = f"SELECT {_FIELDS} FROM players WHERE {within} ORDER BY +place LIMIT ?"  # + for looking by number
        bounds = (bound for both in ranges for bound in both)
        return [*([found] if found else []), *self._entries(sql, (*bounds, max(0, min(limit, len(self)))))][
            : max(0, limit)
        ]

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
