"""What is drawn of a forecast: places, scores, what must happen; and how chances stood round by round."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.simulation.chances import Forecast, TurningPoint
from rookery.simulation.conditions import RESULTS
from rookery.simulation.course import ForecastCourse
from rookery.simulation.estimate import Estimate
from rookery.simulation.figures import DASHES, Figure, lines
from rookery.simulation.sentences import change, goal, per_cent, short_names, statements
from rookery.typed import Any

_MOST_GAMES, _MOST_STATEMENTS = 12, 5
"""So many games, and conditions of a kind, stand in a table of what must happen."""


def of_forecast(found: Forecast, most: int = 12, players: Sequence[int] = ()) -> dict[str, Figure]:
    """The places of those with the best chances as a heat map, their scores as a fan, and what the first turns on.

    What must happen is a table for each of these `players`, or of the first three. Neither is drawn of somebody whose
    chance no open game moves.
    """
    who = found.ranked[:most]
    drawn = [_places(found, who), _points(found, who)]
    drawn += [_turns(found, who[0], points)] if (points := _moving(found, who[0])) else []
    drawn += [_must_happen(found, one, points) for one in players or who[:3] if (points := _moving(found, one))]
    return {figure.name: figure for figure in drawn}


def _places(found: Forecast, who: Sequence[int]) -> Figure:
    values = [
        {"player": _name(found, one), "place": place, "chance": round(chance, 4)}
        for one in who
        for place, chance in found.places(one).items()
        if place <= 2 * len(who)
    ]
    first = "; ".join(f"{_name(found, one)} {per_cent(found.within(one, 1).value)}" for one in who[:5])
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
        mark = {"type": "rule", "size": wide, "style": "first"}
        return {"mark": mark, "encoding": {"x": across, "x2": {"field": high}, "y": rows}}

    middle = {"x": {"field": "p50", "type": "quantitative"}, "y": rows}
    dot = {"mark": {"type": "point", "filled": True, "style": "second", "size": 70}, "encoding": middle}
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


def _turns(found: Forecast, one: int, points: Sequence[TurningPoint]) -> Figure:
    values: list[dict[str, Any]] = [
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
                "title": f"chance to be {goal(found.top)}",
                "scale": {"zero": False, "nice": False, "padding": 8},
            },
            "y": {"field": "game", "type": "nominal", "sort": None, "title": None, "axis": {"labelLimit": 320}},
            "color": {"field": "result", "type": "nominal", "sort": None},
            "shape": {"field": "result", "type": "nominal", "sort": None},
        },
    }
    said = "; ".join(f"{v['game']} {v['result']}: {per_cent(v['chance'])}" for v in values[:3])
    return Figure("turns-on", f"The open games that move the chance of {_name(found, one)} most: {said}.", spec)


def _moving(found: Forecast, one: int) -> list[TurningPoint]:
    """The open games that move somebody's chance by more than luck may, the weightiest first."""
    return [point for point in found.turns_on(one) if point.swing > point.error][:_MOST_GAMES]


def _must_happen(found: Forecast, one: int, points: Sequence[TurningPoint]) -> Figure:
    """A table: the chance after each result of these games, and below what makes it certain or rules it out."""
    now, told = found.within(one, found.top).value, goal(found.top)
    values = [
        {
            "game": f"{_name(found, at.white)} - {_name(found, at.black)}",
            "result": str(result),
            "chance": round(chance, 4),
            "change": round(chance - now, 4),
            "shown": f"{per_cent(chance)} ({change(chance - now)})",
        }
        for at in points
        for result, chance in at.chances
    ]
    title = f"What must happen for {_name(found, one)} to be {told}"
    number = found.tournament.next_round
    subtitle = f"Now {per_cent(now)}; after each result of round {number}, and how much more or less that is"
    said = _statements(found, one)
    spec: dict[str, Any] = {"title": {"text": title, "subtitle": subtitle, "anchor": "start", "offset": 14}}
    spec |= {"data": {"values": values}, "vconcat": [_table(values), *([_lines(said)] if said else [])], "spacing": 12}
    best = "; ".join(f"{v['game']} {v['result']}: {v['shown']}" for v in values[:3])
    whole = "".join(f" {verdict.capitalize()} {condition}." for verdict, condition in said)
    return Figure(f"must-happen-{one}", f"{title}: {subtitle}. {best}.{whole}", spec)


def _table(values: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Games and their results, with a colour for more and one for less, and the numbers written on them."""
    most = max(abs(value["change"]) for value in values)
    across = {"field": "result", "type": "ordinal", "sort": [str(end) for end in RESULTS], "title": None}
    top = {"orient": "top", "labelAngle": 0, "ticks": False, "domain": False, "labelFontSize": 12}
    down = {"field": "game", "type": "nominal", "sort": None, "title": None}
    side = {"labelLimit": 400, "ticks": False, "domain": False, "labelFontSize": 12}
    scale = {"domain": [-most, 0, most], "range": "diverging", "interpolate": "rgb"}
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


def _lines(said: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """What is certain under which condition, one below the other."""
    values = [{"line": at, "verdict": verdict, "condition": text} for at, (verdict, text) in enumerate(said)]
    down = {"field": "line", "type": "ordinal", "axis": None}

    def column(field: str, align: str, x: int, weight: str) -> dict[str, Any]:
        mark = {"type": "text", "align": align, "fontSize": 12, "fontWeight": weight}
        return {"mark": mark, "encoding": {"x": {"value": x}, "y": down, "text": {"field": field}}}

    layers = [column("verdict", "right", -3, "bold"), column("condition", "left", 4, "normal")]
    return {"data": {"values": values}, "width": 288, "height": {"step": 20}, "layer": layers}


def _statements(found: Forecast, one: int) -> list[tuple[str, str]]:
    """What makes it certain that somebody is at the top, and what rules it out; the most telling of each."""
    if not found.exact or one not in found.watched:
        return []
    names = short_names({who: each.name for who, each in found.tournament.by_id.items()})
    certain, ruled_out = statements(found.must_happen(one), names)
    return [(each.verdict, each.condition) for each in (*certain[:_MOST_STATEMENTS], *ruled_out[:_MOST_STATEMENTS])]


def _name(found: Forecast, one: int) -> str:
    return f"{one} {found.tournament.by_id[one].name}".strip()


def of_course(course: ForecastCourse, most: int = len(DASHES)) -> dict[str, Figure]:
    """How the chances of those stood who have the best now: of the top, of the first place, and their final scores."""
    top, who = course.last.top, course.last.ranked[:most]
    told = {"first-by-round": ("to be first", {one: course.within(one) for one in who})}
    if top > 1:
        told["top-by-round"] = (f"to be in the top {top}", {one: course.within(one, top) for one in who})
    found = [_stood(course, name, f"chance {goal}", f"Chances {goal}", of, ".0%") for name, (goal, of) in told.items()]
    scores = {one: course.score(one) for one in who}
    found.append(_stood(course, "points-by-round", "points at the end", "Expected final scores", scores, "~g"))
    return {figure.name: figure for figure in found}


def _stood(
    course: ForecastCourse, name: str, y: str, title: str, known: dict[int, dict[int, Estimate]], shown: str
) -> Figure:
    """Lines of what was expected of some before each round."""
    at, last = course.last, course.rounds[-1]
    values: list[dict[str, object]] = [
        {"before round": number, "player": _name(at, one), **_numbers(found)}
        for one, by_round in known.items()
        for number, found in by_round.items()
    ]
    form = ".0%" if shown == ".0%" else ".1f"
    said = "; ".join(f"{_name(at, one)} {by_round[last].value:{form}}" for one, by_round in known.items())
    title = f"{title}, as forecast before each round"
    return Figure(
        name, f"{title}; before round {last}: {said}.", lines(values, "before round", y, "player", title, shown)
    )


def _numbers(found: Estimate) -> dict[str, object]:
    """The numbers of an estimate; without an interval there are no ends."""
    ends = (found.low, found.high) if found.bounded else (None, None)
    return {"value": found.value, "low": ends[0], "high": ends[1]}
