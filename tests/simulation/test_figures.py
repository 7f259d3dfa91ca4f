"""Figures: data that a reader of Vega-Lite takes, the same bytes every time, with a text, in both themes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rookery import forecast
from rookery.model import Player, Tournament
from rookery.simulation import Field, Study, simulate
from rookery.simulation.figures import COLOURS, THEMES, drawn, of_forecast, of_study

RESULT = simulate(
    Study(
        field=Field.uniform(8, 1400, 2200), rounds=3, systems=("dutch", "burstein"), orders=("PTS", "BH/C1,BH"),
        measures=("tau", "gaps"), each_round=True,
    ),
    count=4,
)  # fmt: skip
EVENT = Tournament(players=tuple(Player(one, f"P{one} <&>", 2400 - 30 * one) for one in range(1, 7)), planned=3)


def luminance(colour: str) -> float:
    """As WCAG has it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_what_a_study_shows() -> None:
    found = of_study(RESULT)
    assert {"tau-by-round-pts", "tau-by-round-bhc1-bh", "gap-by-round", "tau", "seeds"} <= set(found)
    values = found["tau-by-round-pts"].spec["data"]["values"]
    assert [v["value"] for v in values if v["system"] == "dutch"] == [
        one.value for one in RESULT.by_round("tau", "dutch", "PTS").values()
    ]
    assert all(figure.text and name == figure.name for name, figure in found.items())


def test_what_a_forecast_shows() -> None:
    chances = forecast(EVENT, count=20, top=2)
    found = of_forecast(chances)
    assert set(found) == {"places", "points", "turns-on"}
    shown = found["places"].spec["data"]["values"]
    assert sum(v["chance"] for v in shown if v["place"] == 1) == pytest.approx(1, abs=0.001)


@pytest.mark.parametrize("theme", THEMES)
def test_writing_can_be_read_on_its_paper(theme: str) -> None:
    paper, ink = (luminance(colour) for colour in THEMES[theme])
    assert (max(paper, ink) + 0.05) / (min(paper, ink) + 0.05) >= 7
    assert len(set(COLOURS)) == 6


def test_pictures_are_the_same_every_time(tmp_path: Path) -> None:
    pytest.importorskip("vl_convert", reason="vl-convert is not installed: pip install 'rookery[figures]'")
    figure = of_forecast(forecast(EVENT, count=20))["places"]
    once, again = (drawn(figure, tmp_path / name) for name in ("once", "again"))
    assert [path.suffix for path in once] == [".json", ".html", ".svg", ".png", ".svg", ".png"]
    for one, other in zip(once, again, strict=True):
        if one.suffix != ".html":
            assert one.read_bytes() == other.read_bytes()
    picture = once[2].read_text("utf-8")
    assert 'role="img"' in picture
    assert "<title>Chances of every place" in picture
    assert "P1 &lt;&amp;&gt;" in picture
    assert json.loads(once[0].read_text("utf-8"))["description"] == figure.text
    page = once[1].read_text("utf-8")
    assert "https://cdn" not in page
    assert once[3].read_bytes()[:4] == b"\x89PNG"
