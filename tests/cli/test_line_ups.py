"""Line-ups of teams: entered from the top or from the bottom, always in the order of the list unless remarked on."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

import rookery
from rookery.model import Game, Result
from support.command_line import Run

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


@pytest.mark.parametrize("order", [*permutations(range(4))][::5])
def test_a_team_moves_up_for_who_is_missing(order: tuple[int, ...], cup: str, run: Run) -> None:
    said = ""
    for at in order:
        done = run("enter", cup, 1, WITHOUT_THE_FIRST[at])
        assert done.code == 0, done.err
        said = done.out
    won, lost, draw = Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW
    assert games(cup) == (Game(2, 7, won), Game(8, 3, lost), Game(4, 9, draw), Game(10, 5, won))
    assert "order of its list" not in said


def test_top_down_in_one_command(cup: str, run: Run) -> None:
    done = run("enter", cup, 1, *WITHOUT_THE_FIRST)
    assert done.code == 0
    assert "(2 Rook 2 instead of 1 Rook 1)" in done.out
    assert [(game.white, game.black) for game in games(cup)] == [(2, 7), (8, 3), (4, 9), (10, 5)]


def test_those_behind_are_at_the_open_boards(cup: str, run: Run) -> None:
    assert run("enter", cup, 1, "2-7=1-0").code == 0
    assert [(game.white, game.black) for game in games(cup)] == [(2, 7), (8, 3), (4, 9), (10, 5)]
    assert run("enter", cup, 1, "8-4=1-0").code == 0
    assert [(game.white, game.black) for game in games(cup)] == [(2, 7), (8, 4), (5, 9), (10, 6)]


def test_nobody_moves_up_where_nobody_follows(cup: str, run: Run) -> None:
    done = run("enter", cup, 1, "1-8=1-0")
    assert (done.code, "nobody has two boards" in done.err) == (3, True)
    assert run("enter", cup, 1, "2-7=1-0").code == 0
    assert "nobody has two boards" in run("enter", cup, 1, "8-2=1-0").err


def test_another_order_than_that_of_the_list_is_remarked_on(cup: str, run: Run) -> None:
    done = run("enter", cup, 1, "10-4=1-0", "3-9=1-0", "8-5=1-0", "6-7=1-0")
    assert done.code == 0
    said = " ".join(done.out.split())
    assert "1 Rooks does not sit in the order of its list, but as 6-5-3-4 of it: is that so?" in said
    assert "Owls does not" not in said
    assert "order of its list" not in run("enter", cup, 1, "1-2=none", "1-2").out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("enter", "cup.trf", 1, "9-3"), "there is no team 9: 9 Owl 3 is a player of 2 Owls; a pair without a result"),
        (("enter", "cup.trf", 1, "9=bye"), "there is no team 9: 9 Owl 3 is a player of 2 Owls"),
        (("bye", "cup.trf", 9, "half", "--round", 1), "there is no team 9: 9 Owl 3 is a player of 2 Owls"),
        (("withdraw", "cup.trf", 9), "there is no team 9: 9 Owl 3 is a player of 2 Owls"),
        (("enter", "cup.trf", 1, "77-1"), "there is no team 77 in this tournament"),
    ],
)
def test_a_player_is_not_taken_for_a_team(words: tuple[object, ...], says: str, cup: str, run: Run) -> None:
    assert says in run(*words).err


def test_both_teams_move_up_a_board(run: Run, ground: Path) -> None:
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
    assert "(2 Rook 2 instead of 1 Rook 1) (7 Owl 2 instead of 6 Owl 1)" in " ".join(done.out.split())
    assert [(game.white, game.black) for game in games("cup.trf")] == [(2, 7), (8, 3), (4, 9), (10, 5)]
    exchanged = run("enter", "cup.trf", 1, "3-8=1-0")
    assert (exchanged.code, "8 has White against 3" in exchanged.err) == (3, True)
