"""Maximum matchings of every scoregroup, and of all participants from a scoregroup downwards.

They are built once per round, from the bottom up, and repaired locally for each query. A bracket passes on to the next
what it knows about them (`CarryOver`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rookery.matching.blossom import (
    EXPOSED,
    Barrier,
    Mate,
    VertexSet,
    bits,
    complete_matching,
    find_barrier,
    find_deficit,
    lowest,
    mask_of,
    maximize_matching,
    neighbours,
    search,
)
from rookery.matching.optimal_matchings import Cost, OptimalMatchings
from rookery.model._construct import tuple_factory
from rookery.pairing.bracket import Bracket, Numbering
from rookery.pairing.field import ParticipantSet


class MaximumMatching(NamedTuple):
    """A maximum matching of a set of participants, with its exposed members."""

    mate: Mate
    exposed: ParticipantSet
    members: ParticipantSet

    def repair(self, rows: Sequence[ParticipantSet], touched: ParticipantSet) -> MaximumMatching:
        """Return the matching repaired for other rows; every removed pair has a member in `touched`."""
        mate, broken = self.mate[:], self.exposed
        for v in bits(self.members & ~broken & touched):
            w = mate[v]
            if w != EXPOSED and not rows[v] >> w & 1:
                mate[v] = mate[w] = EXPOSED
                broken |= 1 << v | 1 << w
        return _part((mate, maximize_matching(rows, mate, self.members, broken), self.members))

    def below(self, group: MaximumMatching, rows: Sequence[ParticipantSet]) -> MaximumMatching:
        """Return the matching extended by the scoregroup just above."""
        end, members = group.members.bit_length(), self.members | group.members
        mate = group.mate[:end] + self.mate[end:]
        return _part((mate, maximize_matching(rows, mate, members, self.exposed | group.exposed), members))


_part = tuple_factory(MaximumMatching)


class RepairedMatchings(dict[int, MaximumMatching]):
    """Matchings repaired from others on demand."""

    def __init__(self, parts: Parts, rows: Sequence[ParticipantSet], touched: ParticipantSet) -> None:
        self.parts, self.rows, self.touched = parts, rows, touched

    def __missing__(self, place: int) -> MaximumMatching:
        self[place] = self.parts[place].repair(self.rows, self.touched)
        return self[place]


Parts = Sequence[MaximumMatching] | RepairedMatchings


class RemainingMatchings:
    """Maximum matchings of a field by scoregroups; `extra` is a vertex below all of them (the bye), if any."""

    groups: Parts  # scoregroup k alone
    tails: Parts  # scoregroup k and everything below

    def __init__(self, rows: Sequence[ParticipantSet], bounds: Sequence[int], extra: ParticipantSet = 0) -> None:
        self.rows = rows
        groups: list[MaximumMatching] = []
        nobody = [EXPOSED] * len(rows)
        tails = [MaximumMatching(nobody, extra, extra)]
        for start, end in reversed(list(pairwise(bounds))):
            group = (1 << end) - (1 << start)
            groups.append(self._group(start, end) if end > start + 1 else _part((nobody, group, group)))
            tails.append(tails[-1].below(groups[-1], rows))
        self.groups, self.tails = groups[::-1], tails[::-1]

    def _group(self, start: int, end: int) -> MaximumMatching:
        """Build the maximum matching of a scoregroup by itself."""
        rows, mate = self.rows, [EXPOSED] * len(self.rows)
        half = (end - start) // 2
        paired = 0
        for i in range(start, start + half):
            j = i + half
            if rows[i] >> j & 1:
                mate[i], mate[j] = j, i
                paired |= 1 << i | 1 << j
        group = (1 << end) - (1 << start)
        return _part((mate, maximize_matching(rows, mate, group, group & ~paired), group))

    def restrict_to_rows(self, rows: Sequence[ParticipantSet], touched: ParticipantSet = -1) -> RemainingMatchings:
        """Return a copy for other rows, repaired on demand.

        Every removed pair has a member in `touched`.
        """
        twin = object.__new__(type(self))
        twin.__dict__ |= self.__dict__
        twin.rows = rows
        twin.groups, twin.tails = (
            RepairedMatchings(self.groups, rows, touched),
            RepairedMatchings(self.tails, rows, touched),
        )
        return twin

    @property
    def is_perfect(self) -> bool:
        """Whether all participants can be paired."""
        return not self.tails[0].exposed

    @property
    def barrier(self) -> Barrier:
        """The barrier that prevents a complete pairing."""
        mate, exposed, members = self.tails[0]
        return find_barrier(self.rows, find_deficit(self.rows, mate, members, exposed))

    def can_complete(self, group: int, extra: ParticipantSet = 0) -> bool:
        """Return whether all from this scoregroup downwards can be paired, except the `extra` vertex."""
        return self.tails[group].exposed == extra

    def can_absorb(self, down: Sequence[int], group: int) -> bool:
        """Return whether the players moved down are absorbed.

        All of them are paired in this scoregroup, which then loses at most its odd resident, and the rest can be
        completed.
        """
        members = self.groups[group].members
        below, open_, tail = self.tails[group + 1]
        rows, mate, alive, exposed = self._with_downfloaters(down, group)
        if not exposed or not open_ or exposed & (exposed - 1) or open_ & (open_ - 1):
            return not exposed and not open_
        f, x = lowest(exposed), lowest(open_)
        near = members & self.rows[x]
        if search(rows, mate, f, alive, near).outer & near:
            return True
        outer = search(self.rows, below, x, tail).outer
        lost = search(rows, mate, f, alive).outer & members  # the possible odd residents
        return any(self.rows[e] & outer for e in bits(lost))

    def absorbing_members(self, group: int) -> ParticipantSet:
        """Return the members of this scoregroup that a single downfloater must be able to meet to be absorbed.

        The search starts at the end of the path: at the exposed member of the scoregroup, if any. An additional
        vertex represents the member missing below, adjacent to all members that would complete it.
        """
        mate, exposed, members = self.groups[group]
        below, open_, tail = self.tails[group + 1]
        if open_ & open_ - 1:
            return 0
        rows, mate, alive = self.rows, mate[:], members
        if open_:
            lost = members & neighbours(rows, search(rows, below, lowest(open_), tail).outer)
            beyond, rows = len(rows), [*rows, lost]
            mate.append(EXPOSED)
            for e in bits(lost):
                rows[e] |= 1 << beyond
            alive, exposed = alive | 1 << beyond, exposed | 1 << beyond
        exposed = maximize_matching(rows, mate, alive, exposed)
        return search(rows, mate, lowest(exposed), alive).outer & members if exposed.bit_count() == 1 else 0

    def may_absorb(self, group: int) -> bool:
        """Return whether any downfloater could be absorbed: at most one is exposed below."""
        open_ = self.tails[group + 1].exposed
        return not open_ & (open_ - 1)

    def can_absorb_in_group(self, down: Sequence[int], group: int) -> bool:
        """Return whether all players moved down can be paired here while at most one resident is left unpaired."""
        rows, mate, alive, exposed = self._with_downfloaters(down, group)
        if not exposed or exposed & (exposed - 1):
            return not exposed
        return bool(search(rows, mate, lowest(exposed), alive).outer & self.groups[group].members)

    def _with_downfloaters(self, down: Sequence[int], group: int) -> tuple[Sequence[int], Mate, int, int]:
        """Return this scoregroup with the players moved down: rows, maximum matching, members, exposed.

        If more than one is exposed in any case, the matching of the scoregroup alone is returned.
        """
        mate, exposed, members = self.groups[group]
        rows = self.rows
        arriving = mask_of(down)
        if exposed.bit_count() > len(down) + 1:  # each arriving player can match at most one of them
            return rows, mate, members | arriving, exposed
        if len(down) > 1:  # two players moved down never meet
            rows = list(rows)
            for i in down:
                rows[i] &= members
        mate = mate[:]
        alive = members | arriving
        return rows, mate, alive, maximize_matching(rows, mate, alive, exposed | arriving)

    def can_complete_with(self, downfloaters: Sequence[int], group: int) -> bool:
        """Return whether these and all from this scoregroup downwards can be paired, none of these with each other."""
        mate, exposed, members = self.tails[group]
        arriving = mask_of(downfloaters)
        rows = list(self.rows)
        for i in downfloaters:
            rows[i] &= ~arriving
        return complete_matching(rows, mate[:], members | arriving, exposed | arriving)


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
