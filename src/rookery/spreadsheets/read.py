"""Reading of a table from a workbook, a CSV file or a pasted text, with detection of encoding and heading."""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from rookery.errors import FormatError, Problem, Severity
from rookery.messages import join_texts, msg
from rookery.spreadsheets.columns import is_same_kind
from rookery.spreadsheets.sheet import (
    FIELDS,
    MOST_BYTES,
    MOST_CELLS,
    MOST_LINES,
    Sheet,
    build_sheet,
    fields_for_title,
    is_name_heading,
    raise_table_error,
    too_large_message,
)
from rookery.spreadsheets.workbook import is_workbook, read_workbook

UNICODE_TEXT = "utf-16"


def detect_encoding(start: bytes) -> str:
    """Return the encoding announced by the first bytes of a file: UTF-16 (Excel's "Unicode text") or UTF-8.

    >>> detect_encoding("Name".encode("utf-16")), detect_encoding(b"Name")
    ('utf-16', 'utf-8-sig')
    """
    return UNICODE_TEXT if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"


def detect_heading_delimiter(heading: str) -> str:
    """Return the delimiter of the heading line: comma, semicolon, tab or bar.

    >>> detect_heading_delimiter("Name;Elo"), detect_heading_delimiter("Name")
    (';', ',')
    """
    return max(",;\t|", key=heading.count)


def read_csv_rows(lines: Iterable[str], delimiter: str = ",") -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each row with the line it ends on, without empty lines.

    Raises FormatError with the line on which a quotation begins that runs over cells of the next lines, or never ends.
    """
    is_finished, pending_lines = False, list[str]()

    def tracked_lines() -> Iterator[str]:
        nonlocal is_finished
        for line in lines:
            pending_lines.append(line)
            yield line
        is_finished = True
        yield ""  # an empty row, or taken into a quotation that is still open

    reader, before = csv.reader(tracked_lines(), delimiter=delimiter), 0
    try:
        for cells in reader:
            line = reader.line_num
            if line > before + 1 and (is_finished or not _is_single_row(pending_lines, cells, delimiter)):
                raise _csv_error(before + 1, msg("a quotation mark is opened here and not closed on this line"))
            before = line
            pending_lines.clear()
            if cells:
                yield line, cells
    except csv.Error as error:
        raise _csv_error(reader.line_num, msg("this is not CSV: %(why)s", why=str(error))) from None


def _is_single_row(lines: list[str], cells: list[str], delimiter: str) -> bool:
    """Return whether these lines are plausibly one row: no cell contains others, nothing follows a closing quote."""
    if any(delimiter in cell and ("\n" in cell or "\r" in cell) for cell in cells):
        return False
    try:
        return next(csv.reader(lines, delimiter=delimiter, strict=True)) == cells
    except csv.Error:
        return False


def _csv_error(line: int, text: str) -> FormatError:
    return FormatError([Problem(Severity.ERROR, "csv", line, (0, 0), "", text, "")])


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
