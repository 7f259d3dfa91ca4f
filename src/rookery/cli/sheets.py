"""Lists people make in a spreadsheet: CSV with a header, read with the line of every mistake."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from rookery.cli.exits import Refusal
from rookery.cli.files import content, name_of
from rookery.cli.problems import brief
from rookery.csv_lines import csv_lines, encoding_of
from rookery.errors import FormatError


class SheetRow(NamedTuple):
    """One line of the list: where it stands, and its cells by the name of their column."""

    line: int
    cells: dict[str, str]


class Sheet(NamedTuple):
    """A list, the columns in it that mean nothing to us, all titles as written, and the lines with too many cells."""

    rows: tuple[SheetRow, ...]
    unused: tuple[str, ...]
    titles: tuple[str, ...] = ()
    wide: tuple[int, ...] = ()


def read(
    path: str, columns: Mapping[str, Sequence[str]], needed: Sequence[str], plain: Callable[[str], bool] | None = None
) -> Sheet:
    """The rows of a CSV file. `columns` holds, for each column we know, the spellings of its title.

    When the first line is `plain`, there is no header: every row is one text, under the name "".
    """
    lines = _text(content(path)).splitlines()
    if lines and plain is not None and plain(lines[0].strip()):
        return Sheet(tuple(SheetRow(number, {"": line}) for number, line in enumerate(lines, 1) if line.strip()), ())
    if not lines or not any(lines):
        raise Refusal(f"{name_of(path)}: the list is empty; its first line must name the columns: {', '.join(columns)}")
    known = {_title(spelling): name for name, spellings in columns.items() for spelling in (name, *spellings)}
    delimiter = max(",;\t|", key=lines[0].count)
    try:
        table = list(csv_lines(lines, delimiter))
    except FormatError as error:
        raise Refusal(f"{name_of(path)}: {brief(error.problems)}") from None
    titles = [known.get(_title(cell), "") for cell in table[0][1]]
    missing = [name for name in needed if name not in titles]
    if missing:
        raise Refusal(
            f"{name_of(path)}: line 1 must name the columns, and there is none for {' or '.join(missing)};"
            f" read: {', '.join(filter(None, table[0][1])) or 'nothing'}; known: {', '.join(columns)}"
        )
    unused = tuple(cell for cell, name in zip(table[0][1], titles, strict=True) if cell.strip() and not name)
    rows = [(line, row) for line, row in table[1:] if any(map(str.strip, row))]
    wide = tuple(line for line, row in rows if any(map(str.strip, row[len(titles) :])))
    return Sheet(tuple(SheetRow(line, _cells(titles, row)) for line, row in rows), unused, tuple(table[0][1]), wide)


def _text(data: bytes) -> str:
    try:
        return data.decode(encoding_of(data))
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _title(cell: str) -> str:
    return "".join(letter for letter in cell.casefold() if letter.isalnum())


def _cells(titles: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    return {title: " ".join(cell.split()) for title, cell in zip(titles, row, strict=False) if title}
