"""Requests and rulings by the arbiter beside the rounds: requested byes, fixed seats, forbidden pairs, added
points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rookery._record import field, record
from rookery.errors import RuleError
from rookery.messages import format_msg, join_list, msg, msg_const
from rookery.model.limits import MOST_BOARDS, MOST_ROUNDS
from rookery.model.points import Points
from rookery.model.results import ByeKind, Colour
from rookery.model.validation import coerce_tuple, fits, require_number, require_tenths, type_error


def _must_be_round(number: int, description: str, **values: object) -> None:
    """Raise RuleError unless this is the number of a round."""
    if not fits(number, int) or not 1 <= number <= MOST_ROUNDS:
        raise type_error(
            format_msg(msg_const(description), **values), msg("a number from 1 to %(most)s", most=MOST_ROUNDS), number
        )


@record
class RequestedBye:
    """A requested bye, or an announced absence, in a round that is not paired yet."""

    round: int
    player: int
    kind: ByeKind = ByeKind.ZERO

    def __post_init__(self) -> None:
        if self.kind.__class__ is not ByeKind:
            raise type_error(
                msg("the bye that %(player)s asks for", player=self.player),
                "a ByeKind such as ByeKind.HALF",
                self.kind,
            )
        require_number("who asks for a bye", self.player)
        _must_be_round(self.round, "the round of the bye that %(player)s asks for", player=self.player)
        if self.kind not in (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO):
            raise RuleError(msg("nobody can ask for a %(bye)s", bye=self.kind), participants=(self.player,))


@record
class FixedSeat:
    """The fixed board (of a player who cannot move), fixed colour, or both, of a participant from a round on;
    neither ends it.

    >>> str(FixedSeat(7, board=3, colour=Colour.WHITE)), str(FixedSeat(7, first_round=4))
    ('board 3, White', 'no board or colour of their own')
    """

    player: int
    board: int | None = None
    colour: Colour | None = None
    first_round: int = 1

    def __post_init__(self) -> None:
        require_number("who keeps a seat", self.player)
        if self.board is not None and (not fits(self.board, int) or not 1 <= self.board <= MOST_BOARDS):
            raise type_error(
                msg("the board that %(player)s keeps", player=self.player),
                msg("a number from 1 to %(most)s", most=MOST_BOARDS),
                self.board,
            )
        if self.colour is not None and not fits(self.colour, Colour):
            raise type_error(
                msg("the colour that %(player)s keeps", player=self.player), "a Colour or None", self.colour
            )
        _must_be_round(self.first_round, "the first round in which %(player)s keeps a seat", player=self.player)

    def __str__(self) -> str:
        parts = [f"board {self.board}"] * (self.board is not None)
        parts += [self.colour.name.title()] if self.colour is not None else []
        return ", ".join(parts) or "no board or colour of their own"


def active_seats(seats: Iterable[FixedSeat], round: int) -> dict[int, FixedSeat]:
    """Return the seats kept in this round by participant; of several seats of a participant the latest counts."""
    started = sorted((seat for seat in seats if seat.first_round <= round), key=lambda seat: seat.first_round)
    latest = {seat.player: seat for seat in started}
    return {id: seat for id, seat in latest.items() if seat.board is not None or seat.colour is not None}


def check_seats(seats: Sequence[FixedSeat]) -> None:
    """Raise RuleError if two participants keep the same board, or one has two seats from the same round."""
    for seat in seats:
        if (
            sum((other_seat.player, other_seat.first_round) == (seat.player, seat.first_round) for other_seat in seats)
            > 1
        ):
            raise RuleError(msg("%(player)s has two seats from round %(round)s on", player=seat.player,
                                   round=seat.first_round), participants=(seat.player,))  # fmt: skip
        players_at_board = [
            other_seat.player
            for other_seat in active_seats(seats, seat.first_round).values()
            if other_seat.board == seat.board is not None
        ]
        if seat.player in players_at_board and len(players_at_board) > 1:
            raise RuleError(msg("%(players)s cannot both keep board %(board)s", players=join_list(players_at_board),
                                   board=seat.board), participants=players_at_board)  # fmt: skip


@record
class ForbiddenPair:
    """Players of whom no two may meet in the rounds first_round..last_round (None: the last round of all)."""

    players: tuple[int, ...]
    first_round: int = field(default=1, json_key="first")
    last_round: int | None = field(default=None, json_key="last")

    def __post_init__(self) -> None:
        if self.players.__class__ is not tuple:
            coerce_tuple(self, "players")
        require_number("a player of a forbidden pair", *self.players)
        _must_be_round(self.first_round, "the first round in which a pair is forbidden")
        if self.last_round is not None:
            _must_be_round(self.last_round, "the last round in which a pair is forbidden")

    def covers(self, round: int) -> bool:
        """Return whether the prohibition applies in the round."""
        return self.first_round <= round and (self.last_round is None or round <= self.last_round)


@record
class VirtualPoints:
    """Points added for pairing only to participants first..last, in the rounds first_round..last_round."""

    first: int
    last: int
    first_round: int
    last_round: int
    points: Points = 0
    match_points: Points = 0

    def __post_init__(self) -> None:
        require_tenths("virtual points", self.points, self.match_points)
        _must_be_round(self.first_round, "the first round of virtual points")
        _must_be_round(self.last_round, "the last round of virtual points")


@record
class PointAdjustment:
    """An irregular award of points: `kind` is a result letter whose points are replaced, or blank for a bonus or
    fine.
    """

    players: tuple[int, ...]
    kind: str = ""
    points: Points = 0
    match_points: Points = 0
    round: int | None = None

    def __post_init__(self) -> None:
        if self.players.__class__ is not tuple:
            coerce_tuple(self, "players")
        require_tenths("abnormal points", self.points, self.match_points)
        if self.round is not None:
            _must_be_round(self.round, "the round of abnormal points")
