"""Pairing numbers, and whenever they change."""

from __future__ import annotations

from typing import Literal

from rookery.desk.happening import Happening, kind
from rookery.model import VirtualPoints

Why = Literal["start", "late", "correction", "exchange", "hand", "lot"]
"""Why somebody has another number."""


@kind("numbers.given")
class NumbersGiven(Happening):
    """Who is named has another number, all at once; virtual points go by numbers, and are told as they are then."""

    numbers: dict[str, int]
    why: Why = "start"
    acceleration: tuple[VirtualPoints, ...] = ()
    teams: bool = False
