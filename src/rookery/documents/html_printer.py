"""HTML printer: a paper as one self-contained page, with styles for screen and print."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from importlib.resources import files

from rookery.charts.svg import DARK, LIGHT, SANS, SERIF, css_declarations
from rookery.documents.model import Block, Card, Cards, Facts, Grid, Paper, Picture, Poster, QrCode, Words
from rookery.formatting import Column
from rookery.messages import make_printable

_ALIGN = {"<": "", ">": "right", "^": "middle"}


def to_html(paper: Paper) -> str:
    """Return a paper as a page without external resources; all texts are escaped.

    >>> from rookery.documents.model import Paper, Words
    >>> "<script>" in to_html(Paper("Players", (Words(("<script>alert(1)</script>",)),)))
    False
    """
    return "\n".join(_render_page(paper)) + "\n"


def _render_page(paper: Paper) -> Iterator[str]:
    title = ": ".join(part for part in (paper.event, paper.title) if part)
    yield f'<!doctype html>\n<html lang="{_escape(paper.language)}">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width,initial-scale=1">'
    yield f"<title>{_escape(title)}</title>\n<style>\n{_style_sheet(paper)}</style>\n</head>"
    yield f"<body{_class_attribute('wide' * paper.wide, 'bare' * paper.bare)}>"
    if paper.event or paper.about:
        yield f'<header><span class="event">{_escape(paper.event)}</span>'
        yield f'<span class="about">{_escape(paper.about)}</span></header>'
    yield f"<main>\n<h1>{_escape(paper.title)}</h1>"
    if paper.start:
        yield f'<p class="start">{_escape(paper.start)}</p>'
    if paper.state:
        yield f'<p class="state">{_escape(paper.state)}</p>'
    for block in paper.blocks:
        yield from _RENDERERS[type(block)](block)
    yield f"</main>\n<footer>{_escape(paper.foot)}</footer>\n</body>\n</html>"


def _escape(text: str) -> str:
    return escape(make_printable(text))


def _style_sheet(paper: Paper) -> str:
    """Return the style sheet with the tokens and the page margins."""
    fonts = f"--sans:{SANS};--serif:{SERIF}"
    dark = f"@media screen and (prefers-color-scheme:dark){{:root{{color-scheme:dark;{css_declarations(DARK)}}}}}"
    edge = _css_string(paper.foot)
    head = _css_string(" · ".join(part for part in (paper.event, paper.title) if part))
    boxes = f"@bottom-left{{font:8pt sans-serif;color:#5d584d;content:{edge}}}"
    later = f"@top-left{{font:8pt sans-serif;color:#5d584d;content:{head}}}"
    page = f"@page{{{'size:A4 landscape;' * paper.wide}{boxes}{later}}}@page:first{{@top-left{{content:none}}}}"
    return f":root{{{css_declarations(LIGHT)};{fonts}}}\n{dark}\n{_read_css()}{page}\n"


def _css_string(text: str) -> str:
    r"""Return a text as a CSS string; other characters than letters and blanks are escaped.

    >>> _css_string('A"</style>')
    '"A\\000022\\00003c\\00002fstyle\\00003e"'
    """
    return (
        '"'
        + "".join(
            letter if letter.isalnum() or letter == " " else f"\\{ord(letter):06x}" for letter in make_printable(text)
        )
        + '"'
    )


@cache
def _read_css() -> str:
    return files("rookery.documents").joinpath("paper.css").read_text("utf-8")


# -- blocks ------------------------------------------------------------------------------------------------------------


def _render_grid(grid: Grid) -> Iterator[str]:
    yield f'<div class="scroll" tabindex="0">\n<table class="{grid.scale}">'  # a narrow screen scrolls it by keys too
    if grid.title:
        yield f"<caption>{_escape(grid.title)}</caption>"
    heads = "".join(
        f'<th scope="col"{_class_attribute(*_column_classes(grid, index, column))}>{_escape(column.title)}</th>'
        for index, column in enumerate(grid.table.columns)
    )
    yield f"<thead>\n<tr>{heads}</tr>\n</thead>\n<tbody>"
    for number, row in enumerate(grid.table.rows):
        cells = zip(range(len(row)), grid.table.columns, row, strict=True)
        yield (
            "<tr>" + "".join(_render_cell(grid, number, index, column, text) for index, column, text in cells) + "</tr>"
        )
    yield "</tbody>\n</table>\n</div>"


def _column_classes(grid: Grid, index: int, column: Column) -> tuple[str, ...]:
    """Return the CSS classes of all cells of a column."""
    square = grid.squares is not None and index >= grid.squares
    return ("square" if square else _ALIGN[column.align], "name" * bool(column.least))


def _render_cell(grid: Grid, row: int, index: int, column: Column, text: str) -> str:
    kind = "strong" * (index in grid.strong) or "quiet" * (index in grid.quiet)
    classes = (*_column_classes(grid, index, column), kind, grid.marks.get((row, index), ""))
    return f"<td{_class_attribute(*classes)}>{_escape(text)}</td>"


def _class_attribute(*names: str) -> str:
    classes = " ".join(name for name in names if name)
    return f' class="{classes}"' if classes else ""


def _render_words(words: Words) -> Iterator[str]:
    if words.title:
        yield f"<h2{_class_attribute('new-page' * words.new_page)}>{_escape(words.title)}</h2>"
    if words.sentences:
        paragraphs = "\n".join(f"<p>{_escape(sentence)}</p>" for sentence in words.sentences)
        yield f'<div class="{words.kind}">\n{paragraphs}\n</div>'


def _render_facts(facts: Facts) -> Iterator[str]:
    yield "<dl>"
    yield from (f"<dt>{_escape(name)}</dt><dd>{_escape(value)}</dd>" for name, value in facts.pairs)
    yield "</dl>"


def _render_cards(cards: Cards) -> Iterator[str]:
    yield f'<div class="cards {cards.kind}">'
    for card in cards.cards:
        yield from _render_name_card(card) if cards.kind in ("name", "badge") else _render_card(card)
    yield "</div>"


def _render_name_card(card: Card) -> Iterator[str]:
    yield f'<section class="card">\n<span class="small">{_escape(card.small)}</span>'
    yield f'<span class="corner">{_escape(card.corner)}</span>'
    for below, name, _ in card.lines:
        yield f'<b>{_escape(name)}</b>\n<span class="below">{_escape(below)}</span>'
    yield from _render_codes(card.codes)
    yield "</section>"


def _render_codes(codes: tuple[QrCode, ...]) -> Iterator[str]:
    if not codes:
        return
    yield '<div class="codes">'
    for code in codes:
        letters = f" <b>{_escape(code.letters)}</b>" if code.letters else ""
        yield f'<div class="code">{code.svg}<span>{_escape(code.label)}{letters}</span></div>'
    yield "</div>"


def _render_card(card: Card) -> Iterator[str]:
    bare = not (card.lines or card.rows or card.corner)
    yield f'<section class="card{" bare" * bare}">'
    if not bare:
        yield f'<span class="corner">{_escape(card.corner)}</span>\n<span class="small">{_escape(card.small)}</span>'
    for label, text, end in card.lines:
        yield f'<div class="line"><span>{_escape(label)}</span><b>{_escape(text)}</b><span>{_escape(end)}</span></div>'
    if card.rows:
        yield "<table>\n<tbody>"
        for board, white, black in card.rows:
            cells = (
                f'<td class="name">{_escape(white)}</td><td class="write"></td><td class="name">{_escape(black)}</td>'
            )
            yield f'<tr><td class="right">{_escape(board)}</td>{cells}</tr>'
        yield "</tbody>\n</table>"
    for name, texts in (("boxes", card.boxes), ("signs", card.signs)):
        if texts:
            yield f'<div class="{name}">' + "".join(f"<span>{_escape(text)}</span>" for text in texts) + "</div>"
    if card.hint:
        yield f'<p class="hint">{_escape(card.hint)}</p>'
    yield from _render_codes(card.codes)
    yield "</section>"


def _render_poster(poster: Poster) -> Iterator[str]:
    yield f'<div class="poster">{poster.code.svg}<p class="address">{_escape(poster.code.letters)}</p>'
    yield from (f"<p>{_escape(sentence)}</p>" for sentence in poster.sentences)
    yield "</div>"


def _render_picture(picture: Picture) -> Iterator[str]:
    yield f'<div class="picture">\n{picture.svg}\n</div>'


_RENDERERS: dict[type[Block], Callable[..., Iterator[str]]] = {
    Grid: _render_grid, Words: _render_words, Facts: _render_facts, Cards: _render_cards, Picture: _render_picture,
    Poster: _render_poster,
}  # fmt: skip
