"""The commonest case of a cost, proved without weighing: some vertices are too many for the others. Knows no wishes."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.faces.fractional import Block, classes_of, spread
from rookery.faces.matching import Deficit, Mate, bits, complete


def paid_at_outer(
    mine: Sequence[int], alive: int, blocks: list[Block], free: list[int], mate: Mate, lacking: Deficit
) -> tuple[list[int], Mate] | None:
    """All cheapest matchings of a graph, and one of them, if the outer vertices pay for them among themselves.

    `mate` is a largest matching of the `free` edges, and `lacking` what it lacks. The potentials +t/2 of outer, -t/2 of
    inner vertices and 0 of others prove it (t being the least cost of a pair of outer vertices) if no edge has negative
    slack and the tight edges hold a perfect matching.
    """
    exposed, outer, inner = lacking
    rest = alive & ~outer & ~inner
    far = outer | rest
    blocks = [(c, a, b) for c, a, b in blocks if (a & outer and b & far) or (b & outer and a & far)]
    among: list[int] = []  # the costs of pairs of outer vertices
    others: list[int] = []  # and of their pairs with the rest
    found = []
    for kin in classes_of(outer, blocks):
        reach = 0
        for v in bits(kin):
            reach |= mine[v]
        costs = spread(reach & far, kin, blocks)
        found.append((kin, costs))
        among += [c for c, whom in costs.items() if whom & outer]
        others += [c for c, whom in costs.items() if c and whom & rest]
    t = min(among, default=0)
    if not t or (others and 2 * min(others) <= t):
        return None
    rows = free[:]
    for who, costs in found:
        pay = costs.get(t, 0) & outer
        for v in bits(who):
            rows[v] = free[v] & inner | mine[v] & pay
    for who in (inner, rest):
        keep = outer if who == inner else rest
        for v in bits(who):
            rows[v] &= keep
    mate = mate[:]
    return (rows, mate) if complete(rows, mate, alive, exposed) else None
