"""The commands of ratings and norms: what they print, in which form, and how they refuse."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from support.command_line import Done, Run
from support.snapshots import lines_with

PERIOD = "examples/period/"


@pytest.fixture
def run(run: Run, ground: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Done]:
    """Run a command, written in one line, in a folder with a copy of the examples and a rating list of its own."""
    monkeypatch.setenv("ROOKERY_LIST", "list.sqlite")
    return lambda line: run(*line.split())


@pytest.mark.parametrize(
    "line",
    ["rate examples/swiss.trf", "rate examples/teams.trf", "rate examples/round-robin.trf", "norms examples/norms.trf",
     "norms examples/norms.trf --player 2", "norms examples/swiss.trf", "norms examples/round-robin.trf --player 1",
     "rate examples/norms.trf --player 3", "rate examples/swiss.trf --player 12"],
)  # fmt: skip
def test_it_fits_eighty_columns(run: Run, line: str) -> None:
    done = run(line)
    assert (done.code, done.err) == (0, "")
    assert all(len(row) <= 80 for row in done.out.splitlines())


# -- rate --------------------------------------------------------------------------------------------------------------


def test_rate_in_three_forms(run: Run, snapshot: SnapshotAssertion) -> None:
    text = run("rate examples/swiss.trf").out
    assert " 2  WIM Heron, Isolde      2187  1980  3.0  3  +0.82  20  +16.40" in text
    assert lines_with(text, "(B.02 5.1)") == snapshot
    data = json.loads(run("rate examples/swiss.trf --format json").out)
    assert data["players"][1]["k_change_hundredths"] == 1640
    assert [game["round"] for game in data["not_counted"]] == [2, 2, 3]
    rows = list(csv.DictReader(io.StringIO(run("rate examples/swiss.trf --format csv").out)))
    assert (rows[1]["k_chg"], rows[11]["n"], rows[11]["first_rating"]) == ("16.40", "2", "")


def test_reasons_are_whole(run: Run, snapshot: SnapshotAssertion) -> None:
    """Where they are longer than the line they go on in the next."""
    unrated, not_counted = run("rate examples/swiss.trf").out.split("\n\n")[2:4]
    assert unrated == snapshot(name="unrated players")
    assert "…" not in unrated
    assert not_counted == snapshot(name="games that are not counted")


def test_rate_with_declared_values(run: Run, snapshot: SnapshotAssertion) -> None:
    assert lines_with(run("rate examples/swiss.trf --player 1 --k 1=40").out, " -5.20") == snapshot
    data = json.loads(run("rate examples/swiss.trf --rating 12=1600 --format json").out)
    assert data["unrated"] == []
    fast = json.loads(run("rate examples/swiss.trf --kind rapid --format json").out)
    assert {game["article"] for game in fast["not_counted"]} == {"B.02 5.1", "B.02 1.1"}
    assert len(json.loads(run("rate examples/swiss.trf --kind rapid --approved --format json").out)["not_counted"]) == 3


def test_rate_with_a_list(run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("list import examples/list.txt").code == 0
    without = json.loads(run("rate examples/swiss.trf --format json").out)
    assert without["notes"] == snapshot(name="without a list")
    with_list = json.loads(run("rate examples/swiss.trf --list list.sqlite --format json").out)
    assert with_list["notes"] == snapshot(name="with a list")


@pytest.mark.parametrize(
    "line",
    [
        "rate examples/swiss.trf --player 99",
        "rate examples/swiss.trf --k 1",
        "rate examples/swiss.trf --k 99=10",
        "rate examples/swiss.trf --list none.sqlite",
        "norms examples/norms.trf --player 99",
        "list find x",
        "rate examples/swiss.trf --k seven=20",
        "list import examples/swiss.trf",
        "list import examples/list.txt --columns name",
        f"rate-period --list {PERIOD}list.csv --games {PERIOD}games.csv -o x.xls",
        f"rate-period --list {PERIOD}games.csv --games {PERIOD}games.csv -o x.csv",
        f"rate-period --list {PERIOD}list.csv --games {PERIOD}games.csv -o x.csv --on May",
    ],
)
def test_refusals(run: Run, line: str, snapshot: SnapshotAssertion) -> None:
    done = run(line)
    assert done.code == 3
    assert done.err == snapshot
    assert done.err.count("\n") == 1


# -- norms -------------------------------------------------------------------------------------------------------------


def test_norms_in_three_forms(run: Run, snapshot: SnapshotAssertion) -> None:
    text = run("norms examples/norms.trf").out
    assert text.splitlines()[2] == snapshot
    assert lines_with(text, "16  Pipit, Pavel") == snapshot
    data = json.loads(run("norms examples/norms.trf --format json").out)
    made = {(one["id"], one["title"]) for one in data if one["met"]}
    assert {(2, "GM"), (19, "IM"), (20, "WIM"), (1, "WGM"), (1, "WIM")} <= made  # player 1 is a woman and an IM
    assert len(made) == 10
    rows = list(csv.DictReader(io.StringIO(run("norms examples/norms.trf --title GM --format csv").out)))
    assert len(rows) == 20
    assert rows[1]["met"] == "yes"


def test_no_norms_in_a_rapid_event(run: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    text = (tmp_path / "examples" / "norms.trf").read_text()
    (tmp_path / "rapid.trf").write_text(text.replace("40/5400+30:1800+30", "900+10"))
    assert run("norms rapid.trf").out == snapshot
    assert run("norms rapid.trf --approved").out.splitlines()[2] == snapshot


def test_norms_of_a_championship(run: Run, snapshot: SnapshotAssertion) -> None:
    line = "norms examples/norms.trf --player 2 --title GM --exempt "
    assert lines_with(run(line + "zonal").out, "  1.4.") == snapshot(name="zonal")
    national = run(line + "national-championship").out  # the event is of GER, the player of NOR
    assert lines_with(national, "  1.4.") == snapshot(name="national championship")
    assert run(line + "cup").code == 3
    cup = run("norms examples/norms.trf --player 2 --title GM --championship world-cup").out
    assert lines_with(cup, "  1.4.1  ") == snapshot(name="world cup")


def test_norms_of_a_player(run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("norms examples/norms.trf --player 2 --title gm").out == snapshot


def test_norms_while_rounds_are_to_come(run: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    tournament = rookery.load(tmp_path / "examples" / "norms.trf").tournament
    (tmp_path / "open.trf").write_bytes(rookery.dumps(tournament.before_round(9)))
    assert run("norms open.trf").out == snapshot(name="everybody")
    assert run("norms open.trf --player 2 --title GM").out == snapshot(name="one player")


def test_a_short_event_has_no_norms_and_no_near_misses(run: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    assert run("norms examples/swiss.trf").out == snapshot
    tournament = rookery.load(tmp_path / "examples" / "swiss.trf").tournament
    (tmp_path / "new.trf").write_bytes(rookery.dumps(tournament.before_round(1)))
    assert run("norms new.trf").out == snapshot


# -- titles ------------------------------------------------------------------------------------------------------------


def test_a_certificate_in_two_forms(run: Run, snapshot: SnapshotAssertion) -> None:
    line = "titles certificate examples/norms.trf --player 2 --title gm"
    assert run(line).out == snapshot
    told = json.loads(run(line + " --format json").out)
    assert (told["form"], told["result"]["performance"], told["event"]["end"]) == (
        "norm-certificate",
        2611,
        "2026-05-17",
    )
    refused = run("titles certificate examples/norms.trf --player 3 --title GM")
    assert refused.code == 3
    assert refused.err == snapshot


def test_an_application_across_events(run: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    text = (tmp_path / "examples" / "norms.trf").read_text()
    for name in ("second", "third"):
        (tmp_path / f"{name}.trf").write_text(text.replace("Heligoland Masters", name))
    files = "examples/norms.trf second.trf third.trf"
    line = f"titles apply {files} --player 99901002 --title GM --rating 2549"
    short = run(line)
    assert (short.code, "NO   1.5.6" in short.out) == (1, True)
    assert lines_with(short.out, "  1.5.6") == snapshot
    assert run(line + " --qualifying third.trf").code == 0
    assert run(line + " --qualifying fourth.trf").code == 3
    assert run(f"titles apply {files} --player 12 --title GM").err == snapshot
    told = json.loads(run(line + " --format json").out)
    assert [one["credit"] for one in told["certificates"]] == [9, 9, 9]


def test_titles_without_norms(run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("titles by-rating 2310 --games 35").out == "FM (B.01 1.3).\n"
    assert run("titles by-rating 2310 --games 5").out == snapshot
    assert run("titles direct IM --rating 2150").out == snapshot


def test_norms_of_an_arbiter(run: Run, snapshot: SnapshotAssertion) -> None:
    out = run("titles arbiter examples/norms.trf --arbiter gannet --title IA --seminar yes").out
    assert "NO   2.2  " in out
    assert out == snapshot
    told = json.loads(run("titles arbiter examples/norms.trf --arbiter gannet --title FA --format json").out)
    assert told["certificates"][0]["players"] == 20
    assert run("titles arbiter examples/norms.trf --arbiter curlew --title FA").code == 3


# -- lists -------------------------------------------------------------------------------------------------------------


def test_list_find(run: Run, snapshot: SnapshotAssertion) -> None:
    run("list import examples/list.txt")
    assert "Heron, Isolde" in run("list find heron").out
    assert json.loads(run("list find heron --format json").out)[0]["fide_id"] == 99900102
    nobody = run("list find nobody")
    assert nobody.code == 1
    assert nobody.out == snapshot


def test_list_fill_changes_nothing_by_default(run: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    run("list import examples/list.txt")
    path = tmp_path / "examples" / "norms.trf"
    before = path.read_bytes()
    assert run("list fill examples/norms.trf").out == snapshot(name="difference")
    assert path.read_bytes() == before
    assert run("list fill examples/norms.trf --write").out == snapshot(name="no change")
    assert run("list fill examples/norms.trf --write --overwrite").out == snapshot(name="filled")
    changed = [line for line in path.read_bytes().splitlines() if line not in before.splitlines()]
    assert len(changed) == 1
    assert run("list fill examples/norms.trf").out == snapshot(name="no difference")


# -- periods -----------------------------------------------------------------------------------------------------------


def test_a_period_with_and_without_numpy(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = "rate-period --list examples/period/list.csv --games examples/period/games.csv --on 2026-05-01 -o "
    assert run(line + "a.csv").code == 0
    monkeypatch.setitem(sys.modules, "rookery.arrays", None)
    monkeypatch.delattr(rookery, "arrays", raising=False)
    assert run(line + "b.csv").code == 0
    assert (tmp_path / "a.csv").read_text() == (tmp_path / "b.csv").read_text()


def test_a_folder_of_tournaments(run: Run, tmp_path: Path) -> None:
    """The one tournament of the folder, rated as a period, gives what its report says."""
    (tmp_path / "month").mkdir()
    shutil.copy(tmp_path / "examples" / "swiss.trf", tmp_path / "month" / "swiss.trf")
    run("list import examples/list.txt")
    assert run("rate-period --list list.sqlite --games month --month 2026-05 -o new.csv --changes did.csv").code == 0
    rows = {int(row["id"]): row for row in csv.DictReader(io.StringIO((tmp_path / "did.csv").read_text()))}
    report = rookery.rate(rookery.load(tmp_path / "examples" / "swiss.trf").tournament)
    for row in report.rows:
        if row.games:
            assert int(rows[row.player.fide_id or 0]["change"]) == row.change
            assert int(rows[row.player.fide_id or 0]["games"]) == row.games
    after = {int(row["fide_id"]): row for row in csv.DictReader(io.StringIO((tmp_path / "new.csv").read_text()))}
    newcomer = after[99900112]  # no point in the first event
    assert (newcomer["standard_begun"], newcomer["standard_pool"]) == ("1", "")
    assert (newcomer["name"], newcomer["month"]) == ("Sorrel, Wilhelmina", "2026-05")


def test_a_line_that_cannot_be_read(run: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    (tmp_path / "games.csv").write_text("white,black,result\n99900101,99900102,2-0\n")
    done = run("rate-period --list examples/period/list.csv --games games.csv -o new.csv")
    assert done.code == 3
    assert done.err == snapshot


@pytest.mark.parametrize("system", ["dwz", "uscf", "glicko-2"])
def test_the_new_rating_of_a_system_without_k_is_in_the_csv(
    run: Callable[[str], Done], system: str, snapshot: SnapshotAssertion
) -> None:
    line = f"rate examples/swiss.trf --system {system}"
    rows = list(csv.DictReader(io.StringIO(run(f"{line} --format csv").out)))
    told = json.loads(run(f"{line} --format json").out)["players"]
    assert [(row["id"], row["rn"]) for row in rows if row["ro"]] == [
        (str(one["id"]), str(one["new_rating_if_alone"])) for one in told
    ]
    assert "k_chg" not in rows[0]
    done = run(f"{line} --k 1=40")
    assert done.code == 3
    assert done.err == snapshot


@pytest.mark.parametrize("command", ["rate", "norms"])
def test_errors_of_a_file_are_remarked(run: Callable[[str], Done], command: str, snapshot: SnapshotAssertion) -> None:
    done = run(f"{command} examples/broken.trf")
    assert done.code == 0
    assert done.err == snapshot


@pytest.mark.parametrize("games", [-3, 0, 6])
def test_norms_need_at_least_seven_games(run: Callable[[str], Done], games: int, snapshot: SnapshotAssertion) -> None:
    done = run(f"norms examples/norms.trf --games {games}")
    assert done.code == 3
    assert "(B.01 1.4.1b)" in done.err
    assert done.err == snapshot
    assert run("norms examples/norms.trf --games 7").code == 0
