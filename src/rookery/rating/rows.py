"""Rows of a rating period: players before it, games, and results after it; and the months it counts in.

Everywhere 0 stands for "none" or "not known", as on the lists that federations publish. A system that needs more data
of a player adds a field with a default.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

UNRATED_THEN = -1
"""The rating in a game of a player whose rating was first published later."""


class PoolMonth(NamedTuple):
    """Results of an unrated player against rated opponents in the events that began in one month.

    `month` counts months from the year 0 (`rookery.rating.rows.month_number`); `total` is the sum of the ratings met.
    """

    month: int
    games: int
    total: int
    half_points: int


class ListPlayer(NamedTuple):
    """A player on the list before the period; `rating` 0 is an unrated player.

    `k` is the published one (0: worked out from `games` completed, year `born` and `highest` rating published).
    `base` replaces the rating to which the change is added, where FIDE corrected it. The `pool_` fields carry what an
    unrated player did against rated opponents in earlier periods: games, sum of ratings, half points. `pool` has the
    same by months, so that what is too old can be left out; where it is given the three sums are not asked. `begun` is
    1 when the player's first event is behind them, whether it counted or not (B.02 8.2.1). `lent` is 1 when the rating
    replaces one that the list lacks, as the standard one does for a rapid one: without a game none is published.
    `completed` are the games completed with such a rating by a player who was never published.
    """

    id: int
    rating: int = 0
    k: int = 0
    games: int = 30
    born: int = 0
    highest: int = 0
    base: int = 0
    pool_games: int = 0
    pool_sum: int = 0
    pool_half_points: int = 0
    begun: int = 0
    lent: int = 0
    completed: int = 0
    pool: tuple[PoolMonth, ...] = ()


class ListGame(NamedTuple):
    """A game of the period in half points; the ratings, where given, are those on the day its tournament started.

    A rating of UNRATED_THEN is that of a player who was published since: rated now, unrated for the opponent (B.02
    8.2.4). A rating of a player who is unrated on the list is one that was lost since: the opponent met a rated player
    (8.3.1), the player's own game counts for a first rating, as those of any unrated player (7.2.1, 8.2). `start` is
    that day as an ordinal (date.toordinal), `event` any number that tells tournaments apart.
    """

    white: int
    black: int
    half_points: int
    black_half_points: int = -1
    white_rating: int = 0
    black_rating: int = 0
    start: int = 0
    event: int = 0


class PeriodResult(NamedTuple):
    """Result of the period for a player: the sum of changes in hundredths, and `points`, K times that, rounded once.

    `new` is the rating of the next list, 0 when there is none. What follows goes into the next period's list: the
    `pool_` fields, `begun`, `pool`; `career`, the games completed; `highest`, the highest rating published; and
    `next_k`, the K published with the new rating (0 where the day of the list is not known).
    """

    id: int
    rating: int
    games: int
    change: int
    k: int
    points: int
    new: int
    pool_games: int = 0
    pool_sum: int = 0
    pool_half_points: int = 0
    begun: int = 0
    career: int = 0
    highest: int = 0
    next_k: int = 0
    pool: tuple[PoolMonth, ...] = ()


def first_of_month_before(day: date, months: int) -> date:
    """Return the first day of the month that is `months` months earlier.

    >>> first_of_month_before(date(2026, 3, 17), 26)
    datetime.date(2024, 1, 1)
    """
    number = 12 * day.year + day.month - 1 - months
    return date(number // 12, number % 12 + 1, 1)


def month_number(day: date) -> int:
    """Return the month of a day, counted from the year 0.

    >>> month_number(date(2026, 1, 31)) - month_number(date(2025, 12, 1))
    1
    """
    return 12 * day.year + day.month - 1
