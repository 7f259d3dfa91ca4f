"""Pairing by hand: a phase with a beginning and an end, and boards that are moved."""

from __future__ import annotations

from rookery.desk.facts import NONE, Boards
from rookery.desk.happening import Happening, kind


@kind("phase.opened")
class PhaseOpened(Happening):
    """A round is made by hand from now on; if it was paired, its boards lie on the table."""

    round: int
    boards: Boards = NONE


@kind("boards.set")
class BoardsSet(Happening):
    """The boards of a round are these: on the table in a phase by hand, else in the round itself."""

    round: int
    boards: Boards
    was: Boards = NONE


@kind("phase.closed")
class PhaseClosed(Happening):
    """The phase by hand ends: with the round that follows in the log, or given up; how it compares with ours."""

    round: int
    verdict: str = ""
    differences: tuple[str, ...] = ()
    breaches: tuple[str, ...] = ()
