"""Rendering of figures by `vl-convert`, if installed (`rookery[figures]`): SVG, PNG and HTML pages."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from json import dumps
from pathlib import Path
from typing import Any

from rookery.errors import RookeryError
from rookery.simulation.figures import THEMES, Figure


def import_vl_convert() -> Any:
    """Import vl-convert; called before long work so that a missing package is reported early."""
    try:
        import vl_convert
    except ImportError:
        raise RookeryError("figures need vl-convert: pip install 'rookery[figures]'") from None
    return vl_convert


def render_svg(figure: Figure, theme: str = "light") -> str:
    """Return a figure as SVG with an accessible text; the bytes are reproducible."""
    return _label_svg(import_vl_convert().vegalite_to_svg(figure.themed(theme)), figure.text)


def write_figure(figure: Figure, folder: Path, themes: Sequence[str] = tuple(THEMES)) -> list[Path]:
    """Write a figure into a folder: the specification, a page, and an SVG and PNG for each theme."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{figure.name}.json", folder / f"{figure.name}.html"]
    paths[0].write_text(dumps(figure.themed(), indent=1, ensure_ascii=False) + "\n", "utf-8")
    paths[1].write_text(page(figure), "utf-8")
    for theme in themes:
        spec, suffix = figure.themed(theme), "" if theme == "light" else f"-{theme}"
        large, small = folder / f"{figure.name}{suffix}.svg", folder / f"{figure.name}{suffix}.png"
        large.write_text(render_svg(figure, theme), "utf-8")
        small.write_bytes(import_vl_convert().vegalite_to_png(spec, scale=2))
        paths += [large, small]
    return paths


def page(figure: Figure) -> str:
    """Return an HTML page of a figure for both themes, with a table of the numbers."""
    (paper, ink), (night, light) = THEMES["light"], THEMES["dark"]
    bright, dark = (_data_url(render_svg(figure, theme)) for theme in ("light", "dark"))
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
{_numbers_table(figure)}
</body>
</html>
"""


def _data_url(svg: str) -> str:
    """Return a picture as a data URL, so that its ids cannot collide with those of another."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def _numbers_table(figure: Figure) -> str:
    """Return the data as a collapsed HTML table."""
    values = figure.spec["data"]["values"]
    heads = list(dict.fromkeys(name for row in values for name in row))

    def line(tag: str, cells: Sequence[object]) -> str:
        return f"<tr>{''.join(f'<{tag}>{escape(_format_cell(cell))}</{tag}>' for cell in cells)}</tr>"

    rows = [line("th", heads), *(line("td", [row.get(name) for name in heads]) for row in values)]
    return "\n".join(["<details>", "<summary>The numbers</summary>", "<table>", *rows, "</table>", "</details>"])


def _format_cell(cell: object) -> str:
    return "" if cell is None else f"{cell:.4f}" if isinstance(cell, float) else str(cell)


def _label_svg(svg: str, text: str) -> str:
    """Return the picture with its accessible text and reproducible ids."""
    label, names = escape(text), dict[str, str]()
    # vl-convert numbers ids across pictures; renumber from 0 for reproducible output
    svg = re.sub(r"\b(gradient_|clip)\d+", lambda match: names.setdefault(match[0], f"{match[1]}{len(names)}"), svg)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1).replace(">", f"><title>{label}</title>", 1)
