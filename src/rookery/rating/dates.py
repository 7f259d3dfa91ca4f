"""Days and months as rating rules count them."""

from __future__ import annotations

from datetime import date

from rookery.errors import RuleError
from rookery.model import PartialDate, TournamentInfo


def first_possible_day(day: date | PartialDate) -> date:
    """Return the day itself, or the first day that a date with unknown parts can be.

    >>> first_possible_day(PartialDate(2025, 4))
    datetime.date(2025, 4, 1)
    """
    if isinstance(day, date):
        return day
    try:
        return date(day.year, day.month or 1, day.day or 1)
    except ValueError:
        raise RuleError(f"{day} is not a date") from None


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


def lasts_longer_than(days: int, event: TournamentInfo) -> bool:
    """Return whether the event is known to last longer than `days` days.

    >>> lasts_longer_than(30, TournamentInfo(start=PartialDate(2026, 9, 1), end=PartialDate(2026, 10, 1)))
    True
    """
    return bool(event.start and event.end and (event.end.last_day - first_possible_day(event.start)).days >= days)
