"""Reading of a table from a workbook, a CSV file or a pasted text, with detection of the heading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO

from rookery.messages import join_texts, msg
from rookery.spreadsheets.columns import is_same_kind
from rookery.spreadsheets.csv_reader import UNICODE_TEXT, detect_encoding, read_csv_rows
from rookery.spreadsheets.headings import FIELDS, fields_for_title, is_name_heading
from rookery.spreadsheets.sheet import (
    MOST_BYTES,
    MOST_CELLS,
    MOST_LINES,
    Sheet,
    build_sheet,
    raise_table_error,
    too_large_message,
)
from rookery.spreadsheets.workbook import is_workbook, read_workbook

_MAX_HEADING_ROW = 20
"""A heading stands among the first rows."""

DELIMITERS = {
    "\t": msg("separated by tabs"), ";": msg("separated by semicolons"), "|": msg("separated by bars"),
    ",": msg("separated by commas"),
}  # fmt: skip
"""The delimiters between cells, by priority: the comma is last, as names contain commas."""

NO_DELIMITER = "\x1f"
"""A character that occurs in no text: the delimiter of a table with one column."""

_SAMPLE = 50
_QUOTED = re.compile(r'"[^"]*"')
_ENCODINGS = {"utf-8-sig": "UTF-8", UNICODE_TEXT: "UTF-16", "utf-16-le": "UTF-16", "cp1252": "Windows-1252"}


def read_table(data: bytes, worksheet: str | None = None) -> Sheet:
    """Return the table in a file: XLSX, or text in UTF-8, UTF-16 or Windows-1252.

    Raises FormatError if there is none.
    """
    return detect_heading(read_without_heading(data, worksheet))


def read_text(text: str) -> Sheet:
    r"""Return the table in a pasted text.

    >>> sheet = read_text("Name;Elo\nByng, Ada;2105")
    >>> sheet.header, sheet.rows
    (('Name', 'Elo'), (('Byng, Ada', '2105'),))
    >>> read_text("Byng, Ada;2105").header is None
    True
    """
    return detect_heading(parse_text(text))


def read_without_heading(data: bytes, worksheet: str | None = None) -> Sheet:
    """Return the table in a file without a heading."""
    if is_workbook(data):
        return read_workbook(data, worksheet)
    if len(data) > MOST_BYTES:
        raise_table_error(0, too_large_message(data))
    text, encoding = decode(data)
    return parse_text(text, encoding)


# -- heading ----------------------------------------------------------------------------------------------------------


def detect_heading(sheet: Sheet) -> Sheet:
    """Return the sheet with its heading: the first row of known titles, else a first row unlike those below.

    One such word alone is none beside a number; and what stands above a heading has few cells, else it would be people.
    """
    most_filled = 0
    for index, row in enumerate(sheet.table[:_MAX_HEADING_ROW]):
        known_titles = sum(any(field in FIELDS for field in fields_for_title(cell)) for cell in row)
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


# -- text -------------------------------------------------------------------------------------------------------------


def decode(data: bytes) -> tuple[str, str]:
    """Return the text of a file in UTF-8, UTF-16 or Windows-1252, and the name of the encoding.

    >>> decode("Müller".encode("cp1252"))
    ('Müller', 'Windows-1252')
    """
    encoding = "utf-16-le" if _is_unmarked_utf16(data) else detect_encoding(data)
    line = 0
    for name in (encoding, "cp1252") if encoding == "utf-8-sig" else (encoding,):
        try:
            return data.decode(name), _ENCODINGS[name]
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
    raise_table_error(
        line,
        msg(
            "this is not UTF-8 nor Windows-1252; save the list as CSV in UTF-8"
            if encoding == "utf-8-sig"
            else "this is not UTF-16 as it begins; save the list as CSV in UTF-8"
        ),
    )


def _is_unmarked_utf16(data: bytes) -> bool:
    """Return whether the bytes are UTF-16 without a byte order mark: half of those at the start are zero."""
    start = data[:200]
    return len(start) > 3 and start[0] != 0 and start[1::2].count(0) > 0.8 * len(start[1::2])


def parse_text(text: str, how: str = "") -> Sheet:
    """Return the table in a text, without a heading.

    Raises FormatError where a quotation does not end, or where there is far too much.
    """
    lines = StringIO(text.removeprefix("\ufeff"), newline="").readlines()  # no other line end than CR and LF is one
    if len(lines) > MOST_LINES:
        raise_table_error(MOST_LINES + 1, msg("the text has %(number)s lines; %(most)s are the most that is read",
                                      number=len(lines), most=MOST_LINES))  # fmt: skip
    delimiter = detect_delimiter(lines)
    rows, cells = [], 0
    for line, row in read_csv_rows(lines, delimiter):
        cells += len(row)
        if cells > MOST_CELLS:
            raise_table_error(
                line, msg("the text has more than %(most)s cells, the most that is read", most=MOST_CELLS)
            )
        rows.append((line, row))
    return build_sheet(rows, join_texts(", ", filter(None, (how, DELIMITERS.get(delimiter) or msg("one column")))))


def detect_delimiter(lines: Sequence[str]) -> str:
    """Return the delimiter found in every line, if possible equally often; else in most lines.

    >>> detect_delimiter(["Byng, Ada;2105", "Rook, Benedict;1990"]), detect_delimiter(['"Byng; Ada",2105'])
    (';', ',')
    """
    sample = [_QUOTED.sub("", line) for line in lines if line.strip()][:_SAMPLE]
    if not sample or (is_name_heading(sample[0]) and not any(map(sample[0].count, DELIMITERS))):
        return NO_DELIMITER

    def fits(delimiter: str) -> tuple[bool, bool, int]:
        counts = [line.count(delimiter) for line in sample]
        return min(counts) > 0, min(counts) == max(counts) > 0, sum(map(bool, counts))

    return max(DELIMITERS, key=fits)
