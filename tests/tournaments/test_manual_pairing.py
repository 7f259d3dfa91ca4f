"""Rounds made by hand: the phase, what boards break, both pairings side by side; rounds entered entry by entry."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import RuleError
from rookery.json_codec import from_json_data, to_json_data
from rookery.model import ByeKind, Result
from rookery.tournaments.command import command_from_data, command_to_data
from rookery.tournaments.domain.manual_pairing import ClosePhase, OpenPhase, SetBoards, Swap
from rookery.tournaments.domain.manual_round import BookRound, RoundEntry
from rookery.tournaments.domain.restore_points import Return
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound, UnpairRound
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.tournaments.keyed import Boards, KeyedBye, KeyedGame
from rookery.tournaments.manual_round import ManualRound, without_empty_round
from support.desks import FIELD, DeskTournament, swiss
from support.service_machine import STREAM, ServiceMachine


def boards(hall: DeskTournament, *pairs: tuple[int, int]) -> Boards:
    """Boards by numbers; 0 is the allocated bye."""
    key = hall.key
    games = tuple(KeyedGame(key(white), key(black)) for white, black in pairs if black)
    byes = tuple(KeyedBye(key(white), ByeKind.PAIRING_ALLOCATED) for white, black in pairs if not black)
    return Boards(games, byes=byes)


def codes(caught: pytest.ExceptionInfo[ConfirmationRequiredError]) -> list[str]:
    return [warning.code for warning in caught.value.warnings]


# -- the phase ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["team", "double-swiss"])
def test_two_unpaired_players_form_a_match_where_matches_are_played(system: str) -> None:
    walk = ServiceMachine()
    walk.begin(system, 0)  # no round is paired yet
    state = walk.desk.state(STREAM)
    ours = [
        (state.keys.participant[one], state.keys.participant[two]) for one, two in rookery.pair(state.tournament).pairs
    ]
    walk.do(OpenPhase(1))
    byes = walk.desk.state(STREAM).phase.boards.byes  # type: ignore[union-attr]
    walk.do(SetBoards(Boards(tuple(KeyedGame(white, black) for white, black in ours), byes=byes)))
    walk.do(ClosePhase())
    (made,) = walk.desk.state(STREAM).tournament.rounds
    assert not made.games
    assert [len(match.games) for match in made.matches] == [2] * len(ours)
    walk.do(Swap(*ours[0]))
    walk.do(PairRound())
    walk.teardown()


def test_a_manual_round_equal_to_the_computed_round_needs_no_confirmation(snapshot: SnapshotAssertion) -> None:
    hall = swiss(paired=1, played=1)
    ours = rookery.pair(hall.tournament).pairs
    hall.do(OpenPhase(2))
    hall.do(SetBoards(boards(hall, *ours[:2])))
    with pytest.raises(RuleError) as caught:
        hall.do(ClosePhase())
    assert caught.value.participants == (2, 4, 5, 7)
    assert str(caught.value) == snapshot
    hall.do(SetBoards(boards(hall, *ours)))
    done = hall.do(ClosePhase())
    assert done.warnings == ()
    assert hall.tournament.rounds[1].pairs == ours
    assert hall.state.phase is None
    assert hall.replay() == hall.state


def test_each_board_is_judged_as_it_is_laid_and_the_round_at_the_end() -> None:
    hall = swiss(paired=1, played=1)
    first = hall.tournament.rounds[0].pairs
    hall.do(OpenPhase(2))
    black, white = first[0]
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(SetBoards(boards(hall, (white, black))))
    assert codes(caught) == ["rematch"]
    hall.do(SetBoards(boards(hall, (white, black))), "rematch")
    rest = [one for one in range(1, 9) if one not in (white, black)]
    made = [(white, black), (rest[0], rest[1]), (rest[2], rest[3]), (rest[4], rest[5])]
    hall.do(SetBoards(boards(hall, *made)), everything=True)
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(ClosePhase())
    assert codes(caught) == ["by-hand"]
    assert caught.value.warnings[0].level == 4
    hall.do(ClosePhase(), "by-hand", "by-hand!")
    said = str(hall.tournament.remarks[-1])
    assert said.startswith("MPA @ Round 2: ")
    assert said.endswith(" ".join(f"{one}-{other}" for one, other in made))


def test_a_round_during_pairing_allows_no_other_change(snapshot: SnapshotAssertion) -> None:
    hall = swiss(paired=1, played=1)
    hall.do(OpenPhase(2))
    hall.do(SetBoards(boards(hall, (1, 2))), everything=True)
    for wanted in (PairRound(), OpenPhase(2), BookRound(2, ())):
        with pytest.raises(CommandRejectedError) as caught:
            hall.do(wanted)
        assert str(caught.value) == snapshot
        assert caught.value.code == "phase"
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(EnterResult(2, "p1", "p2", Result.DRAW))
    assert (caught.value.code, caught.value.article) == ("not-paired", "C.04.2 1.1")
    assert str(caught.value) == snapshot
    hall.do(ClosePhase(give_up=True))
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(OpenPhase(4))
    assert caught.value.article == "C.04.2 4.3"
    assert str(caught.value) == snapshot


def test_a_cancelled_phase_leaves_the_round_unchanged(snapshot: SnapshotAssertion) -> None:
    hall = swiss(paired=2, played=1)
    was = hall.tournament
    hall.do(OpenPhase(2))
    assert len(hall.tournament.rounds) == 1
    hall.do(SetBoards(boards(hall, (1, 2))), everything=True)
    hall.do(ClosePhase(give_up=True))
    assert hall.tournament.rounds == was.rounds
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(ClosePhase())
    assert str(caught.value) == snapshot


def test_a_player_at_two_boards_is_refused(snapshot: SnapshotAssertion) -> None:
    hall = swiss()
    hall.do(OpenPhase(1))
    with pytest.raises(RuleError) as caught:
        hall.do(SetBoards(boards(hall, (1, 2), (2, 3))))
    assert caught.value.participants == (2,)
    assert str(caught.value) == snapshot


# -- swaps -------------------------------------------------------------------------------------------------------------


def test_colours_are_exchanged_with_level_4_and_a_remark() -> None:
    hall = swiss(paired=1)
    white, black = hall.tournament.rounds[0].pairs[0]
    hall.enter(1, white, black, Result.WHITE_WINS)
    swap = Swap(hall.key(white), hall.key(black))
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(swap)
    assert "by-hand" in codes(caught)
    hall.do(swap, everything=True)
    game = hall.tournament.rounds[0].games[0]
    assert (game.white, game.black, game.result) == (black, white, Result.BLACK_WINS)
    assert str(hall.tournament.remarks[-1]) == f"MPA @ Round 1: {white}-{black} => {black}-{white}"
    hall.do(swap, everything=True)
    assert hall.tournament.rounds[0].games[0].white == white
    assert hall.replay() == hall.state


def test_partners_are_exchanged_and_their_results_open_again(snapshot: SnapshotAssertion) -> None:
    hall = swiss(players=FIELD[:7], paired=1)
    (one, other), (third, fourth), *_ = hall.tournament.rounds[0].pairs
    bye = hall.tournament.rounds[0].byes[0].player
    hall.enter(1, one, other, Result.WHITE_WINS)
    hall.do(Swap(hall.key(other), hall.key(fourth), "places"), everything=True)
    assert hall.tournament.rounds[0].pairs[:2] == ((one, fourth), (third, other))
    assert len(hall.tournament.rounds[0].pending) == 3
    hall.do(Swap(hall.key(bye), hall.key(one), "places"), everything=True)
    assert hall.tournament.rounds[0].byes[0].player == one
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(Swap(hall.key(bye), hall.key(fourth), "places"))
    assert caught.value.article == "C.04.1 2"
    assert (str(caught.value), caught.value.instead) == snapshot
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(Swap(hall.key(bye), hall.key(other)))
    assert caught.value.article == "C.04.1 7"
    assert str(caught.value) == snapshot


# -- a round entered by hand -------------------------------------------------------------------------------------------


def whole(hall: DeskTournament, result: Result | None = None) -> tuple[RoundEntry, ...]:
    """The next round as the rules give it, as entries."""
    outcome = rookery.pair(hall.tournament)
    what = "pair" if result is None else "result"
    entries = [RoundEntry(what, hall.key(white), hall.key(black), result) for white, black in outcome.pairs]  # type: ignore[arg-type]
    if outcome.bye:
        entries.append(RoundEntry("bye", hall.key(outcome.bye), kind=ByeKind.PAIRING_ALLOCATED))
    return tuple(entries)


def test_a_whole_round_of_ours_is_entered_by_hand_without_a_question() -> None:
    hall = swiss(players=FIELD[:7])
    done = hall.do(BookRound(1, whole(hall, Result.DRAW)))
    assert [event.KIND for event in done.events] == ["phase.opened", "phase.closed", "round.paired"]
    assert hall.tournament.rounds[0].pending == ()
    assert hall.replay() == hall.state


def test_a_result_of_an_unpaired_round_is_refused(snapshot: SnapshotAssertion) -> None:
    hall = swiss()
    with pytest.raises(RuleError) as caught:
        hall.do(BookRound(1, (RoundEntry("result", "p1", "p5", Result.DRAW),)))
    assert (caught.value.article, caught.value.participants) == ("C.04.2 1.1", (2, 3, 4, 6, 7, 8))
    assert str(caught.value) == snapshot
    hall.do(BookRound(1, (RoundEntry("result", "p1", "p5", Result.DRAW),), part=True))
    rest = tuple(RoundEntry("pair", one, other) for one, other in (("p2", "p6"), ("p3", "p7"), ("p4", "p8")))
    with pytest.raises(ConfirmationRequiredError) as caught:  # in parts it is judged when it is whole
        hall.do(BookRound(1, rest, part=True))
    assert codes(caught) == ["by-hand"]


def test_a_different_round_needs_two_confirmations() -> None:
    hall = swiss(players=FIELD[:4])
    entries = (RoundEntry("pair", "p1", "p2"), RoundEntry("pair", "p3", "p4"))
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(BookRound(1, entries))
    assert codes(caught) == ["by-hand"]
    hall.do(BookRound(1, entries), "by-hand", "by-hand!")
    assert str(hall.tournament.remarks[0]) == "MPA @ Round 1: 1-3 4-2 => 1-2 3-4"


def test_results_of_a_paired_round_are_events_of_their_own() -> None:
    hall = swiss(paired=1)
    (white, black), (third, fourth), *_ = hall.tournament.rounds[0].pairs
    entries = (
        RoundEntry("result", hall.key(white), hall.key(black), Result.DRAW),
        RoundEntry("result", hall.key(third), hall.key(fourth), Result.WHITE_BY_FORFEIT),
    )
    assert command_from_data(command_to_data(BookRound(1, entries))) == BookRound(1, entries)
    done = hall.do(BookRound(1, entries))
    assert [event.KIND for event in done.events] == ["result.entered", "result.entered"]
    back = (RoundEntry("none", hall.key(white), hall.key(black)), RoundEntry("bye", hall.key(white), kind=ByeKind.ZERO))
    more = (*back, RoundEntry("bye", hall.key(black), kind=ByeKind.ZERO))
    done = hall.do(BookRound(1, more), everything=True)
    assert "boards.set" in [event.KIND for event in done.events]
    assert hall.replay() == hall.state


def test_a_round_whose_last_pairing_is_taken_back_is_gone() -> None:
    hall = swiss(players=FIELD[:2], rounds=1, paired=1)
    white, black = hall.tournament.rounds[0].pairs[0]
    hall.do(BookRound(1, (RoundEntry("none", hall.key(white), hall.key(black)),), part=True))
    assert hall.tournament.rounds == ()


def test_what_is_booked_is_what_the_booking_has() -> None:
    hall = swiss(players=FIELD[:7], paired=1)
    for pairs in (hall.tournament.rounds[0].pairs,):
        booking = ManualRound(hall.tournament, 1)
        for white, black in pairs:
            booking.enter_result(white, black, Result.BLACK_WINS)
        entries = tuple(
            RoundEntry("result", hall.key(white), hall.key(black), Result.BLACK_WINS) for white, black in pairs
        )
        hall.do(BookRound(1, entries))
        assert hall.tournament.rounds == without_empty_round(booking.tournament()).rounds


def test_unpairing_asks_when_there_are_results(snapshot: SnapshotAssertion) -> None:
    hall = swiss(paired=1)
    asked = hall.tournament
    hall.do(UnpairRound())
    assert hall.tournament.rounds == ()
    hall.do(PairRound())
    assert hall.tournament.rounds == asked.rounds
    hall.play(1)
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(UnpairRound())
    assert codes(caught) == ["results-lost"]
    with pytest.raises(CommandRejectedError) as caught:
        swiss().do(UnpairRound())
    assert str(caught.value) == snapshot


def test_boards_come_back_from_their_json() -> None:
    hall = swiss(players=FIELD[:7], paired=1, played=1)
    made = Boards.from_round(hall.tournament.rounds[0], hall.state.keys)
    assert from_json_data(Boards, to_json_data(made)) == made


def test_requested_pairs_count_as_manual() -> None:
    hall = swiss(paired=1, played=1)
    ours = rookery.pair(hall.tournament).pairs
    version = hall.version
    hall.do(PairRound(fixed=((hall.key(ours[0][0]), hall.key(ours[0][1])),)))
    assert hall.tournament.rounds[1].pairs == ours
    hall.do(Return(to=version))
    one, other = ours[0][0], ours[1][0]
    wanted = PairRound(fixed=((hall.key(one), hall.key(other)),))
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(wanted)
    assert "by-hand" in codes(caught)
    hall.do(wanted, everything=True)
    assert {one, other} in [set(pair) for pair in hall.tournament.rounds[1].pairs]
    assert str(hall.tournament.remarks[-1]).startswith("MPA @ Round 2: ")
