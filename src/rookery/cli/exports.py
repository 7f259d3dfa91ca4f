"""Tables for elsewhere: comma-separated values for a spreadsheet, a page of HTML for a website."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable
from html import escape

from rookery.cli.tables import Table
from rookery.cli.terminal import visible

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
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(harmless(column.title) for column in table.columns)
    writer.writerows(map(harmless, row) for row in table.rows)


def print_html(title: str, table: Table, notes: Iterable[str] = ()) -> None:
    """A table as a page that stands for itself."""
    title = visible(title)
    kinds = [' class="number"' * (column.align == ">") for column in table.columns]
    print(f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>')
    print(f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n<table>\n<thead>")
    heads = zip(table.columns, kinds, strict=True)
    print("<tr>" + "".join(f"<th{kind}>{escape(column.title)}</th>" for column, kind in heads) + "</tr>")
    print("</thead>\n<tbody>")
    for row in table.rows:
        cells = zip(row, kinds, strict=True)
        print("<tr>" + "".join(f"<td{kind}>{escape(visible(cell))}</td>" for cell, kind in cells) + "</tr>")
    print("</tbody>\n</table>")
    for note in notes:
        print(f"<p>{escape(visible(note))}</p>")
    print("</body>\n</html>")
