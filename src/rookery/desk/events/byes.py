"""Who does not play: byes asked for, withdrawals, expulsions; and who may not meet."""

from __future__ import annotations

from rookery.desk.happening import Happening, kind
from rookery.model import ByeKind


@kind("bye.asked")
class ByeAsked(Happening):
    """Somebody has a bye in a round, or none any more; in a round already paired it stands at once."""

    key: str
    round: int
    kind: ByeKind | None
    was: ByeKind | None = None


@kind("player.withdrawn")
class PlayerWithdrawn(Happening):
    """Somebody plays no more from this round on: not paired, without a point, in all the rounds there will be."""

    key: str
    round: int


@kind("player.returned")
class PlayerReturned(Happening):
    """Somebody who had withdrawn plays again from this round on."""

    key: str
    round: int


@kind("player.expelled")
class PlayerExpelled(Happening):
    """Somebody is expelled: not paired from this round on, and left out of the standings."""

    key: str
    round: int
    reason: str = ""


@kind("expulsion.lifted")
class ExpulsionLifted(Happening):
    """An expulsion is taken back; who was expelled is paired again from this round on."""

    key: str
    round: int


@kind("half_byes.barred")
class HalfByesBarred(Happening):
    """Somebody may have no half-point byes, or may again."""

    key: str
    barred: bool = True


@kind("pair.forbidden")
class PairForbidden(Happening):
    """No two of these may meet in these rounds."""

    keys: tuple[str, ...]
    first: int = 1
    last: int | None = None


@kind("pair.allowed")
class PairAllowed(Happening):
    """These may meet again, who were kept apart in these rounds."""

    keys: tuple[str, ...]
    first: int = 1
    last: int | None = None
