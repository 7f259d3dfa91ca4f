"""The face: all perfect matchings of a graph that are best for the wishes so far; each shrinks it.

Invariant, whatever verb was last called:
  (I1) `mate` is a perfect matching of `rows` within `alive`, and leaves every bond by exactly one edge;
  (I2) the face is exactly the set of such matchings: no other matching was as good for the wishes so far.
A bond is an odd set of vertices; there are none until a wish meets an integrality gap (see `weighted`).

A wish is a tuple of blocks `(cost, left, right)`: a pair of one of `left` with one of `right` costs so much; blocks add
up, pairs in no block are free. Bits of vertices that have left the face may remain in rows: mask with `alive`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from rookery.faces.fractional import Block, Parts, lower, outlook, parts_of, price, spread, weighed
from rookery.faces.matching import (
    EXPOSED,
    Deficit,
    Mate,
    bits,
    complete,
    components,
    core,
    flip,
    join,
    largest,
    lowest,
    search,
    shortfall,
)
from rookery.faces.unweighed import few, paid_at_outer

Wish = Sequence[Block]

TOGETHER = 12  # no more wishes than this are weighed at once: the first leave less open for the others
WIDE = 8  # among more vertices than this no two are: alone, each may be free, or paid among the outer vertices
AT_ONCE = 4  # vertices have three matchings at most: they are listed before anything is searched for
LISTED = 6  # have fifteen: they are listed before costs are weighed
SHORT = 32  # where rows are longer there were many vertices, most of which have left
MANY = 6  # more exposed vertices than this are worth a better guess at what they will pay
LONG = 200  # more vertices than this are worth a good start before each is settled by a search of its own


def centre_of(wish: Wish) -> int:
    """The vertex that is in every pair which costs anything; EXPOSED if there is none.

    >>> centre_of([(1, 0b100, 0b11), (2, 0b11000, 0b100)])
    2
    """
    centre = 0
    for _, left, right in wish:
        one = right if left & left - 1 else left
        if one & one - 1 or (centre and one != centre):
            return EXPOSED
        centre = one
    return centre.bit_length() - 1


class Face:
    """All perfect matchings of a graph that are best for the wishes so far; `mate` is one of them."""

    __slots__ = ("alive", "bonds", "mate", "rows")

    def __init__(self, rows: list[int], mate: Mate, alive: int, bonds: tuple[int, ...] = ()) -> None:
        self.rows, self.mate, self.alive, self.bonds = rows, mate, alive, bonds

    def copy(self) -> Face:
        """Another face of the same matchings."""
        return Face(self.rows[:], self.mate[:], self.alive, self.bonds)

    # -- wishes

    def seek(self, wishes: Iterable[Wish]) -> None:
        """Grant the wishes in order: for each keep the matchings of least cost.

        Mostly none of them need cost anything. Otherwise each is looked at by itself, but for a few wishes of a few
        vertices: these are weighed at once, each against the next as one pair more is against all that could follow.
        """
        asked: list[Wish] = []
        many = self.alive.bit_count()
        if many <= AT_ONCE and self._pick(wishes, asked):
            return
        asked += [wish for wish in wishes if wish]
        if not asked:
            return
        rows = self._without(asked)
        for _ in range(2):  # from either side
            if rows is None:
                asked = [open_ for wish in asked if (open_ := self._open(wish))]
                rows = self._without(asked)
        mate, lacking = self.mate, None
        if rows is not None:
            mate = mate[:]
            lacking = shortfall(rows, mate, self.alive, self._break(rows, mate))
            if not lacking.exposed and self._accept(rows, mate):
                return
        asked = list({tuple(wish): wish for wish in asked}.values())  # granted once is granted
        if many <= LISTED and self._pick(asked, []):
            return
        if rows is not None and lacking and self._pay_at_outer(asked, rows, mate, lacking):
            return
        if self._divide(asked):
            return
        plain = self.bonds or all(centre_of(wish) == EXPOSED for wish in asked)
        if plain and len(asked) <= (1 if many > WIDE else TOGETHER):
            self._weigh(weighed(asked, len(mate)), mate)
        else:
            for wish in asked:
                self._grant(wish)

    def _grant(self, wish: Wish) -> bool:
        """Keep the matchings of least cost for one wish, and say whether there can have been others."""
        alive = self.alive
        wish = [(cost, low & alive, high & alive) for cost, low, high in wish if low & alive and high & alive]
        centre = EXPOSED if self.bonds or not wish else centre_of(wish)
        if centre == EXPOSED and wish:
            wish = self._open(self._open(wish))  # from either side
            centre = EXPOSED if self.bonds or not wish else centre_of(wish)
        if centre == EXPOSED and wish:
            self.seek((wish,))
        return bool(wish) and (centre == EXPOSED or self._spare(centre, wish))

    def _divide(self, wishes: Sequence[Wish]) -> bool:
        """Grant the wishes to each piece of the graph by itself, if there are several; what they pay adds up.

        A bond holds a piece together. Whoever has no choice is left out.
        """
        alive, rows, mate = self.alive, self.rows, self.mate[:]
        pieces = components(rows, alive if self.bonds else core(rows, mate, alive), self.bonds)
        if pieces == [alive]:
            return False
        bonds, found = self.bonds, list[int]()
        for piece in pieces:
            self.alive, self.bonds = piece, tuple([bond for bond in bonds if bond & piece])
            self.seek(wishes)
            for v in bits(piece):
                rows[v], mate[v] = self.rows[v], self.mate[v]
            found += self.bonds
            self.rows, self.mate = rows, mate[:]
        self.alive, self.bonds = alive, tuple(sorted(found))
        return True

    def _pay_at_outer(self, asked: Sequence[Wish], free: list[int], mate: Mate, lacking: Deficit) -> bool:
        """Keep what `paid_at_outer` proves to be best for a few wishes, if it does."""
        if self.bonds or len(asked) > TOGETHER:
            return False
        found = paid_at_outer(self.rows, self.alive, asked, free, mate, lacking)
        if found:
            self.rows, self.mate = found
        return found is not None

    def _pick(self, wishes: Iterable[Wish], asked: list[Wish]) -> bool:
        """Keep the best of a few matchings, if their edges hold no others; if they do, `asked` has all wishes."""
        if self.bonds or not self.alive or len(self.rows) > SHORT:
            return False
        best = few(self.rows, self.alive, wishes, asked)
        if best is not None:
            self.rows, self.mate = best
        return best is not None

    def _spare(self, v: int, wish: Wish) -> bool:
        """Grant a wish that is a matter of whom v is matched with, and say whether there can have been others."""
        row = self.rows[v] & self.alive
        if len(wish) == 1:  # the commonest case: it costs something, or it does not
            _, low, high = wish[0]
            costly = row & ((high if low >> v & 1 else 0) | (low if high >> v & 1 else 0))
            if costly and costly != row:
                self.prefer(v, row ^ costly)
            return bool(costly) and costly != row
        costs = spread(row, 1 << v, wish)
        if len(costs) == 1:
            return False
        for _, whom in sorted(costs.items()):
            if self.prefer(v, whom):
                break
        return True

    def _open(self, wish: Wish) -> Wish:
        """The wish without what every matching pays and what none can, as seen from the left; sides are exchanged."""
        rows, alive = self.rows, self.alive
        found = []
        for cost, left, right in wish:
            some = reach = 0
            for v in bits(left & alive):
                row = rows[v] & alive
                if row & ~right:
                    some |= (row & right != 0) << v
                    reach |= row
                else:  # whoever meets v, that pair pays: it is not asked
                    right &= ~(1 << v)
            if some:
                found.append((cost, right & reach, some))
        return found

    def seek_in_turn(self, wishes: Iterable[Wish]) -> None:
        """Grant the wishes in order, one by one, as long as there is a choice: those behind are not looked at.

        Whoever is matched with the same in all matchings pays whatever happens, and is left out. Worth it where many
        edges are gone already, and wishes are likely to cost something.
        """
        if self.bonds:
            self.seek(wishes)
            return
        alive, sure = self.alive, self.mate[:]
        self._narrow(sure)
        for wish in wishes:
            if not self.alive:
                break
            if self._grant(wish) and not self.bonds:
                self._narrow(sure)
        for v in bits(alive & ~self.alive):
            self.rows[v], self.mate[v] = 1 << sure[v], sure[v]
        self.alive = alive

    def _narrow(self, sure: Mate) -> None:
        """Leave those out for a while who have no choice; `sure` remembers with whom."""
        alive = self.alive
        self.alive = core(self.rows, self.mate, alive)
        for v in bits(alive & ~self.alive):
            sure[v] = self.mate[v]

    def minimise(self, wish: Wish) -> None:
        """Keep the matchings of least total cost."""
        self.seek((wish,))

    def attain(self, wish: Wish, bound: int) -> bool:
        """Keep the matchings that pay no more than `bound` for the wish, if that is the least anybody pays."""
        trial = self.copy()
        trial.minimise(wish)
        if price(wish, trial.mate) > bound:
            return False
        self.rows, self.mate, self.bonds = trial.rows, trial.mate, trial.bonds
        return True

    def restrict(self, rows: list[int]) -> bool:
        """Keep the matchings within these edges of the face, if there are any."""
        mate = self.mate[:]
        broken = self._break(rows, mate)
        return complete(rows, mate, self.alive, broken) and self._accept(rows, mate)

    def lack(self, rows: list[int]) -> int:
        """How many vertices at least a matching within these edges leaves exposed, the bonds apart."""
        mate = self.mate[:]
        return largest(rows, mate, self.alive, self._break(rows, mate)).bit_count()

    # -- single vertices

    def prefer(self, i: int, wanted: int) -> bool:
        """Keep the matchings that match i within `wanted` if there are any; otherwise i has no such edges left."""
        granted = self.find(i, wanted)
        row = self.rows[i] & self.alive
        self._cut(i, row & ~wanted if granted else row & wanted)
        return granted

    def find(self, i: int, wanted: int) -> bool:
        """Whether some matching matches i within `wanted`: then the member is one of them."""
        good = wanted & self.rows[i] & self.alive
        return bool(good >> self.mate[i] & 1) or (bool(good) and self._rematch(i, good, good) != EXPOSED)

    def partners(self, i: int) -> int:
        """All with whom some matching matches i."""
        mate, current = self.mate[:], self.mate[i]
        mate[current] = EXPOSED
        found = self.rows[i] & search(self.rows, mate, current, self.alive & ~(1 << i)).outer
        if self.bonds:
            for j in bits(found & ~(1 << current)):
                found ^= (not self.copy().find(i, 1 << j)) << j
        return found

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

    def _without(self, wishes: Sequence[Wish]) -> list[int] | None:
        """The graph without the edges that cost anything; None if somebody has no others."""
        rows, alive = self.rows[:], self.alive
        done: list[tuple[int, int]] = []
        for _, left, right in chain.from_iterable(wishes):
            for wide, whom in done:
                if not (left & ~wide or right & ~whom):
                    break  # the same edges are gone already
            else:
                done.append((left, right))
                keep = alive & ~right
                for v in bits(left & alive):
                    rows[v] = row = rows[v] & keep
                    if not row:
                        return None
                if left == right:
                    continue
                keep = alive & ~left
                for v in bits(right & alive):
                    rows[v] = row = rows[v] & keep
                    if not row:
                        return None
        return rows

    def _break(self, rows: Sequence[int], mate: Mate) -> int:
        """Part those whose edge is not in these rows; who they are."""
        broken = 0
        for v in bits(self.alive):
            w = mate[v]
            if w < v:
                if w == EXPOSED:
                    broken |= 1 << v
            elif not rows[v] >> w & 1:
                broken |= 1 << v
                mate[v] = mate[w] = EXPOSED
        return broken

    def _weigh(self, blocks: list[Block], start: Mate) -> None:
        """Keep the matchings of least cost, whatever that takes; `start` is any matching."""
        dear = 1 + (self.alive.bit_count() // 2) * sum([cost for cost, _, _ in blocks])
        parts = lower(parts_of(self.rows, self.alive, blocks + self._crossings(dear)))
        mate = start[:]
        free, lacking = self._free(parts, mate)
        if lacking.exposed.bit_count() > MANY:
            parts = lower(parts, outlook(parts, lacking.outer))
            free, lacking = self._free(parts, mate)
        if lacking.exposed:
            from rookery.faces.weighted import cheapest

            self.mate, self.rows, self.bonds = cheapest(parts, self.alive, mate)
        else:
            self.mate, self.rows, self.bonds = mate, free, ()

    def _free(self, parts: Parts, mate: Mate) -> tuple[list[int], Deficit]:
        """The edges that cost nothing; makes `mate` a largest matching of them, and says what it lacks."""
        free = [part.get(0, 0) for part in parts]
        return free, shortfall(free, mate, self.alive, self._break(free, mate))

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
        self.bonds = tuple(bonds)

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
        """The same under bonds: each possible partner in turn has to keep them."""
        for j in self._conceivable(i, wanted):
            both = 1 << i | 1 << j
            rows = [row & ~both for row in self.rows]
            rows[i], rows[j] = 1 << j, 1 << i
            face = self.copy()
            if face.restrict(rows):
                self.mate = face.mate
                return j
        return EXPOSED

    def _conceivable(self, i: int, wanted: int) -> Iterator[int]:
        """Who of these is possible for i but for the bonds; the first, who mostly is, at once."""
        yield lowest(wanted)
        mate, current = self.mate[:], self.mate[i]
        mate[current] = EXPOSED
        yield from bits(wanted & (wanted - 1) & search(self.rows, mate, current, self.alive & ~(1 << i)).outer)
