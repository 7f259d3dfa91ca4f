"""The texts that describe a person, one reading for each field: value, and what was odd about the text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rookery.errors import Severity
from rookery.model import Date
from rookery.model.unchecked import many
from rookery.trf.dates import day
from rookery.trf.fields import PLAYER, Field
from rookery.trf.grid import Grid, as_bytes, numbers
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
    return Value(plain, Fault(WARNING, "fide-id", "not a FIDE number, kept as a national one"))


READINGS: dict[str, Callable[[str], Value]] = {
    "sex": sex, "title": title, "rating": rating, "number": member, "birth": birth, "points": points, "rank": rank,
    "federation": federation,
}  # fmt: skip


def sound(grid: Grid) -> dict[str, Sequence[Any]]:
    """The fields that are numbers in every row, read in all rows at once; a field that is missing here is not sound."""
    found: dict[str, Sequence[Any]] = {}
    for name in ("rating", "rank"):
        plain = numbers(_columns(grid, name))
        if plain is not None:
            found[name] = _not_zero(plain)
    *whole, point, tenth = _columns(grid, "points")
    if point == grid.blank.replace(b" ", b".") and (plain := numbers([*whole, tenth])) is not None:
        found["points"] = plain
    return found


def _columns(grid: Grid, name: str) -> list[bytes]:
    return [grid.column(at) for at in range(PLAYER[name].first - 1, PLAYER[name].last)]


def _not_zero(numbers: list[int]) -> Sequence[int | None]:
    return numbers if all(numbers) else [one or None for one in numbers]


class _Values(dict[str, Any]):
    """What texts mean, each read when it is first asked for; `faults` has those that are odd."""

    def __init__(self, read: Callable[[str], Value]) -> None:
        super().__init__()
        self.read, self.faults = read, dict[str, Fault]()

    def __missing__(self, text: str) -> Any:
        self[text], fault = self.read(text)
        if fault is not None:
            self.faults[text] = fault
        return self[text]


def column(field: Field, texts: Sequence[str], lines: Sequence[int], notes: Notes) -> Sequence[Any]:
    """A field of many lines at once: every different text is read once; what is odd is noted, habits only once."""
    if field.name == "name":
        return list(map(str.strip, texts))
    if field.name in _QUICK and (plain := _QUICK[field.name](texts)) is not None:
        return plain
    values = _Values(READINGS[field.name])
    found = list(map(values.__getitem__, texts))
    if values.faults:
        for line, text, used in zip(lines, texts, found, strict=True):
            if text in values.faults:
                fault = values.faults[text]
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
    return found


def members(numbers: Sequence[int | str | None]) -> tuple[Sequence[int | None], list[str]]:
    """FIDE numbers, and what stands in their place as a text."""
    if str not in set(map(type, numbers)):
        return numbers, [""] * len(numbers)  # type: ignore[return-value]
    return [None if isinstance(one, str) else one for one in numbers], [
        one if isinstance(one, str) else "" for one in numbers
    ]


def _sound_members(texts: Sequence[str]) -> Sequence[int | None] | None:
    """The texts as whole numbers, blank as nothing, when all of them are; the quick way through a sound column."""
    if as_bytes("".join(texts)).translate(None, b"0123456789 "):
        return None
    blank = " " * PLAYER["number"].width
    try:
        return _not_zero(list(map(int, texts if blank not in texts else [text.replace(blank, "0") for text in texts])))
    except ValueError:  # a blank between two digits
        return None


def _sound_days(texts: Sequence[str]) -> Sequence[Date | None] | None:
    """The texts as dates, when all of them (but the blank) are full dates of the standard; the quick way for many."""
    blank = " " * PLAYER["birth"].width
    days = texts if blank not in texts else [text for text in texts if text != blank]
    joined = as_bytes("".join(days))
    if not days or b" " in joined or joined[4::10] + joined[7::10] != b"/" * (2 * len(days)):
        return None
    columns = [joined[at::10] for at in range(10)]
    years, months, last = numbers(columns[:4]), numbers(columns[5:7]), numbers(columns[8:])
    if years is None or months is None or last is None:
        return None
    if not all(years) or not set(months) <= _MONTHS or not set(last) <= _DAYS:
        return None
    found = many(Date, year=years, month=months, day=last)
    if len(days) == len(texts):
        return found
    one_by_one = iter(found)
    return [next(one_by_one) if text != blank else None for text in texts]


_MONTHS, _DAYS = set(range(1, 13)), set(range(1, 32))
_QUICK: dict[str, Callable[[Sequence[str]], Sequence[Any] | None]] = {"number": _sound_members, "birth": _sound_days}
