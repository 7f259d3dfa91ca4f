"""The set of perfect matchings that are optimal for the costs applied so far, stored as a reduced graph.

Invariants:
  (I1) `mate` is a perfect matching of `rows` within `alive`, and leaves every odd set by exactly one edge;
  (I2) the set consists of exactly these matchings: no other matching was as good for the costs so far.
There are no odd sets until a cost meets an integrality gap (see `weighted_blossom`).

A cost is a sequence of blocks `(amount, left, right)`: a pair of one of `left` with one of `right` costs the amount;
blocks add up, and pairs in no block are free. Bits of removed vertices may remain in rows: mask with `alive`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Self

from rookery.matching.blossom import (
    EXPOSED,
    Deficit,
    Mate,
    VertexSet,
    augment_path,
    bits,
    complete_matching,
    lowest,
    mask_of,
    match_pair,
    maximize_with_deficit,
    remove_forced_pairs,
    search,
)
from rookery.matching.small_cases import (
    Block,
    remove_costly_edges,
    solve_by_outer_bound,
    total_cost,
)

if TYPE_CHECKING:
    from rookery.matching.fractional import CostRows


Cost = Sequence[Block]

MAX_COMBINED_COSTS = 12  # more costs than this are not combined: the first ones leave little choice for the others
MAX_COMBINED_SIZE = 8  # with more vertices than this costs are not combined: alone, each is easier
MAX_DISTINCT_AMOUNTS = 3  # more different amounts go straight to the weighted search


def _has_many_amounts(blocks: Sequence[Block]) -> bool:
    """Return whether there are so many different amounts that only a weighted search can decide."""
    return len(blocks) > MAX_DISTINCT_AMOUNTS < len({amount for amount, _, _ in blocks})


class OptimalMatchings:
    """All perfect matchings of a graph that are optimal for the costs so far; `mate` is one of them."""

    __slots__ = ("alive", "mate", "odd_sets", "rows")

    def __init__(
        self, rows: list[VertexSet], mate: Mate, alive: VertexSet, odd_sets: tuple[VertexSet, ...] = ()
    ) -> None:
        self.rows, self.mate, self.alive, self.odd_sets = rows, mate, alive, odd_sets

    def copy(self) -> Self:
        """Return an independent copy."""
        return type(self)(self.rows[:], self.mate[:], self.alive, self.odd_sets)

    def restrict_to_subgraph(self, rows: list[VertexSet], among: VertexSet = -1) -> bool:
        """Keep the matchings within these rows if there are any; edges outside `among` must be in `rows`."""
        mate = self.mate[:]
        exposed = self._unmatch_missing_edges(rows, mate, among)
        return complete_matching(rows, mate, self.alive, exposed) and self._accept(rows, mate)

    def subgraph_deficit(self, rows: list[VertexSet], among: VertexSet = -1) -> Deficit:
        """Return the deficit of a maximum matching within these rows, ignoring odd sets."""
        mate = self.mate[:]
        return maximize_with_deficit(rows, mate, self.alive, self._unmatch_missing_edges(rows, mate, among))

    # -- single vertices

    def try_restrict(self, i: int, allowed: VertexSet) -> bool:
        """Keep the matchings that pair i within `allowed` if there are any; otherwise remove these edges of i."""
        possible = self.try_rematch(i, allowed)
        row = self.rows[i] & self.alive
        if not possible:  # no matching has any of these edges
            self._remove_edges(i, row & allowed)
        elif row & ~allowed:
            self._remove_edges(i, row & ~allowed)
        return possible

    def try_rematch(self, i: int, allowed: VertexSet) -> bool:
        """Return whether some matching pairs i within `allowed`, and if so make `mate` one of them."""
        candidates = allowed & self.rows[i] & self.alive
        return bool(candidates >> self.mate[i] & 1) or (
            bool(candidates) and self._rematch(i, candidates, candidates) != EXPOSED
        )

    def possible_partners(self, i: int) -> VertexSet:
        """Return all vertices that some matching pairs with i."""
        if self.odd_sets:
            return mask_of(j for j in bits(self.rows[i] & self.alive) if self.copy()._try_pair(i, j))
        mate, current = self.mate[:], self.mate[i]
        mate[current] = EXPOSED
        return self.rows[i] & search(self.rows, mate, current, self.alive & ~(1 << i)).outer

    def is_forced(self, vertices: VertexSet) -> bool:
        """Return whether each of these vertices has a single possible partner, judged from its row alone."""
        rows, mate, alive = self.rows, self.mate, self.alive
        for i in bits(vertices):
            if rows[i] & alive != 1 << mate[i] and rows[mate[i]] & alive != 1 << i:
                break
        else:
            return True
        return False

    def fix(self, i: int, allowed: VertexSet) -> int:
        """Match i with its lowest possible partner in `allowed`, remove both, and return the partner."""
        j = self.try_fix(i, allowed)
        assert j != EXPOSED, "nobody possible"
        return j

    def try_fix(self, i: int, allowed: VertexSet) -> int:
        """Fix i if any vertex of `allowed` is possible; otherwise change nothing and return EXPOSED."""
        allowed &= self.rows[i] & self.alive
        first, j = allowed & -allowed, self.mate[i]
        if not first >> j & 1:
            j = self._rematch(i, allowed, first) if allowed else EXPOSED
        if j != EXPOSED:
            if self.odd_sets:
                self._shrink_odd_sets(i, j)
            self.alive &= ~(1 << i | 1 << j)
            self.mate[i] = self.mate[j] = EXPOSED
        return j

    def fix_in_order(self, order: Sequence[int], allowed: VertexSet) -> list[tuple[int, int]]:
        """Fix each of these vertices in order and return the pairs."""
        mate, pairs = self.mate, []
        for i in order:
            near, j = allowed & self.rows[i] & self.alive, mate[i]
            if near & -near == 1 << j and not self.odd_sets:  # it has its first choice already
                self.alive ^= 1 << i | 1 << j
                mate[i] = mate[j] = EXPOSED
            else:
                j = self.fix(i, allowed)
                mate = self.mate
            pairs.append((i, j))
        return pairs

    # -- costs

    def minimize_all(self, costs: Iterable[Cost]) -> None:
        """Apply the costs in order: for each keep the matchings of least cost.

        Usually all of them can be 0 at once. Otherwise they are minimized one by one, except that a few costs of a few
        vertices are combined into one weighted search.
        """
        pending = [cost for cost in costs if cost]
        if not pending:
            return
        many_amounts = len(pending) == 1 and _has_many_amounts(pending[0])
        rows = None if many_amounts else remove_costly_edges(self.rows, self.alive, pending)
        for _ in range(2):  # once for each side
            if rows is None:
                pending = [reduced for cost in pending if (reduced := self._drop_constant_parts(cost))]
                rows = None if many_amounts and pending else remove_costly_edges(self.rows, self.alive, pending)
        mate, deficit = self.mate, None
        if rows is not None:
            mate = mate[:]
            deficit = maximize_with_deficit(rows, mate, self.alive, self._unmatch_missing_edges(rows, mate))
            if not deficit.exposed and self._accept(rows, mate):
                return
        pending = list({tuple(cost): cost for cost in pending}.values())  # without repetitions
        if rows is not None and deficit and self._try_outer_bound(pending, rows, mate, deficit):
            return
        if len(pending) <= (1 if self.alive.bit_count() > MAX_COMBINED_SIZE else MAX_COMBINED_COSTS):
            from rookery.matching.fractional import combine_costs

            self._minimize_weighted(combine_costs(pending, len(mate)), mate, deficit)
        else:
            for cost in pending:
                self._minimize_one(cost)

    def minimize_in_turn(self, costs: Iterable[Cost]) -> None:
        """Apply the costs in order, one by one, and stop reading them when there is no choice left.

        Vertices with the same partner in all matchings are set aside. This pays where many edges have been removed and
        costs are unlikely to be 0.
        """
        if self.odd_sets:
            self.minimize_all(costs)
            return
        alive, forced = self.alive, self.mate[:]
        self._set_aside_forced(forced)
        for cost in costs:
            if not self.alive:
                break
            if self._minimize_one(cost) and not self.odd_sets:
                self._set_aside_forced(forced)
        for v in bits(alive & ~self.alive):
            self.rows[v], self.mate[v] = 1 << forced[v], forced[v]
        self.alive = alive

    def minimize(self, cost: Cost) -> None:
        """Keep the matchings of least total cost."""
        self.minimize_all((cost,))

    def try_bound(self, cost: Cost, bound: int) -> bool:
        """Keep the matchings of least cost if that is at most `bound`; otherwise change nothing and return False."""
        trial = self.copy()
        trial.minimize(cost)
        if total_cost(cost, trial.mate) > bound:
            return False
        self.rows, self.mate, self.odd_sets = trial.rows, trial.mate, trial.odd_sets
        return True

    # -- machinery of single vertices

    def _unmatch_missing_edges(self, rows: Sequence[VertexSet], mate: Mate, among: VertexSet = -1) -> VertexSet:
        """Unmatch the pairs of `among` that are not edges of these rows; return the exposed vertices."""
        exposed = 0
        for v in bits(self.alive & among):
            w = mate[v]
            if w == EXPOSED:
                exposed |= 1 << v
            elif (w > v or not among >> w & 1) and not rows[v] >> w & 1:
                exposed |= 1 << v | 1 << w
                mate[v] = mate[w] = EXPOSED
        return exposed

    def _accept(self, rows: list[VertexSet], mate: Mate) -> bool:
        """Adopt these rows, of which `mate` is a perfect matching, if they contain a member of the set."""
        if self.odd_sets and not self._respects_odd_sets(mate):
            from rookery.matching.odd_sets import match_with_odd_sets

            respecting = match_with_odd_sets(rows, self.alive, self.odd_sets, mate)
            if respecting is None:
                return False
            mate = respecting
        self.rows, self.mate = rows, mate
        return True

    def _crossing_cost(self, cost: int = 1) -> list[Block]:
        """Return the cost of leaving odd sets."""
        return [(cost, odd_set, self.alive & ~odd_set) for odd_set in self.odd_sets]

    def _respects_odd_sets(self, mate: Mate) -> bool:
        """Return whether the matching leaves every odd set exactly once."""
        return total_cost(self._crossing_cost(), mate) == len(self.odd_sets)

    def _shrink_odd_sets(self, i: int, j: int) -> None:
        """Update the odd sets when i and j leave: sets left by the edge i-j become closed and are dropped."""
        pair = 1 << i | 1 << j
        odd_sets = []
        for odd_set in self.odd_sets:
            rest = odd_set & ~pair
            if (odd_set ^ rest).bit_count() == 1:  # no other edge leaves this set
                for v in bits(self.alive & ~pair):
                    self.rows[v] &= rest if rest >> v & 1 else ~rest
            elif rest.bit_count() > 1:
                odd_sets.append(rest)
        self.odd_sets = tuple(dict.fromkeys(odd_sets))  # two sets that differed by i and j only are now equal

    def _remove_edges(self, i: int, removed: VertexSet) -> None:
        """Remove these edges of i."""
        self.rows[i] &= ~removed
        keep = ~(1 << i)
        for j in bits(removed):
            self.rows[j] &= keep

    def _remove_edges_leaving(self, separator: VertexSet, groups: VertexSet) -> None:
        """Remove the edges from `separator` to vertices outside `groups`, which need all of it."""
        rows, reached = self.rows, 0
        for v in bits(separator):
            reached |= rows[v]
            rows[v] &= groups
        keep = ~separator
        for w in bits(reached & self.alive & ~groups):
            rows[w] &= keep

    def _rematch(self, i: int, allowed: VertexSet, stop: VertexSet) -> int:
        """Match i with a vertex of `stop`, else the lowest possible of `allowed`; return the partner or EXPOSED.

        j is possible for i iff an even alternating path leads to j from the present partner in the graph without i.
        """
        mate, rows = self.mate, self.rows
        current = mate[i]
        if stop >> current & 1:
            return current
        if self.odd_sets:
            return self._rematch_with_odd_sets(i, allowed)
        j = stop.bit_length() - 1
        partner = mate[j]
        if rows[partner] >> current & 1:  # the most frequent case: exchange partners
            match_pair(mate, partner, current)
            match_pair(mate, i, j)
            return j
        mate[current] = EXPOSED
        remaining = self.alive & ~(1 << i)
        if stop == 1 << j:  # a single target is free if its partner finds another
            tree = search(rows, mate, current, remaining & ~(stop | 1 << partner), rows[partner])
            if tree.end != EXPOSED:
                augment_path(mate, tree.parent, tree.end, partner)
                match_pair(mate, i, j)
                return j
            if tree.outer & rows[j]:
                tree = search(rows, mate, current, remaining)
        else:
            tree = search(rows, mate, current, remaining, stop)
        j = tree.end
        if j == EXPOSED:
            self._remove_edges_leaving(tree.visited & ~tree.outer | 1 << i, tree.outer)
            if allowed & tree.outer:
                j = lowest(allowed & tree.outer)
        mate[current] = i
        if j != EXPOSED and j != current:
            mate[current] = mate[i] = EXPOSED
            augment_path(mate, tree.parent, j, i)
        return j

    def _rematch_with_odd_sets(self, i: int, allowed: VertexSet) -> int:
        """Match i with the lowest possible vertex of `allowed` such that the odd sets are respected."""
        return next((j for j in bits(allowed) if self._try_pair(i, j)), EXPOSED)

    def _try_pair(self, i: int, j: int) -> bool:
        """Return whether some matching pairs i and j, and if so make `mate` one of them."""
        pair = 1 << i | 1 << j
        rows = [row & ~pair for row in self.rows]
        rows[i], rows[j] = 1 << j, 1 << i
        trial = self.copy()
        possible = trial.restrict_to_subgraph(rows)
        if possible:
            self.mate = trial.mate
        return possible

    # -- machinery of costs

    def _minimize_one(self, cost: Cost) -> bool:
        """Apply one cost; return whether it can have excluded a matching."""
        if len(cost) == 1 and self._is_constant(*cost[0]):
            return False
        alive = self.alive
        cost = [(amount, low & alive, high & alive) for amount, low, high in cost if low & alive and high & alive]
        if len(cost) == 1 and not self.odd_sets:
            from rookery.matching.small_cases import swap_cost_side

            swapped = swap_cost_side(self.rows, alive, cost[0])
            cost = cost if swapped is None else swapped
        cost = self._drop_constant_parts(self._drop_constant_parts(cost))  # once for each side
        if cost:
            self.minimize_all((cost,))
        return bool(cost)

    def _is_constant(self, _: int, low: int, high: int) -> bool:
        """Return whether a cost of one block is evidently the same for all matchings."""
        low &= self.alive
        if low & low - 1:
            return False
        row = self.rows[low.bit_length() - 1] & self.alive if low else 0
        costly = row & high
        return not costly or costly == row

    def _try_outer_bound(self, costs: Sequence[Cost], free: list[int], mate: Mate, deficit: Deficit) -> bool:
        """Apply a few costs by the outer-vertex bound, if it proves an optimum."""
        if self.odd_sets or len(costs) > MAX_COMBINED_COSTS:
            return False
        optimum = solve_by_outer_bound(self.rows, self.alive, costs, free, mate, deficit)
        if optimum:
            self.rows, self.mate = optimum
        return optimum is not None

    def _drop_constant_parts(self, cost: Cost) -> Cost:
        """Return the cost without what all or no matchings pay, seen from the left; the sides are exchanged."""
        rows, alive = self.rows, self.alive
        blocks = []
        for amount, left_side, right_side in cost:
            right, paying, reach = right_side, 0, 0
            for v in bits(left_side & alive):
                row = rows[v] & alive
                if row & ~right:
                    paying |= (row & right != 0) << v
                    reach |= row
                else:  # v pays with every partner
                    right &= ~(1 << v)
            if paying:
                blocks.append((amount, right & reach, paying))
        return blocks

    def _set_aside_forced(self, forced: Mate) -> None:
        """Remove vertices without a choice for the time being; record their partners in `forced`."""
        alive = self.alive
        self.alive = remove_forced_pairs(self.rows, self.mate, alive)
        for v in bits(alive & ~self.alive):
            forced[v] = self.mate[v]

    def _minimize_weighted(self, blocks: list[Block], start: Mate, deficit: Deficit | None) -> None:
        """Keep the matchings of least cost by weighted search; `start` is any matching.

        If its `deficit` is given, `start` is a maximum matching of the edges that cost nothing.
        """
        if self.odd_sets:
            self._minimize_with_odd_sets(blocks)
            return
        from rookery.matching.fractional import build_cost_rows, reduce_costs

        unreduced = build_cost_rows(self.rows, self.alive, blocks)
        if _has_many_amounts(blocks):
            from rookery.matching.weighted_blossom import find_cheapest

            self.mate, self.rows, self.odd_sets = find_cheapest(unreduced, self.alive, start)
            return
        cost_rows, mate = reduce_costs(unreduced), start[:]
        free, deficit = self._free_edges(cost_rows, mate, None if cost_rows is not unreduced else deficit)
        if deficit.exposed:
            from rookery.matching.weighted_blossom import find_cheapest

            self.mate, self.rows, self.odd_sets = find_cheapest(cost_rows, self.alive, mate)
        else:
            self.mate, self.rows, self.odd_sets = mate, free, ()

    def _minimize_with_odd_sets(self, blocks: list[Block]) -> None:
        """Keep the matchings of least cost under odd sets, trying first whether these matter."""
        if self._minimize_ignoring_odd_sets(blocks):
            return
        from rookery.matching.fractional import build_cost_rows
        from rookery.matching.weighted_blossom import find_cheapest_with_odd_sets

        penalty = 1 + (self.alive.bit_count() // 2) * sum([amount for amount, _, _ in blocks])
        cost_rows = build_cost_rows(self.rows, self.alive, blocks + self._crossing_cost(penalty))
        self.mate, self.rows, self.odd_sets = find_cheapest_with_odd_sets(
            cost_rows, self.alive, self.mate, self.odd_sets, penalty
        )

    def _minimize_ignoring_odd_sets(self, blocks: list[Block]) -> bool:
        """Keep the matchings of least cost if an optimum without the odd sets respects them."""
        relaxed = OptimalMatchings(self.rows[:], self.mate[:], self.alive)
        relaxed.minimize(blocks)
        return not relaxed.odd_sets and self._accept(relaxed.rows, relaxed.mate)

    def _free_edges(
        self, cost_rows: CostRows, mate: Mate, deficit: Deficit | None = None
    ) -> tuple[list[VertexSet], Deficit]:
        """Return the edges that cost nothing, and the deficit of `mate`, which becomes a maximum matching of them."""
        free = [cost_row.get(0, 0) for cost_row in cost_rows]
        return free, deficit or maximize_with_deficit(free, mate, self.alive, self._unmatch_missing_edges(free, mate))


def split_into_runs(order: Iterable[int]) -> list[VertexSet]:
    """Split an order into runs: sets of vertices that are each read in ascending order.

    >>> [bin(run) for run in split_into_runs([3, 4, 7, 2, 5])]
    ['0b10011000', '0b100100']
    """
    return list(iter_runs(order))


def iter_runs(order: Iterable[int]) -> Iterator[VertexSet]:
    """Yield the ascending runs of an order lazily."""
    run, last = 0, -1
    for v in order:
        if v < last:
            yield run
            run = 0
        run |= 1 << v
        last = v
    if run:
        yield run


def fix_first(matchings: OptimalMatchings, i: int, runs: Iterable[VertexSet]) -> int:
    """Fix i with the first possible vertex of an order (see `split_into_runs`), and return that vertex."""
    return next(j for run in runs if (j := matchings.try_fix(i, run)) != EXPOSED)
