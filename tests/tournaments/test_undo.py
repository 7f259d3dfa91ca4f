"""Undo takes back what one did last, also a return; what people have seen is asked for in two steps."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from rookery.model import Result
from rookery.tournaments.command import Command
from rookery.tournaments.domain.byes import Withdraw
from rookery.tournaments.domain.lifecycle import AddRemark
from rookery.tournaments.domain.restore_points import Redo, Return, Undo
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound, UnpairRound
from rookery.tournaments.errors import ConfirmationRequiredError
from support.desks import DeskTournament, swiss


def test_a_return_can_be_undone(snapshot: SnapshotAssertion) -> None:
    """Going back to a point writes a remark; undo takes both back, and redo brings both again."""
    hall = swiss()
    hall.do(PairRound(), everything=True)
    hall.play(1, Result.DRAW)
    hall.do(PairRound(), everything=True)
    played = hall.tournament
    hall.do(Return(point="before round 1"), everything=True)
    back = hall.tournament
    assert len(back.rounds) == 0
    assert [remark.text for remark in back.remarks] == snapshot
    hall.do(Undo(), everything=True)
    assert hall.tournament == played
    hall.do(Redo(), everything=True)
    assert hall.tournament.rounds == back.rounds
    hall.do(Undo(), everything=True)
    assert hall.tournament == played
    hall.do(Undo(), everything=True)
    assert len(hall.tournament.rounds) == 1


def requested_warnings(hall: DeskTournament, wanted: Command, actor: str = "ada") -> dict[str, int]:
    """The warnings that a wish brings, with their levels."""
    try:
        hall.do(wanted, actor=actor)
    except ConfirmationRequiredError as error:
        return {warning.code: warning.level for warning in error.warnings}
    return {}


def test_an_unpublished_round_is_undone_without_a_question() -> None:
    hall = swiss(paired=1)
    assert requested_warnings(hall, Undo()) == {}
    assert hall.tournament.rounds == ()


def test_a_round_with_a_result_has_been_published() -> None:
    hall = swiss(paired=1)
    hall.enter(1, *hall.tournament.rounds[0].pairs[0], Result.DRAW)
    assert requested_warnings(hall, Return(point="before round 1")) == {"return-published": 4, "results-lost": 3}


def test_what_was_once_published_stays_so_when_its_results_are_taken_back() -> None:
    hall = swiss(paired=1)
    hall.enter(1, *hall.tournament.rounds[0].pairs[0], Result.DRAW)
    hall.do(Undo())
    assert requested_warnings(hall, Undo()) == {"return-published": 4}


def test_a_round_counts_as_published_after_a_change_by_another_user() -> None:
    hall = swiss(paired=1)
    hall.do(AddRemark("it rained"), actor="ben")
    assert requested_warnings(hall, Undo()) == {"return-published": 4}
    assert requested_warnings(hall, Undo(), "ben") == {}


def test_results_of_others_in_a_round_that_stays_are_the_work_of_others_alone() -> None:
    hall = swiss(paired=1)
    hall.enter(1, *hall.tournament.rounds[0].pairs[0], Result.DRAW)
    white, black = hall.tournament.rounds[0].pairs[1]
    hall.do(EnterResult(1, hall.key(white), hall.key(black), Result.DRAW), actor="ben")
    assert requested_warnings(hall, Undo()) == {"return": 3}


def test_access_to_another_pairing_of_a_published_round_needs_two_confirmations() -> None:
    """Round 1 is there before and after, but others meet in it."""
    hall = swiss(paired=1)
    version = hall.version
    hall.do(UnpairRound())
    hall.do(Withdraw(hall.key(8)))
    hall.do(Withdraw(hall.key(7)))
    hall.do(PairRound())
    hall.play(1)
    assert requested_warnings(hall, Return(to=version))["return-published"] == 4
