"""A table in an XLSX workbook: bounded in every direction, formulas taken as they were saved and never calculated."""

from __future__ import annotations

import datetime
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from io import BytesIO

from rookery.entry_tables.sheet import (
    MOST_BYTES,
    MOST_COLUMNS,
    MOST_ROWS,
    CellFault,
    Sheet,
    letter,
    made,
    refuse,
    too_large,
)
from rookery.errors import FormatError, Unsupported
from rookery.typed import Any
from rookery.values import replace
from rookery.wording import spoken

MOST_UNPACKED = 64 * 1024 * 1024
"""Ten thousand rows of a hundred cells need less."""

_MOST_PARTS = 1000
_MOST_GRID = 1_048_576
_OLD = b"\xd0\xcf\x11\xe0"
_FORMULA, _ERROR, _EMPTY_TEXT = "f", "e", "str"


def is_workbook(data: bytes) -> bool:
    """Whether a file is some workbook, or claims to be one, and no text."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06", _OLD))


def workbook(data: bytes, worksheet: str | None = None) -> Sheet:
    """The table of a worksheet: of the one named, else of the first with anything in it.

    Raises FormatError for what is no workbook, is damaged or too large; Unsupported where openpyxl is not installed.
    """
    _must_be_sound(data)
    try:
        import openpyxl
    except ImportError:
        raise Unsupported(
            spoken("XLSX needs the package openpyxl: %(command)s (a list saved as CSV needs nothing)",
                   command="pip install 'rookery[desk]'")
        ) from None  # fmt: skip
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and extensions, which are not read
            return _read(openpyxl.load_workbook, data, worksheet)
    except FormatError:
        raise
    except Exception as error:  # openpyxl raises whatever it stumbles over
        refuse(0, _damaged(error))


def _damaged(error: Exception) -> str:
    return spoken("this workbook is damaged: %(why)s", why=(str(error) or type(error).__name__)[:174])


def _must_be_sound(data: bytes) -> None:
    """Refuse what is another kind of file, or would unpack to more than any list needs."""
    if len(data) > MOST_BYTES:
        refuse(0, too_large(data))
    if data.startswith(_OLD):
        refuse(0, spoken("this is a workbook of an old kind (.xls), or one with a password; save it as .xlsx or as"
                         " CSV"))  # fmt: skip
    try:
        parts = zipfile.ZipFile(BytesIO(data)).infolist()
    except Exception as error:  # zipfile raises whatever it stumbles over
        refuse(0, _damaged(error))
    names = {part.filename for part in parts}
    if "xl/workbook.xml" not in names:
        refuse(0, spoken("this file is OpenDocument; save the list as .xlsx or as CSV" if "content.xml" in names else
                         "this file is no XLSX workbook; save the list as .xlsx or as CSV"))  # fmt: skip
    unpacked = sum(part.file_size for part in parts)
    if unpacked > MOST_UNPACKED or len(parts) > _MOST_PARTS:
        refuse(0, spoken("this workbook unpacks to %(size)s MB in %(parts)s parts, far more than a list needs",
                         size=unpacked >> 20, parts=len(parts)))  # fmt: skip


def _read(load: Any, data: bytes, worksheet: str | None) -> Sheet:
    with closing(load(BytesIO(data), read_only=True)) as book:
        names = [sheet.title for sheet in book.worksheets]
        if worksheet is not None and worksheet not in names:
            refuse(0, spoken("there is no worksheet %(name)s; there are %(names)s", name=repr(worksheet),
                             names=", ".join(names) or spoken("none")))  # fmt: skip
        for name in [worksheet] if worksheet is not None else names:
            rows = list(_rows(book[name]))
            if rows:
                break
        else:
            refuse(0, spoken("there is nothing in this workbook"))
    formulas = {(line, at) for line, row in rows for at, cell in enumerate(row) if _kind(cell) == _FORMULA}
    values = _saved(load, data, name, formulas) if formulas else {}
    cells = [
        (line, [values[line, at] if (line, at) in values else _text(cell) for at, cell in enumerate(row)])
        for line, row in rows
    ]
    faults = tuple(_faults(rows, values))
    others = tuple(each for each in names if each != name)
    return replace(made(cells, spoken("worksheet %(name)s", name=name)), lettered=True, others=others, faults=faults)


def _rows(sheet: Any) -> Iterator[tuple[int, Sequence[Any]]]:
    """The rows in which something stands, with their numbers; what a sheet says of its own size is not believed."""
    sheet.reset_dimensions()
    found = 0
    for line, row in enumerate(sheet.iter_rows(max_row=_MOST_GRID), 1):
        last = next((at for at in range(len(row), 0, -1) if _text(row[at - 1])), 0)
        if not last:
            continue
        found += 1
        if found > MOST_ROWS:
            refuse(line, spoken("the worksheet has more than %(most)s rows, the most that is read", most=MOST_ROWS))
        if last > MOST_COLUMNS:
            refuse(line, spoken("the worksheet reaches to column %(column)s; %(most)s columns are the most",
                                column=letter(last - 1), most=MOST_COLUMNS))  # fmt: skip
        yield line, row[:last]


def _saved(load: Any, data: bytes, name: str, wanted: set[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """What the spreadsheet itself had calculated for its formulas when it was saved, be it an empty text."""
    last = max(line for line, _ in wanted)
    with closing(load(BytesIO(data), read_only=True, data_only=True)) as book:
        book[name].reset_dimensions()
        return {
            (line, at): _text(cell)
            for line, row in enumerate(book[name].iter_rows(max_row=last), 1)
            for at, cell in enumerate(row)
            if (line, at) in wanted and (_text(cell) or _kind(cell) == _EMPTY_TEXT)
        }


def _faults(rows: Sequence[tuple[int, Sequence[Any]]], saved: dict[tuple[int, int], str]) -> Iterator[CellFault]:
    for line, row in rows:
        for at, cell in enumerate(row):
            text = saved.get((line, at), "")
            if _kind(cell) == _FORMULA and (line, at) not in saved:
                yield CellFault(line, at, _text(cell), spoken("a value (the formula was never calculated)"))
            elif _kind(cell) == _ERROR or text.startswith("#"):
                yield CellFault(line, at, text or _text(cell), spoken("a value (the formula failed)"))


def _kind(cell: Any) -> str:
    return str(getattr(cell, "data_type", ""))


def _text(cell: Any) -> str:
    """A cell as a person reads it: whole numbers without a point, days without an hour."""
    value = getattr(cell, "value", None)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime):
        return str(value.date()) if value.time() == datetime.time() else value.isoformat(" ")
    return str(value).strip()
