"""Vega-Lite figures as plain data: common parts, the figures of a study, and rendering to SVG and HTML.

Colours are those of Okabe and Ito, which are safe for colour-blind readers; dashes or shapes carry the same
information. Every figure has a text description.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from json import dumps
from pathlib import Path
from typing import Any

from rookery._record import record
from rookery.errors import RookeryError
from rookery.simulation.metrics import COLUMNS, HISTOGRAMS
from rookery.simulation.results import FindingRow, StudyResult

COLOURS = {
    "light": ("#0072B2", "#B87A00", "#009E73", "#CC79A7", "#333333", "#D55E00"),
    "dark": ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00"),
}
"""The colours of systems and players, in this order; darker for the light theme where needed."""

DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [10, 4], [4, 2, 1, 2])
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
"""Dashes and shapes that distinguish series in addition to their colours."""

THEMES = {"light": ("#FFFFFF", "#1B1F24"), "dark": ("#16191D", "#E6E8EB")}
"""The background and text colours."""

HEAT = ("#440154", "#414487", "#2A788E", "#22A884", "#7AD151", "#FDE725")
"""From low to high on dark backgrounds, reversed on light ones: low values are near the background (viridis)."""

LESS_MORE = {"light": ("#F0A860", "#FFFFFF", "#8EC1E3"), "dark": ("#8A4B08", "#16191D", "#1A5F8F")}
"""A diverging scale from orange (less) to blue (more) on which text is readable."""

_SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"


@record
class Figure:
    """A Vega-Lite specification with its text description."""

    name: str
    text: str
    spec: Mapping[str, Any]

    @property
    def title(self) -> str:
        """The title in one line."""
        above: Any = self.spec["title"]
        return above if isinstance(above, str) else f"{above['text']}: {above['subtitle']}"

    def themed(self, theme: str = "light") -> dict[str, Any]:
        """Return the complete specification for a light or dark background."""
        paper, ink = THEMES[theme]
        first, second = COLOURS[theme][:2]
        axis = {"labelColor": ink, "titleColor": ink, "domainColor": ink, "tickColor": ink, "gridColor": f"{ink}22"}
        return {
            "$schema": _SCHEMA,
            "description": self.text,
            "background": paper,
            "config": {
                "axis": axis,
                "legend": {"labelColor": ink, "titleColor": ink, "symbolStrokeWidth": 2},
                "title": {"color": ink, "subtitleColor": ink},
                "header": {"labelColor": ink, "titleColor": ink},
                "rule": {"color": ink},
                "text": {"color": ink},
                "style": {"first": {"color": first}, "second": {"color": second}},
                "range": {
                    "category": list(COLOURS[theme]),
                    "heatmap": list(HEAT if theme == "dark" else HEAT[::-1]),
                    "diverging": list(LESS_MORE[theme]),
                },
                "point": {"opacity": 1},
                "view": {"stroke": None},
                "font": "sans-serif",
            },
            **self.spec,
        }


def lines(
    values: Sequence[Mapping[str, object]], x: str, y: str, colour: str, title: str, number_format: str = ""
) -> dict[str, Any]:
    """Return lines of a `value` with an interval from `low` to `high`, one for every `colour`.

    `number_format` is the D3 format of the numbers on the y axis.
    """
    series = list(dict.fromkeys(row[colour] for row in values))
    colour_channel = _series_channel(
        colour, series, {"symbolType": "stroke", "symbolSize": 600, **({"labelLimit": 240} if number_format else {})}
    )
    dash = {**colour_channel, "scale": {"domain": series, "range": _cycle_styles(DASHES, len(series))}}
    side = {"axis": {"format": number_format}} if number_format else {}
    interval, height = _interval_mark("y", y), {**_quantitative_channel("value", y), **side}
    interval["encoding"]["y"] |= side
    return {
        "title": title,
        "width": 480,
        "height": 280,
        "data": {"values": list(values)},
        "encoding": {
            "x": {"field": x, "type": "ordinal", "title": x, "axis": {"labelAngle": 0}},
            "xOffset": {"field": colour, "type": "nominal", "sort": None, "scale": {"domain": series, "padding": 1}},
            "color": colour_channel,
        },
        "layer": [
            {**interval, "mark": {"type": "rule", "size": 1.5}},
            {"mark": {"type": "line"}, "encoding": {"y": height, "strokeDash": dash}},
            {"mark": {"type": "point", "filled": True, "size": 30}, "encoding": {"y": height}},
        ],
    }


def _quantitative_channel(field: str, title: str, zero: bool = False) -> dict[str, Any]:
    return {"field": field, "type": "quantitative", "title": title, "scale": {"zero": zero}}


def _interval_mark(axis: str, title: str, zero: bool = False) -> dict[str, Any]:
    """Return a mark from `low` to `high`, where there is an interval."""
    ends = {axis: _quantitative_channel("low", title, zero), f"{axis}2": {"field": "high"}}
    return {"transform": [{"filter": "isValid(datum.low)"}], "encoding": ends}


def _series_channel(field: str, series: Sequence[object], legend: Mapping[str, object] | None) -> dict[str, Any]:
    """Return the channel that tells series apart, with a note in the legend if colours repeat."""
    title = field if len(series) <= len(DASHES) else f"{field} (colours come again)"
    scale = {"domain": list(series)}
    return {"field": field, "type": "nominal", "sort": None, "title": title, "scale": scale, "legend": legend}


def _cycle_styles(styles: Sequence[Any], count: int) -> list[Any]:
    """Return a style for each series; repeated colours have different neighbours."""
    return [styles[(index + index // len(styles)) % len(styles)] for index in range(count)]


def _interval_values(row: FindingRow) -> dict[str, float | None]:
    """Return the numbers of a row; without an interval the ends are None."""
    low, high = (row.low, row.high) if row.estimate.bounded else (None, None)
    return {"value": row.value, "low": low, "high": high}


BY_ROUND = {"tau": "How well the table shows the true order", "gap": "Ratings on the boards"}


def study_figures(result: StudyResult) -> dict[str, Figure]:
    """Return every figure that a study has numbers for: by round, histograms, and dots for each column."""
    rows = list(result.rows())
    figures = [
        _round_figure(result, column, order, [row for row in rows if (row.column, row.order) == (column, order)])
        for column in BY_ROUND
        for order in dict.fromkeys(row.order for row in rows if row.column == column and row.round)
    ]
    figures += [_histogram_figure(result, measure) for measure in HISTOGRAMS if measure in result.measures]
    histogram_columns = {column for columns in HISTOGRAMS.values() for column in columns}
    for column in dict.fromkeys(row.column for row in rows if not row.round and row.column not in histogram_columns):
        figures.append(_dot_figure(column, [row for row in rows if row.column == column and not row.round]))
    return {figure.name: figure for figure in figures}


def _round_figure(result: StudyResult, column: str, order: str, rows: Sequence[FindingRow]) -> Figure:
    values = [{"round": row.round, "system": row.system, **_interval_values(row)} for row in rows if row.round]
    last = "; ".join(f"{v['system']} {v['value']:.3f}" for v in values[-len(result.systems) :])
    title = f"{BY_ROUND[column]}{f' by {order}' if order else ''}, round by round"
    spec = lines(values, "round", column, "system", title)
    return Figure(f"{column}-by-round{_slug(order)}", f"{title}; after the last: {last}.", spec)


_ALONG = {
    "colour_histogram": ("Whites minus Blacks", "Whites minus Blacks of every player"),
    "float_histogram": ("floats", "Games with somebody of another score, of every player"),
}
"""The axis title and the title of each histogram."""


def _histogram_figure(result: StudyResult, measure: str) -> Figure:
    """Return the distribution of a measure over the players, by system."""
    along, title = _ALONG[measure]
    rows = {(row.column, row.system): row for row in result.rows() if row.column in HISTOGRAMS[measure]}
    values: list[dict[str, Any]] = [
        {along: heading, "system": system, **_interval_values(rows[column, system])}
        for column, heading in HISTOGRAMS[measure].items()
        for system in result.systems
    ]
    heading = []
    for system in result.systems:
        shares = (f"{v[along]} {v['value']:.0%}" for v in values if v["system"] == system)
        heading.append(f"{system}: {', '.join(shares)}")
    for value in values:
        value["low"] = None if value["low"] is None else max(0.0, value["low"])  # a share is not negative
    spec = {"title": title, "data": {"values": values}, **_histogram_layout(along, result.systems)}
    return Figure(measure.replace("_", "-"), f"{title}. {'; '.join(heading)}.", spec)


def _histogram_layout(field: str, systems: Sequence[str]) -> dict[str, Any]:
    """Return a column for every system, side by side; a facet for each if there are more than colours."""
    share, system = "share of the players", {"field": "system", "type": "nominal", "sort": list(systems)}
    x = {"field": field, "type": "ordinal", "sort": None, "axis": {"labelAngle": 0}}
    height = {"y": _quantitative_channel("value", share, True)}
    bar = {"mark": {"type": "bar", "style": "first"}, "encoding": height}
    interval = {**_interval_mark("y", share, True), "mark": {"type": "rule", "size": 1.5}}
    if len(systems) > len(DASHES):
        facet = {"width": 300, "height": 120, "encoding": {"x": x}, "layer": [bar, interval]}
        return {"facet": {**system, "title": None}, "columns": 2, "spec": facet}
    bars = {"mark": {"type": "bar"}, "encoding": {**height, "color": system}}
    return {"width": 480, "height": 280, "encoding": {"x": x, "xOffset": system}, "layer": [bars, interval]}


def _slug(order: str) -> str:
    return "".join(f"-{part}" for part in order.lower().replace("/", "").replace(":", "").split(",") if part)


def _dot_figure(column: str, rows: Sequence[FindingRow]) -> Figure:
    values = [{"system": row.system, "order": row.order or "all", **_interval_values(row)} for row in rows]
    text = "; ".join(f"{row.system}{f' {row.order}' if row.order else ''} {row.value:.3f}" for row in rows)
    orders = list(dict.fromkeys(v["order"] for v in values))
    colour_channel = _series_channel("order", orders, {"symbolSize": 80} if len(orders) > 1 else None)
    description = COLUMNS[column].says
    spec = {
        "title": {"text": column, "subtitle": description[0].upper() + description[1:]},
        "width": 480,
        "data": {"values": values},
        "encoding": {
            "y": {"field": "system", "type": "nominal", "sort": None},
            "yOffset": {"field": "order", "type": "nominal", "sort": None, "scale": {"domain": orders, "padding": 1}},
            "color": colour_channel,
        },
        "layer": [
            {**_interval_mark("x", column), "mark": {"type": "rule", "size": 1.5}},
            {
                "mark": {"type": "point", "filled": True, "size": 60},
                "encoding": {
                    "x": _quantitative_channel("value", column),
                    "shape": {
                        **colour_channel,
                        "scale": {"domain": orders, "range": _cycle_styles(SHAPES, len(orders))},
                    },
                },
            },
        ],
    }
    return Figure(column, f"{column} ({description}) with intervals of 95 per cent: {text}.", spec)


def import_vl_convert() -> Any:
    """Import vl-convert; called before long work so that a missing package is reported early."""
    try:
        import vl_convert
    except ImportError:
        raise RookeryError("figures need vl-convert: pip install 'rookery-chess[figures]'") from None
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
