"""The sorted FIDE numbers of a long list with their rows, built with NumPy; duplicates are rejected."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rookery.rating_lists.even_cells import Places, Whole, parts_of
from rookery.rating_lists.row_parser import TWICE, Skipped, list_error, skip_or_raise

_ROW_BITS = 24
MOST_PLAYERS = (1 << _ROW_BITS) - 1
_SHIFT, _ROW = np.uint64(_ROW_BITS), np.uint64(MOST_PLAYERS)
_HUGE = np.uint64(1 << 64 - _ROW_BITS)
"""Numbers from here on leave no room for a row beside them."""
_LAST = np.uint64((1 << 64) - 1)


class Keys:
    """The numbers of all rows, each with its row in the lowest bits."""

    def __init__(self, likely: int) -> None:
        self.rows, self.numbers, self.huge = 0, np.empty(likely, np.uint64), list[tuple[int, int]]()

    def add(self, numbers: Whole) -> None:
        """Add rows."""
        rows = self.rows
        self.rows = rows + len(numbers)
        if self.rows > len(self.numbers):
            longer = np.empty(max(self.rows, len(self.numbers) * 3 // 2), np.uint64)
            longer[:rows] = self.numbers[:rows]
            self.numbers = longer
        if len(numbers) and numbers.max() >= _HUGE:
            self.huge += [(int(numbers[index]), rows + int(index)) for index in np.flatnonzero(numbers >= _HUGE)]
        keys = self.numbers[rows : self.rows]
        np.left_shift(numbers, _SHIFT, out=keys)
        keys |= np.arange(rows, self.rows, dtype=np.uint64)

    def ordered(self, line_of: Callable[[int], int], skipped: Skipped | None) -> tuple[Whole, Places]:
        """Return the sorted numbers and the row of each; the stored keys are consumed."""
        huge, numbers = sorted(self.huge), self.numbers[: self.rows]
        for _, row in huge:
            numbers[row] = _LAST
        numbers.sort()
        rows = np.empty(len(numbers), np.uint32)
        for part in parts_of(numbers):
            rows[part] = numbers[part] & _ROW
            numbers[part] >>= _SHIFT
        for index, (number, row) in enumerate(huge, len(numbers) - len(huge)):
            numbers[index], rows[index] = number, row
        duplicates = (part.start + _equal_neighbours(numbers[part.start : part.stop + 1]) for part in parts_of(numbers))
        positions = [int(index) for part_positions in duplicates for index in part_positions]
        if not positions:
            return numbers, rows
        is_kept = _first_of_each(numbers, rows, positions, line_of, skipped)
        return numbers[is_kept], rows[is_kept]


def _equal_neighbours(numbers: Whole) -> NDArray[np.int64]:
    """Return the positions at which the next number is equal."""
    return np.flatnonzero(numbers[1:] == numbers[:-1])


def _first_of_each(
    numbers: Whole, rows: Places, twice: list[int], line_of: Callable[[int], int], skipped: Skipped | None
) -> NDArray[np.bool_]:
    """Reject a list with duplicate players, or omit the later ones."""
    is_kept, known_numbers = np.ones(len(numbers), np.bool_), set[int]()
    candidates = {position for index in twice for position in (index, index + 1)}
    for line, index in sorted((line_of(int(rows[index])), index) for index in candidates):
        number = int(numbers[index])
        if number in known_numbers:
            skip_or_raise(list_error(line, TWICE, str(number)), skipped)
            is_kept[index] = False
        known_numbers.add(number)
    return is_kept
