"""What can still be paired below: largest matchings of every scoregroup, and of everybody from a scoregroup downwards.

They are made once for a round, from the bottom up, and repaired locally for each question.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rookery.faces.matching import (
    EXPOSED,
    Barrier,
    Mate,
    barrier,
    bits,
    complete,
    deficit,
    extended,
    largest,
    lowest,
    mask_of,
    near_to,
    search,
)
from rookery.model.unchecked import rows
from rookery.values import NamedTuple


class Part(NamedTuple):
    """A largest matching of some participants: whom it leaves exposed, and who they all are."""

    mate: Mate
    exposed: int
    members: int

    def mended(self, rows: Sequence[int], touched: int) -> Part:
        """The same participants, when other pairs are possible; every pair that is not has one of those `touched`."""
        mate, broken = self.mate[:], self.exposed
        for v in bits(self.members & ~broken & touched):
            w = mate[v]
            if w != EXPOSED and not rows[v] >> w & 1:
                mate[v] = mate[w] = EXPOSED
                broken |= 1 << v | 1 << w
        return _part((mate, largest(rows, mate, self.members, broken), self.members))

    def below(self, group: Part, rows: Sequence[int]) -> Part:
        """These participants with a scoregroup that stands just before them."""
        end, members = group.members.bit_length(), self.members | group.members
        if self.exposed.bit_count() > group.members.bit_count():
            mate = self.mate[:]
            return _part((mate, extended(rows, mate, self.members, self.exposed, group.members), members))
        mate = group.mate[:end] + self.mate[end:]
        return _part((mate, largest(rows, mate, members, self.exposed | group.exposed), members))


_part = rows(Part)


class Mended(dict[int, Part]):
    """Largest matchings made out of others, each when it is asked for."""

    def __init__(self, parts: Parts, rows: Sequence[int], touched: int) -> None:
        self.parts, self.rows, self.touched = parts, rows, touched

    def __missing__(self, place: int) -> Part:
        self[place] = self.parts[place].mended(self.rows, self.touched)
        return self[place]


Parts = Sequence[Part] | Mended


class Remainder:
    """The largest matchings of a field with its scoregroups; `extra` is a vertex below them all (the bye), if any."""

    groups: Parts  # scoregroup k alone
    tails: Parts  # scoregroup k and everything below

    def __init__(self, rows: Sequence[int], bounds: Sequence[int], extra: int = 0) -> None:
        self.rows = rows
        groups: list[Part] = []
        nobody = [EXPOSED] * len(rows)
        tails = [Part(nobody, extra, extra)]
        for start, end in reversed(list(pairwise(bounds))):
            group = (1 << end) - (1 << start)
            groups.append(self._group(start, end) if end > start + 1 else _part((nobody, group, group)))
            tails.append(tails[-1].below(groups[-1], rows))
        self.groups, self.tails = groups[::-1], tails[::-1]

    def _group(self, start: int, end: int) -> Part:
        """A scoregroup by itself."""
        rows, own = self.rows, [EXPOSED] * len(self.rows)
        half = (end - start) // 2
        paired = 0
        for i in range(start, start + half):
            j = i + half
            if rows[i] >> j & 1:
                own[i], own[j] = j, i
                paired |= 1 << i | 1 << j
        group = (1 << end) - (1 << start)
        return _part((own, largest(rows, own, group, group & ~paired), group))

    def within(self, rows: Sequence[int], touched: int = -1) -> Remainder:
        """The same participants when other pairs are possible: mended piece by piece, as they are asked for.

        Every pair that is possible no longer has one of those `touched`.
        """
        twin = object.__new__(type(self))
        twin.__dict__ |= self.__dict__
        twin.rows = rows
        twin.groups, twin.tails = Mended(self.groups, rows, touched), Mended(self.tails, rows, touched)
        return twin

    @property
    def perfect(self) -> bool:
        """Whether everybody can be paired."""
        return not self.tails[0].exposed

    @property
    def obstacle(self) -> Barrier:
        """Why not everybody can be paired."""
        mate, exposed, members = self.tails[0]
        return barrier(self.rows, deficit(self.rows, mate, members, exposed))

    def closes(self, group: int, extra: int = 0) -> bool:
        """Whether all from this scoregroup downwards can be paired among themselves, but for the `extra` vertex."""
        return self.tails[group].exposed == extra

    def takes(self, down: Sequence[int], group: int) -> bool:
        """Whether the players moved down leave nothing to be desired: all are paired in this scoregroup,
        which then loses at most its odd resident, and the rest can be completed.
        """
        members = self.groups[group].members
        below, open_, tail = self.tails[group + 1]
        rows, mate, here, left = self._arrived(down, group)
        if not left or not open_ or left & (left - 1) or open_ & (open_ - 1):
            return not left and not open_
        f, x = lowest(left), lowest(open_)
        near = members & self.rows[x]
        if search(rows, mate, f, here, near).outer & near:
            return True
        outer = search(self.rows, below, x, tail).outer
        lost = search(rows, mate, f, here).outer & members  # who may be the odd resident
        return any(self.rows[e] & outer for e in bits(lost))

    def doors(self, group: int) -> int:
        """Whom of this scoregroup one player moved down must be able to meet to leave nothing to be desired.

        Seen from where a way must end: with the one that is left over in the scoregroup, if one is. A vertex stands for
        whom those below are lacking, and takes whoever leaves them complete.
        """
        mate, left, members = self.groups[group]
        below, open_, tail = self.tails[group + 1]
        if open_ & open_ - 1:
            return 0
        rows, mate, here = self.rows, mate[:], members
        if open_:
            lost = members & near_to(rows, search(rows, below, lowest(open_), tail).outer)
            beyond, rows = len(rows), [*rows, lost]
            mate.append(EXPOSED)
            for e in bits(lost):
                rows[e] |= 1 << beyond
            here, left = here | 1 << beyond, left | 1 << beyond
        left = largest(rows, mate, here, left)
        return search(rows, mate, lowest(left), here).outer & members if left.bit_count() == 1 else 0

    def may_take(self, group: int) -> bool:
        """Whether anybody moved down could leave nothing to be desired: below there is at most one to be served."""
        open_ = self.tails[group + 1].exposed
        return not open_ & (open_ - 1)

    def welcomes(self, down: Sequence[int], group: int) -> bool:
        """Whether all players moved down are paired in this scoregroup, which then loses at most its odd resident."""
        rows, mate, here, left = self._arrived(down, group)
        if not left or left & (left - 1):
            return not left
        return bool(search(rows, mate, lowest(left), here).outer & self.groups[group].members)

    def _arrived(self, down: Sequence[int], group: int) -> tuple[Sequence[int], Mate, int, int]:
        """This scoregroup with the players moved down to it: rows, a largest matching, members, who is left.

        Where more than one will be left whatever happens, those of the scoregroup by itself.
        """
        mate, left, members = self.groups[group]
        rows = self.rows
        arriving = mask_of(down)
        if left.bit_count() > len(down) + 1:  # whoever arrives finds a partner for one of them at most
            return rows, mate, members | arriving, left
        if len(down) > 1:  # two players moved down never meet
            rows = list(rows)
            for i in down:
                rows[i] &= members
        mate = mate[:]
        here = members | arriving
        return rows, mate, here, largest(rows, mate, here, left | arriving)

    def completes(self, more: Sequence[int], group: int) -> bool:
        """Whether these and everybody from this scoregroup downwards can be paired, none of these with each other."""
        mate, exposed, members = self.tails[group]
        arriving = mask_of(more)
        rows = list(self.rows)
        for i in more:
            rows[i] &= ~arriving
        return complete(rows, mate[:], members | arriving, exposed | arriving)
