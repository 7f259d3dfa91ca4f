"""Lookup in a list with rows of one width and sorted columns; only what is requested is read.

NumPy builds such a list; reading it requires only the standard library.
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

from rookery.rating_lists.columns import DamagedFileError
from rookery.rating_lists.entry import ListEntry
from rookery.rating_lists.even_file import EvenFile
from rookery.rating_lists.search_block import SearchBlock, Stratum, search_block
from rookery.rating_lists.words import codes_beginning, codes_being, symbol_of, unaccented, words_of

_FIRST_LOOK, _MORE, _MANY = 64, 8, 1 << 14
_SOMETHING = re.compile(rb"[^\0]")
_Ranges = list[tuple[int, int]]


class EvenStore:
    """Lookup of players; places are in the order of strength."""

    def __init__(self, path: str, base: sqlite3.Connection, players: int) -> None:
        self._file, self._lock = EvenFile(path, base, players), Lock()
        self._found: SearchBlock | None = None
        self._opened: mmap | None = None

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        if self._opened is not None:
            self._opened.close()

    @property
    def _search(self) -> SearchBlock:
        """The search index, built on first use."""
        with self._lock:
            if self._found is None:
                self._found, self._opened = search_block(self._file)
            return self._found

    def starting(self, words: Sequence[Sequence[str]], limit: int) -> list[ListEntry]:
        """Return the strongest players whose name has a word starting with one spelling of each."""
        spellings = [tuple(unaccented(spelling) for spelling in word) for word in words]

        def fits(name: str) -> bool:
            name_words = words_of(name)
            return all(any(spelling.startswith(word) for spelling in name_words) for word in spellings)

        players: list[ListEntry] = []
        for stratum in self._search.strata if limit > 0 else ():
            places = sorted(self._common_places(stratum, spellings, codes_beginning))
            players += self._first_fitting(places, fits, limit - len(players))
            if len(players) >= limit:
                break
        return players

    def _first_fitting(self, places: Sequence[int], fits: Callable[[str], bool], limit: int) -> list[ListEntry]:
        """Return the first players whose names fit, in growing batches; only those are read completely."""
        players: list[ListEntry] = []
        start, step = 0, _FIRST_LOOK
        while start < len(places) and len(players) < limit:
            batch = places[start : start + step]
            good = [place for place, name in self._names(batch) if fits(name)]
            players += self.at(good[: limit - len(players)])
            start, step = start + step, step * _MORE
        return players

    def having(self, words: Sequence[Sequence[str]]) -> Iterator[ListEntry]:
        """Yield all players whose name may have one spelling of each word, the strongest first."""
        spellings = [tuple(unaccented(spelling) for spelling in word) for word in words]
        for stratum in self._search.strata:
            yield from self.at(sorted(self._common_places(stratum, spellings, codes_being)))

    def _common_places(
        self, stratum: Stratum, spellings: Sequence[Sequence[str]], codes: Callable[[str], tuple[int, int]]
    ) -> set[int]:
        """Return the places with words of all these codes; the rarest first, single letters last."""
        letters = [
            word for word in spellings if codes is codes_beginning and all(len(spelling) == 1 for spelling in word)
        ]
        longer = [word for word in spellings if word not in letters] if len(spellings) > 1 else spellings
        ranges = [_ranges(stratum, {codes(spelling) for spelling in word}) for word in longer]
        ranges.sort(key=lambda word_ranges: sum(stop - start for start, stop in word_ranges))
        common: set[int] | None = None
        for word_ranges in ranges:
            if common is not None and not common:
                return common
            places = {place for start, stop in word_ranges for place in stratum.places.slice(start, stop)}
            common = places if common is None else common & places
        if len(longer) == len(spellings):
            return common or set()
        return _places_with_initials(stratum, letters, common)

    def beginning(self, starts: Iterable[str], limit: int) -> list[tuple[int, str]]:
        """Return names with a word that starts so, with their places, the strongest first."""
        codes = {codes_beginning(unaccented(start)) for start in starts}
        places: list[int] = []
        for stratum in self._search.strata:
            stratum_places = list[int]()
            for start, stop in _ranges(stratum, codes):
                stratum_places += stratum.places.slice(start, stop)
            stratum_places.sort()
            places += islice((place for place, _ in groupby(stratum_places)), limit - len(places))
            if len(places) >= limit:
                break
        return self._names(places)

    def _names(self, places: Sequence[int]) -> list[tuple[int, str]]:
        """Return the names at these sorted places; rows are read in their own order."""
        rows = self._rows(places)
        by_row = sorted(range(len(rows)), key=rows.__getitem__)
        even = [rows[index] for index in by_row if rows[index] < self._file.even]
        raw = self._file.rows.cells(even, self._file.layout.spans["name"])
        names = _decode_names(raw) if raw else []
        names += [self._file.entry(rows[index]).name for index in by_row[len(even) :]]
        by_place = [""] * len(rows)
        for index, name in zip(by_row, names, strict=True):
            by_place[index] = name.strip()
        return list(zip(places, by_place, strict=True))

    def at(self, places: Iterable[int]) -> list[ListEntry]:
        """Return the players at these places of the list."""
        return [self._file.entry(row) for row in self._rows(list(places))]

    def _rows(self, places: Sequence[int]) -> list[int]:
        order = self._search.order
        if len(places) > _MANY:
            all_rows = order.slice(0, order.number)
            return [all_rows[place] for place in places]
        return [order.item(place) for place in places]

    def player(self, fide_id: int) -> ListEntry | None:
        """Return the player with this FIDE number; None if there is none."""
        index = self._file.numbers.below(fide_id)
        if index == self._file.players or self._file.numbers.item(index) != fide_id:
            return None
        return self._file.entry(self._file.number_rows.item(index))

    def numbered(self, ranges: Sequence[tuple[int, int]], limit: int) -> list[ListEntry]:
        """Return the strongest players whose FIDE number is in one of these ranges."""
        places: list[int] = []
        for first, end in ranges:
            start, stop = self._file.numbers.below(first), self._file.numbers.below(end)
            if start < stop:
                places += self._search.number_places.slice(start, stop)
        return self.at(nsmallest(limit, places))

    def national(self, national_id: str) -> ListEntry | None:
        """Return None: FIDE's files have no national numbers."""
        return None

    def __iter__(self) -> Iterator[ListEntry]:
        for row in self._search.order.slice(0, self._file.players):
            yield self._file.entry(row)


def _decode_names(raw: list[bytes]) -> list[str]:
    """Decode the names of regular rows."""
    try:
        return b"\n".join(raw).decode("ascii").split("\n")
    except UnicodeDecodeError as error:
        raise DamagedFileError(f"a name cannot be read: {error}") from None


def _ranges(stratum: Stratum, codes: Iterable[tuple[int, int]]) -> _Ranges:
    """Return the ranges of such codes in the column of places."""
    ranges: _Ranges = []
    for first, end in codes:
        start, stop = stratum.codes.below(first), stratum.codes.below(end)
        if start < stop:
            ranges.append((stratum.starts.item(start), stratum.starts.item(stop)))
    return ranges


def _places_with_initials(stratum: Stratum, letters: Sequence[Sequence[str]], candidates: set[int] | None) -> set[int]:
    """Return the places, among the candidates if given, with words that start with each of these letters."""
    common = -1
    for word in letters:
        common &= reduce(or_, (stratum.initial(symbol_of(index)) for index in word))
    raw = common.to_bytes(common.bit_length() // 8 + 1, "little")
    if candidates is None:
        nonzero_bytes = (match.start() for match in _SOMETHING.finditer(raw))
        places = (8 * index + bit for index in nonzero_bytes for bit in range(8) if raw[index] >> bit & 1)
        return {stratum.first + place for place in places}
    near = ((place, place - stratum.first) for place in candidates)
    return {
        place
        for place, nonzero_bytes in near
        if nonzero_bytes >> 3 < len(raw) and raw[nonzero_bytes >> 3] >> (nonzero_bytes & 7) & 1
    }
