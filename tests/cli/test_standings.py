"""`rookery standings` and `rookery tiebreaks`: what they print, in every form, and how they refuse."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest

import rookery
from rookery.cli.exits import BAD, DONE, UNREADABLE
from rookery.ranking.table_of_tiebreaks import TABLE
from support.command_line import Run

SWISS = "examples/swiss.trf"


def test_the_table_fits_and_shows_shared_ranks(run: Run, ground: Path) -> None:
    done = run("standings", SWISS)
    assert done.code == DONE
    assert all(len(line) <= 80 for line in done.out.splitlines())
    assert "Standings after round 3 of 7" in done.out
    assert "as the file announces" in done.out
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


def test_csv(run: Run, ground: Path) -> None:
    rows = list(csv.DictReader(StringIO(run("standings", SWISS, "--format", "csv", "--show-parts").out)))
    assert len(rows) == 12
    assert rows[0]["name"] == "Heron, Isolde"
    assert rows[0]["BH/C1 parts"] == "2 + 2 (cut 1)"


def test_html(run: Run, ground: Path) -> None:
    Path("named.trf").write_text(Path(SWISS).read_text("utf-8").replace("Heron, Isolde", "Her<n, Isolde"), "utf-8")
    done = run("standings", "named.trf", "--format", "html")
    assert done.out.startswith("<!doctype html>")
    assert "Her&lt;n" in done.out
    assert done.out.count("<tr>") == 13


def test_an_explanation_is_words(run: Run, ground: Path) -> None:
    done = run("standings", SWISS, "--tiebreaks", "BH/C1,DE,TPR/U1400", "--explain", "1")
    assert done.code == DONE
    assert all(len(line) <= 80 for line in done.out.splitlines())
    for words in ("round 1, Pemberley, Ottilie (6)", "cut: the least significant value", "Together: 5.", "per cent"):
        assert words in " ".join(done.out.split())


def test_parts_of_everybody(run: Run, ground: Path) -> None:
    assert "BH/C1 4 from 2 + 2 (cut 1)" in run("standings", SWISS, "--show-parts").out


def test_values_lots_exclusion_categories_and_prizes(run: Run, ground: Path) -> None:
    Path("values.csv").write_text("id,code,value\n8,OTHER_PLAYOFF,1\n9,OTHER_PLAYOFF,1½\n", "utf-8")
    Path("prizes.csv").write_text("1,300\n1,50,sex=w\n", "utf-8")
    done = run("standings", SWISS, "--values", "values.csv", "--exclude", 12, "--prizes", "prizes.csv", "--lots", 3)
    assert done.code == DONE
    assert "9=" not in done.out
    assert "Not ranked: 12 Sorrel, Wilhelmina" in done.out
    assert "OTHER_PLAYOFF was added" in done.out
    assert "300.00" in done.out
    women = run("standings", SWISS, "--category", "sex=w", "--format", "json")
    assert [row["id"] for row in json.loads(women.out)["rows"]] == [2, 4, 6, 11, 8, 12]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--tiebreaks", "BHX"], BAD, "did you mean BH"),
        (["--tiebreaks", "EDE"], BAD, "is for teams"),
        (["--tiebreaks", "ARO"], BAD, "C.07 10"),
        (["--after", "4"], BAD, "no standings after round 4"),
        (["--explain", "99"], BAD, "no number 99"),
        (["--exclude", "99"], BAD, "no 99"),
        (["--edition", "1999"], BAD, "2026-03"),
        (["--rules", "1999"], BAD, "2026-03"),
        (["--reading", "x=y"], BAD, "no open question"),
        (["--reading", "rounds=some"], BAD, "counted or planned"),
        (["--category", "tall"], BAD, "is no category"),
        (["--values", "missing.csv"], UNREADABLE, "missing.csv"),
    ],
)
def test_refusals(run: Run, ground: Path, words: list[str], code: int, says: str) -> None:
    done = run("standings", SWISS, *words)
    assert done.code == code
    assert says in done.err
    assert done.out == ""


def test_buchholz_in_a_round_robin(run: Run, ground: Path) -> None:
    done = run("standings", "examples/round-robin.trf", "--tiebreaks", "BH")
    assert done.code == BAD
    assert "round robin" in done.err


def test_readings_by_name(run: Run, ground: Path) -> None:
    assert run("standings", SWISS, "--reading", "rounds=planned", "--reading", "averages=exact").code == DONE
    assert "C.07 (2023-09)" in run("standings", SWISS, "--edition", "exercise-book").out


@pytest.mark.parametrize(
    ("day", "edition"), [("2026-04-01", "2026-03"), ("2025-04-01", "2024-08"), ("2019", "2017-07")]
)
def test_the_edition_follows_from_the_day(run: Run, ground: Path, day: str, edition: str) -> None:
    assert run("set", SWISS, "--start", day, "--end", day, "--round-dates", "").code == DONE
    assert f"Rules: C.07 ({edition})." in run("standings", SWISS).out
    assert "Rules: C.07 (2024-04)." in run("standings", SWISS, "--edition", "2024-04").out


def test_the_list_of_tie_breaks(run: Run) -> None:
    done = run("tiebreaks")
    assert all(len(line) <= 80 for line in done.out.splitlines())
    for each in TABLE:
        assert any(line.split()[:2] == [each.name, each.article] for line in done.out.splitlines())
    assert len(json.loads(run("tiebreaks", "--format", "json").out)) == len(TABLE)
    assert "Buchholz, cut 1" in run("tiebreaks", "bh/c1").out
    assert run("tiebreaks", "XX").code == BAD


@pytest.mark.parametrize(
    "more", [(), ("--show-parts",), ("--category", "sex=w", "--category", "u18"), ("--exclude", 3)]
)
def test_blank_lines_only_between(run: Run, ground: Path, more: tuple[object, ...]) -> None:
    out = run("standings", "examples/swiss.trf", *more).out
    assert (out.endswith("\n\n"), "\n\n\n" in out, out.startswith("\n")) == (False, False, False)


def test_points_in_a_sentence(run: Run, ground: Path) -> None:
    assert run("standings", "examples/swiss.trf", "--explain", 6).out.startswith(
        "6 Pemberley, Ottilie: rank 6, 1½ points, round 3\n"
    )


def test_points_before_the_first_round(run: Run, ground: Path) -> None:
    Path("new.trf").write_bytes(rookery.dump(rookery.load(SWISS).tournament.until(1)))
    assert run("standings", "new.trf", "--explain", 6).out.startswith(
        "6 Pemberley, Ottilie: rank 1=, 0 points, before round 1\n"
    )


def test_a_spreadsheet_reads_numbers_and_everything_the_table_shows(run: Run, ground: Path) -> None:
    rows = list(csv.DictReader(StringIO(run("standings", SWISS, "--format", "csv").out)))
    assert list(rows[0]) == ["rank", "id", "name", "title", "rating", "points", "BH/C1", "BH", "SB", "withdrawn"]
    assert [rows[0][key] for key in ("name", "title", "rating")] == ["Heron, Isolde", "WIM", "2187"]
    assert {row["id"]: row["SB"] for row in rows}["8"] == "1.25"
    assert not any("/" in value for row in rows for value in row.values())
    teams = run("standings", "examples/team-swiss.trf", "--format", "csv").out
    assert teams.startswith("rank,id,name,points,")


def test_a_shared_rank_is_told_as_such(run: Run, ground: Path) -> None:
    said = run("standings", SWISS, "--explain", 8).out
    assert said.startswith("8 Brambling, Saoirse: rank 9=, 1 point, round 3\n")
    words = " ".join(said.split())
    assert "they leave Osprey, Mateo (9) level: these share the rank." in words
    words = " ".join(run("standings", SWISS, "--explain", 10, "--tiebreaks", "WIN").out.split())
    assert "do not separate them: they share the rank." in words
    none = run("standings", SWISS, "--explain", 8, "--tiebreaks", "").out
    assert "There are no tie-breaks, so they share the rank." in " ".join(none.split())
    assert "The tie-breaks below decide between them" in " ".join(run("standings", SWISS, "--explain", 7).out.split())


def test_games_without_a_result_are_counted(run: Run, ground: Path) -> None:
    event = rookery.load(SWISS).tournament.until(2)
    first, second, *rest = event.rounds[0].games
    half = replace(event.rounds[0], games=(replace(first, result=rookery.Result.PENDING), second, *rest))
    Path("half.trf").write_bytes(rookery.dump(replace(event, rounds=(half,))))
    said = run("standings", "half.trf").out
    assert "Standings before round 1" in said
    assert "Round 1 is not counted: 1 game of it has no result yet (--provisional" in said
    assert "not counted" not in run("standings", SWISS).out


def test_saving_says_so(run: Run, ground: Path) -> None:
    assert run("standings", SWISS, "--save").out.endswith(f"\n\n{SWISS}: the points and ranks are written.\n")
    assert run("standings", SWISS, "--save").out.endswith(f"\n\n{SWISS}: the points and ranks are there already.\n")
    data = run("standings", SWISS, "--save", "--format", "json")
    assert json.loads(data.out)["after"] == 3
    assert data.err == f"rookery: {SWISS}: the points and ranks are there already.\n"
    assert run("standings", SWISS, "--save", "--explain", 1).out.endswith("ranks are there already.\n")


def test_a_club_that_the_file_cannot_name(run: Run, ground: Path) -> None:
    said = " ".join(run("standings", SWISS, "--category", "club=Alpha").out.split())
    assert said.endswith("The file names no clubs: TRF has no place for them, JSON keeps them.")
    assert run("standings", SWISS, "--category", "u8").out.endswith("Nobody is in this category.\n")


def test_words_are_not_given_for_data(run: Run, ground: Path) -> None:
    done = run("standings", "examples/swiss.trf", "--explain", 3, "--format", "json")
    assert (done.code, json.loads(done.out)["form"]) == (3, "error")
    assert "--explain is in words" in done.err
