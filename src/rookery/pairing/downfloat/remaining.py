"""Maximum matchings of every scoregroup, and of all participants from a scoregroup downwards.

They are built once per round, from the bottom up, and repaired locally for each query.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rookery.matching.blossom import (
    EXPOSED,
    Barrier,
    Mate,
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
from rookery.model._construct import tuple_factory
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
