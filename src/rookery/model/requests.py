"""Requests and rulings beside the rounds.

Requested byes, fixed seats, forbidden pairs, added points, remarks, withdrawals and expulsions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rookery._record import field, record
from rookery.errors import RuleError
from rookery.messages import join_list, msg
from rookery.model.results import ByeKind, Colour, Points, Result
from rookery.model.validation import (
    MOST_BOARDS,
    MOST_ROUNDS,
    coerce_tuple,
    fits,
    require_number,
    require_round,
    require_tenths,
    type_error,
)

_AT = "@ Round "
_TO_ONE_LINE = str.maketrans("\r\n\t", "   ")


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
        require_round("the round of the bye that %(player)s asks for", self.round, player=self.player)
        if self.kind not in (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO):
            raise RuleError(msg("nobody can ask for a %(bye)s", bye=self.kind), participants=(self.player,))


@record
class FixedSeat:
    """The fixed board of a player who cannot move, a fixed colour, or both, from a round on; neither ends it.

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
        require_round("the first round in which %(player)s keeps a seat", self.first_round, player=self.player)

    def __str__(self) -> str:
        parts = [f"board {self.board}"] * (self.board is not None)
        parts += [self.colour.name.title()] if self.colour is not None else []
        return ", ".join(parts) or "no board or colour of their own"


def active_seats(seats: Iterable[FixedSeat], round: int) -> dict[int, FixedSeat]:
    """Return the seats kept in this round by participant; of several seats of a participant the latest counts."""
    started = sorted((seat for seat in seats if seat.first_round <= round), key=lambda seat: seat.first_round)
    latest = {seat.player: seat for seat in started}
    return {player: seat for player, seat in latest.items() if seat.board is not None or seat.colour is not None}


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

    if TYPE_CHECKING:  # what is given may be any iterable; what is kept is a tuple

        def __init__(self, players: Iterable[int], first_round: int = ..., last_round: int | None = ...) -> None: ...

    def __post_init__(self) -> None:
        if self.players.__class__ is not tuple:
            coerce_tuple(self, "players")
        require_number("a player of a forbidden pair", *self.players)
        require_round("the first round in which a pair is forbidden", self.first_round)
        if self.last_round is not None:
            require_round("the last round in which a pair is forbidden", self.last_round)

    def covers(self, round: int) -> bool:
        """Return whether the prohibition applies in the round.

        Args:
            round: The number of the round.

        Returns:
            True if the round is among those of the prohibition.
        """
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
        require_round("the first round of virtual points", self.first_round)
        require_round("the last round of virtual points", self.last_round)


@record
class PointAdjustment:
    """An irregular award of points.

    `kind` is the result letter whose points are replaced, or blank for a bonus or a fine.
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
            require_round("the round of abnormal points", self.round)


@record
class Remark:
    """A remark in the file of a tournament: one line of text, and the round it refers to.

    The text names the round, too, as arbiters write it, so that it is visible in the file.

    >>> Remark("FIDE mode exited", 3)
    Remark(text='FIDE mode exited @ Round 3', round=3)
    >>> Remark("MPA @ Round 4: 5-2 8-1 => 5-1 8-2").round, Remark("MPA: by hand", 4).text
    (4, 'MPA @ Round 4: by hand')
    """

    text: str
    round: int | None = None

    def __post_init__(self) -> None:
        if not fits(self.text, str) or not (text := self.text.translate(_TO_ONE_LINE).strip()):
            raise type_error("a remark", "a text that says something", self.text)
        named_round = _round_in(text)
        if self.round is None:
            object.__setattr__(self, "round", named_round)
        elif not fits(self.round, int) or not 1 <= self.round <= MOST_ROUNDS:
            raise type_error(
                "the round of a remark", msg("a number from 1 to %(most)s, or None", most=MOST_ROUNDS), self.round
            )
        elif named_round is None:
            head, colon, rest = text.partition(": ")
            text = f"{head} {_AT}{self.round}{colon}{rest}"
        elif named_round != self.round:
            raise RuleError(msg("the remark %(text)s speaks of round %(round)s, not of %(other)s", text=repr(text),
                                   round=named_round, other=self.round))  # fmt: skip
        object.__setattr__(self, "text", text)

    def __str__(self) -> str:
        return self.text


@record
class ReportedResult:
    """The actual result of a game, for the rating report only: known too late for pairings and standings.

    Pairings and standings keep the result in the round (C.04.2 4.3).
    """

    round: int
    white: int
    black: int
    result: Result

    def __post_init__(self) -> None:
        game = f"{self.white}-{self.black}"
        require_round("the round of %(game)s", self.round, game=game)
        if not fits(self.result, Result) or self.result in (Result.PENDING, Result.ADJOURNED):
            raise type_error(
                msg("the result of %(game)s for the report", game=game),
                "a Result of a game that is over",
                self.result,
            )


@record
class Expulsion:
    """A participant who is expelled: not paired from this round on, and left out of the standings."""

    player: int
    round: int
    reason: str = ""

    def __post_init__(self) -> None:
        require_round("the round from which %(player)s is expelled", self.round, player=self.player)
        if not fits(self.reason, str):
            raise type_error(msg("the reason why %(player)s is expelled", player=self.player), "a text", self.reason)
        object.__setattr__(self, "reason", self.reason.translate(_TO_ONE_LINE).strip())

    def __str__(self) -> str:
        return f"expelled from round {self.round} on{self.reason and f': {self.reason}'}"


@record
class Withdrawal:
    """A participant who has withdrawn: not paired from this round on, however many rounds there will be."""

    player: int
    round: int

    def __post_init__(self) -> None:
        require_round("the round from which %(player)s is withdrawn", self.round, player=self.player)


def _round_in(text: str) -> int | None:
    """Return the round that a text names, or None.

    >>> _round_in("TPN @ round 12: 4 <-> 5"), _round_in("@ Round x, @ Round 2"), _round_in("after Round 3")
    (12, 2, None)
    """
    for rest in text.lower().split(_AT.lower())[1:]:
        digits = rest[: len(rest) - len(rest.lstrip("0123456789"))]
        if len(digits) <= len(str(MOST_ROUNDS)) and int(digits or "0"):
            return int(digits)
    return None
