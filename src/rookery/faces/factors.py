"""Factors: can edges of a graph be taken so that each vertex has as many as it is due? A matching says so (Tutte)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rookery.faces.layers import Layer, stuck
from rookery.faces.matching import bits, mask_of


def add_up(layers: Sequence[Layer]) -> bool:
    """Whether the edges of all layers together can give each vertex one for every layer that is to match it.

    They must if the layers have disjoint perfect matchings; that they do is not enough.
    """
    everybody = 0
    for layer in layers:
        everybody |= layer.alive
    near, due = {}, {}
    for v in bits(everybody):
        near[v] = 0
        for layer in layers:
            near[v] |= layer.near(v)
        due[v] = sum([layer.alive >> v & 1 for layer in layers])
    return has_factor(near, due)


def has_factor(near: Mapping[int, int], due: Mapping[int, int]) -> bool:
    """Whether a graph has a part in which each vertex has as many edges as it is due.

    Every edge has an end at each of its two vertices, and a vertex has an idler for every edge that it can do without.
    If all are matched, ends with the other end of their edge or with an idler, the edges matched in full are the part.

    >>> path = {0: 0b010, 1: 0b101, 2: 0b010}
    >>> has_factor(path, {0: 1, 1: 2, 2: 1}), has_factor(path, {0: 1, 1: 1, 2: 1})
    (True, False)
    """
    if any(row.bit_count() < due[v] for v, row in near.items()):
        return False
    ends = {end: i for i, end in enumerate([(v, w) for v, row in near.items() for w in bits(row)])}
    rows = [1 << ends[w, v] for v, w in ends]
    for v, row in near.items():
        own = [ends[v, w] for w in bits(row)]
        for _ in range(len(own) - due[v]):
            for i in own:
                rows[i] |= 1 << len(rows)
            rows.append(mask_of(own))
    return stuck(Layer(tuple(rows), (1 << len(rows)) - 1)) is None
