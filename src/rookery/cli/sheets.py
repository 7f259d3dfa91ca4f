"""Lists people make in a spreadsheet: CSV with a header, read with the line of every mistake."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import StringIO

from rookery.cli.exits import Refusal
from rookery.cli.files import content, name_of
from rookery.cli.problems import brief
from rookery.csv_lines import UNICODE_TEXT, csv_lines, delimiter_of, encoding_of
from rookery.errors import FormatError
from rookery.values import NamedTuple


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
    lines = StringIO(text_of(path), newline="").readlines()  # no other line end than CR and LF is one
    if lines and plain is not None and plain(lines[0].strip()):
        rows = [SheetRow(number, {"": line.strip()}) for number, line in enumerate(lines, 1) if line.strip()]
        return Sheet(tuple(rows), ())
    if not any(map(str.strip, lines)):
        raise Refusal(f"{name_of(path)}: the list is empty; its first line must name the columns: {', '.join(columns)}")
    known = {_title(spelling): name for name, spellings in columns.items() for spelling in (name, *spellings)}
    try:
        table = list(csv_lines(lines, delimiter_of(next(filter(str.strip, lines)))))
    except FormatError as error:
        raise Refusal(f"{name_of(path)}: {brief(error.problems)}") from None
    titles = [known.get(_title(cell), "") for cell in table[0][1]]
    missing = [name for name in needed if name not in titles]
    if missing:
        raise Refusal(
            f"{name_of(path)}: line 1 must name the columns, and there is none for {' or '.join(missing)};"
            f" read: {', '.join(filter(None, table[0][1])) or 'nothing'}; known: {', '.join(columns)}"
        )
    twice = [cell for cell, name in zip(table[0][1], titles, strict=True) if name and titles.count(name) > 1]
    if twice:
        raise Refusal(f"{name_of(path)}: line 1 has two columns of one meaning: {' and '.join(twice)}")
    unused = tuple(cell for cell, name in zip(table[0][1], titles, strict=True) if cell.strip() and not name)
    filled = [(line, row) for line, row in table[1:] if any(map(str.strip, row))]
    wide = tuple(line for line, row in filled if any(map(str.strip, row[len(titles) :])))
    return Sheet(tuple(SheetRow(line, _cells(titles, row)) for line, row in filled), unused, tuple(table[0][1]), wide)


def must_fit(path: str, sheet: Sheet) -> None:
    """Refuse a line with more cells than there are columns: they may have slipped."""
    for line in sheet.wide:
        raise Refusal(f"{name_of(path)}: line {line} has more cells than there are columns")


def text_of(path: str) -> str:
    """The text of a list in UTF-8, in UTF-16 with its mark, or in the code page of Windows."""
    data = content(path)
    encoding = encoding_of(data)
    for name in (encoding, "cp1252") if encoding != UNICODE_TEXT else (encoding,):
        try:
            return data.decode(name)
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
    said = "UTF-16 as it begins" if encoding == UNICODE_TEXT else "UTF-8 nor Windows-1252"
    raise Refusal(f"{name_of(path)}: line {line}: this is not {said}; save the list as CSV in UTF-8")


def _title(cell: str) -> str:
    return "".join(letter for letter in cell.casefold() if letter.isalnum())


def _cells(titles: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    return {title: " ".join(cell.split()) for title, cell in zip(titles, row, strict=False) if title}
