"""Slips at the command line: each is refused, or asks, with its article and what to type instead."""

from __future__ import annotations

from pathlib import Path

import pytest

import rookery
from rookery.cli.exits import BAD, DONE, UNANSWERED
from rookery.model import Tournament
from support.command_line import Done, Run

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


def test_anybody_is_found_by_any_of_the_names(club: str, run: Run) -> None:
    assert plain(run("withdraw", club, "finch", "--dry-run")).startswith("6 Flo Finch is withdrawn")
    assert plain(run("withdraw", club, "Finch, Flo", "--dry-run")).startswith("6 Flo Finch is withdrawn")
    assert "'Bow' may be 2 Ben Bow and 5 Ed Bow: say the number" in plain(run("withdraw", club, "Bow"))
    assert "there is no player called 'inch'" in plain(run("withdraw", club, "inch"))
    assert "there is no player called ','" in plain(run("withdraw", club, ","))
    assert run("pair", club, "-o", club).code == DONE
    assert plain(run("enter", club, 1, "Archer - Dove=1-0")).startswith("1 Ann Archer - 4 Di Dove: 1 - 0")


def test_seats_ratings_and_colours_go_by_names_too(club: str, run: Run) -> None:
    assert plain(run("seat", club, "Crane", "--board", 1)).startswith("3 Cy Crane keeps board 1 from round 1 on.")
    assert plain(run("correct", club, "Cy=1850")) == "3 Cy Crane: rating 1850, was 1800."
    assert plain(run("correct", club, "Zed=1850")).endswith(
        "no player called 'Zed' in this tournament; nothing was changed"
    )
    assert run("pair", club, "-o", club).code == DONE
    done = run("swap", club, 1, "Ann - Di", "--yes", "by-hand!")
    assert plain(done).startswith("4 Di Dove has White against 1 Ann Archer.")


# -- what is refused, or asks ------------------------------------------------------------------------------------------


def test_a_result_before_the_round_is_paired_names_the_article(club: str, run: Run) -> None:
    for entry in ("1-2=1-0", "b1=1-0"):
        done = run("enter", club, 1, entry)
        assert done.code == BAD
        assert "round 1 is not paired yet" in plain(done)
        assert "(C.04.2 1.1)" in plain(done)


def test_tie_breaks_announced_late_are_asked_for(club: str, run: Run) -> None:
    assert run("set", club, "--tiebreaks", "BH,SB").code == DONE
    assert run("set", club, "--tiebreaks", "").code == DONE
    assert run("pair", club, "-o", club).code == DONE
    done = run("set", club, "--tiebreaks", "BH,SB")
    assert done.code == UNANSWERED
    said = "tie-breaks: the tie-breaks, which are announced before round 1, would change: none => BH, SB (C.07 4.2)"
    assert said in plain(done)
    assert run("set", club, "--tiebreaks", "BH,SB", "--yes", "tie-breaks!").code == DONE
    assert "### Tie-breaks @ Round 2: was none" in Path(club).read_text()


def test_nobody_is_kept_apart_beyond_the_last_round(club: str, run: Run) -> None:
    done = run("forbid", club, 1, 2, "--from", 4)
    assert (done.code, plain(done)) == (
        BAD, "rookery: club.trf: there is no round 4: the tournament has 3 rounds; nothing was changed"
    )  # fmt: skip
    assert "there is no round 5" in plain(run("forbid", club, 1, 2, "--to", 5))


def test_more_steps_than_there_are(club: str, run: Run) -> None:
    assert "there is nothing to undo" in plain(run("undo", club))
    run("forbid", club, 1, 2)
    assert "there is only 1 command to undo" in plain(run("undo", club, "--steps", 2))
    run("forbid", club, 1, 3)
    assert "there are only 2 commands to undo" in plain(run("undo", club, "--steps", 3))


# -- at a desk ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def hall(ground: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A desk with two tournaments."""
    monkeypatch.setenv("ROOKERY_DESK", "hall.sqlite")
    for words in (["examples/club.rookery"], [SWISS, "--as", "open"]):
        assert run("desk", "import", *words).code == DONE


@pytest.mark.usefixtures("hall")
def test_a_desk_does_not_write_over_another_tournament(run: Run) -> None:
    before = Path(SWISS).read_bytes()
    done = run("desk", "export", "-t", "club-evening", "-o", SWISS)
    assert done.code == BAD
    assert "examples/swiss.trf holds another tournament (Puddleford Spring Open, 12 players, 3 rounds)" in plain(done)
    assert Path(SWISS).read_bytes() == before
    assert run("desk", "export", "-t", "open", "-o", SWISS).code == DONE
    assert run("desk", "export", "-t", "open", "-o", "open.rookery").code == DONE
    assert run("desk", "export", "-t", "open", "-o", "open.rookery").code == DONE
    done = run("desk", "export", "-t", "club-evening", "-o", "open.rookery")
    assert done.code == BAD
    assert "open.rookery holds another tournament (open, version 1); choose another name, or say --force" in plain(done)
    assert run("desk", "export", "-t", "club-evening", "-o", "open.rookery", "--force").code == DONE


@pytest.mark.usefixtures("hall")
def test_a_desk_writes_three_kinds_of_files(run: Run) -> None:
    done = run("desk", "export", "-t", "open", "-o", "open.pdf")
    assert (done.code, done.err) == (BAD, "rookery: open.pdf: expected a name in .rookery, .trf or .json\n")
    assert not Path("open.pdf").exists()


@pytest.mark.usefixtures("hall")
def test_undo_says_whose_work_the_last_is(run: Run) -> None:
    done = run("desk", "undo", "-t", "club-evening", "--by", "eve")
    assert (done.code, done.err) == (
        BAD, "rookery: there is nothing of eve's to undo: the last that stands was done by ada\n"
    )  # fmt: skip
