"""The round cells of a player row: opponent, colour and result letter, alone and compared with the other row.

A cell is the opponent's number (four columns) and a tail: blank, colour, blank, result, and the two blanks before the
next cell. All the tails that make sense are listed here once and have a number; a reader only looks them up.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from rookery.errors import RuleError
from rookery.model import ByeKind, Ending, Game, Result
from rookery.trf.fields import PLAYER_ROW

assert PLAYER_ROW.group is not None
_OPPONENT, _COLOUR, _RESULT = PLAYER_ROW.group.fields
STEP = PLAYER_ROW.group.step
START = _OPPONENT.first - 1
OPPONENT_WIDTH = _OPPONENT.width
CELL_WIDTH = _RESULT.last - _OPPONENT.first + 1
TAIL_WIDTH = STEP - OPPONENT_WIDTH
COLOUR_AT, RESULT_AT = _COLOUR.first - _OPPONENT.last - 1, _RESULT.first - _OPPONENT.last - 1

NOBODY = "0000"


class Tail(NamedTuple):
    """Colour (`w`, `b`, `-` or blank) and result letter of a cell."""

    colour: str
    letter: str


COLOURS = {"w": "w", "W": "w", "b": "b", "B": "b", "-": "-", " ": " "}
_OUTCOMES = {
    "1": (Ending.WIN, True), "=": (Ending.DRAW, True), "0": (Ending.LOSS, True), "W": (Ending.WIN, False),
    "D": (Ending.DRAW, False), "L": (Ending.LOSS, False), "+": (Ending.FORFEIT_WIN, False),
    "-": (Ending.FORFEIT_LOSS, False), "?": (Ending.ADJOURNED, False), " ": (Ending.PENDING, False),
}  # fmt: skip
_BYES = {"U": ByeKind.PAIRING_ALLOCATED, "F": ByeKind.FULL, "H": ByeKind.HALF, "Z": ByeKind.ZERO}
LETTERS = {letter: letter for letter in (*_OUTCOMES, *_BYES)} | {letter.lower(): letter for letter in "WDLUFHZ"}
LETTERS |= dict.fromkeys("XxAa", "?")

TAILS: tuple[Tail, ...] = tuple(Tail(colour, letter) for colour in "wb- " for letter in (*_OUTCOMES, *_BYES))
_NUMBER = {tail: index for index, tail in enumerate(TAILS)}
EMPTY = _NUMBER[Tail(" ", " ")]


@cache
def tail_spellings() -> dict[str, int]:
    """Return every text a tail can have, trailing blanks optional, with its number in TAILS."""
    numbers: dict[str, int] = {}
    for colour, symbol in COLOURS.items():
        for letter, capital in LETTERS.items():
            text = list(" " * TAIL_WIDTH)
            text[COLOUR_AT], text[RESULT_AT] = colour, letter
            full = "".join(text)
            for length in range(len(full.rstrip()), TAIL_WIDTH + 1):
                numbers[full[:length]] = _NUMBER[Tail(symbol, capital)]
    return numbers


BYE_OF: tuple[ByeKind | None, ...] = tuple(
    {**_BYES, " ": ByeKind.ZERO, "-": ByeKind.ZERO, "=": ByeKind.HALF, "+": ByeKind.FULL}.get(tail.letter)
    if tail.colour in "- " else None
    for tail in TAILS
)  # fmt: skip
"""The bye of each tail without an opponent; None where it makes no sense."""


class Agreement(NamedTuple):
    """The game that two tails describe."""

    first_is_white: bool
    result: Result
    coloured: bool


def _result(white_letter: str, black_letter: str) -> Result | None:
    """Return the result by White's and Black's letter; None when they contradict each other."""
    (white, rated), (black, black_rated) = _OUTCOMES[white_letter], _OUTCOMES[black_letter]
    try:
        return Result.of(white, black, rated=rated) if rated is black_rated else None
    except RuleError:
        return None


_RESULTS = {(mine, theirs): _result(mine, theirs) for mine in _OUTCOMES for theirs in _OUTCOMES}


@cache
def agreement(lower: int, higher: int) -> Agreement | None:
    """Return the game described by the tails of two players, the lower numbered first; None if they disagree."""
    first, second = TAILS[lower], TAILS[higher]
    colours = first.colour + second.colour
    swapped, uncoloured = colours == "bw", not colours.strip("- ")
    if not (uncoloured or swapped or colours == "wb"):
        return None
    result = _RESULTS.get((second.letter, first.letter) if swapped else (first.letter, second.letter))
    return (
        None
        if result is None or (uncoloured and not result.forfeit)
        else Agreement(not swapped, result, not uncoloured)
    )


_LETTER_OF = {outcome: letter for letter, outcome in _OUTCOMES.items()}


def game_cells(game: Game) -> tuple[tuple[str, str, str], tuple[str, str, str]]:
    """Return the cells of White and of Black: opponent, colour, result."""
    rated, result = game.result.rated, game.result
    white, black = ("w", "b") if game.coloured else ("-", "-")
    return (
        (_format_opponent(game.black), white, _LETTER_OF[result.white, rated]),
        (_format_opponent(game.white), black, _LETTER_OF[result.black, rated]),
    )


def _format_opponent(number: int) -> str:
    return str(number) if number else NOBODY


NO_CELL = ("", "", "")


def bye_cell(kind: ByeKind) -> tuple[str, str, str]:
    """Return the cell of a bye; blank for a player not yet entered."""
    return NO_CELL if kind is ByeKind.NOT_ENTERED else (NOBODY, "-", kind.value)


def cell_slices(count: int) -> list[slice]:
    """Return the slices of opponent and tail of the first `count` cells."""
    starts = range(START, START + STEP * count, STEP)
    return [
        piece
        for start in starts
        for piece in (slice(start, start + OPPONENT_WIDTH), slice(start + OPPONENT_WIDTH, start + STEP))
    ]
