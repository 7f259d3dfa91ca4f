"""Sums of whole numbers that can be merged in any order, and estimates: a mean with its 95 per cent interval."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from math import cos, inf, isfinite, pi, sin, sqrt, tan
from typing import Any

from rookery._record import record

Z = 1.959964
"""The two-sided 95 per cent quantile of the normal distribution."""

_MOST_DIGITS = 9

MANY = 1000
"""From this count on the normal quantile is used, which differs from Student's by less than 0.1 per cent."""


@record
class Estimate:
    """A mean, its 95 per cent confidence interval, and the number of tournaments.

    The mean of a single tournament has infinite ends.

    >>> print(Estimate(0.7, 0.69, 0.71, 1000))
    0.7000 ± 0.0100
    >>> print(Estimate(1.0, 0.7226, 1.0, 10))
    1.0000 (0.7226-1.0000)
    """

    value: float
    low: float
    high: float
    count: int

    @property
    def margin(self) -> float:
        """Half of the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def differs(self) -> bool:
        """Whether the interval excludes 0, so that a difference is significant."""
        return self.low > 0 or self.high < 0

    @property
    def bounded(self) -> bool:
        """Whether the interval is finite."""
        return isfinite(self.low) and isfinite(self.high)

    def format(self, digits: int, sign: str = "", gap: str = "") -> str:
        """Return the estimate as text: ± half of a symmetric interval, otherwise low-high.

        More digits are used where the interval would otherwise seem to have no width.

        >>> Estimate(0.7, 0.69, 0.71, 1000).format(3), Estimate(1.0, 0.7226, 1.0, 10).format(3)
        ('0.700 ±0.010', '1.000 (0.723-1.000)')
        >>> Estimate(0.0006, 0.0002, 0.001, 1000).format(3), Estimate(2.0, 2.0, 2.0, 1000).format(3)
        ('0.0006 ±0.0004', '2.000 ±0.000')
        """
        while 0 < self.margin < 0.5 / 10**digits and digits < _MOST_DIGITS:
            digits += 1
        value, aside = f"{self.value:{sign}.{digits}f}", (self.low + self.high) / 2 - self.value
        if not self.bounded:
            return value
        if abs(aside) < 0.5 / 10**digits:
            return f"{value} ±{gap}{self.margin:.{digits}f}"
        return f"{value} ({self.low:.{digits}f}-{self.high:.{digits}f})"

    def __str__(self) -> str:
        return self.format(4, gap=" ")


def mean(count: int, total: int, squares: int, unit: int = 1) -> Estimate:
    """Return the mean of whole numbers, from their count, sum and sum of squares, divided by `unit`.

    >>> mean(4, 10, 30)
    Estimate(value=2.5, low=0.44573..., high=4.55426..., count=4)
    >>> mean(1, 3, 9)
    Estimate(value=3.0, low=-inf, high=inf, count=1)
    """
    value = total / (count * unit) if count else 0.0
    if count < 2:
        return Estimate(value, -inf, inf, count)
    variance = (count * squares - total * total) / (count * (count - 1))
    error = interval_factor(count) * sqrt(max(0.0, variance) / count) / unit
    return Estimate(value, value - error, value + error, count)


def interval_factor(count: int) -> float:
    """Return the half-width of the 95 per cent interval in standard errors.

    The error is estimated from `count` numbers.

    >>> round(interval_factor(2), 3), round(interval_factor(11), 3), interval_factor(1000)
    (12.706, 2.228, 1.959964)
    """
    return student_quantile(count - 1) if count < MANY else Z


@cache
def student_quantile(freedom: int) -> float:
    """Return the two-sided 95 per cent quantile of Student's t, by bisection."""
    low, high = 0.0, pi / 2
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if _student_probability(middle, freedom) < 0.95 else (low, middle)
    return sqrt(freedom) * tan(low)


def _student_probability(angle: float, freedom: int) -> float:
    """Return the probability that |t| is less than tan(angle) * sqrt(freedom) (Abramowitz, Stegun 26.7.3-4)."""
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for factor in range(2 + odd, freedom - 1, 2):
        term *= (factor - 1) / factor * cos(angle) ** 2
        total += term
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


def share(count: int, times: int) -> Estimate:
    """Return the proportion of `times` in `count` with its Wilson interval, which stays within 0 and 1.

    >>> share(100, 0).low, round(share(100, 0).high, 3)
    (0.0, 0.037)
    """
    if not count:
        return Estimate(0.0, 0.0, 1.0, 0)
    proportion, z = times / count, Z * Z / count
    middle = (proportion + z / 2) / (1 + z)
    width = Z * sqrt(proportion * (1 - proportion) / count + z / (4 * count)) / (1 + z)
    return Estimate(
        proportion, min(proportion, max(0.0, middle - width)), max(proportion, min(1.0, middle + width)), count
    )


Key = tuple[str | int, ...]
"""The key of a count."""

Cell = tuple[int, int, int]
"""The count, the sum and the sum of squares of some numbers."""

_NOTHING: Cell = (0, 0, 0)


@record
class Sums:
    """Counts, sums and sums of squares, cell by cell.

    >>> first, other = Sums.from_values([(("tau",), 3)]), Sums.from_values([(("tau",), 4)])
    >>> (first + other).cells, (first + other).digest == (other + first).digest
    ({('tau',): (2, 7, 25)}, True)
    """

    cells: Mapping[Key, Cell]

    @classmethod
    def from_values(cls, values: Iterable[tuple[Key, int]]) -> Sums:
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

    def to_plain(self) -> list[list[Any]]:
        """Return the sums as JSON data."""
        return [[list(key), list(cell)] for key, cell in sorted(self.cells.items(), key=repr)]

    @classmethod
    def from_plain(cls, data: Iterable[list[Any]]) -> Sums:
        """Return the sums that this JSON data holds.

        >>> sums = Sums.from_values([(("tau", 2), 3)])
        >>> Sums.from_plain(sums.to_plain()) == sums
        True
        """
        return cls({tuple(key): (cell[0], cell[1], cell[2]) for key, cell in data})
