"""Write tables as CSV and as workbooks (XLSX); the same table always gives the same bytes."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from io import BytesIO, StringIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from rookery._record import record
from rookery.messages import make_printable

MAX_TITLE = 31
"""The number of characters that a spreadsheet program accepts in the name of a sheet."""

_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,6})?")
_FORMULA = re.compile(r"[=@\t\r]|[+-](?![\d\s.,–/+-]*$)")
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
    return f"'{text}" if _FORMULA.match(text) else text


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
