"""`rookery simulate`: what it prints, what it keeps, what it refuses."""

from __future__ import annotations

import csv
import json
import re
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.cli.errors import BAD_INPUT, DONE, UNREADABLE
from support.command_line import Run
from support.snapshots import command_id

SMALL = ("simulate", "--players", "8", "--rounds", "3", "--count", "6", "--seed", "1")


def without_rows(text: str) -> str:
    """A text without its digests and without the rows of its tables that hold measured values."""
    lines = re.sub(r"\b[0-9a-f]{16}\b", "DIGEST", text).splitlines()
    return "\n".join(line for line in lines if not re.search(r"  .*\d\.\d{3}", line))


def test_a_table_with_differences(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run(*SMALL, "--systems", "dutch,burstein", "--orders", "PTS;BH/C1,BH")
    assert done.code == DONE, done.err
    assert "BH/C1,BH" in done.out
    assert without_rows(done.out) == snapshot


def test_the_same_as_data(run: Run) -> None:
    told = json.loads(run(*SMALL, "--format", "json").out)
    assert (told["form"], told["count"], told["seed"], told["stopped"]) == ("simulation", 6, 1, 0)
    lines = list(csv.DictReader(run(*SMALL, "--format", "csv").out.splitlines()))
    assert [row["column"] for row in told["rows"]] == [line["column"] for line in lines]
    assert all(float(line["value"]) == row["value"] for line, row in zip(lines, told["rows"], strict=True))


def test_cached_results_are_not_computed_again(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "study"
    first = run(*SMALL, "-o", str(folder))
    assert {path.name for path in folder.iterdir()} >= {"checkpoint.sqlite", "findings.csv", "findings.json"}
    monkeypatch.setattr("rookery.simulation.study.measure_all_systems", None)  # nothing is played any more
    again = run(*SMALL, "-o", str(folder))
    assert (again.code, again.out) == (DONE, first.out)


TWO = (*SMALL, "--outcomes", "fide,coin", "--systems", "dutch,lim", "--measures", "tau")


def test_two_models_side_by_side(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run(*TWO)
    assert done.code == DONE, done.err
    assert without_rows(done.out) == snapshot
    for model in ("fide", "coin"):
        alone = run(*SMALL, "--outcomes", model, "--systems", "dutch,lim", "--measures", "tau")
        (digest,) = re.findall(r"\b[0-9a-f]{16}\b", alone.out)
        assert f"{digest} {model}\n" in done.out


def test_two_models_as_data(run: Run, tmp_path: Path) -> None:
    told = json.loads(run(*TWO, "--format", "json", "-o", tmp_path).out)
    assert [one["outcomes"] for one in told] == ["fide", "coin"]
    assert told[0]["digest"] != told[1]["digest"]
    assert [{row["outcomes"] for row in [*one["rows"], *one["differences"]]} for one in told] == [{"fide"}, {"coin"}]
    assert json.loads((tmp_path / "findings.json").read_text("utf-8")) == told
    lines = list(csv.DictReader(run(*TWO, "--format", "csv").out.splitlines()))
    assert [line["outcomes"] for line in lines] == [row["outcomes"] for one in told for row in one["rows"]]
    assert (tmp_path / "findings.csv").read_text("utf-8").splitlines()[0].startswith("outcomes,column,")


def test_two_models_share_a_folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run(*TWO, "-o", tmp_path)
    monkeypatch.setattr("rookery.simulation.study.measure_all_systems", None)  # nothing is played any more
    assert run(*TWO, "-o", tmp_path).out == first.out
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(tmp_path / "findings.parquet")
    assert set(table["outcomes"].to_pylist()) == {"fide", "coin"}


def test_columns_of_parquet_have_the_same_type_whatever_is_in_them(run: Run, tmp_path: Path) -> None:
    """One tournament has no intervals."""
    parquet = pytest.importorskip("pyarrow.parquet")
    one, many = tmp_path / "one", tmp_path / "many"
    assert run(*SMALL, "--count", "1", "-o", one).code == run(*SMALL, "--parquet", "-o", many).code == DONE
    schemas = [parquet.read_schema(folder / "findings.parquet") for folder in (one, many)]
    assert schemas[0] == schemas[1]


@pytest.mark.parametrize(
    ("words", "replaced"),
    [(("--seed", "2"), True), (("--systems", "lim"), True), (("--count", "7"), False)],
    ids=command_id,
)
def test_existing_files_in_the_folder_are_not_replaced_silently(
    run: Run,
    tmp_path: Path,
    words: tuple[str, ...],
    replaced: bool,
    monkeypatch: pytest.MonkeyPatch,
    snapshot: SnapshotAssertion,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*SMALL, "-o", "study").err == ""
    again = run(*SMALL, "-o", "study", *words)
    assert bool(again.err) == replaced
    assert again.err == snapshot


def test_parquet_of_what_is_replaced_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    """Where nobody can write it any more, it tells other findings than the files beside it."""
    pytest.importorskip("pyarrow.parquet")
    monkeypatch.chdir(tmp_path)
    assert run(*SMALL, "-o", "study").err == ""
    assert "findings.parquet" not in run(*SMALL, "-o", "study", "--seed", "2").err
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    stale = run(*SMALL, "-o", "study", "--seed", "3").err
    assert "findings.parquet" in stale
    assert stale == snapshot


def test_values_of_a_single_system_are_not_compared(run: Run) -> None:
    done = run(*SMALL, "--systems", "dutch+baku,dutch", "--measures", "floats")
    assert done.code == DONE, done.err
    assert "virtual" in done.out


@pytest.mark.parametrize(
    ("many", "shown", "not_shown"),
    [
        ("1", ("tau       PTS    0.571\n",), ("±", "(0.")),
        ("6", ("tau       PTS           0.690 ±0.182\n", "alone     PTS    1.000 (0.610-1.000)"), ()),
    ],
    ids=["1", "6"],
)
def test_intervals_of_few(
    run: Run, many: str, shown: tuple[str, ...], not_shown: tuple[str, ...], snapshot: SnapshotAssertion
) -> None:
    done = run(*SMALL, "--count", many)
    assert all(text in done.out for text in shown), done.out
    assert not any(text in done.out for text in not_shown), done.out
    assert done.out.split("\n\n")[-1] == snapshot


def test_norms_need_titles_that_only_a_tournament_has(run: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    words = ("simulate", "--rounds", "3", "--count", "2", "--measures", "norms")
    assert without_rows(run(*words, "--players", "8").out) == snapshot(name="players that are drawn")
    run("generate", "-o", str(tmp_path / "open.trf"), "--players", "8", "--rounds", "3", "--seed", "1")
    like = run(*words, "--like", str(tmp_path / "open.trf")).out
    assert without_rows(like) == snapshot(name="players of a tournament")


def test_a_tournament_as_data(run: Run, tmp_path: Path) -> None:
    told = json.loads(run(*SMALL, "--count", "1", "--systems", "dutch,lim", "--format", "json").out)
    assert {(row["low"], row["high"]) for row in [*told["rows"], *told["differences"]]} == {(None, None)}
    lines = list(csv.DictReader(run(*SMALL, "--count", "1", "--format", "csv").out.splitlines()))
    assert {(line["low"], line["high"]) for line in lines} == {("", "")}


@pytest.mark.parametrize(
    "words",
    [
        ("--rounds", "3"),
        ("--players", "8", "--rounds", "3", "--systems", "duch"),
        ("--players", "8", "--rounds", "3", "--outcomes", "dice"),
        ("--players", "8", "--rounds", "3", "--orders", "XYZ"),
        ("--players", "8", "--rounds", "3", "--measures", "prizes"),
        ("--players", "8", "--rounds", "3", "--prizes", "money.csv"),
        ("--players", "8", "--rounds", "3", "--jobs", "0"),
        ("--players", "8", "--rounds", "3", "--ratings", "2000,1900"),
        ("--ratings", "2000,x", "--rounds", "3"),
        ("--players", "x", "--rounds", "3"),
        ("--players", "8", "--rating-range", "2000", "--rounds", "3"),
        ("--players", "8", "--rating-mean", "x", "--rounds", "3"),
        ("--players", "8", "--unrated-players", "x", "--rounds", "3"),
        ("--players", "8", "--withdrawals", "x", "--rounds", "3"),
        ("--players", "8", "--half-byes", "3x", "--rounds", "3"),
        ("--players", "8", "--points", "3-1", "--rounds", "3"),
        ("--players", "8", "--rounds", "3", "--half-byes", "200%"),
        ("--rating-mean", "1800", "--rating-range", "1400-2200", "--rounds", "3"),
        ("--ratings", "2000,1900", "--rating-range", "1400-2200", "--rounds", "3"),
        ("--players", "8", "--rating-deviation", "90", "--rounds", "3"),
        ("--like", "open.trf", "--rounds", "3", "--players", "40"),
        ("--like", "open.trf", "--rounds", "3", "--ratings", "2000,1900"),
        ("--like", "open.trf", "--rounds", "3", "--rating-deviation", "9"),
        ("--like", "open.trf", "--rounds", "3", "--boards", "2"),
        ("--players", "8", "--rounds", "3", "--systems", ","),
        ("--players", "8", "--rounds", "3", "--measures", ", ,"),
        ("--players", "8", "--rounds", "3", "--orders", ","),
        ("--players", "8", "--rounds", "3", "--orders", ";"),
        ("--players", "8", "--rounds", "3", "--outcomes", ","),
        ("--players", "8", "--rounds", "3", "--outcomes", "fide,fide"),
        ("--players", "8", "--rounds", "3", "--systems", "lim,dutch,lim"),
        ("--players", "8", "--boards", "2", "--rounds", "3", "--ratings", "2000,1900"),
        ("--players", "8", "--rounds", "3", "-o", "/dev/null/here"),
        ("--players", "8-20", "--rounds", "3"),
        ("--teams", "8", "--rounds", "3"),
        ("--teams", "8", "--players", "8", "--boards", "2", "--rounds", "3"),
        ("--players", "8", "--rounds", "3", "--match-points", "3-1-0"),
        ("--players", "8", "--rounds", "3", "--bye-points", "x"),
        ("--players", "8", "--rounds", "3", "--systems", "dubov", "--unrated-players", "5%"),
        ("--players", "8", "--rounds", "3", "--systems", "dutch+baku", "--points", "3-1-0"),
    ],
    ids=command_id,
)
def test_refusals_of_a_single_line(words: tuple[str, ...], run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("simulate", "--count", "2", *words)
    assert done.code in (BAD_INPUT, UNREADABLE)
    assert "Traceback" not in done.err
    assert done.err == snapshot


def test_fields_of_all_kinds(run: Run, tmp_path: Path) -> None:
    run("generate", "-o", str(tmp_path / "open.trf"), "--players", "9", "--rounds", "3", "--seed", "1")
    for words in (
        ("--ratings", "2400,2300,2200,2100"),
        ("--players", "6", "--rating-mean", "1900", "--rating-deviation", "90", "--noise", "60"),
        ("--like", str(tmp_path / "open.trf"), "--half-byes", "5%", "--forfeits", "5%"),
    ):
        done = run("simulate", "--rounds", "3", "--count", "3", "--measures", "tau,first,colours,floats,gaps", *words)
        assert done.code == DONE, done.err


def test_every_option_of_a_field_of_generate_is_here_or_the_document_says_why(run: Run) -> None:
    own, others = (set(re.findall(r"--[a-z-]+", run(name, "--help").out)) for name in ("simulate", "generate"))
    page = (Path(__file__).parents[2] / "docs" / "simulation.md").read_text("utf-8")
    left_out = page.partition("The other options of `generate`")[2].partition("##")[0]
    assert others - own == set(re.findall(r"`(--[a-z-]+)`", left_out)) & others - own
    assert {"--half-byes", "--forbidden", "--points", "--unrated-players", "--teams"} <= own


def test_the_whole_field(run: Run) -> None:
    words = (
        "--half-byes", "2,0,5%", "--full-byes", "1", "--zero-byes", "2%", "--withdrawals", "1", "--late-entries", "10%",
        "--forfeits", "3%", "--double-forfeits", "1%", "--unusual", "2%", "--unrated-players", "10%",
        "--forbidden", "2", "--points", "3-1-0", "--bye-points", "1.5", "--noise", "50",
    )  # fmt: skip
    done = run("simulate", "--players", "15", "--rounds", "4", "--systems", "dutch,lim", "--count", "3", *words)
    assert done.code == DONE, done.err
    plain = json.loads(run(*SMALL, "--format", "json").out)
    none = ("--half-byes", "0", "--forbidden", "0", "--unrated-players", "0%", "--forfeits", "0%", "--points", "1-½-0")
    assert json.loads(run(*SMALL, *none, "--format", "json").out)["digest"] == plain["digest"]
    one = json.loads(run(*SMALL, "--half-byes", "1", "--format", "json").out)
    assert one["digest"] != plain["digest"]


def test_teams_by_their_own_word(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("simulate", "--teams", "6", "--boards", "2", "--rounds", "3", "--count", "2", "--match-points", "3-1-0")
    assert done.code == DONE, done.err
    assert done.out.splitlines()[0] == snapshot
    code = "FIDE_TEAM_TYPEB_MP_GP"
    done = run(
        "simulate", "--teams", "6", "--boards", "2", "--rounds", "3", "--count", "2", "--systems", f"team,{code}"
    )
    assert done.code == DONE, done.err
    assert code in done.out


def test_teams_and_prizes(run: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    teams = run("simulate", "--players", 6, "--boards", 2, "--systems", "team", "--rounds", 3, "--count", 2)
    assert (teams.code, teams.err) == (DONE, "")
    assert teams.out.splitlines()[0] == snapshot
    (tmp_path / "prizes.txt").write_text("1,100\n2,50\n")
    words = ("--measures", "prizes", "--prizes", tmp_path / "prizes.txt", "--format", "csv")
    done = run("simulate", "--players", 6, "--rounds", 3, "--count", 2, "--outcomes", "stronger", *words)
    assert done.code == DONE, done.err
    assert "prize_best,dutch,PTS,0,100" in done.out
    assert run("simulate", "--players", 6, "--rounds", 3, "--measures", "prizes").code == BAD_INPUT


@pytest.mark.parametrize("verb", ["simulate", "forecast"])
def test_an_executor_without_drawing_fails_before_playing(
    run: Run, ground: Path, monkeypatch: pytest.MonkeyPatch, verb: str, snapshot: SnapshotAssertion
) -> None:
    def played(*words: object, **more: object) -> None:
        raise AssertionError("this was played for nothing")

    monkeypatch.setitem(sys.modules, "vl_convert", None)
    monkeypatch.setattr("rookery.simulation.study.simulate", played)
    monkeypatch.setattr("rookery.simulation.forecast.forecast", played)
    words = SMALL if verb == "simulate" else ("forecast", "examples/swiss.trf", "--count", "2")
    done = run(*words, "--figures", "-o", "figures")
    assert done.code not in (DONE, 2)
    assert "pip install 'rookery-chess[figures]'" in done.err
    assert done.err == snapshot


@pytest.mark.slow
def test_figures_of_two_models(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert", reason="vl-convert is not installed: pip install 'rookery-chess[figures]'")
    words = ("--rounds", "3", "--count", "2", "--measures", "float_histogram", "--outcomes", "fide:0.3,coin")
    done = run("simulate", "--players", "6", *words, "--figures", "-o", tmp_path)
    assert done.code == DONE, done.err
    assert {path.name for path in tmp_path.glob("*/*.svg")} == {"float-histogram.svg", "float-histogram-dark.svg"}
    assert {path.name for path in tmp_path.iterdir() if path.is_dir()} == {"fide-0.3", "coin"}
