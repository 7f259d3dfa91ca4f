"""Figures of a forecast: places, scores, what must happen, and chances by round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rookery.simulation.chances import Forecast, TurningPoint
from rookery.simulation.conditions import (
    RESULTS,
    format_change,
    format_percent,
    goal_predicate,
    short_names,
    statements,
)
from rookery.simulation.estimate import Estimate
from rookery.simulation.figures import DASHES, Figure, lines
from rookery.simulation.history import ForecastCourse

_MOST_GAMES, _MOST_STATEMENTS = 12, 5
"""The maximum numbers of games, and of conditions of a kind, in a table of what must happen."""


def forecast_figures(forecast: Forecast, limit: int = 12, players: Sequence[int] = ()) -> dict[str, Figure]:
    """Return the figures of a forecast: places as a heat map, scores as intervals, and the decisive games.

    There is a table of what must happen for each of these `players`, or for the first three, unless no open game
    changes the player's chance.
    """
    shown_ids = forecast.ranked[:limit]
    figures = [_places_figure(forecast, shown_ids), _points_figure(forecast, shown_ids)]
    figures += (
        [_turning_points_figure(forecast, shown_ids[0], points)]
        if (points := _decisive_games(forecast, shown_ids[0]))
        else []
    )
    figures += [
        _must_happen_figure(forecast, player_id, points)
        for player_id in players or shown_ids[:3]
        if (points := _decisive_games(forecast, player_id))
    ]
    return {figure.name: figure for figure in figures}


def _places_figure(forecast: Forecast, player_ids: Sequence[int]) -> Figure:
    values = [
        {"player": _player_label(forecast, player_id), "place": place, "chance": round(chance, 4)}
        for player_id in player_ids
        for place, chance in forecast.places(player_id).items()
        if place <= 2 * len(player_ids)
    ]
    first = "; ".join(
        f"{_player_label(forecast, player_id)} {format_percent(forecast.within(player_id, 1).value)}"
        for player_id in player_ids[:5]
    )
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


def _points_figure(forecast: Forecast, player_ids: Sequence[int]) -> Figure:
    values = []
    for player_id in player_ids:
        ends = [_score_quantile(forecast, player_id, quantile) for quantile in (0.05, 0.25, 0.5, 0.75, 0.95)]
        values.append(
            {
                "player": _player_label(forecast, player_id),
                **dict(zip(("p5", "p25", "p50", "p75", "p95"), ends, strict=True)),
            }
        )
    rows = {"field": "player", "type": "nominal", "sort": None, "title": None}

    def layer(low: str, high: str, width: int) -> dict[str, Any]:
        across = {"field": low, "type": "quantitative", "title": "points", "scale": {"zero": False, "padding": 8}}
        mark = {"type": "rule", "size": width, "style": "first"}
        return {"mark": mark, "encoding": {"x": across, "x2": {"field": high}, "y": rows}}

    middle = {"x": {"field": "p50", "type": "quantitative"}, "y": rows}
    dot = {"mark": {"type": "point", "filled": True, "style": "second", "size": 70}, "encoding": middle}
    spec = {
        "title": "Scores",
        "data": {"values": values},
        "layer": [layer("p5", "p95", 2), layer("p25", "p75", 7), dot],
    }
    text = "; ".join(f"{v['player']} {v['p5']:g} to {v['p95']:g}" for v in values[:5])
    return Figure("points", f"Scores in nine of ten futures, half of them (thick) and the middle (dot): {text}.", spec)


def _score_quantile(forecast: Forecast, player_id: int, quantile: float) -> float:
    cumulative, reached = 0.0, 0
    for points, chance in forecast.points(player_id).items():
        if cumulative < quantile:
            reached = points
        cumulative += chance
    return reached / 10


def _turning_points_figure(forecast: Forecast, player_id: int, points: Sequence[TurningPoint]) -> Figure:
    values: list[dict[str, Any]] = [
        {
            "game": f"{_player_label(forecast, point.white)} - {_player_label(forecast, point.black)}",
            "result": str(result),
            "chance": round(p, 4),
        }
        for point in points
        for result, p in point.chances
    ]
    spec = {
        "title": f"What the chance of {_player_label(forecast, player_id)} turns on",
        "data": {"values": values},
        "mark": {"type": "point", "filled": True, "size": 80},
        "encoding": {
            "x": {
                "field": "chance",
                "type": "quantitative",
                "title": f"chance to be {goal_predicate(forecast.top)}",
                "scale": {"zero": False, "nice": False, "padding": 8},
            },
            "y": {"field": "game", "type": "nominal", "sort": None, "title": None, "axis": {"labelLimit": 320}},
            "color": {"field": "result", "type": "nominal", "sort": None},
            "shape": {"field": "result", "type": "nominal", "sort": None},
        },
    }
    text = "; ".join(f"{v['game']} {v['result']}: {format_percent(v['chance'])}" for v in values[:3])
    return Figure(
        "turns-on", f"The open games that move the chance of {_player_label(forecast, player_id)} most: {text}.", spec
    )


def _decisive_games(forecast: Forecast, player_id: int) -> list[TurningPoint]:
    """Return the open games that change the chance of a player by more than random variation, the largest first."""
    return [point for point in forecast.turns_on(player_id) if point.swing > point.error][:_MOST_GAMES]


def _must_happen_figure(forecast: Forecast, player_id: int, points: Sequence[TurningPoint]) -> Figure:
    """Return a table of the chance after each result of these games, with the conditions below."""
    current, goal_text = forecast.within(player_id, forecast.top).value, goal_predicate(forecast.top)
    values = [
        {
            "game": f"{_player_label(forecast, point.white)} - {_player_label(forecast, point.black)}",
            "result": str(result),
            "chance": round(chance, 4),
            "change": round(chance - current, 4),
            "shown": f"{format_percent(chance)} ({format_change(chance - current)})",
        }
        for point in points
        for result, chance in point.chances
    ]
    title = f"What must happen for {_player_label(forecast, player_id)} to be {goal_text}"
    number = forecast.tournament.next_round
    subtitle = f"Now {format_percent(current)}; after each result of round {number}, and how much more or less that is"
    conditions = _condition_statements(forecast, player_id)
    spec: dict[str, Any] = {"title": {"text": title, "subtitle": subtitle, "anchor": "start", "offset": 14}}
    spec |= {
        "data": {"values": values},
        "vconcat": [_decisive_games_chart(values), *([_condition_lines(conditions)] if conditions else [])],
        "spacing": 12,
    }
    best = "; ".join(f"{v['game']} {v['result']}: {v['shown']}" for v in values[:3])
    whole = "".join(f" {verdict.capitalize()} {condition}." for verdict, condition in conditions)
    return Figure(f"must-happen-{player_id}", f"{title}: {subtitle}. {best}.{whole}", spec)


def _decisive_games_chart(values: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return a table of games and results, coloured by the change of the chance."""
    limit = max(abs(value["change"]) for value in values)
    across = {"field": "result", "type": "ordinal", "sort": [str(end) for end in RESULTS], "title": None}
    top = {"orient": "top", "labelAngle": 0, "ticks": False, "domain": False, "labelFontSize": 12}
    down = {"field": "game", "type": "nominal", "sort": None, "title": None}
    side = {"labelLimit": 400, "ticks": False, "domain": False, "labelFontSize": 12}
    scale = {"domain": [-limit, 0, limit], "range": "diverging", "interpolate": "rgb"}
    colour = {"field": "change", "type": "quantitative", "scale": scale, "legend": None}
    return {
        "width": {"step": 96},
        "height": {"step": 26},
        "encoding": {"x": {**across, "axis": top}, "y": {**down, "axis": side}},
        "layer": [
            {"mark": {"type": "rect", "width": {"band": 0.98}, "height": {"band": 0.9}}, "encoding": {"color": colour}},
            {"mark": {"type": "text", "fontSize": 12}, "encoding": {"text": {"field": "shown"}}},
        ],
    }


def _condition_lines(conditions: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return the conditions, one below the other."""
    values = [
        {"line": index, "verdict": verdict, "condition": text} for index, (verdict, text) in enumerate(conditions)
    ]
    down = {"field": "line", "type": "ordinal", "axis": None}

    def column(field: str, align: str, x: int, weight: str) -> dict[str, Any]:
        mark = {"type": "text", "align": align, "fontSize": 12, "fontWeight": weight}
        return {"mark": mark, "encoding": {"x": {"value": x}, "y": down, "text": {"field": field}}}

    layers = [column("verdict", "right", -3, "bold"), column("condition", "left", 4, "normal")]
    return {"data": {"values": values}, "width": 288, "height": {"step": 20}, "layer": layers}


def _condition_statements(forecast: Forecast, player_id: int) -> list[tuple[str, str]]:
    """Return what makes it certain that a player finishes at the top, and what rules it out."""
    if not forecast.exact or player_id not in forecast.watched:
        return []
    names = short_names(
        {number: participant.name for number, participant in forecast.tournament.participants_by_number.items()}
    )
    certain, ruled_out = statements(forecast.must_happen(player_id), names)
    return [
        (statement.verdict, statement.condition)
        for statement in (*certain[:_MOST_STATEMENTS], *ruled_out[:_MOST_STATEMENTS])
    ]


def _player_label(forecast: Forecast, player_id: int) -> str:
    return f"{player_id} {forecast.tournament.participants_by_number[player_id].name}".strip()


def course_figures(course: ForecastCourse, limit: int = len(DASHES)) -> dict[str, Figure]:
    """Return the chances by round of the players with the best chances now: top, first place, and final score."""
    top, player_ids = course.last.top, course.last.ranked[:limit]
    charts = {"first-by-round": ("to be first", {player_id: course.within(player_id) for player_id in player_ids})}
    if top > 1:
        charts["top-by-round"] = (
            f"to be in the top {top}",
            {player_id: course.within(player_id, top) for player_id in player_ids},
        )
    figures = [
        _course_figure(course, name, f"chance {goal}", f"Chances {goal}", estimates, ".0%")
        for name, (goal, estimates) in charts.items()
    ]
    scores = {player_id: course.score(player_id) for player_id in player_ids}
    figures.append(
        _course_figure(course, "points-by-round", "points at the end", "Expected final scores", scores, "~g")
    )
    return {figure.name: figure for figure in figures}


def _course_figure(
    course: ForecastCourse, name: str, y: str, title: str, estimates: dict[int, dict[int, Estimate]], number_format: str
) -> Figure:
    """Return lines of the estimates of several players before each round."""
    last_forecast, last = course.last, course.rounds[-1]
    values: list[dict[str, object]] = [
        {"before round": number, "player": _player_label(last_forecast, player_id), **_interval_values(estimate)}
        for player_id, by_round in estimates.items()
        for number, estimate in by_round.items()
    ]
    text_format = ".0%" if number_format == ".0%" else ".1f"
    text = "; ".join(
        f"{_player_label(last_forecast, player_id)} {by_round[last].value:{text_format}}"
        for player_id, by_round in estimates.items()
    )
    title = f"{title}, as forecast before each round"
    return Figure(
        name, f"{title}; before round {last}: {text}.", lines(values, "before round", y, "player", title, number_format)
    )


def _interval_values(estimate: Estimate) -> dict[str, object]:
    """Return the numbers of an estimate; without an interval the ends are None."""
    ends = (estimate.low, estimate.high) if estimate.bounded else (None, None)
    return {"value": estimate.value, "low": ends[0], "high": ends[1]}
