"""Repeated queries for the cheapest matchings that contain a given pair."""

from __future__ import annotations

from collections.abc import Iterable

from rookery.matching.blossom import EXPOSED, match_pair, search
from rookery.matching.fractional import Duals, build_cost_rows, combine_costs, initial_duals, reduce_costs
from rookery.matching.optimal_matchings import Cost, OptimalMatchings
from rookery.matching.weighted_blossom import find_cheapest


class PairQueries:
    """Optimal matchings weighed once for several costs, with a cheapest matching and its potentials.

    Without the two vertices the potentials stay feasible, and so does the matching except at their partners: each query
    continues from there.
    """

    def __init__(self, matchings: OptimalMatchings, costs: Iterable[Cost]) -> None:
        self.matchings = matchings
        blocks = combine_costs([cost for cost in costs if cost], len(matchings.mate))
        self.cost_rows = reduce_costs(build_cost_rows(matchings.rows, matchings.alive, blocks))
        self.duals = initial_duals(self.cost_rows, matchings.alive)
        # This also moves the duals to the optimum.
        self.mate = find_cheapest(self.cost_rows, matchings.alive, matchings.mate, self.duals).mate
        self.possible: dict[int, int] = {}

    def can_pair(self, i: int, j: int) -> bool:
        """Return whether some matching pairs i with j."""
        rows, start, other_partner = self.matchings.rows, self.mate[i], self.mate[j]
        if not rows[i] >> j & 1:
            return False
        if start == j or rows[start] >> other_partner & 1:  # the most frequent case: exchange partners
            return True
        if i not in self.possible:
            mate = self.mate[:]
            mate[start] = EXPOSED
            self.possible[i] = search(rows, mate, start, self.matchings.alive & ~(1 << i)).outer
        return bool(self.possible[i] >> j & 1)

    def optimum_with_pair(self, i: int, j: int) -> OptimalMatchings | None:
        """Return the cheapest matchings that pair i with j, or None if there are none."""
        if not self.can_pair(i, j):
            return None
        alive, mate = self.matchings.alive & ~(1 << i | 1 << j), self.mate[:]
        for vertex in (i, j, mate[i], mate[j]):
            mate[vertex] = EXPOSED
        left_duals, right_duals = (Duals.from_values(side.values[:], alive) for side in self.duals)
        mate, rows, odd_sets = find_cheapest(self.cost_rows, alive, mate, (left_duals, right_duals))
        rows[i], rows[j] = 1 << j, 1 << i
        match_pair(mate, i, j)
        return OptimalMatchings(rows, mate, self.matchings.alive, odd_sets)
