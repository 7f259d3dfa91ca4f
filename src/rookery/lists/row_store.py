"""A list with a row of an SQLite table for each player, and the words of the names in a full-text index."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from rookery.lists.entry import ListEntry

_FIELDS = ", ".join(ListEntry._fields)


class RowStore:
    """Looks players up; places are in the order of strength."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base

    def close(self) -> None:
        """Nothing else is held."""

    def starting(self, words: Sequence[Sequence[str]], limit: int) -> list[ListEntry]:
        """The strongest in whose name a word begins with one spelling of each."""
        query = " AND ".join("(" + " OR ".join(f'"{spelling}"*' for spelling in word) + ")" for word in words)
        sql = "SELECT rowid FROM names WHERE names MATCH ? ORDER BY rowid LIMIT ?"
        return list(
            self._entries(f"SELECT {_FIELDS} FROM players WHERE place IN ({sql}) ORDER BY place", (query, limit))
        )

    def having(self, words: Sequence[Sequence[str]]) -> Iterator[ListEntry]:
        """Everybody in whose name there is one of the ways of each word, the strongest first."""
        query = " AND ".join("(" + " OR ".join(f'"{way}"' for way in word) + ")" for word in words)
        sql = (
            f"SELECT {_FIELDS} FROM players WHERE place IN (SELECT rowid FROM names WHERE names MATCH ?) ORDER BY place"
        )
        return self._entries(sql, (query,))

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
        return next(self._entries(f"SELECT {_FIELDS} FROM players WHERE fide_id = ? AND fide_id > 0", (fide_id,)), None)

    def numbered(self, ranges: Sequence[tuple[int, int]], limit: int) -> list[ListEntry]:
        """The strongest whose FIDE number is in one of these ranges."""
        within = " OR ".join(["(fide_id >= ? AND fide_id < ?)"] * len(ranges)) or "0"
        sql = f"SELECT {_FIELDS} FROM players WHERE {within} ORDER BY +place LIMIT ?"  # + for looking by number
        return list(self._entries(sql, (*(bound for both in ranges for bound in both), limit)))

    def national(self, national_id: str) -> ListEntry | None:
        """The player with this national number, if there is one."""
        sql = f"SELECT {_FIELDS} FROM players WHERE national_id = ? AND national_id <> ''"
        return next(self._entries(sql, (national_id,)), None)

    def __iter__(self) -> Iterator[ListEntry]:
        return self._entries(f"SELECT {_FIELDS} FROM players ORDER BY place", ())

    def _entries(self, sql: str, values: tuple[object, ...]) -> Iterator[ListEntry]:
        for row in self._base.execute(sql, values):
            yield ListEntry(*row)
