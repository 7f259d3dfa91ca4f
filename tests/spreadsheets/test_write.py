"""Tables written as CSV and XLSX, read back by other programs."""

from __future__ import annotations

import csv
from io import BytesIO, StringIO

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookery.messages import make_printable
from rookery.spreadsheets.workbook import SheetTable, write_csv, write_xlsx

CELLS = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
TABLES = st.integers(1, 4).flatmap(
    lambda width: st.builds(
        SheetTable,
        CELLS,
        st.tuples(*[CELLS] * width),
        st.lists(st.tuples(*[CELLS] * width), max_size=4).map(tuple),
    )
)


@pytest.mark.parametrize("text", ["=1+1", "@SUM(A1)", "+cmd", "-x", "\t=1"])
def test_a_formula_becomes_a_text(text: str) -> None:
    table = SheetTable("", ("Name",), ((text,),))
    (_, row) = csv.reader(StringIO(write_csv([table]).decode("utf-8-sig")))
    assert row == [f"'{make_printable(text)}"]


@pytest.mark.parametrize("text", ["+ - -", "-/+", "-2.5", "+5", "1 – 0", "½", "Byng, Ada"])
def test_a_result_stays_as_it_is(text: str) -> None:
    table = SheetTable("", ("Result",), ((text,),))
    assert list(csv.reader(StringIO(write_csv([table]).decode("utf-8-sig"))))[1] == [text]


@given(st.lists(TABLES, min_size=1, max_size=3))
def test_a_workbook_has_every_cell(tables: list[SheetTable]) -> None:
    data = write_xlsx(tables)
    assert data == write_xlsx(tables)
    workbook = openpyxl.load_workbook(BytesIO(data))
    assert len(workbook.sheetnames) == len(tables)
    for sheet, table in zip(workbook.worksheets, tables, strict=True):
        rows = [tuple("" if cell.value is None else cell.value for cell in row) for row in sheet.iter_rows()]
        expected = [tuple(map(make_printable, row)) for row in (table.columns, *table.rows)]
        for row, texts in zip(rows, expected, strict=True):
            assert [str(value) if isinstance(value, str) else float(value) for value in row] == [
                text if isinstance(value, str) else float(text) for value, text in zip(row, texts, strict=True)
            ]


def test_numbers_are_numbers() -> None:
    table = SheetTable("Standings", ("Rank", "Pts", "No"), (("1", "2.5", "007"), ("2=", "-0.5", "")))
    sheet = openpyxl.load_workbook(BytesIO(write_xlsx([table]))).worksheets[0]
    assert [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2)] == [[1, 2.5, "007"], ["2=", -0.5, ""]]


def test_sheets_have_short_and_different_names() -> None:
    titles = ["Round 1: [all]/boards?", "x" * 40, "x" * 40, "", "A", "a"]
    names = openpyxl.load_workbook(BytesIO(write_xlsx([SheetTable(title, ("A",), ()) for title in titles]))).sheetnames
    assert len({name.casefold() for name in names}) == len(titles)
    assert max(map(len, names)) <= 31
