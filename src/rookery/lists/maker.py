"""Players of a list out of the texts of its fields, and the refusal of what is malformed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rookery.errors import FormatError, Problem, Severity
from rookery.lists.entry import ListEntry, title_of

Row = tuple[int, ListEntry]
"""A line number and the player on it."""
HIGHEST = 4000
PIECE = 1 << 18
"""So much of a file is read at a time."""
LONGEST_ENTRY = 1 << 20
"""No entry of a list is longer than this."""
_MOST_DIGITS = 18


def refuse(line: int, text: str, read: str = "", columns: tuple[int, int] = (0, 0), field: str = "") -> FormatError:
    """The error for a malformed list."""
    return FormatError([Problem(Severity.ERROR, "list", line, columns, field, text, read)])


class Maker:
    """Makes entries out of the texts of these fields, in this order; ValueError says what is wrong with one."""

    def __init__(self, fields: Sequence[str]) -> None:
        at = {name: place for place, name in enumerate(fields)}
        self.texts = tuple(at.get(name, -1) for name in ("national_id", "name", "federation", "sex"))
        self.titles = at.get("title", -1), at.get("wtitle", -1)
        self.identity, self.born, self.flag = (at.get(name, -1) for name in ("fide_id", "born", "flag"))
        first = ListEntry._fields.index("standard")
        self.ratings = tuple(at.get(name, -1) for name in ListEntry._fields[first : first + 9])

    def __call__(self, found: list[str]) -> ListEntry:
        found.append("")  # what is not in the list is found at -1
        identity = _number(found[self.identity], "identity number")
        national, name, federation, sex = (found[at] for at in self.texts)
        title = found[self.titles[0]] or found[self.titles[1]]
        born, flag = found[self.born][:4], found[self.flag]
        if not name:
            raise ValueError("there is no name")
        if not identity and not national:
            raise ValueError("there is no identity number")
        ratings = [_number(found[at], "rating, number of games or K") for at in self.ratings]
        if max(ratings) > HIGHEST:
            raise ValueError(f"no rating is as high as {max(ratings)}")
        year = _number(born, "year of birth")
        texts = national, name, federation, sex, title_of(title) if title else ""
        return ListEntry._make((identity, *texts, *ratings, year, int("i" in flag)))


def _number(text: str, name: str) -> int:
    """A number of the list; empty is 0."""
    if not text:
        return 0
    if text.isdigit() and text.isascii():
        if len(text) > _MOST_DIGITS:
            raise ValueError(f"the {name} has {len(text)} digits")
        return int(text)
    raise ValueError(f"the {name} is not a number")


Skipped = Callable[[FormatError], None]
"""Who hears of a row that is malformed and left out; without one, the whole list is refused."""


def left_out(error: FormatError, skipped: Skipped | None) -> None:
    """Tell of a row that is left out, or refuse the list."""
    if skipped is None:
        raise error
    skipped(error)


def made(make: Maker, texts: list[str], line: int, skipped: Skipped | None = None) -> ListEntry | None:
    """The player of a row; None for one that is left out."""
    try:
        return make(texts)
    except ValueError as wrong:
        left_out(refuse(line, str(wrong)), skipped)
        return None
