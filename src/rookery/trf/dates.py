"""Days as people write them in tournament files, and as the standard wants them."""

from __future__ import annotations

from rookery.errors import RuleError
from rookery.model import Date
from rookery.values import NamedTuple

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_TO_BLANKS = str.maketrans("/.-,", "    ")


class Day(NamedTuple):
    """A date read from text; `fault` says what is wrong.

    Nothing, `spelling`, `guess`, `no day` (of this month: the month is kept), or `no date`.
    """

    date: Date | None
    fault: str = ""


def day(text: str) -> Day:
    """The date a text means.

    Year first when the year has four digits or all three parts have two; `28. 07. 2005`, `May 10, 2020` and a bare year
    are read too. Only zeros and signs mean: not known.

    >>> str(day("1990/00/00").date), str(day("28. 07. 2005").date), str(day("May 10, 2020").date)
    ('1990', '2005-07-28', '2020-05-10')
    >>> str(day("11.09.26").date), day("soon")
    ('2011-09-26', Day(date=None, fault='no date'))
    """
    if len(text) == 10 and text[4] == "/" == text[7] and (text[:4] + text[5:7] + text[8:]).isdigit() and text.isascii():
        return _dated(text[:4], text[5:7], text[8:]) if text.strip("0/") else Day(None)
    parts = text.translate(_TO_BLANKS).split()
    if not any(part.strip("0") for part in parts):
        return Day(None)
    months = [place for place, part in enumerate(parts) if part[:3].lower() in _MONTHS]
    for place in months[:1]:
        parts[place] = f"{_MONTHS.index(parts[place][:3].lower()) + 1:02}"
    if not all(len(part) <= 4 and part.isascii() and part.isdigit() for part in parts) or len(parts) > 3:
        return Day(None, "no date")
    if months == [0] and len(parts) == 3:  # May 10, 2020
        parts = [parts[1], parts[0], parts[2]]
    lengths = [len(part) for part in parts]
    if lengths[0] == 4:
        found = _dated(*parts, *["0"] * (3 - len(parts)))
        return found if text.strip() == written(found.date) or found.fault else Day(found.date, "spelling")
    if len(parts) == 3 and lengths[2] == 4 and max(lengths[:2]) <= 2:
        return _dated(parts[2], parts[1], parts[0], "spelling")
    if lengths == [2, 2, 2]:
        return _dated(str((1900 if int(parts[0]) >= 70 else 2000) + int(parts[0])), parts[1], parts[2], "spelling")
    return Day(None, "no date")


def _dated(year: str, month: str, day: str, fault: str = "") -> Day:
    """The date of these parts; month and day are exchanged when only that makes sense."""
    a_month, a_day = int(month), int(day)
    if a_month > 12 and 1 <= a_day <= 12:
        a_month, a_day, fault = a_day, a_month, "guess"
    try:
        month_only = Date(int(year), a_month, 0 if a_month else a_day)
    except RuleError:
        return Day(None, "no date")
    if a_day <= month_only.last_day.day:
        return Day(Date(month_only.year, a_month, a_day), fault)
    return Day(month_only, "no day") if a_day <= 31 else Day(None, "no date")


def written(date: Date | None) -> str:
    """YYYY/MM/DD, zeros for what is not known, nothing for no date."""
    return "" if date is None else f"{date.year:04}/{date.month:02}/{date.day:02}"


def written_short(date: Date | None) -> str:
    """YY/MM/DD, as record 132 wants it."""
    return "" if date is None else f"{date.year % 100:02}/{date.month:02}/{date.day:02}"
