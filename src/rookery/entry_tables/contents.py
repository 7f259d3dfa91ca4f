"""What cells look like by themselves: with no title above them, they must say what they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rookery.entry_tables import cells
from rookery.model.limits import whole
from rookery.order import TITLES

ENOUGH = 0.8
"""The part of the cells of a column that must look alike; mistakes happen."""

_YEARS = range(1900, 2036)
_RATINGS = range(1000, 2901)


def _is_name(text: str) -> bool:
    return len(text) > 1 and any(map(str.isalpha, text)) and not any(map(str.isdigit, text)) and "@" not in text


def _within(text: str, numbers: range) -> bool:
    found = whole(text)
    return found is not None and found in numbers


LOOKS: dict[str, Callable[[str], bool]] = {
    "title": lambda text: text in TITLES,
    "sex": lambda text: text.lower() in ("m", "w", "f"),
    "federation": lambda text: re.fullmatch("[A-Z]{3}", text) is not None,
    "fide_id": lambda text: text.isascii() and text.isdigit() and 6 <= len(text) <= 9,
    "birth": lambda text: _within(text, _YEARS) if len(text) == 4 else len(text) > 7 and cells.date(text) is not None,
    "rating": lambda text: cells.rating(text) == 0 or _within(text, _RATINGS),
    "name": _is_name,
}
"""How the cells of a column look that hold a field, those that are told most easily first."""

READS: dict[str, Callable[[str], object]] = {
    "rating": cells.rating,
    "title": cells.title,
    "federation": cells.federation,
    "fide_id": cells.fide_id,
    "birth": cells.date,
    "board": cells.board,
    "bye": cells.byes,
    "name": lambda text: text if any(map(str.isalpha, text)) else None,
}
"""What a cell of a field must be read by; other fields take any text."""


def looking(field: str, column: Sequence[str]) -> tuple[int, int]:
    """How many cells of a column look like this field, of how many that say something."""
    filled = [cell for cell in column if cell]
    return sum(map(LOOKS[field], filled)), len(filled)


def reading(field: str, column: Sequence[str]) -> tuple[int, int]:
    """How many cells of a column can be read as this field, of how many that say something."""
    filled = [cell for cell in column if cell]
    if field == "sex":
        known = cells.sexes(column)
        return sum(cell in known for cell in filled), len(filled)
    read = READS.get(field)
    return len(filled) if read is None else sum(read(cell) is not None for cell in filled), len(filled)


def same_kind(first: str, rest: Sequence[str]) -> bool:
    """Whether a cell looks like those below it, in a way that titles of columns do not."""
    for field in ("title", "sex", "federation", "fide_id", "birth", "rating"):
        alike, of = looking(field, rest)
        if LOOKS[field](first) and alike >= ENOUGH * of:
            return True
    return "," in first and sum("," in cell for cell in rest) >= ENOUGH * len(rest)


def is_count(column: Sequence[str]) -> bool:
    """Whether these are running numbers."""
    numbers = [whole(cell.rstrip(".")) for cell in column if cell]
    return len(numbers) > 1 and numbers == list(range(1, len(numbers) + 1))


def looks_like(column: Sequence[str]) -> list[str]:
    """Every field that a column looks like, the likeliest first.

    Years of birth look like ratings too; a column in which all are years is one of years.
    """
    if not any(column) or is_count(column):
        return []
    shares = {field: looking(field, column) for field in LOOKS}
    found = [field for field, (alike, of) in shares.items() if alike >= ENOUGH * of]
    if "birth" in found and "rating" in found and shares["birth"][0] < shares["birth"][1]:
        found.remove("birth")
    return found
