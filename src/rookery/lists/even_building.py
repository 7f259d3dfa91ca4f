"""Making the SQLite file of a long list with NumPy: its rows as they are, and sorted columns to search in."""

from __future__ import annotations

import json
import os
import sqlite3
from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import closing

import numpy as np
from numpy.typing import NDArray

from rookery.lists.building import COLUMNS, EVEN_FORM, About, tell_about
from rookery.lists.entry import ListEntry
from rookery.lists.even_index import MOST_PLAYERS, Keys, write_index
from rookery.lists.even_judging import KIND_BITS, Judge, Judged
from rookery.lists.even_source import EvenBlock, EvenSource
from rookery.lists.maker import Row, Skipped, refuse
from rookery.lists.pieces import PAGE, ROWS, items_of, make_tables, put
from rookery.lists.words import code_of, words_of
from rookery.one_step import beside, settle
from rookery.wording import spoken


def build_even(
    target: str, source: EvenSource, about: About, progress: Callable[[int], None] | None, skipped: Skipped | None
) -> int:
    """Make the list anew in its place, and say how many players it has; what there was stays until it is complete."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with beside(target, target) as (part, handle):
        with open(handle, "wb"):
            with closing(sqlite3.connect(part, isolation_level=None)) as base:
                base.executescript(f"PRAGMA page_size = {PAGE}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
                base.execute("BEGIN")
                make_tables(base)
                taken = _Taken(base, source, progress)
                number = write_index(base, taken.keys, taken.line_of, skipped)
                taken.store_odd()
                tell_about(base, EVEN_FORM, number, about)
                base.execute("CREATE TABLE layout (width INTEGER, cuts TEXT)")
                base.execute("INSERT INTO layout VALUES (?, ?)", (source.layout.width, json.dumps(source.layout.cuts)))
                base.execute("COMMIT")
            os.fsync(handle)
        settle(part, target)
    return number


class _Taken:
    """The players of a file: even rows go into the file at once, others are kept for its end."""

    def __init__(self, base: sqlite3.Connection, source: EvenSource, progress: Callable[[int], None] | None) -> None:
        self.base, self.source, self.judge, self.keys = base, source, Judge(source.layout), Keys(source.likely)
        self.lines = list[Sequence[int]]()
        self.firsts = list[int]()
        self.odd = list[Row]()
        self.pieces = self.last = 0
        self.waiting = b""
        for block in source.blocks:
            self._take(block)
            if progress:
                progress(self.keys.rows + len(self.odd))
        self._store(b"", last=True)
        self._add_odd()

    def _take(self, block: EvenBlock) -> None:
        others, lines, rows = list(block.others), block.lines, block.rows
        if rows:
            found = self.judge(rows, block.known)
            if not found.sound.all():
                others += [(lines[at], block.raw(at)) for at in np.flatnonzero(~found.sound).tolist()]
                lines = [lines[at] for at in np.flatnonzero(found.sound).tolist()]
                found, rows = _sound_only(found, rows, self.source.layout.width)
            self._careful(others, lines)
            if lines:
                self.firsts.append(self.keys.rows)
                self.lines.append(lines)
                self.keys.add(found)
                self._store(rows)
        else:
            self._careful(others, ())
        self.odd += block.made
        if self.keys.rows + len(self.odd) > MOST_PLAYERS:
            raise refuse(0, spoken("a list has at most %(most)s players", most=f"{MOST_PLAYERS:,}"))

    def _careful(self, others: list[tuple[int, bytes]], lines: Sequence[int]) -> None:
        """Read by themselves the rows that are not plainly sound, in the order of the file."""
        for line, raw in sorted(others):
            before = bisect_right(lines, line)
            entry = self.source.careful(line, raw, lines[before - 1] if before else self.last)
            if entry is not None:
                self.odd.append((line, entry))
        if lines:
            self.last = lines[-1]

    def _store(self, rows: bytes, *, last: bool = False) -> None:
        """Write what fills whole pieces, at the end all of it; the rest waits."""
        width = self.source.layout.width
        size = items_of(width) * width
        data = self.waiting + rows if self.waiting else rows
        end = len(data) if last else len(data) // size * size
        for at in range(0, end, size):
            put(self.base, ROWS, self.pieces, memoryview(data)[at : at + size])
            self.pieces += 1
        self.waiting = data[end:]

    def _add_odd(self) -> None:
        """Behind the even rows come the odd ones, in the order in which they were found."""
        if not self.keys.rows and not self.odd:
            raise refuse(0, spoken("there is no player in this list"))
        self.even = self.keys.rows
        entries = [entry for _, entry in self.odd]
        words = [(row, code_of(word)) for row, one in enumerate(entries) for word in words_of(one.name)]
        strengths = [one.standard << 2 * KIND_BITS | one.rapid << KIND_BITS | one.blitz for one in entries]
        self.keys.add(
            Judged(
                np.ones(len(entries), np.bool_),
                np.array([one.fide_id for one in entries], np.uint64),
                np.array(strengths, np.uint64),
                np.array([row for row, _ in words], np.uint32),
                np.array([code for _, code in words], np.uint64),
            )
        )

    def line_of(self, row: int) -> int:
        """The line of a row."""
        if row >= self.even:
            return self.odd[row - self.even][0]
        block = bisect_right(self.firsts, row) - 1
        return self.lines[block][row - self.firsts[block]]

    def store_odd(self) -> None:
        """Players who have no even row have one of a table, under the number of the row."""
        self.base.execute(f"CREATE TABLE players (row INTEGER PRIMARY KEY, {COLUMNS})")
        self.base.executemany(
            f"INSERT INTO players VALUES (?{', ?' * len(ListEntry._fields)})",
            ((row, *entry) for row, (_, entry) in enumerate(self.odd, self.even)),
        )


def _sound_only(found: Judged, rows: bytes, width: int) -> tuple[Judged, bytes]:
    """The sound rows alone, and what is known of them."""
    sound: NDArray[np.bool_] = found.sound
    kept = np.frombuffer(rows, np.uint8).reshape(-1, width)[sound].tobytes()
    place = np.cumsum(sound, dtype=np.uint32) - np.uint32(1)
    words = sound[found.word_rows]
    made = Judged(
        sound[sound], found.numbers[sound], found.strengths[sound], place[found.word_rows[words]],
        found.word_codes[words],
    )  # fmt: skip
    return made, kept
