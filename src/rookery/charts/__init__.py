"""Pictures of a tournament, as SVG in the colours of the page around them, each with its text for who cannot see it.

>>> import rookery
>>> from rookery import charts
>>> event = rookery.Tournament(players=tuple(map(rookery.Player, range(1, 5))), system="knockout")
>>> print(charts.draw_bracket(event).text)
Semi-final: number 1 meets number 4; number 2 meets number 3.
Final: still open.
"""

from __future__ import annotations

from rookery.charts.bracket import draw_bracket
from rookery.charts.colours import draw_colour_histories
from rookery.charts.groups import draw_groups
from rookery.charts.heatmap import draw_heatmap
from rookery.charts.progress import draw_ranks, draw_rating_distribution, draw_rating_history, draw_scores
from rookery.charts.svg import Drawing, Translate

__all__ = [
           "Drawing",
           "Translate",
           "draw_bracket",
           "draw_colour_histories",
           "draw_groups",
           "draw_heatmap",
           "draw_ranks",
           "draw_rating_distribution",
           "draw_rating_history",
           "draw_scores",
]  # fmt: skip
