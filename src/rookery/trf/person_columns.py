"""The fields that describe persons, read in all rows at once: a sound column in a few steps, another text by text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rookery.model import Date
from rookery.model.participants import days_in
from rookery.model.unchecked import many
from rookery.trf.grid import Grid, as_bytes, numbers
from rookery.trf.layout import PLAYER_ROW, Field
from rookery.trf.notes import INFO, Notes, Spot
from rookery.trf.person import READINGS, TITLES, Fault, Value
from rookery.typed import Any


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
    return [grid.column(at) for at in range(PLAYER_ROW[name].first - 1, PLAYER_ROW[name].last)]


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
                spot = Spot(line, (field.first, field.last), field.name)
                note(fault.severity, fault.code, spot, fault.text, text, shown)
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
    blank = " " * PLAYER_ROW["number"].width
    try:
        return _not_zero(list(map(int, texts if blank not in texts else [text.replace(blank, "0") for text in texts])))
    except ValueError:  # a blank between two digits
        return None


def _sound_days(texts: Sequence[str]) -> Sequence[Date | None] | None:
    """The texts as dates, when all of them (but the blank) are full dates of the standard; the quick way for many."""
    blank = " " * PLAYER_ROW["birth"].width
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
    late = [whole for whole in zip(years, months, last, strict=True) if whole[2] > 28]
    if any(day > days_in(year, month) for year, month, day in late):
        return None
    found = many(Date, year=years, month=months, day=last)
    if len(days) == len(texts):
        return found
    one_by_one = iter(found)
    return [next(one_by_one) if text != blank else None for text in texts]


def _spelt(name: str, values: Iterable[str]) -> Callable[[Sequence[str]], Sequence[str] | None]:
    """The quick way through a column in which every text is one of a few, spelt as the standard has it."""
    width = PLAYER_ROW[name].width
    meant = {value.rjust(width): value for value in values}

    def read(texts: Sequence[str]) -> Sequence[str] | None:
        return list(map(meant.__getitem__, texts)) if meant.keys() >= set(texts) else None

    return read


_MONTHS, _DAYS = set(range(1, 13)), set(range(1, 32))
_QUICK: dict[str, Callable[[Sequence[str]], Sequence[Any] | None]] = {
    "sex": _spelt("sex", ("", "m", "w")), "title": _spelt("title", TITLES), "number": _sound_members,
    "birth": _sound_days,
}  # fmt: skip
