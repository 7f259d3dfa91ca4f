"""Ways round the guard that somebody might try: each is refused, or asks and is put on record."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rookery.desk.commands.book import Booked, BookRound
from rookery.desk.commands.byes import AskBye, Expel, ForbidPair, LiftExpulsion, Withdraw
from rookery.desk.commands.course import CloseTournament
from rookery.desk.commands.files import exported
from rookery.desk.commands.hand import ClosePhase, OpenPhase, SetBoards
from rookery.desk.commands.moves import FillTable
from rookery.desk.commands.numbers import ExchangeNumbers
from rookery.desk.commands.players import EnterPlayers
from rookery.desk.commands.results import AdjustPoints, EnterResult
from rookery.desk.commands.rounds import PairRound, UnpairRound
from rookery.desk.commands.rules import DrawColour, LeaveMode, SetRules
from rookery.desk.commands.seats import FixSeat
from rookery.desk.decision import Refused, Unanswered
from rookery.desk.facts import Boards, Facts, KeyedBye, KeyedGame
from rookery.desk.time import Return
from rookery.desk.wish import Wish
from rookery.errors import RuleError
from rookery.model import ByeKind, Colour, Result
from support.desks import FIELD, Hall, swiss

EQUALS = (*FIELD[:6], Facts("Gil", 2000), Facts("Hal", 2000))


def refused(hall: Hall, wanted: Wish, code: str) -> None:
    """It is refused under this code, and nothing is written."""
    before = hall.version
    with pytest.raises(Refused) as caught:
        hall.do(wanted)
    assert (caught.value.code, hall.version) == (code, before)


def asked(hall: Hall, wanted: Wish) -> dict[str, int]:
    """The codes that it asks for, with their levels; nothing is written."""
    before = hall.version
    with pytest.raises(Unanswered) as caught:
        hall.do(wanted)
    assert hall.version == before
    return {one.code: one.level for one in caught.value.cautions}


def told(hall: Hall) -> list[str]:
    return [one.text for one in hall.tournament.remarks]


# -- what is frozen ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["lot", "given"])
def test_the_initial_colour_that_round_1_shows_stays(how: str) -> None:
    hall = swiss(paired=1)
    assert hall.tournament.initial_colour is None
    assert hall.tournament.rounds[0].games[0].white == 1
    refused(hall, DrawColour(Colour.BLACK, how), "frozen")  # type: ignore[arg-type]
    hall.do(DrawColour(Colour.WHITE, how))  # type: ignore[arg-type]


def test_outside_fide_mode_the_file_says_what_the_initial_colour_was() -> None:
    hall = swiss(paired=1)
    hall.do(LeaveMode("a friendly"), "leave-mode", "leave-mode!")
    hall.do(DrawColour(Colour.BLACK, "given"), "frozen")
    assert told(hall) == ["FIDE mode exited @ Round 1", "Rules @ Round 2: the initial colour white => black"]


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
def test_taking_round_1_back_after_it_was_played_unfreezes_nothing(wanted: Wish) -> None:
    hall = swiss(played=1)
    hall.do(UnpairRound(), "results-lost")
    refused(hall, wanted, "frozen")
    hall.do(PairRound())


def test_round_1_that_nobody_has_played_can_be_made_anew_by_other_rules() -> None:
    hall = swiss(paired=1)
    hall.do(UnpairRound())
    hall.do(SetRules({"rounds": 6}))


def test_going_back_before_the_rules_were_set_unfreezes_nothing() -> None:
    hall = swiss()
    version = hall.version
    hall.do(SetRules({"rounds": 6}))
    hall.do(PairRound())
    hall.play(1)
    refused(hall, Return(to=version), "frozen")


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
    refused(swiss(paired=1), SetRules(fields), "frozen")


def test_who_asks_for_more_half_point_byes_does_not_get_them_by_another_limit() -> None:
    hall = swiss(played=1)
    hall.do(AskBye(hall.key(8), (2,), ByeKind.HALF))
    refused(hall, SetRules({"choices": {"half_byes": 9}}), "frozen")
    assert asked(hall, AskBye(hall.key(8), (3,), ByeKind.HALF)) == {"second-half-bye": 3}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"ranking": ["PTS", "BH"]}, "Tie-breaks @ Round 2: was none"),
        ({"unrated": 1400}, "Tie-breaks @ Round 2: unrated players counted with none"),
        ({"ratings_by_round": True}, "Tie-breaks @ Round 2: ratings by round was no"),
        ({"choices": {"tiebreak_edition": "2017-07"}}, "Tie-breaks @ Round 2: by C.07 of 2026-03"),
    ],
)
def test_whatever_ranks_changes_in_two_steps(fields: dict[str, object], said: str) -> None:
    hall = swiss(played=1)
    assert asked(hall, SetRules(fields)) == {"tie-breaks": 4}
    hall.do(SetRules(fields), "tie-breaks", "tie-breaks!")
    assert told(hall) == [said]


def test_a_colour_that_somebody_keeps_is_not_by_the_rules() -> None:
    hall = swiss(played=1)
    refused(hall, FixSeat(hall.key(1), colour=Colour.WHITE), "not-fide")
    hall.do(FixSeat(hall.key(1), board=1))
    hall.do(LeaveMode("a friendly"), "leave-mode", "leave-mode!")
    hall.do(FixSeat(hall.key(1), colour=Colour.WHITE))


# -- numbers -----------------------------------------------------------------------------------------------------------


def test_taking_round_4_back_after_it_was_played_frees_no_numbers() -> None:
    hall = swiss(7, EQUALS, played=4)
    wanted = ExchangeNumbers(hall.key(7), hall.key(8))
    refused(hall, wanted, "numbers-late")
    hall.do(UnpairRound(), everything=True)
    refused(hall, wanted, "numbers-late")


def test_a_strong_player_at_the_end_of_the_list_is_asked_for() -> None:
    hall = swiss()
    strong = EnterPlayers((Facts("Zoe", 2800),), last=True)
    assert asked(hall, strong) == {"numbers": 3}
    hall.do(strong, "numbers")
    assert told(hall) == ["TPN @ Round 1: 9 Zoe entered last, by rating 1"]
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
    assert asked(hall, won) == {"adjourned-decided": 3}
    hall.do(won, "adjourned-decided")
    assert told(hall) == [f"Adjournment @ Round 1: {white}-{black} pending => 1-0"]


def test_a_round_by_hand_on_the_table_hides_no_correction() -> None:
    hall = swiss(paired=3, played=2)
    white, black = hall.tournament.rounds[1].pairs[0]
    hall.do(OpenPhase(3))
    refused(hall, EnterResult(2, hall.key(white), hall.key(black), Result.BLACK_WINS), "phase")


# -- points nobody played for ------------------------------------------------------------------------------------------


def test_who_comes_late_has_no_allocated_bye() -> None:
    hall = swiss(played=1)
    with pytest.raises(RuleError, match="belongs to the pairing"):
        hall.do(EnterPlayers((Facts("Zoe", 1500),), ByeKind.PAIRING_ALLOCATED))


def late_entry(hall: Hall) -> Wish:
    return EnterPlayers((Facts("Zoe", 1500),), ByeKind.HALF)


def by_hand(hall: Hall) -> Wish:
    hall.do(OpenPhase(3))
    games = tuple(KeyedGame(hall.key(one), hall.key(one + 4)) for one in (1, 2, 3))
    byes = tuple(KeyedBye(hall.key(one), ByeKind.HALF) for one in (4, 8))
    hall.do(SetBoards(Boards(games, byes=byes)), everything=True)
    return ClosePhase()


@pytest.mark.parametrize("wish", [late_entry, by_hand])
def test_half_point_byes_after_their_last_round_are_asked_for_whatever_way_they_come(
    wish: Callable[[Hall], Wish],
) -> None:
    hall = swiss()
    hall.do(SetRules({"choices": {"last_half_bye": 1}}))
    for number in (1, 2):
        hall.do(PairRound())
        hall.play(number)
    assert asked(hall, wish(hall))["late-half-bye"] == 3


def test_points_out_of_the_ordinary_are_asked_for_and_put_on_record() -> None:
    hall = swiss(played=2)
    wanted = AdjustPoints((hall.key(1),), points=-5, why="telephone")
    assert asked(hall, wanted) == {"points": 3}
    hall.do(wanted, "points")
    assert told(hall) == ["Points @ Round 2: 1 Ada -0.5: telephone"]


# -- a round that is never whole ---------------------------------------------------------------------------------------


def half_made(hall: Hall) -> None:
    """Round 2 by hand, but for two who have neither a game nor a bye."""
    pairs = [Booked("pair", hall.key(one), hall.key(one + 1)) for one in (1, 3, 5)]
    hall.do(BookRound(2, tuple(pairs), part=True), everything=True)
    hall.play(2)


def test_a_round_in_parts_that_is_never_whole_is_held_against_ours_before_the_next() -> None:
    hall = swiss(played=1)
    half_made(hall)
    assert told(hall) == []
    assert asked(hall, PairRound())["by-hand"] == 4
    hall.do(PairRound(), everything=True)
    assert told(hall)[0].startswith("MPA @ Round 2: ")
    hall.play(3)
    hall.do(PairRound())


def test_a_round_in_parts_is_held_against_ours_before_the_end() -> None:
    hall = swiss(2, played=1)
    half_made(hall)
    assert asked(hall, CloseTournament())["by-hand"] == 4
    with pytest.raises(Refused, match="round 2 was made by hand in parts"):
        exported(hall.state, final=True)
    hall.do(CloseTournament(), everything=True)
    assert exported(hall.state, final=True).remarks


# -- remarks that would be false ---------------------------------------------------------------------------------------


def test_our_own_round_laid_by_hand_is_no_other_one_whatever_the_system_allows_in_it() -> None:
    hall = swiss(3, EQUALS, played=2)
    hall.do(OpenPhase(3))
    assert asked(hall, FillTable()) == {"colour-three": 3, "colour-thrice": 3}
    hall.do(FillTable(), everything=True)
    hall.do(ClosePhase())
    assert told(hall) == []


def test_ours_stands_beside_a_round_with_somebody_who_has_withdrawn() -> None:
    hall = swiss(played=1)
    hall.do(Withdraw(hall.key(8)))
    hall.do(Withdraw(hall.key(7)))
    hall.do(OpenPhase(2))
    pairs = swiss(paired=2, played=1).tournament.rounds[1].pairs
    hall.do(SetBoards(Boards(tuple(KeyedGame(hall.key(one), hall.key(other)) for one, other in pairs))), "absent")
    with pytest.raises(Unanswered) as caught:
        hall.do(ClosePhase())
    (said,) = caught.value.cautions
    assert said.remark == "MPA @ Round 2: 3-1 4-6 => 6-1 8-3 4-7"  # ours is that of the six who are there


def test_an_expulsion_that_is_lifted_is_on_record_too() -> None:
    hall = swiss(played=1)
    hall.do(Expel(hall.key(8), "telephone"), "expulsion")
    assert asked(hall, LiftExpulsion(hall.key(8))) == {"expulsion-lifted": 3}
    hall.do(LiftExpulsion(hall.key(8)), "expulsion-lifted")
    assert told(hall) == ["Expelled @ Round 2: 8 Hal: telephone", "Expulsion lifted @ Round 2: 8 Hal"]
