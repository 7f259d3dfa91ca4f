"""A paper as a value: its title, what stands above it, and blocks of tables, cards, pictures and text."""

from __future__ import annotations

from collections.abc import Mapping

from rookery._version import __version__
from rookery.labels import Table
from rookery.typed import Literal
from rookery.values import field, frozen

Mark = Literal["won", "drawn", "lost", "open", "free", "decided", "winner", "loser", "self", "yes", "no"]
"""What a cell is besides its text; the text alone says it too."""

MADE_BY = f"Made with Rookery {__version__}"
"""By what a paper was made: its foot says so."""


LARGE_ROWS, LARGE_COLUMNS = 24, 12
USUAL_SQUARES, SMALL_SQUARES = 9, 11
"""What fits on an upright sheet at which size."""


@frozen
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

    @property
    def scale(self) -> Literal["large", "usual", "small", "tiny"]:
        """How large it can be printed: a short list for a wall, a crosstable as wide as the sheet."""
        columns = len(self.table.columns)
        narrow = 0 if self.squares is None else columns - self.squares
        if narrow > USUAL_SQUARES:
            return "tiny" if narrow > SMALL_SQUARES else "small"
        short = len(self.table.rows) <= LARGE_ROWS and columns - narrow // 2 <= LARGE_COLUMNS
        return "large" if short and not self.compact else "usual"


@frozen
class Words:
    """Sentences, perhaps under a title, or on a new page: of the paper, notes below a table, reasons to be read."""

    sentences: tuple[str, ...]
    title: str = ""
    kind: Literal["text", "note", "reasons"] = "text"
    new_page: bool = False


@frozen
class Facts:
    """Names and what they stand for."""

    pairs: tuple[tuple[str, str], ...]


@frozen
class Card:
    """A card to be cut out: a number in its corner, lines with labels, boxes to tick, lines to sign on.

    `rows` are boards of a match, each with a place for its result.
    """

    corner: str = ""
    small: str = ""
    lines: tuple[tuple[str, str, str], ...] = ()
    """Label, text, and what stands at the end of the line."""
    rows: tuple[tuple[str, str, str], ...] = ()
    boxes: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()


@frozen
class Cards:
    """Cards of one size: slips for results, match forms, or names to stand on a table."""

    cards: tuple[Card, ...]
    kind: Literal["slip", "match", "name"] = "slip"


@frozen
class Picture:
    """A picture, as SVG with its own description."""

    svg: str


Block = Grid | Words | Facts | Cards | Picture


@frozen
class Paper:
    """A document for a wall, a table or a file: `state` says what is not final of it.

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

    @property
    def bare(self) -> bool:
        """Whether the whole sheet is cut into cards, so that nothing stands above them."""
        return all(isinstance(block, Cards) for block in self.blocks)
