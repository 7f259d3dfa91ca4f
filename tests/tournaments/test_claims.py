"""Results that players send: what becomes the result, what waits for the arbiter, and what an undo leaves."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.model import Result
from rookery.tournaments.domain.claims import (
    CLAIMED_RESULTS,
    ClaimResult,
    SetClaims,
    SettleClaim,
    claims_of_round,
    count_conflicts,
)
from rookery.tournaments.domain.lifecycle import CloseTournament
from rookery.tournaments.domain.restore_points import Redo, Undo
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound, UnpairRound
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError, StaleVersionError
from rookery.tournaments.state import LoneClaims, Side
from rookery.tournaments.views.overview import overview
from support.desks import DeskTournament, swiss

WIN, DRAW, LOSS, OPEN = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.PENDING


class Table:
    """The first board of a round, and those who sit there."""

    def __init__(self, hall: DeskTournament, round: int = 1) -> None:
        self.hall, self.round = hall, round
        self.white, self.black = (hall.key(number) for number in hall.tournament.rounds[round - 1].pairs[0])

    def claim(self, side: Side, result: Result, code: str = "0a1b") -> tuple[str, ...]:
        wanted = ClaimResult(self.round, self.white, self.black, result, side, code)
        return tuple(event.KIND for event in self.hall.do(wanted, actor=f"{side} (phone)").events)

    def enter(self, result: Result, was: Result | None = None) -> None:
        self.hall.do(EnterResult(self.round, self.white, self.black, result, was))

    def settle(self, result: Result, was: Result | None = None) -> tuple[str, ...]:
        wanted = SettleClaim(self.round, self.white, self.black, result, was)
        return tuple(event.KIND for event in self.hall.do(wanted).events)

    @property
    def result(self) -> Result:
        return self.hall.tournament.rounds[self.round - 1].games[0].result

    @property
    def status(self) -> str:
        claims = claims_of_round(self.hall.state, self.round)
        return next((claim.status for claim in claims.values()), "")


@pytest.fixture
def table() -> Table:
    return Table(swiss(paired=1))


@pytest.mark.parametrize("result", CLAIMED_RESULTS)
@pytest.mark.parametrize("sides", [("white", "black"), ("black", "white")])
def test_equal_claims_become_the_result(table: Table, result: Result, sides: tuple[Side, Side]) -> None:
    assert table.claim(sides[0], result) == ("result.claimed",)
    assert (table.result, table.status) == (OPEN, "waiting")
    assert table.claim(sides[1], result) == ("result.claimed", "result.entered")
    assert (table.result, table.status) == (result, "entered")
    (entry,) = table.hall.state.entered[1].values()
    assert (entry.source, entry.by.actor) == ("phone", f"{sides[1]} (phone)")
    assert table.claim(sides[0], result) == ()
    assert table.hall.replay() == table.hall.state


@pytest.mark.parametrize("lone", ["wait", "count"])
def test_different_claims_wait(table: Table, lone: LoneClaims) -> None:
    table.hall.do(SetClaims(lone))
    table.claim("white", WIN)
    assert table.result is (WIN if lone == "count" else OPEN)
    table.claim("black", DRAW)
    assert table.result is (WIN if lone == "count" else OPEN)
    assert table.status == ("against" if lone == "count" else "differ")
    assert count_conflicts(table.hall.state, 1) == 1


def test_a_claim_can_be_changed_until_it_is_the_result(table: Table) -> None:
    table.claim("white", LOSS)
    table.claim("black", WIN)
    assert table.status == "differ"
    assert table.claim("white", WIN) == ("result.claimed", "result.entered")
    assert (table.result, table.status, count_conflicts(table.hall.state, 1)) == (WIN, "entered", 0)
    assert table.claim("white", DRAW) == ("result.claimed",)
    assert (table.result, table.status, count_conflicts(table.hall.state, 1)) == (WIN, "against", 1)


def test_a_lone_claim_that_counts_can_be_changed_by_its_side(table: Table) -> None:
    table.hall.do(SetClaims("count"))
    for result in (WIN, DRAW):
        assert table.claim("black", result) == ("result.claimed", "result.entered")
        assert (table.result, table.status) == (result, "entered")
    assert table.claim("white", DRAW) == ("result.claimed",)
    assert table.claim("black", WIN) == ("result.claimed",)
    assert (table.result, table.status) == (DRAW, "against")


@pytest.mark.parametrize("lone", ["wait", "count"])
@pytest.mark.parametrize("entered", [WIN, Result.ADJOURNED, Result.WHITE_BY_FORFEIT])
def test_what_the_arbiter_entered_is_never_replaced(table: Table, lone: LoneClaims, entered: Result) -> None:
    table.hall.do(SetClaims(lone))
    table.enter(entered)
    table.claim("white", DRAW)
    assert table.claim("black", DRAW) == ("result.claimed",)
    assert (table.result, table.status) == (entered, "against")
    assert table.settle(entered) == ("claim.settled",)
    assert (table.result, table.status) == (entered, "")
    table.claim("white", DRAW)
    assert table.settle(DRAW, was=entered) == ("result.entered",)
    assert (table.result, table.status) == (DRAW, "")


def test_the_arbiter_decides_what_was_sent_before(table: Table) -> None:
    table.claim("white", WIN)
    table.enter(DRAW)
    assert (table.result, table.status) == (DRAW, "")
    table.claim("black", DRAW)
    assert table.status == "entered"
    table.enter(OPEN)
    assert table.status == ""
    table.claim("white", WIN)
    assert (table.claim("black", WIN), table.result) == (("result.claimed", "result.entered"), WIN)


def test_the_decision_names_the_displayed_result(table: Table) -> None:
    table.claim("white", WIN)
    table.claim("black", LOSS)
    table.enter(DRAW)
    with pytest.raises(StaleVersionError):
        table.settle(WIN, was=OPEN)
    assert table.result is DRAW


def test_an_undo_takes_back_results_and_no_claims(table: Table) -> None:
    table.claim("white", WIN)
    table.claim("black", LOSS)
    table.settle(WIN, was=OPEN)
    assert table.status == ""
    table.hall.do(Undo())
    assert (table.result, table.status) == (OPEN, "differ")
    table.hall.do(Redo())
    assert (table.result, table.status) == (WIN, "")
    assert table.hall.replay() == table.hall.state


def test_a_result_of_both_players_that_is_taken_back_waits_for_the_arbiter(
    table: Table, snapshot: SnapshotAssertion
) -> None:
    other = Table(table.hall)
    other.white, other.black = (table.hall.key(number) for number in table.hall.tournament.rounds[0].pairs[1])
    other.enter(DRAW)
    table.claim("white", WIN)
    table.claim("black", WIN)
    with pytest.raises(ConfirmationRequiredError) as caught:
        table.hall.do(Undo())
    assert [(warning.code, warning.text) for warning in caught.value.warnings] == snapshot
    table.hall.do(Undo(), everything=True)
    assert (table.result, table.status, count_conflicts(table.hall.state, 1)) == (OPEN, "agree", 1)
    assert table.claim("white", WIN) == ()
    assert table.settle(WIN) == ("result.entered",)
    assert table.result is WIN


@pytest.mark.parametrize("result", sorted(set(Result) - set(CLAIMED_RESULTS), key=str))
def test_players_send_no_other_result(table: Table, result: Result) -> None:
    with pytest.raises(CommandRejectedError):
        table.claim("white", result)


def test_claims_are_for_the_latest_round(snapshot: SnapshotAssertion) -> None:
    hall = swiss(rounds=2, paired=2, played=1)
    with pytest.raises(CommandRejectedError) as caught:
        Table(hall, 1).claim("white", DRAW)
    assert (caught.value.code, str(caught.value)) == snapshot
    second = Table(hall, 2)
    wanted = ClaimResult(3, second.white, second.black, DRAW, "white")
    with pytest.raises(CommandRejectedError):
        hall.do(wanted)
    with pytest.raises(CommandRejectedError):
        hall.do(ClaimResult(2, second.black, second.white, DRAW, "white"))
    with pytest.raises(CommandRejectedError):
        hall.do(ClaimResult(2, second.white, second.black, DRAW, "white", game=1))
    hall.play(2)
    hall.do(CloseTournament())
    with pytest.raises(CommandRejectedError) as caught:
        second.claim("white", DRAW)
    assert caught.value.code == "round-over"


def test_claims_of_old_rounds_and_other_pairs_are_left_out() -> None:
    hall = swiss(paired=1)
    table = Table(hall)
    table.claim("white", WIN)
    hall.play(1)
    assert table.status == ""
    hall.do(PairRound())
    Table(hall, 2).claim("white", WIN)
    assert set(hall.state.permanent.claims) == {1, 2}
    hall.do(UnpairRound(), everything=True)
    assert claims_of_round(hall.state, 2) == {}
    for number in (2, 3):
        hall.do(PairRound(), everything=True)
        Table(hall, number).claim("black", WIN)
        hall.play(number)
    assert set(hall.state.permanent.claims) == {2, 3}


def test_the_next_step_is_to_decide_conflicting_claims(table: Table) -> None:
    assert "decide claims" not in [step.task for step in overview(table.hall.state).next]
    table.claim("white", Result.WHITE_WINS)
    assert overview(table.hall.state).next[0].task == "enter results", "one result waits for the other player"
    table.claim("black", Result.DRAW)
    step = overview(table.hall.state).next[0]
    assert (step.task, step.round, step.games) == ("decide claims", 1, 1)
    assert step.text == "Round 1: the players of 1 game have sent different results."
