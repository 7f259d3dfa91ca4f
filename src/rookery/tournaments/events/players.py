"""Events of players: entered, changed, removed, rated, checked in."""

from __future__ import annotations

from rookery.model import ByeKind
from rookery.model.ratings import Rating
from rookery.tournaments.event import Event, kind
from rookery.tournaments.keyed import Facts


@kind("player.entered")
class PlayerEntered(Event):
    """A player enters under an unused number; `missed` is the bye in every round paired already."""

    key: str
    number: int
    facts: Facts
    missed: ByeKind = ByeKind.NOT_ENTERED


@kind("player.changed")
class PlayerChanged(Event):
    """The details of a player are corrected: all facts as they are now, and as they were."""

    key: str
    facts: Facts
    was: Facts


@kind("player.removed")
class PlayerRemoved(Event):
    """A player is removed before round 1 is paired; the others keep their numbers."""

    key: str
    name: str = ""


@kind("rating.set")
class RatingSet(Event):
    """A player's rating is set: the tournament rating, and all known ratings with list and month."""

    key: str
    rating: int | None
    ratings: tuple[Rating, ...] = ()
    was: int | None = None


@kind("checkin.marked")
class CheckInMarked(Event):
    """Participants are ticked as present for a round, or their ticks are removed.

    Ticks are notes for the check-in of the coming round; an undo does not change them.
    """

    round: int
    keys: tuple[str, ...]
    present: bool = True
