"""The player rows as a rectangle of characters that is read column by column.

Two thousand rows of fifteen rounds are thirty thousand cells; looking at each by itself is what makes readers slow.
Here every column of the rectangle is one slice, and numbers are read in all rows at once, by a few sums over one very
long number in which every row has its own bytes (a lane).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from rookery.model.limits import MOST_ROUNDS
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
from rookery.typed import Literal

UNKNOWN = -1
"""In place of an opponent: the cell says something that is no number."""

LIMIT = 65536
"""What two bytes hold."""


def added(columns: Iterable[bytes]) -> list[int]:
    """Row by row the sum of the columns; no sum may reach LIMIT."""
    total, lanes = 0, bytearray()
    for column in columns:
        lanes = lanes or bytearray(2 * len(column))
        lanes[::2] = column
        total += int.from_bytes(lanes, "little")
    return _lanes("H", total.to_bytes(len(lanes), _ORDER))


def numbers(columns: Sequence[bytes]) -> list[int] | None:
    """Up to four columns as the number they show in each row, blank as 0; None unless all are digits behind blanks.

    A lane has four characters, the first in its lowest byte. A digit is its four lowest bits, a blank has none of them,
    and the bit above tells the two apart. Ten times each digit is added to the next, then a hundred times each pair.
    """
    count = len(columns[0])
    lanes = bytearray(b" ") * (4 * count)
    for at, column in enumerate(columns, 4 - len(columns)):
        lanes[at::4] = column
    if bytes(lanes).translate(None, b"0123456789 "):
        return None
    text = int.from_bytes(lanes, "little")
    digits = text & _mask(b"\x10\x10\x10\x10", count)
    followed = digits << 8 & _mask(b"\x00\x10\x10\x10", count)
    if followed & digits != followed:
        return None
    pairs = (text & _mask(b"\x0f\x0f\x0f\x0f", count)) * (10 << 8 | 1) & _mask(b"\x00\xff\x00\xff", count)
    found = pairs * (100 << 16 | 1) >> 24 & _mask(b"\xff\xff\x00\x00", count)
    return _lanes("I", found.to_bytes(4 * count, _ORDER))


_ORDER: Literal["little", "big"] = "little" if memoryview(b"\1\0").cast("H")[0] == 1 else "big"
"""Which byte of a number comes first on this machine."""


def _lanes(width: str, total: bytes) -> list[int]:
    """The numbers in the lanes of a sum, from the lowest lane on."""
    found: list[int] = memoryview(total).cast(width).tolist()  # type: ignore[call-overload]
    return found if _ORDER == "little" else found[::-1]


@lru_cache(maxsize=16)
def _mask(lane: bytes, count: int) -> int:
    """The same bits of so many lanes."""
    return int.from_bytes(lane * count, "little")


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
    """Some rows up to their last cell; `odd` collects the rows in which a cell is not as it should be.

    `reach` is how many cells the longest row has, `rounds` how many of them are read.
    """

    def __init__(self, rows: Sequence[str]) -> None:
        lengths = set(map(len, rows))
        self.shortest = min(lengths)
        self.reach = count_cells(_longest(rows, max(lengths)))
        self.rounds = min(self.reach, MOST_ROUNDS)
        self.width = START + STEP * self.rounds
        self.data = _joined(rows, self.width, max(lengths) == self.shortest <= self.width)
        self.blank = b" " * len(rows)
        self.odd: set[int] = set()

    def column(self, at: int) -> bytes:
        """One column of characters (from 0)."""
        return self.data[at :: self.width]

    def opponents(self, round: int) -> list[int]:
        """The number of everybody's opponent in a round (from 0); 0 for nobody."""
        first = START + round * STEP
        columns = [self.column(at) for at in range(first, first + OPPONENT_WIDTH)]
        found = numbers(columns)
        if found is None:
            found = [_number(bytes(chars)) for chars in zip(*columns, strict=True)]
            self.note(who == UNKNOWN for who in found)
        return found

    def text(self, round: int, row: int) -> str:
        """A cell as it is written."""
        first = row * self.width + START + round * STEP
        return self.data[first : first + STEP].decode("ascii")

    def tails(self, round: int) -> bytes:
        """The number of everybody's tail in a round (from 0): what colour and letter add up to."""
        first = START + round * STEP + OPPONENT_WIDTH
        for at in _BLANKS:
            column = self.column(first + at)
            if column != self.blank:
                self.note(char != 32 for char in column)
        colours = self.column(first + COLOUR_AT).translate(_BY_COLOUR)
        letters = self.column(first + RESULT_AT).translate(_BY_LETTER)
        if not (colours.isascii() and letters.isascii()):
            self.note(max(pair) >= 128 for pair in zip(colours, letters, strict=True))
            colours, letters = colours.replace(b"\x80", b"\0"), letters.replace(b"\x80", b"\0")
        return (int.from_bytes(colours, "little") + int.from_bytes(letters, "little")).to_bytes(len(letters), "little")

    def note(self, wrong: Iterable[bool]) -> None:
        """Marks the rows in which something is wrong."""
        self.odd |= {place for place, one in enumerate(wrong) if one}


def count_cells(length: int) -> int:
    """How many cells a row of this length reaches into."""
    return max(0, -(-(length - START) // STEP))


def _longest(rows: Sequence[str], length: int) -> int:
    """The length of the longest row, without the blanks behind it; almost always the first of that length tells it."""
    if any(len(row) == length and not row[-1:].isspace() for row in rows):
        return length
    return max(len(row.rstrip()) for row in rows)


_AT_ONCE = 256


def _joined(rows: Sequence[str], width: int, alike: bool) -> bytes:
    """The rows one after the other, each filled up or cut to this width; quicker when all have one length below it.

    Some hundred rows at a time, so that there is never a second copy of the whole.
    """
    fill = " " * (width - len(rows[0]))

    def filled(some: Sequence[str]) -> str:
        return fill.join([*some, ""]) if alike else "".join([row[:width].ljust(width) for row in some])

    return b"".join([as_bytes(filled(rows[at : at + _AT_ONCE])) for at in range(0, len(rows), _AT_ONCE)])


def _number(text: bytes) -> int:
    plain = text.strip(b" ")
    return int(plain) if plain.isdigit() else UNKNOWN if plain else 0


_PLAIN, _CONTINUED = bytes(range(128)).ljust(256, b"\0"), bytes(range(128, 192))
"""Of UTF-8: every byte that begins a character, the zero for all beyond ASCII; and the bytes that continue one."""


def as_bytes(text: str) -> bytes:
    """One byte for each character; what is not ASCII becomes a zero, which means nothing anywhere."""
    if text.isascii():
        return text.encode("ascii")
    return text.encode("utf-8", "surrogatepass").translate(_PLAIN, _CONTINUED)
