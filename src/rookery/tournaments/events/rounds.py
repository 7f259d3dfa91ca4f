"""Events of rounds: paired, unpaired, start position drawn."""

from __future__ import annotations

from rookery.tournaments.event import Event, kind
from rookery.tournaments.keyed import Boards

AS_IT_WAS = "as it was"
"""The `by` of a round that is restored when a manual change is discarded."""


@kind("round.paired")
class RoundPaired(Event):
    """A round is paired: every board and every bye, and by which rules."""

    round: int
    boards: Boards
    by: str = ""


@kind("round.unpaired")
class RoundUnpaired(Event):
    """The last round is unpaired; its requested byes are requested again."""

    round: int


@kind("position.drawn")
class PositionDrawn(Event):
    """The Chess960 start position of a round is drawn, 0 to 959."""

    round: int
    number: int
