"""Disjoint perfect matchings, one of each layer: are there any? Yes with certainty, no with a reason, or not known.

First what can be said at once, then a climb that mostly finds them where there are any, then every way, as far as the
steps reach: they are counted, so that the same layers always get the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from rookery.faces.climbing import Climb
from rookery.faces.exhaustion import Exhaustion, OutOfSteps
from rookery.faces.layers import Layer, Obstacle, dense, full, obstacles
from rookery.values import NamedTuple

SMALL = 10
"""Vertices up to which every way is tried at once."""
STEPS = 100_000
"""How many matchings, whole or in part, are tried one by one; looking at what they leave counts as many."""
HEIGHT = 600_000
"""How many steps all climbs have together."""
CLIMBS = 4
"""How often somebody sets out to climb."""


class Found(NamedTuple):
    """Whether there are such matchings (None: not known), and what stands in the way if that can be said."""

    possible: bool | None
    obstacles: tuple[Obstacle, ...] = ()


def family(layers: Sequence[Layer]) -> Found:
    """Whether the layers have disjoint perfect matchings.

    >>> square = Layer((0b1010, 0b0101, 0b1010, 0b0101), 0b1111)
    >>> family([square, square]).possible, family([square] * 3).obstacles[0]
    (True, Short(vertex=0, layers=(0, 1, 2), partners=10))
    """
    if dense(layers):
        return Found(True)
    found = tuple(obstacles(layers))
    if found:
        return Found(False, found)
    if full(layers):
        return Found(True)
    vertices = max([layer.alive.bit_count() for layer in layers], default=0)
    if vertices > SMALL and _climbed(layers):
        return Found(True)
    try:
        return Found(Exhaustion(layers, STEPS).possible())
    except OutOfSteps:
        return Found(None)


def _climbed(layers: Sequence[Layer]) -> bool:
    """Whether one of several climbs gets there, each with room for detours; of large layers fewer set out."""
    steps = 20 * sum([layer.alive.bit_count() for layer in layers])
    return any(Climb(layers, seed).reach(min(steps, HEIGHT - seed * steps)) for seed in range(CLIMBS))
