"""The face: all perfect matchings of a graph that are best for the wishes so far; each shrinks it.

Invariant, whatever verb was last called:
  (I1) `mate` is a perfect matching of `rows` within `alive`, and leaves every bond by exactly one edge;
  (I2) the face is exactly the set of such matchings: no other matching was as good for the wishes so far.
A bond is an odd set of vertices; there are none until a wish meets an integrality gap (see `weighted`).

A wish is a tuple of blocks `(cost, left, right)`: a pair of one of `left` with one of `right` costs so much; blocks add
up, pairs in no block are free. Bits of vertices that have left the face may remain in rows: mask with `alive`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rookery.faces.matched import Matched
from rookery.faces.matching import EXPOSED, Deficit, Mate, bits, components, core, shortfall
from rookery.faces.unweighed import Block, few, paid_at_outer, price, without
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.faces.fractional import Parts

Wish = Sequence[Block]

TOGETHER = 12  # no more wishes than this are weighed at once: the first leave less open for the others
WIDE = 8  # among more vertices than this no two are: alone, each may be free, or paid among the outer vertices
AT_ONCE = 4  # vertices have three matchings at most: they are listed before anything is searched for
LISTED = 6  # have fifteen: they are listed before costs are weighed
SHORT = 32  # where rows are longer there were many vertices, most of which have left
VARIOUS = 3  # different costs are weighed at once: all will hardly be free, nor all who pay pay the same
MANY = 6  # more exposed vertices than this are worth a better guess at what they will pay


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


def _various(blocks: Sequence[Block]) -> bool:
    """Whether there are so many costs that hardly anything can be said of them before they are weighed."""
    return len(blocks) > VARIOUS < len({cost for cost, _, _ in blocks})


class Face(Matched):
    """All perfect matchings of a graph that are best for the wishes so far; `mate` is one of them."""

    __slots__ = ()

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
        various = many > LISTED and len(asked) == 1 and _various(asked[0])
        rows = None if various else without(self.rows, self.alive, asked)
        for _ in range(2):  # from either side
            if rows is None:
                asked = [open_ for wish in asked if (open_ := self._open(wish))]
                rows = None if various and asked else without(self.rows, self.alive, asked)
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
            from rookery.faces.fractional import weighed

            self._weigh(weighed(asked, len(mate)), mate, lacking)
        else:
            for wish in asked:
                self._grant(wish)

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

    # -- machinery

    def _grant(self, wish: Wish) -> bool:
        """Keep the matchings of least cost for one wish, and say whether there can have been others."""
        if len(wish) == 1 and self._indifferent(*wish[0]):
            return False
        alive, centre = self.alive, EXPOSED
        wish = [(cost, low & alive, high & alive) for cost, low, high in wish if low & alive and high & alive]
        if wish and not self.bonds:
            centre = centre_of(wish)
        if centre == EXPOSED and wish:
            if len(wish) == 1 and not self.bonds:
                from rookery.faces.turned import asked_of_few

                turned = asked_of_few(self.rows, alive, wish[0])
                wish = wish if turned is None else turned
            wish = self._open(self._open(wish))  # from either side
            centre = EXPOSED if self.bonds or not wish else centre_of(wish)
        if centre == EXPOSED and wish:
            self.seek((wish,))
        return bool(wish) and (centre == EXPOSED or self._spare(centre, wish))

    def _indifferent(self, _: int, low: int, high: int) -> bool:
        """Whether at a glance all matchings pay the same: nobody can pay, or one vertex does whomever it meets."""
        low &= self.alive
        if low & low - 1:
            return False
        row = self.rows[low.bit_length() - 1] & self.alive if low else 0
        costly = row & high
        return not costly or costly == row

    def _divide(self, wishes: Sequence[Wish]) -> bool:
        """Grant the wishes to each piece of the graph by itself, if there are several; what they pay adds up.

        A bond holds a piece together. Whoever has no choice is left out.
        """
        alive, rows, mate = self.alive, self.rows, self.mate[:]
        pieces = components(rows, alive if self.bonds else core(rows, mate, alive), self.bonds)
        if pieces == [alive]:
            return False
        bonds = self.bonds
        found: list[int] = []
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
        from rookery.faces.fractional import spread

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

    def _narrow(self, sure: Mate) -> None:
        """Leave those out for a while who have no choice; `sure` remembers with whom."""
        alive = self.alive
        self.alive = core(self.rows, self.mate, alive)
        for v in bits(alive & ~self.alive):
            sure[v] = self.mate[v]

    def _weigh(self, blocks: list[Block], start: Mate, lacking: Deficit | None) -> None:
        """Keep the matchings of least cost, whatever that takes; `start` is any matching.

        If it is known what it is `lacking`, it is a largest matching of the edges that cost nothing.
        """
        if self.bonds:
            self._weigh_under_bonds(blocks)
            return
        from rookery.faces.fractional import lower, outlook, parts_of

        given = parts_of(self.rows, self.alive, blocks)
        if _various(blocks):
            from rookery.faces.weighted import cheapest

            self.mate, self.rows, self.bonds = cheapest(given, self.alive, start)
            return
        parts, mate = lower(given), start[:]
        free, lacking = self._free(parts, mate, None if parts is not given else lacking)
        if lacking.exposed.bit_count() > MANY:
            parts = lower(parts, outlook(parts, lacking.outer))
            free, lacking = self._free(parts, mate)
        if lacking.exposed:
            from rookery.faces.outer import paid_by_groups
            from rookery.faces.weighted import cheapest

            proved = paid_by_groups(parts, self.alive, mate, lacking)
            if not proved or proved[2]:
                proved = cheapest(parts, self.alive, mate, proved=proved)
            self.mate, self.rows, self.bonds = proved
        else:
            self.mate, self.rows, self.bonds = mate, free, ()

    def _weigh_under_bonds(self, blocks: list[Block]) -> None:
        """The same under bonds, which cost time: it is looked first whether they matter."""
        if self._weigh_folded(blocks) or self._weigh_without_bonds(blocks):
            return
        from rookery.faces.fractional import parts_of
        from rookery.faces.weighted import cheapest_under

        dear = 1 + (self.alive.bit_count() // 2) * sum([cost for cost, _, _ in blocks])
        parts = parts_of(self.rows, self.alive, blocks + self._crossings(dear))
        self.mate, self.rows, self.bonds = cheapest_under(parts, self.alive, self.mate, self.bonds, dear)

    def _weigh_folded(self, blocks: list[Block]) -> bool:
        """Keep the matchings of least cost if there are bonds into which the costs do not look: these are folded."""
        from rookery.faces.folded import Folded, unseen

        sets = unseen(self.bonds, self.alive, blocks)
        if sets:
            folded = Folded(self.rows, self.alive, self.bonds, self.mate, sets)
            face = Face(*folded.begun())
            face.minimise(blocks)
            self.rows, self.mate, self.bonds = folded.ended(face.rows, face.mate, face.bonds)
        return bool(sets)

    def _weigh_without_bonds(self, blocks: list[Block]) -> bool:
        """Keep the matchings of least cost if some that keeps the bonds pays no more than it would without them."""
        face = Face(self.rows[:], self.mate[:], self.alive)
        face.minimise(blocks)
        return not face.bonds and self._accept(face.rows, face.mate)

    def _free(self, parts: Parts, mate: Mate, lacking: Deficit | None = None) -> tuple[list[int], Deficit]:
        """The edges that cost nothing; if it is not known what `mate` lacks, makes it a largest matching of them."""
        free = [part.get(0, 0) for part in parts]
        return free, lacking or shortfall(free, mate, self.alive, self._break(free, mate))
