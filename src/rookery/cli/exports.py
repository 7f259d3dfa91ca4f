"""Tables for elsewhere: comma-separated values for a spreadsheet, a page of HTML for a website."""

from __future__ import annotations

import csv
import io
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from rookery.cli.terminal import is_utf8
from rookery.labels import Table
from rookery.wording import visible

_STYLE = (
    "body{font-family:sans-serif;margin:2em}table{border-collapse:collapse}"
    "th,td{padding:.25em .6em;border-bottom:1px solid #ccc}td.number,th.number{text-align:right}"
)


_NUMBER = re.compile(r"[+-]?[\d.,]+(½|%)?|[+-]?½")


def harmless(cell: object) -> str:
    """A cell that no spreadsheet takes for a formula: an apostrophe before = + - @, unless it is a number or a sign.

    >>> harmless("=1+1"), harmless("@Ada"), harmless("-12.5"), harmless("-"), harmless(3)
    ("'=1+1", "'@Ada", '-12.5', '-', '3')
    """
    text = visible(str(cell))
    formula = text[:1] in tuple("=+-@\t\n＝＋－＠") and len(text) > 1 and not _NUMBER.fullmatch(text)
    return f"'{text}" if formula else text


def print_csv(table: Table) -> None:
    """A table as comma-separated values."""
    print_rows([[column.title for column in table.columns], *table.rows])


def print_rows(rows: Iterable[Sequence[object]]) -> None:
    """Rows as comma-separated values, losing no letter: what standard output cannot say is written as marked UTF-8."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(harmless, row) for row in rows)
    try:
        text.getvalue().encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.getvalue().encode("utf-8-sig", "backslashreplace"))
    else:
        print(text.getvalue(), end="")


def print_html(title: str, table: Table, notes: Iterable[str] = ()) -> None:
    """A table as a page that stands for itself; on an output that is not UTF-8, as the page says, in plain ASCII."""
    page = "\n".join(_page(visible(title), table, notes))
    if not is_utf8(sys.stdout.encoding):
        page = page.encode("ascii", "xmlcharrefreplace").decode("ascii")
    print(page)


def _page(title: str, table: Table, notes: Iterable[str]) -> Iterator[str]:
    """The lines of the page."""
    kinds = [' class="number"' * (column.align == ">") for column in table.columns]
    yield f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>'
    yield f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n<table>\n<thead>"
    heads = zip(table.columns, kinds, strict=True)
    yield "<tr>" + "".join(f"<th{kind}>{escape(column.title)}</th>" for column, kind in heads) + "</tr>"
    yield "</thead>\n<tbody>"
    for row in table.rows:
        cells = zip(row, kinds, strict=True)
        yield "<tr>" + "".join(f"<td{kind}>{escape(visible(cell))}</td>" for cell, kind in cells) + "</tr>"
    yield "</tbody>\n</table>"
    yield from (f"<p>{escape(visible(note))}</p>" for note in notes)
    yield "</body>\n</html>"
