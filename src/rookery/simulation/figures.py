"""Figures as Vega-Lite, made by us as plain data; `vl-convert` draws them where it is installed (`rookery[figures]`).

Colours are those of Okabe and Ito, told apart by everybody; every figure has a text that says what it shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from json import dumps
from pathlib import Path

from rookery.errors import RookeryError
from rookery.simulation.chances import Forecast
from rookery.simulation.findings import StudyResult
from rookery.simulation.measures import COLUMNS
from rookery.typed import Any
from rookery.values import frozen

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
"""For systems and players, in this order."""

THEMES = {"light": ("#FFFFFF", "#1B1F24"), "dark": ("#16191D", "#E6E8EB")}
"""The colour of the paper and of what is written on it."""

HEAT = ("#440154", "#414487", "#2A788E", "#22A884", "#7AD151", "#FDE725")
"""From little to much on dark paper, the other way round on bright: what is little is near the paper (viridis)."""

_SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"


@frozen
class Figure:
    """What is drawn, and what it shows in words."""

    name: str
    text: str
    spec: Mapping[str, Any]

    def themed(self, theme: str = "light") -> dict[str, Any]:
        """The whole specification for bright or dark paper."""
        paper, ink = THEMES[theme]
        axis = {"labelColor": ink, "titleColor": ink, "domainColor": ink, "tickColor": ink, "gridColor": f"{ink}22"}
        return {
            "$schema": _SCHEMA,
            "description": self.text,
            "background": paper,
            "config": {
                "axis": axis,
                "legend": {"labelColor": ink, "titleColor": ink},
                "title": {"color": ink, "subtitleColor": ink},
                "range": {"category": list(COLOURS), "heatmap": list(HEAT if theme == "dark" else HEAT[::-1])},
                "point": {"opacity": 1},
                "view": {"stroke": None},
                "font": "sans-serif",
            },
            **self.spec,
        }


def lines(values: Sequence[Mapping[str, object]], x: str, y: str, colour: str, title: str) -> dict[str, Any]:
    """Lines of a `value` with its interval from `low` to `high`, one for every `colour`."""
    along = {"field": x, "type": "ordinal", "title": x, "axis": {"labelAngle": 0}}
    by = {"field": colour, "type": "nominal", "title": colour, "sort": None}
    scale = {"zero": False}
    return {
        "title": title,
        "width": 480,
        "height": 280,
        "data": {"values": list(values)},
        "layer": [
            {
                "mark": {"type": "errorbar", "ticks": {"size": 9}},
                "encoding": {
                    "x": along,
                    "y": {"field": "low", "type": "quantitative", "title": y, "scale": scale},
                    "y2": {"field": "high"},
                    "color": by,
                },
            },
            {
                "mark": {"type": "line", "point": True},
                "encoding": {
                    "x": along,
                    "y": {"field": "value", "type": "quantitative", "title": y, "scale": scale},
                    "color": by,
                    "strokeDash": {**by, "legend": None},
                },
            },
        ],
    }


def of_study(result: StudyResult) -> dict[str, Figure]:
    """Every figure that a study has numbers for: tau and gaps by round, and a bar for each system and column."""
    found: dict[str, Figure] = {}
    rows = list(result.rows())
    for column, title in (("tau", "How well the table shows the true order"), ("gap", "Ratings on the boards")):
        for order in dict.fromkeys(row.order for row in rows if row.column == column and row.round):
            values = [
                {"round": row.round, "system": row.system, "value": row.value, "low": row.low, "high": row.high}
                for row in rows
                if (row.column, row.order) == (column, order) and row.round
            ]
            name = f"{column}-by-round{_plain(order)}"
            last = "; ".join(f"{v['system']} {v['value']:.3f}" for v in values[-len(result.systems) :])
            text = f"{title}{f' by {order}' if order else ''}, round by round; after the last: {last}."
            found[name] = Figure(name, text, lines(values, "round", column, "system", text.partition(";")[0]))
    for column in dict.fromkeys(row.column for row in rows if not row.round):
        found[column] = _bars(column, [row for row in rows if row.column == column and not row.round])
    return found


def _plain(order: str) -> str:
    return "".join(f"-{part}" for part in order.lower().replace("/", "").replace(":", "").split(",") if part)


def _bars(column: str, rows: Sequence[Any]) -> Figure:
    values = [
        {"system": row.system, "order": row.order or "all", "value": row.value, "low": row.low, "high": row.high}
        for row in rows
    ]
    said = "; ".join(
        f"{v['system']}{' ' + str(v['order']) if v['order'] != 'all' else ''} {v['value']:.3f}" for v in values
    )
    across = {"field": "value", "type": "quantitative", "title": column, "scale": {"zero": False}}
    says = COLUMNS[column].says if column in COLUMNS else column
    spec = {
        "title": {"text": column, "subtitle": says[0].upper() + says[1:]},
        "width": 480,
        "data": {"values": values},
        "encoding": {"y": {"field": "system", "type": "nominal", "sort": None}, "yOffset": {"field": "order"}},
        "layer": [
            {
                "mark": {"type": "errorbar", "ticks": True},
                "encoding": {
                    "x": {**across, "field": "low"},
                    "x2": {"field": "high"},
                    "color": {"field": "order", "type": "nominal", "sort": None},
                },
            },
            {
                "mark": {"type": "point", "filled": True, "size": 60},
                "encoding": {"x": across, "color": {"field": "order", "type": "nominal", "sort": None}},
            },
        ],
    }
    return Figure(column, f"{column} ({says}) with intervals of 95 per cent: {said}.", spec)


def of_forecast(found: Forecast, most: int = 12) -> dict[str, Figure]:
    """The places of those with the best chances as a heat map, their scores as a fan, and what the first turns on."""
    everybody = found.tournament.by_id
    who = sorted(everybody, key=lambda one: (-found.within(one, found.top).value, found.mean_place(one)))[:most]
    return {"places": _places(found, who), "points": _points(found, who), "turns-on": _turns(found, who[0])}


def _places(found: Forecast, who: Sequence[int]) -> Figure:
    values = [
        {"player": _name(found, one), "place": place, "chance": round(chance, 4)}
        for one in who
        for place, chance in found.places(one).items()
        if place <= 2 * len(who)
    ]
    first = "; ".join(f"{_name(found, one)} {found.within(one, 1).value:.0%}" for one in who[:5])
    spec = {
        "title": "Chances of places",
        "data": {"values": values},
        "mark": {"type": "rect", "tooltip": True},
        "encoding": {
            "x": {"field": "place", "type": "ordinal", "axis": {"labelAngle": 0}},
            "y": {"field": "player", "type": "nominal", "sort": None, "title": None},
            "color": {"field": "chance", "type": "quantitative", "title": "chance"},
        },
    }
    return Figure("places", f"Chances of every place; to be first: {first}.", spec)


def _points(found: Forecast, who: Sequence[int]) -> Figure:
    values = []
    for one in who:
        ends = [_quantile(found, one, at) for at in (0.05, 0.25, 0.5, 0.75, 0.95)]
        values.append({"player": _name(found, one), **dict(zip(("p5", "p25", "p50", "p75", "p95"), ends, strict=True))})
    rows = {"field": "player", "type": "nominal", "sort": None, "title": None}

    def layer(low: str, high: str, wide: int) -> dict[str, Any]:
        across = {"field": low, "type": "quantitative", "title": "points", "scale": {"zero": False, "padding": 8}}
        mark = {"type": "rule", "size": wide, "color": COLOURS[0]}
        return {"mark": mark, "encoding": {"x": across, "x2": {"field": high}, "y": rows}}

    middle = {"x": {"field": "p50", "type": "quantitative"}, "y": rows}
    dot = {"mark": {"type": "point", "filled": True, "color": COLOURS[1], "size": 70}, "encoding": middle}
    spec = {
        "title": "Scores",
        "data": {"values": values},
        "layer": [layer("p5", "p95", 2), layer("p25", "p75", 7), dot],
    }
    said = "; ".join(f"{v['player']} {v['p5']:g} to {v['p95']:g}" for v in values[:5])
    return Figure("points", f"Scores in nine of ten futures, half of them (thick) and the middle (dot): {said}.", spec)


def _quantile(found: Forecast, one: int, at: float) -> float:
    gone, reached = 0.0, 0
    for points, chance in found.points(one).items():
        if gone < at:
            reached = points
        gone += chance
    return reached / 10


def _turns(found: Forecast, one: int) -> Figure:
    points = [point for point in found.turns_on(one) if point.swing > 0][:10]
    values = [
        {"game": f"{_name(found, at.white)} - {_name(found, at.black)}", "result": str(result), "chance": round(p, 4)}
        for at in points
        for result, p in at.chances
    ]
    spec = {
        "title": f"What the chance of {_name(found, one)} turns on",
        "data": {"values": values},
        "mark": {"type": "point", "filled": True, "size": 80},
        "encoding": {
            "x": {
                "field": "chance",
                "type": "quantitative",
                "title": f"chance to be in the top {found.top}",
                "scale": {"zero": False, "nice": False, "padding": 8},
            },
            "y": {"field": "game", "type": "nominal", "sort": None, "title": None, "axis": {"labelLimit": 320}},
            "color": {"field": "result", "type": "nominal", "sort": None},
            "shape": {"field": "result", "type": "nominal", "sort": None},
        },
    }
    said = "; ".join(f"{v['game']} {v['result']}: {v['chance']:.0%}" for v in values[:3])
    return Figure("turns-on", f"The open games that move the chance of {_name(found, one)} most: {said}.", spec)


def _name(found: Forecast, one: int) -> str:
    return f"{one} {found.tournament.by_id[one].name}".strip()


# -- drawing -----------------------------------------------------------------------------------------------------------


def picture(figure: Figure, theme: str = "light") -> str:
    """A figure as SVG, with its text for who hears it; the same bytes every time."""
    return _told(_drawer().vegalite_to_svg(figure.themed(theme)), figure.text)


def _drawer() -> Any:
    try:
        import vl_convert
    except ImportError:
        raise RookeryError("figures need vl-convert: pip install 'rookery[figures]'") from None
    return vl_convert


def drawn(figure: Figure, folder: Path, themes: Sequence[str] = tuple(THEMES)) -> list[Path]:
    """Write a figure into a folder: the specification, and as SVG, PNG and a page of its own, for every theme."""
    drawer = _drawer()
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / f"{figure.name}.json", folder / f"{figure.name}.html"]
    written[0].write_text(dumps(figure.themed(), indent=1, ensure_ascii=False) + "\n", "utf-8")
    written[1].write_text(drawer.vegalite_to_html(figure.themed(), bundle=True), "utf-8")
    for theme in themes:
        spec, end = figure.themed(theme), "" if theme == "light" else f"-{theme}"
        large, small = folder / f"{figure.name}{end}.svg", folder / f"{figure.name}{end}.png"
        large.write_text(picture(figure, theme), "utf-8")
        small.write_bytes(drawer.vegalite_to_png(spec, scale=2))
        written += [large, small]
    return written


def _told(svg: str, text: str) -> str:
    """The picture with its text, for who hears it."""
    import re
    from html import escape

    said, names = escape(text), dict[str, str]()
    # names inside a picture are counted on from the one drawn before: counted from 0 it is the same every time
    svg = re.sub(r"\b(gradient_|clip)\d+", lambda found: names.setdefault(found[0], f"{found[1]}{len(names)}"), svg)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{said}" ', 1).replace(">", f"><title>{said}</title>", 1)
