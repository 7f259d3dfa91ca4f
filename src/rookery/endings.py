"""How every round was for everybody: won, drawn, lost, still open, or without an opponent."""

from __future__ import annotations

from rookery.history import History
from rookery.meetings import Column, Kind, Meeting
from rookery.model import Tournament
from rookery.typed import Literal

Ended = Literal["won", "drawn", "lost", "open", "free"]
"""How a round was for somebody: against the points of the opponent; `free` without one."""


def endings(t: Tournament) -> dict[int, tuple[Ended, ...]]:
    """How every round was for everybody, in the points by which they are ranked."""
    columns = History(t).columns
    return {one: tuple(ended(column, column[one]) for column in columns) for one in t.by_id}


def ended(column: Column, meeting: Meeting) -> Ended:
    """How a meeting was, in the round of this column."""
    if meeting.opponent is None:
        return "free"
    if meeting.kind is Kind.PENDING:
        return "open"
    theirs = column[meeting.opponent].points
    if meeting.points == theirs:
        return "drawn" if meeting.points else "lost"  # both can lose
    return "won" if meeting.points > theirs else "lost"
