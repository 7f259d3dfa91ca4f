"""The crosstable by final rank; and an early leaver of a round robin, of whom every command tells the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.model import Tournament
from support.command_line import Run
from support.snapshots import lines_with


def loaded() -> Tournament:
    return rookery.load(Path("e.trf")).tournament


@pytest.fixture
def round_robin_with_leaver(run: Run, ground: Path) -> str:
    """A round robin of six; 6 loses to 1 and goes home, and White wins the other games."""
    Path("list.csv").write_text("name,rating\n" + "".join(f"P{n},{2000 - n}\n" for n in range(1, 7)))
    assert run("new", "e.trf", "--players", "list.csv", "--system", "round-robin", "--tiebreaks", "SB").code == 0
    for number in range(1, 6):
        assert run("pair", "e.trf", "-o", "e.trf").code == 0
        games = loaded().rounds[-1].pending
        assert run("enter", "e.trf", number, *(f"{game.white}-{game.black}=1-0" for game in games)).code == 0
        if number == 1:
            assert run("standings", "e.trf", "--save").code == 0
            assert run("withdraw", "e.trf", 6).code == 0
    return "e.trf"


def table(text: str) -> list[list[str]]:
    """The rows of the crosstable, cell by cell."""
    return [line.split() for line in text.splitlines() if re.match(r" *\d+=? +\d+  \S", line)]


def test_an_early_leaver_is_described_consistently(
    round_robin_with_leaver: str, run: Run, snapshot: SnapshotAssertion
) -> None:
    before = run("standings", round_robin_with_leaver)
    assert "(C.05 6.6)" in before.out
    assert lines_with(before.out, "6 P6, ") == snapshot(name="standings")
    ranked = [line.split() for line in before.out.splitlines()[5:] if line[:4].strip()]
    order = [(row[1], row[4]) for row in ranked if len(row) == 6 and row[2].startswith("P")]
    shown = run("show", round_robin_with_leaver).out
    assert lines_with(shown, " 5, ") + lines_with(shown, "6 P6, ") == snapshot(name="show")
    assert [(row[1], row[3]) for row in table(shown)[:5]] == order
    assert run("standings", round_robin_with_leaver, "--save").code == 0
    assert run("validate", round_robin_with_leaver).out == snapshot(name="validate")
    assert run("check", round_robin_with_leaver).out == snapshot(name="check")
    assert [(str(player.number), f"{(player.points or 0) / 10}") for player in sorted(loaded().players, key=_rank)][
        :5
    ] == order
    assert loaded().players[5].rank is None
    assert [(row[1], row[3]) for row in table(run("show", round_robin_with_leaver).out)[:5]] == order


def _rank(one: rookery.Player) -> tuple[int, int]:
    return one.rank or 99, one.number


def test_a_correction_keeps_the_story(round_robin_with_leaver: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("standings", round_robin_with_leaver, "--save").code == 0
    assert run("set", round_robin_with_leaver, "--leave-fide-mode", "shorter", "--yes", "leave-mode!").code == 0
    assert run("enter", round_robin_with_leaver, 1, "1-6=0-1", "2-5==", "--yes", "past").code == 0
    assert run("validate", round_robin_with_leaver).out == snapshot(name="validate")
    assert run("standings", round_robin_with_leaver, "--save").out.splitlines()[-1] == snapshot(name="saved")
    assert run("check", round_robin_with_leaver).out == snapshot(name="check")


def test_points_without_a_source_are_shown(round_robin_with_leaver: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("standings", round_robin_with_leaver, "--save").code == 0
    lines = Path(round_robin_with_leaver).read_text().splitlines()
    lines = [line[:80] + " 4.5" + line[84:] if line.startswith("001    4") else line for line in lines]
    Path(round_robin_with_leaver).write_text("\n".join(lines) + "\n")
    assert run("validate", round_robin_with_leaver).out == snapshot


def test_the_order_is_that_of_the_standings(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    swiss = "examples/swiss.trf"
    assert lines_with(run("show", swiss).out, " 3, ") == snapshot
    assert run("set", swiss, "--leave-fide-mode", "shorter", "--yes", "leave-mode!").code == 0
    assert run("set", swiss, "--rounds", 3, "--round-dates", "", "--yes", "frozen").code == 0
    rows = table(run("show", swiss).out)
    standings = rookery.standings(rookery.load(Path(swiss)).tournament)
    assert [int(row[1]) for row in rows] == [row.id for row in standings.rows]
