"""C.04.1, article by article, as far as facts go (the pairing tests show the rest)."""

from __future__ import annotations

import pytest

from rookery.errors import RuleError
from rookery.history.history import History
from rookery.model import Bye, ByeKind, Game, Player, PointAdjustment, PointSystem, Result, Round, Tournament

PLAYERS = tuple(map(Player, range(1, 5)))


def test_planned_rounds_survive_a_cut() -> None:
    """1: the number of rounds is declared; a file cut short does not change it."""
    event = Tournament(players=PLAYERS, planned_rounds=7, rounds=(Round(games=(Game(1, 2), Game(3, 4))),))
    assert event.before_round(1).planned_rounds == 7


def test_only_played_games_are_meetings() -> None:
    """2, and C.04.2 3.5: a forfeited game may be paired again, any game that was played may not."""
    games = (Game(1, 2, Result.WHITE_BY_FORFEIT), Game(3, 4, Result.UNRATED_DRAW))
    view = History(Tournament(players=PLAYERS, rounds=(Round(games=games),))).before(2)
    assert [view.totals[one].opponents for one in (1, 2, 3, 4)] == [(), (), (4,), (3,)]


def test_a_single_value_of_the_bye() -> None:
    """3: the bye by the pairing is worth the same for everybody, and never more than a win."""
    rounds = (
        Round(games=(Game(1, 2, Result.DRAW),), byes=(Bye(3, ByeKind.PAIRING_ALLOCATED),)),
        Round(games=(Game(1, 3, Result.DRAW),), byes=(Bye(2, ByeKind.PAIRING_ALLOCATED),)),
    )
    view = History(Tournament(players=PLAYERS[:3], rounds=rounds, points=PointSystem(pab=5))).before(3)
    assert [view.score(one) for one in (1, 2, 3)] == [10, 10, 10]
    with pytest.raises(RuleError, match=r"C\.04\.1 3"):
        PointSystem(pab=11)


@pytest.mark.parametrize(
    ("bye", "points", "barred"),
    [
        (ByeKind.PAIRING_ALLOCATED, PointSystem(), True),
        (ByeKind.PAIRING_ALLOCATED, PointSystem(pab=0), True),
        (ByeKind.FULL, PointSystem(), True),
        (ByeKind.FULL, PointSystem(full_bye=5), False),
        (ByeKind.HALF, PointSystem(), False),
        (ByeKind.ZERO, PointSystem(), False),
    ],
)
def test_bars_from_the_bye(bye: ByeKind, points: PointSystem, barred: bool) -> None:
    """4: barred is who had the bye, or scored a win's worth in one round without playing."""
    rounds = (Round(games=(Game(1, 2, Result.WHITE_BY_FORFEIT),), byes=(Bye(3, bye),)),)
    tallies = History(Tournament(players=PLAYERS[:3], rounds=rounds, points=points)).before(2).totals
    assert tallies[3].barred is barred
    assert tallies[1].barred
    assert not tallies[2].barred


def test_abnormal_points_bar_from_the_bye_too() -> None:
    """4: whatever the points were given for."""
    rounds = (Round(games=(Game(1, 2, Result.DRAW),), byes=(Bye(3, ByeKind.ZERO),)),)
    event = Tournament(players=PLAYERS[:3], rounds=rounds, point_adjustments=(PointAdjustment((3,), "Z", 10, round=1),))
    assert History(event).before(2).totals[3].barred
