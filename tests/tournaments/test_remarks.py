"""What the file says of a change: by the numbers it has now, about what changed, and only while that stands."""

from __future__ import annotations

import pytest

from rookery.model import ByeKind, Result
from rookery.tournaments.domain.byes import AskBye
from rookery.tournaments.domain.lifecycle import OpenTournament, RemarkDropped
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.results import ForfeitMatch
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.domain.teams import EnterTeam
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from support.desks import DeskTournament, swiss


def remark_texts(hall: DeskTournament) -> list[str]:
    return [remark.text for remark in hall.tournament.remarks]


def test_numbers_that_move_move_in_remarks_too() -> None:
    hall = swiss(paired=2, played=1)
    white, black = hall.tournament.rounds[0].pairs[0]
    hall.enter(1, white, black, Result.DRAW, "correction")
    hall.do(AskBye(hall.key(4), (3,), ByeKind.FULL), "full-bye")
    assert remark_texts(hall) == [f"Correction @ Round 1: {white}-{black} 1-0 => ½-½", "FPB @ Round 3: 4 Dot"]
    hall.do(EnterPlayers((Facts("Zoe", 2700),)), everything=True)
    assert remark_texts(hall)[:2] == [
        f"Correction @ Round 1: {white + 1}-{black + 1} 1-0 => ½-½",
        "FPB @ Round 3: 5 Dot",
    ]
    assert hall.replay() == hall.state


def test_a_cancelled_full_point_bye_is_not_reported() -> None:
    hall = swiss(paired=1, played=1)
    hall.do(AskBye(hall.key(4), (3, 4), ByeKind.FULL), "full-bye")
    hall.do(AskBye(hall.key(5), (3,), ByeKind.FULL), "full-bye")
    assert remark_texts(hall) == ["FPB @ Round 3: 4 Dot", "FPB @ Round 4: 4 Dot", "FPB @ Round 3: 5 Eve"]
    done = hall.do(AskBye(hall.key(4), (3,), None))
    assert done.events[-1] == RemarkDropped("FPB @ Round 3: 4 Dot", 3)
    hall.do(AskBye(hall.key(5), (3,), ByeKind.ZERO))
    assert remark_texts(hall) == ["FPB @ Round 4: 4 Dot"]


def test_an_irregular_forfeit_of_a_match_is_reported() -> None:
    hall = DeskTournament()
    hall.do(OpenTournament("Cup", TournamentRules(system="FIDE_TEAM", rounds=3, board_colours="WB"), team_event=True))
    for name in ("Quay", "Salt", "Marsh", "Fen"):
        hall.do(EnterTeam(name, (Facts(f"{name} One", 2000), Facts(f"{name} Two", 1900))))
    hall.do(PairRound(), everything=True)
    for match in hall.tournament.rounds[0].matches:
        hall.do(ForfeitMatch(1, hall.key(match.white), hall.key(match.black), Result.WHITE_BY_FORFEIT))
    hall.do(PairRound(), everything=True)
    first = hall.tournament.rounds[0].matches[0]
    white, black = first.white, first.black
    wanted = ForfeitMatch(1, hall.key(white), hall.key(black), Result.BLACK_BY_FORFEIT)
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(wanted)
    assert [warning.code for warning in caught.value.warnings] == ["correction"]
    hall.do(wanted, "correction")
    assert remark_texts(hall)[-1] == f"Correction @ Round 1: match {white}-{black} +/- => -/+"


def test_a_changed_bye_is_reported() -> None:
    hall = swiss(paired=0)
    hall.do(AskBye(hall.key(8), (1,), ByeKind.ZERO))
    hall.do(AskBye(hall.key(7), (1,), ByeKind.ZERO))
    hall.do(PairRound())
    hall.play(1)
    hall.do(PairRound(), everything=True)
    hall.do(AskBye(hall.key(8), (1,), ByeKind.HALF), everything=True)
    assert remark_texts(hall)[-1] == "Correction @ Round 1: 8 zero-point bye => half-point bye"
