"""Events of pairing numbers."""

from __future__ import annotations

from typing import Literal

from rookery.model import VirtualPoints
from rookery.tournaments.event import Event, kind

Why = Literal["start", "late", "correction", "exchange", "hand", "lot"]
"""The reason for a change of numbers."""


@kind("numbers.given")
class NumbersGiven(Event):
    """The listed participants get new numbers, all at once; `acceleration` has virtual points by new number."""

    numbers: dict[str, int]
    why: Why = "start"
    acceleration: tuple[VirtualPoints, ...] = ()
    teams: bool = False
