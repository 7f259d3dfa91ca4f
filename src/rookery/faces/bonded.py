"""A perfect matching that leaves every bond by exactly one edge, found without weights. Knows no wishes.

Bonds are odd sets of vertices; two of them are apart, or one holds the other. From the innermost outwards each is
contracted to one vertex. What it can be left by, its `doors`, does not depend on what lies outside: the outer vertices
of an alternating tree inside it, whose root is whoever is left over there. A perfect matching of what remains says by
which edge a bond is left, and the tree how the others inside are matched then.

With whom a vertex can be matched is asked from the outermost bond around it inwards. What lies outside a bond is one
vertex there, next to the doors by which it can be left so that everybody outside is matched: one search for each bond.
"""

from __future__ import annotations

from collections.abc import Sequence

from rookery.faces.matching import EXPOSED, Mate, bits, complete, flip, join, largest, lowest, search
from rookery.values import mutable


@mutable
class Knot:
    """A bond that was contracted: its nodes are vertices, and the lowest members of the bonds inside."""

    members: int
    nodes: int
    inside: dict[int, Knot]
    near: int  # of the lowest node: the nodes inside
    mate: Mate  # a matching of the nodes but one; at its end there is a place for nobody (EXPOSED)
    parent: dict[int, int]
    doors: int  # the vertices by which it can be left

    def leave(self, door: int) -> None:
        """Match the others inside when one of the doors is matched outside."""
        v = next(v for v in bits(self.nodes) if doors_of(v, self.inside) >> door & 1)
        if self.mate[v] != EXPOSED:
            flip(self.mate, self.parent, v, EXPOSED)


def doors_of(v: int, knots: dict[int, Knot]) -> int:
    """The vertices by which a node can be left."""
    return knots[v].doors if v in knots else 1 << v


def bonded(rows: Sequence[int], alive: int, bonds: Sequence[int], start: Mate) -> Mate | None:
    """A perfect matching that leaves every bond exactly once, if there is one; `start` is any matching."""
    return Contraction(rows, alive, start).matched(sorted(bonds, key=int.bit_count))


class Contraction:
    """A graph whose bonds are contracted one after the other; it lives inside one call."""

    def __init__(self, rows: Sequence[int], alive: int, start: Mate) -> None:
        self.rows, self.alive, self.start = rows, alive, start
        self.near = [row & alive for row in rows]  # the same for nodes
        self.nodes = alive
        self.node = list(range(len(rows)))  # vertex -> the node it belongs to
        self.knots: dict[int, Knot] = {}

    def matched(self, bonds: Sequence[int]) -> Mate | None:
        """A perfect matching, if there is one."""
        if not self.contracted(bonds):
            return None
        mate, exposed = self.begun(self.alive)
        return self.expanded(mate) if complete(self.near, mate, self.nodes, exposed) else None

    def contracted(self, bonds: Sequence[int]) -> bool:
        """Contract the bonds, the smallest first; whether each can be matched inside but for one node."""
        for bond in bonds:
            knot = self.knotted(bond)
            if knot is None:
                return False
            self.contract(knot, bond)
        return True

    def begun(self, vertices: int) -> tuple[Mate, int]:
        """What is left of the matching to start with among the nodes of these vertices, and who is exposed."""
        mate: Mate = [EXPOSED] * (len(self.rows) + 1)
        exposed = self.nodes & vertices
        for v in bits(vertices):
            w = self.start[v]
            if w > v and vertices >> w & 1:
                x, y = self.node[v], self.node[w]
                if exposed >> x & exposed >> y & self.near[x] >> y & 1:
                    join(mate, x, y)
                    exposed ^= 1 << x | 1 << y
        return mate, exposed

    def knotted(self, bond: int) -> Knot | None:
        """A bond with all its nodes matched inside but one, if that can be."""
        nodes = self.nodes & bond
        mate, exposed = self.begun(bond)
        exposed = largest(self.near, mate, nodes, exposed)
        if exposed & exposed - 1:
            return None
        tree = search(self.near, mate, lowest(exposed), nodes)
        inside = {v: self.knots.pop(v) for v in bits(nodes) if v in self.knots}
        reach = doors = 0
        for v in bits(tree.outer):
            reach |= self.near[v]
            doors |= doors_of(v, inside)
        head = lowest(nodes)
        knot = Knot(bond, nodes, inside, self.near[head] & nodes, mate, tree.parent, doors)
        self.near[head], self.knots[head] = reach & ~nodes, knot
        return knot

    def contract(self, knot: Knot, bond: int) -> None:
        """Let the lowest node of a bond stand for all of it."""
        head = lowest(knot.nodes)
        others = ~knot.nodes
        reach = self.near[head]
        self.nodes = self.nodes & others | 1 << head
        for v in bits(self.nodes & others):
            self.near[v] = self.near[v] & others | (reach >> v & 1) << head
        for v in bits(bond):
            self.node[v] = head

    def expanded(self, mate: Mate) -> Mate:
        """The matching of the vertices, given one of the nodes that remain."""
        found = self.start[:]
        todo = [(self.nodes, mate, self.knots)]
        for nodes, mate, knots in todo:
            for x in bits(nodes):
                y = mate[x]
                if y > x:
                    for v, knot in zip(self.edge(found, x, y, knots), (knots.get(x), knots.get(y)), strict=True):
                        while knot is not None:
                            knot.leave(v)
                            todo.append((knot.nodes, knot.mate, knot.inside))
                            knot = next((k for k in knot.inside.values() if k.doors >> v & 1), None)
        return found

    def edge(self, found: Mate, x: int, y: int, knots: dict[int, Knot]) -> tuple[int, int]:
        """Match two nodes by an edge between their doors; which one."""
        far = doors_of(y, knots)
        for v in bits(doors_of(x, knots)):
            if self.rows[v] & far:
                w = lowest(self.rows[v] & far)
                join(found, v, w)
                return v, w
        raise AssertionError("nodes without an edge")


class Partners:
    """With whom a vertex can be matched when a given matching leaves every bond once; bonds are contracted for all."""

    def __init__(self, rows: Sequence[int], alive: int, bonds: Sequence[int], mate: Mate) -> None:
        self.known = rows, alive, bonds, mate
        self.whole = Contraction(rows, alive, mate)
        self.whole.contracted(sorted(bonds, key=int.bit_count))
        self.mate, _ = self.whole.begun(alive)

    def of(self, i: int) -> int:
        """All with whom some matching matches i that leaves every bond once."""
        whole = self.whole
        v, knots = whole.node[i], whole.knots
        possible = _possible(whole.near, self.mate, v, whole.nodes, knots)
        while v in knots:
            knot = knots[v]
            v = next(v for v in bits(knot.nodes) if v == i or (v in knot.inside and knot.inside[v].members >> i & 1))
            possible = self._inside(knot, v, possible)
            knots = knot.inside
        return whole.rows[i] & possible

    def _inside(self, knot: Knot, v: int, outside: int) -> int:
        """The vertices with which a node of a knot can be matched, when it can be left for these outside it."""
        rows, inside = self.whole.rows, knot.inside
        beyond = len(rows)  # stands for all outside
        near, mate = [*self.whole.near, 0], knot.mate[:]
        near[lowest(knot.nodes)] = knot.near
        for w in bits(knot.nodes):
            if any(rows[door] & outside for door in bits(doors_of(w, inside))):
                near[w] |= 1 << beyond
                near[beyond] |= 1 << w
        left = next(w for w in bits(knot.nodes) if mate[w] == EXPOSED)
        join(mate, left, beyond)
        found = _possible(near, mate, v, knot.nodes | 1 << beyond, inside)
        return found & ~(1 << beyond) | (outside if found >> beyond & 1 else 0)


def _possible(near: Sequence[int], mate: Mate, v: int, nodes: int, knots: dict[int, Knot]) -> int:
    """The vertices by which those nodes can be left with which some perfect matching of the nodes matches v."""
    mate, current = mate[:], mate[v]
    mate[current] = EXPOSED
    found = 0
    for w in bits(search(near, mate, current, nodes & ~(1 << v)).outer & near[v]):
        found |= doors_of(w, knots)
    return found
