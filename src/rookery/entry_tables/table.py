"""The way in: a table out of a file of any kind, or out of a text, with the row that heads it."""

from __future__ import annotations

from collections.abc import Collection

from rookery.entry_tables.contents import same_kind
from rookery.entry_tables.headings import FIELDS, fields_of
from rookery.entry_tables.sheet import MOST_BYTES, Sheet, refuse, too_large
from rookery.entry_tables.text import decoded
from rookery.entry_tables.text import pasted as plain
from rookery.entry_tables.workbook import is_workbook, workbook

_DEEPEST = 20
"""A heading stands among the first rows."""


def read_table(data: bytes, worksheet: str | None = None, fields: Collection[str] = FIELDS) -> Sheet:
    """The table in a file: XLSX, or a text in UTF-8, UTF-16 or Windows-1252; raises FormatError where there is none.

    Titles of columns for these fields tell which row is the heading: those of entries, else RESULT_FIELDS.
    """
    return headed(whole_table(data, worksheet), fields)


def pasted(text: str, fields: Collection[str] = FIELDS) -> Sheet:
    """The table in a text that somebody pasted.

    >>> sheet = pasted("Name;Elo\\nByng, Ada;2105")
    >>> sheet.header, sheet.rows
    (('Name', 'Elo'), (('Byng, Ada', '2105'),))
    >>> pasted("Byng, Ada;2105").header is None
    True
    """
    return headed(plain(text), fields)


def whole_table(data: bytes, worksheet: str | None = None) -> Sheet:
    """The table in a file, with nothing said about a heading."""
    if is_workbook(data):
        return workbook(data, worksheet)
    if len(data) > MOST_BYTES:
        refuse(0, too_large(data))
    text, encoding = decoded(data)
    return plain(text, encoding)


def headed(sheet: Sheet, fields: Collection[str] = FIELDS) -> Sheet:
    """The sheet with its heading: the first row with words that head columns, else one that is unlike those below.

    One such word alone is none beside a number; and what stands above a heading has few cells, else it would be people.
    """
    most = 0
    for at, row in enumerate(sheet.table[:_DEEPEST]):
        known = sum(any(field in fields for field in fields_of(cell)) for cell in row)
        filled = sum(map(bool, row))
        alone = at == 0 and known == 1 and not any(map(_numeral, row))
        if (known > 1 or alone) and 2 * most <= filled:
            return sheet.with_header(at)
        most = max(most, filled)
    return sheet.with_header(0 if _unlike(sheet) else None)


def _unlike(sheet: Sheet) -> bool:
    """Whether the first row has no number and numbers stand below it, and no cell is like the others of its column."""
    if len(sheet.table) < 3 or any(map(_numeral, sheet.table[0])):
        return False
    columns = [(cells[0], [cell for cell in cells[1:] if cell]) for cells in zip(*sheet.table, strict=True)]
    below = any(first and len(rest) > 1 and all(map(_numeral, rest)) for first, rest in columns)
    return below and not any(first and rest and same_kind(first, rest) for first, rest in columns)


def _numeral(cell: str) -> bool:
    return any(letter.isdigit() for letter in cell)
