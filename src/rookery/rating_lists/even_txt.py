"""FIDE's text file as rows of one width, which the first line defines."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from rookery.errors import FormatError
from rookery.rating_lists.entry import ListEntry
from rookery.rating_lists.even_judging import Reach, reach
from rookery.rating_lists.even_rows import Cut, EvenRows
from rookery.rating_lists.even_source import EvenBlock, EvenSource
from rookery.rating_lists.row_parser import LONGEST_ENTRY, Skipped, rated_kinds
from rookery.rating_lists.sources import size_of
from rookery.rating_lists.txt_source import Lines, bounded_lines, spans_of, text_of

_ROWS, _NEW_LINE = 1 << 13, ord("\n")
"""The number of rows read at a time, small enough for the cache of the processor."""


def even_txt(file: BinaryIO, kind: str, skipped: Skipped | None) -> EvenSource | None:
    """Return the file as rows of one width; None if its lines do not reach the last column."""
    spans = spans_of(text_of(file.readline(LONGEST_ENTRY)), kind)
    line = file.readline(LONGEST_ENTRY)
    end = b"\r\n" if line.endswith(b"\r\n") else b"\n"
    width = len(line) - len(end)
    file.seek(0)
    if not line.endswith(b"\n") or width < max(max(span.start, span.stop or 0) for span in spans.values()) or width < 8:
        return None
    file.readline(LONGEST_ENTRY)
    cuts = tuple(Cut(field, span.start, span.stop or width) for field, span in spans.items())
    reader = _Reader(file, EvenRows(len(line), cuts), end, spans, skipped)
    return EvenSource(reader.layout, rated_kinds(spans), size_of(file) // len(line), reader.blocks(), reader.careful)


class _Reader:
    def __init__(
        self, file: BinaryIO, layout: EvenRows, end: bytes, spans: Mapping[str, slice], skipped: Skipped | None
    ) -> None:
        self.file, self.layout, self.end = file, layout, end
        self.slow, self.last = Lines(spans, skipped), 0

    def blocks(self) -> Iterator[EvenBlock]:
        """Yield the lines after the first: rows of the regular width, and the others."""
        number, room = 2, memoryview(bytearray(_ROWS * self.layout.width))  # new memory costs more than reading
        while size := self.file.readinto(room):  # type: ignore[attr-defined]
            piece: Any = room[:size]
            if piece[-1] != _NEW_LINE:
                piece = bytes(piece) + self.file.readline(LONGEST_ENTRY)
            if column_reach := self._even(piece):
                count = len(piece) // self.layout.width
                yield self._block(piece, range(number, number + count), column_reach)
            else:
                piece = bytes(piece)
                count = piece.count(b"\n")
                yield from self._mixed(piece, number)
            number += count

    def _even(self, piece: Any) -> Reach | None:
        """Return the reach of each column; None if there are irregular rows or non-ASCII letters."""
        size, ends = self.layout.width, len(self.end)
        if len(piece) % size:
            return None
        lows, highs = column_reach = reach(piece, size)
        right = lows[-ends:].tobytes() == highs[-ends:].tobytes() == self.end
        return column_reach if right and (lows[:-ends] >= ord(" ")).all() else None

    def _mixed(self, piece: bytes, first: int) -> Iterator[EvenBlock]:
        rows, lines, irregular = list[bytes](), list[int](), list[tuple[int, bytes]]()
        endless: FormatError | None = None
        try:
            for number, raw in enumerate(bounded_lines(io.BytesIO(piece), first - 1), first):
                if len(raw) == self.layout.width and raw.endswith(self.end):
                    rows.append(raw)
                    lines.append(number)
                else:
                    irregular.append((number, raw))
        except FormatError as error:  # problems before it are reported first
            endless = error
        data = b"".join(rows)
        size = self.layout.width
        yield EvenBlock(data, lines, lambda index: data[index * size : index * size + size], irregular)
        if endless:
            raise endless

    def _block(self, rows: Any, lines: range, column_reach: Reach) -> EvenBlock:
        size = self.layout.width
        return EvenBlock(rows, lines, lambda index: bytes(rows[index * size : index * size + size]), known=column_reach)

    def careful(self, line: int, raw: bytes, before: int) -> ListEntry | None:
        """Parse a single line after the last regular row."""
        if before > self.last:
            self.slow.width = self.layout.width - len(self.end)
        entry = self.slow.entry(line, raw)
        if entry is not None:
            self.last = line
        return entry
