"""Days and months as rating rules count them."""

from __future__ import annotations

from datetime import date

from rookery.errors import RuleError
from rookery.model import Date, Event


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


def months_before(day: date, months: int) -> date:
    """The first day of the month so many months before.

    >>> months_before(date(2026, 3, 17), 26)
    datetime.date(2024, 1, 1)
    """
    number = 12 * day.year + day.month - 1 - months
    return date(number // 12, number % 12 + 1, 1)


def month_number(day: date) -> int:
    """The month of a day, counted from the year 0.

    >>> month_number(date(2026, 1, 31)) - month_number(date(2025, 12, 1))
    1
    """
    return 12 * day.year + day.month - 1


def longer_than(days: int, event: Event) -> bool:
    """Whether the event is known to last longer than so many days.

    >>> longer_than(30, Event(start=Date(2026, 9, 1), end=Date(2026, 10, 1)))
    True
    """
    return bool(event.start and event.end and (event.end.last_day - first_day(event.start)).days >= days)
