"""Creation of the file of a long list with NumPy: its rows unchanged, and the row of each FIDE number."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from rookery.files import move_into_place, temporary_file
from rookery.messages import msg
from rookery.rating_lists.building import About
from rookery.rating_lists.even_cells import little_endian_bytes
from rookery.rating_lists.even_file import Writer
from rookery.rating_lists.even_index import MOST_PLAYERS, Keys
from rookery.rating_lists.even_judging import RowValidator
from rookery.rating_lists.even_source import EvenBlock, EvenSource
from rookery.rating_lists.row_parser import Row, Skipped, list_error


def build_even(
    target: str, source: EvenSource, about: About, progress: Callable[[int], None] | None, skipped: Skipped | None
) -> int:
    """Create the list and return its number of players; an existing file is replaced when the new one is complete."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with temporary_file(target, target) as (part, handle):
        with open(handle, "wb") as file:
            writer = Writer(file)
            reader = _ListReader(writer, source, progress)
            numbers, rows = reader.keys.ordered(reader.line_of, skipped)
            writer.put("numbers", little_endian_bytes(numbers, "<u8"))
            writer.put("number_rows", little_endian_bytes(rows, "<u4"))
            writer.write_header(source.layout, len(numbers), about)
            file.flush()
            os.fsync(handle)
        move_into_place(part, target)
    return len(numbers)


class _ListReader:
    """The players of a file: regular rows are written at once, others are stored for the end."""

    def __init__(self, writer: Writer, source: EvenSource, progress: Callable[[int], None] | None) -> None:
        self.writer, self.source, self.judge, self.keys = (
            writer,
            source,
            RowValidator(source.layout),
            Keys(source.likely),
        )
        self.lines = list[Sequence[int]]()
        self.firsts = list[int]()
        self.odd = list[Row]()
        self.last = 0
        writer.put("rows", b"")
        for block in source.blocks:
            self._add_block(block)
            if progress:
                progress(self.keys.rows + len(self.odd))
        self._add_odd()

    def _add_block(self, block: EvenBlock) -> None:
        irregular, lines, rows = list(block.others), block.lines, block.rows
        if len(rows):
            judgement = self.judge(rows, block.known)
            numbers = judgement.numbers
            if not judgement.sound.all():
                irregular += [(lines[index], block.raw(index)) for index in np.flatnonzero(~judgement.sound).tolist()]
                lines = [lines[index] for index in np.flatnonzero(judgement.sound).tolist()]
                numbers, rows = numbers[judgement.sound], self._select_rows(judgement.sound, rows)
            self._parse_irregular(irregular, lines)
            if lines:
                self.firsts.append(self.keys.rows)
                self.lines.append(lines)
                self.keys.add(numbers)
                self.writer.put("rows", rows)
        else:
            self._parse_irregular(irregular, ())
        self.odd += block.made
        if self.keys.rows + len(self.odd) > MOST_PLAYERS:
            raise list_error(0, msg("a list has at most %(most)s players", most=f"{MOST_PLAYERS:,}"))

    def _select_rows(self, sound: Any, rows: Any) -> bytes:
        """Return the sound rows."""
        selected: bytes = np.frombuffer(rows, np.uint8).reshape(-1, self.source.layout.width)[sound].tobytes()
        return selected

    def _parse_irregular(self, irregular: list[tuple[int, bytes]], lines: Sequence[int]) -> None:
        """Parse the rows that are not plainly sound one by one, in the order of the file."""
        for line, raw in sorted(irregular):
            before = bisect_right(lines, line)
            entry = self.source.careful(line, raw, lines[before - 1] if before else self.last)
            if entry is not None:
                self.odd.append((line, entry))
        if lines:
            self.last = lines[-1]

    def _add_odd(self) -> None:
        """Write the irregular rows after the regular ones, in the order of the file."""
        if not self.keys.rows and not self.odd:
            raise list_error(0, msg("there is no player in this list"))
        self.even = self.keys.rows
        entries = [entry for _, entry in self.odd]
        self.writer.write_irregular(entries)
        self.keys.add(np.array([entry.fide_id for entry in entries], np.uint64))

    def line_of(self, row: int) -> int:
        """Return the line of a row."""
        if row >= self.even:
            return self.odd[row - self.even][0]
        block = bisect_right(self.firsts, row) - 1
        return self.lines[block][row - self.firsts[block]]
