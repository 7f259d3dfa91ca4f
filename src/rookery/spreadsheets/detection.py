"""Detection of the field of a column from its cells alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rookery.history.pairing_numbers import TITLES
from rookery.model.limits import whole
from rookery.spreadsheets import cells
from rookery.spreadsheets.federations import find_federation

MIN_SHARE = 0.8
"""The part of the cells of a column that must look alike; mistakes happen."""

_YEARS = range(1900, 2036)
_RATINGS = range(1000, 2901)


def _is_name(text: str) -> bool:
    return len(text) > 1 and any(map(str.isalpha, text)) and not any(map(str.isdigit, text)) and "@" not in text


def _is_number_in(text: str, numbers: range) -> bool:
    number = whole(text)
    return number is not None and number in numbers


LOOK_TESTS: dict[str, Callable[[str], bool]] = {
    "title": lambda text: text in TITLES,
    "sex": lambda text: text.lower() in ("m", "w", "f"),
    "federation": lambda text: (
        re.fullmatch("[A-Z]{3}", text) is not None or (len(text) > 3 and find_federation(text) is not None)
    ),
    "fide_id": lambda text: text.isascii() and text.isdigit() and 6 <= len(text) <= 9,
    "birth": lambda text: (
        _is_number_in(text, _YEARS) if len(text) == 4 else len(text) > 7 and cells.parse_date(text) is not None
    ),
    "rating": lambda text: cells.parse_rating(text) == 0 or _is_number_in(text, _RATINGS),
    "name": _is_name,
}
"""Tests whether a cell looks like a field; the most distinctive fields come first."""

CELL_PARSERS: dict[str, Callable[[str], object]] = {
    "rating": cells.parse_rating,
    "title": cells.parse_title,
    "federation": cells.parse_federation,
    "fide_id": cells.parse_fide_id,
    "birth": cells.parse_date,
    "board": cells.parse_board,
    "bye": cells.parse_byes,
    "name": lambda text: text if any(map(str.isalpha, text)) else None,
}
"""The parsers that the cells of a field must pass; other fields accept any text."""


def count_look_alikes(field: str, column: Sequence[str]) -> tuple[int, int]:
    """Return how many cells of a column look like this field, and how many are not empty."""
    nonempty = [cell for cell in column if cell]
    return sum(map(LOOK_TESTS[field], nonempty)), len(nonempty)


def count_readable(field: str, column: Sequence[str]) -> tuple[int, int]:
    """Return how many cells of a column can be parsed as this field, and how many are not empty."""
    nonempty = [cell for cell in column if cell]
    if field == "sex":
        meanings = cells.map_sexes(column)
        return sum(cell in meanings for cell in nonempty), len(nonempty)
    read = CELL_PARSERS.get(field)
    return len(nonempty) if read is None else sum(read(cell) is not None for cell in nonempty), len(nonempty)


def is_same_kind(first: str, rest: Sequence[str]) -> bool:
    """Return whether a cell looks like those below it, in a way that column titles do not."""
    for field in ("title", "sex", "federation", "fide_id", "birth", "rating"):
        matching, total = count_look_alikes(field, rest)
        if LOOK_TESTS[field](first) and matching >= MIN_SHARE * total:
            return True
    return "," in first and sum("," in cell for cell in rest) >= MIN_SHARE * len(rest)


def is_running_numbers(column: Sequence[str]) -> bool:
    """Return whether the cells are running numbers."""
    numbers = [whole(cell.rstrip(".")) for cell in column if cell]
    return len(numbers) > 1 and numbers == list(range(1, len(numbers) + 1))


def likely_fields(column: Sequence[str]) -> list[str]:
    """Return every field that a column looks like, the likeliest first.

    Years of birth look like ratings too; a column in which all are years is one of years.
    """
    if not any(column) or is_running_numbers(column):
        return []
    shares = {field: count_look_alikes(field, column) for field in LOOK_TESTS}
    fields = [field for field, (matching, total) in shares.items() if matching >= MIN_SHARE * total]
    if "birth" in fields and "rating" in fields and shares["birth"][0] < shares["birth"][1]:
        fields.remove("birth")
    return fields
