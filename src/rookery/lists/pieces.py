"""Long columns of numbers or rows inside an SQLite file, in pieces of a page each, read only where they are asked."""

from __future__ import annotations

import sqlite3
import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import lru_cache

PAGE = 1 << 16
_ROOM = PAGE - 128
"""A piece of this size stands in one page with what SQLite says of it, so that none has to be chained to the next."""
_KNOWN = 48
ROWS, ORDER, NUMBERS, NUMBER_PLACES, WORDS = 0, 1, 2, 3, 10
"""The columns: rows of the list; row of each place; FIDE numbers and their places; the first of those of words."""
STRATA = (1 << 12, 1 << 15, 1 << 18)
"""Words are kept apart for the strongest so many, the next, and the rest: who is found first is looked for first."""


class WordParts:
    """The columns of a stratum's words: distinct codes, where the places of each begin, and the places.

    `initials` has for each first letter a bit for every place from `start` on, set where a word begins with it.
    """

    def __init__(self, stratum: int) -> None:
        self.start = (0, *STRATA)[stratum]
        self.codes, self.starts, self.places, self.initials = range(WORDS + 4 * stratum, WORDS + 4 * stratum + 4)


def make_table(base: sqlite3.Connection) -> None:
    """The table of pieces; `first` is the number of a piece, or in a sorted column its first value."""
    base.execute("CREATE TABLE pieces (part INTEGER, first INTEGER, at INTEGER, data BLOB)")


def finish_table(base: sqlite3.Connection) -> None:
    """Make pieces findable, when all are there."""
    base.execute("CREATE UNIQUE INDEX by_first ON pieces (part, first)")


def items_of(size: int) -> int:
    """How many items of this size a piece holds."""
    return max(1, _ROOM // size)


def put(
    base: sqlite3.Connection,
    part: int,
    data: memoryview,
    size: int,
    *,
    known: int = 0,
    ordered: bool = False,
    each: bool = False,
) -> int:
    """Write a column after so many items that are there (a multiple of a piece); how many are there then.

    A sorted column, of 64 bits each, can be searched by value. With `each` an item is a piece.
    """
    step = 1 if each else items_of(size)
    count = len(data) // size
    for at in range(0, count, step):
        piece = data[at * size : (at + step) * size]
        first = int.from_bytes(piece[:8], "little") if ordered else (known + at) // step
        base.execute("INSERT INTO pieces VALUES (?, ?, ?, ?)", (part, first, known + at, piece))
    return known + count


class Pieces:
    """The columns of an SQLite file."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base
        self._piece = lru_cache(_KNOWN)(self._read)

    def _read(self, part: int, number: int) -> bytes:
        found = self._base.execute("SELECT data FROM pieces WHERE part = ? AND first = ?", (part, number)).fetchone()
        if found is None:
            raise sqlite3.DatabaseError(f"a piece is missing: {part}, {number}")
        return bytes(found[0])

    def rows(self, size: int, wanted: Iterable[int], columns: slice) -> Iterator[bytes]:
        """These columns of rows of the list, each so wide; where rows come in order each piece is read once."""
        step, known, piece = items_of(size), -1, b""
        start, stop = columns.start, columns.stop
        for row in wanted:
            number, at = divmod(row, step)
            if number != known:
                known, piece = number, self._piece(ROWS, number)
            yield piece[at * size + start : at * size + stop]

    def bits(self, part: int, number: int) -> int:
        """The bits of a piece, the first place lowest."""
        return int.from_bytes(self._piece(part, number), "little")

    def slice(self, part: int, start: int, stop: int) -> array[int]:
        """A part of a column of 32-bit numbers."""
        found, step = array("I"), items_of(4)
        assert found.itemsize == 4
        while start < stop:
            number, at = divmod(start, step)
            end = min(step, at + stop - start)
            found.frombytes(self._piece(part, number)[4 * at : 4 * end])
            start += end - at
        if sys.byteorder == "big":
            found.byteswap()
        return found

    def item(self, part: int, at: int) -> int:
        """One number of a column of 32-bit numbers."""
        number, place = divmod(at, items_of(4))
        return int.from_bytes(self._piece(part, number)[4 * place : 4 * place + 4], "little")

    def below(self, part: int, value: int) -> int:
        """How many numbers of a sorted column are less than this."""
        found = self._base.execute(
            "SELECT at, data FROM pieces WHERE part = ? AND first <= ? ORDER BY first DESC LIMIT 1", (part, value)
        ).fetchone()
        if found is None:
            return 0
        values = array("Q", found[1])
        if sys.byteorder == "big":
            values.byteswap()
        return int(found[0]) + bisect_left(values, value)
