"""Search state passed from a bracket to the next, and the search of the players below a single floater."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rookery.matching.blossom import EXPOSED, VertexSet, bits, complete_matching, lowest, search
from rookery.matching.optimal_matchings import Cost, OptimalMatchings
from rookery.pairing.bracket import Bracket, Numbering
from rookery.pairing.downfloat.remaining import MaximumMatching


class CarryOver(NamedTuple):
    """Search state reusable for the next bracket: the reduced graph, the floaters, and the costs already minimised.

    `matchings` are those that are optimal for the costs in `ahead`, in the numbering of the bracket above; if
    `ahead` is None, all matchings in which every remaining player is paired. The players are the places in `left`,
    with the vertices `staying`, and all places from `end` on, whose vertices begin at `first`.
    """

    left: tuple[int, ...]
    end: int
    matchings: OptimalMatchings
    staying: Sequence[int]
    first: int
    ahead: list[Cost] | None

    def forced_bracket(self, b: Bracket) -> OptimalMatchings | None:
        """Return the next bracket by itself, with slots for unpaired members, if it is forced.

        All remaining matchings then have equal costs in it. So nothing has to be minimised for the bracket after it
        either, until a player has a choice again.
        """
        first, mate = self.first, self.matchings.mate
        if not self.matchings.is_forced(b.residents >> b.shift << first):
            return None
        members = (*self.staying, *range(first, first + b.size - b.shift))
        index = dict(zip(members, range(b.size), strict=True))
        local_mate = [index.get(mate[v], EXPOSED) for v in members]
        for i, j in enumerate(local_mate):
            if j == EXPOSED:
                local_mate[i] = len(local_mate)
                local_mate.append(i)
        return OptimalMatchings([1 << j for j in local_mate], local_mate, (1 << len(local_mate)) - 1)

    def advance(self, unpaired: Sequence[int], end: int) -> CarryOver:
        """Return the state after a forced bracket."""
        shift, vertex = self.first - self.end, dict(zip(self.left, self.staying, strict=True))
        staying = [place + shift if place >= self.end else vertex[place] for place in unpaired]
        return CarryOver(tuple(unpaired), end, self.matchings, staying, end + shift, None)

    def reindex(self) -> tuple[OptimalMatchings, list[Cost] | None]:
        """Return the graph in the numbering of the next bracket, and the costs already minimised for it."""
        rows, mate = self.matchings.rows, self.matchings.mate
        vertices = (*self.staying, *range(self.first, len(rows)))
        number = dict(zip(vertices, range(len(vertices)), strict=True))
        new_mate, again = [number[mate[v]] for v in vertices], Numbering(self.staying, self.first)
        near = [
            again.renumber(row) if (row := rows[v]) & row - 1 else 1 << j
            for v, j in zip(vertices, new_mate, strict=True)
        ]
        matchings = OptimalMatchings(near, new_mate, (1 << len(near)) - 1)
        if self.ahead is None:
            return matchings, None
        remaining_costs = [
            [(cost, again.renumber(low), again.renumber(high)) for cost, low, high in blocks] for blocks in self.ahead
        ]
        remaining_costs = [[block for block in blocks if block[1] and block[2]] for blocks in remaining_costs]
        return matchings, [blocks for blocks in remaining_costs if blocks]


def depends_on_outside_opponents(b: Bracket, cost: Cost) -> bool:
    """Return whether a cost distinguishes opponents outside the bracket."""
    outside = b.outside
    for _, low, high in cost:
        sides = low & outside, high & outside
        if sides not in ((0, outside), (0, 0), (outside, 0)):
            return True
    return False


def build_carry_over(
    b: Bracket, matchings: OptimalMatchings, unpaired: list[int], ahead: list[Cost], later_costs: Sequence[Cost]
) -> CarryOver | None:
    """Build the state for the next bracket: the costs `ahead` are already minimised for the players left over.

    Return None if one of `later_costs` depends on the opponents outside the bracket, or if the graph still contains
    players who are paired.
    """
    staying = matchings.alive & b.members
    lone = bits(staying)
    if (
        matchings.odd_sets
        or [b.place_of(i) for i in lone] != unpaired
        or any(depends_on_outside_opponents(b, cost) for cost in later_costs)
    ):
        return None
    for i in lone:  # two who are left over do not meet
        matchings.rows[i] &= ~staying
    return CarryOver(tuple(unpaired), b.end, matchings, lone, b.size, ahead)


def find_completing_partners(rows: Sequence[VertexSet], below: MaximumMatching) -> VertexSet:
    """Return the players below whom a floater can meet so that all others there are paired."""
    return search(rows, below.mate, lowest(below.exposed), below.members).outer


class BelowBracket(NamedTuple):
    """All players below a bracket, in its numbering, with the vertex `proxy` for the member that leaves it."""

    bracket: Bracket
    matchings: OptimalMatchings
    proxy: int
    costs: list[Cost]

    def best(self, rows: Sequence[VertexSet], able: VertexSet) -> int:
        """Return which of `able` are optimal for the players below; `rows` are those of the field."""
        b, fitting = self.bracket, self.matchings.possible_partners(self.proxy)
        return sum([1 << i for i in bits(able) if b.to_local(rows[b.place_of(i)]) & fitting])

    def carry_over_after(self, i: int, rows: Sequence[VertexSet]) -> CarryOver | None:
        """Return the state for the next bracket if this member leaves."""
        b, matchings, proxy = self.bracket, self.matchings, self.proxy
        matchings.try_restrict(proxy, b.to_local(rows[b.place_of(i)]))
        if matchings.odd_sets:
            return None
        if i != proxy:
            swapped = 1 << i | 1 << proxy
            matchings.rows[i], matchings.mate[i] = matchings.rows[proxy], matchings.mate[proxy]
            for e in bits(matchings.rows[i] & matchings.alive):
                matchings.rows[e] ^= swapped
            matchings.mate[matchings.mate[i]], matchings.mate[proxy] = i, EXPOSED
            matchings.alive ^= swapped
        return build_carry_over(b, matchings, [b.place_of(i)], self.costs, ())


def search_below(
    b: Bracket, rows: Sequence[VertexSet], below: MaximumMatching, able: int, costs: list[Cost]
) -> BelowBracket | None:
    """Search the players below for a single floater; None if the members of `able` differ in cost.

    `b` is the bracket with all players below it as outside vertices.
    """
    if any(side & able not in (0, able) for blocks in costs for _, *sides in blocks for side in sides):
        return None
    proxy, shift = lowest(able), b.size - b.end
    near = [0] * b.size + [b.to_local(row) for row in rows[b.end :]]
    for e in bits(b.outside):
        hit = near[e] & able
        near[e] = near[e] & b.outside | (1 << proxy if hit else 0)
        near[proxy] |= (hit != 0) << e
    mate = [EXPOSED] * b.size + [j + shift if j != EXPOSED else j for j in below.mate[b.end :]]
    alive, free = b.outside | 1 << proxy, 1 << proxy | (below.exposed >> b.end) << b.size
    if not complete_matching(near, mate, alive, free):
        return None
    matchings = OptimalMatchings(near, mate, alive)
    matchings.minimize_all(
        [[(cost, low & alive, high & alive) for cost, low, high in blocks if low & alive] for blocks in costs]
    )
    return BelowBracket(b, matchings, proxy, costs)
