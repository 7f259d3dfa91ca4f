"""Many rows of one width at a time, with NumPy: which of them are sound, the numbers in them, the words of the names.

A row that is not plainly sound is not judged here: it is read again by itself, as `Maker` reads it, and what that says
counts. So a sound row may be doubted; none is accepted that `Maker` refuses or reads otherwise.

What can be seen of a column by its lowest and highest letter in all rows is asked once for all of them. Then only
digits and blanks stand where numbers are, and these differ in one bit: eight columns of every row are an array of
64-bit words, the first column in the lowest byte, and all bytes of a word are looked at by one operation.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from rookery.lists.even_rows import EvenRows
from rookery.lists.maker import HIGHEST
from rookery.lists.words import LETTER_BITS, LETTERS
from rookery.rating.fide import KINDS
from rookery.typed import Any
from rookery.values import NamedTuple

Whole = NDArray[np.uint64]
Places = NDArray[np.uint32]
Truths = NDArray[np.bool_]
Letters = NDArray[np.uint8]
KIND_BITS = HIGHEST.bit_length()
"""A strength is the standard, the rapid and the blitz rating behind each other, each as so many bits."""
_WORD, _TOGETHER, _TOP = 8, 16, 0x80
_BLANK, _ZERO, _NINE = 0x20, 0x30, 0x39
_IS_DIGIT, _DIGIT, _ONE = 0x10, 0x0F, 0x01
"""In a byte the bit in which a digit differs from a blank, the bits of its value, and the lowest."""
_COUNTED = ("_games", "_k", "born")
_MOST, _FEW = {"fide_id": 9, "born": 4, **dict.fromkeys(KINDS, 4)}, 3
"""How many digits a number may have; those of games and K have few."""


class Judged(NamedTuple):
    """What is known of some rows: which are sound, FIDE numbers, strengths, and for each word its row and its code."""

    sound: Truths
    numbers: Whole
    strengths: Whole
    word_rows: Places
    word_codes: Whole


Reach = tuple[NDArray[np.int8], NDArray[np.int8]]


def reach(rows: Any, width: int) -> Reach:
    """The lowest and the highest letter of each column; those of more than seven bits are below all others."""
    letters = np.frombuffer(rows, np.int8).reshape(-1, width)
    return _of_columns(np.minimum, letters), _of_columns(np.maximum, letters)


def _of_columns(way: np.ufunc, letters: NDArray[Any]) -> Any:
    """One letter of each column; to go through several rows as one long one is faster."""
    many, width = len(letters) - len(letters) % _TOGETHER, letters.shape[1]
    long = letters[:many].reshape(-1, _TOGETHER * width)
    parts = [way.reduce(long, axis=0).reshape(-1, width)] if many else []
    return way.reduce(np.concatenate([*parts, letters[many:]]), axis=0)


class Judge:
    """Judges rows of a layout; there is one for a file."""

    def __init__(self, layout: EvenRows) -> None:
        self.layout = layout
        spans = {field: (span.start, span.stop) for field, span in layout.spans.items()}
        counted = sorted((one for one in spans if one.endswith(_COUNTED)), key=lambda one: spans[one])
        cells = {
            field: (spans[field][0], min(spans[field][1], spans[field][0] + _MOST.get(field, _FEW)))
            for field in ("fide_id", *KINDS, *counted)
            if field in spans
        }
        self.digits = [at for cell in cells.values() for at in range(*cell)]
        self.empty = [at for field, (_, end) in cells.items() for at in range(end, spans[field][1])]
        self.name, self.number, self.kinds = spans["name"], cells["fide_id"], [cells.get(kind) for kind in KINDS]
        self.counts = _together([cells[field] for field in counted])
        others = [cell for field, cell in cells.items() if field != "fide_id"]
        self.others = (min(one[0] for one in others), max(one[1] for one in others)) if others else self.number

    def __call__(self, rows: Any, known: Reach | None = None) -> Judged:
        """What there is to say of these rows, one behind the other; perhaps the reach of their columns is known."""
        lows, highs = known or reach(rows, self.layout.width)
        table = np.frombuffer(rows, np.uint8).reshape(-1, self.layout.width)
        numbers = _Cut(table, *self.number), _Cut(table, *self.others)
        regular = (
            (lows[: self.layout.end] >= _BLANK).all()
            and (highs[self.digits] <= _NINE).all()
            and (highs[self.empty] == _BLANK).all()
            and all(self._digits_alone(cut) for cut in numbers)
        )
        return self._judged(table, highs, *numbers) if regular else self._without(table)

    def _digits_alone(self, cut: _Cut) -> bool:
        """Whether no letter from `!` to `/` stands where there may be a digit; they would be above all others."""
        highs = _of_columns(np.maximum, cut.letters - np.uint8(_ZERO))
        columns = [at - cut.start for at in self.digits if cut.start <= at < cut.stop]
        return bool((highs[columns] <= (_BLANK - _ZERO) % 256).all())

    def _without(self, table: Letters) -> Judged:
        """Only the rows in which nothing but digits and blanks stands where numbers are; the others are not sound."""
        figures = table[:, self.digits]
        good = ((figures == _BLANK) | (figures - np.uint8(_ZERO) < 10)).all(axis=1)
        good &= (table[:, self.empty] == _BLANK).all(axis=1)
        good &= (table[:, : self.layout.end].view(np.int8) >= _BLANK).all(axis=1)
        kept, nothing = np.flatnonzero(good), np.zeros(len(table), np.uint64)
        if not len(kept):
            return Judged(good, nothing, nothing, np.zeros(0, np.uint32), nothing[:0])
        some = table[kept]
        cuts = _Cut(some, *self.number), _Cut(some, *self.others)
        part = self._judged(some, _of_columns(np.maximum, some.view(np.int8)), *cuts)
        numbers, strengths = nothing, nothing.copy()
        good[kept], numbers[kept], strengths[kept] = part.sound, part.numbers, part.strengths
        return Judged(good, numbers, strengths, kept.astype(np.uint32)[part.word_rows], part.word_codes)

    def _judged(self, table: Letters, highs: NDArray[np.int8], number: _Cut, others: _Cut) -> Judged:
        """Rows in which there are no letters but digits where numbers are."""
        wrong = np.zeros(len(table), np.uint64)
        numbers = _fide_numbers(number, self.number, wrong)
        none = np.zeros(len(table), np.uint32)
        ratings = [_ratings(others, cell, wrong) if cell else none for cell in self.kinds]
        strengths = (ratings[0] << np.uint32(KIND_BITS) | ratings[1]).astype(np.uint64) << np.uint64(KIND_BITS)
        strengths |= ratings[2]
        for cell in self.counts:
            wrong |= _misplaced(others.words(cell.start) & cell.digits, cell.first)
        names = _Names(table, self.name, highs)
        sound = wrong == 0
        sound &= numbers > 0
        sound &= names.said
        return Judged(sound, numbers, strengths, *names.words())


class _Cut:
    """Some columns of every row by themselves, with so many blanks behind them."""

    def __init__(self, table: Letters, start: int, stop: int, behind: int = 0) -> None:
        self.start, self.stop, self.rows, self.width = start, stop, len(table), stop - start + behind
        size = self.rows * self.width
        self.room = np.empty(size + 2 * _WORD - size % _WORD, np.uint8)
        wide = f"V{stop - start}"
        target = np.ndarray((self.rows,), wide, self.room, 0, (self.width,))
        target[:] = np.ndarray((self.rows,), wide, table, start, (table.shape[1],))
        self.letters = self.room[: self.rows * self.width].reshape(-1, self.width)
        self.letters[:, stop - start :] = _BLANK
        self.room[self.rows * self.width :] = _BLANK

    def words(self, start: int) -> Whole:
        """Eight columns of every row, from this one on; they may be those of the next row."""
        return np.ndarray((self.rows,), "<u8", self.room, start - self.start, (self.width,)).astype(np.uint64)

    def halves(self, start: int) -> Places:
        """Four columns of every row."""
        return np.ndarray((self.rows,), "<u4", self.room, start - self.start, (self.width,)).astype(np.uint32)


def _bytes(byte: int, places: Iterable[int] = range(_WORD)) -> np.uint64:
    """A word with this byte at these places."""
    return np.uint64(sum(byte << _WORD * at for at in places))


class _Cell(NamedTuple):
    """Columns with numbers: the bits that tell digits from blanks, and of those the first of each number."""

    start: int
    digits: np.uint64
    first: np.uint64


def _together(cells: list[tuple[int, int]]) -> list[_Cell]:
    """Numbers that stand in eight columns are looked at together."""
    made = list[list[tuple[int, int]]]()
    for cell in cells:
        if made and cell[1] - made[-1][0][0] <= _WORD:
            made[-1].append(cell)
        else:
            made.append([cell])
    return [_joined(some) for some in made]


def _joined(cells: list[tuple[int, int]]) -> _Cell:
    start = cells[0][0]
    digits = _bytes(_IS_DIGIT, [at - start for cell in cells for at in range(*cell)])
    return _Cell(start, digits, _bytes(_IS_DIGIT, [cell[0] - start for cell in cells]))


def _misplaced(digits: Any, first: Any) -> Any:
    """Digits that have none before them and are not the first of a number."""
    found = digits << digits.dtype.type(_WORD)
    found |= first
    found &= digits
    found ^= digits
    return found


def _ratings(cut: _Cut, cell: tuple[int, int], wrong: Whole) -> Places:
    """Ratings of four digits, or none; others are wrong here."""
    columns = range(cell[1] - cell[0])
    found, whole = cut.halves(cell[0]), np.uint32(_bytes(_IS_DIGIT, range(4)))
    is_digit = found & np.uint32(_bytes(_IS_DIGIT, columns))
    found &= np.uint32(_bytes(_DIGIT, columns))
    pairs = found * np.uint32(10)
    pairs += found >> np.uint32(8)
    made: Places = (pairs & np.uint32(0xFF)) * np.uint32(100)
    pairs >>= np.uint32(16)
    pairs &= np.uint32(0xFF)
    made += pairs
    bad = is_digit != whole
    bad &= made > 0
    bad |= made > HIGHEST
    bad |= _misplaced(is_digit, np.uint32(_IS_DIGIT)) != 0
    wrong |= bad
    return made


def _fide_numbers(cut: _Cut, cell: tuple[int, int], wrong: Whole) -> Whole:
    """FIDE numbers of up to nine digits; 0 for none."""
    columns = range(min(_WORD, cell[1] - cell[0]))
    digits = cut.words(cell[0])
    is_digit = digits & _bytes(_IS_DIGIT, columns)
    wrong |= _misplaced(is_digit, np.uint64(_IS_DIGIT))
    digits &= _bytes(_DIGIT, columns)
    size = ((is_digit >> np.uint64(4)) * _bytes(_ONE)) >> np.uint64(56)
    digits <<= (np.uint64(_WORD) - size) << np.uint64(3)  # NumPy shifts by 64 to 0, as is right for no digit
    pairs = digits * np.uint64(10) + (digits >> np.uint64(8))
    low, high = pairs & np.uint64(0x000000FF000000FF), pairs >> np.uint64(16) & np.uint64(0x000000FF000000FF)
    made: Whole = (low * np.uint64(0x000F424000000064) + high * np.uint64(0x0000271000000001)) >> np.uint64(32)
    if cell[1] - cell[0] > _WORD:
        ninth = cut.letters[:, _WORD]
        more = (ninth & _IS_DIGIT) != 0
        wrong |= more & (size < _WORD)
        made = np.where(more, made * np.uint64(10) + (ninth & np.uint8(_DIGIT)), made)
    return made


# -- words -------------------------------------------------------------------------------------------------------------

_A, _DIGIT_0, _BITS_OF_A_LETTER = np.uint8(ord("a")), np.uint8(ord("0")), np.uint8((1 << LETTER_BITS) - 1)


class _Names:
    """The names of some rows: the columns in which there is anything, and a blank behind them."""

    def __init__(self, table: Letters, span: tuple[int, int], highs: NDArray[np.int8]) -> None:
        used = np.flatnonzero(highs[slice(*span)] > _BLANK)
        self.cut = _Cut(table, span[0], span[0] + (int(used[-1]) if len(used) else 0) + 1, behind=1)
        letters = self.cut.letters
        self.said = letters[:, 0] != _BLANK
        if not self.said.all():
            self.said = (letters != _BLANK).any(axis=1)

    def words(self) -> tuple[Places, Whole]:
        """The words in order: the row of each, and its code."""
        letters = self.cut.room | np.uint8(_BLANK)
        is_letter = (letters - _A) < 26
        is_letter |= (letters - _DIGIT_0) < 10
        letters &= _BITS_OF_A_LETTER
        letters *= is_letter
        begins = is_letter.copy()
        begins[1:] = is_letter[1:] > is_letter[:-1]
        at = np.flatnonzero(begins)
        rows = (at // self.cut.width).astype(np.uint32)
        return rows, coded(eight_from(letters.view("<u8"), at))


def eight_from(words: Whole, at: NDArray[np.int64]) -> Whole:
    """Eight letters from each of these places on, out of two words of eight, each from a multiple of eight on."""
    first = at >> 3
    by = (at & 7).astype(np.uint64) << np.uint64(3)
    made: Whole = words[first] >> by
    first += 1
    made |= words[first] << (np.uint64(8 * LETTERS) - by)  # NumPy shifts by 64 to 0
    return made


_PACKING = (
    (np.uint64(3), np.uint64(0x001F001F001F001F), np.uint64(0x03E003E003E003E0)),
    (np.uint64(6), np.uint64(0x000003FF000003FF), np.uint64(0x000FFC00000FFC00)),
    (np.uint64(12), np.uint64(0x00000000000FFFFF), np.uint64(0x000000FFFFF00000)),
)
"""How eight bytes of five bits each become forty bits: neighbours move together, then pairs, then fours."""


def coded(letters: Whole) -> Whole:
    """The codes of words, each of which begins in the lowest byte and ends before a 0: as `code_of` makes them."""
    made = letters.astype(np.uint64)
    ends = (made - _bytes(_ONE)) & ~made & _bytes(_TOP)  # the lowest of these bits is in the first byte that is 0
    made &= (ends & (~ends + np.uint64(1))) - np.uint64(1)
    made.byteswap(inplace=True)
    for shift, low, high in _PACKING:
        made = (made & low) | (made >> shift & high)
    return made
