"""A table as read: its cells, its heading row, and the position of every cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NoReturn

from rookery._record import record, replace
from rookery.errors import FormatError, Problem, Severity
from rookery.messages import msg

MOST_BYTES = 20 * 1024 * 1024
"""No list of entries is larger."""

MOST_LINES, MOST_ROWS, MOST_COLUMNS = 100_000, 10_000, 100
"""Lines of a text, rows of a workbook, columns of either."""

MOST_CELLS = MOST_ROWS * MOST_COLUMNS
"""Cells of a text."""


@record
class CellFault:
    """A cell without a value: a formula that was never calculated, or that failed."""

    line: int
    column: int
    read: str
    expected: str


@record
class Sheet:
    """Rows with contents, all equally wide; `lines` are their positions, `head` is the index of the heading.

    `widths` counts the cells that each row had, `how` describes how it was read, `others` names worksheets not read.

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
        """The titles of the columns, or None."""
        return None if self.head is None else self.table[self.head]

    @property
    def first(self) -> int:
        """Index of the first row below the heading."""
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
        """Line and text of the rows above the heading, which are not read."""
        lines = zip(self.lines[: self.head or 0], self.table, strict=False)
        return tuple((line, " ".join(filter(None, cells))) for line, cells in lines)

    @property
    def width(self) -> int:
        """Number of columns."""
        return max(map(len, self.table), default=0)

    @property
    def overlong_lines(self) -> tuple[int, ...]:
        """The lines of a text with more cells than there are columns: something in them may have slipped."""
        if self.lettered or not self.widths:
            return ()
        column_count = Counter(self.widths).most_common(1)[0][0] if self.head is None else self.widths[self.head]
        return tuple(line for line, row in zip(self.row_lines, self.rows, strict=True) if any(row[column_count:]))

    def column(self, index: int) -> tuple[str, ...]:
        """Return the cells of a column below the heading."""
        return tuple(row[index] for row in self.rows)

    def column_label(self, index: int) -> str:
        """Return the label of a column: its title, else its letter or number."""
        title = self.header[index] if self.header else ""
        return title or msg("column %(column)s", column=column_letter(index) if self.lettered else index + 1)

    def place(self, line: int, index: int) -> str:
        """Return the position of a cell: C7 in a workbook, line and column in a text."""
        return f"{column_letter(index)}{line}" if self.lettered else f"line {line}, column {index + 1}"

    def with_header(self, head: int | None) -> Sheet:
        """Return the table with another row as heading, or with none."""
        return replace(self, head=head)


def column_letter(index: int) -> str:
    """Return the letters that a spreadsheet shows for a column.

    >>> column_letter(0), column_letter(25), column_letter(26)
    ('A', 'Z', 'AA')
    """
    return (column_letter(index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)


def build_sheet(rows: Sequence[tuple[int, Sequence[str]]], how: str) -> Sheet:
    """Build a sheet from rows with their lines: normalise blanks, drop empty rows and empty last columns."""
    nonempty = [(line, [" ".join(cell.split()) for cell in cells], len(cells)) for line, cells in rows]
    nonempty = [(line, cells, count) for line, cells, count in nonempty if any(cells)]
    width = max((at + 1 for _, cells, _ in nonempty for at, cell in enumerate(cells) if cell), default=0)
    if width > MOST_COLUMNS:
        line = next(line for line, cells, _ in nonempty if any(cells[MOST_COLUMNS:]))
        raise_table_error(
            line,
            msg(
                "the table has %(number)s columns; %(most)s are the most that is read", number=width, most=MOST_COLUMNS
            ),
        )
    table = tuple(tuple((cells + [""] * width)[:width]) for _, cells, _ in nonempty)
    lines, widths = tuple(line for line, _, _ in nonempty), tuple(count for _, _, count in nonempty)
    return Sheet(table, lines, widths, how=how)


def too_large_message(data: bytes) -> str:
    """Return the message for a file above the size limit."""
    return msg("the file has %(size)s MB; %(most)s MB are the most that is read", size=len(data) >> 20,
                  most=MOST_BYTES >> 20)  # fmt: skip


def raise_table_error(line: int, text: str, read: str = "") -> NoReturn:
    """Raise FormatError for a whole table."""
    raise FormatError([Problem(Severity.ERROR, "table", line, (0, 0), "", text, read)])
