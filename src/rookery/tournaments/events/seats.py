"""Events of fixed boards and colours."""

from __future__ import annotations

from rookery.model import Colour
from rookery.tournaments.event import Event, kind


@kind("seat.fixed")
class SeatFixed(Event):
    """A participant keeps a board, a colour or both from this round on."""

    key: str
    round: int
    board: int | None = None
    colour: Colour | None = None


@kind("seat.freed")
class SeatFreed(Event):
    """A participant no longer keeps a board or a colour from this round on."""

    key: str
    round: int
