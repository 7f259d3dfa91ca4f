"""Events of restore points and of returns to an earlier version."""

from __future__ import annotations

from typing import Literal

from rookery.tournaments.event import Event, kind


@kind("point.marked")
class PointMarked(Event):
    """A restore point is named."""

    name: str


@kind("returned")
class Returned(Event):
    """The state of an earlier version is restored, except permanent facts; `lost` are the versions undone."""

    to: int
    why: Literal["undo", "redo", "point", "version"] = "undo"
    lost: tuple[int, ...] = ()
