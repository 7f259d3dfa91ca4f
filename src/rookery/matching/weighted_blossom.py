"""Minimum-weight perfect matchings by Edmonds' primal-dual blossom method, for integer costs of any size.

The fractional optimum comes first. Where it cannot be attained, because an odd set of vertices must be left by an edge
it would not use, the blossom method goes on from its potentials. The result describes every optimal matching without
weights: the perfect matchings of the tight edges that leave each odd set by exactly one edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rookery._record import field, record
from rookery.matching.blossom import EXPOSED, Mate, VertexSet, bits, maximize_matching, smaller_sides
from rookery.matching.fractional import CostRows, Duals, solve_fractional, tight_rows


class Optimum(NamedTuple):
    """A cheapest perfect matching, and the rows and odd sets that describe all of them."""

    mate: Mate
    rows: list[VertexSet]
    odd_sets: tuple[VertexSet, ...]


def find_cheapest(
    cost_rows: CostRows,
    alive: VertexSet,
    start: Mate,
    duals: tuple[Duals, Duals] | None = None,
) -> Optimum:
    """Return the cheapest perfect matchings, at least one of which must exist; `start` is any matching."""
    left, right = solve_fractional(cost_rows, alive, start, duals)
    rows = tight_rows(cost_rows, alive, left, right)
    mate = start[:]
    exposed = 0
    for v in bits(alive):
        if start[v] == EXPOSED or not rows[v] >> start[v] & 1:
            exposed |= 1 << v
            mate[v] = EXPOSED
    if not maximize_matching(rows, mate, alive, exposed):
        return Optimum(mate, rows, ())
    # Costs count fourfold, so that halves of halves stay whole.
    potentials = Duals.from_values([2 * (a + b) for a, b in zip(left.values, right.values, strict=True)], alive)
    return BlossomSearch(
        [{4 * c: row for c, row in cost_row.items()} for cost_row in cost_rows], alive, potentials, mate
    ).solve()


def find_cheapest_with_odd_sets(
    cost_rows: CostRows, alive: int, start: Mate, odd_sets: Sequence[int], penalty: int
) -> Optimum:
    """Return the cheapest perfect matchings where each edge out of an odd set costs `penalty` more.

    `start` leaves each odd set once. Where edges without other costs allow it, the odd sets are blossoms from the
    start: with a potential of `penalty` per odd set around a vertex, and twice that for the set, no edge has negative
    slack.
    """
    fourfold = [{4 * c: row for c, row in cost_row.items()} for cost_row in cost_rows]
    search = BlossomSearch(fourfold, alive, Duals.from_values([0] * len(cost_rows), alive), [EXPOSED] * len(cost_rows))
    for odd_set in sorted(odd_sets, key=int.bit_count):
        search.add_blossom(odd_set, start, 4 * penalty)
    search.match_along(alive, start)
    return search.solve()


@record(frozen=False)
class Node:
    """A vertex, or a blossom: an odd cycle of nodes shrunk to one."""

    members: VertexSet
    base: int  # the vertex by which the node is matched outside
    children: list[Node] = field(default_factory=list)
    links: list[tuple[int, int]] = field(default_factory=list)  # links[k] joins kids[k] and the next kid, cyclically
    potential: int = 0  # the potential of the blossom
    label: tuple[int, int] | None = None  # of an inner node: the edge (outside, inside) by which it was reached


class BlossomSearch:
    """The primal-dual search.

    The slack of an edge is its cost minus both potentials plus those of the blossoms around both vertices. Every
    exposed vertex roots a tree of outer and inner nodes joined by tight edges. A tight edge between two trees augments,
    within one tree it shrinks; where there is none, the potentials move.
    """

    def __init__(self, cost_rows: CostRows, alive: VertexSet, potentials: Duals, mate: Mate) -> None:
        self.cost_rows, self.alive, self.potentials, self.mate = cost_rows, alive, potentials, mate
        self.node_of = [Node(1 << v, v) for v in range(len(cost_rows))]  # vertex -> outermost node around it
        self.outer = self.inner = 0  # the vertices of outer and of inner nodes

    def solve(self) -> Optimum:
        """Augment until no vertex is exposed."""
        while exposed := [v for v in bits(self.alive) if self.mate[v] == EXPOSED]:
            self.run_phase(exposed)
        rows, odd_sets = self.optimal_graph()
        return Optimum(self.mate, rows, odd_sets)

    def add_blossom(self, odd_set: VertexSet, start: Mate, penalty: int) -> None:
        """Make a blossom of an odd set if tight edges allow it; sets inside it must be added first."""
        alive, self.alive = self.alive, odd_set
        self.match_along(odd_set, start)
        while True:
            exposed = [v for v in bits(odd_set) if self.mate[v] == EXPOSED]
            self.outer = self.inner = 0
            for v in exposed:
                self.outer |= self.node_of[v].members
            if not self.grow_trees():
                break
            self.open_empty_blossoms()
        if len(exposed) == 1 and self.outer == odd_set == self.node_of[exposed[0]].members:
            self.node_of[exposed[0]].potential = 2 * penalty
            self.potentials.move(odd_set, penalty)
        self.open_empty_blossoms()
        self.alive = alive

    def match_along(self, vertices: VertexSet, start: Mate) -> None:
        """Match the exposed nodes of these vertices as `start` does where its edges are tight."""
        for v in bits(vertices):
            w = start[v]
            if (
                v < w
                and vertices >> w & 1
                and self.cost_rows[v].get(self.potentials.values[v] + self.potentials.values[w], 0) >> w & 1
            ):
                node_v, node_w = self.node_of[v], self.node_of[w]
                if node_v is not node_w and self.mate[node_v.base] == self.mate[node_w.base] == EXPOSED:
                    self.rotate(node_v, v)
                    self.rotate(node_w, w)
                    self.mate[v], self.mate[w] = w, v

    def open_empty_blossoms(self) -> None:
        """Dissolve the outermost blossoms without a potential."""
        for node in self.outermost_nodes(self.alive):
            if node.children and not node.potential:
                self.dissolve(node)

    def outermost_nodes(self, vertices: VertexSet) -> list[Node]:
        """Return the outermost nodes around these vertices."""
        result = []
        while vertices:
            node = self.node_of[vertices.bit_length() - 1]
            result.append(node)
            vertices &= ~node.members
        return result

    def run_phase(self, exposed: list[int]) -> None:
        """Grow trees from all exposed nodes until a path is augmented or an inner blossom is dissolved."""
        self.inner = 0
        self.outer = 0
        for v in exposed:
            self.outer |= self.node_of[v].members
        while True:
            if self.grow_trees():
                self.open_empty_blossoms()
                return
            self.move_potentials()
            empty = [node for node in self.outermost_nodes(self.inner) if node.children and not node.potential]
            if empty:
                for node in empty:
                    self.dissolve(node)
                return

    def grow_trees(self) -> bool:
        """Follow tight edges; return True after augmenting a path, False when no tight edge is left."""
        queue = list(bits(self.outer))
        for v in queue:
            potential, by_value = self.potentials.values[v], self.potentials.by_value
            reach = 0
            for c, row in self.cost_rows[v].items():
                reach |= row & by_value.get(c - potential, 0)
            for w in bits(reach & self.alive & ~self.node_of[v].members & ~self.inner):
                target = self.node_of[w]
                if target is self.node_of[v] or self.inner >> w & 1:
                    continue
                if self.outer >> w & 1:
                    before = self.outer
                    if self.join_trees(v, w):
                        return True
                    queue += bits(self.outer & ~before)
                else:
                    target.label = (v, w)
                    self.inner |= target.members
                    matched = self.node_of[self.mate[target.base]]
                    self.outer |= matched.members
                    queue += bits(matched.members)
        return False

    def move_potentials(self) -> None:
        """Move the potentials until an edge becomes tight or the potential of an inner blossom reaches zero."""
        step = min((node.potential >> 1 for node in self.outermost_nodes(self.inner) if node.children), default=0)
        step = self.least_slack(step)
        assert step > 0, "no perfect matching"
        self.potentials.move(self.outer, step)
        self.potentials.move(self.inner, -step)
        for vertices, sign in ((self.outer, 2), (self.inner, -2)):
            for node in self.outermost_nodes(vertices):
                if node.children:
                    node.potential += sign * step

    def least_slack(self, best: int) -> int:
        """Return the least slack from outer to free nodes, or half of it between outer nodes, if below `best`."""
        free = self.alive & ~self.outer & ~self.inner
        targets = [
            (half, vertices, self.potentials.groups_by_value(vertices))
            for half, vertices in ((0, free), (1, self.outer))
        ]
        for node in self.outermost_nodes(self.outer):
            outside = ~node.members
            for v in bits(node.members):
                potential = self.potentials.values[v]
                for c, row in self.cost_rows[v].items():
                    for half, vertices, groups in targets:
                        highest = self.potentials.max_value(
                            row & vertices & outside, groups, c - potential - (best << half) if best else None
                        )
                        if highest is not None:
                            best = c - potential - highest >> half
        return best

    def path_to_root(self, v: int) -> list[tuple[Node, int, int]]:
        """Return the nodes from the outer node of v to its root, each with the edge by which it is left."""
        path = []
        node = self.node_of[v]
        while self.mate[node.base] != EXPOSED:
            partner = self.mate[node.base]
            path.append((node, node.base, partner))
            node = self.node_of[partner]
            assert node.label is not None
            outside, entry = node.label
            path.append((node, entry, outside))
            node = self.node_of[outside]
        path.append((node, EXPOSED, EXPOSED))
        return path

    def join_trees(self, v: int, w: int) -> bool:
        """Handle a tight edge between outer nodes: augment (True) between two trees, else shrink the odd cycle."""
        left, right = self.path_to_root(v), self.path_to_root(w)
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
        children = [root, *(node for node, _, _ in left), *(node for node, _, _ in right)]
        links = [(b, a) for _, a, b in left] + [(v, w)] + [(a, b) for _, a, b in right]
        blossom = Node(0, root.base, children, links)
        for child in children:
            blossom.members |= child.members
        for u in bits(blossom.members):
            self.node_of[u] = blossom
        self.outer |= blossom.members
        self.inner &= ~blossom.members
        return False

    def augment(self, v: int, w: int) -> None:
        """Match v with w and exchange matched and unmatched edges from v to the root of its tree."""
        while True:
            node = self.node_of[v]
            partner = self.mate[node.base]
            self.rotate(node, v)
            self.mate[v] = w
            if partner == EXPOSED:
                return
            node = self.node_of[partner]
            assert node.label is not None
            v, w = node.label
            self.rotate(node, w)
            self.mate[w] = v

    def rotate(self, node: Node, v: int) -> None:
        """Make v the base of the node and match the other vertices inside."""
        stack = [(node, v)]
        while stack:
            node, v = stack.pop()
            node.base = v
            if not node.children:
                continue
            k = next(k for k, child in enumerate(node.children) if child.members >> v & 1)
            node.children = node.children[k:] + node.children[:k]
            node.links = node.links[k:] + node.links[:k]
            stack.append((node.children[0], v))
            for i in range(1, len(node.children), 2):
                a, b = node.links[i]
                self.mate[a], self.mate[b] = b, a
                stack += [(node.children[i], a), (node.children[i + 1], b)]

    def dissolve(self, node: Node) -> None:
        """Replace a blossom by its nodes, and nodes without a potential by theirs."""
        stack = [node]
        while stack:
            for child in stack.pop().children:
                if child.children and not child.potential:
                    stack.append(child)
                else:
                    for v in bits(child.members):
                        self.node_of[v] = child

    def optimal_graph(self) -> tuple[list[int], tuple[int, ...]]:
        """Return the tight edges and the blossoms that every optimal matching leaves exactly once."""
        rows = [0] * len(self.cost_rows)
        odd_sets = []
        stack = [(self.alive, _positive_blossoms(self.outermost_nodes(self.alive)), 0)]
        while stack:
            around, nodes, potential = stack.pop()
            single_vertices = around
            for node in nodes:
                single_vertices &= ~node.members
                odd_sets.append(node.members)
                self.add_tight_edges(rows, node.members, around & ~node.members, potential)
                stack.append((node.members, _positive_blossoms(node.children), potential + node.potential))
            self.add_tight_edges(rows, single_vertices, around, potential)
        return rows, smaller_sides(odd_sets, self.alive)

    def add_tight_edges(self, rows: list[VertexSet], vertices: VertexSet, partners: VertexSet, potential: int) -> None:
        """Add the tight edges between these sets; `potential` is the total of the blossoms around them."""
        for v in bits(vertices):
            vertex_potential = self.potentials.values[v]
            for c, row in self.cost_rows[v].items():
                rows[v] |= row & self.potentials.by_value.get(c - vertex_potential + potential, 0) & partners


def _positive_blossoms(nodes: list[Node]) -> list[Node]:
    """Return the outermost blossoms with a potential among or inside these nodes."""
    result, stack = [], list(nodes)
    while stack:
        node = stack.pop()
        if node.potential:
            result.append(node)
        else:
            stack += node.children
    return result
