"""Existence of disjoint perfect matchings, one per round: conditions first, then hill climbing, then backtracking.

Conditions come first, then hill climbing, which usually succeeds if a solution exists, then backtracking. Steps are
counted and the random generator is seeded, so that the same graphs always give the same result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from rookery.matching.blossom import (
    EXPOSED,
    Barrier,
    Mate,
    VertexSet,
    bits,
    find_barrier,
    find_deficit,
    lowest,
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


MAX_BACKTRACKING_SIZE = 10
"""Up to this many vertices there is no hill climbing."""
BACKTRACKING_STEPS = 100_000
"""Steps of the backtracking search; looking ahead costs as many as it is worth."""
CLIMBING_STEPS = 600_000
"""Steps of all hill climbs together."""
CLIMBING_ATTEMPTS = 4
"""Number of hill climbs with different seeds."""


class HillClimbing:
    """Matchings of all rounds built edge by edge, where a new edge displaces conflicting ones (Dinitz and Stinson)."""

    def __init__(self, graphs: Sequence[RoundGraph], seed: int) -> None:
        self.graphs, self.random = graphs, Random(seed).random
        self.detour_rate = 50 + 3 * len(graphs)  # one step in this many displaces an edge of another round
        self.mates: list[Mate] = [[EXPOSED] * len(graph.rows) for graph in graphs]
        self.used = [0] * (len(graphs[0].rows) if graphs else 0)
        self.unmatched = [graph.alive for graph in graphs]
        self.unfinished = [index for index, graph in enumerate(graphs) if graph.alive]

    def climb(self, steps: int) -> bool:
        """Return whether all rounds are matched after at most so many steps."""
        while self.unfinished and steps > 0:
            steps -= 1
            position = int(self.random() * len(self.unfinished))
            index = self.unfinished[position]
            if self.unmatched[index]:
                self._match_random_vertex(index)
            if not self.unmatched[index]:
                self.unfinished[position] = self.unfinished[-1]
                self.unfinished.pop()
        return not self.unfinished

    def _match_random_vertex(self, index: int) -> None:
        """Match an unmatched vertex, preferably with another unmatched one."""
        graph = self.graphs[index]
        v = self._draw_vertex(self.unmatched[index])
        near = graph.neighbours(v)
        free = near & ~self.used[v]
        if not free or self.random() * self.detour_rate < 1:
            if near:
                self._take_edge_from_other_rounds(index, v, self._draw_vertex(near))
            return
        w = self._draw_vertex(free & self.unmatched[index] or free)
        self._unmatch(index, w)
        self._match(index, v, w)

    def _take_edge_from_other_rounds(self, index: int, v: int, w: int) -> None:
        """Give this round an edge that another round has."""
        for other_index, mate in enumerate(self.mates):
            if mate[v] == w:
                self._unmatch(other_index, v)
                if other_index not in self.unfinished:
                    self.unfinished.append(other_index)
        self._unmatch(index, w)
        self._match(index, v, w)

    def _match(self, index: int, v: int, w: int) -> None:
        mate = self.mates[index]
        mate[v], mate[w] = w, v
        self.used[v] |= 1 << w
        self.used[w] |= 1 << v
        self.unmatched[index] &= ~(1 << v | 1 << w)

    def _unmatch(self, index: int, v: int) -> None:
        mate = self.mates[index]
        w = mate[v]
        if w == EXPOSED:
            return
        mate[v] = mate[w] = EXPOSED
        self.used[v] ^= 1 << w
        self.used[w] ^= 1 << v
        self.unmatched[index] |= 1 << v | 1 << w

    def _draw_vertex(self, vertices: VertexSet) -> int:
        """Return a random member of a non-empty set: the first from a random position."""
        start = int(self.random() * vertices.bit_length())
        return start + lowest(vertices >> start)


Edges = list[tuple[int, int]]


class StepLimitError(Exception):
    """Raised when a search has used up its steps."""


class Backtracking:
    """A search through all matchings of all rounds; equal graphs are tried in one order only."""

    def __init__(self, graphs: Sequence[RoundGraph], steps: int) -> None:
        order = sorted(range(len(graphs)), key=lambda index: _sort_key(graphs[index]))
        self.graphs = [graphs[index] for index in order]
        self.steps_left = steps
        self.look_ahead_steps = max([graph.alive.bit_count() for graph in graphs], default=0) ** 3 // 20
        self.failed: set[tuple[int, int, tuple[int, ...]]] = set()

    def has_solution(self) -> bool:
        """Return whether all rounds have disjoint perfect matchings; raise StepLimitError if undecided."""
        size = len(self.graphs[0].rows) if self.graphs else 0
        return self._can_match_from(0, (0,) * size, -1)

    def _can_match_from(self, index: int, used: tuple[VertexSet, ...], min_partner: int) -> bool:
        """Return whether the rounds from `index` on can be matched, with the first partner above `min_partner`."""
        if index == len(self.graphs):
            return True
        key = (index, min_partner, used)
        if key in self.failed:
            return False
        self._count_steps(self.look_ahead_steps)
        remaining = [RoundGraph(tuple(row & ~used_row for row, used_row in zip(g.rows, used, strict=True)), g.alive)
                for g in self.graphs[index:]]  # fmt: skip
        if next(find_obstacles(remaining), None) is None and has_union_factor(remaining):
            same_graph_next = index + 1 < len(self.graphs) and self.graphs[index + 1] == self.graphs[index]
            for edges in self._iter_matchings(remaining[0], min_partner):
                next_min_partner = edges[0][1] if same_graph_next and edges else -1
                if self._can_match_from(index + 1, _add_edges(used, edges), next_min_partner):
                    return True
        self.failed.add(key)
        return False

    def _count_steps(self, steps: int) -> None:
        self.steps_left -= steps
        if self.steps_left < 0:
            raise StepLimitError

    def _iter_matchings(self, graph: RoundGraph, min_partner: int) -> Iterator[Edges]:
        """Yield the perfect matchings in which the first vertex has a partner above `min_partner`, that edge first."""
        if not graph.alive:
            yield []
            return
        v = lowest(graph.alive)
        for w in bits(graph.neighbours(v) >> min_partner + 1 << min_partner + 1):
            yield from self._iter_completions(graph.rows, graph.alive & ~(1 << v | 1 << w), [(v, w)])

    def _iter_completions(self, rows: Sequence[VertexSet], alive: VertexSet, edges: Edges) -> Iterator[Edges]:
        """Yield the ways to match the other vertices; the one with the fewest partners comes first."""
        self._count_steps(1)
        if not alive:
            yield edges
            return
        v = min(bits(alive), key=lambda u: (rows[u] & alive).bit_count())
        for w in bits(rows[v] & alive):
            yield from self._iter_completions(rows, alive & ~(1 << v | 1 << w), [*edges, (v, w)])


def _sort_key(graph: RoundGraph) -> tuple[int, RoundGraph]:
    """Sort graphs with few edges first and equal graphs next to each other."""
    return sum([(graph.rows[v] & graph.alive).bit_count() for v in bits(graph.alive)]), graph


def _add_edges(used: tuple[VertexSet, ...], edges: Edges) -> tuple[VertexSet, ...]:
    rows = list(used)
    for v, w in edges:
        rows[v] |= 1 << w
        rows[w] |= 1 << v
    return tuple(rows)


class Existence(NamedTuple):
    """Whether such matchings exist (None if undecided), and the obstacles if any are known."""

    exists: bool | None
    obstacles: tuple[Obstacle, ...] = ()


def find_disjoint_matchings(graphs: Sequence[RoundGraph]) -> Existence:
    """Decide whether the graphs have disjoint perfect matchings.

    >>> square = RoundGraph((0b1010, 0b0101, 0b1010, 0b0101), 0b1111)
    >>> find_disjoint_matchings([square, square]).exists, find_disjoint_matchings([square] * 3).obstacles[0]
    (True, TooFewPartners(vertex=0, rounds=(0, 1, 2), partners=10))
    """
    if is_dense(graphs):
        return Existence(True)
    obstacles = tuple(find_obstacles(graphs))
    if obstacles:
        return Existence(False, obstacles)
    if has_complete_schedule(graphs):
        return Existence(True)
    vertices = max([graph.alive.bit_count() for graph in graphs], default=0)
    if vertices > MAX_BACKTRACKING_SIZE and _can_climb(graphs):
        return Existence(True)
    try:
        return Existence(Backtracking(graphs, BACKTRACKING_STEPS).has_solution())
    except StepLimitError:
        return Existence(None)


def _can_climb(graphs: Sequence[RoundGraph]) -> bool:
    """Return whether one of several hill climbs succeeds."""
    steps = 20 * sum([graph.alive.bit_count() for graph in graphs])
    return any(
        HillClimbing(graphs, seed).climb(min(steps, CLIMBING_STEPS - seed * steps)) for seed in range(CLIMBING_ATTEMPTS)
    )
