"""What has to be paid where outer vertices are too many for the others: proved by potentials, nothing is weighed.

A largest matching of the edges that cost nothing shows (Gallai and Edmonds) groups of outer vertices, more of them than
there are inner vertices to serve them. Let t be the least that an edge costs which is not free. Potentials: t for the
vertices of the groups that pay, -t for the inner vertices next to these, 0 for all others, and 2t for a group of
several as a whole; or half of that if all groups pay. No edge has negative slack unless one that costs less than 2t
joins two groups that pay in full. Then no matching pays less than these groups have to; so if the tight edges hold a
perfect matching that leaves every group that pays once, they are, with these groups as bonds, all that is cheapest.
"""

from __future__ import annotations

from collections.abc import Sequence

from rookery.faces.bonded import bonded
from rookery.faces.fractional import Parts
from rookery.faces.matching import EXPOSED, Deficit, Mate, bits, complete, components, lowest, smaller
from rookery.values import NamedTuple


class Short(NamedTuple):
    """A graph: the edges that are free, those that cost t, those that cost 2t, those that cost less than that."""

    alive: int
    free: list[int]
    dear: list[int]
    twice: list[int]
    near: list[int]


Paid = tuple[Mate, list[int], tuple[int, ...]]
"""A cheapest perfect matching, the edges of all of them, and the bonds that all of them leave once."""


def paid_by_groups(parts: Parts, alive: int, mate: Mate, lacking: Deficit) -> Paid | None:
    """The cheapest perfect matchings, if groups of outer vertices pay.

    `mate` is a largest matching of the edges that cost nothing, and `lacking` what it lacks; no edge costs less.
    """
    least = min([c for part in parts for c in part if c], default=0)
    if least <= 0:
        return None
    free, dear, twice = ([part.get(c, 0) for part in parts] for c in (0, least, 2 * least))
    near = [_union([row for c, row in part.items() if 0 < c < 2 * least]) for part in parts]
    short = Short(alive, free, dear, twice, near)
    groups = components(free, lacking.outer)
    paying = _apart(short, groups, lacking)
    if paying is None:
        rows, paying = _by_halves(short, groups, lacking), groups
    else:
        rows = _in_full(short, paying, lacking)
    return _matched(alive, rows, mate, smaller(paying, alive))


def _union(sets: Sequence[int]) -> int:
    found = 0
    for one in sets:
        found |= one
    return found


def _apart(short: Short, groups: Sequence[int], lacking: Deficit) -> list[int] | None:
    """Groups that no such edge joins: of every two sides the one that lacks more; None if there are not two sides."""
    around = {v: group for group in groups for v in bits(group)}
    found, left = 0, lacking.outer
    while left:
        sides, fresh, turn = [0, 0], around[lowest(left)], 0
        while fresh:
            sides[turn] |= fresh
            reach = 0
            for v in bits(fresh):
                reach |= short.near[v] & ~around[v]
            reach &= lacking.outer
            if reach & sides[turn]:
                return None
            turn = 1 - turn
            fresh = _union([around[v] for v in bits(reach & ~sides[turn])])
        found |= max(sides, key=lambda side: (side & lacking.exposed).bit_count())
        left &= ~(sides[0] | sides[1])
    return [group for group in groups if group & found]


def _in_full(short: Short, paying: Sequence[int], lacking: Deficit) -> list[int]:
    """The tight edges if the vertices of these groups have the potential t."""
    alive, free, dear, twice, _ = short
    payers = sum(paying)
    served = _union([free[v] for v in bits(payers)]) & lacking.inner
    rest = alive & ~payers & ~served
    found = [0] * len(free)
    for group in paying:
        for v in bits(group):
            found[v] = free[v] | dear[v] & rest | twice[v] & payers & ~group
    for v in bits(served):
        found[v] = free[v] & payers
    for v in bits(rest):
        found[v] = free[v] & rest | dear[v] & payers
    return found


def _by_halves(short: Short, groups: Sequence[int], lacking: Deficit) -> list[int]:
    """The tight edges if all outer vertices have the potential t/2."""
    alive, free, dear, _, _ = short
    found = [0] * len(free)
    for group in groups:
        for v in bits(group):
            found[v] = free[v] | dear[v] & lacking.outer & ~group
    rest = alive & ~lacking.outer & ~lacking.inner
    for who, whom in ((lacking.inner, lacking.outer), (rest, rest)):
        for v in bits(who):
            found[v] = free[v] & whom
    return found


def _matched(alive: int, rows: list[int], start: Mate, bonds: tuple[int, ...]) -> Paid | None:
    """These edges, if they hold a perfect matching that leaves each of the bonds once."""
    mate, parted = start[:], 0
    for v in bits(alive):
        if mate[v] == EXPOSED or not rows[v] >> mate[v] & 1:  # who served a group that does not pay
            mate[v] = EXPOSED
            parted |= 1 << v
    found: Mate | None = mate
    if not complete(rows, mate, alive, parted):
        return None
    if any(sum([not bond >> mate[v] & 1 for v in bits(bond)]) > 1 for bond in bonds):
        found = bonded(rows, alive, bonds, mate)
    return None if found is None else (found, rows, bonds)
