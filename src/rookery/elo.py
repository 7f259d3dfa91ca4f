"""The numbers of B.02: conversion tables, expected score, averages and performance, in integers only.

Scores are half points, expectations hundredths; the two tables are the regulation's own, not the logistic curve they
were once drawn from.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

# B.02 8.1.2: from this difference on, the stronger player is expected to score one hundredth more (0.50 at 0).
_EDGES = (
    4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180, 189, 198,
    207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560, 620,
    736,
)  # fmt: skip

# What follows for every difference up to the last of them, beyond which nothing changes.
_HIGHER = tuple(50 + bisect_right(_EDGES, difference) for difference in range(_EDGES[-1] + 1))

# B.02 8.1.1: rating difference for a percentage score of 50, 51, ... 100.
_UPPER = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip

DIFFERENCE_BY_PERCENT: tuple[int, ...] = tuple(-d for d in _UPPER[:0:-1]) + _UPPER
"""dp for 0, 1, ... 100 per cent (B.02 8.1.1)."""


def round_half_up(numerator: int, denominator: int) -> int:
    """Return the nearest integer of a fraction, rounding halves up.

    >>> round_half_up(5, 2), round_half_up(-5, 2), round_half_up(7, 3)
    (3, -2, 2)
    """
    return (2 * numerator + denominator) // (2 * denominator)


def round_half_away(numerator: int, denominator: int) -> int:
    """Return the nearest integer of a fraction, rounding halves away from zero (B.02 8.3.4); also works on arrays.

    >>> round_half_away(5, 2), round_half_away(-5, 2), round_half_away(-7, 3)
    (3, -3, -2)
    """
    sign = 2 * (numerator > 0) - 1
    return sign * round_half_up(abs(numerator), denominator)


def expected_score(difference: int) -> int:
    """Return the expected score, in hundredths, for a rating difference (B.02 8.1.2).

    >>> expected_score(0), expected_score(100), expected_score(-100), expected_score(736)
    (50, 64, 36, 100)
    """
    higher = _HIGHER[min(abs(difference), _EDGES[-1])]
    return higher if difference >= 0 else 100 - higher


def percentage(half_points: int, games: int) -> int:
    """Return the score in per cent, rounding halves up.

    >>> percentage(7, 5)
    70
    """
    return round_half_up(50 * half_points, games)


def average(ratings: Sequence[int]) -> int:
    """Return the average rating, rounding halves up.

    >>> average([2000, 2001])
    2001
    """
    return round_half_up(sum(ratings), len(ratings))


def performance(ratings: Sequence[int], half_points: int) -> int:
    """Return the opponents' average plus the difference for the percentage scored (B.02 8.1.1; TPR of C.07 10.2).

    Args:
        ratings: The ratings of the opponents, at least one.
        half_points: The score, in half points.

    Returns:
        The performance rating.

    >>> performance([1600, 1600, 1600], 3)
    1600
    """
    return average(ratings) + DIFFERENCE_BY_PERCENT[percentage(half_points, len(ratings))]


def perfect_performance(ratings: Sequence[int], half_points: int) -> int:
    """Return the lowest rating whose expected score against these opponents reaches the score made (C.07 10.3).

    Args:
        ratings: The ratings of the opponents, at least one.
        half_points: The score, in half points.

    Returns:
        The rating; 800 below the lowest opponent if nothing was scored.

    >>> perfect_performance([1600, 1600], 0), perfect_performance([1600, 1600], 4)
    (800, 2336)
    """
    if half_points == 0:
        return min(ratings) - 800
    target = 50 * half_points
    low, high = min(ratings) - 736, max(ratings) + 736  # the sum grows with the rating: halve the interval
    while low < high:
        middle = (low + high) // 2
        if sum(expected_score(middle - rating) for rating in ratings) >= target:
            high = middle
        else:
            low = middle + 1
    return low
