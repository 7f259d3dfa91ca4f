"""The first rating of an unrated player (B.02 8.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from rookery.elo import DIFFERENCE_BY_PERCENT, half_up, percentage
from rookery.errors import RuleError
from rookery.rating.fide import first_day, rules_for


@dataclass(frozen=True, slots=True)
class First:
    """How a first rating comes about: the games against rated opponents, the two draws added, and what came of it.

    `rating` is None while none can be published, and `why` says so.
    """

    games: int
    half_points: int
    average: int
    percent: int
    calculated: int
    rating: int | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class RatedEvent:
    """What an unrated player did in one event, against rated opponents only; `start` is its first day."""

    start: date
    opponents: tuple[int, ...]
    half_points: int


def initial(
    opponents: Sequence[int], half_points: int, *, kind: str = "standard", on: date | None = None
) -> int | None:
    """The first rating from these rated opponents, None while there is none to publish (B.02 8.2.2, 8.2.3).

    >>> initial([1902, 1877, 1884, 2012, 1832], 6)
    1922
    >>> initial([1902, 1877, 1884, 2012], 6) is None
    True
    """
    return first_rating(opponents, half_points, kind=kind, on=on).rating


def first_rating(
    opponents: Sequence[int], half_points: int, *, kind: str = "standard", on: date | None = None
) -> First:
    """The first rating with its parts: five games, two draws with 1800 added, at most 2200, published from 1400."""
    if not 0 <= half_points <= 2 * len(opponents):
        raise RuleError(f"{len(opponents)} games cannot give {half_points} half points")
    return from_sums(len(opponents), sum(opponents), half_points, kind=kind, on=on)


def from_sums(games: int, total: int, half_points: int, *, kind: str = "standard", on: date | None = None) -> First:
    """The first rating from the number of games, the sum of the opponents' ratings and the score."""
    edition = rules_for(kind, on)
    n = games + edition.initial_draws
    total += edition.initial_draws * edition.initial_opponent
    percent = percentage(half_points + edition.initial_draws, n)
    calculated = half_up(total + n * DIFFERENCE_BY_PERCENT[percent], n)
    rating, why = min(calculated, edition.initial_highest), ""
    if games < edition.initial_games:
        why = f"{games} of the {edition.initial_games} games needed"
    elif rating < edition.lowest_rating:
        why = f"{rating} is below {edition.lowest_rating}"
    return First(games, half_points, half_up(total, n), percent, calculated, None if why else rating, why)


def pooled(events: Iterable[RatedEvent], until: date, *, kind: str = "standard") -> First:
    """The first rating from events of at most 26 months (B.02 8.2.2), a first one without a point left out (8.2.1).

    >>> start = RatedEvent(date(2026, 1, 3), (1800,) * 5, 0)
    >>> pooled([start, RatedEvent(date(2026, 2, 7), (1800,) * 5, 5)], date(2026, 3, 1)).rating
    1800
    """
    played = sorted((event for event in events if event.opponents), key=lambda event: event.start)
    if played and played[0].half_points == 0:
        played = played[1:]
    earliest = months_before(first_day(until), rules_for(kind, until).initial_months)
    counted = [event for event in played if event.start >= earliest]
    opponents = [rating for event in counted for rating in event.opponents]
    return first_rating(opponents, sum(event.half_points for event in counted), kind=kind, on=until)


def months_before(day: date, months: int) -> date:
    """The first day of the month so many months before.

    >>> months_before(date(2026, 3, 17), 26)
    datetime.date(2024, 1, 1)
    """
    number = 12 * day.year + day.month - 1 - months
    return date(number // 12, number % 12 + 1, 1)
