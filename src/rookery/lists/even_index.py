"""The FIDE numbers of a long list in order, and the row of each, made with NumPy; nobody stands twice on a list."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rookery.lists.even_cells import Places, Whole, parts_of
from rookery.lists.maker import TWICE, Skipped, left_out, refuse

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
        """Some more rows."""
        rows = self.rows
        self.rows = rows + len(numbers)
        if self.rows > len(self.numbers):
            longer = np.empty(max(self.rows, len(self.numbers) * 3 // 2), np.uint64)
            longer[:rows] = self.numbers[:rows]
            self.numbers = longer
        if len(numbers) and numbers.max() >= _HUGE:
            self.huge += [(int(numbers[at]), rows + int(at)) for at in np.flatnonzero(numbers >= _HUGE)]
        own = self.numbers[rows : self.rows]
        np.left_shift(numbers, _SHIFT, out=own)
        own |= np.arange(rows, self.rows, dtype=np.uint64)

    def ordered(self, line_of: Callable[[int], int], skipped: Skipped | None) -> tuple[Whole, Places]:
        """The numbers in order, and the row of each; what was gathered is used up."""
        huge, numbers = sorted(self.huge), self.numbers[: self.rows]
        for _, row in huge:
            numbers[row] = _LAST
        numbers.sort()
        rows = np.empty(len(numbers), np.uint32)
        for part in parts_of(numbers):
            rows[part] = numbers[part] & _ROW
            numbers[part] >>= _SHIFT
        for at, (number, row) in enumerate(huge, len(numbers) - len(huge)):
            numbers[at], rows[at] = number, row
        alike = (part.start + _alike(numbers[part.start : part.stop + 1]) for part in parts_of(numbers))
        twice = [int(at) for some in alike for at in some]
        if not twice:
            return numbers, rows
        kept = _first_of_each(numbers, rows, twice, line_of, skipped)
        return numbers[kept], rows[kept]


def _alike(numbers: Whole) -> NDArray[np.int64]:
    """Where the next number is the same."""
    return np.flatnonzero(numbers[1:] == numbers[:-1])


def _first_of_each(
    numbers: Whole, rows: Places, twice: list[int], line_of: Callable[[int], int], skipped: Skipped | None
) -> NDArray[np.bool_]:
    """Refuse a list with somebody twice, or leave the later ones out."""
    kept, seen = np.ones(len(numbers), np.bool_), set[int]()
    among = {one for at in twice for one in (at, at + 1)}
    for line, at in sorted((line_of(int(rows[at])), at) for at in among):
        number = int(numbers[at])
        if number in seen:
            left_out(refuse(line, TWICE, str(number)), skipped)
            kept[at] = False
        seen.add(number)
    return kept
