"""A round is shown as it was published, whatever the file keeps of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.formats.board_order import boards, free_participants
from rookery.model import Game, Player, Result, Round, Tournament
from support.command_line import Run

TABLE = re.compile(r"^ *(\d+) +(\d+)  .+? +(\d+)  \D+$", re.M)
MATCH = re.compile(r"^(\d+)\. (\d+) .*  \d+\.\d - \d+\.\d  (\d+) ", re.M)


def test_the_numbers_of_matches_are_those_of_the_pairing(run: Run, ground: Path) -> None:
    told = TABLE.findall(run("pair", "examples/team-swiss.trf").out)
    assert told[:3] == [("1", "3", "2"), ("2", "7", "6"), ("3", "1", "5")]
    run("pair", "examples/team-swiss.trf", "-o", "cup.trf")
    run("convert", "cup.trf", "cup.json")
    shown = run("show", "cup.trf", "--round", 4).out
    assert MATCH.findall(shown) == told[:3]
    assert run("show", "cup.json", "--round", 4).out == shown


@pytest.mark.parametrize("name", ["swiss.trf", "lim.trf", "double-swiss.trf", "round-robin.trf"])
def test_boards_are_in_the_order_of_the_pairing(name: str, ground: Path) -> None:
    event = rookery.load(Path("examples") / name).tournament
    for number in range(1, len(event.rounds) + 1):
        ours = rookery.pair(event, round=number).pairs
        assert [(game.white, game.black) for game in boards(event, number)] == list(ours)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("system", ["dutch", "team", "burstein"])
def test_boards_of_generated_events_too(system: str, seed: int) -> None:
    field = {"teams": 9, "boards": 3} if system == "team" else {"players": 15}
    settings = rookery.GeneratorSettings(rounds=5, system=system, **field)
    event = rookery.loads(rookery.dumps(rookery.generate(settings, seed=seed), "trf26")).tournament
    for number in range(1, len(event.rounds) + 1):
        ours = rookery.pair(event, round=number).pairs
        assert [(game.white, game.black) for game in boards(event, number)] == list(ours)


def test_virtual_points_count_as_they_do_in_the_pairing(run: Run, ground: Path) -> None:
    Path("list.csv").write_text("name,rating\n" + "".join(f"P{n},{2400 - n}\n" for n in range(1, 17)))
    run("new", "open.trf", "--players", "list.csv", "--rounds", 5, "--accelerate", "--colour", "white")
    for number in (1, 2):
        event = rookery.load(Path("open.trf")).tournament
        ours = rookery.pair(event).pairs
        run("pair", "open.trf", "-o", "open.trf")
        event = rookery.load(Path("open.trf")).tournament
        assert [(game.white, game.black) for game in boards(event, number)] == list(ours)
        assert run("enter", "open.trf", number, *(f"{white}-{black}=0-1" for white, black in ours)).code == 0


def test_the_number_that_counts_is_that_of_the_higher_ranked() -> None:
    first = Round((Game(1, 5, Result.BLACK_WINS), Game(2, 6, Result.WHITE_WINS), Game(3, 4, Result.DRAW)))
    second = Round((Game(1, 5), Game(6, 2), Game(3, 4)))  # 5 and 2 have a point, their opponents none
    event = Tournament(players=tuple(map(Player, range(1, 7))), rounds=(first, second), planned_rounds=5)
    assert [(game.white, game.black) for game in boards(event, 2)] == [(6, 2), (1, 5), (3, 4)]


def test_an_open_earlier_round_is_no_hindrance() -> None:
    rounds = (Round((Game(1, 3), Game(2, 4, Result.WHITE_WINS))), Round((Game(1, 2), Game(3, 4))))
    event = Tournament(players=tuple(map(Player, range(1, 5))), rounds=rounds, planned_rounds=3)
    assert [game.white for game in boards(event, 2)] == [1, 3]


def test_free_players_are_named_in_a_manual_round(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    Path("list.csv").write_text("name,rating\n" + "".join(f"P{n},{2000 - n}\n" for n in range(1, 6)))
    for path in ("club.trf", "club.json"):
        run("new", path, "--players", "list.csv", "--system", "round-robin")
        run("enter", "--part", path, 1, "2-5=1-0")
        first = run("show", path, "--round", 1).out
        assert [line for line in first.splitlines() if line.startswith("1 P1")] == snapshot(name="round 1")
        assert free_participants(rookery.load(Path(path)).tournament, 1) == (1,)
        run("enter", path, 1, "3-4=1-0")
        run("enter", path, 2, "5-3==", "1-2==")
        second = run("show", path, "--round", 2).out
        assert [line for line in second.splitlines() if re.match(r"\d+ P\d: ", line)] == snapshot(name="round 2")
        assert free_participants(rookery.load(Path(path)).tournament, 2) == (4,)
