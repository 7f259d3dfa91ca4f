"""`rookery schedule`: tables of numbers, schedules of events, drawn numbers, and every format."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.cli.errors import BAD_INPUT, DONE
from rookery.model import Player, Team, Tournament, TournamentInfo
from rookery.pairing.schedules.tables import berger
from support.command_line import Run
from support.snapshots import command_id


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A round robin of eleven, five of them from one federation, before its first round."""
    players = tuple(Player(i, f"Player {i}", 2300 - i, "IRL" if i < 5 else "") for i in range(1, 12))
    event = Tournament(info=TournamentInfo(name="Club"), players=players, system="BERGER_ROUNDROBIN", planned_rounds=11)
    path = tmp_path / "club.trf"
    path.write_bytes(rookery.dumps(event))
    return path


def notes(text: str) -> list[str]:
    """Select the paragraphs after the head and the table."""
    _, _, *rest = text.split("\n\n")
    return rest


def test_a_table_of_numbers(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("schedule", "--players", 5)
    assert done.code == DONE
    lines = done.out.splitlines()
    assert lines[:3] == snapshot
    assert lines[3:] == [
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


def test_three_equal_colours_are_reported(run: Run, snapshot: SnapshotAssertion) -> None:
    double = ("schedule", "--players", 8, "--system", "double-round-robin")
    assert notes(run(*double, "--no-reverse").out) == snapshot
    assert notes(run(*double).out) == []
    assert run(*double).out == run(*double, "--reverse").out


def test_scheveningen_says_where_its_table_is_from(run: Run, snapshot: SnapshotAssertion) -> None:
    assert "    1  A1-B1  A2-B2  B3-A3\n" in run("schedule", "--boards", 3).out
    assert notes(run("schedule", "--boards", 3).out) == []
    assert notes(run("schedule", "--boards", 7).out) == snapshot
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
    made = rookery.loads(run("schedule", club, "--format", "trf").out).tournament
    assert [set(round.pairs) for round in made.rounds] == [set(boards) for boards in berger(11)]
    assert made.planned_rounds == 11


def test_names_in_the_order_of_the_boards(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    lines = run("schedule", "examples/round-robin.trf").out.splitlines()
    assert lines[6].split() == ["1", "1", "Nettle,", "Rosalind", "6", "Bracken,", "Lucille"]
    assert run("schedule", "examples/teams.trf").out.split("\n\n")[0] == snapshot


def test_numbers_by_lot_by_hand_and_by_varma(run: Run, club: Path, snapshot: SnapshotAssertion) -> None:
    lots = [run("schedule", club, "--draw", "lot", "--seed", seed).out for seed in (1, 1, 2)]
    assert lots[0] == lots[1] != lots[2]
    assert notes(lots[0]) == snapshot
    assert "--seed" in run("schedule", club, "--draw", "lot").out
    varma = run("schedule", club, "--draw", "varma", "--seed", 4)
    assert varma.code == DONE
    assert notes(varma.out) == snapshot
    hand = run("schedule", club, "--numbers", "11,10,9,8,7,6,5,4,3,2,1").out.splitlines()
    assert hand[6].split() == ["1", "2", "Player", "10", "11", "Player", "1"]


def test_compatriots_who_cannot_be_separated(run: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    event = Tournament(
        players=tuple(Player(i, f"P{i}", federation="IRL") for i in range(1, 11)), system="FIDE_ROUNDROBIN"
    )
    path = tmp_path / "irish.json"
    path.write_bytes(rookery.dumps(event, "json"))
    assert notes(run("schedule", path, "--draw", "varma", "--seed", 1).out) == snapshot


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--players", 1),
        ("--boards", 0),
        ("--players", 6, "--system", "dutch"),
        ("--players", 6, "--system", "schiller"),
        ("--players", 6, "--draw", "lot"),
        ("--players", 6, "--seed", 3),
        ("examples/swiss.trf",),
        ("examples/round-robin.trf", "--draw", "lot", "--seed", 1),
        ("examples/round-robin.trf", "--numbers", "1,x"),
    ],
    ids=command_id,
)
def test_refusals(run: Run, ground: Path, words: tuple[object, ...], snapshot: SnapshotAssertion) -> None:
    done = run("schedule", *words)
    assert done.code == BAD_INPUT
    assert done.err == snapshot
    assert done.err.count("\n") == 1


def test_varma_is_for_players(run: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    path = tmp_path / "teams.json"
    event = Tournament(teams=(Team(1), Team(2)), team_event=True, system="BERGER_TEAM_ROUNDROBIN")
    path.write_bytes(rookery.dumps(event, "json"))
    assert run("schedule", path, "--draw", "varma").err == snapshot
