"""A table as it was read: its cells, which row heads it, and where every cell came from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rookery.errors import FormatError, Problem, Severity
from rookery.typed import NoReturn
from rookery.values import frozen, replace
from rookery.wording import spoken

MOST_BYTES = 20 * 1024 * 1024
"""No list of entries is larger."""

MOST_LINES, MOST_ROWS, MOST_COLUMNS = 100_000, 10_000, 100
"""Lines of a text, rows of a workbook, columns of either."""

MOST_CELLS = MOST_ROWS * MOST_COLUMNS
"""Cells of a text."""


@frozen
class CellFault:
    """A cell that holds no value: a formula that was never calculated, or one that failed."""

    line: int
    column: int
    read: str
    expected: str


@frozen
class Sheet:
    """Every row that says something, all equally wide; `lines` says where each stands, `head` which one heads them.

    `widths` counts the cells that each row had, `how` tells how it was read, `others` names worksheets not read.

    >>> sheet = Sheet((("Name", "Elo"), ("Byng, Ada", "2105")), (1, 3), (2, 2), head=0)
    >>> sheet.header, sheet.rows, sheet.place(3, 1)
    (('Name', 'Elo'), (('Byng, Ada', '2105'),), 'line 3, column 2')
    """

    table: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    widths: tuple[int, ...] = ()
    head: int | None = None
    how: str = ""
    lettered: bool = False
    others: tuple[str, ...] = ()
    faults: tuple[CellFault, ...] = ()

    @property
    def header(self) -> tuple[str, ...] | None:
        """The titles of the columns, if a row has them."""
        return None if self.head is None else self.table[self.head]

    @property
    def first(self) -> int:
        """Which of the rows is the first below the heading."""
        return 0 if self.head is None else self.head + 1

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The rows below the heading."""
        return self.table[self.first :]

    @property
    def row_lines(self) -> tuple[int, ...]:
        """The lines of those rows."""
        return self.lines[self.first :]

    @property
    def above(self) -> tuple[tuple[int, str], ...]:
        """What stands above the heading and is not read: line and text."""
        told = zip(self.lines[: self.head or 0], self.table, strict=False)
        return tuple((line, " ".join(filter(None, cells))) for line, cells in told)

    @property
    def width(self) -> int:
        """How many columns there are."""
        return max(map(len, self.table), default=0)

    @property
    def wide(self) -> tuple[int, ...]:
        """The lines of a text with more cells than there are columns: something in them may have slipped."""
        if self.lettered or not self.widths:
            return ()
        most = Counter(self.widths).most_common(1)[0][0] if self.head is None else self.widths[self.head]
        return tuple(line for line, row in zip(self.row_lines, self.rows, strict=True) if any(row[most:]))

    def column(self, at: int) -> tuple[str, ...]:
        """The cells of a column below the heading."""
        return tuple(row[at] for row in self.rows)

    def called(self, at: int) -> str:
        """A column as a person would point at it: by its title, else by its letter or number."""
        title = self.header[at] if self.header else ""
        return title or spoken("column %(column)s", column=letter(at) if self.lettered else at + 1)

    def place(self, line: int, at: int) -> str:
        """Where a cell stands: C7 of a workbook, a line and a column of a text."""
        return f"{letter(at)}{line}" if self.lettered else f"line {line}, column {at + 1}"

    def with_header(self, head: int | None) -> Sheet:
        """The same table with another of its rows as the heading, or with none."""
        return replace(self, head=head)


def letter(at: int) -> str:
    """The letters by which a spreadsheet calls a column.

    >>> letter(0), letter(25), letter(26)
    ('A', 'Z', 'AA')
    """
    return (letter(at // 26 - 1) if at >= 26 else "") + chr(ord("A") + at % 26)


def made(rows: Sequence[tuple[int, Sequence[str]]], how: str) -> Sheet:
    """A sheet of rows with their lines; blanks are put right, empty rows and empty columns at the end left out."""
    filled = [(line, [" ".join(cell.split()) for cell in cells], len(cells)) for line, cells in rows]
    filled = [(line, cells, count) for line, cells, count in filled if any(cells)]
    width = max((at + 1 for _, cells, _ in filled for at, cell in enumerate(cells) if cell), default=0)
    if width > MOST_COLUMNS:
        line = next(line for line, cells, _ in filled if any(cells[MOST_COLUMNS:]))
        refuse(line, spoken("the table has %(number)s columns; %(most)s are the most that is read", number=width,
                            most=MOST_COLUMNS))  # fmt: skip
    table = tuple(tuple((cells + [""] * width)[:width]) for _, cells, _ in filled)
    lines, widths = tuple(line for line, _, _ in filled), tuple(count for _, _, count in filled)
    return Sheet(table, lines, widths, how=how)


def too_large(data: bytes) -> str:
    """That a file is larger than any list."""
    return spoken("the file has %(size)s MB; %(most)s MB are the most that is read", size=len(data) >> 20,
                  most=MOST_BYTES >> 20)  # fmt: skip


def refuse(line: int, text: str, read: str = "") -> NoReturn:
    """Refuse a table as a whole."""
    raise FormatError([Problem(Severity.ERROR, "table", line, (0, 0), "", text, read)])
