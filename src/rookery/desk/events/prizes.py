"""The prizes of an event."""

from __future__ import annotations

from rookery.desk.happening import Happening, kind
from rookery.desk.rules import NO_PRIZES, Prizes


@kind("prizes.set")
class PrizesSet(Happening):
    """The prizes are laid down, and how those who are level on points share them; without lines there are none."""

    prizes: Prizes
    was: Prizes = NO_PRIZES
