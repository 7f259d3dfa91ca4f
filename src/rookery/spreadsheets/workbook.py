"""Tables in XLSX workbooks: read with limits on size and saved values of formulas; written as CSV and XLSX.

The same table is always written as the same bytes.
"""

from __future__ import annotations

import csv
import datetime
import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from io import BytesIO, StringIO
from typing import Any
from xml.parsers.expat import ExpatError, ParserCreate
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from rookery._record import record, replace
from rookery.errors import FormatError, UnsupportedError
from rookery.messages import make_printable, msg
from rookery.spreadsheets.sheet import (
    MOST_BYTES,
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ROWS,
    CellFault,
    Sheet,
    build_sheet,
    column_letter,
    raise_table_error,
    too_large_message,
)

MOST_UNPACKED = 64 * 1024 * 1024
"""Ten thousand rows of a hundred cells need less."""

_MOST_PARTS = 1000
_MOST_IN_ROW, _MOST_TEXT = 16_384, 32_767  # columns of a worksheet and characters of a cell, as Excel has them
_MOST_OTHERS = 200_000
"""Elements that are neither rows nor cells nor texts: styles, links, rich text."""
_OF_CELLS = frozenset({"c", "row", "v", "f", "is", "t", "r", "si"})
_MOST_GRID = 1_048_576
_OLD_SIGNATURE = b"\xd0\xcf\x11\xe0"
_FORMULA, _ERROR, _EMPTY_TEXT = "f", "e", "str"


def is_workbook(data: bytes) -> bool:
    """Return whether a file is, or claims to be, a workbook."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06", _OLD_SIGNATURE))


def read_workbook(data: bytes, worksheet: str | None = None) -> Sheet:
    """Return the table of the named worksheet, or of the first that is not empty.

    Raises FormatError for what is no workbook, is damaged or too large; UnsupportedError if openpyxl is not installed.
    """
    _validate_archive(data)
    try:
        import openpyxl
    except ImportError:
        raise UnsupportedError(
            msg("XLSX needs the package openpyxl: %(command)s (a list saved as CSV needs nothing)",
                   command="pip install 'rookery-chess[desk]'")
        ) from None  # fmt: skip
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and extensions, which are not read
            return _read_worksheet(openpyxl.load_workbook, data, worksheet)
    except FormatError:
        raise
    except Exception as error:  # openpyxl raises whatever it stumbles over
        raise_table_error(0, _damaged_message(error))


def _damaged_message(error: Exception) -> str:
    return msg("this workbook is damaged: %(why)s", why=(str(error) or type(error).__name__)[:174])


def _validate_archive(data: bytes) -> None:
    """Raise if the file is of another kind, or would unpack to more than any list needs."""
    if len(data) > MOST_BYTES:
        raise_table_error(0, too_large_message(data))
    if data.startswith(_OLD_SIGNATURE):
        raise_table_error(
            0, msg("this is a workbook of an old kind (.xls), or one with a password; save it as .xlsx or as CSV")
        )
    try:
        archive = zipfile.ZipFile(BytesIO(data))
        parts = archive.infolist()
    except Exception as error:  # zipfile raises whatever it stumbles over
        raise_table_error(0, _damaged_message(error))
    names = {part.filename for part in parts}
    if "xl/workbook.xml" not in names:
        raise_table_error(
            0,
            msg(
                "this file is OpenDocument; save the list as .xlsx or as CSV"
                if "content.xml" in names
                else "this file is no XLSX workbook; save the list as .xlsx or as CSV"
            ),
        )
    unpacked = sum(part.file_size for part in parts)
    if unpacked > MOST_UNPACKED or len(parts) > _MOST_PARTS:
        raise_table_error(0, msg("this workbook unpacks to %(size)s MB in %(parts)s parts, far more than a list needs",
                         size=unpacked >> 20, parts=len(parts)))  # fmt: skip
    count = _ElementCount()
    for part in parts:
        count.read_part(archive, part)


class _ElementCount:
    """Counter of the elements of a workbook while it is unpacked; raises above the limits.

    openpyxl builds an object for every cell, and a row of millions of empty cells packs into a few kilobytes.
    """

    def __init__(self) -> None:
        self.cells = self.in_row = self.texts = self.others = 0
        self.length = 0  # of the present text
        self.name = ""

    def read_part(self, archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
        """Count the elements of one part; what is no XML, such as a picture, has none."""
        self.name = ""
        parser = ParserCreate()
        parser.StartElementHandler, parser.CharacterDataHandler = self._count_element, self._count_text
        try:
            with archive.open(part) as file:
                while chunk := file.read(1 << 16):
                    parser.Parse(chunk)
        except ExpatError:
            return
        except FormatError:
            raise
        except Exception as error:  # zipfile raises whatever it stumbles over
            raise_table_error(0, _damaged_message(error))

    def _count_element(self, name: str, _: object) -> None:
        self.name, self.length = name.rpartition(":")[2], 0
        if self.name == "c":
            self.cells += 1
            self.in_row += 1
        elif self.name == "row":
            self.in_row = 0
        elif self.name == "si":
            self.texts += 1
        elif self.name not in _OF_CELLS:
            self.others += 1
        cell_limit = MOST_CELLS
        if (
            self.cells > cell_limit
            or self.in_row > _MOST_IN_ROW
            or self.texts > cell_limit
            or self.others > _MOST_OTHERS
        ):
            raise_table_error(
                0,
                msg(
                    "this workbook has more cells or parts than any list needs: save the list alone, as .xlsx or as CSV"
                ),
            )

    def _count_text(self, text: str) -> None:
        self.length += len(text)
        if self.length > _MOST_TEXT and self.name in _OF_CELLS:
            raise_table_error(
                0, msg("a cell of this workbook has more than %(most)s characters", most=f"{_MOST_TEXT:,}")
            )


def _read_worksheet(load: Any, data: bytes, worksheet: str | None) -> Sheet:
    with closing(load(BytesIO(data), read_only=True)) as book:
        names = [sheet.title for sheet in book.worksheets]
        if worksheet is not None and worksheet not in names:
            raise_table_error(0, msg("there is no worksheet %(name)s; there are %(names)s", name=repr(worksheet),
                             names=", ".join(names) or msg("none")))  # fmt: skip
        for name in [worksheet] if worksheet is not None else names:
            rows = list(_iter_rows(book[name]))
            if rows:
                break
        else:
            raise_table_error(0, msg("there is nothing in this workbook"))
    formulas = {(line, index) for line, row in rows for index, cell in enumerate(row) if _data_type(cell) == _FORMULA}
    values = _read_saved_values(load, data, name, formulas) if formulas else {}
    cells = [
        (
            line,
            [values[line, index] if (line, index) in values else _format_cell(cell) for index, cell in enumerate(row)],
        )
        for line, row in rows
    ]
    faults = tuple(_find_faults(rows, values))
    other_names = tuple(title for title in names if title != name)
    return replace(
        build_sheet(cells, msg("worksheet %(name)s", name=name)), lettered=True, others=other_names, faults=faults
    )


def _iter_rows(sheet: Any) -> Iterator[tuple[int, Sequence[Any]]]:
    """Yield the rows that are not empty, with their numbers; the size stated by a sheet is ignored."""
    sheet.reset_dimensions()
    row_count = 0
    for line, row in enumerate(sheet.iter_rows(max_row=_MOST_GRID), 1):
        last = next((index for index in range(len(row), 0, -1) if _format_cell(row[index - 1])), 0)
        if not last:
            continue
        row_count += 1
        if row_count > MOST_ROWS:
            raise_table_error(
                line, msg("the worksheet has more than %(most)s rows, the most that is read", most=MOST_ROWS)
            )
        if last > MOST_COLUMNS:
            raise_table_error(line, msg("the worksheet reaches to column %(column)s; %(most)s columns are the most",
                                column=column_letter(last - 1), most=MOST_COLUMNS))  # fmt: skip
        yield line, row[:last]


def _read_saved_values(
    load: Any, data: bytes, name: str, positions: set[tuple[int, int]]
) -> dict[tuple[int, int], str]:
    """Return the values that the spreadsheet saved for its formulas, including empty texts."""
    last = max(line for line, _ in positions)
    with closing(load(BytesIO(data), read_only=True, data_only=True)) as book:
        book[name].reset_dimensions()
        return {
            (line, index): _format_cell(cell)
            for line, row in enumerate(book[name].iter_rows(max_row=last), 1)
            for index, cell in enumerate(row)
            if (line, index) in positions and (_format_cell(cell) or _data_type(cell) == _EMPTY_TEXT)
        }


def _find_faults(rows: Sequence[tuple[int, Sequence[Any]]], saved: dict[tuple[int, int], str]) -> Iterator[CellFault]:
    for line, row in rows:
        for index, cell in enumerate(row):
            text = saved.get((line, index), "")
            if _data_type(cell) == _FORMULA and (line, index) not in saved:
                yield CellFault(line, index, _format_cell(cell), msg("a value (the formula was never calculated)"))
            elif _data_type(cell) == _ERROR or text.startswith("#"):
                yield CellFault(line, index, text or _format_cell(cell), msg("a value (the formula failed)"))


def _data_type(cell: Any) -> str:
    return str(getattr(cell, "data_type", ""))


def _format_cell(cell: Any) -> str:
    """Return a cell as displayed: whole numbers without a point, days without an hour."""
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


MAX_TITLE = 31
"""The number of characters that a spreadsheet program accepts in the name of a sheet."""

_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,6})?")
_FORMULA_START = re.compile(r"[=@\t\r]|[+-](?![\d\s.,–/+-]*$)")
"""The beginning of a cell that a spreadsheet program would calculate; a result such as +/- is none."""

_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"


@record
class SheetTable:
    """A table to be written: its title, the titles of its columns, and its rows of texts."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def write_csv(tables: Sequence[SheetTable]) -> bytes:
    r"""Return tables as CSV in UTF-8; several tables have their titles above them.

    A text that a spreadsheet program would calculate as a formula gets an apostrophe in front.

    >>> write_csv([SheetTable("", ("Name", "Pts"), (("=1+1", "2.5"),))]).decode("utf-8-sig")
    "Name,Pts\r\n'=1+1,2.5\r\n"
    """
    text = StringIO()
    writer = csv.writer(text)
    for number, table in enumerate(tables):
        if len(tables) > 1:
            writer.writerows([[]] * bool(number))
            writer.writerow([_without_formula(table.title)])
        writer.writerow(map(_without_formula, table.columns))
        writer.writerows([map(_without_formula, row) for row in table.rows])
    return text.getvalue().encode("utf-8-sig")


def _without_formula(text: str) -> str:
    text = make_printable(text)
    return f"'{text}" if _FORMULA_START.match(text) else text


def write_xlsx(tables: Sequence[SheetTable]) -> bytes:
    """Return tables as a workbook with a sheet for each; whole and decimal numbers are numbers."""
    names = list(_sheet_names(table.title for table in tables))
    numbers = range(1, len(tables) + 1)
    sheets = "".join(
        f'<sheet name="{_attribute(name)}" sheetId="{number}" r:id="rId{number}"/>'
        for number, name in zip(numbers, names, strict=True)
    )
    relations = [(f"rId{number}", "worksheet", f"worksheets/sheet{number}.xml") for number in numbers]
    parts = {
        "[Content_Types].xml": _content_types(numbers),
        "_rels/.rels": _relationships([("rId1", "officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{sheets}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _relationships([*relations, ("rIdStyles", "styles", "styles.xml")]),
        "xl/styles.xml": _STYLES,
        **{
            f"xl/worksheets/sheet{number}.xml": _worksheet(table) for number, table in zip(numbers, tables, strict=True)
        },
    }
    data = BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as archive:
        for path, text in parts.items():
            archive.writestr(ZipInfo(path), f'<?xml version="1.0" encoding="UTF-8"?>\n{text}', ZIP_DEFLATED)
    return data.getvalue()


_STYLES = (
    f'<styleSheet xmlns="{_MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders>'
    '<cellStyleXfs count="1"><xf/></cellStyleXfs>'
    '<cellXfs count="2"><xf fontId="0"/><xf fontId="1" applyFont="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)


def _content_types(numbers: Iterable[int]) -> str:
    parts = [("/xl/workbook.xml", "sheet.main"), ("/xl/styles.xml", "styles")]
    parts += [(f"/xl/worksheets/sheet{number}.xml", "worksheet") for number in numbers]
    overrides = "".join(f'<Override PartName="{path}" ContentType="{_TYPES}.{kind}+xml"/>' for path, kind in parts)
    return (
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>'
        f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f"{overrides}</Types>"
    )


def _relationships(relations: Iterable[tuple[str, str, str]]) -> str:
    rows = "".join(
        f'<Relationship Id="{name}" Type="{_OFFICE}/{kind}" Target="{target}"/>' for name, kind, target in relations
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{rows}</Relationships>'


def _worksheet(table: SheetTable) -> str:
    rows = [_row(1, table.columns, ' s="1"'), *(_row(number, row) for number, row in enumerate(table.rows, 2))]
    widths = "".join(
        f'<col min="{index}" max="{index}" width="{width}" customWidth="1"/>'
        for index, width in enumerate(_column_widths(table), 1)
    )
    pane = '<pane ySplit="1" topLeftCell="A2" state="frozen"/>'
    views = f'<sheetViews><sheetView workbookViewId="0">{pane}</sheetView></sheetViews>'
    columns = f"<cols>{widths}</cols>" if widths else ""
    return f'<worksheet xmlns="{_MAIN}">{views}{columns}<sheetData>{"".join(rows)}</sheetData></worksheet>'


def _column_widths(table: SheetTable) -> list[int]:
    """Return the width of each column in characters, as the longest text needs it."""
    return [min(60, 2 + max(len(text) for text in column)) for column in zip(table.columns, *table.rows, strict=True)]


def _row(number: int, cells: Sequence[str], style: str = "") -> str:
    return f'<row r="{number}">{"".join(_cell(text, style) for text in cells)}</row>'


def _cell(text: str, style: str) -> str:
    if _NUMBER.fullmatch(text):
        return f"<c{style}><v>{text}</v></c>"
    return f'<c t="inlineStr"{style}><is><t xml:space="preserve">{escape(make_printable(text))}</t></is></c>'


def _attribute(text: str) -> str:
    return escape(make_printable(text), {'"': "&quot;"})


def _sheet_names(titles: Iterable[str]) -> Iterable[str]:
    """Yield a name for each sheet that spreadsheet programs accept: short, unique, without reserved characters."""
    names: set[str] = set()
    for number, title in enumerate(titles, 1):
        name = re.sub(r"[\[\]:*?/\\']", " ", title).strip()[:MAX_TITLE].strip() or f"Sheet {number}"
        if name.casefold() in names:
            name = f"{name[: MAX_TITLE - len(str(number)) - 1]} {number}"
        names.add(name.casefold())
        yield name
