"""Events of requested byes, withdrawals, expulsions and forbidden pairs."""

from __future__ import annotations

from rookery.model import ByeKind
from rookery.tournaments.event import Event, kind


@kind("bye.asked")
class ByeAsked(Event):
    """A participant has a bye in a round, or no longer has one; in a paired round it takes effect at once."""

    key: str
    round: int
    kind: ByeKind | None
    was: ByeKind | None = None


@kind("player.withdrawn")
class PlayerWithdrawn(Event):
    """A participant withdraws from this round on: not paired and without points in all later rounds."""

    key: str
    round: int


@kind("player.returned")
class PlayerReturned(Event):
    """A withdrawn participant plays again from this round on."""

    key: str
    round: int


@kind("player.expelled")
class PlayerExpelled(Event):
    """A participant is expelled: not paired from this round on, and left out of the standings."""

    key: str
    round: int
    reason: str = ""


@kind("expulsion.lifted")
class ExpulsionLifted(Event):
    """An expulsion is revoked; the participant is paired again from this round on."""

    key: str
    round: int


@kind("half_byes.barred")
class HalfByesBarred(Event):
    """A participant may not have half-point byes, or may again."""

    key: str
    barred: bool = True


@kind("pair.forbidden")
class PairForbidden(Event):
    """No two of these participants may meet in these rounds."""

    keys: tuple[str, ...]
    first: int = 1
    last: int | None = None


@kind("pair.allowed")
class PairAllowed(Event):
    """These participants, kept apart in these rounds, may meet again."""

    keys: tuple[str, ...]
    first: int = 1
    last: int | None = None
