"""Tables as people bring them: pasted, CSV in any usual encoding, XLSX; what is none is refused and says why."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Callable, Sequence

import pytest

from rookery.entry_tables import workbook
from rookery.entry_tables.headings import RESULT_FIELDS
from rookery.entry_tables.sheet import MOST_BYTES, MOST_COLUMNS, MOST_LINES, MOST_ROWS, Sheet
from rookery.entry_tables.table import pasted, read_table
from rookery.errors import FormatError

openpyxl = pytest.importorskip("openpyxl")


def book(*sheets: Sequence[Sequence[object]], names: Sequence[str] = ("Entries", "Fees")) -> bytes:
    """A workbook with these sheets."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in zip(names, sheets, strict=False):
        page = made.create_sheet(name)
        for row in rows:
            page.append(list(row))
    data = io.BytesIO()
    made.save(data)
    return data.getvalue()


def rewritten(data: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    """A workbook with one of its parts changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(old.read(name)) if name == part else old.read(name))
    return out.getvalue()


# -- texts -------------------------------------------------------------------------------------------------------------

PEOPLE = (("Byng, Ada", "2105"), ("Rook, Benedict", "1990"))


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("Name\tElo\nByng, Ada\t2105\nRook, Benedict\t1990\n", "text, tabs"),
        ("Name;Elo\r\nByng, Ada;2105\r\nRook, Benedict;1990", "text, semicolons"),
        ('Name,Elo\n"Byng, Ada",2105\n"Rook, Benedict",1990', "text, commas"),
        ('"Name";"Elo"\n\n"Byng,  Ada ";"2105"\n\n\nRook, Benedict;1990;;;', "text, semicolons"),
        ("Name|Elo\rByng, Ada|2105\rRook, Benedict|1990\r", "text, bars"),
    ],
)
def test_a_text_whatever_separates_its_cells(text: str, how: str) -> None:
    sheet = pasted(text)
    assert (sheet.header, sheet.rows, sheet.how) == (("Name", "Elo"), PEOPLE, how)


@pytest.mark.parametrize(
    ("encoding", "how"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "UTF-8"),
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("cp1252", "Windows-1252"),
    ],
)
def test_a_file_in_any_usual_encoding(encoding: str, how: str) -> None:
    sheet = read_table("Name;Elo\nMüller, Søren;2105\nŒuvrard, Zoé;1990\n".encode(encoding))
    assert sheet.column(0) == ("Müller, Søren", "Œuvrard, Zoé")
    assert sheet.how == f"{how}, semicolons"


@pytest.mark.parametrize(
    ("text", "header", "above"),
    [
        ("Byng, Ada;2105", None, []),
        ("Byng, Ada;w\nRook, Ben;m", None, []),
        ("Byng, Ada;POL\nRook, Ben;ENG", None, []),
        ("Byng, Ada;unr;ENG\nRook, Ben;2000;ENG\nTern, Tom;1900;WLS", None, []),
        ("Byng, Ada;none\nRook, Ben;2000\nTern, Tom;1900", None, []),
        ("Who;Strength\nByng, Ada;2105\nRook, Ben;2000", ("Who", "Strength"), []),
        ("Harbour Open 2026\n\nName;Elo\nByng, Ada;2105", ("Name", "Elo"), [(1, "Harbour Open 2026")]),
        ("Byng, Ada;2105\nRook, Ben;2000\nName;Elo\nTern, Tom;1900", None, []),
        ("Name\nByng, Ada\nRook, Ben", ("Name",), []),
        ("Name;Elo;R1;R2;3;4\nByng, Ada;2105;1;1;1;0", ("Name", "Elo", "R1", "R2", "3", "4"), []),
        ("", None, []),
    ],
)
def test_which_row_heads_the_table(text: str, header: tuple[str, ...] | None, above: list[tuple[int, str]]) -> None:
    sheet = pasted(text)
    assert (sheet.header, list(sheet.above)) == (header, above)


def test_a_person_may_say_which_row_heads_it() -> None:
    sheet = pasted("Name;Elo\nByng, Ada;2105")
    assert sheet.with_header(None).rows == (("Name", "Elo"), ("Byng, Ada", "2105"))
    assert sheet.with_header(None).with_header(0) == sheet


def test_where_a_cell_came_from() -> None:
    sheet = pasted('Name;Club\n\n"Byng, Ada";"Harbour\nTown"\nRook;x;y')
    assert sheet.row_lines == (4, 5)
    assert (sheet.place(4, 1), sheet.called(1), sheet.wide) == ("line 4, column 2", "Club", (5,))
    assert sheet.rows[0] == ("Byng, Ada", "Harbour Town", "")


def test_a_list_of_results_has_other_titles() -> None:
    assert pasted("W;B;Result\n1;2;1-0", RESULT_FIELDS).header == ("W", "B", "Result")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b'Name;Elo\n"Byng, Ada;2105\nRook;1990\n', "line 2: error: a quotation mark is opened here"),
        (b"Name\nB\x81ng\n", "line 2: error: this is not UTF-8 nor Windows-1252"),
        (b"a," * 120 + b"z\n", f"the table has 121 columns; {MOST_COLUMNS} are the most"),
        (b"x\n" * (MOST_LINES + 1), f"the text has {MOST_LINES + 1} lines"),
        (b"x" * (MOST_BYTES + 1), "20 MB are the most"),
        (b"a;" * 99 + b"\n" + (b";" * 99 + b"\n") * 10_001, "more than 1000000 cells"),
    ],
)
def test_a_text_that_is_no_table_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(FormatError) as error:
        read_table(data)
    assert says in str(error.value)


# -- workbooks ---------------------------------------------------------------------------------------------------------


def test_a_workbook() -> None:
    rows = [
        ["Harbour Open"], [], ["Name", "Elo", "Born", "FIDE ID", "Paid"],
        ["Byng, Ada", 2105, datetime.date(2001, 5, 31), 1503014.0, True], ["  Rook,\nBen ", None, 1990, "", 12.5],
    ]  # fmt: skip
    sheet = read_table(book(rows, [["Fee", "Paid"]]))
    assert sheet.header == ("Name", "Elo", "Born", "FIDE ID", "Paid")
    assert sheet.rows == (("Byng, Ada", "2105", "2001-05-31", "1503014", "yes"), ("Rook, Ben", "", "1990", "", "12.5"))
    assert (sheet.row_lines, sheet.place(4, 2), sheet.others) == ((4, 5), "C4", ("Fees",))
    assert sheet.above == ((1, "Harbour Open"),)


def test_another_worksheet() -> None:
    data = book([["Name"], ["Byng"]], [["Name"], ["Rook"]])
    assert read_table(data, "Fees").column(0) == ("Rook",)
    with pytest.raises(FormatError, match="there is no worksheet 'Prizes'; there are Entries, Fees"):
        read_table(data, "Prizes")
    assert read_table(book([], [["Name"], ["Rook"]])).others == ("Entries",)


def test_formulas_are_taken_as_saved_and_never_calculated() -> None:
    data = book([["Name", "Elo"], ["Byng", "=A1"], ["Rook", "=1000+990"], ["Tern", "=NA()"], ["Wren", '=""']])
    part = "xl/worksheets/sheet1.xml"

    def saved(xml: bytes) -> bytes:
        text = re.sub("<v ?/>|<v></v>", "", xml.decode())
        text = text.replace("<f>1000+990</f>", "<f>1000+990</f><v>1990</v>")
        text = text.replace('<c r="B4"><f>NA()</f>', '<c r="B4" t="e"><f>NA()</f><v>#N/A</v>')
        return text.replace('<c r="B5"><f>', '<c r="B5" t="str"><f>').encode()

    sheet = read_table(rewritten(data, part, saved))
    assert sheet.column(1) == ("=A1", "1990", "#N/A", "")
    assert [(one.line, one.column, one.read) for one in sheet.faults] == [(2, 1, "=A1"), (4, 1, "#N/A")]


def _bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("xl/sharedStrings.xml", b" " * (workbook.MOST_UNPACKED + 1))
    return out.getvalue()


def _archive(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, "<x/>")
    return out.getvalue()


def _understated() -> bytes:
    """A bomb that says it is small: what is unpacked ends where it says."""
    data, real = bytearray(_bomb()), (workbook.MOST_UNPACKED + 1).to_bytes(4, "little")
    return bytes(data.replace(real, (1000).to_bytes(4, "little")))


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (_bomb, "this workbook unpacks to 64 MB"),
        (_understated, "this workbook is damaged"),
        (lambda: b"PK\x03\x04 and no more", "this workbook is damaged"),
        (lambda: _archive("xl/workbook.xml"), "this workbook is damaged"),
        (lambda: _archive("content.xml"), "this file is OpenDocument; save the list as .xlsx or as CSV"),
        (lambda: _archive("photo.jpg"), "this file is no XLSX workbook"),
        (lambda: b"\xd0\xcf\x11\xe0" + b"\0" * 600, "(.xls), or one with a password"),
        (lambda: b"PK\x03\x04" + b"\0" * MOST_BYTES, "20 MB are the most"),
        (lambda: book([["", ""]]), "there is nothing in this workbook"),
        (lambda: book([["Name"], *[["Byng"]] * MOST_ROWS]), f"more than {MOST_ROWS} rows"),
        (lambda: book([["Name", *[""] * MOST_COLUMNS, "x"]]), "reaches to column CX; 100 columns are the most"),
    ],
)
def test_a_workbook_that_lies_or_is_none_is_refused(make: Callable[[], bytes], says: str) -> None:
    """Each is made by the test, not when the tests are gathered: that happens in every process."""
    with pytest.raises(FormatError) as error:
        read_table(make())
    assert says in str(error.value)


def test_what_a_sheet_says_of_its_size_is_not_believed() -> None:
    rows = [["Name"], ["Byng"], ["Rook"]]
    for lie in (b'"A1:XFD1048576"', b'"A1"', b'"A1:A2"'):
        data = rewritten(book(rows), "xl/worksheets/sheet1.xml", lambda xml, lie=lie: xml.replace(b'"A1:A3"', lie))
        assert read_table(data).column(0) == ("Byng", "Rook")


def test_a_row_far_below_is_found() -> None:
    page = openpyxl.Workbook()
    page.active["A1"], page.active["A900000"] = "Name", "Byng"
    data = io.BytesIO()
    page.save(data)
    assert read_table(data.getvalue()).row_lines == (900000,)


def test_entities_do_not_grow() -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    head = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">{laughs}]>'.encode()
    data = rewritten(
        book([["Name"], ["Byng"]]), "xl/worksheets/sheet1.xml", lambda xml: head + xml.replace(b"Byng", b"&l11;")
    )
    strings = rewritten(data, "xl/sharedStrings.xml", lambda xml: head + xml.replace(b"Byng", b"&l11;"))
    with pytest.raises(FormatError, match="this workbook is damaged"):
        read_table(strings)


def test_an_empty_sheet_has_no_width() -> None:
    assert (Sheet((), ()).width, Sheet((), ()).wide, pasted("\n \n").rows) == (0, (), ())
