"""Months of rating lists: recognition in file names and headings, and the age of a list."""

from __future__ import annotations

import re

_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAMED = re.compile(rf"(?<![a-z])({'|'.join(_NAMES)})[a-z]*[-_ ]?(?:20)?(\d\d)(?!\d)")
_NUMBERED = re.compile(r"(?<!\d)(20\d\d)[-_.]?(0[1-9]|1[0-2])(?!\d)")


def month_of(*texts: str) -> str:
    """Return the month named in a file name or heading; empty if there is none.

    >>> month_of("standard_oct26frl.zip"), month_of("list.txt", "ID Number Name Fed NOV26"), month_of("dwz-2026-09.csv")
    ('2026-10', '2026-11', '2026-09')
    >>> month_of("players_list_foa.txt")
    ''
    """
    for text in texts:
        if match := _NAMED.search(text.lower()):
            return f"20{match[2]}-{_NAMES.index(match[1]) + 1:02}"
        if match := _NUMBERED.search(text):
            return f"{match[1]}-{match[2]}"
    return ""


def months_old(month: str, today: str) -> int | None:
    """Return the number of months between a list and a date such as "2026-11-16"; None if the month is unknown.

    >>> months_old("2026-09", "2026-11-16"), months_old("", "2026-11")
    (2, None)
    """
    if not month:
        return None
    (year, number), (this_year, this_month) = (map(int, text.split("-")[:2]) for text in (month, today))
    return (this_year - year) * 12 + this_month - number


def age(month: str, today: str) -> str:
    """Return the age of a list in words.

    >>> [age(month, "2026-11-16") for month in ("2026-11", "2026-10", "2025-11", "2026-12", "")]
    ['of this month', '1 month old', '12 months old', 'of a month to come', 'of an unknown month']
    """
    months = months_old(month, today)
    if months is None:
        return "of an unknown month"
    if months < 1:
        return "of a month to come" if months else "of this month"
    return f"{months} month{'s' * (months > 1)} old"
