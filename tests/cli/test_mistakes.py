"""Mistakes on the command line: each is refused or needs confirmation, with its article and a correction."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.cli.errors import BAD_INPUT, DONE, UNANSWERED
from rookery.model import Tournament
from support.command_line import Done, Run
from support.snapshots import lines_with

SWISS = "examples/swiss.trf"
LIST = "Ann Archer,2000\nBen Bow,1900\nCy Crane,1800\nDi Dove,1700\nEd Bow,1650\nFlo Finch,1600\n"


def tournament(path: str) -> Tournament:
    return rookery.load(Path(path)).tournament


def plain(done: Done) -> str:
    """What was said, in one line."""
    return " ".join((done.out + done.err).split())


@pytest.fixture
def club(run: Run, ground: Path) -> str:
    """Six players who are called by their first names first, three rounds, no tie-breaks announced."""
    Path("list.csv").write_text(f"name,rating\n{LIST}")
    assert run("new", "club.trf", "--players", "list.csv", "--rounds", 3, "--colour", "white").code == DONE
    return "club.trf"


# -- who is meant ------------------------------------------------------------------------------------------------------


def test_players_are_searchable_by_any_name(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert plain(run("withdraw", club, "finch", "--dry-run")) == snapshot
    assert plain(run("withdraw", club, "Finch, Flo", "--dry-run")) == snapshot
    assert plain(run("withdraw", club, "Bow")) == snapshot
    assert plain(run("withdraw", club, "inch")) == snapshot
    assert plain(run("withdraw", club, ",")) == snapshot
    assert run("pair", club, "-o", club).code == DONE
    assert plain(run("enter", club, 1, "Archer - Dove=1-0")) == snapshot


def test_seats_ratings_and_colours_go_by_names_too(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert plain(run("seat", club, "Crane", "--board", 1)) == snapshot
    assert plain(run("correct", club, "Cy=1850")) == snapshot
    assert plain(run("correct", club, "Zed=1850")) == snapshot
    assert run("pair", club, "-o", club).code == DONE
    done = run("swap", club, 1, "Ann - Di", "--yes", "by-hand!")
    assert plain(done) == snapshot


# -- what is refused, or asks ------------------------------------------------------------------------------------------


def test_a_result_before_the_round_is_paired_names_the_article(
    club: str, run: Run, snapshot: SnapshotAssertion
) -> None:
    for entry in ("1-2=1-0", "b1=1-0"):
        done = run("enter", club, 1, entry)
        assert done.code == BAD_INPUT
        assert plain(done) == snapshot
        assert "(C.04.2 1.1)" in plain(done)


def test_late_tie_breaks_need_confirmation(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("set", club, "--tiebreaks", "BH,SB").code == DONE
    assert run("set", club, "--tiebreaks", "").code == DONE
    assert run("pair", club, "-o", club).code == DONE
    done = run("set", club, "--tiebreaks", "BH,SB")
    assert (done.code, "tie-breaks: " in done.err, "(C.07 4.2)" in done.err) == (UNANSWERED, True, True)
    assert plain(done) == snapshot
    assert run("set", club, "--tiebreaks", "BH,SB", "--yes", "tie-breaks!").code == DONE
    assert lines_with(Path(club).read_text(), "### Tie-breaks @ Round 2: ") == snapshot


def test_no_pair_is_forbidden_beyond_the_last_round(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("forbid", club, 1, 2, "--from", 4)
    assert done.code == BAD_INPUT
    assert plain(done) == snapshot
    assert plain(run("forbid", club, 1, 2, "--to", 5)) == snapshot


def test_more_steps_than_there_are(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert plain(run("undo", club)) == snapshot
    run("forbid", club, 1, 2)
    assert plain(run("undo", club, "--steps", 2)) == snapshot
    run("forbid", club, 1, 3)
    assert plain(run("undo", club, "--steps", 3)) == snapshot


# -- at a desk ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def hall(ground: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A desk with two tournaments."""
    monkeypatch.setenv("ROOKERY_DESK", "hall.sqlite")
    for words in (["examples/club.rookery"], [SWISS, "--as", "open"]):
        assert run("desk", "import", *words).code == DONE


@pytest.mark.usefixtures("hall")
def test_a_desk_does_not_write_over_another_tournament(run: Run, snapshot: SnapshotAssertion) -> None:
    before = Path(SWISS).read_bytes()
    done = run("desk", "export", "-t", "club-evening", "-o", SWISS)
    assert done.code == BAD_INPUT
    assert plain(done) == snapshot
    assert Path(SWISS).read_bytes() == before
    assert run("desk", "export", "-t", "open", "-o", SWISS).code == DONE
    assert run("desk", "export", "-t", "open", "-o", "open.rookery").code == DONE
    assert run("desk", "export", "-t", "open", "-o", "open.rookery").code == DONE
    done = run("desk", "export", "-t", "club-evening", "-o", "open.rookery")
    assert done.code == BAD_INPUT
    assert plain(done) == snapshot
    assert run("desk", "export", "-t", "club-evening", "-o", "open.rookery", "--force").code == DONE


@pytest.mark.usefixtures("hall")
def test_a_desk_writes_three_kinds_of_files(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("desk", "export", "-t", "open", "-o", "open.pdf")
    assert done.code == BAD_INPUT
    assert done.err == snapshot
    assert not Path("open.pdf").exists()


@pytest.mark.usefixtures("hall")
def test_undo_says_whose_work_the_last_is(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("desk", "undo", "-t", "club-evening", "--by", "eve")
    assert done.code == BAD_INPUT
    assert done.err == snapshot
