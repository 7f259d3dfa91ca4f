"""Rounds: paired, and taken back."""

from __future__ import annotations

from rookery.desk.facts import Boards
from rookery.desk.happening import Happening, kind


@kind("round.paired")
class RoundPaired(Happening):
    """A round is paired: every board and every bye, and by which rules."""

    round: int
    boards: Boards
    by: str = ""


@kind("round.unpaired")
class RoundUnpaired(Happening):
    """The last round is taken back; the byes that were asked for are asked for again."""

    round: int


@kind("position.drawn")
class PositionDrawn(Happening):
    """The start position of a round of Chess960 is drawn, 0 to 959."""

    round: int
    number: int
