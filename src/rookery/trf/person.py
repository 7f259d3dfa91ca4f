"""Parsers of the fields that describe a person, text by text and for whole columns at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from rookery.errors import Severity
from rookery.messages import msg
from rookery.model import PartialDate
from rookery.model._construct import construct_many
from rookery.model.players import TITLES, Verbatim, days_in, is_federation
from rookery.trf.cells import Grid, encode_ascii, parse_digit_columns
from rookery.trf.diagnostics import INFO, WARNING, Location, ProblemCollector
from rookery.trf.fields import PLAYER_ROW, Field, parse_date, parse_number, parse_tenths

_SEXES = {" ": "", "": "", "m": "m", "M": "m", "w": "w", "W": "w", "f": "w", "F": "w", "v": "w", "V": "w"}
_TITLES = {
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
    "gf": "WGM", "mf": "WIM", "ff": "WFM", "cf": "WCM", "": "",
}  # fmt: skip
_TITLES |= {title.lower(): title for title in TITLES}


_NOT_BORN = msg("not a date of birth")
_TITLE_SPELLING = msg("the title is written GM, IM, WGM, FM, WIM, CM, WFM or WCM")


class Fault(NamedTuple):
    """A problem of a text."""

    severity: Severity
    code: str
    text: str


class ParsedValue(NamedTuple):
    """The value of a text, and its problem."""

    value: Any
    fault: Fault | None = None


def parse_sex(text: str) -> ParsedValue:
    """Parse a sex: m or w; f and the Dutch V mean w."""
    value = _SEXES.get(text)
    if value is None:
        return ParsedValue("", Fault(WARNING, "sex", msg("the sex is m or w")))
    return ParsedValue(value, None if value == text.strip() else Fault(INFO, "sex", msg("the sex is written m or w")))


def parse_title(text: str) -> ParsedValue:
    """Parse a FIDE title, or the one or two letters of TRF06."""
    plain = text.strip()
    title = _TITLES.get(plain.lower())
    if title is None:
        return ParsedValue("", Fault(WARNING, "title", msg("not a title of FIDE")))
    return ParsedValue(
        title,
        None if title == plain else Fault(INFO, "title", _TITLE_SPELLING),
    )


def parse_rating(text: str) -> ParsedValue:
    """Parse a rating; blank and zero mean unrated."""
    rating = parse_number(text)
    if rating < 0 and text.strip():
        return ParsedValue(None, Fault(WARNING, "rating", msg("not a rating")))
    return ParsedValue(rating if rating > 0 else None)


def parse_rank(text: str) -> ParsedValue:
    """Parse a place in the standings."""
    rank = parse_number(text)
    if rank < 0 and text.strip():
        return ParsedValue(None, Fault(WARNING, "rank", msg("not a rank")))
    return ParsedValue(rank if rank > 0 else None)


def parse_points(text: str) -> ParsedValue:
    """Parse declared points."""
    points = parse_tenths(text)
    if (points is None and text.strip()) or (points or 0) < 0:
        return ParsedValue(None, Fault(WARNING, "points", msg("not a number of points")))
    return ParsedValue(points)


def parse_birth(text: str) -> ParsedValue:
    """Parse a date of birth, or a year."""
    return parse_date_value(text, _NOT_BORN)


def parse_date_value(text: str, no_date_text: str) -> ParsedValue:
    """Parse a date and describe its fault in words."""
    parsed = parse_date(text)
    if parsed.fault == "no date":
        return ParsedValue(None, Fault(WARNING, "date", no_date_text))
    if parsed.fault == "no day":
        return ParsedValue(parsed.date, Fault(WARNING, "date", msg("the month has no such day")))
    if parsed.fault == "guess":
        return ParsedValue(parsed.date, Fault(WARNING, "date", msg("day and month are exchanged")))
    return ParsedValue(parsed.date, Fault(INFO, "date", msg("a date is written YYYY/MM/DD")) if parsed.fault else None)


def parse_federation(text: str) -> ParsedValue:
    """Parse the letters of a federation; any other form is kept verbatim."""
    plain = text.strip()
    if is_federation(plain):
        return ParsedValue(plain)
    return ParsedValue(Verbatim(plain), Fault(INFO, "federation", msg("a federation is three capital letters")))


def parse_fide_id(text: str) -> ParsedValue:
    """Parse a FIDE number; another federation's number stays a text."""
    plain = text.strip()
    number = parse_number(text)
    if number > 0:
        return ParsedValue(number)
    if number == 0 or not plain.strip("- "):
        return ParsedValue(None)
    return ParsedValue(plain, Fault(WARNING, "fide-id", msg("not a FIDE number, kept as a national one")))


FIELD_PARSERS: dict[str, Callable[[str], ParsedValue]] = {
    "sex": parse_sex, "title": parse_title, "rating": parse_rating, "number": parse_fide_id,
    "birth": parse_birth, "points": parse_points, "rank": parse_rank, "federation": parse_federation,
}  # fmt: skip


def parse_numeric_columns(grid: Grid) -> dict[str, Sequence[Any]]:
    """Parse the fields that are numbers in every row, for all rows at once; others are missing in the result."""
    columns: dict[str, Sequence[Any]] = {}
    for name in ("rating", "rank"):
        values = parse_digit_columns(_digit_columns(grid, name))
        if values is not None:
            columns[name] = _zeros_as_none(values)
    *whole, point, tenth = _digit_columns(grid, "points")
    if point == grid.blank.replace(b" ", b".") and (values := parse_digit_columns([*whole, tenth])) is not None:
        columns["points"] = values
    return columns


def _digit_columns(grid: Grid, name: str) -> list[bytes]:
    return [grid.column(index) for index in range(PLAYER_ROW[name].first - 1, PLAYER_ROW[name].last)]


def _zeros_as_none(numbers: list[int]) -> Sequence[int | None]:
    return numbers if all(numbers) else [number or None for number in numbers]


class _ParseCache(dict[str, Any]):
    """Cache of parsed texts; `faults` has the invalid ones."""

    def __init__(self, read: Callable[[str], ParsedValue]) -> None:
        super().__init__()
        self.read, self.faults = read, dict[str, Fault]()

    def __missing__(self, text: str) -> Any:
        self[text], fault = self.read(text)
        if fault is not None:
            self.faults[text] = fault
        return self[text]


def parse_column(field: Field, texts: Sequence[str], lines: Sequence[int], problems: ProblemCollector) -> Sequence[Any]:
    """Parse a field of many lines, each different text once, and report faults."""
    if field.name == "name":
        return list(map(str.strip, texts))
    if field.name in _FAST_PARSERS and (parsed := _FAST_PARSERS[field.name](texts)) is not None:
        return parsed
    cache = _ParseCache(FIELD_PARSERS[field.name])
    parsed_values = list(map(cache.__getitem__, texts))
    if cache.faults:
        for line, text, used in zip(lines, texts, parsed_values, strict=True):
            if text in cache.faults:
                fault = cache.faults[text]
                report = problems.report_repeated if fault.severity is INFO else problems.report
                shown = "nothing" if used is None or used == "" else str(used)
                location = Location(line, (field.first, field.last), field.name)
                report(fault.severity, fault.code, location, fault.text, text, shown)
    return parsed_values


def split_fide_ids(numbers: Sequence[int | str | None]) -> tuple[Sequence[int | None], list[str]]:
    """Return FIDE numbers, and the texts that stand in their place."""
    if str not in set(map(type, numbers)):
        return numbers, [""] * len(numbers)  # type: ignore[return-value]
    return [None if isinstance(number, str) else number for number in numbers], [
        number if isinstance(number, str) else "" for number in numbers
    ]


def _parse_fide_ids(texts: Sequence[str]) -> Sequence[int | None] | None:
    """Parse the texts as whole numbers, blank as None; None when any text is not a number."""
    if encode_ascii("".join(texts)).translate(None, b"0123456789 "):
        return None
    blank = " " * PLAYER_ROW["number"].width
    try:
        return _zeros_as_none(
            list(map(int, texts if blank not in texts else [text.replace(blank, "0") for text in texts]))
        )
    except ValueError:  # a blank between two digits
        return None


def _parse_full_dates(texts: Sequence[str]) -> Sequence[PartialDate | None] | None:
    """Parse the texts as dates; None when any text but the blank is not a full date of the standard."""
    blank = " " * PLAYER_ROW["birth"].width
    days = texts if blank not in texts else [text for text in texts if text != blank]
    digits_text = encode_ascii("".join(days))
    if not days or b" " in digits_text or digits_text[4::10] + digits_text[7::10] != b"/" * (2 * len(days)):
        return None
    columns = [digits_text[index::10] for index in range(10)]
    years = parse_digit_columns(columns[:4])
    months = parse_digit_columns(columns[5:7])
    last = parse_digit_columns(columns[8:])
    if years is None or months is None or last is None:
        return None
    if not all(years) or not set(months) <= _MONTHS or not set(last) <= _DAYS:
        return None
    end_of_month = [whole for whole in zip(years, months, last, strict=True) if whole[2] > 28]
    if any(day > days_in(year, month) for year, month, day in end_of_month):
        return None
    dates = construct_many(PartialDate, year=years, month=months, day=last)
    if len(days) == len(texts):
        return dates
    remaining = iter(dates)
    return [next(remaining) if text != blank else None for text in texts]


def _exact_parser(name: str, values: Iterable[str]) -> Callable[[Sequence[str]], Sequence[str] | None]:
    """Return a parser for a column in which every text is one of a few in the standard's spelling."""
    width = PLAYER_ROW[name].width
    value_of = {value.rjust(width): value for value in values}

    def read(texts: Sequence[str]) -> Sequence[str] | None:
        return list(map(value_of.__getitem__, texts)) if value_of.keys() >= set(texts) else None

    return read


_MONTHS, _DAYS = set(range(1, 13)), set(range(1, 32))
_FAST_PARSERS: dict[str, Callable[[Sequence[str]], Sequence[Any] | None]] = {
    "sex": _exact_parser("sex", ("", "m", "w")), "title": _exact_parser("title", TITLES), "number": _parse_fide_ids,
    "birth": _parse_full_dates,
}  # fmt: skip
