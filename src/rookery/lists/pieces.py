"""Long columns of numbers or rows inside an SQLite file, in pieces of a page each, read only where they are asked."""

from __future__ import annotations

import sqlite3
import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby

from rookery.typed import Any

PAGE = 1 << 16
_ROOM = PAGE - 128
"""A piece of this size stands in one page with what SQLite says of it, so that none has to be chained to the next."""
_KNOWN, _MANY = 48, 500
_PART_BITS = 32
"""A piece is found by the number of its column and, in so many bits, its own."""
ROWS, NUMBERS, ORDER, NUMBER_PLACES, WORDS = 0, 1, 2, 3, 10
"""The columns: rows of the list; FIDE numbers; the row of each place; places of the numbers; the first of words."""
STRATA = (1 << 12, 1 << 15, 1 << 18)
"""Words are kept apart for the strongest so many, the next, and the rest: who is found first is looked for first."""


class WordParts:
    """The columns of a stratum's words: the places, distinct codes, and where the places of each begin.

    `initials` has for each first letter a bit for every place from `start` on, set where a word begins with it.
    """

    def __init__(self, stratum: int) -> None:
        self.start = (0, *STRATA)[stratum]
        self.places, self.codes, self.starts, self.initials = range(WORDS + 4 * stratum, WORDS + 4 * stratum + 4)


def make_tables(base: sqlite3.Connection) -> None:
    """The tables of pieces, and of the first values of those of sorted columns."""
    base.execute("CREATE TABLE pieces (id INTEGER PRIMARY KEY, data BLOB)")
    base.execute(
        "CREATE TABLE firsts (part INTEGER, first INTEGER, number INTEGER, PRIMARY KEY (part, first)) WITHOUT ROWID"
    )


def items_of(size: int) -> int:
    """How many items of this size a piece holds."""
    return max(1, _ROOM // size)


def put(base: sqlite3.Connection, part: int, number: int, data: memoryview, *, ordered: bool = False) -> None:
    """Write a piece of a column; one of a sorted column, of 64 bits each, can be searched by value."""
    base.execute("INSERT INTO pieces VALUES (?, ?)", (part << _PART_BITS | number, data))
    if ordered:
        first = int.from_bytes(data[:8], "little")
        base.execute("INSERT INTO firsts VALUES (?, ?, ?)", (part, first, number))


class Pieces:
    """The columns of an SQLite file."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base
        self._piece = lru_cache(_KNOWN)(self._read)

    def _read(self, part: int, number: int) -> bytes:
        found = self._base.execute("SELECT data FROM pieces WHERE id = ?", (part << _PART_BITS | number,)).fetchone()
        if found is None:
            raise sqlite3.DatabaseError(f"a piece is missing: {part}, {number}")
        return bytes(found[0])

    def rows_known(self, size: int) -> int:
        """How many rows of the list there are, each so wide."""
        sql = "SELECT id, length(data) FROM pieces WHERE id < ? ORDER BY id DESC LIMIT 1"
        number, length = self._base.execute(sql, ((ROWS + 1) << _PART_BITS,)).fetchone() or (0, 0)
        return int(number) * items_of(size) + int(length) // size

    def all_rows(self) -> list[bytes]:
        """The pieces of the rows, in order."""
        sql = "SELECT data FROM pieces WHERE id < ? ORDER BY id"
        return [bytes(data) for (data,) in self._base.execute(sql, ((ROWS + 1) << _PART_BITS,))]

    def rows(self, size: int, wanted: Iterable[int], columns: slice) -> list[bytes]:
        """These columns of rows of the list, each so wide, the rows in order."""
        found, step = list[bytes](), items_of(size)
        start, stop = columns.start, columns.stop
        groups = {number: list(some) for number, some in groupby(wanted, step.__rfloordiv__)}
        for number, piece in self._opened(groups):
            first = number * step
            found += [piece[(row - first) * size + start : (row - first) * size + stop] for row in groups[number]]
        return found

    def _opened(self, numbers: Mapping[int, object]) -> Iterator[tuple[int, Any]]:
        """Pieces of the rows; of a few only what is asked for is read, many are gone through at once."""
        if len(numbers) < _MANY:
            for number in numbers:
                with self._base.blobopen("pieces", "data", ROWS << _PART_BITS | number, readonly=True) as piece:
                    yield number, piece
            return
        ends = ROWS << _PART_BITS | min(numbers), ROWS << _PART_BITS | max(numbers)
        held = self._base.execute("SELECT id, data FROM pieces WHERE id BETWEEN ? AND ? ORDER BY id", ends)
        yield from ((number, data) for number, data in held if number in numbers)

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
        sql = "SELECT number FROM firsts WHERE part = ? AND first <= ? ORDER BY first DESC LIMIT 1"
        found = self._base.execute(sql, (part, value)).fetchone()
        if found is None:
            return 0
        values = array("Q", self._piece(part, found[0]))
        if sys.byteorder == "big":
            values.byteswap()
        return int(found[0]) * items_of(8) + bisect_left(values, value)
