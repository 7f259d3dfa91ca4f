"""Climbing towards disjoint perfect matchings: edge by edge, an edge in the way gives place (Dinitz and Stinson).

No step leaves fewer edges than before, unless a vertex has nowhere to turn. The order is drawn from a seed, so that the
same layers always give the same answer. What is found is a proof; that nothing is found is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rookery.faces.layers import Layer
from rookery.faces.matching import EXPOSED, Mate, lowest


class Climb:
    """Matchings of all layers while they grow; it lives inside one call."""

    def __init__(self, layers: Sequence[Layer], seed: int) -> None:
        self.layers, self.draw = layers, Random(seed).random
        self.detour = 50 + 3 * len(
            layers
        )  # in one of so many steps another layer yields, or one may go round in a circle
        self.mates: list[Mate] = [[EXPOSED] * len(layer.rows) for layer in layers]
        self.used = [0] * (len(layers[0].rows) if layers else 0)
        self.bare = [layer.alive for layer in layers]  # who is not matched yet, layer by layer
        self.open = [place for place, layer in enumerate(layers) if layer.alive]  # the layers that are not finished

    def reach(self, steps: int) -> bool:
        """Whether all layers are matched after so many steps at most."""
        while self.open and steps > 0:
            steps -= 1
            at = int(self.draw() * len(self.open))
            place = self.open[at]
            if self.bare[place]:
                self._step(place)
            if not self.bare[place]:
                self.open[at] = self.open[-1]
                self.open.pop()
        return not self.open

    def _step(self, place: int) -> None:
        """Match somebody who is bare, with somebody bare if that can be."""
        layer = self.layers[place]
        v = self._one_of(self.bare[place])
        near = layer.near(v)
        free = near & ~self.used[v]
        if not free or self.draw() * self.detour < 1:
            if near:
                self._take_away(place, v, self._one_of(near))
            return
        w = self._one_of(free & self.bare[place] or free)
        self._part(place, w)
        self._match(place, v, w)

    def _take_away(self, place: int, v: int, w: int) -> None:
        """Let this layer have an edge that another has."""
        for other, mate in enumerate(self.mates):
            if mate[v] == w:
                self._part(other, v)
                if other not in self.open:
                    self.open.append(other)
        self._part(place, w)
        self._match(place, v, w)

    def _match(self, place: int, v: int, w: int) -> None:
        mate = self.mates[place]
        mate[v], mate[w] = w, v
        self.used[v] |= 1 << w
        self.used[w] |= 1 << v
        self.bare[place] &= ~(1 << v | 1 << w)

    def _part(self, place: int, v: int) -> None:
        mate = self.mates[place]
        w = mate[v]
        if w == EXPOSED:
            return
        mate[v] = mate[w] = EXPOSED
        self.used[v] ^= 1 << w
        self.used[w] ^= 1 << v
        self.bare[place] |= 1 << v | 1 << w

    def _one_of(self, some: int) -> int:
        """A member of a set that is not empty: the first from a place drawn by lot, so that long sets cost little."""
        start = int(self.draw() * some.bit_length())
        return start + lowest(some >> start)
