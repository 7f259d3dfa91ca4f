"""The cheapest perfect matchings of a graph, all of them, for whole-number costs of any size. Knows no wishes.

The fractional optimum comes first. Where it cannot be attained, because an odd set of vertices must be left by an edge
it would not use, Edmonds' primal-dual method with blossoms goes on from its potentials. The answer describes every
optimal matching without any weight: perfect matchings of the tight edges that leave each `bond` by exactly one edge.
"""

from __future__ import annotations

from collections.abc import Sequence

from rookery.faces.fractional import Duals, Parts, fractional, tight
from rookery.faces.matching import EXPOSED, Mate, bits, largest, smaller
from rookery.faces.outer import Paid
from rookery.values import NamedTuple, field, mutable


class Optimum(NamedTuple):
    """One cheapest perfect matching, and the graph and bonds that all of them share."""

    mate: Mate
    rows: list[int]
    bonds: tuple[int, ...]


def cheapest(
    parts: Parts,
    alive: int,
    start: Mate,
    duals: tuple[Duals, Duals] | None = None,
    proved: Paid | None = None,
) -> Optimum:
    """The cheapest perfect matchings, of which there must be one; `start` is any matching, `duals` any potentials.

    Those that are `proved` to be, under bonds, are taken where it is not without.
    """
    left, right = fractional(parts, alive, start, duals)
    rows = tight(parts, alive, left, right)
    mate = start[:]
    exposed = 0
    for v in bits(alive):
        if start[v] == EXPOSED or not rows[v] >> start[v] & 1:
            exposed |= 1 << v
            mate[v] = EXPOSED
    if not largest(rows, mate, alive, exposed):
        return Optimum(mate, rows, ())
    if proved:
        return Optimum(*proved)
    # Costs count fourfold, so that halves of halves stay whole.
    potentials = Duals.from_values([2 * (a + b) for a, b in zip(left.of, right.of, strict=True)], alive)
    return Blossoms([{4 * c: row for c, row in part.items()} for part in parts], alive, potentials, mate).solve()


def cheapest_under(parts: Parts, alive: int, start: Mate, bonds: Sequence[int], dear: int) -> Optimum:
    """The same where every edge that leaves a bond costs so much more, by which no bond is left more often than once.

    `start` leaves each bond once. Where edges that cost nothing else allow it, the bonds are blossoms from the start:
    with a potential of `dear` for each bond around a vertex, and twice that for the bond, no edge has negative slack.
    """
    fourfold = [{4 * c: row for c, row in part.items()} for part in parts]
    found = Blossoms(fourfold, alive, Duals.from_values([0] * len(parts), alive), [EXPOSED] * len(parts))
    for bond in sorted(bonds, key=int.bit_count):
        found.tie(bond, start, 4 * dear)
    found.rejoin(alive, start)
    return found.solve()


@mutable
class Node:
    """A vertex, or a blossom: an odd cycle of nodes shrunk to one."""

    members: int
    base: int  # the vertex by which the node is matched outside
    kids: list[Node] = field(default_factory=list)
    links: list[tuple[int, int]] = field(default_factory=list)  # links[k] joins kids[k] and the next kid, cyclically
    z: int = 0  # the potential of the blossom
    label: tuple[int, int] | None = None  # of an inner node: the edge (outside, inside) by which it was reached


class Blossoms:
    """The primal-dual search. An edge has slack: its cost - the potentials of its ends + z of the blossoms around both.

    Every exposed vertex roots a tree of outer and inner nodes joined by tight edges. A tight edge between two trees
    augments, within one tree it shrinks; where there is none, the potentials move.
    """

    def __init__(self, parts: Parts, alive: int, potentials: Duals, mate: Mate) -> None:
        self.parts, self.alive, self.y, self.mate = parts, alive, potentials, mate
        self.top = [Node(1 << v, v) for v in range(len(parts))]  # vertex -> outermost node around it
        self.outer = self.inner = 0  # the vertices of outer and of inner nodes

    def solve(self) -> Optimum:
        """Augment until nobody is exposed."""
        while exposed := [v for v in bits(self.alive) if self.mate[v] == EXPOSED]:
            self.phase(exposed)
        rows, bonds = self.face()
        return Optimum(self.mate, rows, bonds)

    def tie(self, bond: int, start: Mate, dear: int) -> None:
        """Make a blossom of a bond, if tight edges allow it; those inside it come before."""
        alive, self.alive = self.alive, bond
        self.rejoin(bond, start)
        while True:
            exposed = [v for v in bits(bond) if self.mate[v] == EXPOSED]
            self.outer = self.inner = 0
            for v in exposed:
                self.outer |= self.top[v].members
            if not self.grow():
                break
            self.shed()
        if len(exposed) == 1 and self.outer == bond == self.top[exposed[0]].members:
            self.top[exposed[0]].z = 2 * dear
            self.y.move(bond, dear)
        self.shed()
        self.alive = alive

    def rejoin(self, vertices: int, start: Mate) -> None:
        """Match the nodes of these vertices as `start` does, as far as they are exposed and its edges tight."""
        for v in bits(vertices):
            w = start[v]
            if v < w and vertices >> w & 1 and self.parts[v].get(self.y.of[v] + self.y.of[w], 0) >> w & 1:
                one, other = self.top[v], self.top[w]
                if one is not other and self.mate[one.base] == self.mate[other.base] == EXPOSED:
                    self.rotate(one, v)
                    self.rotate(other, w)
                    self.mate[v], self.mate[w] = w, v

    def shed(self) -> None:
        """Open the outermost blossoms that have no potential."""
        for node in self.nodes(self.alive):
            if node.kids and not node.z:
                self.open(node)

    def nodes(self, vertices: int) -> list[Node]:
        """The outermost nodes around these vertices."""
        found = []
        while vertices:
            node = self.top[vertices.bit_length() - 1]
            found.append(node)
            vertices &= ~node.members
        return found

    def phase(self, exposed: list[int]) -> None:
        """Grow trees from all exposed nodes until a path is augmented or an inner blossom has to be opened."""
        self.inner = 0
        self.outer = 0
        for v in exposed:
            self.outer |= self.top[v].members
        while True:
            if self.grow():
                self.shed()
                return
            self.move()
            empty = [node for node in self.nodes(self.inner) if node.kids and not node.z]
            if empty:
                for node in empty:
                    self.open(node)
                return

    def grow(self) -> bool:
        """Follow tight edges until a path has been augmented (True) or no tight edge is left to follow."""
        queue = list(bits(self.outer))
        for v in queue:
            y, at = self.y.of[v], self.y.at
            reach = 0
            for c, row in self.parts[v].items():
                reach |= row & at.get(c - y, 0)
            for w in bits(reach & self.alive & ~self.top[v].members & ~self.inner):
                there = self.top[w]
                if there is self.top[v] or self.inner >> w & 1:
                    continue
                if self.outer >> w & 1:
                    before = self.outer
                    if self.meet(v, w):
                        return True
                    queue += bits(self.outer & ~before)
                else:
                    there.label = (v, w)
                    self.inner |= there.members
                    beyond = self.top[self.mate[there.base]]
                    self.outer |= beyond.members
                    queue += bits(beyond.members)
        return False

    def move(self) -> None:
        """Move the potentials until an edge becomes tight or an inner blossom has none left."""
        step = min((node.z >> 1 for node in self.nodes(self.inner) if node.kids), default=0)
        step = self.least_slack(step)
        assert step > 0, "no perfect matching"
        self.y.move(self.outer, step)
        self.y.move(self.inner, -step)
        for vertices, sign in ((self.outer, 2), (self.inner, -2)):
            for node in self.nodes(vertices):
                if node.kids:
                    node.z += sign * step

    def least_slack(self, best: int) -> int:
        """The least slack from an outer node to a free one, or half of it to another outer one, if below `best`."""
        free = self.alive & ~self.outer & ~self.inner
        aims = [(half, who, self.y.nearest(who)) for half, who in ((0, free), (1, self.outer))]
        for node in self.nodes(self.outer):
            away = ~node.members
            for v in bits(node.members):
                y = self.y.of[v]
                for c, row in self.parts[v].items():
                    for half, who, near in aims:
                        most = self.y.most(row & who & away, near, c - y - (best << half) if best else None)
                        if most is not None:
                            best = c - y - most >> half
        return best

    def climb(self, v: int) -> list[tuple[Node, int, int]]:
        """From the outer node of v to its root: each node, by which of its vertices it is left, and for which."""
        path = []
        node = self.top[v]
        while self.mate[node.base] != EXPOSED:
            inside = self.mate[node.base]
            path.append((node, node.base, inside))
            node = self.top[inside]
            assert node.label is not None
            outside, entered = node.label
            path.append((node, entered, outside))
            node = self.top[outside]
        path.append((node, EXPOSED, EXPOSED))
        return path

    def meet(self, v: int, w: int) -> bool:
        """A tight edge joins two outer nodes: augment (True) if their trees differ, else shrink the odd cycle."""
        left, right = self.climb(v), self.climb(w)
        if left[-1][0] is not right[-1][0]:
            self.augment(v, w)
            self.augment(w, v)
            return True
        while len(left) > 1 and len(right) > 1 and left[-2][0] is right[-2][0]:
            left.pop()
            right.pop()
        root = left.pop()[0]
        right.pop()
        left.reverse()
        kids = [root, *(node for node, _, _ in left), *(node for node, _, _ in right)]
        links = [(b, a) for _, a, b in left] + [(v, w)] + [(a, b) for _, a, b in right]
        blossom = Node(0, root.base, kids, links)
        for kid in kids:
            blossom.members |= kid.members
        for u in bits(blossom.members):
            self.top[u] = blossom
        self.outer |= blossom.members
        self.inner &= ~blossom.members
        return False

    def augment(self, v: int, w: int) -> None:
        """Match v with w, and exchange matched and unmatched edges from v to the root of its tree."""
        while True:
            node = self.top[v]
            away = self.mate[node.base]
            self.rotate(node, v)
            self.mate[v] = w
            if away == EXPOSED:
                return
            node = self.top[away]
            assert node.label is not None
            v, w = node.label
            self.rotate(node, w)
            self.mate[w] = v

    def rotate(self, node: Node, v: int) -> None:
        """Make v the base of the node, and match the rest of it inside."""
        todo = [(node, v)]
        while todo:
            node, v = todo.pop()
            node.base = v
            if not node.kids:
                continue
            k = next(k for k, kid in enumerate(node.kids) if kid.members >> v & 1)
            node.kids = node.kids[k:] + node.kids[:k]
            node.links = node.links[k:] + node.links[:k]
            todo.append((node.kids[0], v))
            for i in range(1, len(node.kids), 2):
                a, b = node.links[i]
                self.mate[a], self.mate[b] = b, a
                todo += [(node.kids[i], a), (node.kids[i + 1], b)]

    def open(self, node: Node) -> None:
        """Dissolve a blossom into its nodes, and those of them that have no potential either."""
        todo = [node]
        while todo:
            for kid in todo.pop().kids:
                if kid.kids and not kid.z:
                    todo.append(kid)
                else:
                    for v in bits(kid.members):
                        self.top[v] = kid

    def face(self) -> tuple[list[int], tuple[int, ...]]:
        """The tight edges, and the blossoms that every optimal matching leaves exactly once."""
        rows = [0] * len(self.parts)
        bonds = []
        todo = [(self.alive, _bonds(self.nodes(self.alive)), 0)]
        while todo:
            around, nodes, z = todo.pop()
            loose = around
            for node in nodes:
                loose &= ~node.members
                bonds.append(node.members)
                self.tighten(rows, node.members, around & ~node.members, z)
                todo.append((node.members, _bonds(node.kids), z + node.z))
            self.tighten(rows, loose, around, z)
        return rows, smaller(bonds, self.alive)

    def tighten(self, rows: list[int], who: int, whom: int, z: int) -> None:
        """Add the tight edges between these sets, around which blossoms of total potential z lie."""
        for v in bits(who):
            y = self.y.of[v]
            for c, row in self.parts[v].items():
                rows[v] |= row & self.y.at.get(c - y + z, 0) & whom


def _bonds(nodes: list[Node]) -> list[Node]:
    """The outermost blossoms with a potential, among these nodes or inside them."""
    found, todo = [], list(nodes)
    while todo:
        node = todo.pop()
        if node.z:
            found.append(node)
        else:
            todo += node.kids
    return found
