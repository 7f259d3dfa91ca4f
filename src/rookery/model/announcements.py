"""What the arbiter lays down beside the rounds: byes asked for, seats kept, pairs forbidden, points added."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rookery.errors import RuleError
from rookery.model.kinds import fits, misfit, must_be_tenths, must_number, row
from rookery.model.limits import MOST_BOARDS, MOST_ROUNDS
from rookery.model.points import Points
from rookery.model.results import ByeKind, Colour
from rookery.renamed import fields
from rookery.values import Value
from rookery.wording import filled, listed, spoken, word


def _must_be_round(given: int, what: str, **values: object) -> None:
    """Refuse what is no number of a round."""
    if not fits(given, int) or not 1 <= given <= MOST_ROUNDS:
        raise misfit(filled(word(what), **values), spoken("a number from 1 to %(most)s", most=MOST_ROUNDS), given)


class RequestedBye(Value):
    """A bye asked for, or an absence announced, in a round that is not paired yet."""

    round: int
    player: int
    kind: ByeKind = ByeKind.ZERO

    def __post_init__(self) -> None:
        if self.kind.__class__ is not ByeKind:
            raise misfit(
                spoken("the bye that %(player)s asks for", player=self.player),
                "a ByeKind such as ByeKind.HALF",
                self.kind,
            )
        must_number("who asks for a bye", self.player)
        _must_be_round(self.round, "the round of the bye that %(player)s asks for", player=self.player)
        if self.kind not in (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO):
            raise RuleError(spoken("nobody can ask for a %(bye)s", bye=self.kind), who=(self.player,))


class FixedSeat(Value):
    """What a participant keeps from a round on: a board (one who cannot move), a colour, or both; neither ends it.

    >>> str(FixedSeat(7, board=3, colour=Colour.WHITE)), str(FixedSeat(7, first_round=4))
    ('board 3, White', 'no board or colour of their own')
    """

    player: int
    board: int | None = None
    colour: Colour | None = None
    first_round: int = 1

    def __post_init__(self) -> None:
        must_number("who keeps a seat", self.player)
        if self.board is not None and (not fits(self.board, int) or not 1 <= self.board <= MOST_BOARDS):
            raise misfit(
                spoken("the board that %(player)s keeps", player=self.player),
                spoken("a number from 1 to %(most)s", most=MOST_BOARDS),
                self.board,
            )
        if self.colour is not None and not fits(self.colour, Colour):
            raise misfit(
                spoken("the colour that %(player)s keeps", player=self.player), "a Colour or None", self.colour
            )
        _must_be_round(self.first_round, "the first round in which %(player)s keeps a seat", player=self.player)

    def __str__(self) -> str:
        said = [f"board {self.board}"] * (self.board is not None)
        said += [self.colour.name.title()] if self.colour is not None else []
        return ", ".join(said) or "no board or colour of their own"


def kept_in(seats: Iterable[FixedSeat], round: int) -> dict[int, FixedSeat]:
    """Who keeps a board or a colour in this round, and which: of one's seats the latest counts."""
    found = sorted((one for one in seats if one.first_round <= round), key=lambda one: one.first_round)
    latest = {one.player: one for one in found}
    return {id: one for id, one in latest.items() if one.board is not None or one.colour is not None}


def must_all_be_kept(seats: Sequence[FixedSeat]) -> None:
    """Refuse a board that two keep, and two seats of one from the same round on."""
    for seat in seats:
        if sum((one.player, one.first_round) == (seat.player, seat.first_round) for one in seats) > 1:
            raise RuleError(spoken("%(player)s has two seats from round %(round)s on", player=seat.player,
                                   round=seat.first_round), who=(seat.player,))  # fmt: skip
        same = [one.player for one in kept_in(seats, seat.first_round).values() if one.board == seat.board is not None]
        if seat.player in same and len(same) > 1:
            raise RuleError(spoken("%(players)s cannot both keep board %(board)s", players=listed(same),
                                   board=seat.board), who=same)  # fmt: skip


@fields(first="first_round", last="last_round")
class Forbidden(Value):
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


class VirtualPoints(Value):
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


class AbnormalPoints(Value):
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
