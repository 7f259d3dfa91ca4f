"""Going back, and the points to go back to."""

from __future__ import annotations

from typing import Literal

from rookery.desk.happening import Happening, kind


@kind("point.marked")
class PointMarked(Happening):
    """One can go back to here by this name."""

    name: str


@kind("returned")
class Returned(Happening):
    """Everything is as it was at a version, but for what can never be undone; the log keeps what was lost."""

    to: int
    why: Literal["undo", "redo", "point", "version"] = "undo"
    lost: tuple[int, ...] = ()
