"""The printer for a sheet: a paper as the text of a Typst document, and through Typst as PDF."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files

from rookery.errors import Unsupported
from rookery.papers.paper import MADE_BY, Block, Card, Cards, Facts, Grid, Paper, Picture, Words
from rookery.shown.tokens import LIGHT
from rookery.wording import visible

_ALIGN = {"<": "left", ">": "right", "^": "center"}
_FUNCTIONS = {"note": "notes", "text": "said", "reasons": "reasons"}
_CARDS = {"slip": "slips", "match": "forms", "name": "places"}
_TOKEN = re.compile(r"var\(--[\w-]+,((?:[^()]|\([^()]*\))*)\)")


def typst(paper: Paper) -> str:
    """A paper as a Typst document that needs no other file; every text in it is a string, never markup."""
    calls = "\n".join(_PRINTERS[type(block)](block) for block in paper.blocks)
    head = {
        "event": paper.event, "about": paper.about, "title": paper.title, "state": paper.state, "made": MADE_BY,
        "language": paper.language,
    }  # fmt: skip
    said = ", ".join(f"{name}: {_quoted(value)}" for name, value in head.items())
    return f"{_functions()}\n#show: paper.with({said}, wide: {_yes(paper.wide)}, bare: {_yes(paper.bare)})\n\n{calls}\n"


def pdf(paper: Paper) -> bytes:
    """A paper as PDF; raises Unsupported where the package `typst` is not installed."""
    try:
        import typst as compiler
    except ImportError:
        raise Unsupported("PDF needs the package typst: pip install 'rookery[pdf]' (HTML needs nothing)") from None
    made: bytes = compiler.compile(typst(paper).encode(), format="pdf", timestamp=0)
    return made


@cache
def _functions() -> str:
    """What all papers share, with the colours of the light tokens."""
    text = files("rookery.papers").joinpath("paper.typ").read_text("utf-8")
    for name, value in LIGHT.items():
        text = text.replace(f"@{name}@", value)
    return text


def _quoted(text: str) -> str:
    """A string of Typst.

    >>> _quoted('A "#panic" \\\\')
    '"A \\\\"#panic\\\\" \\\\\\\\"'
    """
    return '"' + visible(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", " ") + '"'


def _yes(value: bool) -> str:
    return "true" if value else "false"


def _row(items: Iterable[str]) -> str:
    """An array: the comma keeps one alone an array too."""
    return "(" + "".join(f"{item}, " for item in items) + ")"


def _texts(items: Iterable[str]) -> str:
    return _row(map(_quoted, items))


def _numbers(items: Iterable[int]) -> str:
    return _row(map(str, items))


def _dictionary(pairs: Mapping[str, str]) -> str:
    return "(" + (", ".join(f"{_quoted(key)}: {value}" for key, value in pairs.items()) or ":") + ")"


# -- blocks ------------------------------------------------------------------------------------------------------------


def _grid(grid: Grid) -> str:
    columns = grid.table.columns
    wide = _row("1fr" if column.least else "auto" for column in columns)
    squares = len(columns) if grid.squares is None else grid.squares
    align = _row("center" if at >= squares else _ALIGN[column.align] for at, column in enumerate(columns))
    marks = _dictionary({f"{row}-{at}": _quoted(mark) for (row, at), mark in grid.marks.items()})
    return (
        f"#sheet(columns: {wide}, align: {align}, heads: {_texts(column.title for column in columns)},"
        f" bold: {_numbers(grid.strong)}, quiet: {_numbers(grid.quiet)}, scale: {_quoted(grid.scale)},"
        f" squares: {squares}, title: {_quoted(grid.title)}, marks: {marks},"
        f" rows: {_row(_texts(row) for row in grid.table.rows)})"
    )


def _words(words: Words) -> str:
    title = "#pagebreak(weak: true)\n" * words.new_page
    title += f"#heading2({_quoted(words.title)})\n" if words.title else ""
    return title + (f"#{_FUNCTIONS[words.kind]}({_texts(words.sentences)})" if words.sentences else "")


def _facts(facts: Facts) -> str:
    return f"#facts({_row(_texts(pair) for pair in facts.pairs)})"


def _cards(cards: Cards) -> str:
    bare = [card for card in cards.cards if not (card.lines or card.rows or card.corner)]
    if bare:
        return "\n".join(f"#signatures({_texts(card.signs)})" for card in bare)
    return f"#{_CARDS[cards.kind]}({_row(map(_card, cards.cards))})"


def _card(card: Card) -> str:
    return _dictionary({
        "corner": _quoted(card.corner), "small": _quoted(card.small),
        "lines": _row(map(_texts, card.lines)), "rows": _row(map(_texts, card.rows)),
        "boxes": _texts(card.boxes), "signs": _texts(card.signs),
    })  # fmt: skip


def _picture(picture: Picture) -> str:
    """The picture in the light colours: outside a page there are no tokens."""
    light = _TOKEN.sub(r"\1", picture.svg)
    return f"#picture({_quoted(light)})"


_PRINTERS: dict[type[Block], Callable[..., str]] = {
    Grid: _grid, Words: _words, Facts: _facts, Cards: _cards, Picture: _picture,
}  # fmt: skip
