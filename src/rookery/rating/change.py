"""FIDE's numbers one by one (B.02 8.3), by list and day: what `rules_for(kind, on)` answers.

Scores are half points, changes hundredths of a point; nothing is rounded but the sum of a whole period.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from rookery.rating.fide import rules_for


def expected(own: int, opponent: int, *, kind: str = "standard", on: date | None = None) -> int:
    """The score, in hundredths, that a player is expected to make in one game (B.02 8.3.1).

    >>> expected(2000, 1900), expected(2650, 2100), expected(2650, 2100, kind="rapid")
    (64, 97, 92)
    """
    return rules_for(kind, on).expected(own, opponent)


def change(own: int, opponent: int, half_points: int, *, kind: str = "standard", on: date | None = None) -> int:
    """The score minus the expected score, in hundredths (B.02 8.3.2); times K it is the change of rating.

    >>> change(2813, 2505, 1)  # a draw
    -36
    """
    return rules_for(kind, on).change(own, opponent, half_points)


def is_rated(one: int, other: int, *, kind: str = "standard", on: date | None = None) -> bool:
    """Whether a game between two rated players counts by their ratings (rapid and blitz 7.3.1).

    >>> is_rated(2700, 2100, kind="blitz"), is_rated(2700, 2101, kind="blitz"), is_rated(2700, 2100)
    (False, True, True)
    """
    return rules_for(kind, on).is_rated(one, other)


def k_factor(
    rating: int,
    games: int,
    *,
    age: int | None = None,
    highest: int | None = None,
    in_period: int = 0,
    kind: str = "standard",
    on: date | None = None,
) -> int:
    """K as FIDE publishes it (B.02 8.3.3), lowered where the games of the period times K exceed 700.

    In order: 10 for a player whose published rating ever reached 2400; 40 until the end of the year of the 18th
    birthday while it never reached 2300; 40 until 30 games are completed; else 20. `age` is the year of the list less
    the year of birth, `highest` the highest rating ever published.

    >>> k_factor(2000, 100), k_factor(2000, 29), k_factor(2410, 5), k_factor(2000, 100, age=18)
    (20, 40, 10, 40)
    >>> k_factor(2250, 100, age=16, highest=2310), k_factor(2000, 100, in_period=39)
    (20, 17)
    """
    edition = rules_for(kind, on)
    return edition.limited_k(edition.k(rating, games, age=age, highest=highest), in_period)


def limited_k(k: int, games: int, *, kind: str = "standard", on: date | None = None) -> int:
    """K such that K times the games of the period does not exceed 700 (B.02 8.3.3).

    >>> limited_k(20, 35), limited_k(20, 36)
    (20, 19)
    """
    return rules_for(kind, on).limited_k(k, games)


def new_rating(base: int, changes: Iterable[int], k: int, *, kind: str = "standard", on: date | None = None) -> int:
    """The rating after a period: all changes (hundredths) of all tournaments together, rounded once (B.02 8.3.4).

    `k` is the published one; it is lowered here when there are many games.

    >>> new_rating(2813, [0, 0, 4, 7, -36], 10)
    2810
    """
    return rules_for(kind, on).new_rating(base, changes, k)
