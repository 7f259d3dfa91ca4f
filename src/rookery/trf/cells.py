"""The round cells of a player row: opponent, colour and result letter, alone and compared with the other row.

A cell is the opponent's number (four columns) and a tail: blank, colour, blank, result, and the two blanks before the
next cell. All the tails that make sense are listed here once and have a number; a reader only looks them up.

The player rows are read as a rectangle of characters, column by column: two thousand rows of fifteen rounds are thirty
thousand cells. Every column of the rectangle is one slice, and numbers are parsed in all rows at once, by a few sums
over one very long number in which every row has its own bytes (a lane). Reading cell by cell takes twice as long with
100 players and three times as long with 2,000.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from rookery.errors import RuleError
from rookery.model import ByeKind, Ending, Game, Result
from rookery.model.validation import MOST_ROUNDS
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


UNKNOWN = -1
"""The marker in place of an opponent if the cell does not contain a number."""


def parse_digit_columns(columns: Sequence[bytes]) -> list[int] | None:
    """Parse up to four columns as the number in each row, blank as 0; None unless all are digits behind blanks.

    A lane has four characters, the first in its lowest byte. A digit is its four lowest bits, a blank has none of them,
    and the bit above tells the two apart. Ten times each digit is added to the next, then a hundred times each pair.
    """
    count = len(columns[0])
    lanes = bytearray(b" ") * (4 * count)
    for offset, column in enumerate(columns, 4 - len(columns)):
        lanes[offset::4] = column
    if bytes(lanes).translate(None, b"0123456789 "):
        return None
    text = int.from_bytes(lanes, "little")
    digits = text & _mask(b"\x10\x10\x10\x10", count)
    digit_before = digits << 8 & _mask(b"\x00\x10\x10\x10", count)
    if digit_before & digits != digit_before:
        return None
    pairs = (text & _mask(b"\x0f\x0f\x0f\x0f", count)) * (10 << 8 | 1) & _mask(b"\x00\xff\x00\xff", count)
    totals = pairs * (100 << 16 | 1) >> 24 & _mask(b"\xff\xff\x00\x00", count)
    numbers: list[int] = memoryview(totals.to_bytes(4 * count, _BYTE_ORDER)).cast("I").tolist()
    return numbers if _BYTE_ORDER == "little" else numbers[::-1]


_BYTE_ORDER: Literal["little", "big"] = "little" if memoryview(b"\1\0").cast("H")[0] == 1 else "big"
"""The byte order of this machine."""


@lru_cache(maxsize=16)
def _mask(lane: bytes, count: int) -> int:
    """Return the bits of one lane repeated for `count` lanes."""
    return int.from_bytes(lane * count, "little")


def _tail_contributions(texts: dict[str, str], colour: bool) -> bytes:
    """Return a table of what each character adds to the number of a tail; 128 for invalid ones."""
    table = bytearray([128]) * 256
    for text, symbol in texts.items():
        table[ord(text)] = TAILS.index(Tail(symbol, " ") if colour else Tail("w", symbol)) - colour * TAILS.index(
            Tail("w", " ")
        )
    return bytes(table)


_BY_COLOUR, _BY_LETTER = _tail_contributions(COLOURS, True), _tail_contributions(LETTERS, False)
_BLANKS = [at for at in range(TAIL_WIDTH) if at not in (COLOUR_AT, RESULT_AT)]


class Grid:
    """Rows up to their last cell; `irregular_rows` collects the rows with a cell that needs a slower parser.

    `cell_count` is the number of cells of the longest row, `rounds` the number of those that are read.
    """

    def __init__(self, rows: Sequence[str]) -> None:
        lengths = set(map(len, rows))
        self.shortest = min(lengths)
        self.cell_count = count_cells(_longest_row(rows, max(lengths)))
        self.rounds = min(self.cell_count, MOST_ROUNDS)
        self.width = START + STEP * self.rounds
        self.data = _join_rows(rows, self.width, max(lengths) == self.shortest <= self.width)
        self.blank = b" " * len(rows)
        self.irregular_rows: set[int] = set()

    def column(self, index: int) -> bytes:
        """Return one column of characters (from 0)."""
        return self.data[index :: self.width]

    def opponents(self, round: int) -> list[int]:
        """Return every row's opponent in a round (from 0); 0 for none."""
        first = START + round * STEP
        columns = [self.column(index) for index in range(first, first + OPPONENT_WIDTH)]
        numbers = parse_digit_columns(columns)
        if numbers is None:
            numbers = [_parse_opponent(bytes(chars)) for chars in zip(*columns, strict=True)]
            self.mark_rows(number == UNKNOWN for number in numbers)
        return numbers

    def text(self, round: int, row: int) -> str:
        """Return the text of a cell."""
        first = row * self.width + START + round * STEP
        return self.data[first : first + STEP].decode("ascii")

    def tails(self, round: int) -> bytes:
        """Return the number of every row's tail in a round (from 0): the sum for colour and letter."""
        first = START + round * STEP + OPPONENT_WIDTH
        for offset in _BLANKS:
            column = self.column(first + offset)
            if column != self.blank:
                self.mark_rows(char != 32 for char in column)
        colours = self.column(first + COLOUR_AT).translate(_BY_COLOUR)
        letters = self.column(first + RESULT_AT).translate(_BY_LETTER)
        if not (colours.isascii() and letters.isascii()):
            self.mark_rows(max(pair) >= 128 for pair in zip(colours, letters, strict=True))
            colours, letters = colours.replace(b"\x80", b"\0"), letters.replace(b"\x80", b"\0")
        return (int.from_bytes(colours, "little") + int.from_bytes(letters, "little")).to_bytes(len(letters), "little")

    def mark_rows(self, flags: Iterable[bool]) -> None:
        """Mark the flagged rows as irregular."""
        self.irregular_rows |= {row for row, flag in enumerate(flags) if flag}


def count_cells(length: int) -> int:
    """Return how many cells a row of this length reaches into."""
    return max(0, -(-(length - START) // STEP))


def _longest_row(rows: Sequence[str], length: int) -> int:
    """Return the length of the longest row without trailing blanks."""
    if any(len(row) == length and not row[-1:].isspace() for row in rows):
        return length
    return max(len(row.rstrip()) for row in rows)


_CHUNK_ROWS = 256


def _join_rows(rows: Sequence[str], width: int, equal_lengths: bool) -> bytes:
    """Join the rows, each padded or cut to this width; `equal_lengths` allows a faster way.

    Some hundred rows at a time, so that there is never a second copy of the whole.
    """
    fill = " " * (width - len(rows[0]))

    def fill_rows(chunk: Sequence[str]) -> str:
        return fill.join([*chunk, ""]) if equal_lengths else "".join([row[:width].ljust(width) for row in chunk])

    return b"".join(
        [encode_ascii(fill_rows(rows[start : start + _CHUNK_ROWS])) for start in range(0, len(rows), _CHUNK_ROWS)]
    )


def _parse_opponent(text: bytes) -> int:
    digits = text.strip(b" ")
    return int(digits) if digits.isdigit() else UNKNOWN if digits else 0


_PLAIN, _CONTINUED = bytes(range(128)).ljust(256, b"\0"), bytes(range(128, 192))
"""Of UTF-8: every byte that begins a character, the zero for all beyond ASCII; and the bytes that continue one."""


def encode_ascii(text: str) -> bytes:
    """Encode one byte per character; a character outside ASCII becomes zero."""
    if text.isascii():
        return text.encode("ascii")
    return text.encode("utf-8", "surrogatepass").translate(_PLAIN, _CONTINUED)
