"""Line-ups of teams: entered from the top or from the bottom, always in the order of the list unless remarked on."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.model import Game, Result, VacantBoard
from support.command_line import Run
from support.snapshots import command_id

ROOKS, OWLS = (1, 2, 3, 4, 5, 6), (7, 8, 9, 10)


@pytest.fixture
def cup(run: Run, ground: Path) -> str:
    """Rooks, of six, meet Owls, of four, on four boards: 1-7, 8-2, 3-9, 10-4."""
    rows = [(f"Rook {n}", "Rooks") for n in range(1, 7)] + [(f"Owl {n}", "Owls") for n in range(1, 5)]
    people = "".join(f"{name},{2000 - at},{team}\n" for at, (name, team) in enumerate(rows))
    Path("list.csv").write_text(f"name,rating,team\n{people}")
    words = ("new", "cup.trf", "--players", "list.csv", "--rounds", 1, "--boards", 4, "--colour", "white")
    assert run(*words).code == 0
    assert run("enter", "cup.trf", 1, "1-2").code == 0
    return "cup.trf"


def games(path: str) -> tuple[Game, ...]:
    return rookery.load(Path(path)).tournament.rounds[0].matches[0].games


WITHOUT_THE_FIRST = ("2-7=1-0", "8-3=0-1", "4-9==", "10-5=1-0")


@pytest.mark.parametrize("order", [*permutations(range(4))][::5], ids=command_id)
def test_a_team_moves_up_to_fill_a_missing_board(
    order: tuple[int, ...], cup: str, run: Run, snapshot: SnapshotAssertion
) -> None:
    texts = []
    for at in order:
        done = run("enter", cup, 1, WITHOUT_THE_FIRST[at])
        assert done.code == 0, done.err
        texts.append(done.out)
    won, lost, draw = Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW
    assert games(cup) == (Game(2, 7, won), Game(8, 3, lost), Game(4, 9, draw), Game(10, 5, won))
    assert texts == snapshot


def test_top_down_in_a_single_command(cup: str, run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("enter", cup, 1, *WITHOUT_THE_FIRST)
    assert done.code == 0
    assert done.out == snapshot
    assert [(game.white, game.black) for game in games(cup)] == [(2, 7), (8, 3), (4, 9), (10, 5)]


def test_those_behind_are_at_the_open_boards(cup: str, run: Run) -> None:
    assert run("enter", cup, 1, "2-7=1-0").code == 0
    assert [(game.white, game.black) for game in games(cup)] == [(2, 7), (8, 3), (4, 9), (10, 5)]
    assert run("enter", cup, 1, "8-4=1-0").code == 0
    assert [(game.white, game.black) for game in games(cup)] == [(2, 7), (8, 4), (5, 9), (10, 6)]


def test_no_player_moves_up_without_followers(cup: str, run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("enter", cup, 1, "1-8=1-0")
    assert done.code == 3
    assert done.err == snapshot
    assert run("enter", cup, 1, "2-7=1-0").code == 0
    assert run("enter", cup, 1, "8-2=1-0").err == snapshot


def test_another_order_than_that_of_the_list_is_remarked_on(cup: str, run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("enter", cup, 1, "10-4=1-0", "3-9=1-0", "8-5=1-0", "6-7=1-0")
    assert done.code == 0
    assert done.out == snapshot
    assert run("enter", cup, 1, "1-2=none", "1-2").out == snapshot


@pytest.mark.parametrize(
    "words",
    [
        ("enter", "cup.trf", 1, "9-3"),
        ("enter", "cup.trf", 1, "9=bye"),
        ("bye", "cup.trf", 9, "half", "--round", 1),
        ("withdraw", "cup.trf", 9),
        ("enter", "cup.trf", 1, "77-1"),
    ],
    ids=command_id,
)
def test_a_player_is_not_taken_for_a_team(
    words: tuple[object, ...], cup: str, run: Run, snapshot: SnapshotAssertion
) -> None:
    assert run(*words).err == snapshot


def test_both_teams_move_up_a_board(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    """It was taken for exchanged colours: Rook 2 has Black against Owl 2 while both sit at board 2."""
    rows = [(f"Rook {n}", "Rooks") for n in range(1, 6)] + [(f"Owl {n}", "Owls") for n in range(1, 6)]
    people = "".join(f"{name},{2000 - at},{team}\n" for at, (name, team) in enumerate(rows))
    Path("list.csv").write_text(f"name,rating,team\n{people}")
    assert run("new", "cup.trf", "--players", "list.csv", "--rounds", 1, "--boards", 4, "--colour", "white").code == 0
    assert run("enter", "cup.trf", 1, "1-2").code == 0
    done = run("enter", "cup.trf", 1, "2-7=1-0", "8-3=1-0", "4-9=1-0", "10-5=1-0")
    assert done.code == 0, done.err
    assert run("enter", "cup.trf", 1, "1-2=none", "1-2").code == 0
    done = run("enter", "cup.trf", 1, "2-7=1-0")
    assert done.out == snapshot
    assert [(game.white, game.black) for game in games("cup.trf")] == [(2, 7), (8, 3), (4, 9), (10, 5)]
    exchanged = run("enter", "cup.trf", 1, "3-8=1-0")
    assert exchanged.code == 3
    assert exchanged.err == snapshot


# -- vacant boards -----------------------------------------------------------------------------------------------------


def test_a_dash_leaves_a_board_vacant(cup: str, run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("line-up", cup, 1, "Rooks", 1, "-", 3, 5)
    assert done.code == 0, done.err
    assert done.out == snapshot
    match = rookery.load(Path(cup)).tournament.rounds[0].matches[0]
    assert match.vacant == (VacantBoard(2, 8),)
    assert [(game.white, game.black) for game in match.games] == [(1, 7), (3, 9), (10, 5)]
    assert run("show", cup, "--round", 1).out == snapshot
    assert run("enter", cup, 1, "b1.2=1-0").err == snapshot
    assert run("line-up", cup, 1, "Rooks").code == 0  # as on the list again
    assert rookery.load(Path(cup)).tournament.rounds[0].matches[0].vacant == ()


def test_the_number_of_boards_is_set_before_round_1(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    people = "".join(f"{team} {n},{team}\n" for team in ("Rooks", "Owls") for n in range(1, 7))
    Path("list.csv").write_text(f"name,team\n{people}")
    done = run("new", "six.trf", "--players", "list.csv", "--rounds", 1, "--colour", "white")
    assert done.code == 0
    assert done.err == snapshot  # lists of six say six boards, and that is remarked on
    done = run("set", "six.trf", "--boards", 4)
    assert (done.code, done.out) == (0, snapshot)
    assert rookery.load(Path("six.trf")).tournament.board_colours == "WBWB"
    assert run("pair", "six.trf", "-o", "six.trf").code == 0
    assert [match.board_count for match in rookery.load(Path("six.trf")).tournament.rounds[0].matches] == [4]
    assert run("set", "six.trf", "--boards", 5).err == snapshot
    assert run("set", "examples/swiss.trf", "--boards", 4).err == snapshot
    assert run("new", "no.trf", "--players", "list.csv", "--rounds", 1, "--boards", 0).err == snapshot
