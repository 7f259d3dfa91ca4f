"""Teams and who sits at their boards."""

from __future__ import annotations

from rookery.desk.happening import Happening, kind
from rookery.model import ByeKind


@kind("team.entered")
class TeamEntered(Happening):
    """A team takes part, under a number no team has; its roster is in the order of its boards."""

    key: str
    number: int
    name: str
    roster: tuple[str, ...] = ()
    nickname: str = ""
    strength: int | None = None
    missed: ByeKind = ByeKind.NOT_ENTERED


@kind("team.changed")
class TeamChanged(Happening):
    """A team has this name, roster and strength now."""

    key: str
    name: str
    roster: tuple[str, ...] = ()
    nickname: str = ""
    strength: int | None = None


@kind("team.removed")
class TeamRemoved(Happening):
    """A team is taken off the list, before anybody has been paired; its players are taken off by themselves."""

    key: str
    name: str = ""


@kind("lineup.set")
class LineupSet(Happening):
    """Who of a team sits at its boards in a round that is not paired yet, from the first; nobody: as in the roster."""

    round: int
    team: str
    keys: tuple[str, ...] = ()
