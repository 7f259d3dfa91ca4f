"""A file of which most players become rows of one width, and how the others are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rookery.rating_lists.entry import ListEntry
from rookery.rating_lists.even_rows import EvenRows
from rookery.rating_lists.row_parser import Row

if TYPE_CHECKING:
    from rookery.rating_lists.even_judging import Reach


class EvenBlock(NamedTuple):
    """Some players: rows behind each other with their lines, lines of another kind, and players read already.

    `raw` gives the text that a row was made of; `known` is the reach of their columns. What a block holds stands only
    until the next one is asked for.
    """

    rows: Any
    lines: Sequence[int]
    raw: Callable[[int], bytes]
    others: Sequence[tuple[int, bytes]] = ()
    made: Sequence[Row] = ()
    known: Reach | None = None


class EvenSource(NamedTuple):
    """A file block by block.

    `likely` is about how many players it has; `careful` reads one player by line and text; the line of the last even
    row before it is told. None is a row that is left out.
    """

    layout: EvenRows
    kinds: tuple[str, ...]
    likely: int
    blocks: Iterator[EvenBlock]
    careful: Callable[[int, bytes, int], ListEntry | None]
