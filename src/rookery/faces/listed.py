"""The matchings of a few vertices, listed one by one, and the best of them: sooner than by proofs.

A pair is the set of the two, a matching is a tuple of pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rookery.faces.fractional import Block
from rookery.faces.matching import EXPOSED, Mate, bits

Pairs = tuple[int, ...]


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
    found = every = matchings(rows, alive)
    if len(found) > 1:
        pairs = {pair for one in found for pair in one}
        for wish in wishes:
            if wish:
                asked.append(wish)
                found = _least_costly(found, wish, pairs)
                if len(found) == 1:  # whatever else is asked
                    break
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


def _least_costly(found: list[Pairs], wish: Sequence[Block], pairs: Iterable[int]) -> list[Pairs]:
    """Those of these matchings that pay least; `pairs` are all of theirs."""
    paid: dict[int, int] = {}
    for cost, left, right in wish:
        both = left | right
        for pair in pairs:
            if both & pair == pair and left & pair and right & pair:
                paid[pair] = paid.get(pair, 0) + cost
    if not paid:
        return found
    totals = []
    for one in found:
        total = 0
        for pair in one:
            if pair in paid:
                total += paid[pair]
        totals.append(total)
    least = min(totals)
    return [one for one, total in zip(found, totals, strict=True) if total == least]
