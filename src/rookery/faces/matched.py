"""Perfect matchings of a graph, one of them at hand: who can be matched with whom, one vertex at a time.

The invariant is that of `face`: `mate` is a perfect matching of `rows` within `alive`, and leaves every bond by exactly
one edge; what is meant is the set of all such matchings.
"""

from __future__ import annotations

from collections.abc import Sequence

from rookery.faces.matching import EXPOSED, Deficit, Mate, bits, complete, flip, join, lowest, search, shortfall
from rookery.faces.unweighed import Block, price
from rookery.typed import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rookery.faces.bonded import Partners

LONG = 200  # more vertices than this are worth a good start before each is settled by a search of its own


class Matched:
    """All perfect matchings of a graph that leave every bond exactly once; `mate` is one of them."""

    __slots__ = ("_contracted", "alive", "bonds", "mate", "rows")

    def __init__(self, rows: list[int], mate: Mate, alive: int, bonds: tuple[int, ...] = ()) -> None:
        self.rows, self.mate, self.alive, self.bonds = rows, mate, alive, bonds
        self._contracted: Partners | None = None

    def copy(self) -> Self:
        """The same matchings once more."""
        return type(self)(self.rows[:], self.mate[:], self.alive, self.bonds)

    def restrict(self, rows: list[int], among: int = -1) -> bool:
        """Keep the matchings within these edges of the face, if there are any; all others are edges of `among`."""
        mate = self.mate[:]
        broken = self._break(rows, mate, among)
        return complete(rows, mate, self.alive, broken) and self._accept(rows, mate)

    def lack(self, rows: list[int], among: int = -1) -> Deficit:
        """What a largest matching within these edges lacks, the bonds apart; all others are edges of `among`."""
        mate = self.mate[:]
        return shortfall(rows, mate, self.alive, self._break(rows, mate, among))

    # -- single vertices

    def prefer(self, i: int, wanted: int) -> bool:
        """Keep the matchings that match i within `wanted` if there are any; otherwise i has no such edges left."""
        granted = self.find(i, wanted)
        row = self.rows[i] & self.alive
        if not granted:  # no matching had any of these
            self._cut(i, row & wanted)
        elif row & ~wanted:
            self._contracted = None
            self._cut(i, row & ~wanted)
        return granted

    def find(self, i: int, wanted: int) -> bool:
        """Whether some matching matches i within `wanted`: then the member is one of them."""
        good = wanted & self.rows[i] & self.alive
        return bool(good >> self.mate[i] & 1) or (bool(good) and self._rematch(i, good, good) != EXPOSED)

    def partners(self, i: int) -> int:
        """All with whom some matching matches i."""
        if self.bonds:
            return self._bound().of(i)
        mate, current = self.mate[:], self.mate[i]
        mate[current] = EXPOSED
        return self.rows[i] & search(self.rows, mate, current, self.alive & ~(1 << i)).outer

    def decides(self, who: int) -> bool:
        """Whether at a glance each of these is matched with the same in all matchings."""
        rows, mate, alive = self.rows, self.mate, self.alive
        for i in bits(who):
            if rows[i] & alive != 1 << mate[i] and rows[mate[i]] & alive != 1 << i:
                break
        else:
            return True
        return False

    def settle(self, i: int, wanted: int) -> int:
        """Match i with the lowest possible vertex of `wanted`, which is returned; both leave the face."""
        j = self.take(i, wanted)
        assert j != EXPOSED, "nobody possible"
        return j

    def take(self, i: int, wanted: int) -> int:
        """Settle i, if anybody of `wanted` is possible; otherwise nothing changes, and EXPOSED is returned."""
        wanted &= self.rows[i] & self.alive
        first, j = wanted & -wanted, self.mate[i]
        if not first >> j & 1:
            j = self._rematch(i, wanted, first) if wanted else EXPOSED
        if j != EXPOSED:
            if self.bonds:
                self._loosen(i, j)
            self.alive &= ~(1 << i | 1 << j)
            self.mate[i] = self.mate[j] = EXPOSED
        return j

    def settle_all(self, order: Sequence[int], wanted: int) -> list[tuple[int, int]]:
        """Settle each of these in order; who is matched with whom."""
        if len(order) > LONG and not self.bonds:
            self._lead(order, wanted)
        mate, pairs = self.mate, []
        for i in order:
            near, j = wanted & self.rows[i] & self.alive, mate[i]
            if near & -near == 1 << j and not self.bonds:  # what is first is what it has
                self.alive ^= 1 << i | 1 << j
                mate[i] = mate[j] = EXPOSED
            else:
                j = self.settle(i, wanted)
                mate = self.mate
            pairs.append((i, j))
        return pairs

    def sole(self, who: int, size: int) -> list[tuple[int, int]] | None:
        """The pairs of the first so many vertices, if at a glance there is no choice for `who`; they leave the face."""
        if self.bonds or not self.decides(who):
            return None
        mate = self.mate
        pairs = [(i, j) for i, j in enumerate(mate[:size]) if i < j < size]
        for i, j in pairs:
            self.alive ^= 1 << i | 1 << j
            mate[i] = mate[j] = EXPOSED
        return pairs

    # -- machinery

    def _lead(self, order: Sequence[int], wanted: int) -> None:
        """Take for the member one that matches these, as far as one after the other can be, with their first choice."""
        rows, mate = self.rows, self.mate[:]
        free, parted = wanted & self.alive, 0
        for i in order:
            near = rows[i] & free
            if near:
                j = lowest(near)
                free ^= near & -near
                if mate[i] != j:
                    for v in (mate[i], mate[j]):
                        if v != EXPOSED:
                            mate[v] = EXPOSED
                            parted |= 1 << v
                    join(mate, i, j)
                    parted &= ~(1 << i | 1 << j)
        if complete(rows, mate, self.alive, parted):
            self.mate = mate

    def _break(self, rows: Sequence[int], mate: Mate, among: int = -1) -> int:
        """Part those of `among` whose edge is not in these rows; who is exposed then."""
        broken = 0
        for v in bits(self.alive & among):
            w = mate[v]
            if w == EXPOSED:
                broken |= 1 << v
            elif (w > v or not among >> w & 1) and not rows[v] >> w & 1:
                broken |= 1 << v | 1 << w
                mate[v] = mate[w] = EXPOSED
        return broken

    def _accept(self, rows: list[int], mate: Mate) -> bool:
        """Take these rows, of which `mate` is a perfect matching, if they hold a matching of the face."""
        if self.bonds and not self._respects(mate):
            from rookery.faces.bonded import bonded

            found = bonded(rows, self.alive, self.bonds, mate)
            if found is None:
                return False
            mate = found
        self.rows, self.mate = rows, mate
        return True

    def _crossings(self, cost: int = 1) -> list[Block]:
        """The wish to leave no bond more often than needed."""
        return [(cost, bond, self.alive & ~bond) for bond in self.bonds]

    def _respects(self, mate: Mate) -> bool:
        """Whether the matching leaves every bond exactly once."""
        return price(self._crossings(), mate) == len(self.bonds)

    def _loosen(self, i: int, j: int) -> None:
        """The bonds once i and j have left: the edge i-j was the one by which some of them are left."""
        both = 1 << i | 1 << j
        bonds = []
        for bond in self.bonds:
            rest = bond & ~both
            if (bond ^ rest).bit_count() == 1:  # nobody else leaves this bond
                for v in bits(self.alive & ~both):
                    self.rows[v] &= rest if rest >> v & 1 else ~rest
            elif rest.bit_count() > 1:
                bonds.append(rest)
        self.bonds = tuple(dict.fromkeys(bonds))  # one that held another by these two is the same now

    def _cut(self, i: int, gone: int) -> None:
        """Remove these edges of i."""
        self.rows[i] &= ~gone
        keep = ~(1 << i)
        for j in bits(gone):
            self.rows[j] &= keep

    def _seclude(self, around: int, groups: int) -> None:
        """Remove the edges from `around` to whoever is not in `groups`: these need all of those, so none is used."""
        rows, lost = self.rows, 0
        for v in bits(around):
            lost |= rows[v]
            rows[v] &= groups
        others = ~around
        for w in bits(lost & self.alive & ~groups):
            rows[w] &= others

    def _rematch(self, i: int, wanted: int, stop: int) -> int:
        """Match i with a vertex of `stop`, or else the lowest possible of `wanted`; with whom, EXPOSED if with nobody.

        j is possible for i iff an even alternating path leads to j from the present partner in the graph without i.
        """
        mate, rows = self.mate, self.rows
        current = mate[i]
        if stop >> current & 1:
            return current
        if self.bonds:
            return self._rematch_bound(i, wanted)
        j = stop.bit_length() - 1
        gate = mate[j]
        if rows[gate] >> current & 1:  # the commonest case: exchange partners
            join(mate, gate, current)
            join(mate, i, j)
            return j
        mate[current] = EXPOSED
        others = self.alive & ~(1 << i)
        if stop == 1 << j:  # a sole aim is had when its partner finds another
            tree = search(rows, mate, current, others & ~(stop | 1 << gate), rows[gate])
            if tree.end != EXPOSED:
                flip(mate, tree.parent, tree.end, gate)
                join(mate, i, j)
                return j
            if tree.outer & rows[j]:
                tree = search(rows, mate, current, others)
        else:
            tree = search(rows, mate, current, others, stop)
        j = tree.end
        if j == EXPOSED:
            self._seclude(tree.seen & ~tree.outer | 1 << i, tree.outer)
            if wanted & tree.outer:
                j = lowest(wanted & tree.outer)
        mate[current] = i
        if j != EXPOSED and j != current:
            mate[current] = mate[i] = EXPOSED
            flip(mate, tree.parent, j, i)
        return j

    def _rematch_bound(self, i: int, wanted: int) -> int:
        """The same under bonds: a possible partner is met by whatever keeps them."""
        first = wanted & -wanted
        if self._contracted is None and self._meet(i, first.bit_length() - 1):  # who mostly is possible
            return first.bit_length() - 1
        possible = wanted & self._bound().of(i)
        if not possible:
            return EXPOSED
        j = lowest(possible)
        assert self._meet(i, j), "a possible partner"
        return j

    def _meet(self, i: int, j: int) -> bool:
        """Whether some matching matches i and j, bonds kept: then the member is one of them."""
        both = 1 << i | 1 << j
        rows = [row & ~both for row in self.rows]
        rows[i], rows[j] = 1 << j, 1 << i
        face = self.copy()
        met = face.restrict(rows)
        if met:
            self.mate = face.mate
        return met

    def _bound(self) -> Partners:
        """Who can be matched with whom under the bonds, contracted once as long as no matching has left the face."""
        from rookery.faces.bonded import Partners

        known = self._contracted
        now = self.rows, self.alive, self.bonds, self.mate
        if known is None or any(one is not other for one, other in zip(known.known, now, strict=True)):
            known = self._contracted = Partners(*now)
        return known
