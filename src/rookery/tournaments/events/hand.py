"""Events of pairing by hand: the phase begins, boards change, the phase ends."""

from __future__ import annotations

from rookery.tournaments.event import Event, kind
from rookery.tournaments.keyed import NO_BOARDS, Boards


@kind("phase.opened")
class PhaseOpened(Event):
    """Manual pairing of a round begins; `boards` are the requested byes, or the boards of a round already paired."""

    round: int
    boards: Boards = NO_BOARDS


@kind("boards.set")
class BoardsSet(Event):
    """The boards of a round are set: the draft in a manual phase, otherwise the round itself."""

    round: int
    boards: Boards
    was: Boards = NO_BOARDS


@kind("phase.closed")
class PhaseClosed(Event):
    """The manual phase ends, with the round that follows in the log or discarded; how it compares with the rules."""

    round: int
    verdict: str = ""
    differences: tuple[str, ...] = ()
    breaches: tuple[str, ...] = ()
