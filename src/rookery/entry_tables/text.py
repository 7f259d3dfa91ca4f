"""A table in a text: what a spreadsheet saves as CSV, or puts on the clipboard."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO

from rookery.csv_lines import UNICODE_TEXT, csv_lines, encoding_of
from rookery.entry_tables.headings import is_heading
from rookery.entry_tables.sheet import MOST_CELLS, MOST_LINES, Sheet, made, refuse
from rookery.wording import joined, spoken

DELIMITERS = {"\t": spoken("tabs"), ";": spoken("semicolons"), "|": spoken("bars"), ",": spoken("commas")}
"""What may stand between cells; of several that would do, the first: names have commas in them."""

NOTHING = "\x1f"
"""Stands in no text: there is one column."""

_SAMPLE = 50
_QUOTED = re.compile(r'"[^"]*"')
_ENCODINGS = {"utf-8-sig": "UTF-8", UNICODE_TEXT: "UTF-16", "utf-16-le": "UTF-16", "cp1252": "Windows-1252"}


def decoded(data: bytes) -> tuple[str, str]:
    """The text of a file in UTF-8, in UTF-16, or in the code page of Windows, and which of them it is.

    >>> decoded("Müller".encode("cp1252"))
    ('Müller', 'Windows-1252')
    """
    encoding = "utf-16-le" if _unmarked(data) else encoding_of(data)
    line = 0
    for name in (encoding, "cp1252") if encoding == "utf-8-sig" else (encoding,):
        try:
            return data.decode(name), _ENCODINGS[name]
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
    refuse(line, spoken("this is not UTF-8 nor Windows-1252; save the list as CSV in UTF-8" if encoding == "utf-8-sig"
                        else "this is not UTF-16 as it begins; save the list as CSV in UTF-8"))  # fmt: skip


def _unmarked(data: bytes) -> bool:
    """Whether this is UTF-16 without its mark: half of the bytes at the start are nothing."""
    start = data[:200]
    return len(start) > 3 and start[0] != 0 and start[1::2].count(0) > 0.8 * len(start[1::2])


def pasted(text: str, how: str = spoken("text")) -> Sheet:
    """The table in a text; which of its rows heads it is not said yet.

    Raises FormatError where a quotation does not end, or where there is far too much.
    """
    lines = StringIO(text.removeprefix("\ufeff"), newline="").readlines()  # no other line end than CR and LF is one
    if len(lines) > MOST_LINES:
        refuse(MOST_LINES + 1, spoken("the text has %(number)s lines; %(most)s are the most that is read",
                                      number=len(lines), most=MOST_LINES))  # fmt: skip
    delimiter = delimiter_of(lines)
    rows, cells = [], 0
    for line, row in csv_lines(lines, delimiter):
        cells += len(row)
        if cells > MOST_CELLS:
            refuse(line, spoken("the text has more than %(most)s cells, the most that is read", most=MOST_CELLS))
        rows.append((line, row))
    return made(rows, joined(", ", (how, DELIMITERS.get(delimiter) or spoken("one column"))))


def delimiter_of(lines: Sequence[str]) -> str:
    """What separates the cells: what every line has, the same number of times if possible; else what most have.

    >>> delimiter_of(["Byng, Ada;2105", "Rook, Benedict;1990"]), delimiter_of(['"Byng; Ada",2105'])
    (';', ',')
    """
    sample = [_QUOTED.sub("", line) for line in lines if line.strip()][:_SAMPLE]
    if not sample or (is_heading(sample[0]) and not any(map(sample[0].count, DELIMITERS))):
        return NOTHING

    def fits(delimiter: str) -> tuple[bool, bool, int]:
        counts = [line.count(delimiter) for line in sample]
        return min(counts) > 0, min(counts) == max(counts) > 0, sum(map(bool, counts))

    return max(DELIMITERS, key=fits)
