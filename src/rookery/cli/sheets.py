"""Lists people make in a spreadsheet, as a command takes them: what is wrong is refused with the name of the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO

from rookery.cli.exits import Refusal
from rookery.cli.files import content, name_of
from rookery.entry_tables import sheet as tables
from rookery.entry_tables.table import headed, whole_table
from rookery.entry_tables.text import decoded
from rookery.entry_tables.workbook import is_workbook
from rookery.errors import FormatError
from rookery.values import NamedTuple


class SheetRow(NamedTuple):
    """One line of the list: where it stands, and its cells by the name of their column."""

    line: int
    cells: dict[str, str]


class Sheet(NamedTuple):
    """A list, the columns in it that mean nothing to us, and the lines with too many cells."""

    rows: tuple[SheetRow, ...]
    unused: tuple[str, ...]
    wide: tuple[int, ...] = ()


def read(
    path: str, columns: Mapping[str, Sequence[str]], needed: Sequence[str], plain: Callable[[str], bool] | None = None
) -> Sheet:
    """The rows of a list. `columns` holds, for each column we know, the spellings of its title.

    When the first line is `plain`, there is no header: every row is one text, under the name "".
    """
    data = content(path)
    if plain is not None and not is_workbook(data):
        lines = StringIO(_text(path, data), newline="").readlines()
        if lines and plain(lines[0].strip()):
            rows = [SheetRow(number, {"": line.strip()}) for number, line in enumerate(lines, 1) if line.strip()]
            return Sheet(tuple(rows), ())
    table = _table(path, data)
    if not table.table:
        raise Refusal(f"{name_of(path)}: the list is empty; its first line must name the columns: {', '.join(columns)}")
    known = {_title(spelling): name for name, spellings in columns.items() for spelling in (name, *spellings)}
    head, rest = table.table[0], table.with_header(0)
    titles = [known.get(_title(cell), "") for cell in head]
    _must_name(path, head, titles, columns, needed)
    unused = tuple(cell for cell, name in zip(head, titles, strict=True) if cell and not name)
    cells = (SheetRow(line, _cells(titles, row)) for line, row in zip(rest.row_lines, rest.rows, strict=True))
    return Sheet(tuple(cells), unused, rest.wide)


def _must_name(
    path: str, head: Sequence[str], titles: Sequence[str], columns: Iterable[str], needed: Sequence[str]
) -> None:
    """Refuse a heading without a column that is needed, or with two of one meaning."""
    missing = [name for name in needed if name not in titles]
    if missing:
        raise Refusal(
            f"{name_of(path)}: line 1 must name the columns, and there is none for {' or '.join(missing)};"
            f" read: {', '.join(filter(None, head)) or 'nothing'}; known: {', '.join(columns)}"
        )
    twice = [cell for cell, name in zip(head, titles, strict=True) if name and titles.count(name) > 1]
    if twice:
        raise Refusal(f"{name_of(path)}: line 1 has two columns of one meaning: {' and '.join(twice)}")


def must_fit(path: str, sheet: Sheet) -> None:
    """Refuse a line with more cells than there are columns: they may have slipped."""
    for line in sheet.wide:
        raise Refusal(f"{name_of(path)}: line {line} has more cells than there are columns")


def text_of(path: str) -> str:
    """The text of a list in UTF-8, in UTF-16, or in the code page of Windows."""
    return _text(path, content(path))


def entry_table(path: str) -> tables.Sheet:
    """The table in a file, XLSX or CSV, with the row that heads it."""
    return headed(_table(path, content(path)))


def _text(path: str, data: bytes) -> str:
    try:
        return decoded(data)[0]
    except FormatError as error:
        raise _refusal(path, error) from None


def _table(path: str, data: bytes) -> tables.Sheet:
    try:
        return whole_table(data)
    except FormatError as error:
        raise _refusal(path, error) from None


def _refusal(path: str, error: FormatError) -> Refusal:
    problem = error.problems[0]
    return Refusal(": ".join((name_of(path), *[problem.place] * bool(problem.line), problem.text)))


def _title(cell: str) -> str:
    return "".join(letter for letter in cell.casefold() if letter.isalnum())


def _cells(titles: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    return {title: " ".join(cell.split()) for title, cell in zip(titles, row, strict=False) if title}
