"""What the arbiter lays down beside the rounds: byes asked for, pairs forbidden, points added."""

from __future__ import annotations

from rookery.errors import RuleError
from rookery.model.kinds import fits, misfit, must_be_tenths, must_number, row
from rookery.model.limits import MOST_ROUNDS
from rookery.model.points import Points
from rookery.model.results import ByeKind
from rookery.renamed import fields
from rookery.values import frozen


def _must_be_round(given: int, what: str) -> None:
    """Refuse what is no number of a round."""
    if not fits(given, int) or not 1 <= given <= MOST_ROUNDS:
        raise misfit(what, f"a number from 1 to {MOST_ROUNDS}", given)


@frozen
class RequestedBye:
    """A bye asked for, or an absence announced, in a round that is not paired yet."""

    round: int
    player: int
    kind: ByeKind = ByeKind.ZERO

    def __post_init__(self) -> None:
        if self.kind.__class__ is not ByeKind:
            raise misfit(f"the bye that {self.player} asks for", "a ByeKind such as ByeKind.HALF", self.kind)
        must_number("who asks for a bye", self.player)
        _must_be_round(self.round, f"the round of the bye that {self.player} asks for")
        if self.kind not in (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO):
            raise RuleError(f"nobody can ask for a {self.kind}", who=(self.player,))


@fields(first="first_round", last="last_round")
@frozen
class Forbidden:
    """Players of whom no two may meet in the rounds first_round..last_round (None: the last round of all)."""

    players: tuple[int, ...]
    first_round: int = 1
    last_round: int | None = None

    def __post_init__(self) -> None:
        if self.players.__class__ is not tuple:
            row(self, "players")
        must_number("a player of a forbidden pair", *self.players)
        _must_be_round(self.first_round, "the first round in which a pair is forbidden")
        if self.last_round is not None:
            _must_be_round(self.last_round, "the last round in which a pair is forbidden")

    def covers(self, round: int) -> bool:
        """Whether this holds in the round."""
        return self.first_round <= round and (self.last_round is None or round <= self.last_round)


@frozen
class VirtualPoints:
    """Points added for pairing only to participants first..last, in the rounds first_round..last_round."""

    first: int
    last: int
    first_round: int
    last_round: int
    points: Points = 0
    match_points: Points = 0

    def __post_init__(self) -> None:
        must_be_tenths("virtual points", self.points, self.match_points)
        _must_be_round(self.first_round, "the first round of virtual points")
        _must_be_round(self.last_round, "the last round of virtual points")


@frozen
class AbnormalPoints:
    """Points out of the ordinary: `kind` is a result letter whose worth is replaced, or blank for a bonus or fine."""

    players: tuple[int, ...]
    kind: str = ""
    points: Points = 0
    match_points: Points = 0
    round: int | None = None

    def __post_init__(self) -> None:
        if self.players.__class__ is not tuple:
            row(self, "players")
        must_be_tenths("abnormal points", self.points, self.match_points)
        if self.round is not None:
            _must_be_round(self.round, "the round of abnormal points")
