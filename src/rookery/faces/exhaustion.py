"""Every way to take disjoint perfect matchings from layers, one layer after the other, until one is found or none is.

Layers that are alike are put in one order only: by whom the first vertex is matched with. What a layer leaves to the
later ones is looked at before they are tried, and what has failed once is not tried again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rookery.faces.factors import add_up
from rookery.faces.layers import Layer, obstacles
from rookery.faces.matching import bits, lowest

Edges = list[tuple[int, int]]


class OutOfSteps(Exception):
    """The search has been given up."""


class Exhaustion:
    """A search through all matchings of all layers; it lives inside one call."""

    def __init__(self, layers: Sequence[Layer], steps: int) -> None:
        order = sorted(range(len(layers)), key=lambda place: _breadth(layers[place]))
        self.layers = [layers[place] for place in order]
        self.steps = steps
        self.look = max([layer.alive.bit_count() for layer in layers], default=0) ** 3 // 20  # what a look ahead costs
        self.failed: set[tuple[int, int, tuple[int, ...]]] = set()

    def possible(self) -> bool:
        """Whether all layers have disjoint perfect matchings; OutOfSteps when that has not been found out in time."""
        size = len(self.layers[0].rows) if self.layers else 0
        return self._rest(0, (0,) * size, -1)

    def _rest(self, place: int, used: tuple[int, ...], after: int) -> bool:
        """Whether the layers from this one on can be matched; the first vertex of this one with somebody `after`."""
        if place == len(self.layers):
            return True
        key = (place, after, used)
        if key in self.failed:
            return False
        self._pay(self.look)
        left = [Layer(tuple(row & ~gone for row, gone in zip(one.rows, used, strict=True)), one.alive)
                for one in self.layers[place:]]  # fmt: skip
        if next(obstacles(left), None) is None and add_up(left):
            here, alike = left[0], place + 1 < len(self.layers) and self.layers[place + 1] == self.layers[place]
            for edges in self._matchings(here, after):
                last = edges[0][1] if alike and edges else -1
                if self._rest(place + 1, _with(used, edges), last):
                    return True
        self.failed.add(key)
        return False

    def _pay(self, steps: int) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise OutOfSteps

    def _matchings(self, layer: Layer, after: int) -> Iterator[Edges]:
        """Every perfect matching in which the first vertex has a partner behind `after`; its edge stands first."""
        if not layer.alive:
            yield []
            return
        v = lowest(layer.alive)
        for w in bits(layer.near(v) >> after + 1 << after + 1):
            yield from self._completed(layer.rows, layer.alive & ~(1 << v | 1 << w), [(v, w)])

    def _completed(self, rows: Sequence[int], alive: int, edges: Edges) -> Iterator[Edges]:
        """Every way to match the others; the one with the fewest partners comes first."""
        self._pay(1)
        if not alive:
            yield edges
            return
        v = min(bits(alive), key=lambda one: (rows[one] & alive).bit_count())
        for w in bits(rows[v] & alive):
            yield from self._completed(rows, alive & ~(1 << v | 1 << w), [*edges, (v, w)])


def _breadth(layer: Layer) -> tuple[int, Layer]:
    """Layers with few edges come first, those that are alike side by side."""
    return sum([(layer.rows[v] & layer.alive).bit_count() for v in bits(layer.alive)]), layer


def _with(used: tuple[int, ...], edges: Edges) -> tuple[int, ...]:
    rows = list(used)
    for v, w in edges:
        rows[v] |= 1 << w
        rows[w] |= 1 << v
    return tuple(rows)
