"""Typst printer: a paper as a Typst document, and through Typst as PDF."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files

from rookery.documents.model import Block, Card, Cards, Facts, Grid, Paper, Picture, Words
from rookery.errors import UnsupportedError
from rookery.messages import make_printable
from rookery.presentation.theme import LIGHT

_ALIGN = {"<": "left", ">": "right", "^": "center"}
_FUNCTIONS = {"note": "notes", "text": "said", "reasons": "reasons"}
_CARDS = {"slip": "slips", "match": "forms", "name": "places"}
_TOKEN = re.compile(r"var\(--[\w-]+,((?:[^()]|\([^()]*\))*)\)")


def to_typst(paper: Paper) -> str:
    """Return a paper as a self-contained Typst document; every text is a string, never markup."""
    calls = "\n".join(_RENDERERS[type(block)](block) for block in paper.blocks)
    head = {
        "event": paper.event, "about": paper.about, "title": paper.title, "state": paper.state, "made": paper.foot,
        "language": paper.language,
    }  # fmt: skip
    arguments = ", ".join(f"{name}: {_string(value)}" for name, value in head.items())
    show = f"#show: paper.with({arguments}, wide: {_bool(paper.wide)}, bare: {_bool(paper.bare)})"
    return f"{_read_functions()}\n{show}\n\n{calls}\n"


def to_pdf(paper: Paper) -> bytes:
    """Return a paper as PDF; raise UnsupportedError if the package `typst` is not installed."""
    try:
        import typst as compiler
    except ImportError:
        raise UnsupportedError("PDF needs the package typst: pip install 'rookery[pdf]' (HTML needs nothing)") from None
    document: bytes = compiler.compile(to_typst(paper).encode(), format="pdf", timestamp=0)
    return document


@cache
def _read_functions() -> str:
    """Return the Typst functions shared by all papers, with the colours of the light theme."""
    text = files("rookery.documents").joinpath("paper.typ").read_text("utf-8")
    for name, value in LIGHT.items():
        text = text.replace(f"@{name}@", value)
    return text


def _string(text: str) -> str:
    r"""Return a Typst string literal.

    >>> _string('A "#panic" \\')
    '"A \\"#panic\\" \\\\"'
    """
    return (
        '"'
        + make_printable(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", " ")
        + '"'
    )


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _array(items: Iterable[str]) -> str:
    """Return a Typst array; the trailing comma makes a single item an array, too."""
    return "(" + "".join(f"{item}, " for item in items) + ")"


def _texts(items: Iterable[str]) -> str:
    return _array(map(_string, items))


def _numbers(items: Iterable[int]) -> str:
    return _array(map(str, items))


def _dictionary(pairs: Mapping[str, str]) -> str:
    return "(" + (", ".join(f"{_string(key)}: {value}" for key, value in pairs.items()) or ":") + ")"


# -- blocks ------------------------------------------------------------------------------------------------------------


def _render_grid(grid: Grid) -> str:
    columns = grid.table.columns
    wide = _array("1fr" if column.least else "auto" for column in columns)
    squares = len(columns) if grid.squares is None else grid.squares
    align = _array("center" if index >= squares else _ALIGN[column.align] for index, column in enumerate(columns))
    marks = _dictionary({f"{row}-{index}": _string(mark) for (row, index), mark in grid.marks.items()})
    return (
        f"#sheet(columns: {wide}, align: {align}, heads: {_texts(column.title for column in columns)},"
        f" bold: {_numbers(grid.strong)}, quiet: {_numbers(grid.quiet)}, scale: {_string(grid.scale)},"
        f" squares: {squares}, title: {_string(grid.title)}, marks: {marks},"
        f" rows: {_array(_texts(row) for row in grid.table.rows)})"
    )


def _render_words(words: Words) -> str:
    title = "#pagebreak(weak: true)\n" * words.new_page
    title += f"#heading2({_string(words.title)})\n" if words.title else ""
    return title + (f"#{_FUNCTIONS[words.kind]}({_texts(words.sentences)})" if words.sentences else "")


def _render_facts(facts: Facts) -> str:
    return f"#facts({_array(_texts(pair) for pair in facts.pairs)})"


def _render_cards(cards: Cards) -> str:
    bare = [card for card in cards.cards if not (card.lines or card.rows or card.corner)]
    if bare:
        return "\n".join(f"#signatures({_texts(card.signs)})" for card in bare)
    return f"#{_CARDS[cards.kind]}({_array(map(_render_card, cards.cards))})"


def _render_card(card: Card) -> str:
    return _dictionary({
        "corner": _string(card.corner), "small": _string(card.small),
        "lines": _array(map(_texts, card.lines)), "rows": _array(map(_texts, card.rows)),
        "boxes": _texts(card.boxes), "signs": _texts(card.signs),
    })  # fmt: skip


def _render_picture(picture: Picture) -> str:
    """Return the picture in the light colours; theme tokens are only defined inside a web page."""
    light = _TOKEN.sub(r"\1", picture.svg)
    return f"#picture({_string(light)})"


_RENDERERS: dict[type[Block], Callable[..., str]] = {
    Grid: _render_grid, Words: _render_words, Facts: _render_facts, Cards: _render_cards, Picture: _render_picture,
}  # fmt: skip
