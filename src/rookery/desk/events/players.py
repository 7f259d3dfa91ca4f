"""Who takes part: entered, changed, removed, rated."""

from __future__ import annotations

from rookery.desk.facts import Facts
from rookery.desk.happening import Happening, kind
from rookery.model import ByeKind
from rookery.model.ratings import Rating


@kind("player.entered")
class PlayerEntered(Happening):
    """Somebody takes part, under a number nobody has; `missed` is the bye in every round paired already."""

    key: str
    number: int
    facts: Facts
    missed: ByeKind = ByeKind.NOT_ENTERED


@kind("player.changed")
class PlayerChanged(Happening):
    """What is known of a player is put right: all facts as they are now, and as they were."""

    key: str
    facts: Facts
    was: Facts


@kind("player.removed")
class PlayerRemoved(Happening):
    """A player is taken off the list, before anybody has been paired; the others keep their numbers."""

    key: str
    name: str = ""


@kind("rating.set")
class RatingSet(Happening):
    """A player's rating is set: the one the tournament is run with, and all that are known, with list and month."""

    key: str
    rating: int | None
    ratings: tuple[Rating, ...] = ()
    was: int | None = None
