"""Results beyond one game: whole matches, the rating report, points; lots, order by hand, values; the end."""

from __future__ import annotations

import pytest

import rookery
from rookery.desk.commands.course import (
    AddRemark,
    CloseTournament,
    DrawPosition,
    MarkPoint,
    ReopenTournament,
)
from rookery.desk.commands.order import DrawOrder, EnterValue, SetOrder
from rookery.desk.commands.results import AdjustPoints, CorrectReport
from rookery.desk.commands.rounds import PairRound
from rookery.desk.commands.rules import SetHead, SetRules
from rookery.desk.decision import Refused, Unanswered
from rookery.desk.time import Return, Undo
from rookery.errors import RuleError
from rookery.model import Result
from support.desks import FIELD, swiss


def test_a_result_for_the_rating_report_alone() -> None:
    hall = swiss(paired=1, played=1)
    white, black = hall.tournament.rounds[0].pairs[0]
    wanted = CorrectReport(1, hall.key(white), hall.key(black), Result.DRAW)
    with pytest.raises(Unanswered) as caught:
        hall.do(wanted)
    assert [(one.code, one.article) for one in caught.value.cautions] == [("report-only", "C.04.2 4.3")]
    hall.do(wanted, "report-only")
    assert hall.tournament.rounds[0].games[0].result is Result.WHITE_WINS
    assert hall.tournament.as_reported().rounds[0].games[0].result is Result.DRAW
    assert str(hall.tournament.remarks[-1]) == f"Rating correction @ Round 1: {white}-{black} 1-0 => ½-½"
    hall.do(CorrectReport(1, hall.key(white), hall.key(black), None), "report-only")
    assert hall.tournament.reported == ()
    with pytest.raises(RuleError, match="a game that is over"):
        hall.do(CorrectReport(1, hall.key(white), hall.key(black), Result.PENDING))


def test_points_out_of_the_ordinary() -> None:
    hall = swiss(paired=1, played=1)
    hall.do(AdjustPoints((hall.key(1),), points=-5, why="telephone"), "points")
    assert rookery.standings(hall.tournament).row(1).points == 5
    with pytest.raises(Refused, match="whose points"):
        hall.do(AdjustPoints((), points=5))


def test_lots_are_drawn_once_and_from_one_seed() -> None:
    hall = swiss(players=FIELD[:4], paired=1, played=1)
    hall.do(DrawOrder(1))
    order = hall.state.drawn[1]
    ranks = {row.id: row.rank for row in rookery.standings(hall.tournament).rows}
    assert [ranks[hall.state.number(key)] for key in order] == [1, 1, 3, 3]  # only equals change places
    with pytest.raises(Refused, match="drawn once"):
        hall.do(DrawOrder(1))
    hall.do(Undo())
    hall.do(DrawOrder(1))
    assert hall.state.drawn[1] == order
    with pytest.raises(Refused, match="round 2 has not been played"):
        hall.do(DrawOrder(2))


def test_equals_are_ranked_by_hand_and_nobody_else() -> None:
    hall = swiss(players=FIELD[:4], paired=1)
    hall.play(1, Result.DRAW)
    hall.do(SetRules({"ranking": ["PTS"]}), everything=True)
    keys = tuple(hall.key(number) for number in (3, 1, 2, 4))
    hall.do(SetOrder(1, (keys,)))
    assert hall.state.ordered[1] == (keys,)
    hall.do(SetOrder(1))
    assert hall.state.ordered == {}
    hall.enter(1, *hall.tournament.rounds[0].pairs[0], Result.WHITE_WINS)
    with pytest.raises(Refused, match=r"are not equal after round 1 \(C.07 4.2\)"):
        hall.do(SetOrder(1, (keys,)))


def test_values_are_entered_as_fractions() -> None:
    hall = swiss()
    hall.do(EnterValue("OTHER_JURY", hall.key(1), "2.5"))
    assert hall.state.values == {"OTHER_JURY": {hall.key(1): "5/2"}}
    with pytest.raises(Refused, match="no number"):
        hall.do(EnterValue("OTHER_JURY", hall.key(1), "many"))
    hall.do(EnterValue("OTHER_JURY", hall.key(1), None))
    assert hall.state.values == {"OTHER_JURY": {}}


def test_a_tournament_is_closed_when_it_is_over() -> None:
    hall = swiss(rounds=2, players=FIELD[:4], paired=2, played=1)
    with pytest.raises(Refused, match="not over: round 2: no result yet") as caught:
        hall.do(CloseTournament())
    assert caught.value.code == "not-final"
    hall.play(2)
    hall.do(CloseTournament())
    with pytest.raises(Refused, match="closed after round 2") as caught:
        hall.do(SetHead({"city": "Dunmere"}))
    assert caught.value.instead == "reopen it first"
    with pytest.raises(Refused, match="closed after round 2"):
        hall.do(EnterValue("OTHER_JURY", hall.key(1), "2"))
    hall.do(MarkPoint("closed"))
    with pytest.raises(Refused, match="there is a point 'closed' already"):
        hall.do(MarkPoint(" closed "))
    hall.do(ReopenTournament())
    hall.do(SetHead({"city": "Dunmere"}))


def test_remarks_points_and_positions() -> None:
    hall = swiss()
    hall.do(AddRemark("a board was broken", 1))
    assert str(hall.tournament.remarks[0]) == "a board was broken @ Round 1"
    hall.do(MarkPoint("quiet"))
    hall.do(PairRound())
    hall.do(Return(point="quiet"))
    assert hall.tournament.rounds == ()
    with pytest.raises(Refused, match="Chess960"):
        hall.do(DrawPosition(1))
    hall.do(SetRules({"choices": {"chess960": True}}))
    hall.do(DrawPosition(1))
    assert 0 <= hall.state.positions[1] < 960
    with pytest.raises(Refused, match="drawn once"):
        hall.do(DrawPosition(1))
