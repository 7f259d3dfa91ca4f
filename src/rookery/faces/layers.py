"""Layers: graphs on the same vertices, of which disjoint perfect matchings are sought, and what can be said at once.

Rules of this file. All layers have rows of the same length; a layer matches the vertices in its `alive`, and an edge
that one layer takes is gone for the others. Nothing here searches among choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rookery.faces.matching import EXPOSED, Barrier, Mate, barrier, bits, deficit, largest, mask_of
from rookery.values import NamedTuple


class Layer(NamedTuple):
    """A graph: whom each vertex may be matched with, and who is to be matched at all."""

    rows: tuple[int, ...]
    alive: int

    def near(self, v: int) -> int:
        """Whom v may be matched with here."""
        return self.rows[v] & self.alive if self.alive >> v & 1 else 0


class Stuck(NamedTuple):
    """Some layers have no perfect matching, whatever the others take."""

    layers: tuple[int, ...]
    why: Barrier


class Short(NamedTuple):
    """A vertex is to be matched in more layers than it has partners in all of them together."""

    vertex: int
    layers: tuple[int, ...]
    partners: int


class Crowded(NamedTuple):
    """Too many vertices have no partner to spare, so that each of them must have this one: it is in fewer layers."""

    vertex: int
    layers: tuple[int, ...]
    claims: int


Obstacle = Stuck | Short | Crowded


def dense(layers: Sequence[Layer]) -> bool:
    """Whether every layer is so full that it has a perfect matching whatever the others took (Dirac).

    Taking one matching costs every vertex one edge, so the layer that comes after k others has lost at most k.
    """
    known: dict[Layer, int] = {}
    spare = sorted([_spare(layer, known) for layer in layers])
    return all(room >= taken for taken, room in enumerate(spare))


def _spare(layer: Layer, known: dict[Layer, int]) -> int:
    """How many edges every vertex can lose so that half of the others are left."""
    if layer not in known:
        rows, alive = layer
        half = (alive.bit_count() + 1) // 2
        known[layer] = min([(rows[v] & alive).bit_count() for v in bits(alive)], default=half + len(rows)) - half
    return known[layer]


def full(layers: Sequence[Layer]) -> bool:
    """Whether all layers are the same complete graph, with fewer of them than vertices: a table has them all (Kirkman).

    >>> everybody = Layer((0b1110, 0b1101, 0b1011, 0b0111), 0b1111)
    >>> full([everybody] * 3), full([everybody] * 4)
    (True, False)
    """
    if not layers or any(layer != layers[0] for layer in layers[1:]):
        return not layers
    rows, alive = layers[0]
    size = alive.bit_count()
    return size % 2 == 0 and len(layers) < size and all(rows[v] & alive == alive ^ 1 << v for v in bits(alive))


def obstacles(layers: Sequence[Layer]) -> Iterator[Obstacle]:
    """What makes disjoint perfect matchings impossible, without a search: layers that have none, vertices cut short."""
    places: dict[Layer, list[int]] = {}
    for place, layer in enumerate(layers):
        places.setdefault(layer, []).append(place)
    clear = True
    for layer, where in places.items():
        why = stuck(layer)
        if why is not None:
            clear = False
            yield Stuck(tuple(where), why)
    everybody = bits(_union(layer.alive for layer in places))
    for v in everybody:
        short = _short(layers, v)
        if short is not None:
            clear = False
            yield short
    if clear:
        yield from _crowded(layers, everybody)


def stuck(layer: Layer) -> Barrier | None:
    """Why a layer has no perfect matching; None if it has one."""
    rows, alive = layer
    mate: Mate = [EXPOSED] * len(rows)
    exposed = largest(rows, mate, alive, alive)
    if not exposed:
        return None
    lacking = deficit(rows, mate, alive, exposed)
    return barrier(rows, lacking)


def _union(sets: Iterator[int]) -> int:
    found = 0
    for one in sets:
        found |= one
    return found


def _short(layers: Sequence[Layer], v: int) -> Short | None:
    """Layers in which v finds fewer partners, in all of them together, than there are of them (Hall)."""
    near = {place: layer.near(v) for place, layer in enumerate(layers) if layer.alive >> v & 1}
    if min(row.bit_count() for row in near.values()) >= len(near):
        return None
    taken: dict[int, int] = {}  # partner -> the layer that has it
    for place in near:
        seen = {place}
        if not _placed(place, near, taken, seen):
            partners = _union(near[one] for one in seen)
            return Short(v, tuple([one for one, row in near.items() if not row & ~partners]), partners)
    return None


def _crowded(layers: Sequence[Layer], everybody: Sequence[int]) -> Iterator[Crowded]:
    """Who is claimed by more vertices than there are layers to match it in: all those need every partner they have."""
    near = {v: _union(layer.near(v) for layer in layers) for v in everybody}
    where = {v: tuple([place for place, layer in enumerate(layers) if layer.alive >> v & 1]) for v in everybody}
    tight = mask_of(v for v in everybody if near[v].bit_count() == len(where[v]))
    for v in everybody if tight else ():
        if (near[v] & tight).bit_count() > len(where[v]):
            yield Crowded(v, where[v], near[v] & tight)


def _placed(first: int, near: dict[int, int], taken: dict[int, int], seen: set[int]) -> bool:
    """Find a partner for one more layer, if need be by moving layers that have one; `seen` are those asked to."""
    came: dict[int, tuple[int, int]] = {}  # layer -> who asks it to yield, and which partner
    queue = [first]
    for place in queue:
        for w in bits(near[place]):
            holder = taken.get(w)
            if holder is None:
                while True:
                    taken[w] = place
                    if place == first:
                        return True
                    place, w = came[place]
            elif holder not in seen:
                seen.add(holder)
                came[holder] = (place, w)
                queue.append(holder)
    return False
