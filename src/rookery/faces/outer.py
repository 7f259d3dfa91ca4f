"""The commonest case of a cost, proved without weighing: some vertices are too many for the others."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.faces.fractional import Block
from rookery.faces.matching import Deficit, Mate, bits, complete

Near = dict[int, int]  # vertex -> partners


def paid_at_outer(
    mine: Sequence[int], alive: int, wishes: Sequence[Sequence[Block]], free: list[int], mate: Mate, lacking: Deficit
) -> tuple[list[int], Mate] | None:
    """All matchings of a graph that are best for the wishes in order, if the outer vertices pay among themselves.

    `mate` is a largest matching of the `free` edges, and `lacking` what it lacks. The potentials +t/2 of outer, -t/2 of
    inner vertices and 0 of others prove it (t being the least cost of a pair of outer vertices) if no edge has negative
    slack and the tight edges hold a perfect matching.
    """
    exposed, outer, inner = lacking
    rest = alive & ~outer & ~inner
    far = outer | rest
    pay = _cheapest_among({v: mine[v] & far for v in bits(outer)}, outer, wishes)
    if pay is None:
        return None
    rows = free[:]
    for v, whom in pay.items():
        rows[v] = free[v] & inner | whom
    for who, keep in ((inner, outer), (rest, rest)):
        for v in bits(who):
            rows[v] &= keep
    mate = mate[:]
    return (rows, mate) if complete(rows, mate, alive, exposed) else None


def _cheapest_among(near: Near, outer: int, wishes: Sequence[Sequence[Block]]) -> Near | None:
    """The pairs of outer vertices that cost least, if they cost anything, and all others `near` more than half as much.

    What they cost is compared wish by wish. All others cost something; so the first wish for which all pairs of outer
    vertices pay has to leave none of the others that has not paid: each pays as much for it, or more for one before.
    None also where pairs may pay more or less for such a wish.
    """
    paid = not _reached(near) & outer
    if paid:
        return None
    for wish in wishes:
        left = near.copy()
        for _, one, other in wish:
            for v in bits(one & outer):
                left[v] &= ~other
            if one != other:
                for v in bits(other & outer):
                    left[v] &= ~one
        reached = _reached(left)
        if reached & outer:
            near = left
        elif reached or not _paid_alike(wish, outer):
            return None
        elif not paid:
            paid, near = True, {v: row & outer for v, row in near.items()}
    return near if paid else None


def _reached(near: Near) -> int:
    """Whom any of these pairs leads to."""
    reached = 0
    for row in near.values():
        reached |= row
    return reached


def _paid_alike(wish: Sequence[Block], outer: int) -> bool:
    """Whether pairs of outer vertices that pay for a wish all pay the same, and no pair of one of them pays less."""
    if len(wish) == 1:
        return True
    seen, costs = 0, set()
    for cost, one, other in wish:
        both = (one | other) & outer
        if both:
            costs.add(cost)
        if seen & both:
            return False
        seen |= both
    return len(costs) == 1
