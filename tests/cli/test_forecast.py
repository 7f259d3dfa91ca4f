"""`rookery forecast`: what it prints, and what it refuses."""

from __future__ import annotations

import csv
import json
import re
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.cli.errors import BAD_INPUT, DONE
from rookery.cli.forecast_tables import describe_omissions
from rookery.simulation.conditions import MustHappen, format_percent
from support.command_line import Run
from support.schemas import faults
from support.snapshots import command_id, lines_with


def three_rounds(run: Run, path: Path, players: int, rounds: int) -> str:
    """A tournament after three rounds in which everybody is there."""
    run("generate", "-o", str(path), "--players", str(players), "--rounds", str(rounds), "--play", "3", "--seed", "4",
        "--system", "dutch", "--unrated-players", "0%", "--withdrawals", "0", "--late-entries", "0",
        "--half-byes", "0")  # fmt: skip
    return str(path)


def without_rows(text: str) -> str:
    """A text without its digest and without the rows of its tables that begin with a number."""
    lines = re.sub(r"\b[0-9a-f]{16}\b", "DIGEST", text).splitlines()
    return "\n".join(line for line in lines if not (re.match(r" *\d", line) and "  " in line.strip()))


@pytest.fixture
def event(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return three_rounds(run, Path("open.trf"), 10, 5)


def test_chances_of_everybody_by_two_models(run: Run, event: str, snapshot: SnapshotAssertion) -> None:
    done = run("forecast", event, "--count", "10", "--top", "2", "--outcomes", "milvang,fide")
    assert done.code == DONE, done.err
    assert without_rows(done.out) == snapshot


def test_everything_about_a_player(run: Run, event: str, snapshot: SnapshotAssertion) -> None:
    done = run("forecast", event, "--count", "200", "--player", "1", "--norms", "1:IM")
    assert without_rows(done.out) == snapshot(name="200 futures")
    few = run("forecast", event, "--count", "4", "--player", "1").out
    assert without_rows(few) == snapshot(name="4 futures")


def test_a_place_is_reported_once(run: Run, event: str, snapshot: SnapshotAssertion) -> None:
    """The top 1 is the first place: no column, and no sentence, has it twice."""
    words = ("forecast", event, "--count", "20", "--top", "1")
    assert without_rows(run(*words).out) == snapshot(name="everybody")
    assert without_rows(run(*words, "--player", "1").out) == snapshot(name="one player")
    assert without_rows(run(*words, "--player", "1", "--by-round").out) == snapshot(name="by round")


def test_money_by_each_model_and_of_a_single_player(run: Run, event: str, snapshot: SnapshotAssertion) -> None:
    Path("prizes.csv").write_text("1,100\n2,50\n")
    words = ("forecast", event, "--count", "20", "--prizes", "prizes.csv", "--outcomes", "milvang,coin")
    told = json.loads(run(*words, "--format", "json").out)
    every = run(*words).out
    assert without_rows(every) == snapshot(name="everybody")
    for model in told:
        one = model["players"][0]
        assert f"{one['prize']:.2f}" in every
        alone = run(*words, "--player", str(one["id"])).out
        assert lines_with(alone, f"{one['prize']:.2f}") == snapshot(name=model["outcomes"])


def test_norms_round_by_round_are_in_the_rows(run: Run, event: str, snapshot: SnapshotAssertion) -> None:
    words = ("forecast", event, "--count", "5", "--by-round", "--norms", "1:IM")
    assert lines_with(run(*words).out, "--format csv") == snapshot
    told = json.loads(run(*words, "--format", "json").out)
    everybody = [player for round in told["rounds"] for player in round["players"]]
    assert all(player["norms"].keys() == ({"IM"} if player["id"] == 1 else set()) for player in everybody)
    assert {player["prize"] for player in everybody} == {None}
    rows = csv.DictReader(run(*words, "--format", "csv").out.splitlines())
    assert [row["norms"] for row in rows if row["id"] == "1"] == ["IM:0"] * 4


def test_players_without_an_opponent(run: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    """Nine players: somebody has the bye, and the chances of a round come to 1 with it."""
    path = str(tmp_path / "odd.trf")
    run("generate", "-o", path, "--players", "9", "--rounds", "5", "--play", "2", "--seed", "4", "--system", "dutch",
        "--unrated-players", "0%", "--withdrawals", "0", "--late-entries", "0", "--half-byes", "0")  # fmt: skip
    told = json.loads(run("forecast", path, "--count", "40", "--format", "json").out)
    alone = {one["id"]: 1 - sum(one["opponents"]["4"].values()) for one in told["players"]}
    most = max(alone, key=lambda one: alone[one])
    shown = _unbroken(run("forecast", path, "--count", "40", "--player", str(most)).out)
    opponents = shown.partition(" 4: ")[2].partition(" 5: ")[0]
    assert format_percent(alone[most]) in opponents
    assert opponents == snapshot


def test_a_last_round_that_is_drawn_says_how_to_count_it(run: Run, last: str, snapshot: SnapshotAssertion) -> None:
    for words in ((), ("--must-happen",), ("--player", "1")):
        lines = run("forecast", last, "--count", "80", *words).out.splitlines()
        (hint,) = (number for number, line in enumerate(lines) if "--count 81" in line)
        assert lines[hint:] == snapshot(name="hint")
        assert "--count 81" not in run("forecast", last, "--count", "81", *words).out


@pytest.mark.parametrize(("certain", "ruled_out"), [(0, 0), (1, 2), (1200, 1)])
def test_what_the_conditions_leave_out(certain: int, ruled_out: int, snapshot: SnapshotAssertion) -> None:
    told = MustHappen(
        player=1, places=1, ways=81, certain_ways=9, impossible_ways=9, certain=(), impossible=(),
        certain_left=certain, impossible_left=ruled_out,
    )  # fmt: skip
    lines = describe_omissions(told, 0, 0)
    assert len(lines) == bool(certain) + bool(ruled_out)
    assert lines == snapshot


def test_a_last_round_of_many_boards_is_not_counted(run: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    path = str(tmp_path / "large.trf")
    run("generate", "-o", path, "--players", "24", "--rounds", "2", "--play", "1", "--seed", "4", "--system", "dutch",
        "--unrated-players", "0%", "--withdrawals", "0", "--late-entries", "0", "--half-byes", "0")  # fmt: skip
    lines = run("forecast", path, "--count", "5").out.splitlines()
    (hint,) = (number for number, line in enumerate(lines) if "--if " in line)
    assert lines[hint:] == snapshot


def test_short_futures_are_reported(run: Run, event: str, snapshot: SnapshotAssertion) -> None:
    """Ten players have no pairing in round 12: who asks for so many is told, and the data say so."""
    words = ("forecast", event, "--count", "6", "--rounds", "12")
    done = run(*words, "--format", "json")
    assert json.loads(done.out)["stopped"] == 6
    assert done.err == snapshot
    assert run("forecast", event, "--count", "6").err == ""


def test_intervals_are_as_fine_as_what_they_are_of(run: Run, last: str) -> None:
    out = run("forecast", last, "--by-round", "--count", "2000", "--player", "2").out
    assert "±0.0 " not in out
    rounds = [line for line in out.splitlines() if re.match(r" +\d ", line)]
    assert [line.split()[0] for line in rounds] == ["1", "2", "3", "4"]
    assert ["±" in line for line in rounds] == [True, True, True, False]


def _unbroken(text: str) -> str:
    return " ".join(text.split())


def test_the_same_as_data(run: Run, event: str, tmp_path: Path) -> None:
    (tmp_path / "prizes.csv").write_text("1,100\n2,50\n")
    words = ("forecast", event, "--count", "10", "--seed", "3", "--prizes", str(tmp_path / "prizes.csv"))
    told = json.loads(run(*words, "--format", "json").out)
    assert (told["form"], told["count"], told["round"], told["exact"]) == ("forecast", 10, 4, False)
    assert sum(one["first"] for one in told["players"]) == pytest.approx(1)
    assert sum(one["prize"] for one in told["players"]) == pytest.approx(150)
    lines = list(csv.DictReader(run(*words, "--format", "csv").out.splitlines()))
    assert [int(line["id"]) for line in lines] == [one["id"] for one in told["players"]]
    assert sum(float(line["prize"]) for line in lines) == pytest.approx(150)
    for line, one in zip(lines, told["players"], strict=True):
        assert [float(line["top_low"]), float(line["top_high"])] == one["top_interval"]
        assert one["top_interval"][0] <= one["top"] <= one["top_interval"][1]
    norms = run("forecast", event, "--count", "5", "--norms", "1:GM,1:IM", "--format", "csv").out
    assert [line["norms"] for line in csv.DictReader(norms.splitlines()) if line["id"] == "1"] == ["GM:0 IM:0"]


def test_what_if(run: Run, event: str, snapshot: SnapshotAssertion) -> None:
    told = json.loads(run("forecast", event, "--count", "5", "--format", "json").out)
    player = told["players"][0]
    other = int(next(iter(player["opponents"]["4"])))
    codes = []
    for white, black in ((player["id"], other), (other, player["id"])):
        done = run("forecast", event, "--count", "5", "--if", f"{white}-{black}=1-0")
        codes.append(done.code)
        if done.code == DONE:
            assert done.err == ""
            names = {one["id"]: f"{one['id']} {one['name'].partition(',')[0]}" for one in told["players"]}
            assert lines_with(done.out, f"  {names[white]} - {names[black]} 1-0") == snapshot(name="known")
            told = json.loads(run("forecast", event, "--if", f"{white}-{black}=1-0", "--format", "json").out)
            assert told["given"] == [{"white": white, "black": black, "result": "1-0"}]
        else:
            assert done.err == snapshot(name="refused")
    assert sorted(codes) == [DONE, BAD_INPUT]


@pytest.mark.parametrize(
    "words",
    [
        ("--if", "1-2=3-0"),
        ("--if", "1-x=1-0"),
        ("--if", "1-2"),
        ("--if", "1-2=1-0", "--if", "1-2=0-1"),
        ("--outcomes", ","),
        ("--player", "77"),
        ("--count", "0"),
        ("--norms", "1:XX"),
        ("--norms", "x"),
        ("--norms", "1"),
        ("--rounds", "3"),
        ("--rounds", "1000"),
        ("--prizes", "nowhere.csv"),
        ("--by-round", "--since", "9"),
        ("--since", "2"),
        ("--by-round", "--must-happen"),
    ],
    ids=command_id,
)
def test_refusals_of_a_single_line(words: tuple[str, ...], run: Run, event: str, snapshot: SnapshotAssertion) -> None:
    done = run("forecast", event, *words)
    assert done.code not in (DONE, 2)
    assert done.err == snapshot


def test_how_chances_stood_before_each_round(run: Run, event: str, snapshot: SnapshotAssertion) -> None:
    words = ("forecast", event, "--count", "20", "--seed", "3", "--top", "2", "--by-round")
    told = json.loads(run(*words, "--format", "json").out)
    assert faults(told) == []
    assert (told["form"], [each["round"] for each in told["rounds"]]) == ("forecast-by-round", [1, 2, 3, 4])
    now = json.loads(run(*words[:-1], "--format", "json").out)
    for then, today in zip(told["rounds"][-1]["players"], now["players"], strict=True):
        assert {name: then[name] for name in ("id", "first", "top", "mean_place")} == {
            name: today[name] for name in ("id", "first", "top", "mean_place")
        }
        assert then["mean_points"] == pytest.approx(today["mean_points"])
        assert then["points_interval"][0] <= then["mean_points"] <= then["points_interval"][1]
    lines = list(csv.DictReader(run(*words, "--format", "csv").out.splitlines()))
    assert [(int(line["round"]), int(line["id"])) for line in lines] == [
        (each["round"], one["id"]) for each in told["rounds"] for one in each["players"]
    ]
    assert without_rows(run(*words).out) == snapshot(name="everybody")
    one = run(*words, "--since", "3", "--player", "1", "--player", "2").out
    assert without_rows(one) == snapshot(name="two players")


def test_a_finished_event_is_described_to_its_last_round(run: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    path = str(tmp_path / "over.trf")
    run("generate", "-o", path, "--players", "6", "--rounds", "3", "--seed", "4", "--system", "dutch",
        "--unrated-players", "0%")  # fmt: skip
    done = run("forecast", path, "--by-round", "--count", "30")
    assert done.code == DONE, done.err
    assert without_rows(done.out) == snapshot(name="every round")
    last = run("forecast", path, "--by-round", "--count", "30", "--since", "3", "--player", "1")
    assert without_rows(last.out) == snapshot(name="last round")


@pytest.fixture
def last(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A tournament before its last round."""
    monkeypatch.chdir(tmp_path)
    return three_rounds(run, Path("last.trf"), 8, 4)


def test_what_must_happen_in_a_last_round(run: Run, last: str, snapshot: SnapshotAssertion) -> None:
    words = ("forecast", last, "--must-happen", "--top", "2")
    told = json.loads(run(*words, "--format", "json").out)
    assert (told["form"], told["exact"], len(told["players"])) == ("must-happen", True, 3)
    assert faults(told) == []
    lines = list(csv.DictReader(run(*words, "--format", "csv").out.splitlines()))
    assert {line["says"] for line in lines} == {"after", "certain", "impossible"}
    for one in told["players"]:
        own = [line for line in lines if int(line["id"]) == one["id"]]
        after = [each for game in one["games"] for each in game["after"]]
        assert [float(line["chance"]) for line in own if line["says"] == "after"] == [each["chance"] for each in after]
        for game in one["games"]:
            known = sum(each["likely"] * each["chance"] for each in game["after"])
            assert known == pytest.approx(one["top"])
            assert all(each["change"] == pytest.approx(each["chance"] - one["top"]) for each in game["after"])
        for goal in one["goals"]:
            for says in ("certain", "impossible"):
                conditions = [
                    " & ".join(f"{g['white']}-{g['black']}={'|'.join(g['results'])}" for g in each["games"])
                    for each in goal[says]
                ]
                rows = [line for line in own if (line["says"], int(line["places"])) == (says, goal["places"])]
                assert [line["if"] for line in rows] == conditions
    done = run(*words, "--player", str(told["players"][1]["id"]))
    assert without_rows(done.out) == snapshot
    whole = run("forecast", last, "--top", "2", "--player", str(told["players"][1]["id"]))
    assert whole.out.endswith(done.out.split("\n\n", 2)[2])


def test_statements_are_obeyed_by_the_forecast_itself(run: Run, last: str) -> None:
    """What a condition of the table says, taken as known, makes the chance 1 or 0."""
    lines = csv.DictReader(run("forecast", last, "--must-happen", "--top", "2", "--format", "csv").out.splitlines())
    asked = 0
    for line in lines:
        games = [each.split("=", 1) for each in line["if"].split(" & ") if each]
        if line["says"] != "after" and "|" not in line["if"]:
            given = [word for game, end in games for word in ("--if", f"{game}={end}")]
            told = json.loads(run("forecast", last, "--top", line["places"], *given, "--format", "json").out)
            chance = next(one["top"] for one in told["players"] if one["id"] == int(line["id"]))
            assert chance == pytest.approx(float(line["chance"]))
            asked += 1
    assert asked > 2


def test_what_must_happen_before_other_rounds(run: Run, event: str, snapshot: SnapshotAssertion) -> None:
    """Futures are drawn: what moves a chance is told, and nothing is certain."""
    words = ("forecast", event, "--must-happen", "--count", "60", "--player", "1", "--player", "2")
    told = json.loads(run(*words, "--format", "json").out)
    assert faults(told) == []
    assert [(one["id"], one["goals"]) for one in told["players"]] == [(1, []), (2, [])]
    assert without_rows(run(*words, "--norms", "1:IM").out) == snapshot


@pytest.mark.parametrize(
    ("words", "name"),
    [((), "forecast"), (("--by-round", "--since", "3"), "forecast-by-round"), (("--must-happen",), "must-happen")],
)
def test_findings_as_files(run: Run, event: str, tmp_path: Path, words: tuple[str, ...], name: str) -> None:
    """The folder has what is printed, and everything of everybody as Parquet, a row for each number."""
    parquet = pytest.importorskip("pyarrow.parquet")
    asked = ("forecast", event, "--count", "12", "--outcomes", "milvang,fide", "--norms", "1:IM", *words)
    folder = tmp_path / "found"
    done = run(*asked, "-o", str(folder), "--parquet", "--format", "csv")
    assert done.code == DONE, done.err
    assert (folder / f"{name}.csv").read_text("utf-8") == done.out
    data = json.loads(run(*asked, "-o", str(folder), "--format", "json").out)
    assert json.loads((folder / f"{name}.json").read_text("utf-8")) == data
    table = parquet.read_table(folder / f"{name}.parquet")
    rows = table.to_pylist()
    assert {row["outcomes"] for row in rows} == {"milvang", "fide"}
    if name == "must-happen":
        assert [row["if"] for row in rows] == [line["if"] for line in csv.DictReader(done.out.splitlines())]
        return
    for told in data:
        own = [row for row in rows if row["outcomes"] == told["outcomes"]]
        for each in told.get("rounds", [told]):
            for one in each["players"]:
                known = [row for row in own if (row["round"], row["id"]) == (each["round"], one["id"])]
                found = {(row["measure"], row["at"]): row for row in known if row["measure"] != "meets"}
                assert found["first", 1]["value"] == one["first"]
                assert [found["top", 3][end] for end in ("low", "high")] == one["top_interval"]
                assert found["mean_place", None]["value"] == one["mean_place"]
                assert sum(row["value"] for row in known if row["measure"] == "place") == pytest.approx(1)
                assert ("norm_im", None) in found or one["id"] != 1
                if name == "forecast":
                    met = {(row["in_round"], row["at"]): row["value"] for row in known if row["measure"] == "meets"}
                    assert met == {
                        (int(number), int(other)): chance
                        for number, others in one["opponents"].items()
                        for other, chance in others.items()
                    }
    types = {field.name: str(field.type) for field in table.schema}
    assert (types["id"], types["at"], types["value"], types["exact"]) == ("int64", "double", "double", "bool")


@pytest.mark.parametrize("command", ["forecast", "simulate"])
def test_parquet_needs_a_folder_and_pyarrow(
    run: Run, event: str, monkeypatch: pytest.MonkeyPatch, command: str, snapshot: SnapshotAssertion
) -> None:
    words = (command, event) if command == "forecast" else (command, "--players", "6", "--rounds", "2")
    done = run(*words, "--count", "2", "--parquet")
    assert done.code == 3
    assert done.err == snapshot
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = run(*words, "--count", "2", "--parquet", "-o", "found")
    assert (done.code, "rookery-chess[parquet]" in done.err) == (3, True)
    assert done.err == snapshot
    assert not Path("found").exists()
    done = run(*words, "--count", "2", "-o", "found")
    assert done.code == DONE, done.err
    assert {path.suffix for path in Path("found").iterdir()} == {".json", ".csv", ".sqlite"}


def test_existing_files_in_the_folder_are_not_replaced_silently(
    run: Run, event: str, snapshot: SnapshotAssertion
) -> None:
    words = ("forecast", event, "--count", "5", "-o", "found")
    assert run(*words).err == ""
    assert run(*words).err == ""  # the same again
    assert run(*words, "--seed", "2").err == snapshot
    assert run(*words, "--seed", "2", "--by-round").err == ""  # which has a file of its own


@pytest.mark.slow
def test_figures_of_what_is_replaced_are_named(run: Run, event: str, snapshot: SnapshotAssertion) -> None:
    """What the folder still shows of another forecast is told, and nothing that is drawn anew."""
    pytest.importorskip("vl_convert", reason="vl-convert is not installed: pip install 'rookery-chess[figures]'")
    words = ("forecast", event, "--count", "5", "-o", "found")
    assert run(*words, "--figures").err == snapshot(name="drawn")
    assert run(*words).err == ""  # they show just that
    stale = run(*words, "--seed", "2").err
    assert "places.html" in stale
    assert stale == snapshot(name="another seed")
    assert run(*words, "--seed", "3", "--figures").err == snapshot(name="drawn again")
