"""Sums of whole numbers that can be merged in any order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from rookery._record import record

Key = tuple[str | int, ...]
"""The key of a count."""

Cell = tuple[int, int, int]
"""The count, the sum and the sum of squares of some numbers."""

_NOTHING: Cell = (0, 0, 0)


@record
class Sums:
    """Counts, sums and sums of squares, cell by cell.

    >>> one, other = Sums.of([(("tau",), 3)]), Sums.of([(("tau",), 4)])
    >>> (one + other).cells, (one + other).digest == (other + one).digest
    ({('tau',): (2, 7, 25)}, True)
    """

    cells: Mapping[Key, Cell]

    @classmethod
    def of(cls, values: Iterable[tuple[Key, int]]) -> Sums:
        """Return the sums of single numbers."""
        cells: dict[Key, Cell] = {}
        for key, value in values:
            count, total, squares = cells.get(key, _NOTHING)
            cells[key] = count + 1, total + value, squares + value * value
        return cls(cells)

    def __add__(self, other: Sums) -> Sums:
        if not self.cells:
            return other
        cells = dict(self.cells)
        for key, (count, total, squares) in other.cells.items():
            cell = cells.get(key, _NOTHING)
            cells[key] = cell[0] + count, cell[1] + total, cell[2] + squares
        return Sums(cells)

    @property
    def digest(self) -> str:
        """A SHA-256 digest of every cell."""
        lines = sorted(f"{key!r} {cell!r}\n" for key, cell in self.cells.items())
        return sha256("".join(lines).encode()).hexdigest()

    def plain(self) -> list[list[Any]]:
        """Return the sums as JSON data."""
        return [[list(key), list(cell)] for key, cell in sorted(self.cells.items(), key=repr)]

    @classmethod
    def from_plain(cls, data: Iterable[list[Any]]) -> Sums:
        """Return the sums that this JSON data holds.

        >>> told = Sums.of([(("tau", 2), 3)])
        >>> Sums.from_plain(told.plain()) == told
        True
        """
        return cls({tuple(key): (cell[0], cell[1], cell[2]) for key, cell in data})
