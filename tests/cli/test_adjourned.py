"""A game that is adjourned is not finished: nothing says so, and no rank is judged by it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.model import Game, Match, Result, Round
from support.command_line import Run
from support.snapshots import lines_with


@pytest.fixture(params=["trf", "json"])
def club(request: pytest.FixtureRequest, run: Run, ground: Path) -> str:
    """The last of four rounds, in which 7-1 was adjourned."""
    path = f"club.{request.param}"
    assert run("convert", "examples/swiss.trf", path).code == 0
    assert run("set", path, "--leave-fide-mode", "a short event", "--yes", "leave-mode!").code == 0
    assert run("set", path, "--rounds", 4, "--round-dates", "", "--yes", "frozen", "--yes", "still-withdrawn").code == 0
    entries = ("2-4=1-0", "7-1=adjourned", "3-6==", "8-11=1-0", "12-9=1-0")
    assert run("enter", path, 4, *entries, "--yes", "by-hand!").code == 0
    return path


def test_enter_and_show_say_so(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("enter", club, 4, "3-6=1-0")
    assert done.out == snapshot
    assert lines_with(run("show", club).out, "4 of 4") == snapshot
    assert json.loads(run("show", club, "--format", "json").out)["adjourned"] == [[4, 7, 1]]
    assert run("enter", club, 4, "7-1=1-0").out == snapshot


def test_standings_in_between_say_what_it_counts(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("set", club, "--rounds", 7, "--yes", "frozen", "--yes", "still-withdrawn").code == 0
    head, *_, note = run("standings", club).out.split("\n\n")
    assert "(C.04.2 3.1)" in note
    assert (head, note) == snapshot


def test_no_rank_is_judged_by_it(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    head, *_ = run("standings", club).out.split("\n\n")
    assert head == snapshot
    assert run("check", club).out == snapshot


def test_boards_of_teams_as_well() -> None:
    games = (Game(1, 3, Result.ADJOURNED), Game(4, 2, Result.DRAW))
    assert Round(matches=(Match(1, 2, games),)).adjourned == games[:1]
