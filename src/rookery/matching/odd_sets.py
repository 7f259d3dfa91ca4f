"""Perfect matchings that leave every given odd set by exactly one edge, found by contracting these sets.

Two odd sets are disjoint or nested. The innermost first, each is contracted to one vertex. The vertices by which it can
be left, its `exits`, do not depend on the outside: they are the outer vertices of an alternating tree inside it, rooted
at the vertex that its matching leaves exposed. A perfect matching of the contracted graph says by which edge each odd
set is left, and the tree how the other vertices inside are matched then.

The possible partners of a vertex are found from the outermost odd set around it inwards. What lies outside a set is one
vertex there, adjacent to the exits that let the outside be matched: one search for each odd set.
"""

from __future__ import annotations

from collections.abc import Sequence

from rookery._record import record
from rookery.matching.blossom import (
    EXPOSED,
    Mate,
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

    members: int
    nodes: int
    inside: dict[int, ContractedSet]
    first_row: int  # of the lowest node: the nodes inside
    mate: Mate  # a matching of all nodes but one; its last entry is for index EXPOSED (-1)
    parent: dict[int, int]
    exits: int  # the vertices by which it can be left

    def match_inside(self, exit_vertex: int) -> None:
        """Match the other nodes inside when `exit_vertex` is matched outside."""
        v = next(v for v in bits(self.nodes) if exits_of(v, self.inside) >> exit_vertex & 1)
        if self.mate[v] != EXPOSED:
            augment_path(self.mate, self.parent, v, EXPOSED)


def exits_of(v: int, contracted: dict[int, ContractedSet]) -> int:
    """Return the vertices by which a node can be left."""
    return contracted[v].exits if v in contracted else 1 << v


def match_with_odd_sets(rows: Sequence[int], alive: int, odd_sets: Sequence[int], start: Mate) -> Mate | None:
    """Return a perfect matching that leaves every odd set exactly once, or None; `start` is any matching."""
    return Contraction(rows, alive, start).find_perfect_matching(sorted(odd_sets, key=int.bit_count))


class Contraction:
    """A graph whose odd sets are contracted one after the other."""

    def __init__(self, rows: Sequence[int], alive: int, start: Mate) -> None:
        self.rows, self.alive, self.start = rows, alive, start
        self.node_rows = [row & alive for row in rows]  # the same for nodes
        self.nodes = alive
        self.node_of = list(range(len(rows)))  # vertex -> the node it belongs to
        self.contracted_sets: dict[int, ContractedSet] = {}

    def find_perfect_matching(self, odd_sets: Sequence[int]) -> Mate | None:
        """Contract the odd sets and return a perfect matching that leaves each once, or None."""
        if not self.contract_all(odd_sets):
            return None
        mate, exposed = self.initial_matching(self.alive)
        return self.expand(mate) if complete_matching(self.node_rows, mate, self.nodes, exposed) else None

    def contract_all(self, odd_sets: Sequence[int]) -> bool:
        """Contract the odd sets, the smallest first; return False if one has no matching of all nodes but one."""
        for odd_set in odd_sets:
            contracted = self.match_odd_set(odd_set)
            if contracted is None:
                return False
            self.contract(contracted, odd_set)
        return True

    def initial_matching(self, vertices: int) -> tuple[Mate, int]:
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

    def match_odd_set(self, odd_set: int) -> ContractedSet | None:
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
        contracted = ContractedSet(odd_set, nodes, inside, self.node_rows[head] & nodes, mate, tree.parent, exits)
        self.node_rows[head], self.contracted_sets[head] = reach & ~nodes, contracted
        return contracted

    def contract(self, contracted: ContractedSet, odd_set: int) -> None:
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


class PartnerIndex:
    """The possible partners of vertices in the perfect matchings that leave every odd set once."""

    def __init__(self, rows: Sequence[int], alive: int, odd_sets: Sequence[int], mate: Mate) -> None:
        self.key = rows, alive, odd_sets, mate
        self.contraction = Contraction(rows, alive, mate)
        self.contraction.contract_all(sorted(odd_sets, key=int.bit_count))
        self.mate, _ = self.contraction.initial_matching(alive)

    def possible_partners(self, i: int) -> int:
        """Return the vertices that some matching leaving every odd set once pairs with i."""
        contraction = self.contraction
        v, contracted_sets = contraction.node_of[i], contraction.contracted_sets
        possible = _possible_vertices(contraction.node_rows, self.mate, v, contraction.nodes, contracted_sets)
        while v in contracted_sets:
            contracted = contracted_sets[v]
            v = next(
                v
                for v in bits(contracted.nodes)
                if v == i or (v in contracted.inside and contracted.inside[v].members >> i & 1)
            )
            possible = self._possible_inside(contracted, v, possible)
            contracted_sets = contracted.inside
        return contraction.rows[i] & possible

    def _possible_inside(self, contracted: ContractedSet, v: int, outside: int) -> int:
        """Return the possible partners of node v inside a contracted set that may be left to `outside`."""
        rows, inside = self.contraction.rows, contracted.inside
        outside_node = len(rows)  # stands for all outside
        node_rows, mate = [*self.contraction.node_rows, 0], contracted.mate[:]
        node_rows[lowest(contracted.nodes)] = contracted.first_row
        for w in bits(contracted.nodes):
            if any(rows[door] & outside for door in bits(exits_of(w, inside))):
                node_rows[w] |= 1 << outside_node
                node_rows[outside_node] |= 1 << w
        unmatched = next(w for w in bits(contracted.nodes) if mate[w] == EXPOSED)
        match_pair(mate, unmatched, outside_node)
        possible = _possible_vertices(node_rows, mate, v, contracted.nodes | 1 << outside_node, inside)
        return possible & ~(1 << outside_node) | (outside if possible >> outside_node & 1 else 0)


def _possible_vertices(
    node_rows: Sequence[int], mate: Mate, v: int, nodes: int, contracted_sets: dict[int, ContractedSet]
) -> int:
    """Return the exits of the nodes that some perfect matching of the nodes pairs with v."""
    mate, current = mate[:], mate[v]
    mate[current] = EXPOSED
    vertices = 0
    for w in bits(search(node_rows, mate, current, nodes & ~(1 << v)).outer & node_rows[v]):
        vertices |= exits_of(w, contracted_sets)
    return vertices
