"""The search index of a long list, built with NumPy: the order of strength, and the words of the names.

Long arrays are sorted in place and processed in parts that fit in the processor cache, because allocating memory
costs
more than the computation.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rookery.rating.fide import KINDS
from rookery.rating_lists.even_cells import (
    Cut,
    Places,
    Whole,
    letters_of,
    little_endian_bytes,
    parts_of,
    ratings_of,
    word_codes,
)
from rookery.rating_lists.even_file import EvenFile
from rookery.rating_lists.row_parser import HIGHEST
from rookery.rating_lists.words import INITIAL_BITS, INITIALS, bounds, code_of, words_of

_PLACE_BITS = 24
_SHIFT, _PLACE = np.uint64(_PLACE_BITS), np.uint64((1 << _PLACE_BITS) - 1)
_KIND_BITS = HIGHEST.bit_length()
"""The number of bits of each rating in a strength, which consists of the standard, rapid and blitz ratings."""
_STRONGEST = np.uint64((1 << 3 * _KIND_BITS) - 1)
_NO_WORD = np.uint64((1 << 64) - 1)
_ROWS = 1 << 13
_RATING = 4


def search_parts(file: EvenFile) -> list[Any]:
    """Return the parts of the index in order."""
    rows_data = _RowData(file)
    rows = np.frombuffer(file.number_rows.data, "<u4", file.players, file.number_rows.start)
    order = _sort_by_strength(rows_data.strengths, rows)
    place_of_row = rows_data.strengths.view(np.uint32)[: len(rows_data.strengths)]
    if file.players < len(place_of_row):
        place_of_row.fill(file.players)
    by_place = np.empty(file.players, "<u4")
    for part in parts_of(order):
        row_numbers = rows[(order[part] & _PLACE).view(np.int64)]
        place_of_row[row_numbers] = np.arange(part.start, part.start + len(row_numbers), dtype=np.uint32)
        by_place[part] = row_numbers
    parts = [little_endian_bytes(by_place, "<u4"), little_endian_bytes(place_of_row[rows], "<u4")]
    for words, first, end in _strata(rows_data.words, place_of_row, file.players):
        parts += _columns(words, first, end)
    return parts


class _RowData:
    """The strength of all rows, and the words of the names with their row in the lowest bits."""

    def __init__(self, file: EvenFile) -> None:
        self.file, rows = file, file.even + file.odd.starts.number - 1
        self.strengths, words = np.empty(rows, np.uint64), list[Whole]()
        whole = np.frombuffer(file.data, np.uint8, file.even * file.rows.width, file.rows.start)
        table = whole.reshape(-1, file.rows.width)
        for part in parts_of(table, _ROWS):
            self.strengths[part] = self._strengths(table[part])
            words.append(self._words(table[part], part.start))
        words.append(self._odd())
        self.words = np.concatenate(words)

    def _strengths(self, table: NDArray[np.uint8]) -> Whole:
        strengths = np.zeros(len(table), np.uint64)
        for kind in KINDS:
            strengths <<= np.uint64(_KIND_BITS)
            if kind in self.file.layout.spans:
                span = self.file.layout.spans[kind]
                wide = min(_RATING, span.stop - span.start)
                strengths |= ratings_of(Cut(table, span.start, span.start + wide).halves(span.start), wide)
        return strengths

    def _words(self, table: NDArray[np.uint8], first: int) -> Whole:
        rows, codes = word_codes(letters_of(table, self.file.layout.spans["name"]))
        codes <<= _SHIFT
        codes |= rows + np.uint64(first)
        return codes

    def _odd(self) -> Whole:
        """Return the words of the irregular rows, and store their strengths."""
        words = list[int]()
        for row in range(self.file.even, len(self.strengths)):
            entry = self.file.entry(row)
            self.strengths[row] = (entry.standard << _KIND_BITS | entry.rapid) << _KIND_BITS | entry.blitz
            words += [code_of(word) << _PLACE_BITS | row for word in words_of(entry.name)]
        return np.array(words, np.uint64)


def _sort_by_strength(strengths: Whole, rows: Places) -> Whole:
    """Return the rows sorted by strength, stable, with their index in the lowest bits."""
    order = np.empty(len(rows), np.uint64)
    for part in parts_of(rows):
        keys = _STRONGEST - strengths[rows[part]]
        keys <<= _SHIFT
        keys |= np.arange(part.start, part.start + len(keys), dtype=np.uint64)
        order[part] = keys
    order.sort()
    return order


def _strata(words: Whole, place_of_row: Places, players: int) -> Iterator[tuple[Whole, int, int]]:
    """Yield the sorted words of each stratum, with the place in the lowest bits."""
    ends = bounds(players)
    strong, removed = list[Whole](), 0
    for part in parts_of(words):
        part_words = words[part]
        rows = part_words & _PLACE
        place = place_of_row[rows.view(np.int64)]
        part_words ^= rows
        part_words |= place
        if len(ends) > 2 or players < len(place_of_row):
            selected = np.flatnonzero((place < ends[-2]) | (place >= players))
            strong.append(part_words[selected][place[selected] < players])
            part_words[selected] = _NO_WORD
            removed += len(selected)
    words.sort()
    rest = np.concatenate([words[:0], *strong])
    for first, end in pairwise(ends[:-1]):
        place = rest & _PLACE
        yield np.sort(rest[(place >= first) & (place < end)]), first, end
    yield words[: len(words) - removed], ends[-2], players


def _columns(words: Whole, first: int, end: int) -> list[Any]:
    """Return the columns of a stratum: places of each word, distinct words, their starts, and initials."""
    places = np.empty(len(words), "<u4")
    begins, codes, last_code = list[NDArray[np.int64]](), list[Whole](), _NO_WORD
    for part in parts_of(words):
        part_words = words[part]
        places[part] = part_words & _PLACE
        code = part_words >> _SHIFT
        changes = np.flatnonzero(code != np.concatenate([[last_code], code[:-1]]))
        begins.append(changes + part.start)
        codes.append(code[changes])
        last_code = code[-1]
    starts = np.concatenate([*begins, [len(words)]])
    return [
        little_endian_bytes(places, "<u4"),
        little_endian_bytes(np.concatenate([words[:0], *codes]), "<u8"),
        little_endian_bytes(starts, "<u4"),
        _initials(words, places, first, end),
    ]


def _initials(words: Whole, places: Places, first: int, end: int) -> Any:
    begins = np.searchsorted(words, np.arange(INITIALS, dtype=np.uint64) << np.uint64(_PLACE_BITS + INITIAL_BITS))
    has, columns = np.empty(end - first, np.uint8), list[Any]()
    for start, stop in pairwise([*begins.tolist(), len(words)]):
        has.fill(0)
        has[places[start:stop] - np.uint32(first)] = 1
        columns.append(np.packbits(has, bitorder="little"))
    return little_endian_bytes(np.concatenate(columns), "<u1")
