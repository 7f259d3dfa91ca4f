"""Who keeps a board or a colour."""

from __future__ import annotations

from rookery.desk.happening import Happening, kind
from rookery.model import Colour


@kind("seat.fixed")
class SeatFixed(Happening):
    """Somebody keeps a board, a colour or both from this round on."""

    key: str
    round: int
    board: int | None = None
    colour: Colour | None = None


@kind("seat.freed")
class SeatFreed(Happening):
    """Somebody keeps neither a board nor a colour from this round on."""

    key: str
    round: int
