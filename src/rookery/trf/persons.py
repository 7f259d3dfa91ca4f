"""The texts that describe a person, one reading for each field: value, and what was odd about the text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rookery.errors import Severity
from rookery.trf.bulk import dates
from rookery.trf.dates import day
from rookery.trf.fields import Field
from rookery.trf.grid import as_bytes, numbers
from rookery.trf.notes import INFO, WARNING, Notes, Spot
from rookery.trf.records import number, tenths

_SEXES = {" ": "", "": "", "m": "m", "M": "m", "w": "w", "W": "w", "f": "w", "F": "w", "v": "w", "V": "w"}
_TITLES = {
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
    "gf": "WGM", "mf": "WIM", "ff": "WFM", "cf": "WCM", "": "",
}  # fmt: skip
_TITLES |= {title.lower(): title for title in list(_TITLES.values())}


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
        return Value("", Fault(WARNING, "sex", "the sex is m or w"))
    return Value(found, None if found == text.strip() else Fault(INFO, "sex", "the sex is written m or w"))


def title(text: str) -> Value:
    """A title of FIDE, or the one or two letters of TRF06."""
    plain = text.strip()
    found = _TITLES.get(plain.lower())
    if found is None:
        return Value("", Fault(WARNING, "title", "not a title of FIDE"))
    return Value(
        found,
        None if found == plain else Fault(INFO, "title", "the title is written GM, IM, WGM, FM, WIM, CM, WFM or WCM"),
    )


def rating(text: str) -> Value:
    """A rating; blank and zero mean unrated."""
    found = number(text)
    if found < 0 and text.strip():
        return Value(None, Fault(WARNING, "rating", "not a rating"))
    return Value(found if found > 0 else None)


def rank(text: str) -> Value:
    """A place in the standings."""
    found = number(text)
    if found < 0 and text.strip():
        return Value(None, Fault(WARNING, "rank", "not a rank"))
    return Value(found if found > 0 else None)


def points(text: str) -> Value:
    """Points as the file declares them."""
    found = tenths(text)
    if (found is None and text.strip()) or (found or 0) < 0:
        return Value(None, Fault(WARNING, "points", "not a number of points"))
    return Value(found)


def birth(text: str) -> Value:
    """A day of birth, or a year."""
    return dated(text, "not a date of birth")


def dated(text: str, otherwise: str) -> Value:
    """A date with its fault in words."""
    found = day(text)
    if found.fault == "no date":
        return Value(None, Fault(WARNING, "date", otherwise))
    if found.fault == "guess":
        return Value(found.date, Fault(WARNING, "date", "day and month are exchanged"))
    return Value(found.date, Fault(INFO, "date", "a date is written YYYY/MM/DD") if found.fault else None)


def member(text: str) -> Value:
    """A FIDE number; another federation's stays a text."""
    plain = text.strip()
    found = number(text)
    if found > 0:
        return Value(found)
    if found == 0 or not plain.strip("- "):
        return Value(None)
    return Value(plain, Fault(WARNING, "fide-id", "not a FIDE number, kept as a national one"))


READINGS: dict[str, Callable[[str], Value]] = {
    "sex": sex, "title": title, "rating": rating, "number": member, "birth": birth, "points": points, "rank": rank,
}  # fmt: skip
_TEXTS = {"name", "federation"}


def column(field: Field, texts: Sequence[str], lines: Sequence[int], notes: Notes) -> list[Any]:
    """A field of many lines at once: every different text is read once; what is odd is noted, habits only once."""
    if field.name in _TEXTS:
        return list(map(str.strip, texts))
    if field.name == "number" and (plain := whole(field, texts)) is not None:
        return [one or None for one in plain]
    read, different = READINGS[field.name], set(texts)
    values = _sound_days(different) if read is birth else {}
    faults: dict[str, Fault] = {}
    for text in different - values.keys():
        values[text], fault = read(text)
        if fault is not None:
            faults[text] = fault
    if faults:
        for line, text in zip(lines, texts, strict=True):
            if text in faults:
                fault, used = faults[text], values[text]
                note = notes.often if fault.severity is INFO else notes.add
                shown = "nothing" if used is None or used == "" else str(used)
                note(
                    fault.severity,
                    fault.code,
                    Spot(line, (field.first, field.last), field.name),
                    fault.text,
                    text,
                    shown,
                )
    return list(map(values.__getitem__, texts))


def members(numbers: Sequence[int | str | None]) -> tuple[list[int | None], list[str]]:
    """FIDE numbers, and what stands in their place as a text."""
    if str not in set(map(type, numbers)):
        return list(numbers), [""] * len(numbers)  # type: ignore[arg-type]
    return [None if isinstance(one, str) else one for one in numbers], [
        one if isinstance(one, str) else "" for one in numbers
    ]


def whole(field: Field, texts: Sequence[str]) -> list[int] | None:
    """The texts as whole numbers, blank as 0, when all of them are; the quick way through a sound column."""
    joined = as_bytes("".join(texts))
    if field.width <= 4:
        return numbers([joined[at :: field.width] for at in range(field.width)])
    if joined.translate(None, b"0123456789 "):
        return None
    blank = " " * field.width
    try:
        return list(map(int, [text if text != blank else "0" for text in texts]))
    except ValueError:  # a blank between two digits
        return None


def _sound_days(texts: set[str]) -> dict[str, Any]:
    """The texts as dates, when all of them (but the blank) are full dates of the standard; the quick way for many."""
    days = [text for text in texts if text.strip()]
    joined = as_bytes("".join(days))
    if not days or joined[4::10] + joined[7::10] != b"/" * (2 * len(days)):
        return {}
    columns = [joined[at::10] for at in range(10)]
    read = [numbers(columns[:4]), numbers(columns[5:7]), numbers(columns[8:])]
    if b" " in joined or None in read:
        return {}
    years, months, last = (part or [] for part in read)
    if min(years) < 1 or min(months) < 1 or max(months) > 12 or min(last) < 1 or max(last) > 31:
        return {}
    return dict(zip(days, dates(years, months, last), strict=True))
