"""The round cells of all rows at once, as a rectangle of characters that is read column by column.

Two thousand rows of fifteen rounds are thirty thousand cells; looking at each by itself is what makes readers slow.
Here every column of the rectangle is one slice, and a column of numbers is read by one sum over its columns of digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal

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
"""In place of an opponent: the cell says something that is no number."""

_LITTLE = memoryview(b"\1\0").cast("H")[0] == 1
_ORDER: Literal["little", "big"] = "little" if _LITTLE else "big"
_DIGITS = bytes(max(0, code - 48) if 48 <= code < 58 else 0 for code in range(256))
_BLANK = bytes(code == 32 for code in range(256))


LIMIT = 65536
"""What two bytes hold."""


def added(columns: Iterable[bytes], times: int = 1) -> list[int]:
    """Row by row the sum of the columns, the sum so far multiplied before each; no sum may reach LIMIT.

    All rows are added at once, as two-byte digits of one very long number.
    """
    total, lane = 0, bytearray()
    for column in columns:
        lane = lane or bytearray(2 * len(column))
        lane[0 if _LITTLE else 1 :: 2] = column
        total = total * times + int.from_bytes(lane, _ORDER)
    return memoryview(total.to_bytes(len(lane), _ORDER)).cast("H").tolist()


def numbers(columns: Sequence[bytes]) -> list[int] | None:
    """Up to four columns as the number they show in each row, blank as 0; None unless all are digits behind blanks."""
    if any(column.translate(None, b"0123456789 ") for column in columns):
        return None
    blanks = [int.from_bytes(column.translate(_BLANK), "little") for column in columns]
    if any(right & ~left for left, right in pairwise(blanks)):
        return None
    return added([column.translate(_DIGITS) for column in columns], 10)


def _shares(texts: dict[str, str], colour: bool) -> bytes:
    """What each character adds to the number of a tail; too much when it means nothing."""
    found = bytearray([128]) * 256
    for text, meant in texts.items():
        found[ord(text)] = TAILS.index(Tail(meant, " ") if colour else Tail("w", meant)) - colour * TAILS.index(
            Tail("w", " ")
        )
    return bytes(found)


_BY_COLOUR, _BY_LETTER = _shares(COLOURS, True), _shares(LETTERS, False)
_BLANKS = [at for at in range(TAIL_WIDTH) if at not in (COLOUR_AT, RESULT_AT)]


class Grid:
    """The cells of some rows; `odd` collects the rows in which a cell is not as it should be."""

    def __init__(self, rows: Sequence[str], rounds: int) -> None:
        self.width = STEP * rounds
        self.data = as_bytes("".join([row[START : START + self.width].ljust(self.width) for row in rows]))
        self.odd: set[int] = set()

    def opponents(self, round: int) -> list[int]:
        """The number of everybody's opponent in a round (from 0); 0 for nobody."""
        first = round * STEP
        columns = [self.data[first + at :: self.width] for at in range(OPPONENT_WIDTH)]
        found = numbers(columns)
        if found is None:
            found = [_number(bytes(chars)) for chars in zip(*columns, strict=True)]
            self.note(who == UNKNOWN for who in found)
        return found

    def text(self, round: int, row: int) -> str:
        """A cell as it is written."""
        first = row * self.width + round * STEP
        return self.data[first : first + STEP].decode("ascii")

    def tails(self, round: int) -> bytes:
        """The number of everybody's tail in a round (from 0): what colour and letter add up to."""
        first = round * STEP + OPPONENT_WIDTH
        for at in _BLANKS:
            column = self.data[first + at :: self.width]
            if column.strip(b" "):
                self.note(char != 32 for char in column)
        colours = self.data[first + COLOUR_AT :: self.width].translate(_BY_COLOUR)
        letters = self.data[first + RESULT_AT :: self.width].translate(_BY_LETTER)
        if not (colours.isascii() and letters.isascii()):
            self.note(max(pair) >= 128 for pair in zip(colours, letters, strict=True))
            colours, letters = colours.replace(b"\x80", b"\0"), letters.replace(b"\x80", b"\0")
        return (int.from_bytes(colours, "little") + int.from_bytes(letters, "little")).to_bytes(len(letters), "little")

    def note(self, wrong: Iterable[bool]) -> None:
        """Marks the rows in which something is wrong."""
        self.odd |= {place for place, one in enumerate(wrong) if one}


def _number(text: bytes) -> int:
    plain = text.strip(b" ")
    return int(plain) if plain.isdigit() else UNKNOWN if plain else 0


def as_bytes(text: str) -> bytes:
    """One byte for each character; what is not ASCII becomes a zero, which means nothing anywhere."""
    try:
        return text.encode("ascii")
    except UnicodeEncodeError:
        return "".join(char if char < "\x80" else "\0" for char in text).encode("ascii")
