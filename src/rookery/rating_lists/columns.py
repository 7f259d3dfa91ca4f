"""Columns of a binary file, read on demand: rows of a list and numbers."""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from mmap import mmap
from typing import NamedTuple

Data = bytes | mmap


class DamagedFileError(ValueError):
    """Raised when the content of a file does not agree with its metadata."""


class Span(NamedTuple):
    """A part of a file: its first byte and its size."""

    start: int
    size: int


def checked_span(data: Data, span: Iterable[int]) -> Span:
    """Return a span, checked against the size of the file."""
    checked = Span(*span)
    if not 0 <= checked.start <= checked.start + checked.size <= len(data):
        raise DamagedFileError("the file is too short")
    return checked


class Rows:
    """Rows of one width."""

    def __init__(self, data: Data, span: Iterable[int], width: int) -> None:
        self.data, (self.start, size), self.width = data, checked_span(data, span), width
        self.number = size // width

    def __getitem__(self, index: int) -> bytes:
        start = self.start + index * self.width
        return self.data[start : start + self.width]

    def cells(self, rows: Iterable[int], columns: slice) -> list[bytes]:
        """Return these columns of some rows."""
        data, width = self.data, self.width
        start, stop = self.start + columns.start, self.start + columns.stop
        return [data[start + row * width : stop + row * width] for row in rows]


class Numbers:
    """A column of little-endian numbers of one width."""

    def __init__(self, data: Data, span: Iterable[int], width: int) -> None:
        self.data, (self.start, size), self.width = data, checked_span(data, span), width
        self.number = size // width

    def item(self, index: int) -> int:
        """Return one number."""
        if not 0 <= index < self.number:
            raise DamagedFileError(f"there is no number {index} in a column of {self.number}")
        start = self.start + index * self.width
        return int.from_bytes(self.data[start : start + self.width], "little")

    def slice(self, start: int, stop: int) -> array[int]:
        """Return some numbers of 32 bits each."""
        if not 0 <= start <= stop <= self.number:
            raise DamagedFileError(f"there are no numbers {start} to {stop} in a column of {self.number}")
        numbers = array("I")
        assert numbers.itemsize == self.width
        numbers.frombytes(self.data[self.start + start * self.width : self.start + stop * self.width])
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers

    def below(self, value: int) -> int:
        """Return how many numbers of a sorted column are less than `value`."""
        return bisect_left(range(self.number), value, key=self.item)


class Texts:
    """Texts of any length with their start positions."""

    def __init__(self, data: Data, span: Iterable[int], starts: Iterable[int]) -> None:
        self.data, self.span, self.starts = data, checked_span(data, span), Numbers(data, starts, 8)

    def __getitem__(self, index: int) -> bytes:
        first, end = self.starts.item(index), self.starts.item(index + 1)
        if not first <= end <= self.span.size:
            raise DamagedFileError(f"there is no text {index}")
        return self.data[self.span.start + first : self.span.start + end]
