"""Rating lists on disk: one SQLite file with search, opened for reading."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rookery.errors import RookeryError, RuleError
from rookery.messages import msg
from rookery.rating_lists.building import EVEN_FORM, FORMS
from rookery.rating_lists.columns import DamagedFileError
from rookery.rating_lists.entry import ListEntry
from rookery.rating_lists.even_store import EvenStore
from rookery.rating_lists.name_folding import fold_name, spellings, word_spellings
from rookery.rating_lists.row_store import RowStore

_MOST_DIGITS = 18
_MAKES = "rookery list import"
_SHORTEST_START, _LONGEST_ID = 4, 9
_MOST_WORDS = 50


class RatingList:
    """An imported list with its `name`, `month`, `kinds` and `source`; read-only and thread-safe.

    `kinds` are the kinds of its ratings; a list from an earlier version does not contain them. Raises RuleError when
    there is no list at that place, or the file is something else.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        place = Path(path)
        if not place.is_file():
            raise RuleError(
                msg("there is no rating list at %(place)s; %(command)s makes one", place=str(place), command=_MAKES)
            )
        self._base = sqlite3.connect(f"{place.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        try:
            self._open(place)
        except BaseException:
            self._base.close()
            raise

    def _open(self, place: Path) -> None:
        """Read the metadata and check that this version can search the file."""
        try:
            cursor = self._base.execute("SELECT * FROM about")
            about = dict(zip((column[0] for column in cursor.description), cursor.fetchone(), strict=True))
            form, self.source, self.players = about["form"], about["source"], about["players"]
            self.name, self.month = about.get("name") or place.stem, about.get("month", "")
            self.kinds, self.path = tuple(about.get("kinds", "").split()), place
            self._store = EvenStore(str(place), self._base, self.players) if form == EVEN_FORM else RowStore(self._base)
        except (sqlite3.DatabaseError, TypeError, KeyError, ValueError):
            raise RuleError(
                msg("%(place)s is not a rating list of ours; %(command)s makes one", place=str(place), command=_MAKES)
            ) from None
        if form not in FORMS:
            raise RookeryError(msg("%(place)s was made by another version; import the list again", place=str(place)))

    def __enter__(self) -> RatingList:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._store.close()
        self._base.close()

    def find(self, text: str, limit: int = 20) -> list[ListEntry]:
        """Return the strongest players whose name has a word starting with each word of the text, or the number."""
        words = re.findall(r"\w+", text.replace("_", " "))
        if len(words) == 1 and words[0].isdecimal():
            if len(words[0]) > _MOST_DIGITS:
                return []
            player = self.player(int(words[0]))
            return [player] if player else []
        if not 0 < len(words) <= _MOST_WORDS:
            return []
        with _damage_errors():
            return self._store.starting([spellings(word) for word in words], self._clamp_limit(limit))

    def named(self, name: str) -> list[ListEntry]:
        """Return every player with this name, ignoring accents and spellings such as ü and ue."""
        spellings_wanted = fold_name(name)
        words = re.findall(r"\w+", name.replace("_", " "))
        if not 0 < len(words) <= _MOST_WORDS:
            return []
        with _damage_errors():
            entries = self._store.having([word_spellings(word) for word in words])
            return [entry for entry in entries if spellings_wanted & fold_name(entry.name)]

    def beginning(self, starts: Iterable[str], limit: int) -> list[tuple[int, str]]:
        """Return names with a word that starts so, with their places, the strongest first."""
        with _damage_errors():
            return self._store.beginning(starts, limit)

    def at(self, places: Iterable[int]) -> list[ListEntry]:
        """Return the players at these places of the list."""
        with _damage_errors():
            return self._store.at(places)

    def player(self, fide_id: int) -> ListEntry | None:
        """Return the player with this FIDE number; None if there is none."""
        if not 0 < fide_id < 10**_MOST_DIGITS:
            return None
        with _damage_errors():
            return self._store.player(fide_id)

    def numbered(self, start: int, limit: int = 20) -> list[ListEntry]:
        """Return the player with this FIDE number, and the strongest whose number starts so (at least four digits)."""
        exact = self.player(start)
        if not 10 ** (_SHORTEST_START - 1) <= start < 10**_LONGEST_ID:
            return [exact] if exact else []
        ranges = [
            (start * 10**digits, (start + 1) * 10**digits) for digits in range(1, _LONGEST_ID - len(str(start)) + 1)
        ]
        with _damage_errors():
            players = self._store.numbered(ranges, self._clamp_limit(limit))
        return [*([exact] if exact else []), *players][: max(0, limit)]

    def national(self, national_id: str) -> ListEntry | None:
        """Return the player with this national number; None if there is none."""
        with _damage_errors():
            return self._store.national(national_id)

    def __iter__(self) -> Iterator[ListEntry]:
        with _damage_errors():
            yield from self._store

    def __len__(self) -> int:
        return int(self.players)

    def _clamp_limit(self, limit: int) -> int:
        return max(0, min(limit, len(self)))


@contextmanager
def _damage_errors() -> Iterator[None]:
    """Raise RookeryError if the file is damaged."""
    try:
        yield
    except (sqlite3.DatabaseError, DamagedFileError) as error:
        raise RookeryError(msg("the rating list is damaged (%(why)s); import it again", why=str(error))) from None
