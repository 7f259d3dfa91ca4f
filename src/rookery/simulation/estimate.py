"""An estimate: a mean with the interval in which the true one lies 95 times in 100."""

from __future__ import annotations

from functools import cache
from math import cos, inf, isfinite, pi, sin, sqrt, tan

from rookery.values import frozen

Z = 1.959964
"""So many standard errors on both sides hold 95 of 100, where the error is known or found from many."""

_MOST_DIGITS = 9

MANY = 1000
"""From so many on Student's quantile is the normal one but for a thousandth of it, and the normal one is taken."""


@frozen
class Estimate:
    """A mean, the ends of its interval of 95 per cent, and of how many tournaments it is.

    The mean of one tournament has no interval: its ends are infinite.

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
        """Half of the interval."""
        return (self.high - self.low) / 2

    @property
    def differs(self) -> bool:
        """Whether the interval leaves nothing out but numbers other than 0: of a difference, whether it is real."""
        return self.low > 0 or self.high < 0

    @property
    def bounded(self) -> bool:
        """Whether there is an interval."""
        return isfinite(self.low) and isfinite(self.high)

    def told(self, digits: int, sign: str = "", gap: str = "") -> str:
        """The estimate with so many digits: ± half of its interval where it stands in the middle, otherwise low-high.

        There are more digits where an interval would seem to have no width, and has one.

        >>> Estimate(0.7, 0.69, 0.71, 1000).told(3), Estimate(1.0, 0.7226, 1.0, 10).told(3)
        ('0.700 ±0.010', '1.000 (0.723-1.000)')
        >>> Estimate(0.0006, 0.0002, 0.001, 1000).told(3), Estimate(2.0, 2.0, 2.0, 1000).told(3)
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
        return self.told(4, gap=" ")


def mean(count: int, total: int, squares: int, unit: int = 1) -> Estimate:
    """The mean of whole numbers of which the count, the sum and the sum of squares are known, in this unit.

    >>> mean(4, 10, 30)
    Estimate(value=2.5, low=0.44573..., high=4.55426..., count=4)
    >>> mean(1, 3, 9)
    Estimate(value=3.0, low=-inf, high=inf, count=1)
    """
    value = total / (count * unit) if count else 0.0
    if count < 2:
        return Estimate(value, -inf, inf, count)
    variance = (count * squares - total * total) / (count * (count - 1))
    error = errors(count) * sqrt(max(0.0, variance) / count) / unit
    return Estimate(value, value - error, value + error, count)


def errors(count: int) -> float:
    """So many standard errors on both sides hold 95 of 100, where the error is found from so many numbers.

    >>> round(errors(2), 3), round(errors(11), 3), errors(1000)
    (12.706, 2.228, 1.959964)
    """
    return student(count - 1) if count < MANY else Z


@cache
def student(freedom: int) -> float:
    """The quantile of Student's t that holds 95 of 100 on both sides, halved until no half is left."""
    low, high = 0.0, pi / 2
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if _within(middle, freedom) < 0.95 else (low, middle)
    return sqrt(freedom) * tan(low)


def _within(angle: float, freedom: int) -> float:
    """How often |t| is less than tan(angle) times the root of the degrees of freedom (Abramowitz, Stegun 26.7.3-4)."""
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for at in range(2 + odd, freedom - 1, 2):
        term *= (at - 1) / at * cos(angle) ** 2
        total += term
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


def share(count: int, times: int) -> Estimate:
    """How often something happens, by the interval of Wilson: never below 0 or above 1.

    >>> share(100, 0).low, round(share(100, 0).high, 3)
    (0.0, 0.037)
    """
    if not count:
        return Estimate(0.0, 0.0, 1.0, 0)
    at, z = times / count, Z * Z / count
    middle, width = (at + z / 2) / (1 + z), Z * sqrt(at * (1 - at) / count + z / (4 * count)) / (1 + z)
    return Estimate(at, min(at, max(0.0, middle - width)), max(at, min(1.0, middle + width)), count)
