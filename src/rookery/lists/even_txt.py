"""FIDE's text file as rows of one width: the first line tells how wide they are."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping

from rookery.errors import FormatError
from rookery.lists.entry import ListEntry
from rookery.lists.even_judging import Reach, reach
from rookery.lists.even_rows import Cut, EvenRows
from rookery.lists.even_source import EvenBlock, EvenSource
from rookery.lists.maker import LONGEST_ENTRY, Skipped, kinds_among
from rookery.lists.sources import size_of
from rookery.lists.txt_source import Lines, bounded, spans_of, text_of
from rookery.typed import Any, BinaryIO

_ROWS, _NEW_LINE = 1 << 13, ord("\n")
"""So many rows are read at a time, which then stay in the processor's cache."""


def even_txt(file: BinaryIO, kind: str, skipped: Skipped | None) -> EvenSource | None:
    """The file, from its start, as rows of one width; None where its lines do not reach to the last column."""
    spans = spans_of(text_of(file.readline(LONGEST_ENTRY)), kind)
    line = file.readline(LONGEST_ENTRY)
    end = b"\r\n" if line.endswith(b"\r\n") else b"\n"
    wide = len(line) - len(end)
    file.seek(0)
    if not line.endswith(b"\n") or wide < max(max(span.start, span.stop or 0) for span in spans.values()) or wide < 8:
        return None
    file.readline(LONGEST_ENTRY)
    cuts = tuple(Cut(field, span.start, span.stop or wide) for field, span in spans.items())
    reader = _Reader(file, EvenRows(len(line), cuts), end, spans, skipped)
    return EvenSource(reader.layout, kinds_among(spans), size_of(file) // len(line), reader.blocks(), reader.careful)


class _Reader:
    def __init__(
        self, file: BinaryIO, layout: EvenRows, end: bytes, spans: Mapping[str, slice], skipped: Skipped | None
    ) -> None:
        self.file, self.layout, self.end = file, layout, end
        self.slow, self.last = Lines(spans, skipped), 0

    def blocks(self) -> Iterator[EvenBlock]:
        """The lines after the first: those of the width of the rows, and the others."""
        number, room = 2, memoryview(bytearray(_ROWS * self.layout.width))  # new memory costs more than reading
        while size := self.file.readinto(room):  # type: ignore[attr-defined]
            piece: Any = room[:size]
            if piece[-1] != _NEW_LINE:
                piece = bytes(piece) + self.file.readline(LONGEST_ENTRY)
            if known := self._even(piece):
                count = len(piece) // self.layout.width
                yield self._block(piece, range(number, number + count), known)
            else:
                piece = bytes(piece)
                count = piece.count(b"\n")
                yield from self._mixed(piece, number)
            number += count

    def _even(self, piece: Any) -> Reach | None:
        """The reach of each column, where there are rows alone, and no letter in them that is not plain."""
        size, ends = self.layout.width, len(self.end)
        if len(piece) % size:
            return None
        lows, highs = known = reach(piece, size)
        right = lows[-ends:].tobytes() == highs[-ends:].tobytes() == self.end
        return known if right and (lows[:-ends] >= ord(" ")).all() else None

    def _mixed(self, piece: bytes, first: int) -> Iterator[EvenBlock]:
        rows, lines, others = list[bytes](), list[int](), list[tuple[int, bytes]]()
        endless: FormatError | None = None
        try:
            for number, raw in enumerate(bounded(io.BytesIO(piece), first - 1), first):
                if len(raw) == self.layout.width and raw.endswith(self.end):
                    rows.append(raw)
                    lines.append(number)
                else:
                    others.append((number, raw))
        except FormatError as error:  # what stands before it is told first
            endless = error
        made = b"".join(rows)
        size = self.layout.width
        yield EvenBlock(made, lines, lambda at: made[at * size : at * size + size], others)
        if endless:
            raise endless

    def _block(self, rows: Any, lines: range, known: Reach) -> EvenBlock:
        size = self.layout.width
        return EvenBlock(rows, lines, lambda at: bytes(rows[at * size : at * size + size]), known=known)

    def careful(self, line: int, raw: bytes, before: int) -> ListEntry | None:
        """A line by itself, behind the last row that is as wide as most."""
        if before > self.last:
            self.slow.width = self.layout.width - len(self.end)
        entry = self.slow.entry(line, raw)
        if entry is not None:
            self.last = line
        return entry
