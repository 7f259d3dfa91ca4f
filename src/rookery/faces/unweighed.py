"""What is best without weighing: of a few matchings all are listed; some vertices are too many for the others.

In a list a pair is the set of the two, a matching is a tuple of pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from rookery.faces.matching import EXPOSED, Deficit, Mate, bits, complete

Block = tuple[int, int, int]  # cost, left, right: a pair of one of `left` with one of `right` costs so much
Pairs = tuple[int, ...]
Near = dict[int, int]  # vertex -> partners


# -- what is paid, and the edges that cost nothing


def price(wish: Sequence[Block], mate: Sequence[int]) -> int:
    """What a matching pays for a wish."""
    total = 0
    for cost, left, right in wish:
        for v in bits(left):
            w = mate[v]
            if w != EXPOSED and right >> w & 1 and (v < w or not (left >> w & 1 and right >> v & 1)):
                total += cost
    return total


def without(rows: Sequence[int], alive: int, wishes: Sequence[Sequence[Block]]) -> list[int] | None:
    """The graph without the edges that cost anything; None if somebody has no others."""
    left_over, done = list(rows), list[tuple[int, int]]()
    for _, left, right in chain.from_iterable(wishes):
        if not (left & left - 1 and right & right - 1):  # the edges of one vertex: there may be many such blocks
            if not _spared(left_over, alive, *((right, left) if left & left - 1 else (left, right))):
                return None
            continue
        for wide, whom in done:
            if not (left & ~wide or right & ~whom):
                break  # the same edges are gone already
        else:
            done.append((left, right))
            keep = alive & ~right
            for v in bits(left & alive):
                left_over[v] = row = left_over[v] & keep
                if not row:
                    return None
            if left == right:
                continue
            keep = alive & ~left
            for v in bits(right & alive):
                left_over[v] = row = left_over[v] & keep
                if not row:
                    return None
    return left_over


def _spared(rows: list[int], alive: int, one: int, whom: int) -> bool:
    """Remove the edges of one vertex to these; whether everybody has others."""
    if not one & alive:
        return True
    v = one.bit_length() - 1
    gone = rows[v] & whom & alive
    rows[v] &= ~gone
    for w in bits(gone):
        rows[w] &= ~one
        if not rows[w] & alive:
            return False
    return bool(rows[v] & alive)


# -- a few matchings


def matchings(rows: Sequence[int], alive: int) -> list[Pairs]:
    """All perfect matchings of a few vertices, those first that give the lowest of them their lowest partners.

    >>> matchings([0b1110, 0b1101, 0b1011, 0b0111], 0b1111)
    [(3, 12), (5, 10), (9, 6)]
    """
    found: list[Pairs] = []
    low = alive & -alive
    for w in bits(rows[low.bit_length() - 1] & alive):
        pair = low | 1 << w
        rest = alive ^ pair
        others = rest & rest - 1
        if others & others - 1:
            found += [(pair, *more) for more in matchings(rows, rest)]
        elif not rest:
            found.append((pair,))
        elif rows[others.bit_length() - 1] & rest:  # two are left
            found.append((pair, rest))
    return found


def few(
    rows: Sequence[int], alive: int, wishes: Iterable[Sequence[Block]], asked: list[Sequence[Block]]
) -> tuple[list[int], Mate] | None:
    """The graph of the best of a few matchings, and one of them; None, with all wishes in `asked`, if it holds more."""
    every = matchings(rows, alive)
    found = best_of(every, wishes, asked)
    edges = set().union(*found)
    if len(found) > 1 and sum(map(edges.issuperset, every)) > len(found):
        return None
    graph, mate = [0] * len(rows), [EXPOSED] * len(rows)
    for pair in edges:
        low = pair & -pair
        high = pair ^ low
        graph[low.bit_length() - 1] |= high
        graph[high.bit_length() - 1] |= low
    for pair in found[0]:
        v, w = bits(pair)
        mate[v], mate[w] = w, v
    return graph, mate


def best_of(found: list[Pairs], wishes: Iterable[Sequence[Block]], asked: list[Sequence[Block]]) -> list[Pairs]:
    """The best of these matchings for the wishes in order; those that it took are in `asked`."""
    if len(found) > 1:
        for wish in wishes:
            if wish:
                asked.append(wish)
                found = _least_costly(found, wish)
                if len(found) == 1:  # whatever else is asked
                    break
    return found


def _least_costly(found: list[Pairs], wish: Sequence[Block]) -> list[Pairs]:
    """Those of these matchings that pay least."""
    totals = []
    for one in found:
        total = 0
        for cost, left, right in wish:
            both = left | right
            for pair in one:
                if both & pair == pair and left & pair and right & pair:
                    total += cost
        totals.append(total)
    least = min(totals)
    if totals.count(least) == len(found):
        return found
    return [one for one, total in zip(found, totals, strict=True) if total == least]


# -- outer vertices: the commonest case of a cost


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
