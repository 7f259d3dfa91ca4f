"""Graphs of the rounds of a schedule, and conditions on disjoint perfect matchings that need no search.

All graphs have rows of the same length; a round matches the vertices in its `alive`, and an edge that one round takes
is not available to the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rookery.matching.blossom import (
    EXPOSED,
    Barrier,
    Mate,
    VertexSet,
    bits,
    find_barrier,
    find_deficit,
    mask_of,
    maximize_matching,
)


class RoundGraph(NamedTuple):
    """The graph of one round: the possible partners of each vertex, and the vertices to be matched."""

    rows: tuple[VertexSet, ...]
    alive: VertexSet

    def neighbours(self, v: int) -> VertexSet:
        """Return the possible partners of v in this round."""
        return self.rows[v] & self.alive if self.alive >> v & 1 else 0


class Unmatchable(NamedTuple):
    """Some rounds have no perfect matching, whatever the others take."""

    rounds: tuple[int, ...]
    barrier: Barrier


class TooFewPartners(NamedTuple):
    """A vertex is to be matched in more rounds than it has partners in all of them together."""

    vertex: int
    rounds: tuple[int, ...]
    partners: VertexSet


class OverclaimedPartner(NamedTuple):
    """A vertex that more vertices without a spare partner need than it has rounds."""

    vertex: int
    rounds: tuple[int, ...]
    claims: VertexSet


Obstacle = Unmatchable | TooFewPartners | OverclaimedPartner


def is_dense(graphs: Sequence[RoundGraph]) -> bool:
    """Return whether every graph has a perfect matching whatever the others take (Dirac).

    Taking one matching costs every vertex one edge, so the graph that comes after k others has lost at most k.
    """
    spare_by_graph: dict[RoundGraph, int] = {}
    spare = sorted([_spare_edges(graph, spare_by_graph) for graph in graphs])
    return all(edges >= index for index, edges in enumerate(spare))


def _spare_edges(graph: RoundGraph, spare_by_graph: dict[RoundGraph, int]) -> int:
    """Return how many edges every vertex can lose while keeping half of the other vertices as neighbours."""
    if graph not in spare_by_graph:
        rows, alive = graph
        half = (alive.bit_count() + 1) // 2
        spare_by_graph[graph] = (
            min([(rows[v] & alive).bit_count() for v in bits(alive)], default=half + len(rows)) - half
        )
    return spare_by_graph[graph]


def has_complete_schedule(graphs: Sequence[RoundGraph]) -> bool:
    """Return whether all graphs are the same complete graph and few enough for a round-robin schedule (Kirkman).

    >>> complete = RoundGraph((0b1110, 0b1101, 0b1011, 0b0111), 0b1111)
    >>> has_complete_schedule([complete] * 3), has_complete_schedule([complete] * 4)
    (True, False)
    """
    if not graphs or any(graph != graphs[0] for graph in graphs[1:]):
        return not graphs
    rows, alive = graphs[0]
    size = alive.bit_count()
    return size % 2 == 0 and len(graphs) < size and all(rows[v] & alive == alive ^ 1 << v for v in bits(alive))


def find_obstacles(graphs: Sequence[RoundGraph]) -> Iterator[Obstacle]:
    """Yield what makes disjoint perfect matchings impossible, without a search."""
    indices_of: dict[RoundGraph, list[int]] = {}
    for index, graph in enumerate(graphs):
        indices_of.setdefault(graph, []).append(index)
    clear = True
    for graph, indices in indices_of.items():
        barrier = find_round_barrier(graph)
        if barrier is not None:
            clear = False
            yield Unmatchable(tuple(indices), barrier)
    vertices = bits(_union(graph.alive for graph in indices_of))
    for v in vertices:
        short = _find_too_few_partners(graphs, v)
        if short is not None:
            clear = False
            yield short
    if clear:
        yield from _find_overclaimed(graphs, vertices)


def find_round_barrier(graph: RoundGraph) -> Barrier | None:
    """Return why a graph has no perfect matching, or None if it has one."""
    rows, alive = graph
    mate: Mate = [EXPOSED] * len(rows)
    exposed = maximize_matching(rows, mate, alive, alive)
    if not exposed:
        return None
    deficit = find_deficit(rows, mate, alive, exposed)
    return find_barrier(rows, deficit)


def _union(sets: Iterator[VertexSet]) -> VertexSet:
    result = 0
    for vertices in sets:
        result |= vertices
    return result


def _find_too_few_partners(graphs: Sequence[RoundGraph], v: int) -> TooFewPartners | None:
    """Return the rounds in which v has fewer partners, in all of them together, than there are of them (Hall)."""
    near = {index: graph.neighbours(v) for index, graph in enumerate(graphs) if graph.alive >> v & 1}
    if min(row.bit_count() for row in near.values()) >= len(near):
        return None
    holder_of: dict[int, int] = {}  # partner -> the round that has it
    for index in near:
        asked_rounds = {index}
        if not _assign_partner(index, near, holder_of, asked_rounds):
            partners = _union(near[k] for k in asked_rounds)
            return TooFewPartners(v, tuple([k for k, row in near.items() if not row & ~partners]), partners)
    return None


def _find_overclaimed(graphs: Sequence[RoundGraph], vertices: Sequence[int]) -> Iterator[OverclaimedPartner]:
    """Yield the vertices that more vertices without a spare partner need than there are rounds."""
    near = {v: _union(graph.neighbours(v) for graph in graphs) for v in vertices}
    indices = {v: tuple([index for index, graph in enumerate(graphs) if graph.alive >> v & 1]) for v in vertices}
    tight = mask_of(v for v in vertices if near[v].bit_count() == len(indices[v]))
    for v in vertices if tight else ():
        if (near[v] & tight).bit_count() > len(indices[v]):
            yield OverclaimedPartner(v, indices[v], near[v] & tight)


def _assign_partner(first: int, near: dict[int, VertexSet], holder_of: dict[int, int], visited: set[int]) -> bool:
    """Find a partner for one more round by an augmenting path; add the rounds reached to `visited`."""
    predecessor: dict[int, tuple[int, int]] = {}  # round -> the round that displaces it, and the partner
    queue = [first]
    for index in queue:
        for w in bits(near[index]):
            holder = holder_of.get(w)
            if holder is None:
                round_index, partner = index, w
                while round_index != first:
                    holder_of[partner] = round_index
                    round_index, partner = predecessor[round_index]
                holder_of[partner] = first
                return True
            elif holder not in visited:
                visited.add(holder)
                predecessor[holder] = (index, w)
                queue.append(holder)
    return False


def has_union_factor(graphs: Sequence[RoundGraph]) -> bool:
    """Return whether the union of all graphs has a factor with one edge per vertex and round.

    This is necessary for disjoint perfect matchings, but not sufficient.
    """
    vertices = 0
    for graph in graphs:
        vertices |= graph.alive
    near, degrees = {}, {}
    for v in bits(vertices):
        near[v] = 0
        for graph in graphs:
            near[v] |= graph.neighbours(v)
        degrees[v] = sum([graph.alive >> v & 1 for graph in graphs])
    return has_factor(near, degrees)


def has_factor(near: Mapping[int, VertexSet], degrees: Mapping[int, int]) -> bool:
    """Return whether a graph has a subgraph in which each vertex has the given degree (Tutte).

    The auxiliary graph has a vertex for each end of an edge, and at every original vertex one more for each edge that
    is not needed. In a perfect matching of it the ends matched with each other are the edges of the factor.

    >>> path = {0: 0b010, 1: 0b101, 2: 0b010}
    >>> has_factor(path, {0: 1, 1: 2, 2: 1}), has_factor(path, {0: 1, 1: 1, 2: 1})
    (True, False)
    """
    if any(row.bit_count() < degrees[v] for v, row in near.items()):
        return False
    ends = {end: i for i, end in enumerate([(v, w) for v, row in near.items() for w in bits(row)])}
    rows = [1 << ends[w, v] for v, w in ends]
    for v, row in near.items():
        edge_ends = [ends[v, w] for w in bits(row)]
        for _ in range(len(edge_ends) - degrees[v]):
            for i in edge_ends:
                rows[i] |= 1 << len(rows)
            rows.append(mask_of(edge_ends))
    return find_round_barrier(RoundGraph(tuple(rows), (1 << len(rows)) - 1)) is None
