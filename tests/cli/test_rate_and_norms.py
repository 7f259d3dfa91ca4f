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

import rookery
from support.command_line import Done, Run

PERIOD = "examples/period/"


@pytest.fixture
def run(run: Run, ground: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Done]:
    """Run a command, written in one line, in a folder with a copy of the examples and a rating list of its own."""
    monkeypatch.setenv("ROOKERY_LIST", str(ground / "list.sqlite"))
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


def test_rate_in_three_forms(run: Run) -> None:
    text = run("rate examples/swiss.trf").out
    assert " 2  WIM Heron, Isolde      2187  1980  3.0  3  +0.82  20  +16.40" in text
    assert "not played (B.02 5.1)" in text
    data = json.loads(run("rate examples/swiss.trf --format json").out)
    assert data["players"][1]["k_change_hundredths"] == 1640
    assert [game["round"] for game in data["not_counted"]] == [2, 2, 3]
    rows = list(csv.DictReader(io.StringIO(run("rate examples/swiss.trf --format csv").out)))
    assert (rows[1]["k_chg"], rows[11]["n"], rows[11]["first_rating"]) == ("16.40", "2", "")


def test_reasons_are_whole(run: Run) -> None:
    """Where they are longer than the line they go on in the next."""
    said = " ".join(run("rate examples/swiss.trf").out.split())
    assert "none 2 of the 5 games needed, and no point" in said
    assert "0 - 1 one unrated (B.02 8.3.1)" in said
    assert "…" not in said.split("First rating")[1].split("Games that change")[0]


def test_rate_with_what_is_said(run: Run) -> None:
    assert "times K = 40: -5.20" in run("rate examples/swiss.trf --player 1 --k 1=40").out
    data = json.loads(run("rate examples/swiss.trf --rating 12=1600 --format json").out)
    assert data["unrated"] == []
    fast = json.loads(run("rate examples/swiss.trf --kind rapid --format json").out)
    assert {game["article"] for game in fast["not_counted"]} == {"B.02 5.1", "B.02 1.1"}
    assert len(json.loads(run("rate examples/swiss.trf --kind rapid --approved --format json").out)["not_counted"]) == 3


def test_rate_with_a_list(run: Run) -> None:
    assert run("list import examples/list.txt").code == 0
    with_list = json.loads(run("rate examples/swiss.trf --list list.sqlite --format json").out)
    assert "K is worked out" not in " ".join(with_list["notes"])


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("rate examples/swiss.trf --player 99", "there is no player 99"),
        ("rate examples/swiss.trf --k 1", "--k 1 is not"),
        ("rate examples/swiss.trf --k 99=10", "--k 99=10: there is no player 99"),
        ("rate examples/swiss.trf --list none.sqlite", "there is no rating list"),
        ("norms examples/norms.trf --player 99", "there is no player 99"),
        ("list find x", "there is no rating list"),
        ("rate examples/swiss.trf --k seven=20", "is not a player's number and a value: 7=20"),
        ("list import examples/swiss.trf", "line 1: error: this is no heading of a FIDE list"),
        ("list import examples/list.txt --columns name", "--columns takes"),
        (f"rate-period --list {PERIOD}list.csv --games {PERIOD}games.csv -o x.xls", ".csv, .parquet or .json"),
        (f"rate-period --list {PERIOD}games.csv --games {PERIOD}games.csv -o x.csv", "no column 'id'"),
        (f"rate-period --list {PERIOD}list.csv --games {PERIOD}games.csv -o x.csv --on May", "2026-01-01"),
    ],
)  # fmt: skip
def test_refusals(run: Run, line: str, says: str) -> None:
    done = run(line)
    assert done.code == 3
    assert says in done.err
    assert done.err.count("\n") == 1


# -- norms -------------------------------------------------------------------------------------------------------------


def test_norms_in_three_forms(run: Run) -> None:
    text = run("norms examples/norms.trf").out
    assert "10 norms made" in text
    assert "IM    16  Pipit, Pavel    performance 2434, not 2450 (1.4.8)" in text
    data = json.loads(run("norms examples/norms.trf --format json").out)
    made = {(one["id"], one["title"]) for one in data if one["met"]}
    assert {(2, "GM"), (19, "IM"), (20, "WIM"), (1, "WGM"), (1, "WIM")} <= made  # player 1 is a woman and an IM
    rows = list(csv.DictReader(io.StringIO(run("norms examples/norms.trf --title GM --format csv").out)))
    assert len(rows) == 20
    assert rows[1]["met"] == "yes"


def test_no_norms_in_a_rapid_event(run: Run, tmp_path: Path) -> None:
    text = (tmp_path / "examples" / "norms.trf").read_text()
    (tmp_path / "rapid.trf").write_text(text.replace("40/5400+30:1800+30", "900+10"))
    out = run("norms rapid.trf").out
    assert "0 norms made" in out
    assert "None can be made here: rate of play 25 min for 60 moves, not 120 min for 60" in out
    assert "10 norms made" in run("norms rapid.trf --approved").out


def test_norms_of_a_championship(run: Run) -> None:
    line = "norms examples/norms.trf --player 2 --title GM --exempt "
    assert "waived: zonal, 1.4.3c" in run(line + "zonal").out
    assert "waived" not in run(line + "national-championship").out  # the event is of GER, the player of NOR
    assert run(line + "cup").code == 3
    assert "games played" in run("norms examples/norms.trf --player 2 --title GM --championship world-cup").out


def test_norms_of_one_player(run: Run) -> None:
    text = run("norms examples/norms.trf --player 2 --title gm").out
    assert "GM norm made" in text
    assert "Ignored, as 1.4.1 allows: round 5" in text
    assert "?    1.1.3    rounds a day" in text
    assert "The file does not say: rounds a day (1.1.3)." in text


def test_norms_while_rounds_are_to_come(run: Run, tmp_path: Path) -> None:
    tournament = rookery.load(tmp_path / "examples" / "norms.trf").tournament
    (tmp_path / "open.trf").write_bytes(rookery.dump(tournament.until(9)))
    assert "Still possible" in run("norms open.trf").out
    one = run("norms open.trf --player 2 --title GM").out
    assert "The 2 games to come" in one
    assert "2 more of GM" in one


def test_a_short_event_makes_no_norms_and_nobody_came_near(run: Run, tmp_path: Path) -> None:
    out = run("norms examples/swiss.trf").out
    assert out.endswith("There are too few rounds: a norm needs 9 games (B.01 1.4.1).\n")
    tournament = rookery.load(tmp_path / "examples" / "swiss.trf").tournament
    (tmp_path / "new.trf").write_bytes(rookery.dump(tournament.until(1)))
    assert "Came near" not in run("norms new.trf").out


# -- titles ------------------------------------------------------------------------------------------------------------


def test_a_certificate_in_two_forms(run: Run) -> None:
    line = "titles certificate examples/norms.trf --player 2 --title gm"
    assert "Counts as      9 games of 27" in run(line).out
    told = json.loads(run(line + " --format json").out)
    assert (told["form"], told["result"]["performance"], told["event"]["end"]) == (
        "norm-certificate",
        2611,
        "2026-05-17",
    )
    refused = run("titles certificate examples/norms.trf --player 3 --title GM")
    assert (refused.code, "made no GM norm: opponents GM 2, not 4 (1.4.5b)" in refused.err) == (3, True)


def test_an_application_across_events(run: Run, tmp_path: Path) -> None:
    text = (tmp_path / "examples" / "norms.trf").read_text()
    for name in ("second", "third"):
        (tmp_path / f"{name}.trf").write_text(text.replace("Heligoland Masters", name))
    files = "examples/norms.trf second.trf third.trf"
    line = f"titles apply {files} --player 99901002 --title GM --rating 2549"
    short = run(line)
    assert (short.code, "NO   1.5.6" in short.out) == (1, True)
    assert run(line + " --qualifying third.trf").code == 0
    assert run(line + " --qualifying fourth.trf").code == 3
    assert "nobody is" in run(f"titles apply {files} --player 12 --title GM").err
    told = json.loads(run(line + " --format json").out)
    assert [one["credit"] for one in told["certificates"]] == [9, 9, 9]


def test_titles_without_norms(run: Run) -> None:
    assert run("titles by-rating 2310 --games 35").out == "FM (B.01 1.3).\n"
    assert run("titles by-rating 2310 --games 5").out == "No title by rating (B.01 1.3).\n"
    assert "conditional" in run("titles direct IM --rating 2150").out


def test_norms_of_an_arbiter(run: Run) -> None:
    out = run("titles arbiter examples/norms.trf --arbiter gannet --title IA --seminar yes").out
    assert "IA1: IA Gannet, Solveig, chief arbiter" in out
    assert "NO   2.2      norms" in out
    told = json.loads(run("titles arbiter examples/norms.trf --arbiter gannet --title FA --format json").out)
    assert told["certificates"][0]["players"] == 20
    assert run("titles arbiter examples/norms.trf --arbiter curlew --title FA").code == 3


# -- lists -------------------------------------------------------------------------------------------------------------


def test_list_find(run: Run) -> None:
    run("list import examples/list.txt")
    assert "Heron, Isolde" in run("list find heron").out
    assert json.loads(run("list find heron --format json").out)[0]["fide_id"] == 99900102
    nobody = run("list find nobody")
    assert (nobody.code, "Nobody" in nobody.out) == (1, True)


def test_list_fill_changes_nothing_unless_told(run: Run, tmp_path: Path) -> None:
    run("list import examples/list.txt")
    path = tmp_path / "examples" / "norms.trf"
    before = path.read_bytes()
    shown = run("list fill examples/norms.trf").out
    assert "rating" in shown
    assert "1 that differ" in shown
    assert path.read_bytes() == before
    assert "needed no change" in run("list fill examples/norms.trf --write").out
    assert "was filled" in run("list fill examples/norms.trf --write --overwrite").out
    changed = [line for line in path.read_bytes().splitlines() if line not in before.splitlines()]
    assert len(changed) == 1
    assert "nothing differs" in run("list fill examples/norms.trf").out


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


def test_a_line_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "games.csv").write_text("white,black,result\n99900101,99900102,2-0\n")
    done = run("rate-period --list examples/period/list.csv --games games.csv -o new.csv")
    assert done.code == 3
    assert "games.csv: line 2: '2-0' is not a result" in done.err


@pytest.mark.parametrize("system", ["dwz", "uscf", "glicko-2"])
def test_the_new_rating_of_a_system_without_k_is_in_the_csv(run: Callable[[str], Done], system: str) -> None:
    line = f"rate examples/swiss.trf --system {system}"
    rows = list(csv.DictReader(io.StringIO(run(f"{line} --format csv").out)))
    told = json.loads(run(f"{line} --format json").out)["players"]
    assert [(row["id"], row["rn"]) for row in rows if row["ro"]] == [
        (str(one["id"]), str(one["new_rating_if_alone"])) for one in told
    ]
    assert "k_chg" not in rows[0]
    done = run(f"{line} --k 1=40")
    assert done.code == 3
    assert f"does not go with --system {system}" in done.err


@pytest.mark.parametrize("command", ["rate", "norms"])
def test_errors_of_a_file_are_remarked(run: Callable[[str], Done], command: str) -> None:
    done = run(f"{command} examples/broken.trf")
    assert done.code == 0
    assert "has 2 errors: what could be read is used; rookery validate shows more" in " ".join(done.err.split())


@pytest.mark.parametrize("games", [-3, 0, 6])
def test_no_norm_of_fewer_than_seven_games_is_asked_for(run: Callable[[str], Done], games: int) -> None:
    done = run(f"norms examples/norms.trf --games {games}")
    assert done.code == 3
    assert "fewer than 7 games (B.01 1.4.1b)" in done.err
    assert run("norms examples/norms.trf --games 7").code == 0
