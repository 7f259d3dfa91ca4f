"""Sums: whole numbers that add up, so that the sum of parts is the same in any order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256

from rookery.typed import Any
from rookery.values import frozen

Key = tuple[str | int, ...]
"""What is counted."""

Cell = tuple[int, int, int]
"""How many numbers there were, their sum, and the sum of their squares."""

_NOTHING: Cell = (0, 0, 0)


@frozen
class Sums:
    """What was counted in some tournaments, cell by cell.

    >>> one, other = Sums.of([(("tau",), 3)]), Sums.of([(("tau",), 4)])
    >>> (one + other).cells, (one + other).digest == (other + one).digest
    ({('tau',): (2, 7, 25)}, True)
    """

    cells: Mapping[Key, Cell]

    @classmethod
    def of(cls, seen: Iterable[tuple[Key, int]]) -> Sums:
        """The tally of single numbers."""
        found: dict[Key, Cell] = {}
        for key, value in seen:
            count, total, squares = found.get(key, _NOTHING)
            found[key] = count + 1, total + value, squares + value * value
        return cls(found)

    def __add__(self, other: Sums) -> Sums:
        if not self.cells:
            return other
        found = dict(self.cells)
        for key, (count, total, squares) in other.cells.items():
            known = found.get(key, _NOTHING)
            found[key] = known[0] + count, known[1] + total, known[2] + squares
        return Sums(found)

    @property
    def digest(self) -> str:
        """A fingerprint of every number in it."""
        lines = sorted(f"{key!r} {cell!r}\n" for key, cell in self.cells.items())
        return sha256("".join(lines).encode()).hexdigest()

    def plain(self) -> list[list[Any]]:
        """The tally as plain data."""
        return [[list(key), list(cell)] for key, cell in sorted(self.cells.items(), key=repr)]

    @classmethod
    def from_plain(cls, data: Iterable[list[Any]]) -> Sums:
        """The tally that this data is.

        >>> told = Sums.of([(("tau", 2), 3)])
        >>> Sums.from_plain(told.plain()) == told
        True
        """
        return cls({tuple(key): (cell[0], cell[1], cell[2]) for key, cell in data})
