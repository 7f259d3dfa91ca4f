"""Lists stored as one SQLite row for each player, with a full-text index of names."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from rookery.rating_lists.entry import ListEntry

_FIELDS = ", ".join(ListEntry._fields)


class RowStore:
    """Lookup of players; places are in the order of strength."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base

    def close(self) -> None:
        """Do nothing: no other resource is open."""

    def starting(self, words: Sequence[Sequence[str]], limit: int) -> list[ListEntry]:
        """Return the strongest players whose name has a word starting with one spelling of each."""
        query = " AND ".join("(" + " OR ".join(f'"{spelling}"*' for spelling in word) + ")" for word in words)
        sql = "SELECT rowid FROM names WHERE names MATCH ? ORDER BY rowid LIMIT ?"
        return list(
            self._entries(f"SELECT {_FIELDS} FROM players WHERE place IN ({sql}) ORDER BY place", (query, limit))
        )

    def having(self, words: Sequence[Sequence[str]]) -> Iterator[ListEntry]:
        """Return all players whose name has one spelling of each word, the strongest first."""
        query = " AND ".join("(" + " OR ".join(f'"{spelling}"' for spelling in word) + ")" for word in words)
        sql = (
            f"SELECT {_FIELDS} FROM players WHERE place IN (SELECT rowid FROM names WHERE names MATCH ?) ORDER BY place"
        )
        return self._entries(sql, (query,))

    def beginning(self, starts: Iterable[str], limit: int) -> list[tuple[int, str]]:
        """Return names with a word that starts so, with their places, the strongest first."""
        query = " OR ".join(f'"{start}"*' for start in starts)
        sql = "SELECT rowid FROM names WHERE names MATCH ? ORDER BY rowid LIMIT ?"
        rows = self._base.execute(f"SELECT place, name FROM players WHERE place IN ({sql})", (query, limit))
        return [(int(place), str(name)) for place, name in rows]

    def at(self, places: Iterable[int]) -> list[ListEntry]:
        """Return the players at these places of the list."""
        sql = f"SELECT {_FIELDS} FROM players WHERE place = ?"
        return [entry for place in places for entry in self._entries(sql, (place,))]

    def player(self, fide_id: int) -> ListEntry | None:
        """Return the player with this FIDE number; None if there is none."""
        return next(self._entries(f"SELECT {_FIELDS} FROM players WHERE fide_id = ? AND fide_id > 0", (fide_id,)), None)

    def numbered(self, ranges: Sequence[tuple[int, int]], limit: int) -> list[ListEntry]:
        """Return the strongest players whose FIDE number is in one of these ranges."""
        within = " OR ".join(["(fide_id >= ? AND fide_id < ?)"] * len(ranges)) or "0"
        sql = f"SELECT {_FIELDS} FROM players WHERE {within} ORDER BY +place LIMIT ?"  # + for looking by number
        return list(self._entries(sql, (*(limit_value for id_range in ranges for limit_value in id_range), limit)))

    def national(self, national_id: str) -> ListEntry | None:
        """Return the player with this national number; None if there is none."""
        sql = f"SELECT {_FIELDS} FROM players WHERE national_id = ? AND national_id <> ''"
        return next(self._entries(sql, (national_id,)), None)

    def __iter__(self) -> Iterator[ListEntry]:
        return self._entries(f"SELECT {_FIELDS} FROM players ORDER BY place", ())

    def _entries(self, sql: str, values: tuple[object, ...]) -> Iterator[ListEntry]:
        for row in self._base.execute(sql, values):
            yield ListEntry(*row)
