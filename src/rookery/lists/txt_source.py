"""FIDE's rating list as text: lines that are all alike are cut at once, others one by one."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from struct import Struct

from rookery.errors import FormatError
from rookery.lists.entry import NUMBERS, ListEntry
from rookery.lists.maker import (
    LONGEST_ENTRY,
    PIECE,
    Block,
    Cells,
    ListSource,
    Maker,
    QuickMaker,
    Skipped,
    kinds_among,
    left_out,
    refuse,
)
from rookery.typed import IO, AnyStr, BinaryIO
from rookery.wording import spoken

# The titles of the columns of FIDE's text file; a month ("OCT26") heads the rating of a list of one kind.
_TXT = {
    "idnumber": "fide_id", "name": "name", "fed": "federation", "sex": "sex", "tit": "title", "wtit": "wtitle",
    "srtng": "standard", "sgm": "standard_games", "sk": "standard_k",
    "rrtng": "rapid", "rgm": "rapid_games", "rk": "rapid_k",
    "brtng": "blitz", "bgm": "blitz_games", "bk": "blitz_k",
    "gms": "{kind}_games", "k": "{kind}_k", "bday": "born", "flag": "flag",
}  # fmt: skip


def txt_source(file: BinaryIO, kind: str, skipped: Skipped | None = None) -> ListSource:
    """FIDE's text file; where its columns are, its first line says."""
    spans = spans_of(text_of(file.readline(LONGEST_ENTRY)), kind)
    return ListSource(kinds_among(spans), _blocks(file, spans, skipped))


def _blocks(file: BinaryIO, spans: Mapping[str, slice], skipped: Skipped | None) -> Iterator[Block]:
    quick, slow, number = _AlikeLines(spans), Lines(spans, skipped), 2
    while piece := file.read(PIECE):
        piece += file.readline(LONGEST_ENTRY)
        count = piece.count(b"\n")
        found = quick(piece, count)
        if found is None:
            yield slow.block(piece, number)
        else:
            slow.width = len(text_of(piece[-quick.size :]))
            yield Block(range(number, number + count), found)
        number += count


class _AlikeLines:
    """Cuts lines that are all as long as each other and have plain letters only; None where any is otherwise."""

    def __init__(self, spans: Mapping[str, slice]) -> None:
        self.spans = sorted((span.start, span.stop or 0, name) for name, span in spans.items())
        self.make = QuickMaker([name for _, _, name in self.spans])
        self.size, self.cut = 0, Struct("")

    def __call__(self, piece: bytes, count: int) -> list[Cells] | None:
        size = piece.find(b"\n") + 1
        alike = piece.isascii() and size * count == len(piece) and piece[size - 1 :: size] == b"\n" * count
        if not (alike and count and self._fits(size)):
            return None
        return self.make(list(self.cut.iter_unpack(piece)))

    def _fits(self, size: int) -> bool:
        """Whether lines of this size reach to the last column; how they are cut."""
        if size != self.size:
            if max(max(start, stop) for start, stop, _ in self.spans) > size - len("\r\n"):
                return False
            stops = [stop or size for _, stop, _ in self.spans]
            at, cuts = 0, ""
            for (start, _, _), stop in zip(self.spans, stops, strict=True):
                cuts, at = f"{cuts}{start - at}x{stop - start}s", stop
            self.size, self.cut = size, Struct(f"{cuts}{size - at}x")
        return True


class Lines:
    """Reads lines one by one, and tells of what is malformed; `width` is that of the last line."""

    def __init__(self, spans: Mapping[str, slice], skipped: Skipped | None) -> None:
        self.spans, self.skipped, self.width = spans, skipped, 0
        self.make, self.cuts, self.needed = Maker(list(spans)), tuple(spans.values()), spans["federation"].stop or 0

    def block(self, piece: bytes, first: int) -> Block:
        """The players of some lines, the first of them with this number."""
        lines, players = list[int](), list[Cells]()
        for number, raw in enumerate(bounded(io.BytesIO(piece), first - 1), first):
            entry = self.entry(number, raw)
            if entry is not None:
                lines.append(number)
                players.append(tuple(entry))
        return Block(lines, players)

    def entry(self, number: int, raw: bytes) -> ListEntry | None:
        """The player of a line; None for an empty one, and one that is left out."""
        line = text_of(raw)
        if not line.strip():
            return None
        if len(line) < self.width and not raw.endswith(b"\n"):
            raise refuse(number, spoken("the file ends in the middle of a line"), line[-20:])
        if len(line) < self.needed:
            left_out(refuse(number, spoken("the line is too short"), line), self.skipped)
            return None
        found = [line[cut].strip() for cut in self.cuts]
        try:
            entry = self.make(found)
        except ValueError as wrong:
            left_out(_at_fault(number, wrong.args[0], found, self.spans), self.skipped)
            return None
        self.width = len(line)
        return entry


def bounded(file: IO[AnyStr], before: int = 0) -> Iterator[AnyStr]:
    """The lines of a file after so many of them; one that does not end is refused before it fills the memory."""
    number = before
    while line := file.readline(LONGEST_ENTRY):
        number += 1
        if len(line) == LONGEST_ENTRY:
            raise refuse(number, spoken("this line has no end"))
        yield line


def text_of(raw: bytes) -> str:
    try:
        return raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError:
        return raw.decode("latin-1").rstrip("\r\n")


def spans_of(head: str, kind: str) -> dict[str, slice]:
    """Which columns hold which field, by the heading line: each field reaches to where the next begins."""
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
        raise refuse(
            1,
            spoken(
                "this is no heading of a FIDE list: no column for the %(field)s", field=missing[0].replace("_", " ")
            ),
            head[:60],
        )
    return spans


def _at_fault(line: int, text: str, found: Sequence[str], spans: Mapping[str, slice]) -> FormatError:
    """The refusal, with the columns of the first field that cannot be read."""
    for (name, span), read in zip(spans.items(), found, strict=False):
        if name in NUMBERS and read and not read.isdigit():
            return refuse(line, text, read, (span.start + 1, span.stop or span.start + 1), name)
    return refuse(line, text)
