"""People moved about on the table while a round is made by hand."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.model import Result
from rookery.tournaments.domain.manual_pairing import ClosePhase, FillTable, MoveSeats, OpenPhase
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.tournaments.views.manual_pairing import hand_view
from support.desks import FIELD, DeskTournament, swiss


@pytest.fixture
def hall() -> DeskTournament:
    """Seven players; the second round lies on the table."""
    made = swiss(5, FIELD[:7], paired=2, played=1)
    made.do(OpenPhase(2))
    return made


def table(hall: DeskTournament) -> list[tuple[int, int]]:
    """The boards as they lie there."""
    phase = hall.state.phase
    assert phase is not None
    return list(phase.boards.round(hall.state.keys).pairs)


def move(hall: DeskTournament, what: Any, *numbers: int) -> None:
    hall.do(MoveSeats(tuple(map(hall.key, numbers)), what), everything=True)
    assert hall.replay() == hall.state


def pool(hall: DeskTournament) -> set[int]:
    return {one.number for one in hand_view(hall.state).pool}


def test_two_who_meet_exchange_colours(hall: DeskTournament) -> None:
    (white, black), *rest = table(hall)
    move(hall, "exchange", white, black)
    assert table(hall) == [(black, white), *rest]


def test_two_who_do_not_meet_exchange_places(hall: DeskTournament) -> None:
    (a, b), (c, d), last = table(hall)
    move(hall, "exchange", b, d)
    assert table(hall) == [(a, d), (c, b), last]


def test_the_bye_is_exchanged_and_assigned(hall: DeskTournament) -> None:
    (a, b), *rest = table(hall)
    bye = hand_view(hall.state).byes[0].white.number
    move(hall, "exchange", a, bye)
    assert table(hall)[0] == (bye, b)
    assert hand_view(hall.state).byes[0].white.number == a
    move(hall, "bye", rest[0][0])
    assert [one.white.number for one in hand_view(hall.state).byes] == [a, rest[0][0]]
    assert pool(hall) == {rest[0][1]}


def test_two_are_put_together_and_their_partners_wait(hall: DeskTournament) -> None:
    (a, b), (c, d), last = table(hall)
    move(hall, "together", c, a)
    assert table(hall) == [(c, a), last]
    assert pool(hall) == {b, d}
    move(hall, "together", b, d)
    assert table(hall) == [(b, d), (c, a), last]  # at the first board that became free
    assert [board.number for board in hand_view(hall.state).boards] == [1, 2, 3]


def test_a_player_from_the_pool_takes_a_place(hall: DeskTournament, snapshot: SnapshotAssertion) -> None:
    (a, b), (c, d), last = table(hall)
    move(hall, "off", a)
    assert pool(hall) == {a, b}
    move(hall, "exchange", b, c)
    assert table(hall) == [(b, d), last]
    assert pool(hall) == {a, c}
    with pytest.raises(CommandRejectedError) as caught:
        move(hall, "exchange", a, c)
    assert str(caught.value) == snapshot


def test_the_rest_is_paired_by_the_rules(hall: DeskTournament) -> None:
    ours, bye = set(table(hall)), hand_view(hall.state).byes[0].white.number
    everybody = [one for both in table(hall) for one in both]
    move(hall, "off", *everybody, bye)
    assert table(hall) == []
    assert len(pool(hall)) == 7
    hall.do(FillTable(), everything=True)
    assert set(table(hall)) == ours
    assert pool(hall) == set()
    assert hall.do(ClosePhase()).warnings == ()


def test_what_lies_on_the_table_stays_when_the_rest_is_paired(hall: DeskTournament) -> None:
    (a, b), (c, d), _ = table(hall)
    move(hall, "exchange", b, d)
    move(hall, "off", c)
    hall.do(FillTable(), everything=True)
    assert table(hall)[0] == (a, d)
    assert pool(hall) == set()
    assert {frozenset(both) for both in table(hall)} != {
        frozenset(both) for both in rookery.pair(hall.tournament).pairs
    }


def test_lost_results_need_confirmation() -> None:
    hall = swiss(5, FIELD[:8], paired=2, played=1)
    white, black = hall.tournament.rounds[1].pairs[0]
    hall.do(EnterResult(2, hall.key(white), hall.key(black), Result.DRAW))
    hall.do(OpenPhase(2), everything=True)
    other = table(hall)[1][1]
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(MoveSeats((hall.key(black), hall.key(other))))
    assert "results-lost" in [warning.code for warning in caught.value.warnings]


@pytest.mark.parametrize("give_up", [True, False])
def test_the_author_of_a_result_stays_with_an_unchanged_board(give_up: bool) -> None:
    hall = swiss(5, FIELD[:8], paired=2, played=1)
    for white, black in hall.tournament.rounds[1].pairs:
        hall.do(EnterResult(2, hall.key(white), hall.key(black), Result.DRAW))
    before = dict(hall.state.entered[2])
    hall.do(OpenPhase(2), everything=True)
    (_, one), (_, other), *_ = table(hall)
    move(hall, "exchange", one, other)
    hall.do(ClosePhase(give_up), everything=True)
    still = hall.state.entered[2]
    assert still == before if give_up else len(still) == 2 and still.items() <= before.items()


@pytest.mark.parametrize(("what", "many"), [("exchange", 1), ("together", 3), ("bye", 2), ("off", 0)])
def test_so_many_are_chosen(hall: DeskTournament, what: Any, many: int, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(MoveSeats(tuple(hall.key(one) for one in range(1, many + 1)), what))
    assert str(caught.value) == snapshot


def test_nothing_moves_without_a_phase(snapshot: SnapshotAssertion) -> None:
    hall = swiss(paired=1)
    for wanted in (MoveSeats((hall.key(1), hall.key(2))), FillTable()):
        with pytest.raises(CommandRejectedError) as caught:
            hall.do(wanted)
        assert str(caught.value) == snapshot
