"""The player rows as a rectangle of characters, parsed column by column.

Two thousand rows of fifteen rounds are thirty thousand cells. Here every column of the rectangle is one slice, and
numbers are parsed in all rows at once, by a few sums over one very long number in which every row has its own bytes (a
lane). Reading cell by cell takes twice as long with 100 players and three times as long with 2,000.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

from rookery.model.validation import MOST_ROUNDS
from rookery.trf.cells import (
    COLOUR_AT,
    COLOURS,
    LETTERS,
    OPPONENT_WIDTH,
    RESULT_AT,
    START,
    STEP,
    TAIL_WIDTH,
    TAILS,
    Tail,
)

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
