"""A paper as a value: its title, what stands above it, and blocks of tables, cards, pictures and text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from rookery._record import field, record, replace
from rookery._version import __version__
from rookery.formatting import Table

Mark = Literal["won", "drawn", "lost", "open", "free", "decided", "winner", "loser", "self", "yes", "no"]
"""The meaning of a cell, for its style; the text alone expresses it, too."""

MADE_BY = f"Made with Rookery {__version__}"
"""The program that made a paper, as named in its footer."""


LARGE_ROWS, LARGE_COLUMNS = 24, 12
USUAL_SQUARES, SMALL_SQUARES = 9, 11
"""The limits of rows and columns for each print size on a sheet in portrait format."""


@record
class Grid:
    """A table: columns in which every cell is `strong` or `quiet`, and what single cells are, by row and column.

    From the column `squares` on the cells are narrow, as in a crosstable; a `compact` one is never printed large.
    """

    table: Table
    title: str = ""
    strong: tuple[int, ...] = ()
    quiet: tuple[int, ...] = ()
    marks: Mapping[tuple[int, int], Mark] = field(default_factory=dict)
    squares: int | None = None
    compact: bool = False
    wall: bool = False

    @property
    def scale(self) -> Literal["wall", "large", "usual", "small", "tiny"]:
        """The print size: `wall` to be read from afar, large for a short list, smaller for a wide crosstable."""
        if self.wall:
            return "wall"
        columns = len(self.table.columns)
        narrow = 0 if self.squares is None else columns - self.squares
        if narrow > USUAL_SQUARES:
            return "tiny" if narrow > SMALL_SQUARES else "small"
        short = len(self.table.rows) <= LARGE_ROWS and columns - narrow // 2 <= LARGE_COLUMNS
        return "large" if short and not self.compact else "usual"

    def only(self, keep: Sequence[int]) -> Grid:
        """Return the grid with these columns only."""
        new = {old: index for index, old in enumerate(keep)}
        return replace(
            self,
            table=self.table.only(keep),
            strong=tuple(new[index] for index in self.strong if index in new),
            quiet=tuple(new[index] for index in self.quiet if index in new),
            marks={(row, new[index]): mark for (row, index), mark in self.marks.items() if index in new},
        )

    def for_wall(self, keep: Sequence[int]) -> Grid:
        """Return the grid in large type with these columns only."""
        return replace(self.only(keep), wall=True)


@record
class Words:
    """Sentences, perhaps under a title, or on a new page: of the paper, notes below a table, reasons to be read."""

    sentences: tuple[str, ...]
    title: str = ""
    kind: Literal["text", "note", "reasons"] = "text"
    new_page: bool = False


@record
class Facts:
    """Names and what they stand for."""

    pairs: tuple[tuple[str, str], ...]


@record
class QrCode:
    """A QR code as SVG, what it opens, and the letters to type instead."""

    svg: str
    label: str = ""
    letters: str = ""


@record
class Card:
    """A card to be cut out: a number in its corner, lines with labels, boxes to tick, lines to sign on, QR codes.

    `rows` are boards of a match, each with a place for its result.
    """

    corner: str = ""
    small: str = ""
    lines: tuple[tuple[str, str, str], ...] = ()
    """The label, the text, and the text at the end of each line."""
    rows: tuple[tuple[str, str, str], ...] = ()
    boxes: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    codes: tuple[QrCode, ...] = ()
    hint: str = ""
    """What to do with the codes."""


@record
class Cards:
    """Cards of one size: slips for results, match forms, names to stand on a table, or badges."""

    cards: tuple[Card, ...]
    kind: Literal["slip", "match", "name", "badge"] = "slip"


@record
class Picture:
    """A picture, as SVG with its own description."""

    svg: str


@record
class Poster:
    """A QR code that fills the sheet, with the address to type and what it opens."""

    code: QrCode
    sentences: tuple[str, ...] = ()


Block = Grid | Words | Facts | Cards | Picture | Poster


@record
class Paper:
    """A document for a wall, a table or a file; `state` describes what is not final.

    `event` and `about` stand above every paper of an event, but not where cards fill the sheet; `wide` sheets lie on
    their side; `language` is that of the texts.
    """

    title: str
    blocks: tuple[Block, ...]
    event: str = ""
    about: str = ""
    state: str = ""
    wide: bool = False
    language: str = "en"
    printed: str = ""
    """The time of printing, as text."""
    start: str = ""
    """When the round of the paper starts, as text."""

    @property
    def foot(self) -> str:
        """The footer of every page."""
        return f"{MADE_BY} · Printed {self.printed}" if self.printed else MADE_BY

    @property
    def bare(self) -> bool:
        """Whether the whole sheet is cut into cards, so that there is nothing above them."""
        return all(isinstance(block, Cards) for block in self.blocks)
