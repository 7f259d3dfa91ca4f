"""CSV as spreadsheets write it: which encoding, which line, and never a line lost in a quotation that does not end."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterable, Iterator

from rookery.errors import FormatError, Problem, Severity
from rookery.wording import spoken

UNICODE_TEXT = "utf-16"


def encoding_of(start: bytes) -> str:
    """The encoding that the first bytes of a file announce: UTF-16 as Excel's "Unicode text", else UTF-8.

    >>> encoding_of("Name".encode("utf-16")), encoding_of(b"Name")
    ('utf-16', 'utf-8-sig')
    """
    return UNICODE_TEXT if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"


def delimiter_of(heading: str) -> str:
    """What separates the cells, by the first line: commas, semicolons, tabs or bars.

    >>> delimiter_of("Name;Elo"), delimiter_of("Name")
    (';', ',')
    """
    return max(",;\t|", key=heading.count)


def csv_lines(lines: Iterable[str], delimiter: str = ",") -> Iterator[tuple[int, list[str]]]:
    """The cells of each row with the line it ends on, empty lines left out.

    Raises FormatError with the line on which a quotation begins that runs over cells of the next lines, or never ends.
    """
    ended, taken = False, list[str]()

    def fed() -> Iterator[str]:
        nonlocal ended
        for line in lines:
            taken.append(line)
            yield line
        ended = True
        yield ""  # an empty row, or taken into a quotation that is still open

    reader, before = csv.reader(fed(), delimiter=delimiter), 0
    try:
        for cells in reader:
            line = reader.line_num
            if line > before + 1 and (ended or not _one_row(taken, cells, delimiter)):
                raise _refusal(before + 1, spoken("a quotation mark is opened here and not closed on this line"))
            before = line
            taken.clear()
            if cells:
                yield line, cells
    except csv.Error as error:
        raise _refusal(reader.line_num, spoken("this is not CSV: %(why)s", why=str(error))) from None


def _one_row(lines: list[str], cells: list[str], delimiter: str) -> bool:
    """Whether lines may well be one row: no cell runs over others, and nothing follows the end of a quotation."""
    if any(delimiter in cell and ("\n" in cell or "\r" in cell) for cell in cells):
        return False
    try:
        return next(csv.reader(lines, delimiter=delimiter, strict=True)) == cells
    except csv.Error:
        return False


def _refusal(line: int, text: str) -> FormatError:
    return FormatError([Problem(Severity.ERROR, "csv", line, (0, 0), "", text, "")])
