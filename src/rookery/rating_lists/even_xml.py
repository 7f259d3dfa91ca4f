"""FIDE's XML file as rows of one width: where every player is written as the first one, texts are cut out at once.

From the first thing that is otherwise the file is read as any XML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from rookery.rating_lists.entry import ListEntry
from rookery.rating_lists.even_cells import Whole, eight_letters_at
from rookery.rating_lists.even_rows import Cut, EvenRows
from rookery.rating_lists.even_source import EvenBlock, EvenSource
from rookery.rating_lists.row_parser import RowParser, Skipped, parse_row, rated_kinds
from rookery.rating_lists.sources import size_of
from rookery.rating_lists.xml_source import REGULAR_HEAD, ReadPosition, blocks, player_pattern, tags_of, texts_of

_PIECE = 1 << 21
_OPENS, _MARK, _NEW_LINE = ord("<"), ord("&"), ord("\n")
_WIDTHS = {"fide_id": 9, "name": 45, "federation": 3, "sex": 1, "title": 3, "wtitle": 3, "born": 4, "flag": 2}
_RATING, _COUNT = 4, 3
_WORD, _BLANKS = 8, np.uint64(int.from_bytes(b" " * 8, "little"))
_KEPT = np.array([(1 << 8 * size) - 1 for size in range(_WORD + 1)], np.uint64)
"""Masks that keep the first 0 to 8 letters of a word of eight."""
_Span = tuple[NDArray[np.int64], NDArray[np.int64]]
_END = b"</player>"
_BEHIND = bytes(16)
"""Behind a part of the file, so that eight letters can be taken from anywhere in it."""


def even_xml(file: BinaryIO, kind: str, skipped: Skipped | None) -> EvenSource | None:
    """Return the file as rows of one width; None if it does not start as FIDE writes it."""
    tags = tags_of(file, kind)
    start = file.read(_PIECE)
    file.seek(0)
    head = REGULAR_HEAD.match(start.decode("utf-8", "surrogateescape"))
    if head is None or not head[0].isascii() or ("encoding" in head[0] and "utf-8" not in head[0].lower()):
        return None
    reader = _Reader(file, tags, len(head[0]), head[0].count("\n"), skipped)
    if not reader.form_of(start[len(head[0]) :]):
        return None
    return EvenSource(
        reader.layout,
        rated_kinds(tags.values()),
        size_of(file) // sum(map(len, reader.gaps)),
        reader.blocks(),
        reader.careful,
    )


class _Reader:
    def __init__(self, file: BinaryIO, tags: Mapping[str, str], head: int, lines: int, skipped: Skipped | None) -> None:
        self.file, self.tags, self.head, self.line, self.skipped = file, tags, head, 1 + lines, skipped
        self.pattern, self.make = player_pattern(list(tags)), RowParser(list(tags.values()))
        cuts, column = list[Cut](), 0
        for field in tags.values():
            width = _WIDTHS.get(field, _COUNT if field.endswith(("_games", "_k")) else _RATING)
            cuts.append(Cut(field, column, column + width))
            column += width
        self.layout = EvenRows(column, tuple(cuts))

    def form_of(self, text: bytes) -> bool:
        """Learn from the first player what stands between the texts; whether it is as FIDE writes it, with lines."""
        end = text.find(_END) + len(_END)
        first = text[:end].lstrip()
        if not first.isascii() or not self.pattern.fullmatch(first.decode("ascii")):
            return False
        self.before = text[: end - len(first)]  # what stands before every player, by the first of them
        tags = re.findall(rb"<([a-z_]+)>", first)
        self.fields = [self.tags.get(tag.decode("ascii")) for tag in tags[1:]]
        self.gaps = [self.before + first[: first.index(b">", first.index(tags[1])) + 1]]
        rest = first[len(self.gaps[0]) - len(self.before) :]
        while b"</" in rest:
            rest = rest[rest.index(b"</") :]
            stop = rest.index(b">", rest.index(b">") + 1) + 1
            self.gaps.append(rest[:stop])
            rest = rest[stop:]
        self.newlines = sum(gap.count(b"\n") for gap in self.gaps)
        self.opens = sum(gap.count(b"<") for gap in self.gaps)
        return self.newlines > 0 and not rest and len(self.gaps) == len(self.fields) + 1

    def blocks(self) -> Iterator[EvenBlock]:
        """Players as the first one is written; from the first that is not, as the careful way reads them."""
        self.file.seek(self.head)
        position, rest, part = ReadPosition(self.head, self.line, 0), b"", b"?"
        while part:
            part = self.file.read(_PIECE)
            data = b"".join((rest, part, _BEHIND))
            size = data.rfind(_END) + len(_END) if _END in data else 0
            block = self._block(data, size) if size else None
            rest = data[size if block else 0 : -len(_BEHIND)]
            if block is None:
                break
            yield block
            position = ReadPosition(position.offset + size, self.line, position.players + len(block.lines))
        if part or not re.fullmatch(rb"\s*</playerslist>\s*", rest):
            for block_of_rows in blocks(self.file, self.tags, self.skipped, position):
                rows = zip(block_of_rows.lines, map(ListEntry._make, block_of_rows.players), strict=True)
                yield EvenBlock(b"", (), bytes, made=list(rows))

    def _block(self, data: bytes, size: int) -> EvenBlock | None:
        """Return the players of the first `size` bytes; None if any of them has another layout than the first
        player.
        """
        letters = np.frombuffer(data, np.uint8, size)
        tag_starts = np.flatnonzero(letters == _OPENS)
        if len(tag_starts) % self.opens or not _readable(data[:size]):
            return None
        players = tag_starts.reshape(-1, self.opens)
        if np.count_nonzero(letters == _NEW_LINE) != len(players) * self.newlines:
            return None
        spans = self._spans(letters, players)
        if spans is None:
            return None
        lines = range(self.line + self.newlines, self.line + self.newlines * len(players) + 1, self.newlines)
        self.line += self.newlines * len(players)
        stops = np.append(players[1:, 0], size)

        def raw(index: int) -> bytes:
            return data[players[index, 0] : stops[index]]

        return EvenBlock(self._rows(np.frombuffer(data, "<u8", len(data) // _WORD), spans), lines, raw)

    def _spans(self, letters: NDArray[np.uint8], players: NDArray[np.int64]) -> list[_Span] | None:
        """Return the start and stop of each text of each player; None if the markup between them differs."""
        spans, tag_count = [], 0
        start = begin = players[:, 0] - len(self.before)
        for number, gap in enumerate(self.gaps):
            if number:
                start = players[:, tag_count]
                spans.append((begin, start))
            if not _same(letters, start, gap):
                return None
            tag_count += gap.count(b"<")
            begin = start + len(gap)
        whole = players[0, 0] == len(self.before) and begin[-1] == len(letters)
        return spans if whole and (begin[:-1] == players[1:, 0] - len(self.before)).all() else None

    def _rows(self, words: Whole, spans: list[_Span]) -> bytes:
        """Return the texts in columns; a row with a text that is too long is marked and parsed separately."""
        count, width = len(spans[0][0]), self.layout.width
        room = np.empty((count, width + _WORD), np.uint8)
        spoilt = np.zeros(count, np.bool_)
        for field, (start, stop) in sorted(zip(self.fields, spans, strict=True), key=self._column):
            if field is not None:
                columns = self.layout.spans[field]
                wide, size = columns.stop - columns.start, stop - start
                spoilt |= size > wide
                for column in range(0, wide, _WORD):  # what stands behind the text is written over by the next one
                    target = np.ndarray((count,), "<u8", room, columns.start + column, room.strides[:1])
                    used = not column or column < size.max()
                    target[:] = _padded(words, start + column, size - column) if used else _BLANKS
        rows = np.ndarray((count,), f"V{width}", room, 0, room.strides[:1]).tobytes()
        if not spoilt.any() and _MARK not in rows:  # &amp; and the like
            return rows
        spoilt |= (room[:, :width] == _MARK).any(axis=1)
        room[spoilt, 0] = 0
        return room[:, :width].tobytes()

    def _column(self, element: tuple[str | None, _Span]) -> int:
        return int(self.layout.spans[element[0]].start) if element[0] else -1

    def careful(self, line: int, raw: bytes, before: int) -> ListEntry | None:
        """Parse a single player from the text in the file."""
        match = self.pattern.match(raw.decode("utf-8"))
        assert match is not None
        return parse_row(self.make, [text.strip() for text in texts_of(match)], line, self.skipped)


def _readable(data: bytes) -> bool:
    """Return whether the data are valid UTF-8."""
    if data.isascii():
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _padded(words: Whole, start: NDArray[np.int64], size: NDArray[np.int64]) -> Whole:
    """Return eight letters from each of these positions, with blanks after the given sizes."""
    mask = _KEPT[np.maximum(np.minimum(size, _WORD), 0)]
    return (eight_letters_at(words, start) & mask) | (_BLANKS & ~mask)


def _same(letters: NDArray[np.uint8], start: NDArray[np.int64], text: bytes) -> bool:
    """Return whether this text occurs at all of these positions."""
    wide = len(text)
    if len(start) and (start[0] < 0 or start[-1] + wide > len(letters)):
        return False
    windows = np.ndarray((len(letters) - wide + 1,), f"V{wide}", letters, strides=(1,))
    candidates = windows[start].view(np.uint8).reshape(-1, wide)
    return bool((candidates == np.frombuffer(text, np.uint8)).all())
