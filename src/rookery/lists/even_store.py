"""A list with rows of one width and sorted columns beside them; nothing of it is read but what is asked for.

NumPy makes such a list; reading it takes nothing but the standard library.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from heapq import nsmallest
from itertools import groupby, islice
from mmap import mmap
from operator import or_
from threading import Lock

from rookery.lists.columns import Damage
from rookery.lists.entry import ListEntry
from rookery.lists.even_file import EvenFile
from rookery.lists.search_block import SearchBlock, Stratum, search_block
from rookery.lists.words import codes_beginning, codes_being, symbol_of, unaccented, words_of

_FIRST_LOOK, _MORE, _MANY = 64, 8, 1 << 14
_SOMETHING = re.compile(rb"[^\0]")
_Ranges = list[tuple[int, int]]


class EvenStore:
    """Looks players up; places are in the order of strength."""

    def __init__(self, path: str, base: sqlite3.Connection, players: int) -> None:
        self._file, self._lock = EvenFile(path, base, players), Lock()
        self._found: SearchBlock | None = None
        self._opened: mmap | None = None

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
        if self._opened:
            self._opened.close()

    @property
    def _search(self) -> SearchBlock:
        """What is searched in; it is made when it is first asked for."""
        with self._lock:
            if self._found is None:
                self._found, self._opened = search_block(self._file)
            return self._found

    def starting(self, words: Sequence[Sequence[str]], limit: int) -> list[ListEntry]:
        """The strongest in whose name a word begins with one spelling of each."""
        wanted = [tuple(unaccented(one) for one in word) for word in words]

        def fits(name: str) -> bool:
            own = words_of(name)
            return all(any(one.startswith(word) for one in own) for word in wanted)

        found: list[ListEntry] = []
        for stratum in self._search.strata if limit > 0 else ():
            places = sorted(self._common(stratum, wanted, codes_beginning))
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
        for stratum in self._search.strata:
            yield from self.at(sorted(self._common(stratum, wanted, codes_being)))

    def _common(
        self, stratum: Stratum, wanted: Sequence[Sequence[str]], codes: Callable[[str], tuple[int, int]]
    ) -> set[int]:
        """Who has words of all these codes; the rarest is asked first, single letters together at the end."""
        letters = [word for word in wanted if codes is codes_beginning and all(len(one) == 1 for one in word)]
        longer = [word for word in wanted if word not in letters] if len(wanted) > 1 else wanted
        ranges = [_ranges(stratum, {codes(one) for one in word}) for word in longer]
        ranges.sort(key=lambda some: sum(stop - start for start, stop in some))
        found: set[int] | None = None
        for some in ranges:
            if found is not None and not found:
                return found
            own = {place for start, stop in some for place in stratum.places.slice(start, stop)}
            found = own if found is None else found & own
        if len(longer) == len(wanted):
            return found or set()
        return _initialled(stratum, letters, found)

    def beginning(self, starts: Iterable[str], most: int) -> list[tuple[int, str]]:
        """Names in which some word begins so, each with its place on the list, the strongest first."""
        codes = {codes_beginning(unaccented(start)) for start in starts}
        places: list[int] = []
        for stratum in self._search.strata:
            own = list[int]()
            for start, stop in _ranges(stratum, codes):
                own += stratum.places.slice(start, stop)
            own.sort()
            places += islice((place for place, _ in groupby(own)), most - len(places))
            if len(places) >= most:
                break
        return self._names(places)

    def _names(self, places: Sequence[int]) -> list[tuple[int, str]]:
        """The names at these places, which are in order; rows are read in theirs."""
        rows = self._rows(places)
        by_row = sorted(range(len(rows)), key=rows.__getitem__)
        even = [rows[at] for at in by_row if rows[at] < self._file.even]
        raw = self._file.rows.cells(even, self._file.layout.spans["name"])
        names = _plain(raw) if raw else []
        names += [self._file.entry(rows[at]).name for at in by_row[len(even) :]]
        by_place = [""] * len(rows)
        for at, name in zip(by_row, names, strict=True):
            by_place[at] = name.strip()
        return list(zip(places, by_place, strict=True))

    def at(self, places: Iterable[int]) -> list[ListEntry]:
        """The players at these places of the list."""
        return [self._file.entry(row) for row in self._rows(list(places))]

    def _rows(self, places: Sequence[int]) -> list[int]:
        order = self._search.order
        if len(places) > _MANY:
            every = order.slice(0, order.number)
            return [every[place] for place in places]
        return [order.item(place) for place in places]

    def player(self, fide_id: int) -> ListEntry | None:
        """The player with this FIDE number, if there is one."""
        at = self._file.numbers.below(fide_id)
        if at == self._file.players or self._file.numbers.item(at) != fide_id:
            return None
        return self._file.entry(self._file.number_rows.item(at))

    def numbered(self, ranges: Sequence[tuple[int, int]], limit: int) -> list[ListEntry]:
        """The strongest whose FIDE number is in one of these ranges."""
        places: list[int] = []
        for first, end in ranges:
            start, stop = self._file.numbers.below(first), self._file.numbers.below(end)
            if start < stop:
                places += self._search.number_places.slice(start, stop)
        return self.at(nsmallest(limit, places))

    def national(self, national_id: str) -> ListEntry | None:
        """Nobody: FIDE's files have no national numbers."""
        return None

    def __iter__(self) -> Iterator[ListEntry]:
        for row in self._search.order.slice(0, self._file.players):
            yield self._file.entry(row)


def _plain(raw: list[bytes]) -> list[str]:
    """Names of even rows as texts."""
    try:
        return b"\n".join(raw).decode("ascii").split("\n")
    except UnicodeDecodeError as error:
        raise Damage(f"a name cannot be read: {error}") from None


def _ranges(stratum: Stratum, codes: Iterable[tuple[int, int]]) -> _Ranges:
    """Where in the column of places those of such codes stand."""
    found: _Ranges = []
    for first, end in codes:
        start, stop = stratum.codes.below(first), stratum.codes.below(end)
        if start < stop:
            found.append((stratum.starts.item(start), stratum.starts.item(stop)))
    return found


def _initialled(stratum: Stratum, letters: Sequence[Sequence[str]], among: set[int] | None) -> set[int]:
    """Who of these, or of all, has words that begin with each of these letters."""
    common = -1
    for word in letters:
        common &= reduce(or_, (stratum.initial(symbol_of(one)) for one in word))
    raw = common.to_bytes(common.bit_length() // 8 + 1, "little")
    if among is None:
        at = (found.start() for found in _SOMETHING.finditer(raw))
        places = (8 * one + bit for one in at for bit in range(8) if raw[one] >> bit & 1)
        return {stratum.first + place for place in places}
    near = ((place, place - stratum.first) for place in among)
    return {place for place, at in near if at >> 3 < len(raw) and raw[at >> 3] >> (at & 7) & 1}
