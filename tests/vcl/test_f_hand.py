"""Cluster F from outside: a round made by hand, with its questions, its comparison and its line in the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from rookery.model import ByeKind, Result
from rookery.tournaments.domain.byes import AskBye, Expel
from rookery.tournaments.domain.manual_pairing import ClosePhase, OpenPhase, SetBoards, Swap
from rookery.tournaments.domain.numbers import ExchangeNumbers
from rookery.tournaments.domain.pairing_constraints import ForbidPair
from rookery.tournaments.domain.restore_points import Undo
from rookery.tournaments.domain.results import CorrectReport, EnterResult
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.keyed import Boards, Facts, KeyedBye, KeyedGame
from support.http_event import FIELD, Event, event

PAB = ByeKind.PAIRING_ALLOCATED


def laid(made: Event, *pairs: tuple[int, int], bye: int | None = None) -> SetBoards:
    games = tuple(KeyedGame(made.key(white), made.key(black)) for white, black in pairs)
    return SetBoards(Boards(games, byes=(KeyedBye(made.key(bye), PAB),) if bye else ()))


def test_the_phase_has_a_beginning_and_an_end(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.rounds(1)
        assert made.visitor.wish("open", laid(made, (1, 2))).status_code == 422
        made.do(OpenPhase(2))
        made.do(laid(made, (1, 2)), "both-colours")
        assert made.visitor.wish("open", PairRound()).status_code == 422
        made.do(ClosePhase(give_up=True))
        assert made.state.phase is None
        made.do(PairRound())


def test_each_board_needs_its_own_confirmation(tmp_path: Path) -> None:
    with event(tmp_path, players=FIELD[:7], rounds=5) as made:
        made.do(ForbidPair((made.key(6), made.key(7))))
        made.rounds(2)
        t = made.tournament
        white, black = t.rounds[0].pairs[0]
        free = next(bye.player for bye in t.rounds[0].byes)
        made.do(OpenPhase(3))
        assert made.warnings(laid(made, (black, white)))["rematch"] == 3
        assert made.warnings(laid(made, (6, 7)))["banned"] == 3
        assert made.warnings(laid(made, bye=free))["bye-again"] == 3


def test_a_third_colour_and_a_difference_of_three_need_confirmation(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        for pairs in (((1, 5), (6, 2), (3, 7), (8, 4)), ((1, 6), (5, 2), (3, 8), (7, 4))):
            made.do(OpenPhase(len(made.tournament.rounds) + 1))
            for wanted in (laid(made, *pairs), ClosePhase()):
                answer = made.visitor.wish("open", wanted)
                if answer.status_code == 409:
                    made.do(wanted, *{one["code"] for one in answer.json()["warnings"]})
            made.play(Result.DRAW)
        made.do(OpenPhase(3))
        found = made.warnings(laid(made, (1, 2)))
        assert (found["colour-thrice"], found["colour-three"]) == (3, 3)


def test_both_colours_against_preference_are_reported(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.rounds(1)
        white, black = made.tournament.rounds[0].pairs[0], made.tournament.rounds[0].pairs[1]
        made.do(OpenPhase(2))
        assert made.warnings(laid(made, (white[0], black[1]))) == {"both-colours": 2}


def test_a_different_round_needs_confirmation_in_two_steps_and_is_recorded(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.rounds(1)
        made.do(OpenPhase(2))
        wanted = laid(made, (5, 1), (2, 6), (7, 3), (4, 8))
        answer = made.visitor.wish("open", wanted)
        made.do(wanted, *{one["code"] for one in answer.json().get("warnings", ())})
        asked = made.warnings(ClosePhase())
        assert asked["by-hand"] == 4
        made.do(ClosePhase(), *asked)
        (said,) = [remark for remark in made.remarks if remark.startswith("MPA")]
        assert "=>" in said
        assert said.startswith("MPA @ Round 2: ")


def test_the_computed_round_entered_by_hand_needs_no_confirmation(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.do(PairRound())
        ours = Boards.from_round(made.tournament.rounds[0], made.state.keys)
        made.do(Undo())
        made.do(OpenPhase(1))
        made.do(SetBoards(ours))
        made.do(ClosePhase())
        assert not [remark for remark in made.remarks if remark.startswith("MPA")]


def _correction(made: Event) -> EnterResult:
    game = made.tournament.rounds[1].games[0]
    return EnterResult(2, made.key(game.white), made.key(game.black), Result.DRAW)


def _report(made: Event) -> CorrectReport:
    game = made.tournament.rounds[0].games[0]
    return CorrectReport(1, made.key(game.white), made.key(game.black), Result.DRAW)


EVENTS = {
    "by hand": (lambda made: Swap(made.key(1), made.key(5)), "MPA"),
    "full bye": (lambda made: AskBye(made.key(8), (4,), ByeKind.FULL), "FPB"),
    "expulsion": (lambda made: Expel(made.key(8), "a telephone"), "Expelled"),
    "correction": (_correction, "Correction"),
    "report": (_report, "Rating correction"),
    "numbers": (lambda made: ExchangeNumbers(made.key(7), made.key(8)), "TPN"),
}


@pytest.mark.parametrize("name", EVENTS)
def test_breaking_integrity_needs_confirmation_is_recorded_and_can_be_undone(tmp_path: Path, name: str) -> None:
    equal = (*FIELD[:6], Facts("Gil", 2000), Facts("Hal", 2000))
    with event(tmp_path, players=equal) as made:
        made.rounds(2)
        made.do(PairRound())
        if name == "by hand":
            pair = made.tournament.rounds[-1].pairs[0]
            wanted = Swap(made.key(pair[0]), made.key(pair[1]))
        else:
            wanted = EVENTS[name][0](made)
        before = made.tournament
        asked = made.warnings(wanted)
        assert max(asked.values()) >= (2 if name == "full bye" else 3)
        made.do(wanted, *asked)
        said = EVENTS[name][1]
        assert [remark for remark in made.remarks if remark.startswith(said)], made.remarks
        assert f"{said} @ Round" in made.page("/report")
        answer = made.visitor.wish("open", Undo())
        if answer.status_code == 409:
            made.do(Undo(), *{one["code"] for one in answer.json()["warnings"]})
        assert made.tournament.rounds == before.rounds
        assert made.tournament.requested_byes == before.requested_byes
        assert made.tournament.players == before.players
