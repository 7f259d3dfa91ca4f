"""A CSV reader that detects the encoding and reports quotation marks that are not closed."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterable, Iterator

from rookery.errors import FormatError, Problem, Severity
from rookery.messages import msg

UNICODE_TEXT = "utf-16"


def detect_encoding(start: bytes) -> str:
    """Return the encoding announced by the first bytes of a file: UTF-16 (Excel's "Unicode text") or UTF-8.

    >>> detect_encoding("Name".encode("utf-16")), detect_encoding(b"Name")
    ('utf-16', 'utf-8-sig')
    """
    return UNICODE_TEXT if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"


def detect_delimiter(heading: str) -> str:
    """Return the delimiter of the heading line: comma, semicolon, tab or bar.

    >>> detect_delimiter("Name;Elo"), detect_delimiter("Name")
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
