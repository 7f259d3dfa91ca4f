"""Layout: everything fits the width, wide letters count twice, long tables fold."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.cli.console import (
    first_problem_line,
    print_change,
    print_heading,
    print_paragraph,
    print_problem,
    truncate,
    width,
)
from rookery.cli.tables import fit_table, fold_table, print_table
from rookery.errors import Problem, Severity
from rookery.formatting import Column, Table
from rookery.messages import join_list

TABLE = Table(
    (Column("No", ">"), Column("Name", least=8), *(Column(f"R{n}", ">") for n in range(1, 12))),
    tuple((str(n), "Someone with a long name " * 2, *("12w1",) * 11) for n in range(1, 4)),
)


@pytest.mark.parametrize("room", [40, 60, 80, 120])
def test_a_folded_table_fits_and_loses_no_column(room: int) -> None:
    blocks = list(fold_table(TABLE, 2, room))
    titles = [column.title for block in blocks for column in block.columns[2:]]
    assert titles == [f"R{n}" for n in range(1, 12)]
    for block in blocks:
        table, widths = fit_table(block, room)
        assert sum(widths) + 2 * (len(widths) - 1) <= room
        assert [column.title for column in table.columns[:2]] == ["No", "Name"]


def test_a_narrow_column_ends_with_an_ellipsis() -> None:
    assert truncate("Quillfeather", 8) == "Quillfe…"
    assert truncate("Quill", 8) == "Quill"
    assert width(truncate("棋王棋王棋王", 8)) <= 8


@pytest.mark.parametrize(("items", "said"), [([], ""), ([1], "1"), ([1, 2], "1 and 2"), ([1, 2, 3], "1, 2 and 3")])
def test_things_in_a_row(items: list[int], said: str) -> None:
    assert join_list(items) == said


@pytest.mark.parametrize("first", [1, 5, 60, 99, 180, 240])
@pytest.mark.parametrize("length", [1, 4, 90])
def test_the_caret_is_under_the_columns(
    first: int, length: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    line = "".join(chr(ord("A") + n % 26) for n in range(200))
    last = first + length - 1
    print_problem(Problem(Severity.ERROR, "code", 3, (first, last), "field", "something is wrong", "x", "y"), line)
    out = capsys.readouterr().out.splitlines()
    text, carets = out[-2], out[-1]
    assert all(len(each) <= 80 for each in out)
    start = carets.index("^")
    if first <= len(line):
        shown = text[start]
        assert shown in (line[first - 1], "…")


def test_a_change_shows_the_lines_that_differ(capsys: pytest.CaptureFixture[str]) -> None:
    print_change("a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n")
    assert capsys.readouterr().out == "-b\n+B\n"
    print_change("a\nb\nc", "A\nB\nb\nc\nd")
    assert capsys.readouterr().out == "-a\n+A\n+B\n+d\n"


def test_many_problems_in_a_line(snapshot: SnapshotAssertion) -> None:
    problem = Problem(Severity.ERROR, "x", 1, (2, 3), "f", "odd")
    assert first_problem_line([problem]) == snapshot
    assert first_problem_line([problem] * 3) == snapshot


def test_a_wrapping_column_loses_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    columns = (Column("No", ">"), Column("Name", least=8), Column("Why", least=10, wraps=True))
    print_table(Table(columns, (("1", "Pemberton-Smythe, A", "one of the two has no rating"), ("2", "B", "short"))))
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 40
    assert "".join(line[22:] for line in out.splitlines()[2:]).replace(" ", "").endswith("ratingshort")
    assert "Pemb" in out
    assert out.splitlines()[-1].split() == ["2", "B", "short"]


def test_a_long_title_takes_several_lines(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    print_heading("The Ninety-Ninth International Open Championship of Puddleford")
    assert capsys.readouterr().out == (
        "The Ninety-Ninth International Open\nChampionship of Puddleford\n===================================\n"
    )


def test_a_citation_is_never_broken(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    print_paragraph("Two who have met may not meet. (C.04.3 2.1.1 [C1])")
    assert capsys.readouterr().out == "Two who have met may not meet.\n(C.04.3 2.1.1 [C1])\n"
