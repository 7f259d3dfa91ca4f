"""Seats that somebody keeps: a board, a colour. The pairs are those of the rules; only colours and boards give way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rookery.model import Colour, FixedSeat, Game, Match, Result, Round
from rookery.order import placed
from rookery.pairing.outcome import Board, Breach
from rookery.values import replace
from rookery.wording import spoken

KEPT_COLOUR, KEPT_BOARD = "colour kept", "board kept"
"""The reasons of a board that follows a seat, and of what could not be kept."""

BOTH_KEEP = {
    Colour.WHITE: "Both keep White: they have the colours that they would have otherwise.",
    Colour.BLACK: "Both keep Black: they have the colours that they would have otherwise.",
}
KEEPS = {
    Colour.WHITE: "{higher} keeps White in this event, whatever the rules of colours say.",
    Colour.BLACK: "{higher} keeps Black in this event, whatever the rules of colours say.",
}
"""What is said of two who keep the same colour, and of one who keeps theirs, as rules say it."""

Kept = Mapping[int, FixedSeat]
"""Who keeps a board or a colour."""


def seated(boards: Sequence[Board], kept: Kept) -> tuple[tuple[int, ...], tuple[Board, ...]]:
    """The boards with the colours that are kept, where they stand then, and their numbers.

    >>> boards = [Board(1, 3), Board(4, 2)]
    >>> seated(boards, {3: FixedSeat(3, colour=Colour.WHITE), 2: FixedSeat(2, board=1)})[0]
    (1, 2)
    """
    turned = [Board(b.black, b.white, "", KEPT_COLOUR) if turns(b.white, b.black, kept) else b for b in boards]
    numbers = {one: seat.board for one, seat in kept.items() if seat.board is not None}
    found = placed(turned, numbers)
    return tuple([number for number, _ in found]), tuple([board for _, board in found])


def turns(white: int, black: int, kept: Kept) -> bool:
    """Whether two have to change colours for what one of them keeps; not where both keep the same."""
    first, second = (kept[one].colour if one in kept else None for one in (white, black))
    return first is not second and (first is Colour.BLACK or second is Colour.WHITE)


def turned_round(round: Round, kept: Kept) -> Round:
    """A round that a format gives, none of it played, with the colours that are kept."""
    games = [_turned(one) if turns(one.white, one.black, kept) else one for one in round.games]
    matches = [_turned_match(one) if turns(one.white, one.black, kept) else one for one in round.matches]
    return replace(round, games=tuple(games), matches=tuple(matches))


_TURNED = {
    Result.WHITE_BY_FORFEIT: Result.BLACK_BY_FORFEIT,
    Result.BLACK_BY_FORFEIT: Result.WHITE_BY_FORFEIT,
}
"""What is decided before a round, from the other side."""


def _turned(game: Game) -> Game:
    return Game(game.black, game.white, _TURNED.get(game.result, game.result), game.coloured)


def _turned_match(match: Match) -> Match:
    forfeit = None if match.forfeit is None else _TURNED.get(match.forfeit, match.forfeit)
    return Match(match.black, match.white, tuple(map(_turned, match.games)), forfeit)


def clashes(meetings: Sequence[Board], kept: Kept) -> Iterator[Breach]:
    """What could not be kept: two who meet keep the same colour, or a board each."""
    for one in meetings:
        if one.white not in kept or one.black not in kept:
            continue
        white, black, who = kept[one.white], kept[one.black], (one.white, one.black)
        if white.colour is not None and white.colour is black.colour:
            yield Breach(KEPT_COLOUR, "", "", who, BOTH_KEEP[white.colour])
        if white.board is not None and black.board is not None:
            least, most = sorted((white.board, black.board))
            said = spoken("Both keep a board, %(board)s and %(other)s: they meet at board %(board)s.", board=least,
                          other=most)  # fmt: skip
            yield Breach(KEPT_BOARD, "", "", who, said)
