"""Rating months by command: from a first list to the next ones, a late report, histories, audits and pictures."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from syrupy.assertion import SnapshotAssertion

from support.command_line import Run
from support.snapshots import lines_with

STORE = ("--store", "months.sqlite")


@pytest.fixture(autouse=True)
def _use_temporary_folder(ground: Path) -> None:
    """Every test works in a folder of its own."""


def months(run: Run) -> str:
    """Make a store with the lists of April, May and June 2026; return what `periods add` prints."""
    assert run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE).code == 0
    done = run("periods", "add", "examples/swiss.trf", *STORE)
    assert done.code == 0
    for _ in range(2):
        assert run("periods", "rate", *STORE).code == 0
    return done.out


def test_month_by_month(run: Run, snapshot: SnapshotAssertion) -> None:
    added = months(run)
    assert "(B.02 5.1)" in added
    assert added == snapshot(name="added")
    assert "2026-05    2203     +16      3  20" in run("periods", "player", "99900102", *STORE).out
    rows = json.loads(run("periods", "player", "99900102", "--format", "json", *STORE).out)
    assert [row["rating"] for row in rows] == [2187, 2203]
    assert (
        "99900102  Heron, Isolde          2187     2203     +16"
        in run("periods", "diff", "2026-04", "2026-05", *STORE).out
    )
    assert run("periods", "diff", "2026-05", "2026-06", *STORE).out == snapshot(name="no differences")
    told = json.loads(run("periods", "audit", "99900102", "--month", "2026-05", "--format", "json", *STORE).out)
    assert [line["change"] for line in told["games"]] == [18, 8, 56]
    assert told["rating"] == 2203


def test_file_by_file(run: Run, snapshot: SnapshotAssertion) -> None:
    run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE)
    run("periods", "add", "examples/swiss.trf", *STORE)
    assert run("periods", "files", *STORE).out == snapshot(name="one report")
    run("periods", "rate", *STORE)
    told = json.loads(run("periods", "files", "--format", "json", *STORE).out)
    assert [(one["name"], one["kind"], one["games"], one["late"]) for one in told] == [
        ("examples/swiss.trf", "standard", 15, False)
    ]
    assert told[0]["left"] == snapshot(name="games left out")
    assert told[0]["left"][0][1:] == ["B.02 5.1", 1]
    assert run("periods", "files", "--month", "2026-04", *STORE).out == snapshot(name="no report")


def test_the_store_says_what_rate_period_says(run: Run) -> None:
    months(run)
    assert run("periods", "export", "--month", "2026-05", "-o", "a.csv", *STORE).code == 0
    run("list", "import", "examples/list.txt", "--month", "2026-04", "--list", "list.sqlite")
    assert run("rate-period", "--list", "list.sqlite", "--games", "examples/swiss.trf", "-o", "b.csv").code == 0
    texts = (Path(name).read_text("utf-8").splitlines() for name in ("a.csv", "b.csv"))
    one, other = ({row["fide_id"]: row for row in csv.DictReader(text)} for text in texts)
    for number, row in one.items():
        assert (row["standard"], row["standard_games"], row["month"]) == (
            other[number]["standard"], other[number]["standard_games"], "2026-05",
        )  # fmt: skip


def test_a_late_report(run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE).code == 0
    for _ in range(2):
        assert run("periods", "rate", *STORE).code == 0
    done = run("periods", "late", "examples/swiss.trf", "--month", "2026-05", *STORE)
    assert done.code == 0
    assert "2026-05 standard 99900102 Heron, Isolde 2187 2203" in " ".join(done.out.split())
    assert done.out == snapshot
    assert "2203" in run("periods", "player", "99900102", *STORE).out
    done = run("periods", "late", "examples/swiss.trf", "--month", "2026-09", *STORE)
    assert done.code == 3
    assert done.err == snapshot


def test_pictures_can_be_read(run: Run, snapshot: SnapshotAssertion) -> None:
    months(run)
    assert run("periods", "player", "99900102", "--svg", "player.svg", *STORE).code == 0
    assert run("periods", "plot", "-o", "list.svg", *STORE).code == 0
    for name, numbers in (("player.svg", ("2026-04 2187", "2026-05 2203")), ("list.svg", ("2100", "2199"))):
        tree = ElementTree.parse(name)
        described = tree.find("{http://www.w3.org/2000/svg}desc")
        assert described is not None
        assert all(number in (described.text or "") for number in numbers)
        assert described.text == snapshot(name=name)


@pytest.mark.parametrize(
    "words",
    [
        "periods rate --store none.sqlite",
        "periods start examples/period/list.csv --store new.sqlite",
        "periods start examples/period/list.csv --month 2026-13 --store new.sqlite",
        "periods player 5 --store months.sqlite",
        "periods audit 99900102 --month 2020-01 --store months.sqlite",
        "periods export -o list.xls --store months.sqlite",
        "periods start examples/list.txt --month 2026-04 --store months.sqlite",
    ],
)
def test_refusals(run: Run, words: str, snapshot: SnapshotAssertion) -> None:
    run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE)
    done = run(*words.split())
    assert done.code == 3
    assert done.err == snapshot
    assert not Path("new.sqlite").exists()


def test_unreadable_input_is_reported(run: Run, snapshot: SnapshotAssertion) -> None:
    run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE)
    Path("bad.trf").write_text("Dear Sir\n")
    done = run("periods", "add", "bad.trf", "missing.trf", "examples/demo.sh", *STORE)
    assert done.code == 1
    assert all(word in done.out for word in ("bad.trf", "missing.trf", "demo.sh"))
    assert done.out == snapshot


def test_a_file_of_another_kind_is_amiss_where_it_is_named(run: Run, snapshot: SnapshotAssertion) -> None:
    run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE)
    Path("folder").mkdir()
    Path("folder", "notes.csv").write_text("a,b\n1,2\n")
    named, found = run("periods", "add", "folder/notes.csv", *STORE), run("periods", "add", "folder", *STORE)
    assert (named.code, found.code) == (1, 0)
    assert [named.out, found.out] == snapshot


def test_the_same_report_counts_once(run: Run, snapshot: SnapshotAssertion) -> None:
    """Taken again for the same list, out of a folder, or as a late one: its games are left out and told."""
    months(run)
    rating = json.loads(run("periods", "player", "99900102", "--format", "json", *STORE).out)[-1]
    Path("copies").mkdir()
    Path("copies", "again.trf").write_bytes(Path("examples/swiss.trf").read_bytes())
    for words in (("add", "examples/swiss.trf"), ("add", "copies"), ("late", "copies", "--month", "2026-05")):
        done = run("periods", *words, *STORE)
        assert done.code == 1
        assert done.out == snapshot(name=" ".join(words))
    assert run("periods", "rate", *STORE).code == 0
    assert json.loads(run("periods", "player", "99900102", "--format", "json", *STORE).out)[-1] == rating


def test_duplicate_copies_in_a_delivery_count_once(run: Run, snapshot: SnapshotAssertion) -> None:
    run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE)
    Path("copies").mkdir()
    for name in ("a.trf", "b.trf"):
        Path("copies", name).write_bytes(Path("examples/swiss.trf").read_bytes())
    done = run("periods", "add", "copies", *STORE)
    assert done.out == snapshot
    assert done.code == 1


def test_two_single_games_on_the_same_day_are_separate_unless_the_file_is_the_same(
    run: Run, snapshot: SnapshotAssertion
) -> None:
    run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE)
    tags = (("Event", "x"), ("Date", "2026.04.05"), ("WhiteFideId", "99900101"), ("BlackFideId", "99900102"))
    text = "".join(f'[{tag} "{value}"]\n' for tag, value in (*tags, ("Result", "1-0"))) + "\n1. e4 1-0\n"
    for name in ("one.pgn", "two.pgn"):
        Path(name).write_text(text)
        assert run("periods", "add", name, *STORE).out == snapshot(name=name)
        done = run("periods", "add", name, *STORE)
        assert done.code == 1
        assert done.out == snapshot(name=f"{name} again")


def test_a_folder_inside_a_folder_is_reported(run: Run, snapshot: SnapshotAssertion) -> None:
    run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE)
    Path("reports/sub").mkdir(parents=True)
    done = run("periods", "add", "reports", *STORE)
    assert done.out == snapshot
    assert done.code == 1


def test_a_rating_list_is_no_store(run: Run, snapshot: SnapshotAssertion) -> None:
    run("list", "import", "examples/list.txt", "--list", "list.sqlite")
    done = run("periods", "rate", "--store", "list.sqlite")
    assert done.code == 3
    assert done.err == snapshot


def test_reports_of_a_month_that_is_not_there(run: Run, snapshot: SnapshotAssertion) -> None:
    months(run)
    assert run("periods", "files", "--month", "2026-07", *STORE).code == 0
    done = run("periods", "files", "--month", "1999-05", *STORE)
    assert done.code == 3
    assert done.err == snapshot


@pytest.mark.parametrize("year", ["2027", "2020"])
def test_a_report_with_a_wrong_date_is_reported_and_stops_no_other(
    run: Run, year: str, snapshot: SnapshotAssertion
) -> None:
    text = Path("examples/swiss.trf").read_text().replace("2026/", f"{year}/").replace("26/", f"{year[2:]}/")
    Path("reports").mkdir()
    Path("reports/odd.trf").write_text(text)
    Path("reports/swiss.trf").write_bytes(Path("examples/swiss.trf").read_bytes())
    run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE)
    done = run("periods", "add", "reports", *STORE)
    assert done.code == 1
    assert done.out == snapshot(name="add")
    words = ("rate-period", "--list", "examples/list.txt", "--games", "reports", "--month", "2026-05", "-o", "new.csv")
    done = run(*words)
    assert done.code == 1
    assert lines_with(Path("new.not-counted.csv").read_text(), "reports/odd.trf") == snapshot(name="not counted")
    run("periods", "rate", *STORE)
    late = run("periods", "late", "reports/odd.trf", "--month", "2026-05", *STORE)
    assert late.code == 1
    assert late.out == snapshot(name="late")
