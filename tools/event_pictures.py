"""Draws the pictures of docs/papers.md from the example tournaments.

python tools/event_pictures.py        # writes docs/pictures/event-*.svg
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import rookery
from rookery import charts
from rookery.charts import Drawing

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"

DRAWINGS: dict[str, tuple[str, Callable[[rookery.Tournament], Drawing]]] = {
    "heat": ("norms", charts.draw_heatmap),
    "ranks": ("norms", charts.draw_ranks),
    "groups": ("swiss", charts.draw_groups),
    "histories": ("swiss", charts.draw_colour_histories),
}
"""Each picture by its name: of which example, and who draws it."""


def drawing(name: str) -> str:
    """One picture as it is drawn today."""
    example, draw = DRAWINGS[name]
    return draw(rookery.load(ROOT / "examples" / f"{example}.trf").tournament).svg + "\n"


if __name__ == "__main__":
    for name in DRAWINGS:
        (FOLDER / f"event-{name}.svg").write_text(drawing(name), encoding="utf-8")
