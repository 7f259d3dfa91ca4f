"""Undo takes back what one did last, also a return; and everything is as it was."""

from __future__ import annotations

from rookery.desk.commands.rounds import PairRound
from rookery.desk.time import Redo, Return, Undo
from rookery.model import Result
from support.desks import swiss


def test_a_return_can_be_undone() -> None:
    """Going back to a point writes a remark; undo takes both back, and redo brings both again."""
    hall = swiss()
    hall.do(PairRound(), everything=True)
    hall.play(1, Result.DRAW)
    hall.do(PairRound(), everything=True)
    played = hall.tournament
    hall.do(Return(point="before round 1"), everything=True)
    back = hall.tournament
    assert len(back.rounds) == 0
    assert any("taken back" in one.text for one in back.remarks)
    hall.do(Undo(), everything=True)
    assert hall.tournament == played
    hall.do(Redo(), everything=True)
    assert hall.tournament.rounds == back.rounds
    hall.do(Undo(), everything=True)
    assert hall.tournament == played
    hall.do(Undo(), everything=True)
    assert len(hall.tournament.rounds) == 1
