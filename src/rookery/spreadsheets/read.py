"""Reading of a table from a file of any kind or from a text, with detection of the heading."""

from __future__ import annotations

from collections.abc import Collection

from rookery.spreadsheets.detection import is_same_kind
from rookery.spreadsheets.headings import FIELDS, fields_for_title
from rookery.spreadsheets.sheet import MOST_BYTES, Sheet, refuse, too_large_message
from rookery.spreadsheets.text import decode
from rookery.spreadsheets.text import parse_text as plain
from rookery.spreadsheets.workbook import is_workbook, read_workbook

_MAX_HEADING_ROW = 20
"""A heading stands among the first rows."""


def read_table(data: bytes, worksheet: str | None = None, fields: Collection[str] = FIELDS) -> Sheet:
    """Return the table in a file: XLSX, or text in UTF-8, UTF-16 or Windows-1252; raise FormatError if there is
    none.

    Titles of columns for these fields tell which row is the heading: those of entries, else RESULT_FIELDS.
    """
    return detect_heading(read_without_heading(data, worksheet), fields)


def read_text(text: str, fields: Collection[str] = FIELDS) -> Sheet:
    r"""Return the table in a pasted text.

    >>> sheet = read_text("Name;Elo\nByng, Ada;2105")
    >>> sheet.header, sheet.rows
    (('Name', 'Elo'), (('Byng, Ada', '2105'),))
    >>> read_text("Byng, Ada;2105").header is None
    True
    """
    return detect_heading(plain(text), fields)


def read_without_heading(data: bytes, worksheet: str | None = None) -> Sheet:
    """Return the table in a file without a heading."""
    if is_workbook(data):
        return read_workbook(data, worksheet)
    if len(data) > MOST_BYTES:
        refuse(0, too_large_message(data))
    text, encoding = decode(data)
    return plain(text, encoding)


def detect_heading(sheet: Sheet, fields: Collection[str] = FIELDS) -> Sheet:
    """Return the sheet with its heading: the first row of known titles, else a first row unlike those below.

    One such word alone is none beside a number; and what stands above a heading has few cells, else it would be people.
    """
    most_filled = 0
    for index, row in enumerate(sheet.table[:_MAX_HEADING_ROW]):
        known_titles = sum(any(field in fields for field in fields_for_title(cell)) for cell in row)
        nonempty = sum(map(bool, row))
        alone = index == 0 and known_titles == 1 and not any(map(_has_digit, row))
        if (known_titles > 1 or alone) and 2 * most_filled <= nonempty:
            return sheet.with_header(index)
        most_filled = max(most_filled, nonempty)
    return sheet.with_header(0 if _is_first_row_different(sheet) else None)


def _is_first_row_different(sheet: Sheet) -> bool:
    """Return whether the first row has no number but numbers below it, and no cell like the rest of its column."""
    if len(sheet.table) < 3 or any(map(_has_digit, sheet.table[0])):
        return False
    columns = [(cells[0], [cell for cell in cells[1:] if cell]) for cells in zip(*sheet.table, strict=True)]
    below = any(first and len(rest) > 1 and all(map(_has_digit, rest)) for first, rest in columns)
    return below and not any(first and rest and is_same_kind(first, rest) for first, rest in columns)


def _has_digit(cell: str) -> bool:
    return any(letter.isdigit() for letter in cell)
