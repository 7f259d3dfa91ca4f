"""Perfect matchings that leave every given odd set by exactly one edge, found by contracting these sets.

Two odd sets are disjoint or nested. The innermost first, each is contracted to one vertex. The vertices by which it can
be left, its `exits`, do not depend on the outside: they are the outer vertices of an alternating tree inside it, rooted
at the vertex that its matching leaves exposed. A perfect matching of the contracted graph says by which edge each odd
set is left, and the tree how the other vertices inside are matched then.
"""

from __future__ import annotations

from collections.abc import Sequence

from rookery._record import record
from rookery.matching.blossom import (
    EXPOSED,
    Mate,
    VertexSet,
    augment_path,
    bits,
    complete_matching,
    lowest,
    match_pair,
    maximize_matching,
    search,
)


@record(frozen=False)
class ContractedSet:
    """An odd set contracted to one node; its nodes are vertices and the lowest members of contracted sets inside."""

    nodes: VertexSet
    inside: dict[int, ContractedSet]
    mate: Mate  # a matching of all nodes but one; its last entry is for index EXPOSED (-1)
    parent: dict[int, int]
    exits: VertexSet  # the vertices by which it can be left

    def match_inside(self, exit_vertex: int) -> None:
        """Match the other nodes inside when `exit_vertex` is matched outside."""
        v = next(v for v in bits(self.nodes) if exits_of(v, self.inside) >> exit_vertex & 1)
        if self.mate[v] != EXPOSED:
            augment_path(self.mate, self.parent, v, EXPOSED)


def exits_of(v: int, contracted: dict[int, ContractedSet]) -> VertexSet:
    """Return the vertices by which a node can be left."""
    return contracted[v].exits if v in contracted else 1 << v


def match_with_odd_sets(
    rows: Sequence[VertexSet], alive: VertexSet, odd_sets: Sequence[VertexSet], start: Mate
) -> Mate | None:
    """Return a perfect matching that leaves every odd set exactly once, or None; `start` is any matching."""
    return Contraction(rows, alive, start).find_perfect_matching(sorted(odd_sets, key=int.bit_count))


class Contraction:
    """A graph whose odd sets are contracted one after the other."""

    def __init__(self, rows: Sequence[VertexSet], alive: VertexSet, start: Mate) -> None:
        self.rows, self.alive, self.start = rows, alive, start
        self.node_rows = [row & alive for row in rows]  # the same for nodes
        self.nodes = alive
        self.node_of = list(range(len(rows)))  # vertex -> the node it belongs to
        self.contracted_sets: dict[int, ContractedSet] = {}

    def find_perfect_matching(self, odd_sets: Sequence[VertexSet]) -> Mate | None:
        """Contract the odd sets and return a perfect matching that leaves each once, or None."""
        if not self.contract_all(odd_sets):
            return None
        mate, exposed = self.initial_matching(self.alive)
        return self.expand(mate) if complete_matching(self.node_rows, mate, self.nodes, exposed) else None

    def contract_all(self, odd_sets: Sequence[VertexSet]) -> bool:
        """Contract the odd sets, the smallest first; return False if one has no matching of all nodes but one."""
        for odd_set in odd_sets:
            contracted = self.match_odd_set(odd_set)
            if contracted is None:
                return False
            self.contract(contracted, odd_set)
        return True

    def initial_matching(self, vertices: VertexSet) -> tuple[Mate, VertexSet]:
        """Return the part of `start` that matches nodes of these vertices, and the exposed nodes."""
        mate: Mate = [EXPOSED] * (len(self.rows) + 1)
        exposed = self.nodes & vertices
        for v in bits(vertices):
            w = self.start[v]
            if w > v and vertices >> w & 1:
                x, y = self.node_of[v], self.node_of[w]
                if exposed >> x & exposed >> y & self.node_rows[x] >> y & 1:
                    match_pair(mate, x, y)
                    exposed ^= 1 << x | 1 << y
        return mate, exposed

    def match_odd_set(self, odd_set: VertexSet) -> ContractedSet | None:
        """Match all nodes of an odd set but one; return None if that is impossible."""
        nodes = self.nodes & odd_set
        mate, exposed = self.initial_matching(odd_set)
        exposed = maximize_matching(self.node_rows, mate, nodes, exposed)
        if exposed & exposed - 1:
            return None
        tree = search(self.node_rows, mate, lowest(exposed), nodes)
        inside = {v: self.contracted_sets.pop(v) for v in bits(nodes) if v in self.contracted_sets}
        reach = exits = 0
        for v in bits(tree.outer):
            reach |= self.node_rows[v]
            exits |= exits_of(v, inside)
        head = lowest(nodes)
        contracted = ContractedSet(nodes, inside, mate, tree.parent, exits)
        self.node_rows[head], self.contracted_sets[head] = reach & ~nodes, contracted
        return contracted

    def contract(self, contracted: ContractedSet, odd_set: VertexSet) -> None:
        """Replace an odd set by its lowest node."""
        head = lowest(contracted.nodes)
        keep = ~contracted.nodes
        reach = self.node_rows[head]
        self.nodes = self.nodes & keep | 1 << head
        for v in bits(self.nodes & keep):
            self.node_rows[v] = self.node_rows[v] & keep | (reach >> v & 1) << head
        for v in bits(odd_set):
            self.node_of[v] = head

    def expand(self, mate: Mate) -> Mate:
        """Return the matching of the vertices for a matching of the remaining nodes."""
        result = self.start[:]
        todo = [(self.nodes, mate, self.contracted_sets)]
        for nodes, mate, contracted_sets in todo:
            for x in bits(nodes):
                y = mate[x]
                if y > x:
                    for v, contracted in zip(
                        self.match_nodes(result, x, y, contracted_sets),
                        (contracted_sets.get(x), contracted_sets.get(y)),
                        strict=True,
                    ):
                        innermost = contracted
                        while innermost is not None:
                            innermost.match_inside(v)
                            todo.append((innermost.nodes, innermost.mate, innermost.inside))
                            innermost = next((k for k in innermost.inside.values() if k.exits >> v & 1), None)
        return result

    def match_nodes(self, result: Mate, x: int, y: int, contracted_sets: dict[int, ContractedSet]) -> tuple[int, int]:
        """Match two nodes by an edge between their exits and return that edge."""
        far_exits = exits_of(y, contracted_sets)
        for v in bits(exits_of(x, contracted_sets)):
            if self.rows[v] & far_exits:
                w = lowest(self.rows[v] & far_exits)
                match_pair(result, v, w)
                return v, w
        raise AssertionError("nodes without an edge")
