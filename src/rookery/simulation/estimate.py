"""An estimate: a mean with the interval in which the true one lies 95 times in 100."""

from __future__ import annotations

from math import sqrt

from rookery.values import frozen

Z = 1.959964
"""So many standard errors on both sides hold 95 of 100."""


@frozen
class Estimate:
    """A mean, the ends of its interval of 95 per cent, and of how many tournaments it is.

    >>> print(Estimate(0.7, 0.69, 0.71, 1000))
    0.7000 ± 0.0100
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

    def __str__(self) -> str:
        return f"{self.value:.4f} ± {self.margin:.4f}"


def mean(count: int, total: int, squares: int, unit: int = 1) -> Estimate:
    """The mean of whole numbers of which the count, the sum and the sum of squares are known, in this unit.

    >>> mean(4, 10, 30)
    Estimate(value=2.5, low=1.23484..., high=3.76515..., count=4)
    """
    if not count:
        return Estimate(0.0, 0.0, 0.0, 0)
    value = total / (count * unit)
    if count == 1:
        return Estimate(value, value, value, count)
    variance = (count * squares - total * total) / (count * (count - 1))
    error = Z * sqrt(max(0.0, variance) / count) / unit
    return Estimate(value, value - error, value + error, count)


def share(count: int, times: int) -> Estimate:
    """How often something happens, by the interval of Wilson: never below 0 or above 1.

    >>> share(100, 0).low, round(share(100, 0).high, 3)
    (0.0, 0.037)
    """
    if not count:
        return Estimate(0.0, 0.0, 0.0, 0)
    at, z = times / count, Z * Z / count
    middle, width = (at + z / 2) / (1 + z), Z * sqrt(at * (1 - at) / count + z / (4 * count)) / (1 + z)
    return Estimate(at, min(at, max(0.0, middle - width)), max(at, min(1.0, middle + width)), count)
