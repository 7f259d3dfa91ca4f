"""Existence of disjoint perfect matchings, one per round: conditions first, then hill climbing, then backtracking.

Conditions come first, then hill climbing, which usually succeeds if a solution exists, then backtracking. Steps are
counted and the random generator is seeded, so that the same graphs always give the same result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from rookery.matching.blossom import EXPOSED, Mate, VertexSet, bits, lowest
from rookery.matching.round_graphs import (
    Obstacle,
    RoundGraph,
    find_obstacles,
    has_complete_schedule,
    has_union_factor,
    is_dense,
)

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
