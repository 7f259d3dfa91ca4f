"""Table printer: the tables of a paper as CSV or as a workbook (XLSX)."""

from __future__ import annotations

from rookery.documents.model import Grid, Paper
from rookery.errors import UnsupportedError
from rookery.messages import msg
from rookery.spreadsheets.write import SheetTable, write_csv, write_xlsx


def has_tables(paper: Paper) -> bool:
    """Return whether a paper has tables."""
    return any(isinstance(block, Grid) for block in paper.blocks)


def to_csv(paper: Paper) -> bytes:
    """Return the tables of a paper as CSV; raise UnsupportedError if it has none."""
    return write_csv(_tables(paper))


def to_xlsx(paper: Paper) -> bytes:
    """Return the tables of a paper as a workbook; raise UnsupportedError if it has none."""
    return write_xlsx(_tables(paper))


def _tables(paper: Paper) -> list[SheetTable]:
    if not has_tables(paper):
        raise UnsupportedError(msg("%(title)s is no list: print it as HTML or PDF", title=paper.title))
    return [
        SheetTable(
            block.title or paper.title,
            tuple(column.title for column in block.table.columns),
            tuple(tuple(map(str, row)) for row in block.table.rows),
        )
        for block in paper.blocks
        if isinstance(block, Grid)
    ]
