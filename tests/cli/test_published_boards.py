"""Boards keep the numbers that were published, whatever is corrected later; Dubov's rating for all is kept too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.model import Tournament
from support.command_line import Run


def loaded(path: str) -> Tournament:
    return rookery.load(Path(path)).tournament


@pytest.fixture(params=["trf", "json"])
def club(request: pytest.FixtureRequest, run: Run, ground: Path) -> str:
    path = f"club.{request.param}"
    assert run("convert", "examples/swiss.trf", path).code == 0
    return path


def boards(run: Run, path: str, number: int) -> list[tuple[str, str]]:
    """The names of those at each board, as `show` has them."""
    out = run("show", path, "--round", number).out
    names = re.findall(r"^ +\d+ +\d+  (.+?)  +[\d.]+  .+?  +[\d.]+ +\d+  (.+)$", out, re.M)
    assert names
    return names


def test_a_correction_moves_no_published_board(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    before = {number: boards(run, club, number) for number in (1, 2, 3)}
    assert run("set", club, "--leave-fide-mode", "old results", "--yes", "leave-mode!").code == 0
    assert run("enter", club, 1, "7-2=1-0", "9-4=1-0", "--yes", "past").code == 0
    assert {number: boards(run, club, number) for number in (1, 2, 3)} == before
    assert run("enter", club, 2, "8-7=1-0", "--yes", "correction").code == 0
    assert boards(run, club, 3) == before[3]
    assert [round.published for round in loaded(club).rounds] == [False, True, True]
    validated = run("validate", club)
    assert validated.code == 0
    assert validated.out == snapshot
    assert run("convert", club, "copy.trf").code == 0
    assert run("convert", "copy.trf", "copy.json").code == 0
    assert boards(run, "copy.json", 3) == before[3]


def test_numbers_that_change_move_no_published_board(club: str, run: Run) -> None:
    assert run("set", club, "--leave-fide-mode", "old results", "--yes", "leave-mode!").code == 0
    assert run("enter", club, 1, "7-2=1-0", "9-4=1-0", "--yes", "past").code == 0
    before = {number: boards(run, club, number) for number in (1, 2, 3)}
    assert run("add", club, "--name", "Zed, Zoe", "--rating", 2150).code == 0
    assert run("correct", club, "11=2300", "--yes", "numbers").code == 0
    assert {number: boards(run, club, number) for number in (1, 2, 3)} == before


def test_values_derived_from_scores_are_not_stored(club: str, run: Run) -> None:
    assert run("enter", club, 3, "9-8=1-0").code == 0
    assert run("pair", club, "-o", club).code == 0
    assert not any(round.published for round in loaded(club).rounds)
    assert "boards" not in Path(club).read_text()


def test_a_line_of_boards_that_is_not_of_this_round_is_left_alone(run: Run, ground: Path) -> None:
    text = Path("examples/swiss.trf").read_text()
    for line in ("### boards 3: 1-2 5-3", "### boards 9: 1-2", "### boards 3: one-two", "### boards"):
        Path("e.trf").write_text(f"{text}{line}\n")
        assert not any(round.published for round in loaded("e.trf").rounds)
    assert run("set", "e.trf", "--city", "Elsewhere").code == 0
    assert "### boards" in Path("e.trf").read_text()


def test_other_formats_say_what_they_lose(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    swiss = "examples/swiss.trf"
    assert run("set", swiss, "--leave-fide-mode", "old results", "--yes", "leave-mode!").code == 0
    assert run("enter", swiss, 1, "7-2=1-0", "9-4=1-0", "--yes", "past").code == 0
    assert run("convert", swiss, "old.trf", "--to", "trf16").err == snapshot


def test_the_rating_of_unrated_players_is_preserved(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    code = replace_system(club, run)
    assert run("pair", code).err == snapshot
    assert run("pair", code, "--unrated", 1400, "-o", code).code == 0
    assert loaded(code).unrated == 1400
    assert loaded(code).players[11].rating is None
    checked = run("check", code, "--rounds", 4)
    assert (checked.code, "C.04.4.1" in checked.out) == (0, True)
    assert checked.out == snapshot
    games = loaded(code).rounds[3].games
    assert run("enter", code, 4, *(f"{game.white}-{game.black}==" for game in games)).code == 0
    assert run("pair", code, "-o", code).code == 0
    assert run("set", code, "--unrated", 0, "--yes", "tie-breaks!").out == snapshot
    assert run("check", code, "--rounds", 4).out == snapshot
    assert run("set", code, "--unrated", 123456).err == snapshot


def replace_system(path: str, run: Run) -> str:
    """The same event, a Dubov."""
    text = Path(path).read_text()
    Path(path).write_text(text.replace("FIDE_DUTCH_2026", "FIDE_DUBOV"))
    return path


def test_it_can_be_set_at_the_start(run: Run, ground: Path) -> None:
    words = ("new", "e.trf", "--players", "examples/players.csv", "--rounds", 5, "--system", "dubov")
    assert run(*words, "--unrated", 1200).code == 0
    assert "### unrated: 1200" in Path("e.trf").read_text()
    assert run("pair", "e.trf", "-o", "e.trf").code == 0


def test_comments_of_other_programs_are_ignored(run: Run, ground: Path) -> None:
    text = Path("examples/swiss.trf").read_text()
    Path("e.trf").write_text(f"{text}### the system of our club\n### unrated players are welcome\n")
    assert loaded("e.trf").unrated is None
    assert run("set", "e.trf", "--unrated", 1300, "--yes", "tie-breaks!").code == 0
    lines = Path("e.trf").read_text().splitlines()
    assert {"### the system of our club", "### unrated players are welcome", "### unrated: 1300"} <= set(lines)
