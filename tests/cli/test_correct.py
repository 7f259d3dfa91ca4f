"""`rookery correct`: ratings, the numbers that follow, and the acceleration."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.model import Tournament
from support.command_line import Done, Run
from support.snapshots import command_id


def begin(run: Run) -> Done:
    """Begin an accelerated event of twelve."""
    rows = "".join(f"P{i:02},{2300 - 20 * i}\n" for i in range(1, 13))
    Path("list.csv").write_text(f"name,rating\n{rows}")
    words = ("--rounds", 5, "--accelerate", "--colour", "white")
    return run("new", "club.trf", "--players", "list.csv", *words)


@pytest.fixture
def club(run: Run, ground: Path) -> str:
    """An accelerated event of twelve, of which round one is paired."""
    assert begin(run).code == 0
    assert run("pair", "club.trf", "-o", "club.trf").code == 0
    return "club.trf"


def loaded(path: str) -> Tournament:
    return rookery.load(Path(path)).tournament


def test_group_a_is_named_at_the_start(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    assert begin(run).out == snapshot


def test_a_correction_that_changes_group_a(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("correct", club, "3=1900", "--yes", "numbers")
    assert done.code == 0
    assert done.out == snapshot
    assert run("validate", club).code == 0
    made = loaded(club)
    assert [(one.first, one.last, one.first_round, one.last_round) for one in made.acceleration] == [
        (1, 5, 1, 1), (12, 12, 1, 1), (1, 5, 2, 2), (1, 5, 3, 3),
    ]  # fmt: skip
    assert made.players[11].name == "P03"


def test_a_single_exception(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("correct", club, "3=2215", "12=none", "--yes", "numbers")
    assert done.out == snapshot
    assert loaded(club).acceleration == ()


def test_a_trial(club: str, run: Run) -> None:
    before = Path(club).read_bytes()
    done = run("correct", club, "6=2290", "--dry-run")
    assert "+250       1.0   2   2    1    1\n" in done.out
    assert Path(club).read_bytes() == before


def test_late_in_the_event_numbers_stay(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    assert run("generate", "-o", "late.trf", "--players", 10, "--rounds", 5, "--play", 4, "--seed", 1).code == 0
    done = run("correct", "late.trf", "3=2900")
    assert "(C.04.2 2.3)" in done.out
    assert done.out == snapshot


@pytest.mark.parametrize(
    "words",
    [
        ["33=2000"],
        ["3=high"],
        ["3"],
        ["3=9999"],
    ],
    ids=command_id,
)
def test_what_is_wrong(words: list[str], club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("correct", club, *words)
    assert done.code == 3
    assert done.err == snapshot
    assert done.err.count("\n") == 1
