"""The file of a long list: a small SQLite head that tells about it, and behind that its rows and columns.

Everything that is long stands in the file as it is used. What is needed for searching comes behind all that when it is
first asked for (`search_block`).
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from itertools import accumulate
from mmap import ACCESS_READ, mmap
from struct import pack
from typing import Any, BinaryIO

from rookery.errors import RuleError
from rookery.messages import msg
from rookery.rating_lists.building import EVEN_FORM, About, write_metadata
from rookery.rating_lists.columns import DamagedFileError, Numbers, Rows, Span, Texts
from rookery.rating_lists.entry import ListEntry
from rookery.rating_lists.even_rows import Cut, EvenRows

HEAD = 1 << 16
"""The number of bytes reserved for the header."""
_PARTS = ("rows", "odd", "odd_starts", "numbers", "number_rows")


class EvenFile:
    """The file of an import: the rows, the players without such a row, and the row of each FIDE number.

    `even` is how many rows there are; rows of higher numbers are those of the other players. `end` is the end of the
    file, and `identity` identifies it.
    """

    def __init__(self, path: str, base: sqlite3.Connection, players: int) -> None:
        self.path, self.players = path, players
        width, cuts, parts = base.execute("SELECT width, cuts, parts FROM layout").fetchone()
        pages, size = (base.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in ("page_count", "page_size"))
        if pages * size > HEAD:
            raise DamagedFileError("something else was written into it")
        self.layout = EvenRows(width, tuple(Cut(*cut) for cut in json.loads(cuts)))
        with open(path, "rb") as file:
            about = os.fstat(file.fileno())
            self.data, self.identity = mmap(file.fileno(), 0, access=ACCESS_READ), (about.st_dev, about.st_ino)
        try:
            self._take(json.loads(parts))
        except BaseException:
            self.close()
            raise

    def _take(self, spans: dict[str, list[int]]) -> None:
        rows, odd, odd_starts, numbers, number_rows = (spans[part] for part in _PARTS)
        self.rows, self.odd = Rows(self.data, rows, self.layout.width), Texts(self.data, odd, odd_starts)
        self.numbers, self.number_rows = Numbers(self.data, numbers, 8), Numbers(self.data, number_rows, 4)
        self.even, self.end = self.rows.number, max(start + size for start, size in spans.values())
        if not self.numbers.number == self.number_rows.number == self.players:
            raise DamagedFileError("it has more or fewer numbers than players")

    def close(self) -> None:
        """Close the file; if an error left references to the memory map, it closes with them."""
        with suppress(BufferError):
            self.data.close()

    def entry(self, row: int) -> ListEntry:
        """Return the player of a row."""
        try:
            if row < self.even:
                return self.layout.entry(self.rows[row])
            return ListEntry(*json.loads(self.odd[row - self.even]))
        except (ValueError, TypeError) as error:
            raise DamagedFileError(f"row {row} cannot be read: {error}") from None


class Writer:
    """Writer of the consecutive parts of such a file."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.at, self.spans = file, HEAD, dict[str, Span]()
        file.seek(HEAD)

    def put(self, part: str, data: Any) -> None:
        """Write a part, or continue the last one."""
        size = memoryview(data).nbytes
        if size:
            self.file.write(data)
        start, before = self.spans.get(part, (self.at, 0))
        self.spans[part] = Span(start, before + size)
        self.at += size

    def write_irregular(self, entries: Iterable[ListEntry]) -> None:
        """Write the players without a regular row."""
        texts = [json.dumps(entry, ensure_ascii=False).encode() for entry in entries]
        self.put("odd", b"".join(texts))
        starts = [0, *accumulate(map(len, texts))]
        self.put("odd_starts", pack(f"<{len(starts)}Q", *starts))

    def write_header(self, layout: EvenRows, players: int, about: About) -> None:
        """Write the head, after everything else."""
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as base:
            write_metadata(base, EVEN_FORM, players, about)
            base.execute("CREATE TABLE layout (width INTEGER, cuts TEXT, parts TEXT)")
            row = layout.width, json.dumps(layout.cuts), json.dumps({part: self.spans[part] for part in _PARTS})
            base.execute("INSERT INTO layout VALUES (?, ?, ?)", row)
            head = base.serialize()
        if len(head) > HEAD:
            raise RuleError(msg("the name of this list is too long"))
        self.file.seek(0)
        self.file.write(head)


def consecutive_spans(start: int, parts: Sequence[Any]) -> list[Span]:
    """Return the spans of consecutive parts that start at `start`."""
    sizes = [memoryview(part).nbytes for part in parts]
    return [Span(*start_and_size) for start_and_size in zip(accumulate(sizes[:-1], initial=start), sizes, strict=True)]
