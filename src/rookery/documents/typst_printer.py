"""Typst printer: a paper as a Typst document, and through Typst as PDF."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files

from rookery.charts.svg import LIGHT
from rookery.documents.model import Block, Card, Cards, Facts, Grid, Paper, Picture, Poster, QrCode, Words
from rookery.errors import UnsupportedError
from rookery.messages import make_printable

_ALIGN = {"<": "left", ">": "right", "^": "center"}
_FUNCTIONS = {"note": "notes", "text": "said", "reasons": "reasons"}
_CARDS = {"slip": "slips", "match": "forms", "name": "places", "badge": "badges"}
_TOKEN = re.compile(r"var\(--[\w-]+,((?:[^()]|\([^()]*\))*)\)")


def to_typst(paper: Paper) -> str:
    """Return a paper as a self-contained Typst document; every text is a string, never markup."""
    calls = "\n".join(_RENDERERS[type(block)](block) for block in paper.blocks)
    head = {
        "event": paper.event, "about": paper.about, "title": paper.title, "start": paper.start, "state": paper.state,
        "made": paper.foot, "language": paper.language,
    }  # fmt: skip
    arguments = ", ".join(f"{name}: {_format_string(value)}" for name, value in head.items())
    show = f"#show: paper.with({arguments}, wide: {_format_bool(paper.wide)}, bare: {_format_bool(paper.bare)})"
    return f"{_read_functions()}\n{show}\n\n{calls}\n"


def to_pdf(paper: Paper) -> bytes:
    """Return a paper as PDF; raise UnsupportedError if the package `typst` is not installed."""
    try:
        import typst as compiler
    except ImportError:
        raise UnsupportedError(
            "PDF needs the package typst: pip install 'rookery-chess[pdf]' (HTML needs nothing)"
        ) from None
    document: bytes = compiler.compile(to_typst(paper).encode(), format="pdf", timestamp=0)
    return document


@cache
def _read_functions() -> str:
    """Return the Typst functions shared by all papers, with the colours of the light theme."""
    text = files("rookery.documents").joinpath("paper.typ").read_text("utf-8")
    for name, value in LIGHT.items():
        text = text.replace(f"@{name}@", value)
    return text


def _format_string(text: str) -> str:
    r"""Return a Typst string literal.

    >>> _format_string('A "#panic" \\')
    '"A \\"#panic\\" \\\\"'
    """
    return (
        '"'
        + make_printable(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", " ")
        + '"'
    )


def _format_bool(value: bool) -> str:
    return "true" if value else "false"


def _format_array(items: Iterable[str]) -> str:
    """Return a Typst array; the trailing comma makes a single item an array, too."""
    return "(" + "".join(f"{item}, " for item in items) + ")"


def _format_text_array(items: Iterable[str]) -> str:
    return _format_array(map(_format_string, items))


def _format_number_array(items: Iterable[int]) -> str:
    return _format_array(map(str, items))


def _format_dictionary(pairs: Mapping[str, str]) -> str:
    return "(" + (", ".join(f"{_format_string(key)}: {value}" for key, value in pairs.items()) or ":") + ")"


# -- blocks ------------------------------------------------------------------------------------------------------------


def _render_grid(grid: Grid) -> str:
    columns = grid.table.columns
    wide = _format_array("1fr" if column.least else "auto" for column in columns)
    squares = len(columns) if grid.squares is None else grid.squares
    align = _format_array(
        "center" if index >= squares else _ALIGN[column.align] for index, column in enumerate(columns)
    )
    marks = _format_dictionary({f"{row}-{index}": _format_string(mark) for (row, index), mark in grid.marks.items()})
    return (
        f"#sheet(columns: {wide}, align: {align}, heads: {_format_text_array(column.title for column in columns)},"
        f" bold: {_format_number_array(grid.strong)}, quiet: {_format_number_array(grid.quiet)},"
        f" scale: {_format_string(grid.scale)},"
        f" squares: {squares}, title: {_format_string(grid.title)}, marks: {marks},"
        f" rows: {_format_array(_format_text_array(row) for row in grid.table.rows)})"
    )


def _render_words(words: Words) -> str:
    title = "#pagebreak(weak: true)\n" * words.new_page
    title += f"#heading2({_format_string(words.title)})\n" if words.title else ""
    return title + (f"#{_FUNCTIONS[words.kind]}({_format_text_array(words.sentences)})" if words.sentences else "")


def _render_facts(facts: Facts) -> str:
    return f"#facts({_format_array(_format_text_array(pair) for pair in facts.pairs)})"


def _render_cards(cards: Cards) -> str:
    bare = [card for card in cards.cards if not (card.lines or card.rows or card.corner)]
    if bare:
        return "\n".join(f"#signatures({_format_text_array(card.signs)})" for card in bare)
    return f"#{_CARDS[cards.kind]}({_format_array(map(_render_card, cards.cards))})"


def _render_card(card: Card) -> str:
    return _format_dictionary(
        {
            "corner": _format_string(card.corner),
            "small": _format_string(card.small),
            "lines": _format_array(map(_format_text_array, card.lines)),
            "rows": _format_array(map(_format_text_array, card.rows)),
            "boxes": _format_text_array(card.boxes),
            "signs": _format_text_array(card.signs),
            "hint": _format_string(card.hint),
            "codes": _format_array(map(_render_code, card.codes)),
        }
    )


def _render_code(code: QrCode) -> str:
    texts = {"svg": code.svg, "label": code.label, "letters": code.letters}
    return _format_dictionary({name: _format_string(text) for name, text in texts.items()})


def _render_poster(poster: Poster) -> str:
    return f"#poster({_render_code(poster.code)}, {_format_text_array(poster.sentences)})"


def _render_picture(picture: Picture) -> str:
    """Return the picture in the light colours; theme tokens are only defined inside a web page."""
    light = _TOKEN.sub(r"\1", picture.svg)
    return f"#picture({_format_string(light)})"


_RENDERERS: dict[type[Block], Callable[..., str]] = {
    Grid: _render_grid, Words: _render_words, Facts: _render_facts, Cards: _render_cards, Picture: _render_picture,
    Poster: _render_poster,
}  # fmt: skip
