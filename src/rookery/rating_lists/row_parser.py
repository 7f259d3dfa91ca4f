"""Parsing of the fields of a list into players, with errors for malformed rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from rookery.errors import FormatError, Problem, Severity
from rookery.messages import msg
from rookery.rating.fide import KINDS
from rookery.rating_lists.entry import ListEntry, title_of

Row = tuple[int, ListEntry]
"""A line number and the player on it."""
Cells = tuple[Any, ...]
"""The values of a player in the order of ListEntry."""
HIGHEST = 4000
PIECE = 1 << 18
"""So much of a file is read at a time."""
LONGEST_ENTRY = 1 << 20
"""No entry of a list is longer than this."""
_MOST_DIGITS = 18
_BATCH = 2_000
_FIRST = ListEntry._fields.index("standard")
_IDENTITY, _BORN = msg("identity number"), msg("year of birth")
_RATING = msg("rating, number of games or K")


class Block(NamedTuple):
    """Some consecutive players of a list with their line numbers."""

    lines: Sequence[int]
    players: list[Cells]


class ListSource(NamedTuple):
    """The content of a file: the kinds of ratings, and the players in blocks."""

    kinds: tuple[str, ...]
    blocks: Iterator[Block]


TWICE = msg("this player was on the list before")


def list_error(line: int, text: str, read: str = "", columns: tuple[int, int] = (0, 0), field: str = "") -> FormatError:
    """Return the error for a malformed list."""
    return FormatError([Problem(Severity.ERROR, "list", line, columns, field, text, read)])


class RowParser:
    """Parser of entries from the texts of these fields; raises ValueError for a malformed entry."""

    def __init__(self, fields: Sequence[str]) -> None:
        positions = {name: place for place, name in enumerate(fields)}
        self.texts = tuple(positions.get(name, -1) for name in ("national_id", "name", "federation", "sex"))
        self.titles = positions.get("title", -1), positions.get("wtitle", -1)
        self.identity, self.born, self.flag = (positions.get(name, -1) for name in ("fide_id", "born", "flag"))
        self.ratings = tuple(positions.get(name, -1) for name in ListEntry._fields[_FIRST : _FIRST + 9])

    def __call__(self, cells: list[str]) -> ListEntry:
        cells.append("")  # what is not in the list is found at -1
        identity = _number(cells[self.identity], _IDENTITY)
        national, name, federation, sex = (cells[position] for position in self.texts)
        title = cells[self.titles[0]] or cells[self.titles[1]]
        born, flag = cells[self.born][:4], cells[self.flag]
        if not name:
            raise ValueError(msg("there is no name"))
        if not identity and not national:
            raise ValueError(msg("there is no identity number"))
        ratings = [_number(cells[position], _RATING) for position in self.ratings]
        if max(ratings) > HIGHEST:
            raise ValueError(msg("no rating is as high as %(rating)s", rating=max(ratings)))
        year = _number(born, _BORN)
        texts = national, name, federation, sex, title_of(title) if title else ""
        return ListEntry._make((identity, *texts, *ratings, year, int("i" in flag)))


def _number(text: str, name: str) -> int:
    """Parse a number; an empty text is 0."""
    if not text:
        return 0
    if text.isdigit() and text.isascii():
        if len(text) > _MOST_DIGITS:
            raise ValueError(msg("the %(name)s has %(digits)s digits", name=name, digits=len(text)))
        return int(text)
    raise ValueError(msg("the %(name)s is not a number", name=name))


Skipped = Callable[[FormatError], None]
"""A function that is called for each malformed row, which is skipped; without one, the list is refused."""


def skip_or_raise(error: FormatError, skipped: Skipped | None) -> None:
    """Report a row that is omitted, or raise the error without a callback."""
    if skipped is None:
        raise error
    skipped(error)


def parse_row(make: RowParser, texts: list[str], line: int, skipped: Skipped | None = None) -> ListEntry | None:
    """Return the player of a row; None if the row is omitted."""
    try:
        return make(texts)
    except ValueError as error:
        skip_or_raise(list_error(line, error.args[0]), skipped)
        return None


def rated_kinds(fields: Iterable[str]) -> tuple[str, ...]:
    """Return the kinds that have ratings among these fields."""
    names = set(fields)
    return tuple(kind for kind in KINDS if kind in names)


def batch_rows(rows: Iterable[Row]) -> Iterator[Block]:
    """Yield single players in blocks."""
    source = iter(rows)
    while batch := list(islice(source, _BATCH)):
        yield Block([line for line, _ in batch], [tuple(entry) for _, entry in batch])


# -- many at once ------------------------------------------------------------------------------------------------------


class _CellCache(dict[Any, Any]):
    """The values of cells, computed once for each distinct cell."""

    def __init__(self, meaning: Callable[[str], Any]) -> None:
        self.meaning = meaning

    def __missing__(self, cell: Any) -> Any:
        self[cell] = value = self.meaning(_text(cell))
        return value


def _text(cell: str | bytes) -> str:
    return (cell if isinstance(cell, str) else cell.decode("ascii")).strip()


def _rating(text: str) -> int:
    number = _number(text, "rating")
    if number > HIGHEST:
        raise ValueError
    return number


_MEANINGS: Mapping[str, Callable[[str], Any]] = {
    "federation": str, "sex": str, "title": title_of, "wtitle": title_of,
    "born": lambda text: _number(text[:4], _BORN), "flag": lambda text: int("i" in text),
}  # fmt: skip


class QuickRowParser:
    """Column-wise parser equivalent to Maker for FIDE's fields; None if any row is unusual."""

    def __init__(self, fields: Sequence[str]) -> None:
        self.at = {name: place for place, name in enumerate(fields)}
        self.known = {name: _CellCache(_MEANINGS.get(name, _rating)) for name in fields}

    def __call__(self, table: Sequence[Sequence[str | bytes]]) -> list[Cells] | None:
        """Return the players of some rows of cells, with or without surrounding blanks."""
        self.columns, self.number = list(zip(*table, strict=True)), len(table)
        numbers, names = (self._texts(field) for field in ("fide_id", "name"))
        all_digits = "".join(numbers)
        if not (all(numbers) and all(names) and all_digits.isdigit() and all_digits.isascii()):
            return None
        if max(map(len, numbers)) > _MOST_DIGITS or 0 in (whole := list(map(int, numbers))):
            return None
        try:
            titles = [
                title or women_title
                for title, women_title in zip(
                    self._parsed_column("title", ""), self._parsed_column("wtitle", ""), strict=True
                )
            ]
            ratings = (self._parsed_column(name, 0) for name in ListEntry._fields[_FIRST : _FIRST + 9])
            persons = (whole, [""] * self.number, names, self._parsed_column("federation", ""))
            rest = (
                self._parsed_column("sex", ""),
                titles,
                *ratings,
                self._parsed_column("born", 0),
                self._parsed_column("flag", 0),
            )
            return list(zip(*persons, *rest, strict=True))
        except ValueError:
            return None

    def _texts(self, field: str) -> list[str]:
        """Return the stripped cells of a field."""
        cells = self.columns[self.at[field]]
        return list(map(str.strip, cells if isinstance(cells[0], str) else map(bytes.decode, cells)))

    def _parsed_column(self, field: str, none: Any) -> Sequence[Any]:
        """Return the parsed values of a field."""
        if field not in self.at:
            return [none] * self.number
        return list(map(self.known[field].__getitem__, self.columns[self.at[field]]))
