"""Export tables as CSV for a spreadsheet, or as an HTML page."""

from __future__ import annotations

import csv
import io
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from rookery.cli.terminal import is_utf8
from rookery.formatting import Table
from rookery.messages import make_printable

_STYLE = (
    "body{font-family:sans-serif;margin:2em}table{border-collapse:collapse}"
    "th,td{padding:.25em .6em;border-bottom:1px solid #ccc}td.number,th.number{text-align:right}"
)


_NUMBER = re.compile(r"[+-]?[\d.,]+(½|%)?|[+-]?½")


def escape_formula(cell: object) -> str:
    """Return a cell that no spreadsheet takes for a formula: an apostrophe precedes = + - @, except in numbers and
    signs.

    >>> escape_formula("=1+1"), escape_formula("@Ada"), escape_formula("-12.5"), escape_formula("-"), escape_formula(3)
    ("'=1+1", "'@Ada", '-12.5', '-', '3')
    """
    text = make_printable(str(cell))
    formula = text[:1] in tuple("=+-@\t\n＝＋－＠") and len(text) > 1 and not _NUMBER.fullmatch(text)
    return f"'{text}" if formula else text


def print_csv(table: Table) -> None:
    """Print a table as CSV."""
    print_rows([[column.title for column in table.columns], *table.rows])


def print_rows(rows: Iterable[Sequence[object]]) -> None:
    """Print rows as CSV; what standard output cannot encode is written as UTF-8 with a byte order mark."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(escape_formula, row) for row in rows)
    try:
        text.getvalue().encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.getvalue().encode("utf-8-sig", "backslashreplace"))
    else:
        print(text.getvalue(), end="")


def print_html(title: str, table: Table, notes: Iterable[str] = ()) -> None:
    """Print a table as a complete HTML page; in ASCII if the output is not UTF-8."""
    page = "\n".join(_html_lines(make_printable(title), table, notes))
    if not is_utf8(sys.stdout.encoding):
        page = page.encode("ascii", "xmlcharrefreplace").decode("ascii")
    print(page)


def _html_lines(title: str, table: Table, notes: Iterable[str]) -> Iterator[str]:
    """Yield the lines of the page."""
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
