"""Fractional matching: the exact integer solution by the Hungarian method on the bipartite double cover.

The double cover has every vertex once on the left and once on the right. By complementary slackness the perfect
matchings that attain the fractional optimum are those that consist of tight edges only: the tight graph, if it contains
a perfect matching at all, describes every optimal one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import xor

from rookery._record import record
from rookery.matching.blossom import EXPOSED, Mate, VertexSet, bits, lowest, mask_of
from rookery.matching.small_cases import Block

Stars = dict[int, list[tuple[int, VertexSet]]]  # vertex -> (cost, partners at that cost)
CostRows = list[
    dict[int, VertexSet]
]  # vertex -> cost -> the partners at that cost; blocks add up, an edge in none is free
MANY_STARS = 8  # with more vertices that have costs of their own, these are applied edge by edge


def vertex_classes(alive: VertexSet, blocks: Sequence[Block]) -> list[VertexSet]:
    """Partition the vertices by the block sides that contain them; edges between two classes cost the same."""
    classes = [alive]
    for members in {mask for _, left, right in blocks for mask in (left, right)}:
        halves = [mask & members for mask in classes]
        classes = [mask for mask in halves if mask] + [mask for mask in map(xor, classes, halves) if mask]
    return classes


def partners_by_cost(reach: VertexSet, members: VertexSet, blocks: Iterable[Block]) -> dict[int, VertexSet]:
    """Return cost -> partners for the vertices of one class, whose edges lead to `reach`."""
    cost_row = {0: reach}
    for amount, left, right in blocks:
        hit = (right if left & members else 0) | (left if right & members else 0)
        if hit & reach:
            cost_row = _raise_costs(cost_row, hit, amount)
    return cost_row


def _raise_costs(cost_row: dict[int, VertexSet], hit: VertexSet, cost: int) -> dict[int, VertexSet]:
    """Return cost -> partners after raising the cost of the edges to `hit`."""
    result: dict[int, int] = {}
    for c, partners in cost_row.items():
        moved = partners & hit
        if moved:
            result[c + cost] = result.get(c + cost, 0) | moved
        if partners != moved:
            result[c] = result.get(c, 0) | partners ^ moved
    return result


def combine_costs(costs: Sequence[Sequence[Block]], size: int) -> list[Block]:
    """Combine costs in strict order into one, each weighted above any total of those that follow."""
    weight, blocks = 1, []
    for cost in reversed(costs):
        blocks += [(weight * amount, left, right) for amount, left, right in cost]
        weight *= 1 + sum([amount * min(left.bit_count(), right.bit_count(), size) for amount, left, right in cost])
    return blocks


def split_stars(blocks: Sequence[Block]) -> tuple[Stars, list[Block]]:
    """Split off the blocks on the edges of one vertex, by that vertex, if there are many."""
    stars: Stars = {}
    other_blocks = []
    for amount, left, right in blocks:
        if left & left - 1 and right & right - 1:
            other_blocks.append((amount, left, right))
        else:
            vertex_bit, partners = (right, left) if left & left - 1 else (left, right)
            stars.setdefault(vertex_bit.bit_length() - 1, []).append((amount, partners))
    return (stars, other_blocks) if len(stars) > MANY_STARS else ({}, list(blocks))


def build_cost_rows(rows: Sequence[VertexSet], alive: VertexSet, blocks: Sequence[Block]) -> CostRows:
    """Return for each vertex its partners by cost.

    Blocks on one vertex are applied edge by edge: where each vertex has its own cost there are no classes.
    """
    stars, blocks = split_stars(blocks)
    cost_rows = _build_by_class(rows, alive, blocks)
    centres = mask_of(stars)
    for v in bits(alive) if stars else ():
        cost_row = cost_rows[v]
        for amount, partners in stars.get(v, ()):
            cost_row = _raise_costs(cost_row, partners, amount)
        for w in bits(rows[v] & centres):
            for amount, partners in stars[w]:
                if partners >> v & 1:
                    cost_row = _raise_costs(cost_row, 1 << w, amount)
        cost_rows[v] = cost_row
    return cost_rows


def _build_by_class(rows: Sequence[VertexSet], alive: VertexSet, blocks: Sequence[Block]) -> CostRows:
    """Return for each vertex its partners by cost, computed once per vertex class."""
    cost_rows: CostRows = [{} for _ in rows]
    for vertex_class in vertex_classes(alive, blocks):
        members = bits(vertex_class)
        reach = 0
        for v in members:
            reach |= rows[v]
        class_costs = partners_by_cost(reach & alive, vertex_class, blocks).items()
        for v in members:
            row = rows[v]
            cost_rows[v] = {c: partners & row for c, partners in class_costs if partners & row}
    return cost_rows


def reduce_costs(cost_rows: CostRows) -> CostRows:
    """Subtract from every vertex the least cost of its edges, in turn; all totals drop by the same amount."""
    reduced: dict[int, int] = {}  # reduction -> vertices
    reductions = [0] * len(cost_rows)
    for v, cost_row in enumerate(cost_rows):
        if cost_row and 0 not in cost_row:
            reductions[v] = min(_reduce_row(cost_row, 0, reduced) if reduced else cost_row)
        if reductions[v]:
            reduced[reductions[v]] = reduced.get(reductions[v], 0) | 1 << v
    if not reduced:
        return cost_rows
    return [_reduce_row(cost_row, reductions[v], reduced) for v, cost_row in enumerate(cost_rows)]


def _reduce_row(cost_row: dict[int, VertexSet], reduction: int, reduced: dict[int, int]) -> dict[int, int]:
    """Return cost -> partners after the reductions at both ends."""
    result: dict[int, int] = {}
    for cost, partners in cost_row.items():
        c, remaining = cost - reduction, partners
        for d, vertices in reduced.items():
            hit = remaining & vertices
            if hit:
                result[c - d] = result.get(c - d, 0) | hit
                remaining ^= hit
        if remaining:
            result[c] = result.get(c, 0) | remaining
    return result


@record(frozen=False)
class Duals:
    """The potentials of one side, and the vertices by potential."""

    values: list[int]
    by_value: dict[int, VertexSet]

    @classmethod
    def from_values(cls, values: list[int], alive: VertexSet) -> Duals:
        """Build the index by potential."""
        by_value: dict[int, VertexSet] = {}
        for v in bits(alive):
            by_value[values[v]] = by_value.get(values[v], 0) | 1 << v
        return cls(values, by_value)

    def move(self, vertices: VertexSet, step: int) -> None:
        """Change the potential of these vertices by `step`."""
        affected = [(d, m & vertices) for d, m in self.by_value.items() if m & vertices]
        for d, m in affected:
            self.by_value[d] ^= m
        for d, m in affected:
            self.by_value[d + step] = self.by_value.get(d + step, 0) | m
        self.by_value = {d: m for d, m in self.by_value.items() if m}
        for v in bits(vertices):
            self.values[v] += step

    def groups_by_value(self, vertices: VertexSet) -> list[tuple[int, VertexSet]]:
        """Return these vertices grouped by potential in descending order, that is, by increasing slack."""
        return [(d, m & vertices) for d, m in sorted(self.by_value.items(), reverse=True) if m & vertices]

    def max_value(self, vertices: VertexSet, groups: list[tuple[int, VertexSet]], above: int | None) -> int | None:
        """Return the highest potential of these vertices, if above `above`; `groups` must contain them."""
        if not vertices:
            return None
        if vertices.bit_count() < len(groups):
            highest = max(map(self.values.__getitem__, bits(vertices)))
            return highest if above is None or highest > above else None
        for d, m in groups:
            if above is not None and d <= above:
                return None
            if m & vertices:
                return d
        return None


@record(frozen=False)
class DoubleCover:
    """A matching of the double cover: `right_of` a left vertex, `left_of` a right vertex."""

    right_of: Mate
    left_of: Mate
    exposed: VertexSet  # the vertices on the right that are still exposed

    def augment(self, parents: dict[int, int], end: int) -> None:
        """Augment along the path from the exposed right vertex `end` to the root on the left."""
        self.exposed ^= 1 << end
        while end != EXPOSED:
            u = parents[end]
            self.right_of[u], self.left_of[end], end = end, u, self.right_of[u]


def solve_fractional(
    cost_rows: CostRows, alive: int, mate: Mate, duals: tuple[Duals, Duals] | None = None
) -> tuple[Duals, Duals]:
    """Return optimal duals of the fractional problem.

    `mate` is any matching; `duals`, if given, are feasible, and are changed.
    """
    left, right = duals or initial_duals(cost_rows, alive)
    cover, exposed = _initial_cover(cost_rows, alive, left, right, mate)
    while exposed:
        reached, stuck, exposed = _augment_all(cost_rows, left, right, cover, exposed)
        if exposed:
            step = _least_slack(cost_rows, left, right, stuck, alive & ~reached)
            left.move(stuck, step)
            right.move(reached, -step)
    return left, right


def initial_duals(cost_rows: CostRows, alive: VertexSet) -> tuple[Duals, Duals]:
    """Return feasible duals: the least cost of each vertex on the left, the least remainder on the right."""
    least = [min(cost_row, default=0) for cost_row in cost_rows]
    if not any(least):
        return Duals(least, {0: alive}), Duals(least[:], {0: alive})
    left = Duals.from_values(least, alive)
    rest = [0] * len(cost_rows)
    for v in bits(alive):
        if least[v]:
            rest[v] = min(c - d for c, row in cost_rows[v].items() for d, m in left.by_value.items() if row & m)
    return left, Duals.from_values(rest, alive)


def _initial_cover(
    cost_rows: CostRows, alive: int, left: Duals, right: Duals, mate: Mate
) -> tuple[DoubleCover, list[int]]:
    """Return the tight part of a matching as a cover, and the exposed left vertices."""
    cover = DoubleCover([EXPOSED] * len(cost_rows), [EXPOSED] * len(cost_rows), alive)
    exposed = []
    for v in bits(alive):
        w = mate[v]
        if w != EXPOSED and cost_rows[v].get(left.values[v] + right.values[w], 0) >> w & 1:
            cover.right_of[v], cover.left_of[w] = w, v
            cover.exposed ^= 1 << w
        else:
            exposed.append(v)
    return cover, exposed


def _augment_all(
    cost_rows: CostRows, left: Duals, right: Duals, cover: DoubleCover, roots: list[int]
) -> tuple[int, int, list[int]]:
    """Augment from every root that tight edges allow; return right and left ends of the failed trees, and the roots."""
    rows: dict[int, int] = {}  # left vertex -> tight edges, computed on demand
    while True:
        reached = stuck = 0
        failed = []
        for root in roots:
            tree, end, parents = [root], EXPOSED, {}
            for u in tree:
                row = rows.get(u)
                if row is None:
                    row = rows[u] = _tight_row(cost_rows[u], left.values[u], right.by_value)
                new = row & ~reached
                if new & cover.exposed:
                    end = lowest(new & cover.exposed)
                    parents[end] = u
                    break
                reached |= new
                for w in bits(new):
                    parents[w] = u
                    tree.append(cover.left_of[w])
            if end != EXPOSED:
                cover.augment(parents, end)
            else:
                stuck |= mask_of(tree)
                failed.append(root)
        if not failed or len(failed) == len(roots):
            return reached, stuck, failed
        roots = failed  # what others have come by was not looked at twice, so look again


def _tight_row(cost_row: dict[int, VertexSet], potential: int, by_value: dict[int, VertexSet]) -> int:
    """Return the right ends of the tight edges of a left vertex."""
    row = 0
    for c, partners in cost_row.items():
        ends = by_value.get(c - potential)
        if ends:
            row |= partners & ends
    return row


def _least_slack(
    cost_rows: CostRows, left_duals: Duals, right_duals: Duals, stuck: VertexSet, unreached: VertexSet
) -> int:
    """Return the least slack of an edge between `stuck` and `unreached`."""
    groups = right_duals.groups_by_value(unreached)
    best = 0
    for u in bits(stuck):
        d = left_duals.values[u]
        for c, row in cost_rows[u].items():
            highest = right_duals.max_value(row & unreached, groups, c - d - best if best else None)
            if highest is not None:
                best = c - d - highest
        if best == 1:
            break
    assert best > 0, "no perfect matching, not even a fractional one"
    return best


def tight_rows(cost_rows: CostRows, alive: VertexSet, left: Duals, right: Duals) -> list[VertexSet]:
    """Return the graph of the edges that are tight in both directions."""
    rows = [0] * len(cost_rows)
    for v in bits(alive):
        d, e = left.values[v], right.values[v]
        for c, row in cost_rows[v].items():
            rows[v] |= row & right.by_value.get(c - d, 0) & left.by_value.get(c - e, 0)
    return rows
