"""Results beyond one game: whole matches, the rating report, points; lots, order by hand, values; the end."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import RuleError
from rookery.model import Result
from rookery.tournaments.domain.lifecycle import AddRemark, CloseTournament, ReopenTournament, SetHead
from rookery.tournaments.domain.restore_points import MarkPoint, Return, Undo
from rookery.tournaments.domain.results import AdjustPoints, CorrectReport
from rookery.tournaments.domain.rounds import DrawPosition, PairRound
from rookery.tournaments.domain.rules import SetRules
from rookery.tournaments.domain.tie_resolution import DrawOrder, EnterValue, SetOrder
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.tournaments.views.standings import standings_view
from support.desks import FIELD, swiss


def test_a_result_for_the_rating_report_alone(snapshot: SnapshotAssertion) -> None:
    hall = swiss(paired=1, played=1)
    white, black = hall.tournament.rounds[0].pairs[0]
    wanted = CorrectReport(1, hall.key(white), hall.key(black), Result.DRAW)
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(wanted)
    assert [(warning.code, warning.article) for warning in caught.value.warnings] == [("report-only", "C.04.2 4.3")]
    hall.do(wanted, "report-only")
    assert hall.tournament.rounds[0].games[0].result is Result.WHITE_WINS
    assert hall.tournament.as_reported().rounds[0].games[0].result is Result.DRAW
    assert str(hall.tournament.remarks[-1]) == f"Rating correction @ Round 1: {white}-{black} 1-0 => ½-½"
    hall.do(CorrectReport(1, hall.key(white), hall.key(black), None), "report-only")
    assert hall.tournament.reported_results == ()
    with pytest.raises(RuleError) as caught:
        hall.do(CorrectReport(1, hall.key(white), hall.key(black), Result.PENDING))
    assert str(caught.value) == snapshot


def test_points_out_of_the_ordinary(snapshot: SnapshotAssertion) -> None:
    hall = swiss(paired=1, played=1)
    hall.do(AdjustPoints((hall.key(1),), points=-5, why="telephone"), "points")
    assert rookery.standings(hall.tournament).row(1).points == 5
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(AdjustPoints((), points=5))
    assert str(caught.value) == snapshot


def test_lots_are_drawn_once_and_from_a_single_seed(snapshot: SnapshotAssertion) -> None:
    hall = swiss(players=FIELD[:4], paired=1, played=1)
    hall.do(DrawOrder(1))
    order = hall.state.drawn[1]
    ranks = {row.id: row.rank for row in rookery.standings(hall.tournament).rows}
    assert [ranks[hall.state.number(key)] for key in order] == [1, 1, 3, 3]  # only equals change places
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(DrawOrder(1))
    assert caught.value.article == "C.07 4.2"
    assert str(caught.value) == snapshot
    hall.do(Undo())
    hall.do(DrawOrder(1))
    assert hall.state.drawn[1] == order
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(DrawOrder(2))
    assert caught.value.article == "C.04.2 3.1"
    assert str(caught.value) == snapshot


def test_only_tied_participants_are_ranked_by_hand(snapshot: SnapshotAssertion) -> None:
    hall = swiss(players=FIELD[:4], paired=1)
    hall.play(1, Result.DRAW)
    hall.do(SetRules({"ranking": ["PTS"]}), everything=True)
    keys = tuple(hall.key(number) for number in (3, 1, 2, 4))
    hall.do(SetOrder(1, (keys,)))
    assert hall.state.ordered[1] == (keys,)
    hall.do(SetOrder(1))
    assert hall.state.ordered == {}
    hall.enter(1, *hall.tournament.rounds[0].pairs[0], Result.WHITE_WINS)
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(SetOrder(1, (keys,)))
    assert caught.value.article == "C.07 4.2"
    assert str(caught.value) == snapshot


def test_tied_participants_not_ranked_by_hand_share_their_rank() -> None:
    hall = swiss(paired=1, played=1)
    hall.do(SetRules({"ranking": ["PTS"]}), everything=True)
    losers = [row.who.number for row in standings_view(hall.state, 1).rows][4:]
    hall.do(SetOrder(1, (tuple(hall.key(number) for number in reversed(losers)),)))
    view = standings_view(hall.state, 1)
    assert [row.rank for row in view.rows] == [1, 1, 1, 1, 5, 6, 7, 8]
    assert [row.who.number for row in view.rows][4:] == losers[::-1]


def test_values_are_entered_as_fractions(snapshot: SnapshotAssertion) -> None:
    hall = swiss()
    hall.do(EnterValue("OTHER_JURY", hall.key(1), "2.5"))
    assert hall.state.values == {"OTHER_JURY": {hall.key(1): "5/2"}}
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(EnterValue("OTHER_JURY", hall.key(1), "many"))
    assert str(caught.value) == snapshot
    hall.do(EnterValue("OTHER_JURY", hall.key(1), None))
    assert hall.state.values == {"OTHER_JURY": {}}


def test_a_tournament_is_closed_when_it_is_over(snapshot: SnapshotAssertion) -> None:
    hall = swiss(rounds=2, players=FIELD[:4], paired=2, played=1)
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(CloseTournament())
    assert caught.value.article == "C.04.2 3.1"
    assert str(caught.value) == snapshot
    assert caught.value.code == "not-final"
    hall.play(2)
    hall.do(CloseTournament())
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(SetHead({"city": "Dunmere"}))
    assert caught.value.code == "closed"
    assert (str(caught.value), caught.value.instead) == snapshot
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(EnterValue("OTHER_JURY", hall.key(1), "2"))
    assert caught.value.code == "closed"
    assert str(caught.value) == snapshot
    hall.do(MarkPoint("closed"))
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(MarkPoint(" closed "))
    assert str(caught.value) == snapshot
    hall.do(ReopenTournament())
    hall.do(SetHead({"city": "Dunmere"}))


def test_remarks_points_and_positions(snapshot: SnapshotAssertion) -> None:
    hall = swiss()
    hall.do(AddRemark("a board was broken", 1))
    assert str(hall.tournament.remarks[0]) == "a board was broken @ Round 1"
    hall.do(MarkPoint("quiet"))
    hall.do(PairRound())
    hall.do(Return(point="quiet"))
    assert hall.tournament.rounds == ()
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(DrawPosition(1))
    assert str(caught.value) == snapshot
    hall.do(SetRules({"choices": {"chess960": True}}))
    hall.do(DrawPosition(1))
    assert 0 <= hall.state.positions[1] < 960
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(DrawPosition(1))
    assert str(caught.value) == snapshot
