"""`rookery forecast`: what it prints, and what it refuses."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from rookery.cli.exits import DONE
from support.command_line import Run


@pytest.fixture
def event(run: Run, tmp_path: Path) -> str:
    path = str(tmp_path / "open.trf")
    run("generate", "-o", path, "--players", "10", "--rounds", "5", "--play", "3", "--seed", "4", "--system", "dutch",
        "--unrated-players", "0%", "--withdrawals", "0", "--late-entries", "0", "--half-byes", "0")  # fmt: skip
    return path


def test_chances_of_everybody_by_two_models(run: Run, event: str) -> None:
    done = run("forecast", event, "--count", "10", "--top", "2", "--outcomes", "milvang,fide")
    assert done.code == DONE, done.err
    assert "rounds 4 to 5" in done.out
    assert "Top 2 milvang" in done.out
    assert "Top 2 fide" in done.out


def test_all_about_one_player(run: Run, event: str) -> None:
    done = run("forecast", event, "--count", "200", "--player", "1", "--norms", "1:IM")
    assert "Round 4:" in done.out
    assert "Round 5:" in done.out
    assert "What the top 3 turns on" in done.out
    assert "Norm of IM for 1" in done.out
    assert "a chance is off by ±6.9 % at the most, 19 times in 20" in done.out
    few = run("forecast", event, "--count", "4", "--player", "1")
    assert "No open game moves the chance of the top 3 by more than luck may among so many futures." in few.out


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


def test_what_if(run: Run, event: str) -> None:
    told = json.loads(run("forecast", event, "--count", "5", "--format", "json").out)
    player = told["players"][0]
    other = int(next(iter(player["opponents"]["4"])))
    for white, black in ((player["id"], other), (other, player["id"])):
        done = run("forecast", event, "--count", "5", "--if", f"{white}-{black}=1-0")
        assert (done.code == DONE) == ("not the other way round" not in done.err)
        if done.code == DONE:
            assert f"Taken as known  {white} - {black} 1-0" in done.out
            told = json.loads(run("forecast", event, "--if", f"{white}-{black}=1-0", "--format", "json").out)
            assert told["given"] == [{"white": white, "black": black, "result": "1-0"}]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--if", "1-2=3-0"), "is not a result"),
        (("--if", "1-x=1-0"), "is not what is wanted here"),
        (("--if", "1-2=1-0", "--if", "1-2=0-1"), "--if 1-2: both 1-0 and 0-1"),
        (("--outcomes", ","), "names nothing: say at least one"),
        (("--player", "77"), "there is no player 77"),
        (("--count", "0"), "numbers from 1 on"),
        (("--norms", "1:XX"), "XX"),
        (("--norms", "x"), "is not what is wanted here"),
        (("--rounds", "3"), "every round is played"),
        (("--prizes", "nowhere.csv"), "nowhere.csv"),
        (("--by-round", "--since", "9"), "none before round 9"),
        (("--since", "2"), "say --by-round, too"),
    ],
)
def test_what_is_refused_in_one_line(words: tuple[str, ...], text: str, run: Run, event: str) -> None:
    done = run("forecast", event, *words)
    assert done.code not in (DONE, 2)
    assert text in done.err


def test_how_chances_stood_before_each_round(run: Run, event: str) -> None:
    words = ("forecast", event, "--count", "20", "--seed", "3", "--top", "2", "--by-round")
    told = json.loads(run(*words, "--format", "json").out)
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
    text = run(*words).out
    assert "20 futures before each of the rounds 1 to 4, seed 3" in text
    assert "Chance to be first, by milvang before round" in text
    assert "Chance to be in the top 2, by milvang before round" in text
    assert "the pairing of its round and the" in text
    one = run(*words, "--since", "3", "--player", "1", "--player", "2").out
    assert one.count("Before round") == 2
    assert "before each of the rounds 3 to 4" in one


def test_an_event_that_is_over_is_told_to_its_last_round(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "over.trf")
    run("generate", "-o", path, "--players", "6", "--rounds", "3", "--seed", "4", "--system", "dutch",
        "--unrated-players", "0%")  # fmt: skip
    done = run("forecast", path, "--by-round", "--count", "30")
    assert done.code == DONE, done.err
    assert "before each of the rounds 1 to 2, seed 0; every result" in done.out
    last = run("forecast", path, "--by-round", "--count", "30", "--since", "3", "--player", "1")
    assert "Counted     every result there can be before round 3" in last.out
