"""Columns to search a long list in, made with NumPy: the order of strength, FIDE numbers, words of names.

Long arrays are sorted in their place and gone through in parts that stay in the processor's cache: memory that is asked
for anew costs more than what is done with it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rookery.lists.even_judging import KIND_BITS, Judged, Places, Whole
from rookery.lists.maker import TWICE, Skipped, left_out, refuse
from rookery.lists.pieces import NUMBER_PLACES, NUMBERS, ORDER, STRATA, WordParts, items_of, put
from rookery.lists.words import INITIALS, LETTER_BITS, LETTERS
from rookery.typed import Any

_PLACE_BITS = 24
MOST_PLAYERS = (1 << _PLACE_BITS) - 1
_SHIFT, _PLACE = np.uint64(_PLACE_BITS), np.uint64(MOST_PLAYERS)
_STRONGEST = np.uint64((1 << 3 * KIND_BITS) - 1)
_HUGE = np.uint64(1 << 64 - _PLACE_BITS)
"""Numbers from here on leave no room for a place beside them."""
_NO_WORD = np.uint64((1 << 64) - 1)
_WORDS_EACH = 4
_INITIAL_BITS = LETTER_BITS * (LETTERS - 1)
_PART = items_of(4)


class Keys:
    """Numbers, strengths and words of all rows, each number and word with its row in the lowest bits."""

    def __init__(self, likely: int) -> None:
        self.rows = self.words = 0
        self.numbers, self.strengths = np.empty(likely, np.uint64), np.empty(likely, np.uint64)
        self.codes = np.empty(likely * _WORDS_EACH, np.uint64)
        self.huge = list[tuple[int, int]]()

    def add(self, found: Judged) -> None:
        """Some more rows."""
        rows, words = self.rows, self.words
        self.rows, self.words = rows + len(found.numbers), words + len(found.word_codes)
        self.numbers, self.strengths = _longer(self.numbers, self.rows), _longer(self.strengths, self.rows)
        self.codes = _longer(self.codes, self.words)
        if len(found.numbers) and found.numbers.max() >= _HUGE:
            self.huge += [(int(found.numbers[at]), rows + int(at)) for at in np.flatnonzero(found.numbers >= _HUGE)]
        own = self.numbers[rows : self.rows]
        np.left_shift(found.numbers, _SHIFT, out=own)
        own |= np.arange(rows, self.rows, dtype=np.uint64)
        self.strengths[rows : self.rows] = found.strengths
        own = self.codes[words : self.words]
        np.left_shift(found.word_codes, _SHIFT, out=own)
        own |= found.word_rows + np.uint64(rows)


def _longer(column: Whole, needed: int) -> Whole:
    """The column with room for so many."""
    if needed <= len(column):
        return column
    made = np.empty(max(needed, len(column) * 3 // 2), np.uint64)
    made[: len(column)] = column
    return made


def write_index(base: sqlite3.Connection, keys: Keys, line_of: Callable[[int], int], skipped: Skipped | None) -> int:
    """Write the order of strength, the numbers and the words; how many players there are.

    The keys are used up: each column that is not needed any more becomes the next one.
    """
    rows = _by_number(keys, line_of, skipped)
    players = len(rows)
    _put_column(base, NUMBERS, keys.numbers[:players], 8, ordered=True)
    order = _by_strength(keys.strengths, rows, keys.numbers[:players])
    place_of_row = keys.strengths.view(np.uint32)[: keys.rows]
    if players < keys.rows:
        place_of_row.fill(players)
    for number, part in enumerate(_parts(order)):
        at = rows[(order[part] & _PLACE).view(np.int64)]
        place_of_row[at] = np.arange(part.start, part.start + len(at), dtype=np.uint32)
        put(base, ORDER, number, _little(at, "<u4"))
    for number, part in enumerate(_parts(rows)):
        put(base, NUMBER_PLACES, number, _little(place_of_row[rows[part]], "<u4"))
    _write_words(base, keys.codes[: keys.words], place_of_row, players)
    return players


def _parts(column: NDArray[Any], step: int = _PART) -> Iterator[slice]:
    return (slice(at, at + step) for at in range(0, len(column), step))


def _put_column(
    base: sqlite3.Connection, column: int, values: NDArray[Any], size: int, *, ordered: bool = False
) -> None:
    for number, part in enumerate(_parts(values, items_of(size))):
        put(base, column, number, _little(values[part], f"<u{size}"), ordered=ordered)


def _little(column: NDArray[Any], kind: str) -> memoryview:
    made: Any = np.ascontiguousarray(column.astype(kind, copy=False)).view(np.uint8)
    return memoryview(made)


# -- numbers and strengths ---------------------------------------------------------------------------------------------


def _by_number(keys: Keys, line_of: Callable[[int], int], skipped: Skipped | None) -> Places:
    """Sort the numbers, and leave them alone in their column; the row of each."""
    huge = sorted(keys.huge)
    numbers = keys.numbers[: keys.rows]
    for _, row in huge:
        numbers[row] = _NO_WORD
    numbers.sort()
    rows = np.empty(len(numbers), np.uint32)
    for part in _parts(numbers):
        rows[part] = numbers[part] & _PLACE
    numbers >>= _SHIFT
    for at, (number, row) in enumerate(huge, len(numbers) - len(huge)):
        numbers[at], rows[at] = number, row
    twice = [part.start + int(at) for part in _parts(numbers) for at in _alike(numbers[part.start : part.stop + 1])]
    if not twice:
        return rows
    kept = _first_of_each(numbers, rows, twice, line_of, skipped)
    keys.numbers = numbers[kept]
    return rows[kept]


def _alike(numbers: Whole) -> NDArray[np.int64]:
    """Where the next number is the same."""
    return np.flatnonzero(numbers[1:] == numbers[:-1])


def _first_of_each(
    numbers: Whole, rows: Places, twice: list[int], line_of: Callable[[int], int], skipped: Skipped | None
) -> NDArray[np.bool_]:
    """Nobody stands twice on a list: refuse it, or leave the later ones out."""
    kept, seen = np.ones(len(numbers), np.bool_), set[int]()
    among = {one for at in twice for one in (at, at + 1)}
    for line, at in sorted((line_of(int(rows[at])), at) for at in among):
        number = int(numbers[at])
        if number in seen:
            left_out(refuse(line, TWICE, str(number)), skipped)
            kept[at] = False
        seen.add(number)
    return kept


def _by_strength(strengths: Whole, rows: Places, order: Whole) -> Whole:
    """Sort these rows, the strongest first, equal ones in their order: which of them it is, in the lowest bits."""
    for part in _parts(rows):
        own = _STRONGEST - strengths[rows[part]]
        own <<= _SHIFT
        own |= np.arange(part.start, part.start + len(own), dtype=np.uint64)
        order[part] = own
    order.sort()
    return order


# -- words -------------------------------------------------------------------------------------------------------------


def _write_words(base: sqlite3.Connection, words: Whole, place_of_row: Places, players: int) -> None:
    """Write for each stratum the words, and who has each of them, the strongest first."""
    bounds = [0, *(bound for bound in STRATA if bound < players), players]
    strong, gone = list[Whole](), 0
    for part in _parts(words):
        own = words[part]
        rows = own & _PLACE
        place = place_of_row[rows.view(np.int64)]
        own ^= rows
        own |= place
        if len(bounds) > 2 or players < len(place_of_row):
            at = np.flatnonzero((place < bounds[-2]) | (place >= players))
            strong.append(own[at][place[at] < players])
            own[at] = _NO_WORD
            gone += len(at)
    words.sort()
    rest = np.concatenate([words[:0], *strong])
    for stratum, (first, end) in enumerate(pairwise(bounds[:-1])):
        place = rest & _PLACE
        _write_stratum(base, WordParts(stratum), np.sort(rest[(place >= first) & (place < end)]), end)
    _write_stratum(base, WordParts(len(bounds) - 2), words[: len(words) - gone], players)


def _write_stratum(base: sqlite3.Connection, parts: WordParts, words: Whole, stop: int) -> None:
    """Distinct codes, where the places of each begin, the places, and who has which initial; words are sorted."""
    begins, codes, known = list[NDArray[np.int64]](), list[Whole](), _NO_WORD
    for number, part in enumerate(_parts(words)):
        own = words[part]
        put(base, parts.places, number, _little(own & _PLACE, "<u4"))
        code = own >> _SHIFT
        at = np.flatnonzero(code != np.concatenate([[known], code[:-1]]))
        begins.append(at + part.start)
        codes.append(code[at])
        known = code[-1]
    _put_column(base, parts.codes, np.concatenate([words[:0], *codes]), 8, ordered=True)
    _put_column(base, parts.starts, np.concatenate([*begins, [len(words)]]), 4)
    bounds = np.searchsorted(words, np.arange(INITIALS, dtype=np.uint64) << np.uint64(_PLACE_BITS + _INITIAL_BITS))
    has = np.empty(stop - parts.start, np.uint8)
    for letter, (first, end) in enumerate(pairwise([*bounds.tolist(), len(words)])):
        has.fill(0)
        for part in _parts(words[first:end]):
            has[(words[first:end][part] & _PLACE).view(np.int64) - parts.start] = 1
        put(base, parts.initials, letter, _little(np.packbits(has, bitorder="little"), "<u1"))
