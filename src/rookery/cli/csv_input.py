"""Read lists made in a spreadsheet (CSV or XLSX) for a command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO
from typing import NamedTuple

from rookery.cli.exit_codes import Refusal
from rookery.cli.files import display_name, read_content
from rookery.errors import FormatError
from rookery.spreadsheets import sheet as tables
from rookery.spreadsheets.read import detect_heading, read_without_heading
from rookery.spreadsheets.text import decode
from rookery.spreadsheets.workbook import is_workbook


class SheetRow(NamedTuple):
    """One line of the list: its line number, and its cells by column name."""

    line: int
    cells: dict[str, str]


class Sheet(NamedTuple):
    """A list, with its unknown columns and the lines with too many cells."""

    rows: tuple[SheetRow, ...]
    unused: tuple[str, ...]
    wide: tuple[int, ...] = ()


def read_sheet(
    path: str,
    columns: Mapping[str, Sequence[str]],
    needed: Sequence[str],
    is_plain: Callable[[str], bool] | None = None,
) -> Sheet:
    """Read the rows of a list. `columns` maps each known column to the spellings of its title.

    When the first line is `plain`, there is no header: every row is one text, under the name "".
    """
    data = read_content(path)
    if is_plain is not None and not is_workbook(data):
        lines = StringIO(_decode_text(path, data), newline="").readlines()
        if lines and is_plain(lines[0].strip()):
            rows = [SheetRow(number, {"": line.strip()}) for number, line in enumerate(lines, 1) if line.strip()]
            return Sheet(tuple(rows), ())
    table = _parse_table(path, data)
    if not table.table:
        raise Refusal(
            f"{display_name(path)}: the list is empty; its first line must name the columns: {', '.join(columns)}"
        )
    names_by_title = {
        _normalize_title(spelling): name for name, spellings in columns.items() for spelling in (name, *spellings)
    }
    header, rest = table.table[0], table.with_header(0)
    titles = [names_by_title.get(_normalize_title(cell), "") for cell in header]
    _check_header(path, header, titles, columns, needed)
    unused = tuple(cell for cell, name in zip(header, titles, strict=True) if cell and not name)
    cells = (SheetRow(line, _cells(titles, row)) for line, row in zip(rest.row_lines, rest.rows, strict=True))
    return Sheet(tuple(cells), unused, rest.overlong_lines)


def _check_header(
    path: str, header: Sequence[str], titles: Sequence[str], columns: Iterable[str], needed: Sequence[str]
) -> None:
    """Raise Refusal if a needed column is missing, or two columns have the same meaning."""
    missing = [name for name in needed if name not in titles]
    if missing:
        raise Refusal(
            f"{display_name(path)}: line 1 must name the columns, and there is none for {' or '.join(missing)};"
            f" read: {', '.join(filter(None, header)) or 'nothing'}; known: {', '.join(columns)}"
        )
    duplicates = [cell for cell, name in zip(header, titles, strict=True) if name and titles.count(name) > 1]
    if duplicates:
        raise Refusal(f"{display_name(path)}: line 1 has two columns of one meaning: {' and '.join(duplicates)}")


def require_no_extra_cells(path: str, sheet: Sheet) -> None:
    """Raise Refusal if a line has more cells than there are columns: they may have slipped."""
    for line in sheet.wide:
        raise Refusal(f"{display_name(path)}: line {line} has more cells than there are columns")


def read_text(path: str) -> str:
    """Return the text of a list in UTF-8, UTF-16 or the Windows code page."""
    return _decode_text(path, read_content(path))


def read_entry_table(path: str) -> tables.Sheet:
    """Return the table in an XLSX or CSV file, with its header row."""
    return detect_heading(_parse_table(path, read_content(path)))


def _decode_text(path: str, data: bytes) -> str:
    try:
        return decode(data)[0]
    except FormatError as error:
        raise _build_refusal(path, error) from None


def _parse_table(path: str, data: bytes) -> tables.Sheet:
    try:
        return read_without_heading(data)
    except FormatError as error:
        raise _build_refusal(path, error) from None


def _build_refusal(path: str, error: FormatError) -> Refusal:
    problem = error.problems[0]
    return Refusal(": ".join((display_name(path), *[problem.place] * bool(problem.line), problem.text)))


def _normalize_title(cell: str) -> str:
    return "".join(letter for letter in cell.casefold() if letter.isalnum())


def _cells(titles: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    return {title: " ".join(cell.split()) for title, cell in zip(titles, row, strict=False) if title}
