"""Tables as people bring them: pasted, CSV in any usual encoding, XLSX; what is none is refused and says why."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Callable, Sequence

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import FormatError
from rookery.spreadsheets import workbook
from rookery.spreadsheets.read import read_table, read_text
from rookery.spreadsheets.sheet import MOST_BYTES, MOST_COLUMNS, MOST_LINES, MOST_ROWS, Sheet

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


def replace_part(data: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
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
        ("Name\tElo\nByng, Ada\t2105\nRook, Benedict\t1990\n", "separated by tabs"),
        ("Name;Elo\r\nByng, Ada;2105\r\nRook, Benedict;1990", "separated by semicolons"),
        ('Name,Elo\n"Byng, Ada",2105\n"Rook, Benedict",1990', "separated by commas"),
        ('"Name";"Elo"\n\n"Byng,  Ada ";"2105"\n\n\nRook, Benedict;1990;;;', "separated by semicolons"),
        ("Name|Elo\rByng, Ada|2105\rRook, Benedict|1990\r", "separated by bars"),
    ],
)
def test_a_text_whatever_separates_its_cells(text: str, how: str) -> None:
    sheet = read_text(text)
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
    assert sheet.how == f"{how}, separated by semicolons"


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
    sheet = read_text(text)
    assert (sheet.header, list(sheet.above)) == (header, above)


def test_a_person_may_say_which_row_heads_it() -> None:
    sheet = read_text("Name;Elo\nByng, Ada;2105")
    assert sheet.with_header(None).rows == (("Name", "Elo"), ("Byng, Ada", "2105"))
    assert sheet.with_header(None).with_header(0) == sheet


def test_where_a_cell_came_from(snapshot: SnapshotAssertion) -> None:
    sheet = read_text('Name;Club\n\n"Byng, Ada";"Harbour\nTown"\nRook;x;y')
    assert sheet.row_lines == (4, 5)
    assert (sheet.column_label(1), sheet.overlong_lines) == ("Club", (5,))
    assert sheet.place(4, 1) == snapshot
    assert sheet.rows[0] == ("Byng, Ada", "Harbour Town", "")


@pytest.mark.parametrize(
    "data",
    [
        b'Name;Elo\n"Byng, Ada;2105\nRook;1990\n',
        b"Name\nB\x81ng\n",
        b"a," * 120 + b"z\n",
        b"x\n" * (MOST_LINES + 1),
        b"x" * (MOST_BYTES + 1),
        b"a;" * 99 + b"\n" + (b";" * 99 + b"\n") * 10_001,
    ],
    ids=["quotation mark", "encoding", "columns", "lines", "bytes", "cells"],
)
def test_a_text_that_is_no_table_is_refused(data: bytes, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(FormatError) as error:
        read_table(data)
    assert str(error.value) == snapshot


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


def test_another_worksheet(snapshot: SnapshotAssertion) -> None:
    data = book([["Name"], ["Byng"]], [["Name"], ["Rook"]])
    assert read_table(data, "Fees").column(0) == ("Rook",)
    with pytest.raises(FormatError) as caught:
        read_table(data, "Prizes")
    assert str(caught.value) == snapshot
    assert read_table(book([], [["Name"], ["Rook"]])).others == ("Entries",)


def test_formulas_are_taken_as_saved_and_never_calculated() -> None:
    data = book([["Name", "Elo"], ["Byng", "=A1"], ["Rook", "=1000+990"], ["Tern", "=NA()"], ["Wren", '=""']])
    part = "xl/worksheets/sheet1.xml"

    def saved(xml: bytes) -> bytes:
        text = re.sub("<v ?/>|<v></v>", "", xml.decode())
        text = text.replace("<f>1000+990</f>", "<f>1000+990</f><v>1990</v>")
        text = text.replace('<c r="B4"><f>NA()</f>', '<c r="B4" t="e"><f>NA()</f><v>#N/A</v>')
        return text.replace('<c r="B5"><f>', '<c r="B5" t="str"><f>').encode()

    sheet = read_table(replace_part(data, part, saved))
    assert sheet.column(1) == ("=A1", "1990", "#N/A", "")
    assert [(fault.line, fault.column, fault.read) for fault in sheet.faults] == [(2, 1, "=A1"), (4, 1, "#N/A")]


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


def without_library_text(error: BaseException) -> str:
    """The message of an error, without what a library says of a damaged workbook."""
    cause = str(error.__context__ or "")
    return str(error).replace(cause, "CAUSE") if cause else str(error)


def _understated() -> bytes:
    """A bomb that says it is small: what is unpacked ends where it says."""
    data, real = bytearray(_bomb()), (workbook.MOST_UNPACKED + 1).to_bytes(4, "little")
    return bytes(data.replace(real, (1000).to_bytes(4, "little")))


@pytest.mark.slow
@pytest.mark.parametrize(
    "make",
    [
        _bomb,
        _understated,
        lambda: b"PK\x03\x04 and no more",
        lambda: _archive("xl/workbook.xml"),
        lambda: _archive("content.xml"),
        lambda: _archive("photo.jpg"),
        lambda: b"\xd0\xcf\x11\xe0" + b"\0" * 600,
        lambda: b"PK\x03\x04" + b"\0" * MOST_BYTES,
        lambda: book([["", ""]]),
        lambda: book([["Name"], *[["Byng"]] * MOST_ROWS]),
        lambda: book([["Name", *[""] * MOST_COLUMNS, "x"]]),
    ],
    ids=[
        "bomb", "understated bomb", "no archive", "no worksheet", "OpenDocument", "no workbook", "xls", "bytes",
        "empty", "rows", "columns",
    ],
)  # fmt: skip
def test_a_workbook_that_lies_or_is_none_is_refused(make: Callable[[], bytes], snapshot: SnapshotAssertion) -> None:
    """Each is made by the test, not when the tests are gathered: that happens in every process."""
    with pytest.raises(FormatError) as error:
        read_table(make())
    assert without_library_text(error.value) == snapshot


def _with_sheet(xml: bytes) -> bytes:
    """A workbook whose worksheet is this XML."""
    return replace_part(book([["Name"], ["Byng"]]), "xl/worksheets/sheet1.xml", lambda _: xml)


_MAIN = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_ROW = b'<worksheet xmlns="%s"><sheetData><row r="1">%s</row></sheetData></worksheet>'


@pytest.mark.parametrize(
    "make",
    [
        lambda: _with_sheet(_ROW % (_MAIN, b"<c/>" * 20_000)),
        lambda: _with_sheet((_ROW % (_MAIN, b"<c/>" * 20_000)).decode().encode("utf-16")),
        lambda: _with_sheet(
            b'<x:worksheet xmlns:x="%s"><x:sheetData><x:row>%s</x:row></x:sheetData></x:worksheet>'
            % (_MAIN, b"<x:c/>" * 20_000)
        ),
        lambda: _with_sheet(_ROW % (_MAIN, b'<c t="inlineStr"><is><t>' + b"x" * 40_000 + b"</t></is></c>")),
        lambda: replace_part(
            book([["Name"], ["Byng"]]), "xl/styles.xml", lambda xml: xml.replace(b"<cellXfs", b"<x/>" * 210_000 + b"<x")
        ),
    ],
    ids=["cells of a row", "UTF-16", "prefix", "text of a cell", "styles"],
)
def test_a_workbook_that_packs_far_too_much_is_refused_before_it_is_read(
    make: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    """A few kilobytes unpack to millions of cells, and openpyxl makes an object of each."""
    data = make()
    monkeypatch.setattr(openpyxl, "load_workbook", lambda *_, **__: pytest.fail("the workbook was read"))
    with pytest.raises(FormatError) as error:
        read_table(data)
    assert str(error.value) == snapshot


def test_a_text_as_long_as_a_cell_may_have_is_read() -> None:
    text = "x" * 32_767
    assert read_table(book([["Name", "Remark"], ["Byng", text]])).column(1) == (text,)


def test_what_a_sheet_says_of_its_size_is_not_believed() -> None:
    rows = [["Name"], ["Byng"], ["Rook"]]
    for lie in (b'"A1:XFD1048576"', b'"A1"', b'"A1:A2"'):
        data = replace_part(book(rows), "xl/worksheets/sheet1.xml", lambda xml, lie=lie: xml.replace(b'"A1:A3"', lie))
        assert read_table(data).column(0) == ("Byng", "Rook")


def test_a_row_far_below_is_read() -> None:
    page = openpyxl.Workbook()
    page.active["A1"], page.active["A900000"] = "Name", "Byng"
    data = io.BytesIO()
    page.save(data)
    assert read_table(data.getvalue()).row_lines == (900000,)


def test_entities_do_not_grow(snapshot: SnapshotAssertion) -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    head = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">{laughs}]>'.encode()
    data = replace_part(
        book([["Name"], ["Byng"]]), "xl/worksheets/sheet1.xml", lambda xml: head + xml.replace(b"Byng", b"&l11;")
    )
    strings = replace_part(data, "xl/sharedStrings.xml", lambda xml: head + xml.replace(b"Byng", b"&l11;"))
    with pytest.raises(FormatError) as caught:
        read_table(strings)
    assert without_library_text(caught.value) == snapshot


def test_an_empty_sheet_has_no_width() -> None:
    assert (Sheet((), ()).width, Sheet((), ()).overlong_lines, read_text("\n \n").rows) == (0, (), ())
