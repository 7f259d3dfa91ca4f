"""Events of the prizes."""

from __future__ import annotations

from rookery.tournaments.event import Event, kind
from rookery.tournaments.rules import NO_PRIZES, Prizes


@kind("prizes.set")
class PrizesSet(Event):
    """The prizes are set, and how tied participants share them; without lines there are no prizes."""

    prizes: Prizes
    was: Prizes = NO_PRIZES
