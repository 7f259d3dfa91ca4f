"""The rules of B.02 by the day from which they apply: every number of the chapter that is not a table.

A new edition is a new value made from the one before; nothing here asks for the year.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from rookery.errors import RuleError, Unsupported
from rookery.model import Date

KINDS = ("standard", "rapid", "blitz")
"""The three rating lists; each has its own ratings, games and K."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FideRules:
    """The rating rules of one list from one day on.

    `limit_lifted_from`: from this rating on, the player's own differences are not limited. `uneven_difference` and
    `uneven_above`: a game with at least this difference, one of the players above this rating, is not rated.
    """

    kind: str
    since: date
    difference_limit: int = 400
    limit_lifted_from: int | None = None
    uneven_difference: int | None = None
    uneven_above: int = 2600
    lowest_rating: int = 1400
    k_new: int = 40
    k_new_games: int = 30
    k_junior: int = 40
    k_junior_age: int = 18
    k_junior_below: int = 2300
    k_usual: int = 20
    k_strong: int = 10
    k_strong_from: int = 2400
    k_games_limit: int = 700
    initial_games: int = 5
    initial_draws: int = 2
    initial_opponent: int = 1800
    initial_highest: int = 2200
    initial_months: int = 26

    def __str__(self) -> str:
        return f"B.02 {self.kind} ({self.since:%Y-%m})"

    def difference(self, own: int, opponent: int) -> int:
        """The difference that counts: at most 400, except for a player of 2650 or more where that is lifted (8.3.1).

        >>> rules_for().difference(2700, 2200), rules_for().difference(2200, 2700)
        (500, -400)
        """
        if self.limit_lifted_from is not None and own >= self.limit_lifted_from:
            return own - opponent
        return max(-self.difference_limit, min(self.difference_limit, own - opponent))

    def too_uneven(self, one: int, other: int) -> bool:
        """Whether the game is not rated: 600 points or more apart, one player above 2600 (rapid and blitz 7.3.1)."""
        apart = self.uneven_difference
        return apart is not None and abs(one - other) >= apart and max(one, other) > self.uneven_above


_MARCH_2024 = FideRules(kind="standard", since=date(2024, 3, 1))
_FAST_MARCH_2024 = replace(_MARCH_2024, kind="rapid")
_FAST_DECEMBER_2024 = replace(_FAST_MARCH_2024, since=date(2024, 12, 1), uneven_difference=600)

RULES: tuple[FideRules, ...] = (
    _MARCH_2024,
    replace(_MARCH_2024, since=date(2024, 12, 1)),
    replace(_MARCH_2024, since=date(2025, 10, 1), limit_lifted_from=2650),
    *(
        replace(edition, kind=kind)
        for kind in ("rapid", "blitz")
        for edition in (
            _FAST_MARCH_2024,
            _FAST_DECEMBER_2024,
            replace(_FAST_DECEMBER_2024, since=date(2025, 10, 1)),
        )
    ),
)
"""Every edition, oldest first within its list."""


@lru_cache(maxsize=1024)
def rules_for(kind: str = "standard", on: date | Date | None = None) -> FideRules:
    """The rules of a list for an event that starts on this day; without a day, the newest.

    >>> print(rules_for("standard", date(2025, 9, 30)), rules_for("rapid"), sep=", ")
    B.02 standard (2024-12), B.02 rapid (2025-10)
    >>> rules_for("standard", date(2024, 2, 29))
    Traceback (most recent call last):
    rookery.errors.Unsupported: rating rules before 2024-03-01 are not done here (asked for 2024-02-29)
    """
    if kind not in KINDS:
        raise RuleError(f"{kind!r} is not a rating list: expected {', '.join(KINDS)}", article="B.02")
    editions = [edition for edition in RULES if edition.kind == kind]
    if on is None:
        return editions[-1]
    day = first_day(on)
    valid = [edition for edition in editions if edition.since <= day]
    if not valid:
        raise Unsupported(f"rating rules before {editions[0].since} are not done here (asked for {on})")
    return valid[-1]


def first_day(day: date | Date) -> date:
    """The day itself, or the first that a date with unknown parts can be.

    >>> first_day(Date(2025, 4))
    datetime.date(2025, 4, 1)
    """
    if isinstance(day, date):
        return day
    try:
        return date(day.year, day.month or 1, day.day or 1)
    except ValueError:
        raise RuleError(f"{day} is not a date") from None
