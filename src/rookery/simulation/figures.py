"""Figures as Vega-Lite, made by us as plain data: what they have in common, and what is drawn of a study.

Colours are those of Okabe and Ito, told apart by everybody, and dashes or shapes tell the same; every figure has a text
that says what it shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rookery.simulation.findings import FindingRow, StudyResult
from rookery.simulation.measures import COLUMNS, HISTOGRAMS
from rookery.typed import Any
from rookery.values import frozen

COLOURS = {
    "light": ("#0072B2", "#B87A00", "#009E73", "#CC79A7", "#333333", "#D55E00"),
    "dark": ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00"),
}
"""For systems and players, in this order; what is too pale for bright paper is darker there, or black."""

DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [10, 4], [4, 2, 1, 2])
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
"""What a series is told by besides its colour."""

THEMES = {"light": ("#FFFFFF", "#1B1F24"), "dark": ("#16191D", "#E6E8EB")}
"""The colour of the paper and of what is written on it."""

HEAT = ("#440154", "#414487", "#2A788E", "#22A884", "#7AD151", "#FDE725")
"""From little to much on dark paper, the other way round on bright: what is little is near the paper (viridis)."""

LESS_MORE = {"light": ("#F0A860", "#FFFFFF", "#8EC1E3"), "dark": ("#8A4B08", "#16191D", "#1A5F8F")}
"""From less to more than now, orange to blue, with the paper between; what is written on them can be read."""

_SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"


@frozen
class Figure:
    """What is drawn, and what it shows in words."""

    name: str
    text: str
    spec: Mapping[str, Any]

    @property
    def title(self) -> str:
        """What stands above it, in one line."""
        above: Any = self.spec["title"]
        return above if isinstance(above, str) else f"{above['text']}: {above['subtitle']}"

    def themed(self, theme: str = "light") -> dict[str, Any]:
        """The whole specification for bright or dark paper."""
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
    values: Sequence[Mapping[str, object]], x: str, y: str, colour: str, title: str, shown: str = ""
) -> dict[str, Any]:
    """Lines of a `value` with its interval from `low` to `high`, one for every `colour`, beside each other.

    Numbers along the side are `shown` as this format of D3 says.
    """
    series = list(dict.fromkeys(row[colour] for row in values))
    by = _legend(colour, series, {"symbolType": "stroke", "symbolSize": 600, **({"labelLimit": 240} if shown else {})})
    dash = {**by, "scale": {"domain": series, "range": _own(DASHES, len(series))}}
    side = {"axis": {"format": shown}} if shown else {}
    ends, height = _interval("y", y), {**_across("value", y), **side}
    ends["encoding"]["y"] |= side
    return {
        "title": title,
        "width": 480,
        "height": 280,
        "data": {"values": list(values)},
        "encoding": {
            "x": {"field": x, "type": "ordinal", "title": x, "axis": {"labelAngle": 0}},
            "xOffset": {"field": colour, "type": "nominal", "sort": None, "scale": {"domain": series, "padding": 1}},
            "color": by,
        },
        "layer": [
            {**ends, "mark": {"type": "rule", "size": 1.5}},
            {"mark": {"type": "line"}, "encoding": {"y": height, "strokeDash": dash}},
            {"mark": {"type": "point", "filled": True, "size": 30}, "encoding": {"y": height}},
        ],
    }


def _across(field: str, title: str, zero: bool = False) -> dict[str, Any]:
    return {"field": field, "type": "quantitative", "title": title, "scale": {"zero": zero}}


def _interval(axis: str, title: str, zero: bool = False) -> dict[str, Any]:
    """From `low` to `high`, where there is an interval."""
    ends = {axis: _across("low", title, zero), f"{axis}2": {"field": "high"}}
    return {"transform": [{"filter": "isValid(datum.low)"}], "encoding": ends}


def _legend(field: str, series: Sequence[object], legend: Mapping[str, object] | None) -> dict[str, Any]:
    """What tells series apart, with a legend that says so where there are more of them than colours."""
    title = field if len(series) <= len(DASHES) else f"{field} (colours come again)"
    scale = {"domain": list(series)}
    return {"field": field, "type": "nominal", "sort": None, "title": title, "scale": scale, "legend": legend}


def _own(ways: Sequence[Any], many: int) -> list[Any]:
    """One for each series; where colours come again they have another beside them."""
    return [ways[(at + at // len(ways)) % len(ways)] for at in range(many)]


def _ends(row: FindingRow) -> dict[str, float | None]:
    """The numbers of a row; without an interval there are no ends."""
    low, high = (row.low, row.high) if row.estimate.bounded else (None, None)
    return {"value": row.value, "low": low, "high": high}


BY_ROUND = {"tau": "How well the table shows the true order", "gap": "Ratings on the boards"}


def of_study(result: StudyResult) -> dict[str, Figure]:
    """Every figure that a study has numbers for: by round, histograms, and a dot for each system and column."""
    rows = list(result.rows())
    found = [
        _by_round(result, column, order, [row for row in rows if (row.column, row.order) == (column, order)])
        for column in BY_ROUND
        for order in dict.fromkeys(row.order for row in rows if row.column == column and row.round)
    ]
    found += [_histogram(result, measure) for measure in HISTOGRAMS if measure in result.measures]
    drawn = {column for columns in HISTOGRAMS.values() for column in columns}
    for column in dict.fromkeys(row.column for row in rows if not row.round and row.column not in drawn):
        found.append(_dots(column, [row for row in rows if row.column == column and not row.round]))
    return {figure.name: figure for figure in found}


def _by_round(result: StudyResult, column: str, order: str, rows: Sequence[FindingRow]) -> Figure:
    values = [{"round": row.round, "system": row.system, **_ends(row)} for row in rows if row.round]
    last = "; ".join(f"{v['system']} {v['value']:.3f}" for v in values[-len(result.systems) :])
    title = f"{BY_ROUND[column]}{f' by {order}' if order else ''}, round by round"
    spec = lines(values, "round", column, "system", title)
    return Figure(f"{column}-by-round{_plain(order)}", f"{title}; after the last: {last}.", spec)


_ALONG = {
    "colour_histogram": ("Whites minus Blacks", "Whites minus Blacks of every player"),
    "float_histogram": ("floats", "Games with somebody of another score, of every player"),
}
"""What stands below a histogram, and above it."""


def _histogram(result: StudyResult, measure: str) -> Figure:
    """How many of the players have how much, by every system."""
    along, title = _ALONG[measure]
    known = {(row.column, row.system): row for row in result.rows() if row.column in HISTOGRAMS[measure]}
    values: list[dict[str, Any]] = [
        {along: said, "system": system, **_ends(known[column, system])}
        for column, said in HISTOGRAMS[measure].items()
        for system in result.systems
    ]
    said = []
    for system in result.systems:
        shares = (f"{v[along]} {v['value']:.0%}" for v in values if v["system"] == system)
        said.append(f"{system}: {', '.join(shares)}")
    for value in values:
        value["low"] = None if value["low"] is None else max(0.0, value["low"])  # no share is less
    spec = {"title": title, "data": {"values": values}, **_columns(along, result.systems)}
    return Figure(measure.replace("_", "-"), f"{title}. {'; '.join(said)}.", spec)


def _columns(along: str, systems: Sequence[str]) -> dict[str, Any]:
    """A column for every system, side by side and told by colours; more than there are colours stand apart."""
    share, system = "share of the players", {"field": "system", "type": "nominal", "sort": list(systems)}
    x = {"field": along, "type": "ordinal", "sort": None, "axis": {"labelAngle": 0}}
    height = {"y": _across("value", share, True)}
    bar = {"mark": {"type": "bar", "style": "first"}, "encoding": height}
    interval = {**_interval("y", share, True), "mark": {"type": "rule", "size": 1.5}}
    if len(systems) > len(DASHES):
        alone = {"width": 300, "height": 120, "encoding": {"x": x}, "layer": [bar, interval]}
        return {"facet": {**system, "title": None}, "columns": 2, "spec": alone}
    beside = {"mark": {"type": "bar"}, "encoding": {**height, "color": system}}
    return {"width": 480, "height": 280, "encoding": {"x": x, "xOffset": system}, "layer": [beside, interval]}


def _plain(order: str) -> str:
    return "".join(f"-{part}" for part in order.lower().replace("/", "").replace(":", "").split(",") if part)


def _dots(column: str, rows: Sequence[FindingRow]) -> Figure:
    values = [{"system": row.system, "order": row.order or "all", **_ends(row)} for row in rows]
    said = "; ".join(f"{row.system}{f' {row.order}' if row.order else ''} {row.value:.3f}" for row in rows)
    orders = list(dict.fromkeys(v["order"] for v in values))
    by = _legend("order", orders, {"symbolSize": 80} if len(orders) > 1 else None)
    says = COLUMNS[column].says
    spec = {
        "title": {"text": column, "subtitle": says[0].upper() + says[1:]},
        "width": 480,
        "data": {"values": values},
        "encoding": {
            "y": {"field": "system", "type": "nominal", "sort": None},
            "yOffset": {"field": "order", "type": "nominal", "sort": None, "scale": {"domain": orders, "padding": 1}},
            "color": by,
        },
        "layer": [
            {**_interval("x", column), "mark": {"type": "rule", "size": 1.5}},
            {
                "mark": {"type": "point", "filled": True, "size": 60},
                "encoding": {
                    "x": _across("value", column),
                    "shape": {**by, "scale": {"domain": orders, "range": _own(SHAPES, len(orders))}},
                },
            },
        ],
    }
    return Figure(column, f"{column} ({says}) with intervals of 95 per cent: {said}.", spec)
