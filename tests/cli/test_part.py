"""A round entered in parts: what was left open can be settled, and options may stand anywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

import rookery
from rookery import Game, Player, Result, Round, Tournament
from support.command_line import Run


@pytest.fixture
def club(tmp_path: Path) -> Path:
    players = tuple(Player(one, f"P{one}", 2000 - one) for one in range(1, 7))
    games = tuple(Game(one, one + 3, Result.WHITE_WINS) for one in (1, 2, 3))
    event = Tournament(players=players, planned=3, system="dutch", rounds=(Round(games),))
    path = tmp_path / "club.trf"
    path.write_bytes(rookery.dump(event))
    return path


def told(path: Path) -> list[str]:
    return [one.text for one in rookery.load(path).problems if one.code == "no-word"]


@pytest.mark.parametrize(
    "words", [("enter", 2, "4=zero", "6=zero"), ("enter", 2, "4=zero", "6=zero", "--part")], ids=["whole", "part"]
)
def test_an_absence_settles_what_a_part_left_open(run: Run, club: Path, words: tuple[object, ...]) -> None:
    assert run("enter", club, 2, "1-2=1-0", "3-5=1-0", "--part", "--yes", "both-colours").code == 0
    assert len(told(club)) == 2
    done = run(words[0], club, *words[1:])
    assert (done.code, "Nothing changed" in done.out, told(club)) == (0, False, [])


def test_a_bye_settles_it_as_well(run: Run, club: Path) -> None:
    run("enter", club, 2, "1-2=1-0", "3-5=1-0", "--part", "--yes", "both-colours")
    assert run("bye", club, 4, "zero", "--round", 2).code == 0
    assert told(club) == ["player 6 has neither an opponent nor a bye in round 2"]
    before = club.read_bytes()
    assert "Nothing changed" in run("bye", club, 4, "zero", "--round", 2).out
    assert club.read_bytes() == before


def test_an_option_may_stand_between_entries(run: Run, club: Path) -> None:
    assert run("enter", club, 2, "1-2=1-0", "--part", "3-5=1-0", "--yes", "both-colours").code == 0
    assert len(rookery.load(club).tournament.rounds[1].games) == 2
    assert run("enter", club, 2, "1-2=0-1", "--pat", "3-5=1-0").err.startswith("rookery: not understood: --pat")


def test_a_json_file_of_nobody_is_not_valid(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "nobody.json"
    path.write_text('{"rookery": 1}')
    done = run("validate", path)
    assert (done.code, "[no-players]" in done.out) == (3, True)
    assert rookery.load(path).problems == ()


def test_who_cannot_come_late_is_refused_in_words() -> None:
    teams = Tournament(players=(Player(1),), teams=(rookery.Team(1, "A", (1,)),), team_event=True)
    with pytest.raises(rookery.RuleError, match="this is an event of teams: joined puts a player into one"):
        rookery.entries.insert(teams, Player(2))
    with pytest.raises(rookery.RuleError, match="who comes late must be a Player, not 'Bob'"):
        rookery.entries.insert(Tournament(players=(Player(1),)), "Bob")  # type: ignore[arg-type]


def test_a_rating_below_nothing_is_refused() -> None:
    with pytest.raises(rookery.RuleError, match="the rating of player 1 must be 0 or more, or None, not -5"):
        Player(1, "A", -5)
