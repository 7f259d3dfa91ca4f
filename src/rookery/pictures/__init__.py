"""Pictures of a tournament, as SVG in the colours of the page around them, each with its text for who cannot see it.

>>> import rookery
>>> from rookery import pictures
>>> event = rookery.Tournament(players=tuple(map(rookery.Player, range(1, 5))), system="knockout")
>>> print(pictures.tree(event).text)
Semi-final: number 1 meets number 4; number 2 meets number 3.
Final: still open.
"""

from __future__ import annotations

from rookery.pictures.canvas import Drawing, Say
from rookery.pictures.groups import groups
from rookery.pictures.heat import heat
from rookery.pictures.progress import ranks, scores
from rookery.pictures.ratings import rating_distribution, rating_history
from rookery.pictures.squares import histories
from rookery.pictures.tree import tree

__all__ = ["Drawing", "Say", "groups", "heat", "histories", "ranks", "rating_distribution", "rating_history", "scores",
           "tree"]  # fmt: skip
