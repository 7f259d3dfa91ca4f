"""A tie-break that cannot break ties in an event is told of when it is announced, and stops no check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from support.command_line import Run


@pytest.fixture
def club(run: Run, ground: Path) -> str:
    """Three finished rounds with ranks; 12 has no rating."""
    assert run("set", "examples/swiss.trf", "--leave-fide-mode", "shorter", "--yes", "leave-mode!").code == 0
    assert run("set", "examples/swiss.trf", "--rounds", 3, "--round-dates", "", "--yes", "frozen").code == 0
    assert run("standings", "examples/swiss.trf", "--save").code == 0
    return "examples/swiss.trf"


def test_check_looks_at_the_pairings_all_the_same(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("set", club, "--tiebreaks", "ARO,BH/C1,BH,SB", "--yes", "tie-breaks").code == 0
    done = run("check", club)
    assert done.code == 0
    assert done.out == snapshot
    assert json.loads(run("check", club, "--format", "json").out)["notes"] == snapshot
    assert run("standings", club, "--save").code == 0
    assert run("check", club).code == 0


def test_check_still_sees_wrong_ranks(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("set", club, "--tiebreaks", "ARO", "--yes", "tie-breaks").code == 0
    text = Path(club).read_text()
    Path(club).write_text(text.replace(" 3.0    1 ", " 3.0    9 "))
    assert run("check", club).out.splitlines()[0] == snapshot
    assert len(json.loads(run("check", club, "--format", "json").out)["standings"]) == 1


def test_validate_shows_the_location(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("set", club, "--tiebreaks", "BH,TPR", "--yes", "tie-breaks").code == 0
    done = run("validate", club)
    assert "[tie-break]" in done.out
    assert done.out == snapshot
    assert run("validate", club, "--strict").code == 3


def test_it_is_reported_when_announced(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    Path("list.csv").write_text("name,rating\nA,2000\nB,\nC,1900\n")
    words = ("new", "e.trf", "--players", "list.csv", "--rounds", 2, "--overwrite", "--tiebreaks")
    assert run(*words, "ARO,BH").err == snapshot
    assert run(*words, "BH,ARO/U1400").err == snapshot
    assert run("set", "e.trf", "--tiebreaks", "TPR").err == snapshot


def test_it_is_reported_when_the_first_unrated_player_enters(
    run: Run, ground: Path, snapshot: SnapshotAssertion
) -> None:
    Path("list.csv").write_text("name,rating\nA,2000\nB,1950\nC,1900\n")
    assert run("new", "e.trf", "--players", "list.csv", "--rounds", 2, "--tiebreaks", "ARO").err == ""
    assert run("add", "e.trf", "--name", "D").err == snapshot
    assert run("add", "e.trf", "--name", "E").err == ""
