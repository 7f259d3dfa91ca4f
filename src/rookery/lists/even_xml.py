"""FIDE's XML file as rows of one width: where every player is written as the first one, texts are cut out at once.

From the first thing that is otherwise the file is read as any XML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from rookery.lists.entry import ListEntry
from rookery.lists.even_cells import Whole, eight_from
from rookery.lists.even_rows import Cut, EvenRows
from rookery.lists.even_source import EvenBlock, EvenSource
from rookery.lists.maker import Maker, Skipped, kinds_among, made
from rookery.lists.sources import size_of
from rookery.lists.xml_source import REGULAR_HEAD, Begun, blocks, regular, tags_of, texts_of
from rookery.typed import BinaryIO

_PIECE = 1 << 21
_OPENS, _MARK, _NEW_LINE = ord("<"), ord("&"), ord("\n")
_WIDTHS = {"fide_id": 9, "name": 45, "federation": 3, "sex": 1, "title": 3, "wtitle": 3, "born": 4, "flag": 2}
_RATING, _COUNT = 4, 3
_WORD, _BLANKS = 8, np.uint64(int.from_bytes(b" " * 8, "little"))
_KEPT = np.array([(1 << 8 * size) - 1 for size in range(_WORD + 1)], np.uint64)
"""To keep so many of eight letters."""
_Span = tuple[NDArray[np.int64], NDArray[np.int64]]
_END = b"</player>"
_BEHIND = bytes(16)
"""Behind a part of the file, so that eight letters can be taken from anywhere in it."""


def even_xml(file: BinaryIO, kind: str, skipped: Skipped | None) -> EvenSource | None:
    """The file as rows of one width; None where it does not begin as FIDE writes it. It is read from its start."""
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
        kinds_among(tags.values()),
        size_of(file) // sum(map(len, reader.gaps)),
        reader.blocks(),
        reader.careful,
    )


class _Reader:
    def __init__(self, file: BinaryIO, tags: Mapping[str, str], head: int, lines: int, skipped: Skipped | None) -> None:
        self.file, self.tags, self.head, self.line, self.skipped = file, tags, head, 1 + lines, skipped
        self.pattern, self.make = regular(list(tags)), Maker(list(tags.values()))
        cuts, at = list[Cut](), 0
        for field in tags.values():
            wide = _WIDTHS.get(field, _COUNT if field.endswith(("_games", "_k")) else _RATING)
            cuts.append(Cut(field, at, at + wide))
            at += wide
        self.layout = EvenRows(at, tuple(cuts))

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
        begun, rest, part = Begun(self.head, self.line, 0), b"", b"?"
        while part:
            part = self.file.read(_PIECE)
            data = b"".join((rest, part, _BEHIND))
            size = data.rfind(_END) + len(_END) if _END in data else 0
            block = self._block(data, size) if size else None
            rest = data[size if block else 0 : -len(_BEHIND)]
            if block is None:
                break
            yield block
            begun = Begun(begun.offset + size, self.line, begun.players + len(block.lines))
        if part or not re.fullmatch(rb"\s*</playerslist>\s*", rest):
            for some in blocks(self.file, self.tags, self.skipped, begun):
                rows = zip(some.lines, map(ListEntry._make, some.players), strict=True)
                yield EvenBlock(b"", (), bytes, made=list(rows))

    def _block(self, data: bytes, size: int) -> EvenBlock | None:
        """The players of a part of the file, up to there; None where something in it is not as in the first."""
        letters = np.frombuffer(data, np.uint8, size)
        at = np.flatnonzero(letters == _OPENS)
        if len(at) % self.opens or not _readable(data[:size]):
            return None
        players = at.reshape(-1, self.opens)
        if np.count_nonzero(letters == _NEW_LINE) != len(players) * self.newlines:
            return None
        spans = self._spans(letters, players)
        if spans is None:
            return None
        lines = range(self.line + self.newlines, self.line + self.newlines * len(players) + 1, self.newlines)
        self.line += self.newlines * len(players)
        stops = np.append(players[1:, 0], size)

        def raw(one: int) -> bytes:
            return data[players[one, 0] : stops[one]]

        return EvenBlock(self._rows(np.frombuffer(data, "<u8", len(data) // _WORD), spans), lines, raw)

    def _spans(self, letters: NDArray[np.uint8], players: NDArray[np.int64]) -> list[_Span] | None:
        """From where to where each text of each player reaches, if all between them is as in the first player."""
        spans, opened = [], 0
        start = begin = players[:, 0] - len(self.before)
        for number, gap in enumerate(self.gaps):
            if number:
                start = players[:, opened]
                spans.append((begin, start))
            if not _same(letters, start, gap):
                return None
            opened += gap.count(b"<")
            begin = start + len(gap)
        whole = players[0, 0] == len(self.before) and begin[-1] == len(letters)
        return spans if whole and (begin[:-1] == players[1:, 0] - len(self.before)).all() else None

    def _rows(self, words: Whole, spans: list[_Span]) -> bytes:
        """The texts in their columns; where one is too long its row is spoilt, and so read again by itself."""
        count, width = len(spans[0][0]), self.layout.width
        room = np.empty((count, width + _WORD), np.uint8)
        spoilt = np.zeros(count, np.bool_)
        for field, (start, stop) in sorted(zip(self.fields, spans, strict=True), key=self._column):
            if field is not None:
                columns = self.layout.spans[field]
                wide, size = columns.stop - columns.start, stop - start
                spoilt |= size > wide
                for at in range(0, wide, _WORD):  # what stands behind the text is written over by the next one
                    target = np.ndarray((count,), "<u8", room, columns.start + at, room.strides[:1])
                    used = not at or at < size.max()
                    target[:] = _padded(words, start + at, size - at) if used else _BLANKS
        rows = np.ndarray((count,), f"V{width}", room, 0, room.strides[:1]).tobytes()
        if not spoilt.any() and _MARK not in rows:  # &amp; and the like
            return rows
        spoilt |= (room[:, :width] == _MARK).any(axis=1)
        room[spoilt, 0] = 0
        return room[:, :width].tobytes()

    def _column(self, one: tuple[str | None, _Span]) -> int:
        return int(self.layout.spans[one[0]].start) if one[0] else -1

    def careful(self, line: int, raw: bytes, before: int) -> ListEntry | None:
        """A player by the text in the file."""
        found = self.pattern.match(raw.decode("utf-8"))
        assert found is not None
        return made(self.make, [one.strip() for one in texts_of(found)], line, self.skipped)


def _readable(data: bytes) -> bool:
    """Whether this is UTF-8 throughout."""
    if data.isascii():
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _padded(words: Whole, start: NDArray[np.int64], size: NDArray[np.int64]) -> Whole:
    """Eight letters from each of these places on, with blanks for those behind so many."""
    kept = _KEPT[np.maximum(np.minimum(size, _WORD), 0)]
    return (eight_from(words, start) & kept) | (_BLANKS & ~kept)


def _same(letters: NDArray[np.uint8], start: NDArray[np.int64], text: bytes) -> bool:
    """Whether this text stands at all of these places."""
    wide = len(text)
    if len(start) and (start[0] < 0 or start[-1] + wide > len(letters)):
        return False
    windows = np.ndarray((len(letters) - wide + 1,), f"V{wide}", letters, strides=(1,))
    found = windows[start].view(np.uint8).reshape(-1, wide)
    return bool((found == np.frombuffer(text, np.uint8)).all())
