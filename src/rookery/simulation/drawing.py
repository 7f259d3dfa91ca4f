"""Figures drawn by `vl-convert`, where it is installed (`rookery[figures]`): as SVG, PNG and pages of their own."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from json import dumps
from pathlib import Path

from rookery.errors import RookeryError
from rookery.simulation.figures import THEMES, Figure
from rookery.typed import Any


def drawer() -> Any:
    """Who draws; asked before long work, so that it is not done for nothing."""
    try:
        import vl_convert
    except ImportError:
        raise RookeryError("figures need vl-convert: pip install 'rookery[figures]'") from None
    return vl_convert


def picture(figure: Figure, theme: str = "light") -> str:
    """A figure as SVG, with its text for who hears it; the same bytes every time."""
    return _told(drawer().vegalite_to_svg(figure.themed(theme)), figure.text)


def drawn(figure: Figure, folder: Path, themes: Sequence[str] = tuple(THEMES)) -> list[Path]:
    """Write a figure into a folder: the specification, a page for both themes, and for each an SVG and a PNG."""
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / f"{figure.name}.json", folder / f"{figure.name}.html"]
    written[0].write_text(dumps(figure.themed(), indent=1, ensure_ascii=False) + "\n", "utf-8")
    written[1].write_text(page(figure), "utf-8")
    for theme in themes:
        spec, end = figure.themed(theme), "" if theme == "light" else f"-{theme}"
        large, small = folder / f"{figure.name}{end}.svg", folder / f"{figure.name}{end}.png"
        large.write_text(picture(figure, theme), "utf-8")
        small.write_bytes(drawer().vegalite_to_png(spec, scale=2))
        written += [large, small]
    return written


def page(figure: Figure) -> str:
    """A page by itself, bright or dark as the reader's screen is, with the numbers below the picture."""
    (paper, ink), (night, light) = THEMES["light"], THEMES["dark"]
    bright, dark = (_inside(picture(figure, theme)) for theme in ("light", "dark"))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(figure.title)}</title>
<style>
body {{ background: {paper}; color: {ink}; font: 16px/1.5 sans-serif; margin: 1rem; }}
img {{ max-width: 100%; height: auto; }}
figure {{ margin: 0 0 1rem; }}
td, th {{ padding: 0 1rem 0 0; text-align: left; }}
@media (prefers-color-scheme: dark) {{ body {{ background: {night}; color: {light}; }} }}
</style>
</head>
<body>
<figure>
<picture>
<source media="(prefers-color-scheme: dark)" srcset="{dark}">
<img src="{bright}" alt="{escape(figure.text)}">
</picture>
<figcaption>{escape(figure.text)}</figcaption>
</figure>
{_numbers(figure)}
</body>
</html>
"""


def _inside(svg: str) -> str:
    """A picture as an address, so that names inside it cannot meet those of another."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def _numbers(figure: Figure) -> str:
    """What is drawn, as a table that can be opened."""
    values = figure.spec["data"]["values"]
    heads = list(dict.fromkeys(name for row in values for name in row))

    def line(tag: str, cells: Sequence[object]) -> str:
        return f"<tr>{''.join(f'<{tag}>{escape(_shown(cell))}</{tag}>' for cell in cells)}</tr>"

    rows = [line("th", heads), *(line("td", [row.get(name) for name in heads]) for row in values)]
    return "\n".join(["<details>", "<summary>The numbers</summary>", "<table>", *rows, "</table>", "</details>"])


def _shown(cell: object) -> str:
    return "" if cell is None else f"{cell:.4f}" if isinstance(cell, float) else str(cell)


def _told(svg: str, text: str) -> str:
    """The picture with its text, for who hears it."""
    said, names = escape(text), dict[str, str]()
    # names inside a picture are counted on from the one drawn before: counted from 0 it is the same every time
    svg = re.sub(r"\b(gradient_|clip)\d+", lambda found: names.setdefault(found[0], f"{found[1]}{len(names)}"), svg)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{said}" ', 1).replace(">", f"><title>{said}</title>", 1)
