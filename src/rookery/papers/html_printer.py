"""The printer for a browser: one page of HTML that stands for itself, with a style for the screen and one for paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from importlib.resources import files

from rookery.labels import Column
from rookery.papers.paper import MADE_BY, Block, Card, Cards, Facts, Grid, Paper, Picture, Words
from rookery.shown.tokens import DARK, LIGHT, SANS, SERIF, declared
from rookery.wording import visible

_ALIGN = {"<": "", ">": "right", "^": "middle"}


def html(paper: Paper) -> str:
    """A paper as a page: nothing in it comes from elsewhere, and no name in it is more than text.

    >>> from rookery.papers.paper import Paper, Words
    >>> "<script>" in html(Paper("Players", (Words(("<script>alert(1)</script>",)),)))
    False
    """
    return "\n".join(_page(paper)) + "\n"


def _page(paper: Paper) -> Iterator[str]:
    title = ": ".join(part for part in (paper.event, paper.title) if part)
    yield f'<!doctype html>\n<html lang="{_text(paper.language)}">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width,initial-scale=1">'
    yield f"<title>{_text(title)}</title>\n<style>\n{_style(paper)}</style>\n</head>"
    yield f"<body{_class('wide' * paper.wide, 'bare' * paper.bare)}>"
    if paper.event or paper.about:
        yield f'<header><span class="event">{_text(paper.event)}</span>'
        yield f'<span class="about">{_text(paper.about)}</span></header>'
    yield f"<main>\n<h1>{_text(paper.title)}</h1>"
    if paper.state:
        yield f'<p class="state">{_text(paper.state)}</p>'
    for block in paper.blocks:
        yield from _PRINTERS[type(block)](block)
    yield f"</main>\n<footer>{_text(MADE_BY)}</footer>\n</body>\n</html>"


def _text(text: str) -> str:
    return escape(visible(text))


def _style(paper: Paper) -> str:
    """The tokens, the sheet, and what stands at the edge of every page."""
    fonts = f"--sans:{SANS};--serif:{SERIF}"
    dark = f"@media screen and (prefers-color-scheme:dark){{:root{{color-scheme:dark;{declared(DARK)}}}}}"
    edge = f"{_quoted(MADE_BY)}"
    head = _quoted(" · ".join(part for part in (paper.event, paper.title) if part))
    boxes = f"@bottom-left{{font:8pt sans-serif;color:#5d584d;content:{edge}}}"
    later = f"@top-left{{font:8pt sans-serif;color:#5d584d;content:{head}}}"
    page = f"@page{{{'size:A4 landscape;' * paper.wide}{boxes}{later}}}@page:first{{@top-left{{content:none}}}}"
    return f":root{{{declared(LIGHT)};{fonts}}}\n{dark}\n{_sheet()}{page}\n"


def _quoted(text: str) -> str:
    """A text in a style sheet: every letter that could mean something there by its number.

    >>> _quoted('A"</style>')
    '"A\\\\000022\\\\00003c\\\\00002fstyle\\\\00003e"'
    """
    return (
        '"' + "".join(each if each.isalnum() or each == " " else f"\\{ord(each):06x}" for each in visible(text)) + '"'
    )


@cache
def _sheet() -> str:
    return files("rookery.papers").joinpath("paper.css").read_text("utf-8")


# -- blocks ------------------------------------------------------------------------------------------------------------


def _grid(grid: Grid) -> Iterator[str]:
    yield f'<div class="scroll" tabindex="0">\n<table class="{grid.scale}">'  # a narrow screen scrolls it by keys too
    if grid.title:
        yield f"<caption>{_text(grid.title)}</caption>"
    heads = "".join(
        f'<th scope="col"{_class(*_kinds(grid, at, column))}>{_text(column.title)}</th>'
        for at, column in enumerate(grid.table.columns)
    )
    yield f"<thead>\n<tr>{heads}</tr>\n</thead>\n<tbody>"
    for number, row in enumerate(grid.table.rows):
        cells = zip(range(len(row)), grid.table.columns, row, strict=True)
        yield "<tr>" + "".join(_cell(grid, number, at, column, text) for at, column, text in cells) + "</tr>"
    yield "</tbody>\n</table>\n</div>"


def _kinds(grid: Grid, at: int, column: Column) -> tuple[str, ...]:
    """What all cells of a column are."""
    square = grid.squares is not None and at >= grid.squares
    return ("square" if square else _ALIGN[column.align], "name" * bool(column.least))


def _cell(grid: Grid, row: int, at: int, column: Column, text: str) -> str:
    kind = "strong" * (at in grid.strong) or "quiet" * (at in grid.quiet)
    return f"<td{_class(*_kinds(grid, at, column), kind, grid.marks.get((row, at), ''))}>{_text(text)}</td>"


def _class(*names: str) -> str:
    found = " ".join(name for name in names if name)
    return f' class="{found}"' if found else ""


def _words(words: Words) -> Iterator[str]:
    if words.title:
        yield f"<h2{_class('new-page' * words.new_page)}>{_text(words.title)}</h2>"
    if words.sentences:
        said = "\n".join(f"<p>{_text(sentence)}</p>" for sentence in words.sentences)
        yield f'<div class="{words.kind}">\n{said}\n</div>'


def _facts(facts: Facts) -> Iterator[str]:
    yield "<dl>"
    yield from (f"<dt>{_text(name)}</dt><dd>{_text(value)}</dd>" for name, value in facts.pairs)
    yield "</dl>"


def _cards(cards: Cards) -> Iterator[str]:
    yield f'<div class="cards {cards.kind}">'
    for card in cards.cards:
        yield from _name_card(card) if cards.kind == "name" else _card(card)
    yield "</div>"


def _name_card(card: Card) -> Iterator[str]:
    yield f'<section class="card">\n<span class="small">{_text(card.small)}</span>'
    yield f'<span class="corner">{_text(card.corner)}</span>'
    for below, name, _ in card.lines:
        yield f'<b>{_text(name)}</b>\n<span class="below">{_text(below)}</span>'
    yield "</section>"


def _card(card: Card) -> Iterator[str]:
    bare = not (card.lines or card.rows or card.corner)
    yield f'<section class="card{" bare" * bare}">'
    if not bare:
        yield f'<span class="corner">{_text(card.corner)}</span>\n<span class="small">{_text(card.small)}</span>'
    for label, text, end in card.lines:
        yield f'<div class="line"><span>{_text(label)}</span><b>{_text(text)}</b><span>{_text(end)}</span></div>'
    if card.rows:
        yield "<table>\n<tbody>"
        for board, white, black in card.rows:
            cells = f'<td class="name">{_text(white)}</td><td class="write"></td><td class="name">{_text(black)}</td>'
            yield f'<tr><td class="right">{_text(board)}</td>{cells}</tr>'
        yield "</tbody>\n</table>"
    for name, texts in (("boxes", card.boxes), ("signs", card.signs)):
        if texts:
            yield f'<div class="{name}">' + "".join(f"<span>{_text(text)}</span>" for text in texts) + "</div>"
    yield "</section>"


def _picture(picture: Picture) -> Iterator[str]:
    yield f'<div class="picture">\n{picture.svg}\n</div>'


_PRINTERS: dict[type[Block], Callable[..., Iterator[str]]] = {
    Grid: _grid, Words: _words, Facts: _facts, Cards: _cards, Picture: _picture,
}  # fmt: skip
