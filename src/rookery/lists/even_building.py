"""Making the file of a long list with NumPy: its rows as they are, and the row of each FIDE number."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Sequence

import numpy as np

from rookery.lists.building import About
from rookery.lists.even_cells import little
from rookery.lists.even_file import Writer
from rookery.lists.even_index import MOST_PLAYERS, Keys
from rookery.lists.even_judging import Judge
from rookery.lists.even_source import EvenBlock, EvenSource
from rookery.lists.maker import Row, Skipped, refuse
from rookery.one_step import beside, settle
from rookery.typed import Any
from rookery.wording import spoken


def build_even(
    target: str, source: EvenSource, about: About, progress: Callable[[int], None] | None, skipped: Skipped | None
) -> int:
    """Make the list anew in its place, and say how many players it has; what there was stays until it is complete."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with beside(target, target) as (part, handle):
        with open(handle, "wb") as file:
            writer = Writer(file)
            taken = _Taken(writer, source, progress)
            numbers, rows = taken.keys.ordered(taken.line_of, skipped)
            writer.put("numbers", little(numbers, "<u8"))
            writer.put("number_rows", little(rows, "<u4"))
            writer.put_head(source.layout, len(numbers), about)
            file.flush()
            os.fsync(handle)
        settle(part, target)
    return len(numbers)


class _Taken:
    """The players of a file: even rows are written at once, others are kept for its end."""

    def __init__(self, writer: Writer, source: EvenSource, progress: Callable[[int], None] | None) -> None:
        self.writer, self.source, self.judge, self.keys = writer, source, Judge(source.layout), Keys(source.likely)
        self.lines = list[Sequence[int]]()
        self.firsts = list[int]()
        self.odd = list[Row]()
        self.last = 0
        writer.put("rows", b"")
        for block in source.blocks:
            self._take(block)
            if progress:
                progress(self.keys.rows + len(self.odd))
        self._add_odd()

    def _take(self, block: EvenBlock) -> None:
        others, lines, rows = list(block.others), block.lines, block.rows
        if len(rows):
            found = self.judge(rows, block.known)
            numbers = found.numbers
            if not found.sound.all():
                others += [(lines[at], block.raw(at)) for at in np.flatnonzero(~found.sound).tolist()]
                lines = [lines[at] for at in np.flatnonzero(found.sound).tolist()]
                numbers, rows = numbers[found.sound], self._only(found.sound, rows)
            self._careful(others, lines)
            if lines:
                self.firsts.append(self.keys.rows)
                self.lines.append(lines)
                self.keys.add(numbers)
                self.writer.put("rows", rows)
        else:
            self._careful(others, ())
        self.odd += block.made
        if self.keys.rows + len(self.odd) > MOST_PLAYERS:
            raise refuse(0, spoken("a list has at most %(most)s players", most=f"{MOST_PLAYERS:,}"))

    def _only(self, sound: Any, rows: Any) -> bytes:
        """The sound rows alone."""
        made: bytes = np.frombuffer(rows, np.uint8).reshape(-1, self.source.layout.width)[sound].tobytes()
        return made

    def _careful(self, others: list[tuple[int, bytes]], lines: Sequence[int]) -> None:
        """Read by themselves the rows that are not plainly sound, in the order of the file."""
        for line, raw in sorted(others):
            before = bisect_right(lines, line)
            entry = self.source.careful(line, raw, lines[before - 1] if before else self.last)
            if entry is not None:
                self.odd.append((line, entry))
        if lines:
            self.last = lines[-1]

    def _add_odd(self) -> None:
        """Behind the even rows come the odd ones, in the order in which they were found."""
        if not self.keys.rows and not self.odd:
            raise refuse(0, spoken("there is no player in this list"))
        self.even = self.keys.rows
        entries = [entry for _, entry in self.odd]
        self.writer.put_odd(entries)
        self.keys.add(np.array([one.fide_id for one in entries], np.uint64))

    def line_of(self, row: int) -> int:
        """The line of a row."""
        if row >= self.even:
            return self.odd[row - self.even][0]
        block = bisect_right(self.firsts, row) - 1
        return self.lines[block][row - self.firsts[block]]
