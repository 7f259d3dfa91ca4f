"""Fixed boards and colours of participants. They change colours and board numbers, never the pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rookery._record import replace
from rookery.history.pairing_numbers import number_boards
from rookery.messages import msg
from rookery.model import Colour, FixedSeat, Game, Match, Result, Round
from rookery.pairing.outcome import Board, Breach

KEPT_COLOUR, KEPT_BOARD = "colour kept", "board kept"
"""Reasons of a board changed for a fixed seat, and of a breach."""

BOTH_KEEP = {
    Colour.WHITE: "Both should always have White: they have the colours that they would have otherwise.",
    Colour.BLACK: "Both should always have Black: they have the colours that they would have otherwise.",
}
KEEPS = {
    Colour.WHITE: "{higher} always has White in this event.",
    Colour.BLACK: "{higher} always has Black in this event.",
}
"""Texts for two opponents with the same fixed colour, and for one with a fixed colour."""

FixedSeats = Mapping[int, FixedSeat]
"""The participants with a fixed board or colour."""


def place_fixed(boards: Sequence[Board], fixed: FixedSeats) -> tuple[tuple[int, ...], tuple[Board, ...]]:
    """Return the board numbers and the boards, with fixed colours and boards applied.

    >>> boards = [Board(1, 3), Board(4, 2)]
    >>> place_fixed(boards, {3: FixedSeat(3, colour=Colour.WHITE), 2: FixedSeat(2, board=1)})[0]
    (1, 2)
    """
    boards_turned = [
        Board(b.black, b.white, "", KEPT_COLOUR) if must_swap_colours(b.white, b.black, fixed) else b for b in boards
    ]
    numbers = {participant: seat.board for participant, seat in fixed.items() if seat.board is not None}
    numbered = number_boards(boards_turned, numbers)
    return tuple([number for number, _ in numbered]), tuple([board for _, board in numbered])


def must_swap_colours(white: int, black: int, fixed: FixedSeats) -> bool:
    """Return whether the colours must be swapped for a fixed colour; False if both have the same one."""
    first, second = (fixed[participant].colour if participant in fixed else None for participant in (white, black))
    return first is not second and (first is Colour.BLACK or second is Colour.WHITE)


def with_fixed_colours(round: Round, fixed: FixedSeats) -> Round:
    """Return an unplayed round with the fixed colours applied."""
    games = [
        _swap_game(meeting) if must_swap_colours(meeting.white, meeting.black, fixed) else meeting
        for meeting in round.games
    ]
    matches = [
        _swap_match(meeting) if must_swap_colours(meeting.white, meeting.black, fixed) else meeting
        for meeting in round.matches
    ]
    return replace(round, games=tuple(games), matches=tuple(matches))


_TURNED = {
    Result.WHITE_BY_FORFEIT: Result.BLACK_BY_FORFEIT,
    Result.BLACK_BY_FORFEIT: Result.WHITE_BY_FORFEIT,
}
"""Forfeits after an exchange of colours."""


def _swap_game(game: Game) -> Game:
    return Game(game.black, game.white, _TURNED.get(game.result, game.result), game.coloured)


def _swap_match(match: Match) -> Match:
    forfeit = None if match.forfeit is None else _TURNED.get(match.forfeit, match.forfeit)
    return Match(match.black, match.white, tuple(map(_swap_game, match.games)), forfeit, match.vacant)


def find_clashes(meetings: Sequence[Board], fixed: FixedSeats) -> Iterator[Breach]:
    """Yield the conflicts of two opponents with the same fixed colour, or with a fixed board each."""
    for board in meetings:
        if board.white not in fixed or board.black not in fixed:
            continue
        white, black, participants = fixed[board.white], fixed[board.black], (board.white, board.black)
        if white.colour is not None and white.colour is black.colour:
            yield Breach(KEPT_COLOUR, "", "", participants, BOTH_KEEP[white.colour])
        if white.board is not None and black.board is not None:
            lowest, highest = sorted((white.board, black.board))
            text = msg(
                "Both have a fixed board, %(board)s and %(other)s: they meet at board %(board)s.",
                board=lowest,
                other=highest,
            )
            yield Breach(KEPT_BOARD, "", "", participants, text)
