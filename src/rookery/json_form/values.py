"""Single values of the form, each read as what it should be; None when it is not that."""

from __future__ import annotations

import re
from decimal import Decimal

from rookery.json_form.form import BYES
from rookery.model import ByeKind, Colour, Date, Points, Result
from rookery.model.limits import MOST_DIGITS, MOST_POINTS, MOST_RATING, MOST_ROUNDS
from rookery.typed import Any

_LONGEST = 2 * MOST_DIGITS
"""The longest text of a number that is made one; how large it may be says who reads it."""

_TOO_LARGE = 10**MOST_DIGITS
_UNWRITABLE = re.compile("[\r\n\ud800-\udfff]")
"""Line ends, which no other form can hold, and halves of characters, which no file can."""


class Endless:
    """A number of more digits than any has that can stand in a tournament: only its text is kept."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text


def whole(text: str) -> int | Endless:
    """A whole number of the text, unless it has no end."""
    return int(text) if len(text) <= _LONGEST else Endless(text)


def decimal(text: str) -> Decimal | Endless:
    """A number with a point or an exponent, unless it has no end."""
    try:
        found = Decimal(text) if len(text) <= _LONGEST else None
    except ArithmeticError:  # an exponent without end
        found = None
    return Endless(text) if found is None or abs(found.adjusted()) > _LONGEST else found


def as_text(value: Any) -> str | None:
    return value if isinstance(value, str) and not _UNWRITABLE.search(value) else None


def as_texts(value: Any) -> tuple[str, ...] | None:
    return tuple(value) if isinstance(value, list) and all(as_text(one) is not None for one in value) else None


def as_flag(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def as_whole(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value < _TOO_LARGE else None


def as_planned(value: Any) -> int | None:
    return value if type(value) is int and 1 <= value <= MOST_ROUNDS else None


def as_rating(value: Any) -> int | None:
    return value if type(value) is int and 1 <= value <= MOST_RATING else None


def as_points(value: Any) -> Points | None:
    if type(value) not in (int, Decimal) or not -MOST_POINTS <= value <= MOST_POINTS:
        return None
    tenths = value * 10
    return int(tenths) if tenths == int(tenths) else None


def as_date(value: Any) -> Date | None:
    found = re.fullmatch(r"(\d{1,4})(?:-(\d\d))?(?:-(\d\d))?", value) if isinstance(value, str) else None
    return None if found is None else Date(*(int(part or 0) for part in found.groups()))


def as_dates(value: Any) -> tuple[Date | None, ...] | None:
    if not isinstance(value, list):
        return None
    made = tuple(None if one is None else as_date(one) for one in value)
    return made if all(one is None or day is not None for one, day in zip(value, made, strict=True)) else None


def as_list(value: Any) -> list[Any] | None:
    return value if isinstance(value, list) else None


def as_ids(value: Any) -> tuple[int, ...] | None:
    return tuple(value) if isinstance(value, list) and all(as_whole(one) is not None for one in value) else None


def as_colour(value: Any) -> Colour | None:
    return {"white": Colour.WHITE, "black": Colour.BLACK}.get(value) if isinstance(value, str) else None


def as_result(value: Any) -> Result | None:
    return Result.parse(value) if isinstance(value, str) else None


def as_bye(value: Any) -> ByeKind | None:
    return BYES.get(value) if isinstance(value, str) else None
