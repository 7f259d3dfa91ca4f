"""`rookery standings` and `rookery tiebreaks`: what they print, in every form, and how they refuse."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.cli.errors import BAD_INPUT, DONE, UNREADABLE
from rookery.ranking.definitions import TABLE
from support.command_line import Run
from support.snapshots import command_id, lines_with

SWISS = "examples/swiss.trf"


def test_the_table_fits_and_shows_shared_ranks(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    done = run("standings", SWISS)
    assert done.code == DONE
    assert all(len(line) <= 80 for line in done.out.splitlines())
    assert done.out == snapshot
    assert done.out.count("9=") == 2


def test_json(run: Run, ground: Path) -> None:
    data = json.loads(run("standings", SWISS, "--format", "json", "--tiebreaks", "SB,AOB,DE", "--show-parts").out)
    assert data["tiebreaks"] == ["SB", "AOB", "DE"]
    assert [row["rank"] for row in data["rows"]][:3] == [1, 2, 3]
    eight = next(row for row in data["rows"] if row["id"] == 8)
    assert (eight["points"], eight["values"][0]) == ("1", "5/4")
    for row in data["rows"]:
        assert all(value is None or Fraction(value) >= 0 for value in row["values"])
        assert sum(Fraction(part["value"]) for part in row["parts"][0]) == Fraction(row["values"][0])


def test_undefined_values_are_null(run: Run, ground: Path) -> None:
    Path("alone.trf").write_text("012 Alone\n142 1\n001    1      A" + " " * 76 + "  0000 - H\n", "utf-8")
    data = json.loads(run("standings", "alone.trf", "--format", "json", "--tiebreaks", "AOB").out)
    assert data["rows"][0]["values"] == [None]


def test_csv(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    rows = list(csv.DictReader(StringIO(run("standings", SWISS, "--format", "csv", "--show-parts").out)))
    assert len(rows) == 12
    assert rows[0]["name"] == "Heron, Isolde"
    assert rows[0]["BH/C1 parts"] == snapshot


def test_html(run: Run, ground: Path) -> None:
    Path("named.trf").write_text(Path(SWISS).read_text("utf-8").replace("Heron, Isolde", "Her<n, Isolde"), "utf-8")
    done = run("standings", "named.trf", "--format", "html")
    assert done.out.startswith("<!doctype html>")
    assert "Her&lt;n" in done.out
    assert done.out.count("<tr>") == 13


def test_an_explanation_is_words(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    done = run("standings", SWISS, "--tiebreaks", "BH/C1,DE,TPR/U1400", "--explain", "1")
    assert done.code == DONE
    assert all(len(line) <= 80 for line in done.out.splitlines())
    assert done.out == snapshot


def test_parts_of_everybody(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    assert run("standings", SWISS, "--show-parts").out == snapshot


def test_values_lots_exclusion_categories_and_prizes(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    Path("values.csv").write_text("id,code,value\n8,OTHER_PLAYOFF,1\n9,OTHER_PLAYOFF,1½\n", "utf-8")
    Path("prizes.csv").write_text("1,300\n1,50,sex=w\n", "utf-8")
    done = run("standings", SWISS, "--values", "values.csv", "--exclude", 12, "--prizes", "prizes.csv", "--lots", 3)
    assert done.code == DONE
    assert "9=" not in done.out
    assert "300.00" in done.out
    assert lines_with(done.out, "12 Sorrel, Wilhelmina") + lines_with(done.out, "OTHER_PLAYOFF") == snapshot
    women = run("standings", SWISS, "--category", "sex=w", "--format", "json")
    assert [row["id"] for row in json.loads(women.out)["rows"]] == [2, 4, 6, 11, 8, 12]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--tiebreaks", "BHX"], BAD_INPUT),
        (["--tiebreaks", "EDE"], BAD_INPUT),
        (["--tiebreaks", "ARO"], BAD_INPUT),
        (["--after", "4"], BAD_INPUT),
        (["--explain", "99"], BAD_INPUT),
        (["--exclude", "99"], BAD_INPUT),
        (["--edition", "1999"], BAD_INPUT),
        (["--rules", "1999"], BAD_INPUT),
        (["--reading", "x=y"], BAD_INPUT),
        (["--reading", "rounds=some"], BAD_INPUT),
        (["--category", "tall"], BAD_INPUT),
        (["--values", "missing.csv"], UNREADABLE),
    ],
    ids=command_id,
)
def test_refusals(run: Run, ground: Path, words: list[str], code: int, snapshot: SnapshotAssertion) -> None:
    done = run("standings", SWISS, *words)
    assert done.code == code
    assert done.err == snapshot
    assert done.out == ""


def test_buchholz_in_a_round_robin(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    done = run("standings", "examples/round-robin.trf", "--tiebreaks", "BH")
    assert done.code == BAD_INPUT
    assert done.err == snapshot


def test_readings_by_name(run: Run, ground: Path) -> None:
    assert run("standings", SWISS, "--reading", "rounds=planned", "--reading", "averages=exact").code == DONE
    assert "C.07 (2023-09)" in run("standings", SWISS, "--edition", "exercise-book").out


@pytest.mark.parametrize(
    ("day", "edition"), [("2026-04-01", "2026-03"), ("2025-04-01", "2024-08"), ("2019", "2017-07")]
)
def test_the_edition_follows_from_the_day(
    run: Run, ground: Path, day: str, edition: str, snapshot: SnapshotAssertion
) -> None:
    assert run("set", SWISS, "--start", day, "--end", day, "--round-dates", "").code == DONE
    assert lines_with(run("standings", SWISS).out, f"C.07 ({edition})") == snapshot(name="of the day")
    named = run("standings", SWISS, "--edition", "2024-04").out
    assert lines_with(named, "C.07 (2024-04)") == snapshot(name="named")


def test_the_list_of_tie_breaks(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("tiebreaks")
    assert all(len(line) <= 80 for line in done.out.splitlines())
    for each in TABLE:
        assert any(line.split()[:2] == [each.name, each.article] for line in done.out.splitlines())
    assert len(json.loads(run("tiebreaks", "--format", "json").out)) == len(TABLE)
    assert run("tiebreaks", "bh/c1").out == snapshot
    assert run("tiebreaks", "XX").code == BAD_INPUT


@pytest.mark.parametrize(
    "more", [(), ("--show-parts",), ("--category", "sex=w", "--category", "u18"), ("--exclude", 3)]
)
def test_blank_lines_only_between(run: Run, ground: Path, more: tuple[object, ...]) -> None:
    out = run("standings", "examples/swiss.trf", *more).out
    assert (out.endswith("\n\n"), "\n\n\n" in out, out.startswith("\n")) == (False, False, False)


def test_points_in_a_sentence(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    assert run("standings", "examples/swiss.trf", "--explain", 6).out.splitlines()[0] == snapshot


def test_points_before_the_first_round(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    Path("new.trf").write_bytes(rookery.dumps(rookery.load(SWISS).tournament.before_round(1)))
    assert run("standings", "new.trf", "--explain", 6).out.splitlines()[0] == snapshot


def test_a_spreadsheet_reads_numbers_and_everything_the_table_shows(run: Run, ground: Path) -> None:
    rows = list(csv.DictReader(StringIO(run("standings", SWISS, "--format", "csv").out)))
    assert list(rows[0]) == ["rank", "id", "name", "title", "rating", "points", "BH/C1", "BH", "SB", "withdrawn"]
    assert [rows[0][key] for key in ("name", "title", "rating")] == ["Heron, Isolde", "WIM", "2187"]
    assert {row["id"]: row["SB"] for row in rows}["8"] == "1.25"
    assert not any("/" in value for row in rows for value in row.values())
    teams = run("standings", "examples/team-swiss.trf", "--format", "csv").out
    assert teams.startswith("rank,id,name,points,")


def test_a_shared_rank_is_described_as_shared(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    assert run("standings", SWISS, "--explain", 8).out == snapshot(name="shared by some")
    assert run("standings", SWISS, "--explain", 10, "--tiebreaks", "WIN").out == snapshot(name="shared by all")
    assert run("standings", SWISS, "--explain", 8, "--tiebreaks", "").out == snapshot(name="no tie-breaks")
    assert run("standings", SWISS, "--explain", 7).out == snapshot(name="not shared")


def test_games_without_a_result_are_counted(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    event = rookery.load(SWISS).tournament.before_round(2)
    first, second, *rest = event.rounds[0].games
    half = replace(event.rounds[0], games=(replace(first, result=rookery.Result.PENDING), second, *rest))
    Path("half.trf").write_bytes(rookery.dumps(replace(event, rounds=(half,))))
    assert run("standings", "half.trf").out == snapshot
    assert "--provisional" not in run("standings", SWISS).out


def test_saving_says_so(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    assert run("standings", SWISS, "--save").out.rpartition("\n\n")[2] == snapshot(name="written")
    assert run("standings", SWISS, "--save").out.rpartition("\n\n")[2] == snapshot(name="there already")
    data = run("standings", SWISS, "--save", "--format", "json")
    assert json.loads(data.out)["after"] == 3
    assert data.err == snapshot(name="beside data")
    explained = run("standings", SWISS, "--save", "--explain", 1).out
    assert explained.splitlines()[-1] + "\n" == snapshot(name="there already")


def test_a_club_that_the_file_cannot_name(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    assert run("standings", SWISS, "--category", "club=Alpha").out.rpartition("\n\n")[2] == snapshot
    assert run("standings", SWISS, "--category", "u8").out.rpartition("\n\n")[2] == snapshot


def test_words_do_not_replace_data(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    done = run("standings", "examples/swiss.trf", "--explain", 3, "--format", "json")
    assert (done.code, json.loads(done.out)["form"]) == (3, "error")
    assert done.err == snapshot
