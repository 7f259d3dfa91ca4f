"""Many rows of one width at a time, with NumPy: which of them are sound, and their FIDE numbers.

A row that is not plainly sound is not judged here: it is read again by itself, as `Maker` reads it, and what that says
counts. So a sound row may be doubted; none is accepted that `Maker` refuses or reads otherwise.

What can be seen of a column by its lowest and highest letter in all rows is asked once for all of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rookery.lists.even_cells import (
    BLANK,
    DIGIT,
    IS_DIGIT,
    ONE,
    WORD,
    Cut,
    Letters,
    Whole,
    bytes_of,
    of_columns,
    ratings_of,
)  # fmt: skip
from rookery.lists.even_rows import EvenRows
from rookery.lists.maker import HIGHEST
from rookery.rating.fide import KINDS
from rookery.typed import Any
from rookery.values import NamedTuple

Truths = NDArray[np.bool_]
_ZERO, _NINE = 0x30, 0x39
_COUNTED = ("_games", "_k", "born")
_MOST, _FEW = {"fide_id": 9, "born": 4, **dict.fromkeys(KINDS, 4)}, 3
"""How many digits a number may have; those of games and K have few."""
_LOW_FIRST = _ZERO + HIGHEST // 1000 - 1
"""No rating of four digits that begins with this one, or a lower one, is too high."""


class Judged(NamedTuple):
    """What is known of some rows: which are sound, and FIDE numbers."""

    sound: Truths
    numbers: Whole


Reach = tuple[NDArray[np.int8], NDArray[np.int8]]


def reach(rows: Any, width: int) -> Reach:
    """The lowest and the highest letter of each column; those of more than seven bits are below all others."""
    letters = np.frombuffer(rows, np.int8).reshape(-1, width)
    return of_columns(np.minimum, letters), of_columns(np.maximum, letters)


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
        self.name, self.number = spans["name"], cells["fide_id"]
        self.kinds = [cells[kind] for kind in KINDS if kind in cells]
        self.counts = _together([cells[field] for field in counted])
        others = [cell for field, cell in cells.items() if field != "fide_id"]
        self.others = (min(one[0] for one in others), max(one[1] for one in others)) if others else self.number

    def __call__(self, rows: Any, known: Reach | None = None) -> Judged:
        """What there is to say of these rows, one behind the other; perhaps the reach of their columns is known."""
        lows, highs = known or reach(rows, self.layout.width)
        table = np.frombuffer(rows, np.uint8).reshape(-1, self.layout.width)
        numbers = Cut(table, *self.number), Cut(table, *self.others)
        regular = (
            (lows[: self.layout.end] >= BLANK).all()
            and (highs[self.digits] <= _NINE).all()
            and (highs[self.empty] == BLANK).all()
            and all(self._digits_alone(cut) for cut in numbers)
        )
        return self._judged(table, highs, *numbers) if regular else self._without(table)

    def _digits_alone(self, cut: Cut) -> bool:
        """Whether no letter from `!` to `/` stands where there may be a digit; they would be above all others."""
        highs = of_columns(np.maximum, cut.letters - np.uint8(_ZERO))
        columns = [at - cut.start for at in self.digits if cut.start <= at < cut.stop]
        return bool((highs[columns] <= (BLANK - _ZERO) % 256).all())

    def _without(self, table: Letters) -> Judged:
        """Only the rows in which nothing but digits and blanks stands where numbers are; the others are not sound."""
        figures = table[:, self.digits]
        good = ((figures == BLANK) | (figures - np.uint8(_ZERO) < 10)).all(axis=1)
        good &= (table[:, self.empty] == BLANK).all(axis=1)
        good &= (table[:, : self.layout.end].view(np.int8) >= BLANK).all(axis=1)
        kept, numbers = np.flatnonzero(good), np.zeros(len(table), np.uint64)
        if len(kept):
            some = table[kept]
            cuts = Cut(some, *self.number), Cut(some, *self.others)
            part = self._judged(some, of_columns(np.maximum, some.view(np.int8)), *cuts)
            good[kept], numbers[kept] = part.sound, part.numbers
        return Judged(good, numbers)

    def _judged(self, table: Letters, highs: NDArray[np.int8], number: Cut, others: Cut) -> Judged:
        """Rows in which there are no letters but digits where numbers are."""
        wrong = np.zeros(len(table), np.uint64)
        numbers = _fide_numbers(number, self.number, wrong)
        sound = numbers > 0
        for cell in self.kinds:
            sound &= _sound_ratings(others, cell, low=bool(highs[cell[0]] <= _LOW_FIRST))
        for count in self.counts:
            wrong |= _misplaced(others.words(count.start) & count.digits, count.first)
        sound &= wrong == 0
        said = table[:, self.name[0]] != BLANK
        if not said.all():
            said = (table[:, slice(*self.name)] != BLANK).any(axis=1)
        sound &= said
        return Judged(sound, numbers)


class _Cell(NamedTuple):
    """Columns with numbers: the bits that tell digits from blanks, and of those the first of each number."""

    start: int
    digits: np.uint64
    first: np.uint64


def _together(cells: list[tuple[int, int]]) -> list[_Cell]:
    """Numbers that stand in eight columns are looked at together."""
    made = list[list[tuple[int, int]]]()
    for cell in cells:
        if made and cell[1] - made[-1][0][0] <= WORD:
            made[-1].append(cell)
        else:
            made.append([cell])
    return [_joined(some) for some in made]


def _joined(cells: list[tuple[int, int]]) -> _Cell:
    start = cells[0][0]
    digits = bytes_of(IS_DIGIT, [at - start for cell in cells for at in range(*cell)])
    return _Cell(start, digits, bytes_of(IS_DIGIT, [cell[0] - start for cell in cells]))


def _misplaced(digits: Any, first: Any) -> Any:
    """Digits that have none before them and are not the first of a number."""
    found = digits << digits.dtype.type(WORD)
    found |= first
    found &= digits
    found ^= digits
    return found


def _sound_ratings(cut: Cut, cell: tuple[int, int], *, low: bool) -> Truths:
    """Ratings of four digits, or none; others are doubted. Those that are known to be low need no look at the value."""
    wide = cell[1] - cell[0]
    found, whole = cut.halves(cell[0]), np.uint32(bytes_of(IS_DIGIT, range(4)))
    is_digit = found & np.uint32(bytes_of(IS_DIGIT, range(wide)))
    sound: Truths = is_digit == whole
    if not low:
        sound &= ratings_of(found, wide) <= HIGHEST
    none = (found & np.uint32(bytes_of(DIGIT, range(wide)))) == 0
    none &= _misplaced(is_digit, np.uint32(IS_DIGIT)) == 0
    sound |= none
    return sound


def _fide_numbers(cut: Cut, cell: tuple[int, int], wrong: Whole) -> Whole:
    """FIDE numbers of up to nine digits; 0 for none."""
    columns = range(min(WORD, cell[1] - cell[0]))
    digits = cut.words(cell[0])
    is_digit = digits & bytes_of(IS_DIGIT, columns)
    wrong |= _misplaced(is_digit, np.uint64(IS_DIGIT))
    digits &= bytes_of(DIGIT, columns)
    size = ((is_digit >> np.uint64(4)) * bytes_of(ONE)) >> np.uint64(56)
    digits <<= (np.uint64(WORD) - size) << np.uint64(3)  # NumPy shifts by 64 to 0, as is right for no digit
    pairs = digits * np.uint64(10) + (digits >> np.uint64(8))
    low, high = pairs & np.uint64(0x000000FF000000FF), pairs >> np.uint64(16) & np.uint64(0x000000FF000000FF)
    made: Whole = (low * np.uint64(0x000F424000000064) + high * np.uint64(0x0000271000000001)) >> np.uint64(32)
    if cell[1] - cell[0] > WORD:
        ninth = cut.letters[:, WORD]
        more = (ninth & IS_DIGIT) != 0
        wrong |= more & (size < WORD)
        made = np.where(more, made * np.uint64(10) + (ninth & np.uint8(DIGIT)), made)
    return made
