"""The search index of a long list: the order of strength, and the words of the names.

It is built on first use and appended to the file if that is writable. It is a function of the rows alone, so
concurrent
builders write the same bytes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from mmap import ACCESS_READ, mmap
from typing import Any

from rookery.rating_lists.columns import DamagedFileError, Data, Numbers, Span, checked_span
from rookery.rating_lists.even_file import EvenFile, consecutive_spans
from rookery.rating_lists.words import INITIALS, bounds

_SIGN, _ROOM = b"rookery search 1 ", 1 << 12
"""The signature at the start of the index, and the number of bytes reserved for its metadata."""
_COLUMNS = 4


class Stratum:
    """The words of the players in a range of places.

    `places` has for each word who has it, `codes` the distinct words, `starts` where the places of each begin.
    """

    def __init__(self, data: Data, spans: Sequence[Span], first: int, end: int) -> None:
        self.first, self._data, self._size = first, data, (end - first + 7) // 8
        self.places, self.starts = Numbers(data, spans[0], 4), Numbers(data, spans[2], 4)
        self.codes, self._initials = Numbers(data, spans[1], 8), checked_span(data, spans[3])
        if self._initials.size != self._size * INITIALS or self.starts.number != self.codes.number + 1:
            raise DamagedFileError("the words of the names are not whole")

    def initial(self, letter: int) -> int:
        """Return a bit for every place, set where a word starts with this letter."""
        start = self._initials.start + letter * self._size
        return int.from_bytes(self._data[start : start + self._size], "little")


class SearchBlock:
    """The row of each place, the place of each FIDE number in order, and the words."""

    def __init__(self, data: Data, spans: Sequence[Span], players: int) -> None:
        ends = bounds(players)
        if len(spans) != 2 + _COLUMNS * (len(ends) - 1):
            raise DamagedFileError("parts are missing")
        self.order, self.number_places = (Numbers(data, span, 4) for span in spans[:2])
        if not self.order.number == self.number_places.number == players:
            raise DamagedFileError("it has more or fewer places than players")
        groups = [spans[index : index + _COLUMNS] for index in range(2, len(spans), _COLUMNS)]
        self.strata = [Stratum(data, *arguments) for arguments in zip(groups, ends[:-1], ends[1:], strict=True)]


def search_block(file: EvenFile) -> tuple[SearchBlock, mmap | None]:
    """Return the index of a list, built if missing, with the memory map to close after use."""
    if stored := _read_stored(file):
        return stored
    parts = _build_parts(file)
    with suppress(OSError):
        if _append_index(file, parts) and (stored := _read_stored(file)):
            return stored
    data = b"".join(parts)
    return SearchBlock(data, consecutive_spans(0, parts), file.players), None


def _read_stored(file: EvenFile) -> tuple[SearchBlock, mmap] | None:
    """Return the index stored in the file; None if there is none."""
    with open(file.path, "rb") as file_handle:
        if not _is_same_file(file, file_handle.fileno()):
            return None
        data = mmap(file_handle.fileno(), 0, access=ACCESS_READ)
    try:
        head = data[file.end : file.end + _ROOM]
        if head.startswith(_SIGN):
            return SearchBlock(data, _parse_spans(head), file.players), data
    except BaseException:
        data.close()
        raise
    data.close()
    return None


def _parse_spans(head: bytes) -> list[Span]:
    """Parse the positions of the parts of an index."""
    try:
        return [Span(int(start), int(size)) for start, size in json.loads(head[len(_SIGN) :])]
    except (ValueError, TypeError) as error:
        raise DamagedFileError(f"what it says of its parts cannot be read: {error}") from None


def _is_same_file(file: EvenFile, handle: int) -> bool:
    """Return whether this is the file that was opened, and not a replacement."""
    status = os.fstat(handle)
    return (status.st_dev, status.st_ino) == file.identity


def _build_parts(file: EvenFile) -> list[Any]:
    try:
        import numpy  # noqa: F401
    except ImportError:
        from rookery.rating_lists.plain_search import search_parts

        return search_parts(file)
    from rookery.rating_lists.even_search import search_parts as quick_parts

    return quick_parts(file)


def _append_index(file: EvenFile, parts: Sequence[Any]) -> bool:
    """Append the index to the list; its header is written last, when the rest is on disk."""
    with open(file.path, "r+b") as output:
        if not _is_same_file(file, output.fileno()):
            return False
        output.seek(file.end + _ROOM)
        for part in parts:
            output.write(part)
        output.flush()
        os.fsync(output.fileno())
        header = _SIGN + json.dumps(consecutive_spans(file.end + _ROOM, parts)).encode()
        assert len(header) <= _ROOM
        output.seek(file.end)
        output.write(header.ljust(_ROOM))
        output.flush()
        os.fsync(output.fileno())
    return True
