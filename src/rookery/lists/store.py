"""The local copy of a rating list: one SQLite file with search, opened for reading."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

from rookery.errors import RookeryError, RuleError
from rookery.lists.building import FORMS
from rookery.lists.entry import ListEntry
from rookery.lists.spelling import folded, spellings, ways

_MOST_DIGITS = 18
_SHORTEST_START, _LONGEST_ID = 4, 9
_MOST_WORDS = 50
_FIELDS = ", ".join(ListEntry._fields)


class RatingList:
    """A list that was imported, with its `name`, `month`, `kinds` and `source`; for reading only, by any thread.

    `kinds` are those of which it holds ratings; a list made by an earlier version does not tell.
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
            self.kinds, self.path = tuple(about.get("kinds", "").split()), place
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
