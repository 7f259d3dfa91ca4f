"""Long columns of one file behind each other: rows of a list and numbers, read only where they are asked for."""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from mmap import mmap

from rookery.values import NamedTuple

Data = bytes | mmap


class Damage(ValueError):
    """A file does not hold what it says it holds."""


class Span(NamedTuple):
    """A part of a file: from which byte on, and how many."""

    start: int
    size: int


def held(data: Data, span: Iterable[int]) -> Span:
    """A part that the file does have."""
    found = Span(*span)
    if not 0 <= found.start <= found.start + found.size <= len(data):
        raise Damage("the file is too short")
    return found


class Rows:
    """Rows of one width."""

    def __init__(self, data: Data, span: Iterable[int], width: int) -> None:
        self.data, (self.start, size), self.width = data, held(data, span), width
        self.number = size // width

    def __getitem__(self, at: int) -> bytes:
        start = self.start + at * self.width
        return self.data[start : start + self.width]

    def cells(self, rows: Iterable[int], columns: slice) -> list[bytes]:
        """These columns of some rows."""
        data, width = self.data, self.width
        start, stop = self.start + columns.start, self.start + columns.stop
        return [data[start + row * width : stop + row * width] for row in rows]


class Numbers:
    """A column of numbers of so many bytes each, the lowest byte first."""

    def __init__(self, data: Data, span: Iterable[int], width: int) -> None:
        self.data, (self.start, size), self.width = data, held(data, span), width
        self.number = size // width

    def item(self, at: int) -> int:
        """One number."""
        if not 0 <= at < self.number:
            raise Damage(f"there is no number {at} in a column of {self.number}")
        start = self.start + at * self.width
        return int.from_bytes(self.data[start : start + self.width], "little")

    def slice(self, start: int, stop: int) -> array[int]:
        """Some numbers of 32 bits each."""
        if not 0 <= start <= stop <= self.number:
            raise Damage(f"there are no numbers {start} to {stop} in a column of {self.number}")
        found = array("I")
        assert found.itemsize == self.width
        found.frombytes(self.data[self.start + start * self.width : self.start + stop * self.width])
        if sys.byteorder == "big":
            found.byteswap()
        return found

    def below(self, value: int) -> int:
        """How many numbers of a sorted column are less than this."""
        return bisect_left(range(self.number), value, key=self.item)


class Texts:
    """Texts of any length behind each other, and where each begins."""

    def __init__(self, data: Data, span: Iterable[int], starts: Iterable[int]) -> None:
        self.data, self.span, self.starts = data, held(data, span), Numbers(data, starts, 8)

    def __getitem__(self, at: int) -> bytes:
        first, end = self.starts.item(at), self.starts.item(at + 1)
        if not first <= end <= self.span.size:
            raise Damage(f"there is no text {at}")
        return self.data[self.span.start + first : self.span.start + end]
