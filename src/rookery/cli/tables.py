"""Text tables whose columns shrink, wrap or fold to fit the width of the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rookery._record import replace
from rookery.cli.console import GAP, console, pad, say, terminal_width, truncate, width, wrap_text
from rookery.formatting import Table
from rookery.messages import make_printable


def widths_of(table: Table) -> list[int]:
    """Return the natural width of each column."""
    texts = ([column.title, *(row[i] for row in table.rows)] for i, column in enumerate(table.columns))
    return [max(map(width, column)) for column in texts]


def fitted(table: Table, available: int) -> tuple[Table, list[int]]:
    """Return the table with its flexible columns narrowed until it fits, and the widths of its columns."""
    widths = widths_of(table)
    flexible = [i for i, column in enumerate(table.columns) if column.least]
    while sum(widths) + len(GAP) * (len(widths) - 1) > available:
        shrinking = [i for i in flexible if widths[i] > max(table.columns[i].least, width(table.columns[i].title))]
        if not shrinking:
            break
        widths[max(shrinking, key=lambda i: widths[i])] -= 1
    sizes = tuple(zip(widths, table.columns, strict=True))
    rows = (
        tuple(cell if column.wraps else truncate(cell, wide) for cell, (wide, column) in zip(row, sizes, strict=True))
        for row in table.rows
    )
    return replace(table, rows=tuple(rows)), widths


def fold_table(table: Table, keep: int, available: int) -> Iterator[Table]:
    """Yield the table in blocks that fit; each has the first `keep` columns, the others follow in turn."""
    kept_columns = list(range(keep))
    fixed_table, widths = fitted(table.only(kept_columns), available // 2)
    rows = tuple((*fixed_table.rows[i], *row[keep:]) for i, row in enumerate(table.rows))
    narrowed, column_widths = replace(table, rows=rows), widths_of(table)
    fixed_width = sum(widths) + len(GAP) * (keep - 1)
    block: list[int] = []
    for i in range(keep, len(table.columns)):
        if block and fixed_width + sum(len(GAP) + column_widths[j] for j in (*block, i)) > available:
            yield narrowed.only([*kept_columns, *block])
            block = []
        block.append(i)
    yield narrowed.only([*kept_columns, *block])


def print_table(table: Table, indent: str = "") -> None:
    """Print a table, at most as wide as the terminal."""
    table, widths = fitted(table, terminal_width() - len(indent))
    rich = console()
    head = _line([column.title for column in table.columns], table, widths, indent)
    rule = indent + GAP.join(("─" if rich else "-") * wide for wide in widths)
    if rich is None:
        print(head, rule, sep="\n")
    else:
        rich.print(head, style="bold", markup=False)
        rich.print(rule, style="dim", markup=False)
    wrapping = [i for i, column in enumerate(table.columns) if column.wraps]
    for row in table.rows:
        for cells in _split_row(row, wrapping, widths) if wrapping else (row,):
            print(_line(cells, table, widths, indent))


def print_folded(table: Table, keep: int) -> None:
    """Print a table that fits, or else its blocks; each has the first `keep` columns."""
    available = terminal_width()
    widths = fitted(table, available)[1]
    fits = sum(widths) + len(GAP) * (len(widths) - 1) <= available
    for number, block in enumerate([table] if fits else fold_table(table, keep, available)):
        if number:
            say()
        print_table(block)


def _split_row(row: Sequence[str], wrapping: Sequence[int], widths: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Return a row as the lines that its wrapping cells need."""
    columns = [wrap_text(cell, widths[i]) if i in wrapping else [cell] for i, cell in enumerate(row)]
    return zip_longest(*columns, fillvalue="")


def _make_visible(cell: str) -> str:
    """Return a cell in one line, with control characters made visible."""
    return cell if cell.isprintable() else make_printable(cell).replace("\n", "␊").replace("\t", "␉")


def _line(cells: Sequence[str], table: Table, widths: Sequence[int], indent: str) -> str:
    columns = zip(cells, widths, table.columns, strict=True)
    return indent + GAP.join(pad(_make_visible(cell), wide, column.align) for cell, wide, column in columns).rstrip()
