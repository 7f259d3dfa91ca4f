"""Cheap lower bounds on the cost of any perfect matching, computed before searching.

A matching that attains the lower bound of every cost is optimal, and all optimal ones cost exactly as much. So the
first of them in some order can be found by backtracking, one vertex after another: every step that exceeds a bound is
wrong, and usually hardly any other is. There is no answer if that takes too long or the bounds cannot be attained.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rookery.matching.blossom import EXPOSED, VertexSet, bits, mask_of
from rookery.matching.optimal_matchings import Cost
from rookery.matching.small_cases import remove_costly_edges

STEP_FACTOR = 3  # steps for every two vertices, beside a constant
MAX_UNCHECKED = 4  # up to this many vertices the remaining cost is not bounded
DIGIT_BITS = 12  # bits for the remaining budget of a cost


def lower_bound(cost: Cost, rows: Sequence[VertexSet], alive: VertexSet) -> int:
    """Return a lower bound on the cost of any perfect matching of `alive`.

    Of either side of a block as many pay as exceed the vertices outside the other; two of them may be paired with each
    other if the sides overlap.

    >>> lower_bound([(1, 0b0111, 0b0111)], [0b1110, 0b1101, 0b1011, 0b0111], 0b1111)
    1
    """
    total = 0
    for amount, left_side, right_side in cost:
        left, right = left_side & alive, right_side & alive
        if left & left - 1 and right & right - 1:
            excess = left.bit_count() + right.bit_count() - alive.bit_count()
            if excess > 0:
                total += amount * ((excess + 1) // 2 if left & right else excess)
        elif left and right:  # at most one pair pays: that of a vertex without other partners
            vertex_bit, partners = (right, left) if left & left - 1 else (left, right)
            if not rows[vertex_bit.bit_length() - 1] & alive & ~partners:
                total += amount
    return total


class QuickBounds:
    """The edges that an optimal matching can have if every cost attains its lower bound; used for one attempt.

    For a cost with the bound 0 all costly edges are removed; for any other they remain, and as many may be used as the
    bound says. The budgets of all costs are kept in one number, each with a guard bit.
    """

    __slots__ = ("_budget", "_guard_bits", "_positive_costs", "_steps_left", "_units", "rows")

    def __init__(self, rows: list[VertexSet], positive_costs: Sequence[tuple[int, Cost]]) -> None:
        self.rows, self._steps_left = rows, len(rows) * STEP_FACTOR // 2 + 8
        self._budget = self._guard_bits = 0
        self._units: list[tuple[int, list[int]]] = []  # unit in that number, costly partners of each vertex
        for bound, cost in positive_costs:
            unit = 1 << DIGIT_BITS * len(self._units)
            self._budget += bound * unit
            self._guard_bits += unit << DIGIT_BITS - 1
            self._units.append((unit, _costly_partners(len(rows), cost)))
        self._budget += self._guard_bits
        self._positive_costs = [cost for _, cost in positive_costs]

    @classmethod
    def try_build(cls, rows: Sequence[VertexSet], alive: VertexSet, costs: Iterable[Cost]) -> QuickBounds | None:
        """Return the bounds for the perfect matchings of a graph, or None if these costs cannot all attain theirs."""
        free: list[Cost] = []
        positive_costs: list[tuple[int, Cost]] = []
        for cost in costs:
            bound = lower_bound(cost, rows, alive)
            if not bound:
                free.append(cost)
            elif bound >> DIGIT_BITS - 1 or not _has_unit_costs(cost):
                return None
            else:
                positive_costs.append((bound, cost))
        edges = remove_costly_edges(rows, alive, free)
        return None if edges is None else cls(edges, positive_costs)

    @property
    def is_exhausted(self) -> bool:
        """Whether the step budget has been spent."""
        return self._steps_left < 0

    def try_match(self, i: int, allowed: VertexSet) -> int:
        """Match i with the lowest allowed partner within the cost budget; return it, or EXPOSED if there is none."""
        near = self.rows[i] & allowed
        while near:
            low = near & -near
            budget = self._budget - self._pair_cost(i, low)
            if budget & self._guard_bits == self._guard_bits:
                self._budget = budget
                return low.bit_length() - 1
            near ^= low
        return EXPOSED

    def match_in_order(
        self, order: Sequence[int], allowed: VertexSet, outside: VertexSet
    ) -> list[tuple[int, int]] | None:
        """Match these in order, each with its lowest possible allowed partner.

        The vertex left over is paired with `outside`. Return None if that is impossible, or not found in so many steps.
        """
        rows, units, guard_bits, budget, size = self.rows, self._units, self._guard_bits, self._budget, len(order)
        chosen: list[int] = []
        alternatives: list[tuple[int, int]] = []  # the untried partners of each, and the budget before
        near = rows[order[0]] & allowed if order else 0
        steps = self._steps_left
        while steps >= 0:
            if near:
                steps -= 1
                low = near & -near
                near ^= low
                reduced_budget = budget
                for unit, costly_partners in units:
                    if costly_partners[order[len(chosen)]] & low:
                        reduced_budget -= unit
                if reduced_budget != budget and (
                    reduced_budget & guard_bits != guard_bits
                    or (
                        size - len(chosen) > MAX_UNCHECKED
                        and self._exceeds_budget(order[len(chosen) + 1 :], allowed ^ low, reduced_budget)
                    )
                ):
                    continue
                alternatives.append((near, budget))
                chosen.append(low)
                allowed ^= low
                budget = reduced_budget
                if len(chosen) < size:
                    near = rows[order[len(chosen)]] & allowed
                    continue
            if len(chosen) == size and (
                not allowed or self._can_pair_outside(allowed.bit_length() - 1, outside, budget)
            ):
                self._steps_left = steps
                return [(i, low.bit_length() - 1) for i, low in zip(order, chosen, strict=True)]
            if not chosen:
                break
            near, budget = alternatives.pop()
            allowed ^= chosen.pop()
        self._steps_left = steps
        return None

    def _exceeds_budget(self, order: Sequence[int], lower: int, budget: int) -> bool:
        """Return whether matching all of `order` within `lower` must cost more than the budget."""
        upper = mask_of(order)
        spare = lower.bit_count() - len(order)
        for digit, cost in enumerate(self._positive_costs):
            required = 0
            for _, side, other_side in cost:
                excess = (upper & side).bit_count() - (lower & ~other_side).bit_count()
                excess_below = (lower & side).bit_count() - (upper & ~other_side).bit_count() - spare
                required += max(excess, excess_below, 0)
            if required > budget - self._guard_bits >> DIGIT_BITS * digit & (1 << DIGIT_BITS) - 1:
                return True
        return False

    def _can_pair_outside(self, i: int, outside: VertexSet, budget: int) -> bool:
        """Return whether the last vertex left over can be paired with a vertex of `outside`."""
        near = self.rows[i] & outside
        return bool(near) and budget - self._pair_cost(i, near) & self._guard_bits == self._guard_bits

    def _pair_cost(self, i: int, partner_bit: VertexSet) -> int:
        """Return the cost of a pair, as digits."""
        return sum([unit for unit, costly_partners in self._units if costly_partners[i] & partner_bit])


def _costly_partners(size: int, cost: Cost) -> list[int]:
    """Return for each vertex the partners with whom it costs something."""
    rows = [0] * size
    for _, left, right in cost:
        for v in bits(left):
            rows[v] |= right
        if left != right:
            for v in bits(right):
                rows[v] |= left
    return rows


def _has_unit_costs(cost: Cost) -> bool:
    """Return whether every costly pair costs exactly 1."""
    covered = 0
    for amount, side, other_side in cost:
        if amount != 1 or covered & (side | other_side):
            return False
        covered |= side | other_side
    return True
