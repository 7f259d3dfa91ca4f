"""Many rows of one width at a time, with NumPy: which of them are sound, the numbers in them, the words of the names.

A row that is not plainly sound is not judged here: it is read again by itself, as `Maker` reads it, and what that says
counts. So a sound row may be doubted; none is accepted that `Maker` refuses or reads otherwise.

Eight columns of every row are one array of 64-bit words, the first column in the lowest byte; all bytes of such a word
are looked at by one operation, which is why every letter must be a plain one (below 128), so that nothing carries over.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rookery.lists.even_rows import EvenRows
from rookery.lists.maker import HIGHEST
from rookery.lists.words import LETTER_BITS, LETTERS
from rookery.rating.fide import KINDS
from rookery.values import NamedTuple

Whole = NDArray[np.uint64]
Places = NDArray[np.uint32]
Truths = NDArray[np.bool_]
KIND_BITS = HIGHEST.bit_length()
"""A strength is the standard, the rapid and the blitz rating behind each other, each as so many bits."""
_WORD, _TOP = 8, 0x80
_COUNTED = ("_games", "_k", "born")


def _each(byte: int) -> np.uint64:
    """A word of this byte alone."""
    return np.uint64(int.from_bytes(bytes([byte]) * _WORD, "little"))


def all_plain(rows: bytes, others: int) -> bool:
    """Whether there are so many bytes alone that are no printable plain letter (the last one of them, 127, may be)."""
    return bool(np.count_nonzero(np.frombuffer(rows, np.int8) < ord(" ")) == others)


_SIZES = [
    (np.uint64((1 << 8 * size) - 1), np.uint64(int.from_bytes(bytes(size) + b" " * (8 - size), "little")))
    for size in range(9)
]
"""To keep so many columns of a word, and to put blanks behind them."""


_BLANKS, _ZEROS, _TOPS, _ONES = _each(0x20), _each(0x30), _each(_TOP), _each(1)
_TO_TOP_FROM_10, _TO_TOP_FROM_1 = _each(0x76), _each(0x7F)
_A_BLANK_LESS_ZERO = _each(0x10)


class Judged(NamedTuple):
    """What is known of some rows: which are sound, FIDE numbers, strengths, and for each word its row and its code."""

    sound: Truths
    numbers: Whole
    strengths: Whole
    word_rows: Places
    word_codes: Whole


class Judge:
    """Judges rows of a layout; there is one for a file."""

    def __init__(self, layout: EvenRows) -> None:
        self.layout = layout
        spans = {field: (span.start, span.stop) for field, span in layout.spans.items()}
        self.number, self.name = spans.pop("fide_id"), spans.pop("name")
        self.kinds = {field: _cell(*spans.pop(field), 4) for field in KINDS if field in spans}
        counted = sorted((*spans[one], 4 if one == "born" else 3) for one in spans if one.endswith(_COUNTED))
        self.counts = _together([_cell(*one) for one in counted])

    def __call__(self, rows: bytes, *, plain: bool = False) -> Judged:
        """What there is to say of these rows, one behind the other; whether all are known to be of plain letters."""
        table = _Table(rows, self.layout.width)
        if not plain:
            odd = (table.bytes[:, : self.layout.end].view(np.int8) < ord(" ")).any(axis=1)
            if odd.any():
                return self._without(np.flatnonzero(~odd), table)
        wrong = np.zeros(table.rows, np.uint64)  # in the highest bit of each byte
        numbers = _fide_numbers(table, self.number, wrong)
        strengths = np.zeros(table.rows, np.uint64)
        for kind, cell in self.kinds.items():
            strengths |= _ratings(table, cell, wrong) << np.uint64(KIND_BITS * (len(KINDS) - 1 - KINDS.index(kind)))
        for cell in self.counts:
            _digits(table, cell, wrong)
        names = _Names(table, self.name)
        sound = (wrong & _TOPS) == 0
        sound &= numbers > 0
        sound &= ~names.missing
        return Judged(sound, numbers, strengths, *names.words())

    def _without(self, kept: NDArray[np.int64], table: _Table) -> Judged:
        """Some rows only; the others are not sound."""
        if not len(kept):
            nothing = np.zeros(table.rows, np.uint64)
            return Judged(nothing > 0, nothing, nothing, nothing[:0].astype(np.uint32), nothing[:0])
        part = self(table.bytes[kept].tobytes(), plain=True)
        sound = np.zeros(table.rows, np.bool_)
        numbers, strengths = np.zeros(table.rows, np.uint64), np.zeros(table.rows, np.uint64)
        sound[kept], numbers[kept], strengths[kept] = part.sound, part.numbers, part.strengths
        return Judged(sound, numbers, strengths, kept.astype(np.uint32)[part.word_rows], part.word_codes)


class _Table:
    """Rows as a table, of which eight columns are taken at a time."""

    def __init__(self, rows: bytes, width: int) -> None:
        self.width, self.rows, self.data = width, len(rows) // width, rows
        self.bytes = np.frombuffer(rows, np.uint8).reshape(-1, width)

    def word(self, start: int, stop: int) -> Whole:
        """Up to eight columns of every row; bytes behind them are blanks."""
        at = min(start, self.width - _WORD)
        made = np.ndarray((self.rows,), "<u8", self.data, at, (self.width,)).astype(np.uint64)
        if start > at:
            made >>= np.uint64(_WORD * (start - at))
        if (size := stop - start) < _WORD:
            kept, blanks = _SIZES[size]
            made &= kept
            made |= blanks
        return made

    def words(self, start: int, stop: int) -> list[Whole]:
        """The columns of every row, eight by eight."""
        return [self.word(at, min(at + _WORD, stop)) for at in range(start, stop, _WORD)]


class _Cell(NamedTuple):
    """Columns in which digits stand at the left; the first byte of a number, and where there may be digits."""

    start: int
    stop: int
    first: int
    allowed: int


def _cell(start: int, stop: int, most: int) -> _Cell:
    """A cell for a number of at most so many digits."""
    size = min(most, stop - start, _WORD)
    return _Cell(start, stop, _TOP, int.from_bytes(bytes([_TOP] * size), "little"))


def _together(cells: list[_Cell]) -> list[_Cell]:
    """Cells beside each other that fit into one word are looked at together."""
    made: list[_Cell] = []
    for cell in cells:
        if made and made[-1].stop == cell.start and cell.stop - made[-1].start <= _WORD:
            start, stop, first, allowed = made.pop()
            by = _WORD * (stop - start)
            cell = _Cell(start, cell.stop, first | cell.first << by, allowed | cell.allowed << by)
        made.append(cell)
    return made


def _digits(table: _Table, cell: _Cell, wrong: Whole) -> tuple[Whole, Whole]:
    """Digits where they may stand, nothing before them, then blanks; what is otherwise is wrong.

    Digits as numbers (others are not told), and in the highest bit of a byte whether it is one.
    """
    first, *rest = table.words(cell.start, cell.stop)
    first ^= _ZEROS
    others = first + _TO_TOP_FROM_10
    others &= _TOPS
    no_blank = first ^ _A_BLANK_LESS_ZERO
    no_blank += _TO_TOP_FROM_1
    no_blank &= others
    wrong |= no_blank
    is_digit = others ^ _TOPS
    fits = is_digit << np.uint64(_WORD)
    fits |= np.uint64(cell.first)
    fits &= np.uint64(cell.allowed)
    np.invert(fits, out=fits)
    fits &= is_digit
    wrong |= fits
    for word in rest:
        wrong |= (word ^ _BLANKS) + _TO_TOP_FROM_1
    return first, is_digit


def _values(digits: Whole, is_digit: Whole) -> Whole:
    """Digits as numbers, other bytes as 0."""
    return digits & ((is_digit >> np.uint64(7)) * np.uint64(0xFF))


def _ratings(table: _Table, cell: _Cell, wrong: Whole) -> Whole:
    """Ratings of four digits, or none; others are wrong here."""
    found, is_digit = _digits(table, cell, wrong)
    digits = _values(found, is_digit)
    pairs = digits * np.uint64(10) + (digits >> np.uint64(8))
    made = (pairs & np.uint64(0xFF)) * np.uint64(100) + (pairs >> np.uint64(16) & np.uint64(0xFF))
    short = (is_digit & np.uint64(0x80808080)) != np.uint64(0x80808080)
    wrong |= ((short & (made > 0)) | (made > HIGHEST)).astype(np.uint64) << np.uint64(7)
    return made


def _fide_numbers(table: _Table, span: tuple[int, int], wrong: Whole) -> Whole:
    """FIDE numbers of up to nine digits; 0 for none."""
    start, stop = span
    head = min(start + _WORD, stop)
    found, is_digit = _digits(table, _cell(start, head, _WORD), wrong)
    digits = _values(found, is_digit)
    size = ((is_digit >> np.uint64(7)) * _ONES) >> np.uint64(56)
    digits <<= (np.uint64(_WORD) - size) << np.uint64(3)  # NumPy shifts by 64 to 0, as is right for no digit
    pairs = digits * np.uint64(10) + (digits >> np.uint64(8))
    low, high = pairs & np.uint64(0x000000FF000000FF), pairs >> np.uint64(16) & np.uint64(0x000000FF000000FF)
    made = (low * np.uint64(0x000F424000000064) + high * np.uint64(0x0000271000000001)) >> np.uint64(32)
    if stop > head:
        ninth, is_ninth = _digits(table, _cell(head, stop, 1), wrong)
        more = is_ninth != 0
        wrong |= (more & (size < _WORD)).astype(np.uint64) << np.uint64(7)
        made = np.where(more, made * np.uint64(10) + _values(ninth, is_ninth), made)
    return made


# -- words -------------------------------------------------------------------------------------------------------------

_A, _DIGIT_0, _BITS_OF_A_LETTER = np.uint8(ord("a")), np.uint8(ord("0")), np.uint8((1 << LETTER_BITS) - 1)


class _Names:
    """The names of some rows: the columns in which there is anything, and blanks behind them."""

    def __init__(self, table: _Table, span: tuple[int, int]) -> None:
        found = table.words(*span)
        while len(found) > 1 and (found[-1] == _BLANKS).all():
            found.pop()
        self.table = np.empty((table.rows, len(found) + 1), np.uint64)
        empty = np.zeros(table.rows, np.uint64)
        for at, word in enumerate(found):
            self.table[:, at] = word
            empty |= word ^ _BLANKS
        self.table[:, -1] = _BLANKS
        self.missing = empty == 0

    def words(self) -> tuple[Places, Whole]:
        """The words in order: the row of each, and its code."""
        letters = (self.table | _BLANKS).astype("<u8", copy=False).reshape(-1).view(np.uint8)
        is_letter = (letters - _A) < 26
        is_letter |= (letters - _DIGIT_0) < 10
        letters &= _BITS_OF_A_LETTER
        letters *= is_letter
        begins = is_letter.copy()
        begins[1:] = is_letter[1:] > is_letter[:-1]
        at = np.flatnonzero(begins)
        rows = (at // (_WORD * self.table.shape[1])).astype(np.uint32)
        windows = np.ndarray((len(letters) - LETTERS + 1,), "<u8", letters, strides=(1,))
        return rows, coded(windows[at])


_PACKING = (
    (np.uint64(3), np.uint64(0x001F001F001F001F), np.uint64(0x03E003E003E003E0)),
    (np.uint64(6), np.uint64(0x000003FF000003FF), np.uint64(0x000FFC00000FFC00)),
    (np.uint64(12), np.uint64(0x00000000000FFFFF), np.uint64(0x000000FFFFF00000)),
)
"""How eight bytes of five bits each become forty bits: neighbours move together, then pairs, then fours."""


def coded(letters: Whole) -> Whole:
    """The codes of words, each of which begins in the lowest byte and ends before a 0: as `code_of` makes them."""
    made = letters.astype(np.uint64)
    ends = (made - _ONES) & ~made & _TOPS  # the lowest of these bits is in the first byte that is 0
    made &= (ends & (~ends + np.uint64(1))) - np.uint64(1)
    made.byteswap(inplace=True)
    for shift, low, high in _PACKING:
        made = (made & low) | (made >> shift & high)
    return made
