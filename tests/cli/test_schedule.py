"""`rookery schedule`: tables of numbers, schedules of events, drawn numbers, and every format."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import rookery
from rookery.cli.exits import BAD, DONE
from rookery.model import Event, Player, Team, Tournament
from rookery.pairing.tables.berger import berger
from support.command_line import Run


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A round robin of eleven, five of them from one federation, before its first round."""
    players = tuple(Player(i, f"Player {i}", 2300 - i, "IRL" if i < 5 else "") for i in range(1, 12))
    event = Tournament(event=Event(name="Club"), players=players, system="BERGER_ROUNDROBIN", planned=11)
    path = tmp_path / "club.trf"
    path.write_bytes(rookery.dump(event))
    return path


def test_a_table_of_numbers(run: Run) -> None:
    done = run("schedule", "--players", 5)
    assert done.code == DONE
    assert done.out.splitlines() == [
        "Round robin",
        "===========",
        "5 players, 5 rounds. White stands first.",
        "",
        "Round  Free  Boards",
        "-----  ----  --------",
        "    1     1  2-5  3-4",
        "    2     4  5-3  1-2",
        "    3     2  3-1  4-5",
        "    4     5  1-4  2-3",
        "    5     3  4-2  5-1",
    ]


@pytest.mark.parametrize("size", [4, 9, 40, 151])
def test_a_table_fits_the_terminal(run: Run, size: int) -> None:
    out = run("schedule", "--players", size).out
    assert max(map(len, out.splitlines())) <= 80
    assert out.count("-1 ") + out.count("-1\n") + out.count(" 1-") == size - 1


def test_three_equal_colours_are_said(run: Run) -> None:
    double = ("schedule", "--players", 8, "--system", "double-round-robin")
    assert "1 and 5 have the same colour in three games running; leave out --no-reverse" in run(
        *double, "--no-reverse"
    ).out.replace("\n", " ")
    assert "same colour" not in run(*double).out
    assert run(*double).out == run(*double, "--reverse").out


def test_scheveningen_says_where_its_table_is_from(run: Run) -> None:
    assert "    1  A1-B1  A2-B2  B3-A3\n" in run("schedule", "--boards", 3).out
    assert "published" not in run("schedule", "--boards", 3).out
    assert "no published table for 7 boards" in run("schedule", "--boards", 7).out
    assert len(json.loads(run("schedule", "--boards", 2, "--format", "json", "--system", "double-scheveningen").out)
               ["rounds"]) == 4  # fmt: skip


def test_json_and_csv(run: Run, club: Path) -> None:
    data = json.loads(run("schedule", "--players", 6, "--format", "json").out)
    table = [tuple((board["white"], board["black"]) for board in round["boards"]) for round in data["rounds"]]
    assert tuple(table) == berger(6)
    rows = list(csv.DictReader(io.StringIO(run("schedule", club, "--format", "csv").out)))
    assert len(rows) == 66
    assert rows[0] == {"round": "1", "board": "1", "white": "2", "black": "11", "white_name": "Player 2",
                       "black_name": "Player 11"}  # fmt: skip
    assert [row["white"] for row in rows if row["board"] == "free"] == [
        str(one) for one in (1, 7, 2, 8, 3, 9, 4, 10, 5, 11, 6)
    ]


def test_a_file_with_every_round(run: Run, club: Path) -> None:
    made = rookery.load(run("schedule", club, "--format", "trf").out).tournament
    assert [set(round.pairs) for round in made.rounds] == [set(boards) for boards in berger(11)]
    assert made.planned == 11


def test_names_in_the_order_of_the_boards(run: Run, ground: Path) -> None:
    lines = run("schedule", "examples/round-robin.trf").out.splitlines()
    assert lines[6].split() == ["1", "1", "Nettle,", "Rosalind", "6", "Bracken,", "Lucille"]
    assert "The team with" in run("schedule", "examples/teams.trf").out


def test_numbers_by_lot_by_hand_and_by_varma(run: Run, club: Path) -> None:
    lots = [run("schedule", club, "--draw", "lot", "--seed", seed).out for seed in (1, 1, 2)]
    assert lots[0] == lots[1] != lots[2]
    assert "--seed 1 draws the same again" in lots[0]
    assert "--seed" in run("schedule", club, "--draw", "lot").out
    varma = run("schedule", club, "--draw", "varma", "--seed", 4)
    assert varma.code == DONE
    assert "could not" not in varma.out
    hand = run("schedule", club, "--numbers", "11,10,9,8,7,6,5,4,3,2,1").out.splitlines()
    assert hand[6].split() == ["1", "2", "Player", "10", "11", "Player", "1"]


def test_compatriots_who_cannot_be_kept_apart(run: Run, tmp_path: Path) -> None:
    event = Tournament(
        players=tuple(Player(i, f"P{i}", federation="IRL") for i in range(1, 11)), system="FIDE_ROUNDROBIN"
    )
    path = tmp_path / "irish.json"
    path.write_bytes(rookery.dump(event, "json"))
    assert "Compatriots could not all be kept apart" in run("schedule", path, "--draw", "varma", "--seed", 1).out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "is required"),
        (("--players", 1), "expected a number from 2 to 1000"),
        (("--boards", 0), "read 0, expected a number from 1 to 100"),
        (("--players", 6, "--system", "dutch"), "expected one of round-robin"),
        (("--players", 6, "--system", "schiller"), "Schiller"),
        (("--players", 6, "--draw", "lot"), "give a file"),
        (("--players", 6, "--seed", 3), "--seed goes with --draw"),
        (("examples/swiss.trf",), "paired round by round"),
        (("examples/round-robin.trf", "--draw", "lot", "--seed", 1), "before round one"),
        (("examples/round-robin.trf", "--numbers", "1,x"), "expected numbers"),
    ],
)
def test_refusals(run: Run, ground: Path, words: tuple[object, ...], says: str) -> None:
    done = run("schedule", *words)
    assert done.code == BAD
    assert says in done.err
    assert done.err.count("\n") == 1


def test_varma_is_for_players(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "teams.json"
    event = Tournament(teams=(Team(1), Team(2)), team_event=True, system="BERGER_TEAM_ROUNDROBIN")
    path.write_bytes(rookery.dump(event, "json"))
    assert "event of teams" in run("schedule", path, "--draw", "varma").err
