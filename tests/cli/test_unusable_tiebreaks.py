"""A tie-break that cannot break ties in an event is told of when it is announced, and stops no check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.command_line import Run

SAID = "ratings cannot break ties: 1 of"


@pytest.fixture
def club(run: Run, ground: Path) -> str:
    """Three finished rounds with ranks; 12 has no rating."""
    assert run("set", "examples/swiss.trf", "--leave-fide-mode", "shorter", "--yes", "leave-mode!").code == 0
    assert run("set", "examples/swiss.trf", "--rounds", 3, "--round-dates", "", "--yes", "frozen").code == 0
    assert run("standings", "examples/swiss.trf", "--save").code == 0
    return "examples/swiss.trf"


def test_check_looks_at_the_pairings_all_the_same(club: str, run: Run) -> None:
    assert run("set", club, "--tiebreaks", "ARO,BH/C1,BH,SB", "--yes", "tie-breaks").code == 0
    done = run("check", club)
    assert done.code == 0
    assert "3 rounds paired by C.04.3 (2026-02), ranks right" in done.out
    assert f"The ranks were judged without ARO: {SAID} 12" in " ".join(done.out.split())
    assert any(SAID in note for note in json.loads(run("check", club, "--format", "json").out)["notes"])
    assert run("standings", club, "--save").code == 0
    assert run("check", club).code == 0


def test_check_still_sees_wrong_ranks(club: str, run: Run) -> None:
    assert run("set", club, "--tiebreaks", "ARO", "--yes", "tie-breaks").code == 0
    text = Path(club).read_text()
    Path(club).write_text(text.replace(" 3.0    1 ", " 3.0    9 "))
    assert "1 wrong rank" in run("check", club).out


def test_validate_shows_where_it_stands(club: str, run: Run) -> None:
    assert run("set", club, "--tiebreaks", "BH,TPR", "--yes", "tie-breaks").code == 0
    done = run("validate", club)
    assert "[tie-break]" in done.out
    assert f"TPR: {SAID} 12 players" in " ".join(done.out.split())
    assert run("validate", club, "--strict").code == 3


def test_it_is_told_when_it_is_announced(run: Run, ground: Path) -> None:
    Path("list.csv").write_text("name,rating\nA,2000\nB,\nC,1900\n")
    words = ("new", "e.trf", "--players", "list.csv", "--rounds", 2, "--overwrite", "--tiebreaks")
    assert f"ARO: {SAID} 3" in run(*words, "ARO,BH").err
    assert SAID not in run(*words, "BH,ARO/U1400").err
    assert f"TPR: {SAID} 3" in run("set", "e.trf", "--tiebreaks", "TPR").err


def test_it_is_told_when_the_first_without_a_rating_comes(run: Run, ground: Path) -> None:
    Path("list.csv").write_text("name,rating\nA,2000\nB,1950\nC,1900\n")
    assert run("new", "e.trf", "--players", "list.csv", "--rounds", 2, "--tiebreaks", "ARO").err == ""
    assert f"ARO: {SAID} 4" in run("add", "e.trf", "--name", "D").err
    assert run("add", "e.trf", "--name", "E").err == ""
