"""`rookery correct`: ratings, the numbers that follow, and the acceleration."""

from __future__ import annotations

from pathlib import Path

import pytest

import rookery
from rookery.model import Tournament
from support.command_line import Run


@pytest.fixture
def club(run: Run, ground: Path) -> str:
    """An accelerated event of twelve, of which round one is paired."""
    rows = "".join(f"P{i:02},{2300 - 20 * i}\n" for i in range(1, 13))
    Path("list.csv").write_text(f"name,rating\n{rows}")
    words = ("--rounds", 5, "--accelerate", "--colour", "white")
    done = run("new", "club.trf", "--players", "list.csv", *words)
    assert "Group A of the acceleration, as long as everybody plays: 1 to 6.\n" in done.out
    assert run("pair", "club.trf", "-o", "club.trf").code == 0
    return "club.trf"


def loaded(path: str) -> Tournament:
    return rookery.load(Path(path)).tournament


def test_a_correction_that_changes_group_a(club: str, run: Run) -> None:
    done = run("correct", club, "3=1900", "--yes", "numbers")
    assert (done.code, done.out) == (
        0,
        "3 P03: rating 1900, was 2240, now number 12.\n"
        "9 other players have another number now.\n"
        "Group A of the acceleration goes down to 5 P06, as before round 1: written as\n"
        "records 250.\n",
    )
    assert run("validate", club).code == 0
    made = loaded(club)
    assert [(one.first, one.last, one.first_round, one.last_round) for one in made.acceleration] == [
        (1, 5, 1, 1), (12, 12, 1, 1), (1, 5, 2, 2), (1, 5, 3, 3),
    ]  # fmt: skip
    assert made.players[11].name == "P03"


def test_one_that_does_not(club: str, run: Run) -> None:
    done = run("correct", club, "3=2215", "12=none", "--yes", "numbers")
    assert done.out.splitlines() == [
        "3 P03: rating 2215, was 2240, now number 4.",
        "12 P12: rating none, was 2060.",
        "1 other player has another number now.",
    ]
    assert loaded(club).acceleration == ()


def test_a_trial(club: str, run: Run) -> None:
    before = Path(club).read_bytes()
    done = run("correct", club, "6=2290", "--dry-run")
    assert "+250       1.0   2   2    1    1\n" in done.out
    assert Path(club).read_bytes() == before


def test_late_in_the_event_numbers_stay(run: Run, ground: Path) -> None:
    assert run("generate", "-o", "late.trf", "--players", 10, "--rounds", 5, "--play", 4, "--seed", 1).code == 0
    done = run("correct", "late.trf", "3=2900")
    assert done.out.endswith("All numbers stay: round 4 has been paired (C.04.2 2.3).\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["33=2000"], "there is no player 33"),
        (["3=high"], "3=high: expected a pairing number or a name and a rating"),
        (["3"], "as in 12=2105"),
        (["3=9999"], "between 1 and 3999"),
    ],
)
def test_what_is_wrong(words: list[str], says: str, club: str, run: Run) -> None:
    done = run("correct", club, *words)
    assert done.code == 3
    assert says in done.err
    assert done.err.count("\n") == 1
