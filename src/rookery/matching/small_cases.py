"""Least-cost matchings found without weights: enumeration, the outer-vertex bound, and rewriting of costs.

In an enumeration a pair is the set of its two vertices, and a matching is a tuple of pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from rookery.matching.blossom import EXPOSED, Deficit, Mate, VertexSet, bits, complete_matching

Block = tuple[int, VertexSet, VertexSet]  # amount, left, right: a pair of one of `left` with one of `right` costs that
Pairs = tuple[VertexSet, ...]  # each a set of two vertices
PartnerRows = dict[int, VertexSet]  # vertex -> partners


# -- costs of a matching, edges without a cost


def total_cost(cost: Sequence[Block], mate: Sequence[int]) -> int:
    """Return what a matching costs."""
    total = 0
    for amount, left, right in cost:
        for v in bits(left):
            w = mate[v]
            if w != EXPOSED and right >> w & 1 and (v < w or not (left >> w & 1 and right >> v & 1)):
                total += amount
    return total


def remove_costly_edges(
    rows: Sequence[VertexSet], alive: VertexSet, costs: Sequence[Sequence[Block]]
) -> list[VertexSet] | None:
    """Return the graph without the edges that cost anything, or None if a vertex loses all of its edges."""
    remaining_rows, removed = list(rows), list[tuple[int, int]]()
    for _, left, right in chain.from_iterable(costs):
        if not (left & left - 1 and right & right - 1):  # the edges of one vertex: there may be many such blocks
            if not _remove_vertex_edges(remaining_rows, alive, *((right, left) if left & left - 1 else (left, right))):
                return None
            continue
        for removed_left, removed_right in removed:
            if not (left & ~removed_left or right & ~removed_right):
                break  # these edges have been removed already
        else:
            removed.append((left, right))
            keep = alive & ~right
            for v in bits(left & alive):
                remaining_rows[v] = row = remaining_rows[v] & keep
                if not row:
                    return None
            if left == right:
                continue
            keep = alive & ~left
            for v in bits(right & alive):
                remaining_rows[v] = row = remaining_rows[v] & keep
                if not row:
                    return None
    return remaining_rows


def _remove_vertex_edges(rows: list[VertexSet], alive: VertexSet, vertex_bit: VertexSet, partners: VertexSet) -> bool:
    """Remove the edges from one vertex to these partners; return whether every vertex concerned still has an edge."""
    if not vertex_bit & alive:
        return True
    v = vertex_bit.bit_length() - 1
    removed = rows[v] & partners & alive
    rows[v] &= ~removed
    for w in bits(removed):
        rows[w] &= ~vertex_bit
        if not rows[w] & alive:
            return False
    return bool(rows[v] & alive)


# -- enumeration


def enumerate_matchings(rows: Sequence[VertexSet], alive: VertexSet) -> list[Pairs]:
    """Return all perfect matchings of a small graph, ordered by the partners of the lowest vertices.

    >>> enumerate_matchings([0b1110, 0b1101, 0b1011, 0b0111], 0b1111)
    [(3, 12), (5, 10), (9, 6)]
    """
    result: list[Pairs] = []
    low = alive & -alive
    for w in bits(rows[low.bit_length() - 1] & alive):
        pair = low | 1 << w
        rest = alive ^ pair
        remaining_but_lowest = rest & rest - 1
        if remaining_but_lowest & remaining_but_lowest - 1:
            result += [(pair, *tail) for tail in enumerate_matchings(rows, rest)]
        elif not rest:
            result.append((pair,))
        elif rows[remaining_but_lowest.bit_length() - 1] & rest:  # two vertices remain
            result.append((pair, rest))
    return result


def filter_cheapest(candidates: list[Pairs], costs: Iterable[Sequence[Block]]) -> list[Pairs]:
    """Return the matchings that are cheapest for the costs in order; costs are read as long as a choice remains."""
    if len(candidates) > 1:
        for cost in costs:
            candidates = _filter_cheapest_by(candidates, cost)
            if len(candidates) == 1:
                break
    return candidates


def _filter_cheapest_by(candidates: list[Pairs], cost: Sequence[Block]) -> list[Pairs]:
    """Return the candidates with the least cost."""
    totals = []
    for matching in candidates:
        total = 0
        for amount, left, right in cost:
            either_side = left | right
            for pair in matching:
                if either_side & pair == pair and left & pair and right & pair:
                    total += amount
        totals.append(total)
    least = min(totals)
    if totals.count(least) == len(candidates):
        return candidates
    return [matching for matching, total in zip(candidates, totals, strict=True) if total == least]


# -- the outer-vertex bound: the most frequent case of a cost


def solve_by_outer_bound(
    rows_in_set: Sequence[int],
    alive: VertexSet,
    costs: Sequence[Sequence[Block]],
    free: list[VertexSet],
    mate: Mate,
    deficit: Deficit,
) -> tuple[list[VertexSet], Mate] | None:
    """Return all matchings that are cheapest for the costs in order, if the outer vertices pay among themselves.

    `mate` is a largest matching of the `free` edges, and `lacking` what it lacks. The potentials +t/2 of outer, -t/2 of
    inner vertices and 0 of others prove it (t being the least cost of a pair of outer vertices) if no edge has negative
    slack and the tight edges hold a perfect matching.
    """
    exposed, outer, inner = deficit
    rest = alive & ~outer & ~inner
    far = outer | rest
    paying_partners = _cheapest_outer_pairs({v: rows_in_set[v] & far for v in bits(outer)}, outer, costs)
    if paying_partners is None:
        return None
    rows = free[:]
    for v, partners in paying_partners.items():
        rows[v] = free[v] & inner | partners
    for vertices, keep in ((inner, outer), (rest, rest)):
        for v in bits(vertices):
            rows[v] &= keep
    mate = mate[:]
    return (rows, mate) if complete_matching(rows, mate, alive, exposed) else None


def _cheapest_outer_pairs(near: PartnerRows, outer: VertexSet, costs: Sequence[Sequence[Block]]) -> PartnerRows | None:
    """Return the cheapest pairs of outer vertices, if these cost something and their other edges more than half of it.

    Costs are compared in order. All other edges cost something; so at the first cost that all pairs of outer vertices
    pay, none of the others may still be free: each pays as much for it, or something for an earlier cost. Return None
    also where pairs may pay different amounts for such a cost.
    """
    all_pay = not _union_of_rows(near) & outer
    if all_pay:
        return None
    for cost in costs:
        free = near.copy()
        for _, side, other_side in cost:
            for v in bits(side & outer):
                free[v] &= ~other_side
            if side != other_side:
                for v in bits(other_side & outer):
                    free[v] &= ~side
        reached = _union_of_rows(free)
        if reached & outer:
            near = free
        elif reached or not _is_uniform(cost, outer):
            return None
        elif not all_pay:
            all_pay, near = True, {v: row & outer for v, row in near.items()}
    return near if all_pay else None


def _union_of_rows(near: PartnerRows) -> VertexSet:
    """Return the union of the rows."""
    reached = 0
    for row in near.values():
        reached |= row
    return reached


def _is_uniform(cost: Sequence[Block], outer: VertexSet) -> bool:
    """Return whether all costly pairs of outer vertices cost the same and no pair of one of them costs less."""
    if len(cost) == 1:
        return True
    covered, amounts = 0, set()
    for amount, side, other_side in cost:
        either_side = (side | other_side) & outer
        if either_side:
            amounts.add(amount)
        if covered & either_side:
            return False
        covered |= either_side
    return len(amounts) == 1


def swap_cost_side(rows: Sequence[VertexSet], alive: VertexSet, block: Block) -> list[Block] | None:
    """Return an equivalent cost on the few free neighbours of the paying vertices; all totals shift by a constant.

    The result is empty if every matching costs the same, and None if there is no smaller side.

    >>> star = [0b11110, 0b100001, 0b100001, 0b1, 0b100001, 0b10110]  # 1, 2 and 4 can meet 0, or else 5
    >>> swap_cost_side(star, 0b111111, (1, 0b10111, 0b101000))
    [(1, 1, 41)]
    """
    amount, payers, partners = block
    if payers & partners:
        return None
    keep, few, never_pay, free_rows = alive & ~partners, 0, 0, []
    for v in bits(payers):
        near = rows[v] & keep
        if not rows[v] & partners:
            never_pay |= 1 << v
        elif near:
            free_rows.append((near.bit_count(), v, near))
    if not free_rows:
        return []
    free_rows.sort()
    for _, v, near in free_rows:
        if near & ~few and not few >> v & 1:
            few |= near
    if few.bit_count() >= len(free_rows):
        return None
    for v in bits(never_pay & ~few):  # counts as paying if all its free neighbours are among the few
        if rows[v] & keep & ~few:
            payers ^= 1 << v
    reach = few_paying_otherwise = 0
    for v in bits(few):
        reach |= rows[v]
        few_paying_otherwise |= (not payers >> v & 1 and rows[v] & partners != 0) << v
    other_neighbours = reach & keep & ~payers & ~few
    if not few_paying_otherwise and not other_neighbours:  # the usual case: the few are among the paying vertices
        return [(amount, few, few | partners)]
    blocks = [
        (amount, few, other_neighbours),
        (amount, few_paying_otherwise, partners),
        (2 * amount, few & ~few_paying_otherwise, partners),
        (2 * amount, few, few),
    ]
    return [b for b in blocks if b[1] and b[2]]
