"""Cells of many rows of one width at a time, with NumPy: the numbers in them, the words of the names.

Where numbers are stand digits and blanks alone, and these differ in one bit: eight columns of every row are an array of
64-bit words, the first column in the lowest byte, and all bytes of a word are looked at by one operation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rookery.rating_lists.words import LETTER_BITS, LETTERS

Whole = NDArray[np.uint64]
Places = NDArray[np.uint32]
Letters = NDArray[np.uint8]
WORD, BLANK = 8, 0x20
IS_DIGIT, DIGIT, ONE = 0x10, 0x0F, 0x01
"""In a byte the bit in which a digit differs from a blank, the bits of its value, and the lowest."""
_TOP, _TOGETHER, _PART = 0x80, 16, 1 << 14


def parts_of(column: NDArray[Any], step: int = _PART) -> Iterator[slice]:
    """Yield a long column in parts that fit in the processor cache."""
    return (slice(start, min(start + step, len(column))) for start in range(0, len(column), step))


def little_endian_bytes(column: NDArray[Any], kind: str) -> memoryview:
    """Return a column as little-endian bytes."""
    data: Any = np.ascontiguousarray(column.astype(kind, copy=False)).view(np.uint8)
    return memoryview(data)


def reduce_columns(operation: np.ufunc, letters: NDArray[Any]) -> Any:
    """Reduce each column to one value; combining several rows into one long row is faster."""
    grouped, width = len(letters) - len(letters) % _TOGETHER, letters.shape[1]
    long = letters[:grouped].reshape(-1, _TOGETHER * width)
    parts = [operation.reduce(long, axis=0).reshape(-1, width)] if grouped else []
    return operation.reduce(np.concatenate([*parts, letters[grouped:]]), axis=0)


class Cut:
    """Some columns of every row by themselves, with so many blanks behind them."""

    def __init__(self, table: Letters, start: int, stop: int, behind: int = 0) -> None:
        self.start, self.stop, self.rows, self.width = start, stop, len(table), stop - start + behind
        size = self.rows * self.width
        self.room = np.empty(size + 2 * WORD - size % WORD, np.uint8)
        wide = f"V{stop - start}"
        target = np.ndarray((self.rows,), wide, self.room, 0, (self.width,))
        target[:] = np.ndarray((self.rows,), wide, table, start, (table.shape[1],))
        self.letters = self.room[: self.rows * self.width].reshape(-1, self.width)
        self.letters[:, stop - start :] = BLANK
        self.room[self.rows * self.width :] = BLANK

    def words(self, start: int) -> Whole:
        """Eight columns of every row, from this one on; they may be those of the next row."""
        return np.ndarray((self.rows,), "<u8", self.room, start - self.start, (self.width,)).astype(np.uint64)

    def halves(self, start: int) -> Places:
        """Four columns of every row."""
        return np.ndarray((self.rows,), "<u4", self.room, start - self.start, (self.width,)).astype(np.uint32)


def bytes_of(byte: int, places: Iterable[int] = range(WORD)) -> np.uint64:
    """Return a word with this byte at these places."""
    return np.uint64(sum(byte << WORD * place for place in places))


def ratings_of(halves: Places, width: int) -> Places:
    """Return the numbers of up to four digits in these columns; 0 for blanks."""
    digits = halves & np.uint32(bytes_of(DIGIT, range(width)))
    pairs = digits * np.uint32(10)
    pairs += digits >> np.uint32(8)
    ratings: Places = (pairs & np.uint32(0xFF)) * np.uint32(100)
    pairs >>= np.uint32(16)
    pairs &= np.uint32(0xFF)
    ratings += pairs
    return ratings


# -- words -------------------------------------------------------------------------------------------------------------

_A, _DIGIT_0, _BITS_OF_A_LETTER = np.uint8(ord("a")), np.uint8(ord("0")), np.uint8((1 << LETTER_BITS) - 1)


def letters_of(table: Letters, span: slice) -> Cut:
    """Return the names of some rows: the used columns and a blank."""
    highs = reduce_columns(np.maximum, Cut(table, span.start, span.stop).letters)
    used = np.flatnonzero(highs > BLANK)
    return Cut(table, span.start, span.start + (int(used[-1]) if len(used) else 0) + 1, behind=1)


def word_codes(names: Cut) -> tuple[Places, Whole]:
    """Return the words of names in order: the row and the code of each."""
    letters = names.room | np.uint8(BLANK)
    is_letter = (letters - _A) < 26
    is_letter |= (letters - _DIGIT_0) < 10
    letters &= _BITS_OF_A_LETTER
    letters *= is_letter
    begins = is_letter.copy()
    begins[1:] = is_letter[1:] > is_letter[:-1]
    positions = np.flatnonzero(begins)
    rows = (positions // names.width).astype(np.uint32)
    return rows, pack_codes(eight_letters_at(letters.view("<u8"), positions))


def eight_letters_at(words: Whole, positions: NDArray[np.int64]) -> Whole:
    """Return eight letters from each of these positions, from two adjacent words."""
    first = positions >> 3
    shifts = (positions & 7).astype(np.uint64) << np.uint64(3)
    letters: Whole = words[first] >> shifts
    first += 1
    letters |= words[first] << (np.uint64(8 * LETTERS) - shifts)  # NumPy shifts by 64 to 0
    return letters


_PACKING = (
    (np.uint64(3), np.uint64(0x001F001F001F001F), np.uint64(0x03E003E003E003E0)),
    (np.uint64(6), np.uint64(0x000003FF000003FF), np.uint64(0x000FFC00000FFC00)),
    (np.uint64(12), np.uint64(0x00000000000FFFFF), np.uint64(0x000000FFFFF00000)),
)
"""Shifts and masks that pack eight bytes of five bits each into forty bits: by twos, then fours, then all."""


def pack_codes(letters: Whole) -> Whole:
    """Return the codes of words that start in the lowest byte and end before a 0, as `code_of` does."""
    codes = letters.astype(np.uint64)
    ends = (codes - bytes_of(ONE)) & ~codes & bytes_of(_TOP)  # the lowest of these bits is in the first byte that is 0
    codes &= (ends & (~ends + np.uint64(1))) - np.uint64(1)
    codes.byteswap(inplace=True)
    for shift, low, high in _PACKING:
        codes = (codes & low) | (codes >> shift & high)
    return codes
