"""A perfect matching that leaves every bond by exactly one edge, found without weights. Knows no wishes.

Bonds are odd sets of vertices; two of them are apart, or one holds the other. From the innermost outwards each is
contracted to one vertex. What it can be left by, its `doors`, does not depend on what lies outside: the outer vertices
of an alternating tree inside it, whose root is whoever is left over there. A perfect matching of what remains says by
which edge a bond is left, and the tree how the others inside are matched then.
"""

from __future__ import annotations

from collections.abc import Sequence

from rookery.faces.matching import EXPOSED, Mate, bits, complete, flip, join, largest, lowest, search
from rookery.values import mutable


@mutable
class Knot:
    """A bond that was contracted: its nodes are vertices, and the lowest members of the bonds inside."""

    nodes: int
    inside: dict[int, Knot]
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
        for bond in bonds:
            knot = self.knotted(bond)
            if knot is None:
                return None
            self.contract(knot, bond)
        mate, exposed = self.begun(self.alive)
        return self.expanded(mate) if complete(self.near, mate, self.nodes, exposed) else None

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
        knot = Knot(nodes, inside, mate, tree.parent, doors)
        self.near[lowest(nodes)], self.knots[lowest(nodes)] = reach & ~nodes, knot
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
