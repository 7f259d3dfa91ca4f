"""A round entered in parts: open boards can be completed later, and options may stand anywhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import Game, Player
from rookery.model.results import Result
from rookery.model.rounds import Round
from rookery.model.tournament import Tournament
from support.command_line import Run


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    players = tuple(Player(one, f"P{one}", 2000 - one) for one in range(1, 7))
    games = tuple(Game(one, one + 3, Result.WHITE_WINS) for one in (1, 2, 3))
    event = Tournament(players=players, planned_rounds=3, system="dutch", rounds=(Round(games),))
    path = Path("club.trf")
    path.write_bytes(rookery.dumps(event))
    return path


def problem_texts(path: Path) -> list[str]:
    return [problem.text for problem in rookery.load(path).problems if problem.code == "no-word"]


@pytest.mark.parametrize(
    "words", [("enter", 2, "4=zero", "6=zero"), ("enter", 2, "4=zero", "6=zero", "--part")], ids=["whole", "part"]
)
def test_an_absence_settles_what_a_part_left_open(
    run: Run, club: Path, words: tuple[object, ...], snapshot: SnapshotAssertion
) -> None:
    assert run("enter", club, 2, "1-2=1-0", "3-5=1-0", "--part", "--yes", "both-colours").code == 0
    assert len(problem_texts(club)) == 2
    done = run(words[0], club, *words[1:])
    assert (done.code, problem_texts(club)) == (0, [])
    assert done.out == snapshot


def test_a_bye_settles_it_as_well(run: Run, club: Path, snapshot: SnapshotAssertion) -> None:
    run("enter", club, 2, "1-2=1-0", "3-5=1-0", "--part", "--yes", "both-colours")
    assert run("bye", club, 4, "zero", "--round", 2).code == 0
    assert problem_texts(club) == snapshot
    before = club.read_bytes()
    assert run("bye", club, 4, "zero", "--round", 2).out == snapshot
    assert club.read_bytes() == before


def test_an_option_may_stand_between_entries(run: Run, club: Path, snapshot: SnapshotAssertion) -> None:
    assert run("enter", club, 2, "1-2=1-0", "--part", "3-5=1-0", "--yes", "both-colours").code == 0
    assert len(rookery.load(club).tournament.rounds[1].games) == 2
    done = run("enter", club, 2, "1-2=0-1", "--pat", "3-5=1-0")
    assert (done.code, "--pat" in done.err) == (3, True)
    assert done.err == snapshot


def test_a_json_file_with_an_unknown_player_is_invalid(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "nobody.json"
    path.write_text('{"rookery": 1}')
    done = run("validate", path)
    assert (done.code, "[no-players]" in done.out) == (3, True)
    assert rookery.load(path).problems == ()


def test_impossible_late_entries_are_refused_with_a_message(snapshot: SnapshotAssertion) -> None:
    teams = Tournament(players=(Player(1),), teams=(rookery.Team(1, "A", (1,)),), team_event=True)
    with pytest.raises(rookery.RuleError) as caught:
        rookery.history.late_entries.insert_player(teams, Player(2))
    assert str(caught.value) == snapshot
    with pytest.raises(rookery.RuleError) as caught:
        rookery.history.late_entries.insert_player(Tournament(players=(Player(1),)), "Bob")  # type: ignore[arg-type]
    assert str(caught.value) == snapshot


def test_a_rating_below_nothing_is_refused(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(rookery.RuleError) as caught:
        Player(1, "A", -5)
    assert str(caught.value) == snapshot
