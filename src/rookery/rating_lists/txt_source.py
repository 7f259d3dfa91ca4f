"""FIDE's rating list as text: lines of equal length are cut together, others one by one."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from struct import Struct
from typing import IO, AnyStr, BinaryIO

from rookery.errors import FormatError
from rookery.messages import msg
from rookery.rating_lists.entry import NUMBERS, ListEntry
from rookery.rating_lists.row_parser import (
    LONGEST_ENTRY,
    PIECE,
    Block,
    Cells,
    ListSource,
    QuickRowParser,
    RowParser,
    Skipped,
    list_error,
    rated_kinds,
    skip_or_raise,
)

# The titles of the columns of FIDE's text file; a month ("OCT26") heads the rating of a list of one kind.
_TXT = {
    "idnumber": "fide_id", "name": "name", "fed": "federation", "sex": "sex", "tit": "title", "wtit": "wtitle",
    "srtng": "standard", "sgm": "standard_games", "sk": "standard_k",
    "rrtng": "rapid", "rgm": "rapid_games", "rk": "rapid_k",
    "brtng": "blitz", "bgm": "blitz_games", "bk": "blitz_k",
    "gms": "{kind}_games", "k": "{kind}_k", "bday": "born", "flag": "flag",
}  # fmt: skip


def txt_source(file: BinaryIO, kind: str, skipped: Skipped | None = None) -> ListSource:
    """Return the content of FIDE's text file; the first line defines the columns."""
    spans = spans_of(text_of(file.readline(LONGEST_ENTRY)), kind)
    return ListSource(rated_kinds(spans), _blocks(file, spans, skipped))


def _blocks(file: BinaryIO, spans: Mapping[str, slice], skipped: Skipped | None) -> Iterator[Block]:
    quick, slow, number = _EqualLines(spans), Lines(spans, skipped), 2
    while piece := file.read(PIECE):
        piece += file.readline(LONGEST_ENTRY)
        count = piece.count(b"\n")
        players = quick(piece, count)
        if players is None:
            yield slow.block(piece, number)
        else:
            slow.width = len(text_of(piece[-quick.size :]))
            yield Block(range(number, number + count), players)
        number += count


class _EqualLines:
    """Parser of plain lines of equal length; returns None if any line differs."""

    def __init__(self, spans: Mapping[str, slice]) -> None:
        self.spans = sorted((span.start, span.stop or 0, name) for name, span in spans.items())
        self.make = QuickRowParser([name for _, _, name in self.spans])
        self.size, self.cut = 0, Struct("")

    def __call__(self, piece: bytes, count: int) -> list[Cells] | None:
        size = piece.find(b"\n") + 1
        alike = piece.isascii() and size * count == len(piece) and piece[size - 1 :: size] == b"\n" * count
        if not (alike and count and self._fits(size)):
            return None
        return self.make(list(self.cut.iter_unpack(piece)))

    def _fits(self, size: int) -> bool:
        """Return whether lines of this size reach the last column, and prepare their layout."""
        if size != self.size:
            if max(max(start, stop) for start, stop, _ in self.spans) > size - len("\r\n"):
                return False
            stops = [stop or size for _, stop, _ in self.spans]
            offset, cuts = 0, ""
            for (start, _, _), stop in zip(self.spans, stops, strict=True):
                cuts, offset = f"{cuts}{start - offset}x{stop - start}s", stop
            self.size, self.cut = size, Struct(f"{cuts}{size - offset}x")
        return True


class Lines:
    """Parser of single lines that reports malformed ones; `width` is that of the last line."""

    def __init__(self, spans: Mapping[str, slice], skipped: Skipped | None) -> None:
        self.spans, self.skipped, self.width = spans, skipped, 0
        self.make, self.cuts, self.needed = RowParser(list(spans)), tuple(spans.values()), spans["federation"].stop or 0

    def block(self, piece: bytes, first: int) -> Block:
        """Return the players of some lines, the first of which has number `first`."""
        lines, players = list[int](), list[Cells]()
        for number, raw in enumerate(bounded_lines(io.BytesIO(piece), first - 1), first):
            entry = self.entry(number, raw)
            if entry is not None:
                lines.append(number)
                players.append(tuple(entry))
        return Block(lines, players)

    def entry(self, number: int, raw: bytes) -> ListEntry | None:
        """Return the player of a line; None for an empty or omitted one."""
        line = text_of(raw)
        if not line.strip():
            return None
        if len(line) < self.width and not raw.endswith(b"\n"):
            raise list_error(number, msg("the file ends in the middle of a line"), line[-20:])
        if len(line) < self.needed:
            skip_or_raise(list_error(number, msg("the line is too short"), line), self.skipped)
            return None
        cells = [line[cut].strip() for cut in self.cuts]
        try:
            entry = self.make(cells)
        except ValueError as error:
            skip_or_raise(_field_error(number, error.args[0], cells, self.spans), self.skipped)
            return None
        self.width = len(line)
        return entry


def bounded_lines(file: IO[AnyStr], before: int = 0) -> Iterator[AnyStr]:
    """Yield the lines of a file; an endless line is rejected before it fills the memory."""
    number = before
    while line := file.readline(LONGEST_ENTRY):
        number += 1
        if len(line) == LONGEST_ENTRY:
            raise list_error(number, msg("this line has no end"))
        yield line


def text_of(raw: bytes) -> str:
    try:
        return raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError:
        return raw.decode("latin-1").rstrip("\r\n")


def spans_of(head: str, kind: str) -> dict[str, slice]:
    """Return the columns of each field, by the heading line: each field extends to the next heading."""
    words = list(re.finditer(r"ID[ _]Number|\S+", head, re.I))
    starts = [word.start() for word in words]
    spans: dict[str, slice] = {}
    for word, start, stop in zip(words, starts, [*starts[1:], None], strict=False):
        key = re.sub(r"[ _-]", "", word[0]).lower()
        field = "{kind}" if re.fullmatch(r"[a-z]{3}\d\d", key) else _TXT.get(key, "")
        if field:
            spans[field.format(kind=kind)] = slice(start, stop)
    missing = [name for name in ("fide_id", "name", "federation") if name not in spans]
    if missing:
        raise list_error(
            1,
            msg("this is no heading of a FIDE list: no column for the %(field)s", field=missing[0].replace("_", " ")),
            head[:60],
        )
    return spans


def _field_error(line: int, text: str, cells: Sequence[str], spans: Mapping[str, slice]) -> FormatError:
    """Return the error with the columns of the first unreadable field."""
    for (name, span), read in zip(spans.items(), cells, strict=False):
        if name in NUMBERS and read and not read.isdigit():
            return list_error(line, text, read, (span.start + 1, span.stop or span.start + 1), name)
    return list_error(line, text)
