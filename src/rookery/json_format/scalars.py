"""Single values of the JSON format, converted to their types; None if a value has another form."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from rookery.json_format.spelling import BYES
from rookery.model import ByeKind, Colour, PartialDate, Points, Result
from rookery.model.limits import MOST_DIGITS, MOST_POINTS, MOST_RATING, MOST_ROUNDS

_LONGEST = 2 * MOST_DIGITS
"""The longest text that is converted to a number; the caller checks the bounds of the number."""

_TOO_LARGE = 10**MOST_DIGITS
_UNWRITABLE = re.compile("[\r\n\ud800-\udfff]")
"""Line ends, which other formats cannot contain, and lone surrogates, which no file can contain."""


class OversizedNumber:
    """A number with more digits than any in a tournament; only its text is kept."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text


def whole(text: str) -> int | OversizedNumber:
    """Return a whole number, or an OversizedNumber."""
    return int(text) if len(text) <= _LONGEST else OversizedNumber(text)


def decimal(text: str) -> Decimal | OversizedNumber:
    """Return a number with a point or an exponent, or an OversizedNumber."""
    try:
        number = Decimal(text) if len(text) <= _LONGEST else None
    except ArithmeticError:  # an exponent without end
        number = None
    return OversizedNumber(text) if number is None or abs(number.adjusted()) > _LONGEST else number


def as_text(value: Any) -> str | None:
    return value if isinstance(value, str) and not _UNWRITABLE.search(value) else None


def as_texts(value: Any) -> tuple[str, ...] | None:
    return tuple(value) if isinstance(value, list) and all(as_text(text) is not None for text in value) else None


def as_flag(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def as_whole(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value < _TOO_LARGE else None


def as_planned(value: Any) -> int | None:
    return value if type(value) is int and 1 <= value <= MOST_ROUNDS else None


def as_id(value: Any) -> int | None:
    number = as_whole(value)
    return number if number is not None and number >= 1 else None


def as_rating(value: Any) -> int | None:
    return value if type(value) is int and 1 <= value <= MOST_RATING else None


def as_points(value: Any) -> Points | None:
    if type(value) not in (int, Decimal) or not -MOST_POINTS <= value <= MOST_POINTS:
        return None
    tenths = value * 10
    return int(tenths) if tenths == int(tenths) else None


def as_date(value: Any) -> PartialDate | None:
    match = re.fullmatch(r"(\d{1,4})(?:-(\d\d))?(?:-(\d\d))?", value) if isinstance(value, str) else None
    return None if match is None else PartialDate(*(int(part or 0) for part in match.groups()))


def as_dates(value: Any) -> tuple[PartialDate | None, ...] | None:
    if not isinstance(value, list):
        return None
    dates = tuple(None if text is None else as_date(text) for text in value)
    return dates if all(text is None or day is not None for text, day in zip(value, dates, strict=True)) else None


def as_list(value: Any) -> list[Any] | None:
    return value if isinstance(value, list) else None


def as_ids(value: Any) -> tuple[int, ...] | None:
    return tuple(value) if isinstance(value, list) and all(as_whole(number) is not None for number in value) else None


def as_colour(value: Any) -> Colour | None:
    return {"white": Colour.WHITE, "black": Colour.BLACK}.get(value) if isinstance(value, str) else None


def as_result(value: Any) -> Result | None:
    return Result.parse(value) if isinstance(value, str) else None


def as_bye(value: Any) -> ByeKind | None:
    return BYES.get(value) if isinstance(value, str) else None
