"""What a long list is searched in: the order of strength, and the words of the names.

It is made when somebody first asks for it, and written behind what the import has left, where that may be done. What it
says follows from the rows alone, byte by byte: two who make it at the same time write the same.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from mmap import ACCESS_READ, mmap

from rookery.lists.columns import Damage, Data, Numbers, Span, held
from rookery.lists.even_file import EvenFile, behind
from rookery.lists.words import INITIALS, bounds
from rookery.typed import Any

_SIGN, _ROOM = b"rookery search 1 ", 1 << 12
"""What such a block begins with, and how many bytes are there for what it says of itself."""
_COLUMNS = 4


class Stratum:
    """The words of the players from one place to before another.

    `places` has for each word who has it, `codes` the distinct words, `starts` where the places of each begin.
    """

    def __init__(self, data: Data, spans: Sequence[Span], first: int, end: int) -> None:
        self.first, self._data, self._size = first, data, (end - first + 7) // 8
        self.places, self.starts = Numbers(data, spans[0], 4), Numbers(data, spans[2], 4)
        self.codes, self._initials = Numbers(data, spans[1], 8), held(data, spans[3])
        if self._initials.size != self._size * INITIALS or self.starts.number != self.codes.number + 1:
            raise Damage("the words of the names are not whole")

    def initial(self, letter: int) -> int:
        """A bit for every place from the first on, set where a word begins with this letter."""
        start = self._initials.start + letter * self._size
        return int.from_bytes(self._data[start : start + self._size], "little")


class SearchBlock:
    """The row of each place, the place of each FIDE number in their order, and the words."""

    def __init__(self, data: Data, spans: Sequence[Span], players: int) -> None:
        ends = bounds(players)
        if len(spans) != 2 + _COLUMNS * (len(ends) - 1):
            raise Damage("parts are missing")
        self.order, self.number_places = (Numbers(data, span, 4) for span in spans[:2])
        if not self.order.number == self.number_places.number == players:
            raise Damage("it has more or fewer places than players")
        some = [spans[at : at + _COLUMNS] for at in range(2, len(spans), _COLUMNS)]
        self.strata = [Stratum(data, *one) for one in zip(some, ends[:-1], ends[1:], strict=True)]


def search_block(file: EvenFile) -> tuple[SearchBlock, mmap | None]:
    """The block of a list, made if there is none; and what is to be closed when it is not needed any more."""
    if known := _written(file):
        return known
    parts = _made(file)
    with suppress(OSError):
        if _write(file, parts) and (known := _written(file)):
            return known
    data = b"".join(parts)
    return SearchBlock(data, behind(0, parts), file.players), None


def _written(file: EvenFile) -> tuple[SearchBlock, mmap] | None:
    """The block that stands in the file."""
    with open(file.path, "rb") as opened:
        if not _same(file, opened.fileno()):
            return None
        data = mmap(opened.fileno(), 0, access=ACCESS_READ)
    try:
        head = data[file.end : file.end + _ROOM]
        if head.startswith(_SIGN):
            return SearchBlock(data, _told(head), file.players), data
    except BaseException:
        data.close()
        raise
    data.close()
    return None


def _told(head: bytes) -> list[Span]:
    """What a block says of itself: where its parts stand."""
    try:
        return [Span(int(start), int(size)) for start, size in json.loads(head[len(_SIGN) :])]
    except (ValueError, TypeError) as error:
        raise Damage(f"what it says of its parts cannot be read: {error}") from None


def _same(file: EvenFile, handle: int) -> bool:
    """Whether this is the file that was opened, and not another list that has taken its place since."""
    found = os.fstat(handle)
    return (found.st_dev, found.st_ino) == file.identity


def _made(file: EvenFile) -> list[Any]:
    try:
        import numpy  # noqa: F401
    except ImportError:
        from rookery.lists.plain_search import search_parts

        return search_parts(file)
    from rookery.lists.even_search import search_parts as quick_parts

    return quick_parts(file)


def _write(file: EvenFile, parts: Sequence[Any]) -> bool:
    """Put the block behind the list; what it says of itself comes last, when all the rest is safe."""
    with open(file.path, "r+b") as opened:
        if not _same(file, opened.fileno()):
            return False
        opened.seek(file.end + _ROOM)
        for part in parts:
            opened.write(part)
        opened.flush()
        os.fsync(opened.fileno())
        told = _SIGN + json.dumps(behind(file.end + _ROOM, parts)).encode()
        assert len(told) <= _ROOM
        opened.seek(file.end)
        opened.write(told.ljust(_ROOM))
        opened.flush()
        os.fsync(opened.fileno())
    return True
