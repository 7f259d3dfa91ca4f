"""The local copy of a rating list: one SQLite file with search, opened for reading."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rookery.errors import RookeryError, RuleError
from rookery.lists.building import EVEN_FORM, FORMS
from rookery.lists.columns import Damage
from rookery.lists.entry import ListEntry
from rookery.lists.even_store import EvenStore
from rookery.lists.row_store import RowStore
from rookery.lists.spelling import folded, spellings, ways
from rookery.wording import spoken

_MOST_DIGITS = 18
_MAKES = "rookery list import"
_SHORTEST_START, _LONGEST_ID = 4, 9
_MOST_WORDS = 50


class RatingList:
    """A list that was imported, with its `name`, `month`, `kinds` and `source`; for reading only, by any thread.

    `kinds` are those of which it holds ratings; a list made by an earlier version does not tell.
    Raises RuleError when there is no list at that place, or the file is something else.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        place = Path(path)
        if not place.is_file():
            raise RuleError(
                spoken("there is no rating list at %(place)s; %(command)s makes one", place=str(place), command=_MAKES)
            )
        self._base = sqlite3.connect(f"{place.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        try:
            found = self._base.execute("SELECT * FROM about")
            about = dict(zip((column[0] for column in found.description), found.fetchone(), strict=True))
            form, self.source, self.players = about["form"], about["source"], about["players"]
            self.name, self.month = about.get("name") or place.stem, about.get("month", "")
            self.kinds, self.path = tuple(about.get("kinds", "").split()), place
            self._store = EvenStore(str(place), self._base, self.players) if form == EVEN_FORM else RowStore(self._base)
        except (sqlite3.DatabaseError, TypeError, KeyError, ValueError):
            self._base.close()
            raise RuleError(
                spoken(
                    "%(place)s is not a rating list of ours; %(command)s makes one", place=str(place), command=_MAKES
                )
            ) from None
        if form not in FORMS:
            self._base.close()
            raise RookeryError(spoken("%(place)s was made by another version; import the list again", place=str(place)))

    def __enter__(self) -> RatingList:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._store.close()
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
        with _told():
            return self._store.starting([spellings(word) for word in words], self._most(limit))

    def named(self, name: str) -> list[ListEntry]:
        """Everybody who bears this very name: accents, ø, ł, đ and ü or ue aside, the words in their order."""
        wanted = folded(name)
        words = re.findall(r"\w+", name.replace("_", " "))
        if not 0 < len(words) <= _MOST_WORDS:
            return []
        with _told():
            found = self._store.having([ways(word) for word in words])
            return [entry for entry in found if wanted & folded(entry.name)]

    def beginning(self, starts: Iterable[str], most: int) -> list[tuple[int, str]]:
        """Names in which some word begins so, each with its place on the list, the strongest first."""
        with _told():
            return self._store.beginning(starts, most)

    def at(self, places: Iterable[int]) -> list[ListEntry]:
        """The players at these places of the list."""
        with _told():
            return self._store.at(places)

    def player(self, fide_id: int) -> ListEntry | None:
        """The player with this FIDE number, if there is one."""
        if not 0 < fide_id < 10**_MOST_DIGITS:
            return None
        with _told():
            return self._store.player(fide_id)

    def numbered(self, start: int, limit: int = 20) -> list[ListEntry]:
        """The one with this FIDE number, and the strongest whose number begins so, if four digits or more are said."""
        found = self.player(start)
        if not 10 ** (_SHORTEST_START - 1) <= start < 10**_LONGEST_ID:
            return [found] if found else []
        ranges = [(start * 10**more, (start + 1) * 10**more) for more in range(1, _LONGEST_ID - len(str(start)) + 1)]
        with _told():
            others = self._store.numbered(ranges, self._most(limit))
        return [*([found] if found else []), *others][: max(0, limit)]

    def national(self, national_id: str) -> ListEntry | None:
        """The player with this national number, if there is one."""
        with _told():
            return self._store.national(national_id)

    def __iter__(self) -> Iterator[ListEntry]:
        with _told():
            yield from self._store

    def __len__(self) -> int:
        return int(self.players)

    def _most(self, limit: int) -> int:
        return max(0, min(limit, len(self)))


@contextmanager
def _told() -> Iterator[None]:
    """Damage to the file is said."""
    try:
        yield
    except (sqlite3.DatabaseError, Damage) as error:
        raise RookeryError(spoken("the rating list is damaged (%(why)s); import it again", why=str(error))) from None
