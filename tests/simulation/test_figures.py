"""Figures: data that a reader of Vega-Lite takes, the same bytes every time, with a text, in both themes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery import forecast, pair
from rookery.model import Game, Player, Result, Round, Tournament
from rookery.simulation import Field, Study, forecast_by_round, simulate
from rookery.simulation.figures import (
    COLOURS,
    DASHES,
    LESS_MORE,
    SHAPES,
    THEMES,
    page,
    render_svg,
    study_figures,
    write_figure,
)
from rookery.simulation.forecast_figures import course_figures, forecast_figures
from rookery.simulation.metrics import HISTOGRAMS
from rookery.simulation.play import pair_by_tournament_rules

RESULT = simulate(
    Study(
        field=Field.uniform(8, 1400, 2200), rounds=3, systems=("dutch", "burstein"), orders=("PTS", "BH/C1,BH"),
        measures=("tau", "gaps"), each_round=True,
    ),
    count=4,
)  # fmt: skip
EVENT = Tournament(players=tuple(Player(one, f"P{one} <&>", 2400 - 30 * one) for one in range(1, 7)), planned_rounds=3)


def luminance(colour: str) -> float:
    """As WCAG has it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_what_a_study_shows() -> None:
    found = study_figures(RESULT)
    assert {"tau-by-round-pts", "tau-by-round-bhc1-bh", "gap-by-round", "tau", "seeds"} <= set(found)
    values = found["tau-by-round-pts"].spec["data"]["values"]
    assert [v["value"] for v in values if v["system"] == "dutch"] == [
        one.value for one in RESULT.by_round("tau", "dutch", "PTS").values()
    ]
    assert all(figure.text and name == figure.name for name, figure in found.items())


def test_what_a_forecast_shows() -> None:
    chances = forecast(EVENT, count=400, top=2)
    found = forecast_figures(chances)
    assert {"places", "points", "turns-on"} <= set(found)
    shown = found["places"].spec["data"]["values"]
    assert sum(v["chance"] for v in shown if v["place"] == 1) == pytest.approx(1, abs=0.001)


def test_what_nothing_moves_is_not_drawn() -> None:
    """Who is certain of a place, as everybody is of the top 6 here, turns on nothing: an empty figure helps nobody."""
    assert set(forecast_figures(forecast(EVENT, count=20, top=6))) == {"places", "points"}


def test_how_chances_stood(snapshot: SnapshotAssertion) -> None:
    """A line for each of the six who have the best chances now, with the numbers of the forecasts."""
    event = EVENT.with_round(Round(tuple(Game(*two, Result.DRAW) for two in pair(EVENT).pairs)))
    course = forecast_by_round(event, count=20, top=2)
    found = course_figures(course)
    assert set(found) == {"first-by-round", "top-by-round", "points-by-round"}
    for name, known in (("top-by-round", lambda one: course.within(one, 2)), ("points-by-round", course.score)):
        spec = found[name].spec
        axis = spec["encoding"]["x"]
        for one in event.participants_by_number:
            drawn = [v for v in spec["data"]["values"] if v["player"] == f"{one} P{one} <&>"]
            told = [{"value": at.value, "low": at.low, "high": at.high} for at in known(one).values()]
            assert [{end: v[end] for end in ("value", "low", "high")} for v in drawn] == told
            assert [v[axis["field"]] for v in drawn] == [1, 2]
        assert spec["encoding"]["color"]["scale"]["domain"] == [f"{one} P{one} <&>" for one in course.last.ranked]
        assert (axis["title"], found[name].text) == snapshot
    assert set(course_figures(forecast_by_round(event, count=2))) == {"first-by-round", "points-by-round"}


def test_what_must_happen_is_a_table(snapshot: SnapshotAssertion) -> None:
    """Of a last round every chance after each result, and below what makes it certain; of whom one asks."""
    event = Tournament(players=EVENT.players, planned_rounds=1)
    chances = forecast(event, count=27, top=2, watched=event.participants_by_number)
    assert [name for name in forecast_figures(chances) if "must" in name] == [
        f"must-happen-{one}" for one in chances.ranked[:3]
    ]
    figure = forecast_figures(chances, players=[4])["must-happen-4"]
    assert "must-happen-1" not in forecast_figures(chances, players=[4])
    values = figure.spec["data"]["values"]
    points = chances.turns_on(4)
    assert [v["chance"] for v in values] == [round(chance, 4) for point in points for _, chance in point.chances]
    table, lines = figure.spec["vconcat"]
    assert table["encoding"]["x"]["sort"] == ["1-0", "½-½", "0-1"]
    assert [line["verdict"] for line in lines["data"]["values"]] == snapshot
    assert figure.text == snapshot
    drawn = forecast_figures(forecast(event, count=400, exact=False), players=[1])["must-happen-1"]
    assert len(drawn.spec["vconcat"]) == 1


def contrast(one: str, other: str) -> float:
    """As WCAG has it, from 1 to 21."""
    darker, brighter = sorted(map(luminance, (one, other)))
    return (brighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_texts_and_shapes_are_visible_on_their_paper(theme: str) -> None:
    """7 to 1 for writing, 3 to 1 for what is drawn (WCAG 1.4.6, 1.4.11)."""
    paper, ink = THEMES[theme]
    assert contrast(paper, ink) >= 7
    assert len(set(COLOURS[theme])) == len(DASHES) == len(SHAPES) == 6
    assert min(contrast(paper, colour) for colour in COLOURS[theme]) >= 3
    assert min(contrast(ink, colour) for colour in LESS_MORE[theme]) >= 4.5  # numbers are written on them (1.4.3)


def study(systems: int) -> Study:
    """Eight players by so many systems, which differ in their names."""
    names = tuple(f"system {at}" for at in range(1, systems + 1))
    pairers = tuple((name, pair_by_tournament_rules) for name in names)
    return Study(
        field=Field.uniform(8, 1400, 2200), rounds=3, systems=names, pairers=pairers,
        measures=("tau", "colour_histogram", "float_histogram"), each_round=True,
    )  # fmt: skip


@pytest.mark.parametrize(("systems", "again"), [(2, False), (6, False), (8, True)])
def test_systems_are_distinguished(systems: int, again: bool, snapshot: SnapshotAssertion) -> None:
    """Side by side, each with its own colour and dash; where colours come again the legend says so."""
    spec = study_figures(simulate(study(systems), count=2))["tau-by-round-pts"].spec
    names = [f"system {at}" for at in range(1, systems + 1)]
    colour, dash = spec["encoding"]["color"], spec["layer"][1]["encoding"]["strokeDash"]
    assert spec["encoding"]["xOffset"]["scale"]["domain"] == names
    assert colour["scale"]["domain"] == dash["scale"]["domain"] == names
    looks = {(at % 6, tuple(each)) for at, each in enumerate(dash["scale"]["range"])}
    assert len(looks) == systems
    assert colour["title"] == dash["title"] == snapshot
    assert ("(" in colour["title"]) is again
    assert colour["legend"] == dash["legend"] == {"symbolType": "stroke", "symbolSize": 600}


@pytest.mark.parametrize("theme", THEMES)
def test_a_legend_looks_like_what_it_explains(theme: str) -> None:
    pytest.importorskip("vl_convert", reason="vl-convert is not installed: pip install 'rookery-chess[figures]'")
    svg = render_svg(study_figures(simulate(study(4), count=2))["tau-by-round-pts"], theme)

    def looks(role: str) -> list[tuple[str, str]]:
        marks = re.findall(rf'<g class="mark-\w+ role-{role}[^>]*>(?:<path[^>]*/>)*', svg)
        paths = [path for mark in marks for path in re.findall("<path[^>]*/>", mark) if "dasharray" in path]
        return [
            (stroke[1].upper(), dash[1])
            for path in paths
            if (stroke := re.search('stroke="(#[^"]*)"', path)) and (dash := re.search('dasharray="([^"]*)"', path))
        ]

    legend, drawn_lines = looks("legend-symbol"), looks("mark")
    assert [colour for colour, _ in legend] == list(COLOURS[theme][:4])
    assert set(legend) == set(drawn_lines)


@pytest.mark.parametrize(("systems", "apart"), [(2, False), (7, True)])
@pytest.mark.parametrize("name", HISTOGRAMS)
def test_histograms(systems: int, apart: bool, name: str) -> None:
    result = simulate(study(systems), count=2)
    figure = study_figures(result)[name.replace("_", "-")]
    assert ("facet" in figure.spec) is apart
    for system in result.systems:
        shares = [v["value"] for v in figure.spec["data"]["values"] if v["system"] == system]
        assert shares == [result.mean(column, system).value for column in HISTOGRAMS[name]]
        assert sum(shares) == pytest.approx(1)
    assert not set(HISTOGRAMS[name]) & set(study_figures(result))


def test_a_single_tournament_has_dots_without_intervals() -> None:
    for figure in study_figures(simulate(study(2), count=1)).values():
        assert {(v["low"], v["high"]) for v in figure.spec["data"]["values"]} == {(None, None)}
        assert json.dumps(figure.themed(), allow_nan=False)


def test_pictures_are_the_same_every_time(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    pytest.importorskip("vl_convert", reason="vl-convert is not installed: pip install 'rookery-chess[figures]'")
    figure = forecast_figures(forecast(EVENT, count=20))["places"]
    once, again = (write_figure(figure, tmp_path / name) for name in ("once", "again"))
    assert [path.suffix for path in once] == [".json", ".html", ".svg", ".png", ".svg", ".png"]
    for one, other in zip(once, again, strict=True):
        assert one.read_bytes() == other.read_bytes()
    picture = once[2].read_text("utf-8")
    assert 'role="img"' in picture
    title = re.search("<title>(.*?)</title>", picture)
    assert title
    assert title[1] == snapshot
    assert "P1 &lt;&amp;&gt;" in picture
    assert json.loads(once[0].read_text("utf-8"))["description"] == figure.text
    assert once[3].read_bytes()[:4] == b"\x89PNG"


def test_a_page_of_its_own(snapshot: SnapshotAssertion) -> None:
    """A title, a language, both themes, the numbers; no script, nothing from elsewhere, and small."""
    pytest.importorskip("vl_convert", reason="vl-convert is not installed: pip install 'rookery-chess[figures]'")
    text = page(forecast_figures(forecast(EVENT, count=20))["places"])
    assert '<html lang="en">' in text
    assert re.findall("<title>(.*?)</title>", text) == snapshot
    assert '<source media="(prefers-color-scheme: dark)" srcset="data:image/svg+xml;base64,' in text
    assert all(colour in text for theme in THEMES.values() for colour in theme)
    assert "<td>1 P1 &lt;&amp;&gt;</td><td>1</td>" in text
    assert "<script" not in text
    assert "http" not in re.sub('base64,[^"]*', "", text)
    assert len(text) < 200_000
