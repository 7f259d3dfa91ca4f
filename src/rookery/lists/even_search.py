"""What a long list is searched in, made with NumPy: the order of strength, and the words of the names.

Long arrays are sorted in their place and gone through in parts that stay in the processor's cache: memory that is asked
for anew costs more than what is done with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rookery.lists.even_cells import Cut, Places, Whole, letters_of, little, parts_of, ratings_of, word_codes
from rookery.lists.even_file import EvenFile
from rookery.lists.maker import HIGHEST
from rookery.lists.words import INITIAL_BITS, INITIALS, bounds, code_of, words_of
from rookery.rating.fide import KINDS
from rookery.typed import Any

_PLACE_BITS = 24
_SHIFT, _PLACE = np.uint64(_PLACE_BITS), np.uint64((1 << _PLACE_BITS) - 1)
_KIND_BITS = HIGHEST.bit_length()
"""A strength is the standard, the rapid and the blitz rating behind each other, each as so many bits."""
_STRONGEST = np.uint64((1 << 3 * _KIND_BITS) - 1)
_NO_WORD = np.uint64((1 << 64) - 1)
_ROWS = 1 << 13
_RATING = 4


def search_parts(file: EvenFile) -> list[Any]:
    """The parts of the block, in their order."""
    found = _Found(file)
    rows = np.frombuffer(file.number_rows.data, "<u4", file.players, file.number_rows.start)
    order = _by_strength(found.strengths, rows)
    place_of_row = found.strengths.view(np.uint32)[: len(found.strengths)]
    if file.players < len(place_of_row):
        place_of_row.fill(file.players)
    by_place = np.empty(file.players, "<u4")
    for part in parts_of(order):
        at = rows[(order[part] & _PLACE).view(np.int64)]
        place_of_row[at] = np.arange(part.start, part.start + len(at), dtype=np.uint32)
        by_place[part] = at
    parts = [little(by_place, "<u4"), little(place_of_row[rows], "<u4")]
    for words, first, end in _strata(found.words, place_of_row, file.players):
        parts += _columns(words, first, end)
    return parts


class _Found:
    """Of all rows the strength, and the words of the names, each with its row in the lowest bits."""

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
        made = np.zeros(len(table), np.uint64)
        for kind in KINDS:
            made <<= np.uint64(_KIND_BITS)
            if kind in self.file.layout.spans:
                span = self.file.layout.spans[kind]
                wide = min(_RATING, span.stop - span.start)
                made |= ratings_of(Cut(table, span.start, span.start + wide).halves(span.start), wide)
        return made

    def _words(self, table: NDArray[np.uint8], first: int) -> Whole:
        rows, codes = word_codes(letters_of(table, self.file.layout.spans["name"]))
        codes <<= _SHIFT
        codes |= rows + np.uint64(first)
        return codes

    def _odd(self) -> Whole:
        """The others one by one; their words."""
        words = list[int]()
        for row in range(self.file.even, len(self.strengths)):
            one = self.file.entry(row)
            self.strengths[row] = (one.standard << _KIND_BITS | one.rapid) << _KIND_BITS | one.blitz
            words += [code_of(word) << _PLACE_BITS | row for word in words_of(one.name)]
        return np.array(words, np.uint64)


def _by_strength(strengths: Whole, rows: Places) -> Whole:
    """Sort these rows, the strongest first, equal ones in their order: which of them it is, in the lowest bits."""
    order = np.empty(len(rows), np.uint64)
    for part in parts_of(rows):
        own = _STRONGEST - strengths[rows[part]]
        own <<= _SHIFT
        own |= np.arange(part.start, part.start + len(own), dtype=np.uint64)
        order[part] = own
    order.sort()
    return order


def _strata(words: Whole, place_of_row: Places, players: int) -> Iterator[tuple[Whole, int, int]]:
    """The words of each stratum in order, the place in the lowest bits; the last ones are sorted where they are."""
    ends = bounds(players)
    strong, gone = list[Whole](), 0
    for part in parts_of(words):
        own = words[part]
        rows = own & _PLACE
        place = place_of_row[rows.view(np.int64)]
        own ^= rows
        own |= place
        if len(ends) > 2 or players < len(place_of_row):
            at = np.flatnonzero((place < ends[-2]) | (place >= players))
            strong.append(own[at][place[at] < players])
            own[at] = _NO_WORD
            gone += len(at)
    words.sort()
    rest = np.concatenate([words[:0], *strong])
    for first, end in pairwise(ends[:-1]):
        place = rest & _PLACE
        yield np.sort(rest[(place >= first) & (place < end)]), first, end
    yield words[: len(words) - gone], ends[-2], players


def _columns(words: Whole, first: int, end: int) -> list[Any]:
    """Of one stratum: who has each word, the distinct words, where each begins, who has which initial."""
    places = np.empty(len(words), "<u4")
    begins, codes, known = list[NDArray[np.int64]](), list[Whole](), _NO_WORD
    for part in parts_of(words):
        own = words[part]
        places[part] = own & _PLACE
        code = own >> _SHIFT
        at = np.flatnonzero(code != np.concatenate([[known], code[:-1]]))
        begins.append(at + part.start)
        codes.append(code[at])
        known = code[-1]
    starts = np.concatenate([*begins, [len(words)]])
    return [
        little(places, "<u4"), little(np.concatenate([words[:0], *codes]), "<u8"), little(starts, "<u4"),
        _initials(words, places, first, end),
    ]  # fmt: skip


def _initials(words: Whole, places: Places, first: int, end: int) -> Any:
    begins = np.searchsorted(words, np.arange(INITIALS, dtype=np.uint64) << np.uint64(_PLACE_BITS + INITIAL_BITS))
    has, made = np.empty(end - first, np.uint8), list[Any]()
    for start, stop in pairwise([*begins.tolist(), len(words)]):
        has.fill(0)
        has[places[start:stop] - np.uint32(first)] = 1
        made.append(np.packbits(has, bitorder="little"))
    return little(np.concatenate(made), "<u1")
