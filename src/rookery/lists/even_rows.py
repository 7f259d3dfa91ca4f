"""Rows of one width, as FIDE's text file has them: where each field stands, and the player of a row."""

from __future__ import annotations

from rookery.lists.entry import ListEntry
from rookery.lists.maker import Maker
from rookery.values import NamedTuple


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
        self._make = Maker([cut.field for cut in cuts])
        self._slices = tuple(self.spans.values())

    def entry(self, row: bytes) -> ListEntry:
        """The player of a row; ValueError says what is wrong with it."""
        text = row.decode("ascii")
        return self._make([text[one].strip() for one in self._slices])
