"""A list with rows of one width and sorted columns beside them; nothing of it is read but what is asked for.

NumPy makes such a list; reading it takes nothing but the standard library.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from heapq import nsmallest
from itertools import groupby, islice
from operator import or_

from rookery.lists.entry import ListEntry
from rookery.lists.even_rows import Cut, EvenRows
from rookery.lists.pieces import NUMBER_PLACES, NUMBERS, ORDER, STRATA, Pieces, WordParts, items_of
from rookery.lists.words import codes_beginning, codes_being, symbol_of, unaccented, words_of

_FIELDS = ", ".join(ListEntry._fields)
_FIRST_LOOK, _MORE = 64, 8
_SOMETHING = re.compile(rb"[^\0]")
_MAPPED = 1 << 30
_Ranges = list[tuple[int, int]]


class EvenStore:
    """Looks players up; places are in the order of strength."""

    def __init__(self, base: sqlite3.Connection, players: int) -> None:
        base.execute(f"PRAGMA mmap_size = {_MAPPED}")  # else every look copies whole pages twice
        self._base, self._players, self._pieces = base, players, Pieces(base)
        width, cuts = base.execute("SELECT width, cuts FROM layout").fetchone()
        self._layout = EvenRows(width, tuple(Cut(*cut) for cut in json.loads(cuts)))
        self._even = self._pieces.rows_known(width)
        self._strata = [WordParts(at) for at in range(1 + sum(bound < players for bound in STRATA))]

    def starting(self, words: Sequence[Sequence[str]], limit: int) -> list[ListEntry]:
        """The strongest in whose name a word begins with one spelling of each."""
        wanted = [tuple(unaccented(one) for one in word) for word in words]

        def fits(name: str) -> bool:
            own = words_of(name)
            return all(any(one.startswith(word) for one in own) for word in wanted)

        found: list[ListEntry] = []
        for parts in self._strata if limit > 0 else ():
            places = sorted(self._common(parts, wanted, codes_beginning))
            found += self._checked(places, fits, limit - len(found))
            if len(found) >= limit:
                break
        return found

    def _checked(self, places: Sequence[int], fits: Callable[[str], bool], limit: int) -> list[ListEntry]:
        """The first whose names fit: few are looked at, then more and more, and only those are read whole."""
        found: list[ListEntry] = []
        start, step = 0, _FIRST_LOOK
        while start < len(places) and len(found) < limit:
            some = places[start : start + step]
            good = [place for place, name in self._names(some) if fits(name)]
            found += self.at(good[: limit - len(found)])
            start, step = start + step, step * _MORE
        return found

    def having(self, words: Sequence[Sequence[str]]) -> Iterator[ListEntry]:
        """Everybody in whose name there may be one of the ways of each word, the strongest first."""
        wanted = [tuple(unaccented(one) for one in word) for word in words]
        for parts in self._strata:
            yield from self.at(sorted(self._common(parts, wanted, codes_being)))

    def _common(
        self, parts: WordParts, wanted: Sequence[Sequence[str]], codes: Callable[[str], tuple[int, int]]
    ) -> set[int]:
        """Who has words of all these codes; the rarest is asked first, single letters together at the end."""
        letters = [word for word in wanted if codes is codes_beginning and all(len(one) == 1 for one in word)]
        longer = [word for word in wanted if word not in letters] if len(wanted) > 1 else wanted
        ranges = [self._ranges(parts, {codes(one) for one in word}) for word in longer]
        ranges.sort(key=lambda some: sum(stop - start for start, stop in some))
        found: set[int] | None = None
        for some in ranges:
            if found is not None and not found:
                return found
            own = {place for start, stop in some for place in self._pieces.slice(parts.places, start, stop)}
            found = own if found is None else found & own
        if len(longer) == len(wanted):
            return found or set()
        return self._initialled(parts, letters, found)

    def _initialled(self, parts: WordParts, letters: Sequence[Sequence[str]], among: set[int] | None) -> set[int]:
        """Who of these, or of all, has words that begin with each of these letters."""
        common = -1
        for word in letters:
            common &= reduce(or_, (self._pieces.bits(parts.initials, symbol_of(one)) for one in word))
        raw = common.to_bytes(common.bit_length() // 8 + 1, "little")
        if among is None:
            at = (found.start() for found in _SOMETHING.finditer(raw))
            places = (8 * one + bit for one in at for bit in range(8) if raw[one] >> bit & 1)
            return {parts.start + place for place in places}
        near = ((place, place - parts.start) for place in among)
        return {place for place, at in near if at >> 3 < len(raw) and raw[at >> 3] >> (at & 7) & 1}

    def _ranges(self, parts: WordParts, codes: Iterable[tuple[int, int]]) -> _Ranges:
        """Where in the column of places those of such codes stand."""
        found: _Ranges = []
        for first, end in codes:
            start, stop = self._pieces.below(parts.codes, first), self._pieces.below(parts.codes, end)
            if start < stop:
                found.append((self._pieces.item(parts.starts, start), self._pieces.item(parts.starts, stop)))
        return found

    def beginning(self, starts: Iterable[str], most: int) -> list[tuple[int, str]]:
        """Names in which some word begins so, each with its place on the list, the strongest first."""
        codes = {codes_beginning(unaccented(start)) for start in starts}
        places: list[int] = []
        for parts in self._strata:
            own = list[int]()
            for start, stop in self._ranges(parts, codes):
                own += self._pieces.slice(parts.places, start, stop)
            own.sort()
            places += islice((place for place, _ in groupby(own)), most - len(places))
            if len(places) >= most:
                break
        return self._names(places)

    def _names(self, places: Sequence[int]) -> list[tuple[int, str]]:
        """The names at these places, which are in order; rows are read in theirs."""
        rows = self._rows(places)
        by_row = sorted(range(len(rows)), key=rows.__getitem__)
        even = [rows[at] for at in by_row if rows[at] < self._even]
        raw = self._pieces.rows(self._layout.width, even, self._layout.spans["name"])
        if len(raw) < len(even):
            raise sqlite3.DatabaseError("pieces are missing")
        names = b"\n".join(raw).decode("ascii").split("\n") if raw else []
        names += [self._odd(rows[at]).name for at in by_row[len(even) :]]
        by_place = [""] * len(rows)
        for at, name in zip(by_row, names, strict=True):
            by_place[at] = name.strip()
        return list(zip(places, by_place, strict=True))

    def at(self, places: Iterable[int]) -> list[ListEntry]:
        """The players at these places of the list."""
        return [self._entry(row) for row in self._rows(list(places))]

    def _rows(self, places: Sequence[int]) -> list[int]:
        if len(places) > items_of(4):
            order = self._pieces.slice(ORDER, 0, self._players)
            return [order[place] for place in places]
        return [self._pieces.item(ORDER, place) for place in places]

    def _entry(self, row: int) -> ListEntry:
        if row >= self._even:
            return self._odd(row)
        (raw,) = self._pieces.rows(self._layout.width, [row], slice(0, self._layout.width))
        return self._read(raw)

    def _read(self, raw: bytes) -> ListEntry:
        try:
            return self._layout.entry(raw)
        except ValueError as error:
            raise sqlite3.DatabaseError(f"a row cannot be read: {error}") from None

    def _odd(self, row: int) -> ListEntry:
        found = self._base.execute(f"SELECT {_FIELDS} FROM players WHERE row = ?", (row,)).fetchone()
        if found is None:
            raise sqlite3.DatabaseError(f"there is no row {row}")
        return ListEntry(*found)

    def player(self, fide_id: int) -> ListEntry | None:
        """The player with this FIDE number, if there is one."""
        at = self._pieces.below(NUMBERS, fide_id)
        if self._pieces.below(NUMBERS, fide_id + 1) == at:
            return None
        return self.at([self._pieces.item(NUMBER_PLACES, at)])[0]

    def numbered(self, ranges: Sequence[tuple[int, int]], limit: int) -> list[ListEntry]:
        """The strongest whose FIDE number is in one of these ranges."""
        places: list[int] = []
        for first, end in ranges:
            start, stop = self._pieces.below(NUMBERS, first), self._pieces.below(NUMBERS, end)
            places += self._pieces.slice(NUMBER_PLACES, start, stop)
        return self.at(nsmallest(limit, places))

    def national(self, national_id: str) -> ListEntry | None:
        """Nobody: FIDE's files have no national numbers."""
        return None

    def __iter__(self) -> Iterator[ListEntry]:
        width, step = self._layout.width, items_of(self._layout.width)
        pieces = self._pieces.all_rows()
        for row in self._pieces.slice(ORDER, 0, self._players):
            if row >= self._even:
                yield self._odd(row)
            else:
                at = row % step * width
                yield self._read(pieces[row // step][at : at + width])
