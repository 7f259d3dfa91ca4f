"""Tables of text: columns that shrink, wrap or fold until they fit the width of the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rookery.cli.render import GAP, console, cut, padded, say, terminal_width, width, wrapped
from rookery.labels import Table
from rookery.values import replace
from rookery.wording import visible


def widths_of(table: Table) -> list[int]:
    """How wide each column would like to be."""
    texts = ([column.title, *(row[i] for row in table.rows)] for i, column in enumerate(table.columns))
    return [max(map(width, column)) for column in texts]


def fitted(table: Table, room: int) -> tuple[Table, list[int]]:
    """The table with its flexible columns narrowed until it fits, and the widths of its columns."""
    widths = widths_of(table)
    flexible = [i for i, column in enumerate(table.columns) if column.least]
    while sum(widths) + len(GAP) * (len(widths) - 1) > room:
        shrinking = [i for i in flexible if widths[i] > max(table.columns[i].least, width(table.columns[i].title))]
        if not shrinking:
            break
        widths[max(shrinking, key=lambda i: widths[i])] -= 1
    sizes = tuple(zip(widths, table.columns, strict=True))
    rows = (
        tuple(cell if column.wraps else cut(cell, wide) for cell, (wide, column) in zip(row, sizes, strict=True))
        for row in table.rows
    )
    return replace(table, rows=tuple(rows)), widths


def folded(table: Table, keep: int, room: int) -> Iterator[Table]:
    """The table in blocks that fit: the first `keep` columns stand in each, the others follow in turn."""
    kept = list(range(keep))
    fixed, widths = fitted(table.only(kept), room // 2)
    rows = tuple((*fixed.rows[i], *row[keep:]) for i, row in enumerate(table.rows))
    narrowed, wide = replace(table, rows=rows), widths_of(table)
    used = sum(widths) + len(GAP) * (keep - 1)
    block: list[int] = []
    for i in range(keep, len(table.columns)):
        if block and used + sum(len(GAP) + wide[j] for j in (*block, i)) > room:
            yield narrowed.only([*kept, *block])
            block = []
        block.append(i)
    yield narrowed.only([*kept, *block])


def print_table(table: Table, indent: str = "") -> None:
    """A table, as wide as it must be and no wider than the terminal."""
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
        for cells in _broken(row, wrapping, widths) if wrapping else (row,):
            print(_line(cells, table, widths, indent))


def print_folded(table: Table, keep: int) -> None:
    """A table that fits, or else in blocks that do: the first `keep` columns stand in each."""
    room = terminal_width()
    widths = fitted(table, room)[1]
    fits = sum(widths) + len(GAP) * (len(widths) - 1) <= room
    for number, block in enumerate([table] if fits else folded(table, keep, room)):
        if number:
            say()
        print_table(block)


def _broken(row: Sequence[str], wrapping: Sequence[int], widths: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """A row in as many lines as its wrapping cells need."""
    columns = [wrapped(cell, widths[i]) if i in wrapping else [cell] for i, cell in enumerate(row)]
    return zip_longest(*columns, fillvalue="")


def _seen(cell: str) -> str:
    """A cell in one line, with nothing in it that a terminal would obey."""
    return cell if cell.isprintable() else visible(cell).replace("\n", "␊").replace("\t", "␉")


def _line(cells: Sequence[str], table: Table, widths: Sequence[int], indent: str) -> str:
    columns = zip(cells, widths, table.columns, strict=True)
    return indent + GAP.join(padded(_seen(cell), wide, column.align) for cell, wide, column in columns).rstrip()
