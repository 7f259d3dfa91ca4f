"""Attempts to bypass the guard: each is refused, or needs confirmation and is recorded."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import RuleError
from rookery.model import ByeKind, Colour, Result
from rookery.tournaments.command import Command
from rookery.tournaments.domain.byes import AskBye, Expel, LiftExpulsion, Withdraw
from rookery.tournaments.domain.import_export import export_tournament
from rookery.tournaments.domain.lifecycle import CloseTournament
from rookery.tournaments.domain.manual_pairing import ClosePhase, FillTable, MoveSeats, OpenPhase, SetBoards
from rookery.tournaments.domain.manual_round import BookRound, RoundEntry
from rookery.tournaments.domain.numbers import ExchangeNumbers
from rookery.tournaments.domain.pairing_constraints import FixSeat, ForbidPair
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.restore_points import Return
from rookery.tournaments.domain.results import AdjustPoints, EnterResult
from rookery.tournaments.domain.rounds import PairRound, UnpairRound
from rookery.tournaments.domain.rules import DrawColour, LeaveMode, SetRules
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.tournaments.keyed import Boards, Facts, KeyedBye, KeyedGame
from support.desks import FIELD, DeskTournament, swiss

EQUALS = (*FIELD[:6], Facts("Gil", 2000), Facts("Hal", 2000))


def assert_refused(hall: DeskTournament, wanted: Command, code: str) -> None:
    """It is refused under this code, and nothing is written."""
    before = hall.version
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(wanted)
    assert (caught.value.code, hall.version) == (code, before)


def requested_warnings(hall: DeskTournament, wanted: Command) -> dict[str, int]:
    """The codes that it asks for, with their levels; nothing is written."""
    before = hall.version
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(wanted)
    assert hall.version == before
    return {warning.code: warning.level for warning in caught.value.warnings}


def remark_texts(hall: DeskTournament) -> list[str]:
    return [remark.text for remark in hall.tournament.remarks]


# -- what is frozen ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["lot", "given"])
def test_the_initial_colour_that_round_1_shows_stays(how: str) -> None:
    hall = swiss(paired=1)
    assert hall.tournament.initial_colour is None
    assert hall.tournament.rounds[0].games[0].white == 1
    assert_refused(hall, DrawColour(Colour.BLACK, how), "frozen")  # type: ignore[arg-type]
    hall.do(DrawColour(Colour.WHITE, how))  # type: ignore[arg-type]


def test_outside_fide_mode_the_file_says_what_the_initial_colour_was(snapshot: SnapshotAssertion) -> None:
    hall = swiss(paired=1)
    hall.do(LeaveMode("a friendly"), "leave-mode", "leave-mode!")
    hall.do(DrawColour(Colour.BLACK, "given"), "frozen")
    assert remark_texts(hall)[0] == "FIDE mode exited @ Round 1"
    assert remark_texts(hall)[1:] == snapshot


@pytest.mark.parametrize(
    "wanted",
    [
        SetRules({"rounds": 9}),
        SetRules({"points": {"pab": 5}}),
        SetRules({"system": "dubov"}),
        ForbidPair(("p1", "p2")),
        DrawColour(Colour.BLACK, "given"),
    ],
    ids=["rounds", "bye", "system", "apart", "colour"],
)
def test_taking_round_1_back_after_it_was_played_unfreezes_nothing(wanted: Command) -> None:
    hall = swiss(played=1)
    hall.do(UnpairRound(), "results-lost")
    assert_refused(hall, wanted, "frozen")
    hall.do(PairRound())


def test_an_unplayed_round_1_can_be_paired_again_by_other_rules() -> None:
    hall = swiss(paired=1)
    hall.do(UnpairRound())
    hall.do(SetRules({"rounds": 6}))


def test_going_back_before_the_rules_were_set_unfreezes_nothing() -> None:
    hall = swiss()
    version = hall.version
    hall.do(SetRules({"rounds": 6}))
    hall.do(PairRound())
    hall.play(1)
    assert_refused(hall, Return(to=version), "frozen")


@pytest.mark.parametrize(
    "fields",
    [
        {"choices": {"half_byes": 5}},
        {"choices": {"last_half_bye": 2}},
        {"choices": {"reverse": False}},
        {"choices": {"chess960": True}},
    ],
)
def test_choices_that_belong_to_the_rules_are_frozen_with_round_1(fields: dict[str, object]) -> None:
    swiss().do(SetRules(fields))
    assert_refused(swiss(paired=1), SetRules(fields), "frozen")


def test_requests_for_more_half_point_byes_do_not_pass_by_another_limit() -> None:
    hall = swiss(played=1)
    hall.do(AskBye(hall.key(8), (2,), ByeKind.HALF))
    assert_refused(hall, SetRules({"choices": {"half_byes": 9}}), "frozen")
    assert requested_warnings(hall, AskBye(hall.key(8), (3,), ByeKind.HALF)) == {"second-half-bye": 3}


@pytest.mark.parametrize(
    "fields",
    [
        {"ranking": ["PTS", "BH"]},
        {"unrated": 1400},
        {"ratings_by_round": True},
        {"choices": {"tiebreak_edition": "2017-07"}},
    ],
    ids=["ranking", "unrated", "ratings_by_round", "tiebreak_edition"],
)
def test_whatever_ranks_changes_in_two_steps(fields: dict[str, object], snapshot: SnapshotAssertion) -> None:
    hall = swiss(played=1)
    assert requested_warnings(hall, SetRules(fields)) == {"tie-breaks": 4}
    hall.do(SetRules(fields), "tie-breaks", "tie-breaks!")
    (remark,) = remark_texts(hall)
    assert remark.startswith("Tie-breaks @ Round 2: ")
    assert remark == snapshot


def test_a_fixed_colour_is_not_by_the_rules() -> None:
    hall = swiss(played=1)
    assert_refused(hall, FixSeat(hall.key(1), colour=Colour.WHITE), "not-fide")
    hall.do(FixSeat(hall.key(1), board=1))
    hall.do(LeaveMode("a friendly"), "leave-mode", "leave-mode!")
    hall.do(FixSeat(hall.key(1), colour=Colour.WHITE))


# -- numbers -----------------------------------------------------------------------------------------------------------


def test_taking_round_4_back_after_it_was_played_frees_no_numbers() -> None:
    hall = swiss(7, EQUALS, played=4)
    wanted = ExchangeNumbers(hall.key(7), hall.key(8))
    assert_refused(hall, wanted, "numbers-late")
    hall.do(UnpairRound(), everything=True)
    assert_refused(hall, wanted, "numbers-late")


def test_a_strong_player_at_the_end_of_the_list_needs_confirmation(snapshot: SnapshotAssertion) -> None:
    hall = swiss()
    strong = EnterPlayers((Facts("Zoe", 2800),), last=True)
    assert requested_warnings(hall, strong) == {"numbers": 3}
    hall.do(strong, "numbers")
    (remark,) = remark_texts(hall)
    assert remark.startswith("TPN @ Round 1: 9 Zoe ")
    assert remark == snapshot
    hall.do(EnterPlayers((Facts("Una", 1000),), last=True))


# -- the past ----------------------------------------------------------------------------------------------------------


def test_a_game_adjourned_is_not_decided_unasked_by_way_of_no_result() -> None:
    hall = swiss(paired=1)
    (white, black), *others = hall.tournament.rounds[0].pairs
    for one in others:
        hall.enter(1, *one, Result.WHITE_WINS)
    hall.do(PairRound(), "adjourned-now")
    hall.enter(1, white, black, Result.PENDING)
    won = EnterResult(1, hall.key(white), hall.key(black), Result.WHITE_WINS)
    assert requested_warnings(hall, won) == {"adjourned-decided": 3}
    hall.do(won, "adjourned-decided")
    assert remark_texts(hall) == [f"Adjournment @ Round 1: {white}-{black} pending => 1-0"]


def test_a_round_by_hand_on_the_table_hides_no_correction() -> None:
    hall = swiss(paired=3, played=2)
    white, black = hall.tournament.rounds[1].pairs[0]
    hall.do(OpenPhase(3))
    hall.do(MoveSeats((hall.key(1),), "off"))
    assert_refused(hall, EnterResult(2, hall.key(white), hall.key(black), Result.BLACK_WINS), "phase")


# -- points nobody played for ------------------------------------------------------------------------------------------


def test_a_late_entry_has_no_allocated_bye(snapshot: SnapshotAssertion) -> None:
    hall = swiss(played=1)
    with pytest.raises(RuleError) as caught:
        hall.do(EnterPlayers((Facts("Zoe", 1500),), ByeKind.PAIRING_ALLOCATED))
    assert caught.value.article == "C.04.1 3"
    assert str(caught.value) == snapshot


def late_entry(hall: DeskTournament) -> Command:
    return EnterPlayers((Facts("Zoe", 1500),), ByeKind.HALF)


def by_hand(hall: DeskTournament) -> Command:
    hall.do(OpenPhase(3))
    games = tuple(KeyedGame(hall.key(one), hall.key(one + 4)) for one in (1, 2, 3))
    byes = tuple(KeyedBye(hall.key(one), ByeKind.HALF) for one in (4, 8))
    hall.do(SetBoards(Boards(games, byes=byes)), everything=True)
    return ClosePhase()


@pytest.mark.parametrize("wish", [late_entry, by_hand])
def test_half_point_byes_after_their_last_round_need_confirmation_from_every_source(
    wish: Callable[[DeskTournament], Command],
) -> None:
    hall = swiss()
    hall.do(SetRules({"choices": {"last_half_bye": 1}}))
    for number in (1, 2):
        hall.do(PairRound())
        hall.play(number)
    assert requested_warnings(hall, wish(hall))["late-half-bye"] == 3


def test_unusual_points_need_confirmation_and_are_recorded() -> None:
    hall = swiss(played=2)
    wanted = AdjustPoints((hall.key(1),), points=-5, why="telephone")
    assert requested_warnings(hall, wanted) == {"points": 3}
    hall.do(wanted, "points")
    assert remark_texts(hall) == ["Points @ Round 2: 1 Ada -0.5: telephone"]


# -- a round that is never whole ---------------------------------------------------------------------------------------


def half_made(hall: DeskTournament) -> None:
    """Round 2 by hand, but for two who have neither a game nor a bye."""
    pairs = [RoundEntry("pair", hall.key(one), hall.key(one + 1)) for one in (1, 3, 5)]
    hall.do(BookRound(2, tuple(pairs), part=True), everything=True)
    hall.play(2)


def test_a_round_in_parts_that_is_never_whole_is_held_against_ours_before_the_next() -> None:
    hall = swiss(played=1)
    half_made(hall)
    assert remark_texts(hall) == []
    assert requested_warnings(hall, PairRound())["by-hand"] == 4
    hall.do(PairRound(), everything=True)
    assert remark_texts(hall)[0].startswith("MPA @ Round 2: ")
    hall.play(3)
    hall.do(PairRound())


def test_a_round_in_parts_is_held_against_ours_before_the_end(snapshot: SnapshotAssertion) -> None:
    hall = swiss(2, played=1)
    half_made(hall)
    assert requested_warnings(hall, CloseTournament())["by-hand"] == 4
    with pytest.raises(CommandRejectedError) as caught:
        export_tournament(hall.state, final=True)
    assert (caught.value.code, caught.value.article) == ("not-final", "C.04.2 3.1")
    assert str(caught.value) == snapshot
    hall.do(CloseTournament(), everything=True)
    assert export_tournament(hall.state, final=True).remarks


# -- remarks that would be false ---------------------------------------------------------------------------------------


def test_the_computed_round_entered_by_hand_is_not_different_in_any_system() -> None:
    hall = swiss(3, EQUALS, played=2)
    hall.do(OpenPhase(3))
    assert requested_warnings(hall, FillTable()) == {"colour-three": 3, "colour-thrice": 3}
    hall.do(FillTable(), everything=True)
    hall.do(ClosePhase())
    assert remark_texts(hall) == []


def test_the_computed_round_is_shown_beside_a_round_with_a_withdrawn_player() -> None:
    hall = swiss(played=1)
    hall.do(Withdraw(hall.key(8)))
    hall.do(Withdraw(hall.key(7)))
    hall.do(OpenPhase(2))
    pairs = swiss(paired=2, played=1).tournament.rounds[1].pairs
    hall.do(SetBoards(Boards(tuple(KeyedGame(hall.key(one), hall.key(other)) for one, other in pairs))), "absent")
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(ClosePhase())
    (said,) = caught.value.warnings
    assert said.remark == "MPA @ Round 2: 3-1 4-6 => 6-1 8-3 4-7"  # ours is that of the six who are there


def test_an_expulsion_that_is_lifted_is_on_record_too() -> None:
    hall = swiss(played=1)
    hall.do(Expel(hall.key(8), "telephone"), "expulsion")
    assert requested_warnings(hall, LiftExpulsion(hall.key(8))) == {"expulsion-lifted": 3}
    hall.do(LiftExpulsion(hall.key(8)), "expulsion-lifted")
    assert remark_texts(hall) == ["Expelled @ Round 2: 8 Hal: telephone", "Expulsion lifted @ Round 2: 8 Hal"]
