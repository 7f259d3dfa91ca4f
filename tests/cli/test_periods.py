"""Rating months by command: from a first list to the next ones, a late report, histories, audits and pictures."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from support.command_line import Run

STORE = ("--store", "months.sqlite")


@pytest.fixture(autouse=True)
def _here(ground: Path) -> None:
    """Every test works in a folder of its own."""


def months(run: Run) -> None:
    """A store with the lists of April, May and June 2026."""
    assert run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE).code == 0
    done = run("periods", "add", "examples/swiss.trf", *STORE)
    assert done.code == 0
    assert "not played (B.02 5.1)" in done.out
    for _ in range(2):
        assert run("periods", "rate", *STORE).code == 0


def test_month_by_month(run: Run) -> None:
    months(run)
    assert "2026-05    2203     +16      3  20" in run("periods", "player", "99900102", *STORE).out
    rows = json.loads(run("periods", "player", "99900102", "--format", "json", *STORE).out)
    assert [row["rating"] for row in rows] == [2187, 2203]
    assert (
        "99900102  Heron, Isolde          2187     2203     +16"
        in run("periods", "diff", "2026-04", "2026-05", *STORE).out
    )
    assert run("periods", "diff", "2026-05", "2026-06", *STORE).out == "0 ratings differ.\n"
    told = json.loads(run("periods", "audit", "99900102", "--month", "2026-05", "--format", "json", *STORE).out)
    assert [line["change"] for line in told["games"]] == [18, 8, 56]
    assert told["rating"] == 2203


def test_file_by_file(run: Run) -> None:
    run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE)
    run("periods", "add", "examples/swiss.trf", *STORE)
    assert "Reports for the list of 2026-05" in run("periods", "files", *STORE).out
    run("periods", "rate", *STORE)
    told = json.loads(run("periods", "files", "--format", "json", *STORE).out)
    assert [(one["name"], one["kind"], one["games"], one["late"]) for one in told] == [
        ("examples/swiss.trf", "standard", 15, False)
    ]
    assert told[0]["left"] == [["not played", "B.02 5.1", 1]]
    assert "Reports  0" in run("periods", "files", "--month", "2026-04", *STORE).out


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


def test_a_late_report(run: Run) -> None:
    assert run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE).code == 0
    for _ in range(2):
        assert run("periods", "rate", *STORE).code == 0
    done = run("periods", "late", "examples/swiss.trf", "--month", "2026-05", *STORE)
    assert done.code == 0
    said = " ".join(done.out.split())
    assert "2026-05 standard 99900102 Heron, Isolde 2187 2203" in said
    assert "nobody else was rated again" in said
    assert "2203" in run("periods", "player", "99900102", *STORE).out
    done = run("periods", "late", "examples/swiss.trf", "--month", "2026-09", *STORE)
    assert done.code == 3
    assert "was not rated here" in done.err


def test_pictures_can_be_read(run: Run) -> None:
    months(run)
    assert run("periods", "player", "99900102", "--svg", "player.svg", *STORE).code == 0
    assert run("periods", "plot", "-o", "list.svg", *STORE).code == 0
    for name, says in (("player.svg", "2026-04 2187, 2026-05 2203"), ("list.svg", "2100 to 2199: ")):
        tree = ElementTree.parse(name)
        described = tree.find("{http://www.w3.org/2000/svg}desc")
        assert described is not None
        assert says in (described.text or "")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("periods rate --store none.sqlite", "no store of rating months"),
        ("periods start examples/period/list.csv --store new.sqlite", "does not say of which month"),
        ("periods start examples/period/list.csv --month 2026-13 --store new.sqlite", "is not a month"),
        ("periods player 5 --store months.sqlite", "no player 5"),
        ("periods audit 99900102 --month 2020-01 --store months.sqlite", "no list of 2020-01"),
        ("periods export -o list.xls --store months.sqlite", ".csv, .parquet or .json"),
        ("periods start examples/list.txt --month 2026-04 --store months.sqlite", "something at months.sqlite already"),
    ],
)
def test_refusals(run: Run, words: str, says: str) -> None:
    run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE)
    done = run(*words.split())
    assert done.code == 3
    assert says in " ".join(done.err.split())
    assert not Path("new.sqlite").exists()


def test_what_cannot_be_read_is_told(run: Run) -> None:
    run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE)
    Path("bad.trf").write_text("Dear Sir\n")
    done = run("periods", "add", "bad.trf", "missing.trf", "examples/demo.sh", *STORE)
    assert done.code == 1
    assert all(word in done.out for word in ("bad.trf", "missing.trf", "demo.sh", "cannot be read"))


def test_a_file_of_another_kind_is_amiss_where_it_is_named(run: Run) -> None:
    run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE)
    Path("folder").mkdir()
    Path("folder", "notes.csv").write_text("a,b\n1,2\n")
    named, found = run("periods", "add", "folder/notes.csv", *STORE), run("periods", "add", "folder", *STORE)
    assert (named.code, found.code) == (1, 0)
    assert all("a file of another kind" in " ".join(done.out.split()) for done in (named, found))


def test_the_same_report_counts_once(run: Run) -> None:
    """Taken again for the same list, out of a folder, or as a late one: its games are left out and told."""
    months(run)
    rating = json.loads(run("periods", "player", "99900102", "--format", "json", *STORE).out)[-1]
    Path("copies").mkdir()
    Path("copies", "again.trf").write_bytes(Path("examples/swiss.trf").read_bytes())
    for words in (("add", "examples/swiss.trf"), ("add", "copies"), ("late", "copies", "--month", "2026-05")):
        done = run("periods", *words, *STORE)
        assert done.code == 1
        assert "the same games as examples/swiss.trf for the list of 2026-05: they count once" in " ".join(
            done.out.split()
        )
    assert run("periods", "rate", *STORE).code == 0
    assert json.loads(run("periods", "player", "99900102", "--format", "json", *STORE).out)[-1] == rating


def test_two_copies_in_one_delivery_count_once(run: Run) -> None:
    run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE)
    Path("copies").mkdir()
    for name in ("a.trf", "b.trf"):
        Path("copies", name).write_bytes(Path("examples/swiss.trf").read_bytes())
    done = run("periods", "add", "copies", *STORE)
    assert "1 report with 15 games" in done.out
    assert done.code == 1


def test_two_single_games_of_one_day_are_two_unless_the_file_is_one(run: Run) -> None:
    run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE)
    tags = (("Event", "x"), ("Date", "2026.04.05"), ("WhiteFideId", "99900101"), ("BlackFideId", "99900102"))
    text = "".join(f'[{tag} "{value}"]\n' for tag, value in (*tags, ("Result", "1-0"))) + "\n1. e4 1-0\n"
    for name in ("one.pgn", "two.pgn"):
        Path(name).write_text(text)
        assert "1 report with 1 game taken" in run("periods", "add", name, *STORE).out
        done = run("periods", "add", name, *STORE)
        assert done.code == 1
        assert "they count once" in " ".join(done.out.split())


def test_a_folder_in_a_folder_is_told(run: Run) -> None:
    run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE)
    Path("reports/sub").mkdir(parents=True)
    done = run("periods", "add", "reports", *STORE)
    assert "a folder in the folder: its files are not read" in " ".join(done.out.split())
    assert done.code == 1


def test_a_rating_list_is_no_store(run: Run) -> None:
    run("list", "import", "examples/list.txt", "--list", "list.sqlite")
    done = run("periods", "rate", "--store", "list.sqlite")
    assert done.code == 3
    assert "is no store of rating months" in done.err


def test_reports_of_a_month_that_is_not_there(run: Run) -> None:
    months(run)
    assert run("periods", "files", "--month", "2026-07", *STORE).code == 0
    done = run("periods", "files", "--month", "1999-05", *STORE)
    assert done.code == 3
    assert "there is no list of 1999-05" in done.err


@pytest.mark.parametrize(
    ("year", "why"),
    [("2027", "it begins on 2027-04-03, not before the list of 2026-05"), ("2020", "rating rules before 2024-03-01")],
)
def test_a_report_of_the_wrong_time_is_told_and_stops_no_other(run: Run, year: str, why: str) -> None:
    text = Path("examples/swiss.trf").read_text().replace("2026/", f"{year}/").replace("26/", f"{year[2:]}/")
    Path("reports").mkdir()
    Path("reports/odd.trf").write_text(text)
    Path("reports/swiss.trf").write_bytes(Path("examples/swiss.trf").read_bytes())
    run("periods", "start", "examples/list.txt", "--month", "2026-04", *STORE)
    done = run("periods", "add", "reports", *STORE)
    assert done.code == 1
    assert "1 report with 15 games taken" in done.out
    assert why in " ".join(done.out.split())
    words = ("rate-period", "--list", "examples/list.txt", "--games", "reports", "--month", "2026-05", "-o", "new.csv")
    done = run(*words)
    assert done.code == 1
    assert why in Path("new.not-counted.csv").read_text()
    run("periods", "rate", *STORE)
    late = run("periods", "late", "reports/odd.trf", "--month", "2026-05", *STORE)
    assert late.code == 1
    assert why in " ".join(late.out.split())
