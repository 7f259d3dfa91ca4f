"""Events of teams and line-ups."""

from __future__ import annotations

from rookery.model import ByeKind
from rookery.tournaments.event import Event, kind


@kind("team.entered")
class TeamEntered(Event):
    """A team enters under an unused number; its roster is in board order."""

    key: str
    number: int
    name: str
    roster: tuple[str, ...] = ()
    nickname: str = ""
    strength: int | None = None
    missed: ByeKind = ByeKind.NOT_ENTERED


@kind("team.changed")
class TeamChanged(Event):
    """The name, roster, nickname and strength of a team are set."""

    key: str
    name: str
    roster: tuple[str, ...] = ()
    nickname: str = ""
    strength: int | None = None


@kind("team.removed")
class TeamRemoved(Event):
    """A team is removed before round 1 is paired; events of their own remove its players."""

    key: str
    name: str = ""


@kind("lineup.set")
class LineupSet(Event):
    """The line-up of a team in a round is set, from board 1; no keys mean the order of the roster.

    An empty key is a vacant board. For a paired round, `boards.set` follows with the boards.
    """

    round: int
    team: str
    keys: tuple[str, ...] = ()
