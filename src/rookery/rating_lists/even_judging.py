"""Many rows of one width at a time, with NumPy: which of them are sound, and their FIDE numbers.

A row that is not plainly sound is not judged here: it is read again by itself, as `Maker` reads it, and what that says
counts. So a sound row may be doubted; none is accepted that `Maker` refuses or reads otherwise.

What can be seen of a column by its lowest and highest letter in all rows is asked once for all of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.rating.fide import KINDS
from rookery.rating_lists.even_cells import (
    BLANK,
    DIGIT,
    IS_DIGIT,
    ONE,
    WORD,
    Cut,
    Letters,
    Whole,
    bytes_of,
    ratings_of,
    reduce_columns,
)  # fmt: skip
from rookery.rating_lists.even_rows import EvenRows
from rookery.rating_lists.row_parser import HIGHEST

Truths = NDArray[np.bool_]
_ZERO, _NINE = 0x30, 0x39
_COUNTED = ("_games", "_k", "born")
_MOST, _FEW = {"fide_id": 9, "born": 4, **dict.fromkeys(KINDS, 4)}, 3
"""The greatest number of digits of a field; numbers of games and K have few."""
_LOW_FIRST = _ZERO + HIGHEST // 1000 - 1
"""No rating of four digits that begins with this one, or a lower one, is too high."""


class Judged(NamedTuple):
    """The verdict on some rows: which are sound, and their FIDE numbers."""

    sound: Truths
    numbers: Whole


Reach = tuple[NDArray[np.int8], NDArray[np.int8]]


def reach(rows: Any, width: int) -> Reach:
    """Return the lowest and highest letter of each column; letters of more than seven bits are below all others."""
    letters = np.frombuffer(rows, np.int8).reshape(-1, width)
    return reduce_columns(np.minimum, letters), reduce_columns(np.maximum, letters)


class RowValidator:
    """The validator of the rows of a layout."""

    def __init__(self, layout: EvenRows) -> None:
        self.layout = layout
        spans = {field: (span.start, span.stop) for field, span in layout.spans.items()}
        count_fields = sorted(
            (field_name for field_name in spans if field_name.endswith(_COUNTED)),
            key=lambda field_name: spans[field_name],
        )
        cells = {
            field: (spans[field][0], min(spans[field][1], spans[field][0] + _MOST.get(field, _FEW)))
            for field in ("fide_id", *KINDS, *count_fields)
            if field in spans
        }
        self.digits = [column for cell in cells.values() for column in range(*cell)]
        self.empty = [column for field, (_, end) in cells.items() for column in range(end, spans[field][1])]
        self.name, self.number = spans["name"], cells["fide_id"]
        self.kinds = [cells[kind] for kind in KINDS if kind in cells]
        self.counts = _group_cells([cells[field] for field in count_fields])
        other_cells = [cell for field, cell in cells.items() if field != "fide_id"]
        self.others = (
            (min(field_name[0] for field_name in other_cells), max(field_name[1] for field_name in other_cells))
            if other_cells
            else self.number
        )

    def __call__(self, rows: Any, known_reach: Reach | None = None) -> Judged:
        """Return the verdict on these rows; the reach of their columns may be given."""
        lows, highs = known_reach or reach(rows, self.layout.width)
        table = np.frombuffer(rows, np.uint8).reshape(-1, self.layout.width)
        numbers = Cut(table, *self.number), Cut(table, *self.others)
        regular = (
            (lows[: self.layout.end] >= BLANK).all()
            and (highs[self.digits] <= _NINE).all()
            and (highs[self.empty] == BLANK).all()
            and all(self._digits_alone(cut) for cut in numbers)
        )
        return self._judge_rows(table, highs, *numbers) if regular else self._judge_numeric_rows(table)

    def _digits_alone(self, cut: Cut) -> bool:
        """Return whether no letter from `!` to `/` is in a column of digits; it would be above all others."""
        highs = reduce_columns(np.maximum, cut.letters - np.uint8(_ZERO))
        columns = [column - cut.start for column in self.digits if cut.start <= column < cut.stop]
        return bool((highs[columns] <= (BLANK - _ZERO) % 256).all())

    def _judge_numeric_rows(self, table: Letters) -> Judged:
        """Judge the rows with only digits and blanks in the columns of numbers; the others are not sound."""
        figures = table[:, self.digits]
        good = ((figures == BLANK) | (figures - np.uint8(_ZERO) < 10)).all(axis=1)
        good &= (table[:, self.empty] == BLANK).all(axis=1)
        good &= (table[:, : self.layout.end].view(np.int8) >= BLANK).all(axis=1)
        kept_rows, numbers = np.flatnonzero(good), np.zeros(len(table), np.uint64)
        if len(kept_rows):
            kept_table = table[kept_rows]
            cuts = Cut(kept_table, *self.number), Cut(kept_table, *self.others)
            part = self._judge_rows(kept_table, reduce_columns(np.maximum, kept_table.view(np.int8)), *cuts)
            good[kept_rows], numbers[kept_rows] = part.sound, part.numbers
        return Judged(good, numbers)

    def _judge_rows(self, table: Letters, highs: NDArray[np.int8], number: Cut, other_columns: Cut) -> Judged:
        """Judge rows with only digits and blanks in the columns of numbers."""
        wrong = np.zeros(len(table), np.uint64)
        numbers = _fide_numbers(number, self.number, wrong)
        sound = numbers > 0
        for cell in self.kinds:
            sound &= _sound_ratings(other_columns, cell, low=bool(highs[cell[0]] <= _LOW_FIRST))
        for count in self.counts:
            wrong |= _misplaced(other_columns.words(count.start) & count.digits, count.first)
        sound &= wrong == 0
        has_name = table[:, self.name[0]] != BLANK
        if not has_name.all():
            has_name = (table[:, slice(*self.name)] != BLANK).any(axis=1)
        sound &= has_name
        return Judged(sound, numbers)


class _Cell(NamedTuple):
    """Columns with numbers: the bits that tell digits from blanks, and of those the first of each number."""

    start: int
    digits: np.uint64
    first: np.uint64


def _group_cells(cells: list[tuple[int, int]]) -> list[_Cell]:
    """Group the numbers that fit in eight columns."""
    groups = list[list[tuple[int, int]]]()
    for cell in cells:
        if groups and cell[1] - groups[-1][0][0] <= WORD:
            groups[-1].append(cell)
        else:
            groups.append([cell])
    return [_join_cells(group) for group in groups]


def _join_cells(cells: list[tuple[int, int]]) -> _Cell:
    start = cells[0][0]
    digits = bytes_of(IS_DIGIT, [column - start for cell in cells for column in range(*cell)])
    return _Cell(start, digits, bytes_of(IS_DIGIT, [cell[0] - start for cell in cells]))


def _misplaced(digits: Any, first: Any) -> Any:
    """Return the digits that follow a non-digit and do not start a number."""
    misplaced = digits << digits.dtype.type(WORD)
    misplaced |= first
    misplaced &= digits
    misplaced ^= digits
    return misplaced


def _sound_ratings(cut: Cut, cell: tuple[int, int], *, low: bool) -> Truths:
    """Return which ratings have four digits or none; with `low` the value is known to be valid."""
    width = cell[1] - cell[0]
    cells, whole = cut.halves(cell[0]), np.uint32(bytes_of(IS_DIGIT, range(4)))
    is_digit = cells & np.uint32(bytes_of(IS_DIGIT, range(width)))
    sound: Truths = is_digit == whole
    if not low:
        sound &= ratings_of(cells, width) <= HIGHEST
    none = (cells & np.uint32(bytes_of(DIGIT, range(width)))) == 0
    none &= _misplaced(is_digit, np.uint32(IS_DIGIT)) == 0
    sound |= none
    return sound


def _fide_numbers(cut: Cut, cell: tuple[int, int], wrong: Whole) -> Whole:
    """Return FIDE numbers of up to nine digits; 0 for none."""
    columns = range(min(WORD, cell[1] - cell[0]))
    digits = cut.words(cell[0])
    is_digit = digits & bytes_of(IS_DIGIT, columns)
    wrong |= _misplaced(is_digit, np.uint64(IS_DIGIT))
    digits &= bytes_of(DIGIT, columns)
    size = ((is_digit >> np.uint64(4)) * bytes_of(ONE)) >> np.uint64(56)
    digits <<= (np.uint64(WORD) - size) << np.uint64(3)  # NumPy shifts by 64 to 0, as is right for no digit
    pairs = digits * np.uint64(10) + (digits >> np.uint64(8))
    low, high = pairs & np.uint64(0x000000FF000000FF), pairs >> np.uint64(16) & np.uint64(0x000000FF000000FF)
    numbers: Whole = (low * np.uint64(0x000F424000000064) + high * np.uint64(0x0000271000000001)) >> np.uint64(32)
    if cell[1] - cell[0] > WORD:
        ninth = cut.letters[:, WORD]
        last_digit = (ninth & IS_DIGIT) != 0
        wrong |= last_digit & (size < WORD)
        numbers = np.where(last_digit, numbers * np.uint64(10) + (ninth & np.uint8(DIGIT)), numbers)
    return numbers
