"""Rows of one width, as FIDE's text file has them: where each field stands, and the player of a row."""

from __future__ import annotations

from typing import NamedTuple

from rookery.rating_lists.entry import ListEntry
from rookery.rating_lists.row_parser import RowParser


class Cut(NamedTuple):
    """A field of a row, from one column to before another."""

    field: str
    start: int
    stop: int


class EvenRows:
    """The rows of a list that are all as wide as each other, in plain letters, each field in its columns."""

    def __init__(self, width: int, cuts: tuple[Cut, ...]) -> None:
        self.width, self.cuts, self.end = width, cuts, max(cut.stop for cut in cuts)
        self.spans = {cut.field: slice(cut.start, cut.stop) for cut in cuts}
        self._make = RowParser([cut.field for cut in cuts])
        self._slices = tuple(self.spans.values())

    def entry(self, row: bytes) -> ListEntry:
        """Return the player of a row; ValueError if it is malformed."""
        text = row.decode("ascii")
        return self._make([text[columns].strip() for columns in self._slices])
