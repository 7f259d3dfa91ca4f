"""What the texts that describe a person mean, field by field, and what is odd about them."""

from __future__ import annotations

from collections.abc import Callable

from rookery.errors import Severity
from rookery.trf.dates import day
from rookery.trf.notes import INFO, WARNING
from rookery.trf.texts import number, tenths
from rookery.typed import Any
from rookery.values import NamedTuple
from rookery.wording import spoken

_SEXES = {" ": "", "": "", "m": "m", "M": "m", "w": "w", "W": "w", "f": "w", "F": "w", "v": "w", "V": "w"}
_TITLES = {
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
    "gf": "WGM", "mf": "WIM", "ff": "WFM", "cf": "WCM", "": "",
}  # fmt: skip
TITLES = frozenset(_TITLES.values())
_TITLES |= {title.lower(): title for title in TITLES}


_NOT_BORN = spoken("not a date of birth")
_WRITTEN = spoken("the title is written GM, IM, WGM, FM, WIM, CM, WFM or WCM")


class Fault(NamedTuple):
    """What is odd about a text."""

    severity: Severity
    code: str
    text: str


class Value(NamedTuple):
    """What a text means, and what is odd about it."""

    value: Any
    fault: Fault | None = None


def sex(text: str) -> Value:
    """m or w; f and the Dutch V mean w."""
    found = _SEXES.get(text)
    if found is None:
        return Value("", Fault(WARNING, "sex", spoken("the sex is m or w")))
    return Value(found, None if found == text.strip() else Fault(INFO, "sex", spoken("the sex is written m or w")))


def title(text: str) -> Value:
    """A title of FIDE, or the one or two letters of TRF06."""
    plain = text.strip()
    found = _TITLES.get(plain.lower())
    if found is None:
        return Value("", Fault(WARNING, "title", spoken("not a title of FIDE")))
    return Value(
        found,
        None if found == plain else Fault(INFO, "title", _WRITTEN),
    )


def rating(text: str) -> Value:
    """A rating; blank and zero mean unrated."""
    found = number(text)
    if found < 0 and text.strip():
        return Value(None, Fault(WARNING, "rating", spoken("not a rating")))
    return Value(found if found > 0 else None)


def rank(text: str) -> Value:
    """A place in the standings."""
    found = number(text)
    if found < 0 and text.strip():
        return Value(None, Fault(WARNING, "rank", spoken("not a rank")))
    return Value(found if found > 0 else None)


def points(text: str) -> Value:
    """Points as the file declares them."""
    found = tenths(text)
    if (found is None and text.strip()) or (found or 0) < 0:
        return Value(None, Fault(WARNING, "points", spoken("not a number of points")))
    return Value(found)


def birth(text: str) -> Value:
    """A day of birth, or a year."""
    return dated(text, _NOT_BORN)


def dated(text: str, otherwise: str) -> Value:
    """A date with its fault in words."""
    found = day(text)
    if found.fault == "no date":
        return Value(None, Fault(WARNING, "date", otherwise))
    if found.fault == "no day":
        return Value(found.date, Fault(WARNING, "date", spoken("the month has no such day")))
    if found.fault == "guess":
        return Value(found.date, Fault(WARNING, "date", spoken("day and month are exchanged")))
    return Value(found.date, Fault(INFO, "date", spoken("a date is written YYYY/MM/DD")) if found.fault else None)


def federation(text: str) -> Value:
    """The letters of a federation, whatever they are."""
    return Value(text.strip())


def member(text: str) -> Value:
    """A FIDE number; another federation's stays a text."""
    plain = text.strip()
    found = number(text)
    if found > 0:
        return Value(found)
    if found == 0 or not plain.strip("- "):
        return Value(None)
    return Value(plain, Fault(WARNING, "fide-id", spoken("not a FIDE number, kept as a national one")))


READINGS: dict[str, Callable[[str], Value]] = {
    "sex": sex, "title": title, "rating": rating, "number": member, "birth": birth, "points": points, "rank": rank,
    "federation": federation,
}  # fmt: skip
