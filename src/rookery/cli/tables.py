"""Tables, and their forms: text that fits the terminal, CSV, HTML, JSON and Parquet.

A table is one `formatting.Table`; on a terminal its columns shrink, wrap or fold.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from rookery._record import replace
from rookery.cli.console import GAP, has_styles, pad, say, style_text, terminal_width, truncate, width, wrap_text
from rookery.cli.errors import CommandError
from rookery.cli.terminal import is_utf8
from rookery.formatting import Column, Table
from rookery.messages import make_printable

# -- text --------------------------------------------------------------------------------------------------------------


def natural_widths(table: Table) -> list[int]:
    """Return the natural width of each column."""
    texts = ([column.title, *(row[i] for row in table.rows)] for i, column in enumerate(table.columns))
    return [max(map(width, column)) for column in texts]


def fit_table(table: Table, available: int) -> tuple[Table, list[int]]:
    """Return the table with its flexible columns narrowed until it fits, and the widths of its columns."""
    widths = natural_widths(table)
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
    fixed_table, widths = fit_table(table.only(kept_columns), available // 2)
    rows = tuple((*fixed_table.rows[i], *row[keep:]) for i, row in enumerate(table.rows))
    narrowed, column_widths = replace(table, rows=rows), natural_widths(table)
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
    table, widths = fit_table(table, terminal_width() - len(indent))
    head = _format_row([column.title for column in table.columns], table, widths, indent)
    rule = indent + GAP.join(("─" if has_styles() else "-") * wide for wide in widths)
    print(style_text(head, "bold"), style_text(rule, "dim"), sep="\n")
    wrapping = [i for i, column in enumerate(table.columns) if column.wraps]
    for row in table.rows:
        for cells in _split_row(row, wrapping, widths) if wrapping else (row,):
            print(_format_row(cells, table, widths, indent))


def print_folded(table: Table, keep: int) -> None:
    """Print a table that fits, or else its blocks; each has the first `keep` columns."""
    available = terminal_width()
    widths = fit_table(table, available)[1]
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


def _format_row(cells: Sequence[str], table: Table, widths: Sequence[int], indent: str) -> str:
    columns = zip(cells, widths, table.columns, strict=True)
    return indent + GAP.join(pad(_make_visible(cell), wide, column.align) for cell, wide, column in columns).rstrip()


# -- CSV, JSON and HTML ------------------------------------------------------------------------------------------------

_STYLE = (
    "body{font-family:sans-serif;margin:2em}table{border-collapse:collapse}"
    "th,td{padding:.25em .6em;border-bottom:1px solid #ccc}td.number,th.number{text-align:right}"
)


_NUMBER = re.compile(r"[+-]?[\d.,]+(½|%)?|[+-]?½")


def escape_formula(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula: an apostrophe precedes = + - @ before more than a number.

    >>> escape_formula("=1+1"), escape_formula("@Ada"), escape_formula("-12.5"), escape_formula("-")
    ("'=1+1", "'@Ada", '-12.5', '-')
    """
    text = make_printable(cell)
    formula = text[:1] in tuple("=+-@\t\n＝＋－＠") and len(text) > 1 and not _NUMBER.fullmatch(text)
    return f"'{text}" if formula else text


def data_table(headings: Iterable[str], rows: Iterable[Iterable[object]]) -> Table:
    """Return a table of data: its cells may be numbers, or None."""
    return Table(tuple(map(Column, headings)), tuple(map(tuple, rows)))


def print_csv(table: Table) -> None:
    """Print a table as CSV; what standard output cannot encode is written as UTF-8 with a byte order mark."""
    text = format_csv(table)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8-sig", "backslashreplace"))
    else:
        print(text, end="")


def format_csv(table: Table) -> str:
    """Return a table as CSV, in which no text is taken for a formula by a spreadsheet."""
    titles = [column.title for column in table.columns]
    return format_csv_columns(titles, list(zip(*table.rows, strict=True)) or [()] * len(titles))


def format_csv_columns(titles: Sequence[str], columns: Iterable[Sequence[object]]) -> str:
    """Return columns as CSV, in which no text is taken for a formula by a spreadsheet."""
    import csv  # here and below: a table on the terminal needs neither
    import io

    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(escape_formula, titles))
    writer.writerows(zip(*map(_escape_formulas, columns), strict=True))
    return text.getvalue()


def _escape_formulas(column: Sequence[object]) -> Sequence[object]:
    if not any(isinstance(cell, str) for cell in column):
        return column
    return [escape_formula(cell) if isinstance(cell, str) else cell for cell in column]


def table_records(table: Table) -> list[dict[str, Any]]:
    """Return a table as JSON data: an object for each row."""
    titles = [column.title for column in table.columns]
    return [dict(zip(titles, row, strict=True)) for row in table.rows]


def print_html(title: str, table: Table, notes: Iterable[str] = ()) -> None:
    """Print a table as a complete HTML page; in ASCII if the output is not UTF-8."""
    page = "\n".join(_html_lines(make_printable(title), table, notes))
    if not is_utf8(sys.stdout.encoding):
        page = page.encode("ascii", "xmlcharrefreplace").decode("ascii")
    print(page)


def _html_lines(title: str, table: Table, notes: Iterable[str]) -> Iterator[str]:
    """Yield the lines of the page."""
    from html import escape

    kinds = [' class="number"' * (column.align == ">") for column in table.columns]
    yield f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>'
    yield f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n<table>\n<thead>"
    heads = zip(table.columns, kinds, strict=True)
    yield "<tr>" + "".join(f"<th{kind}>{escape(column.title)}</th>" for column, kind in heads) + "</tr>"
    yield "</thead>\n<tbody>"
    for row in table.rows:
        cells = zip(row, kinds, strict=True)
        yield "<tr>" + "".join(f"<td{kind}>{escape(make_printable(cell))}</td>" for cell, kind in cells) + "</tr>"
    yield "</tbody>\n</table>"
    yield from (f"<p>{escape(make_printable(note))}</p>" for note in notes)
    yield "</body>\n</html>"


# -- Parquet, by pyarrow where it is installed (rookery-chess[parquet]) ------------------------------------------------

_INTEGER_COLUMNS = frozenset({"id", "round", "in_round", "places", "count"})
_TEXT_COLUMNS = frozenset({"outcomes", "column", "system", "order", "name", "measure", "says", "if"})
_BOOLEAN_COLUMNS = frozenset({"exact"})
"""Types of the columns of simulation results; all others hold numbers or nulls."""


def import_pyarrow() -> Any:
    """Return `pyarrow.parquet`; raise CommandError if pyarrow is not installed."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise CommandError("Parquet needs pyarrow (pip install rookery-chess[parquet]); CSV needs nothing") from None
    return pyarrow.parquet


def is_pyarrow_installed() -> bool:
    """Return whether Parquet files can be read and written."""
    try:
        import_pyarrow()
    except CommandError:
        return False
    return True


def dump_parquet(table: Table) -> bytes:
    """Return a table of data as a Parquet file; the type of a column depends on its heading alone."""
    import pyarrow

    headings = [column.title for column in table.columns]
    types_by_names = {
        _INTEGER_COLUMNS: pyarrow.int64(),
        _TEXT_COLUMNS: pyarrow.string(),
        _BOOLEAN_COLUMNS: pyarrow.bool_(),
    }
    types = [
        next((data_type for names, data_type in types_by_names.items() if name in names), pyarrow.float64())
        for name in headings
    ]
    columns = zip(*table.rows, strict=True) if table.rows else ((),) * len(headings)
    arrays = [pyarrow.array(list(column), data_type) for column, data_type in zip(columns, types, strict=True)]
    sink = pyarrow.BufferOutputStream()
    import_pyarrow().write_table(pyarrow.table(dict(zip(headings, arrays, strict=True))), sink)
    data: bytes = sink.getvalue().to_pybytes()
    return data
