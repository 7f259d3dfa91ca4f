"""Who may be the one that leaves a bracket: with everybody below in view, but without the bracket itself.

If exactly one leaves, who meets in the bracket and what becomes of those below have nothing in common but that one. So
the bracket is paired by itself, and one vertex stands below for all who may leave it and count alike there.
"""

from __future__ import annotations

from collections.abc import Sequence

from rookery.faces.face import Face, Wish
from rookery.faces.matching import EXPOSED, bits, complete, lowest, search
from rookery.pairing.bracket import Bracket
from rookery.pairing.handed_on import Carried, carried
from rookery.pairing.remainder import Part
from rookery.values import NamedTuple


def served(rows: Sequence[int], below: Part) -> int:
    """Whom of those below somebody from above can meet so that all the others are paired; one is left over there."""
    return search(rows, below.mate, lowest(below.exposed), below.members).outer


class Below(NamedTuple):
    """Everybody below a bracket, as it numbers them, with `one` that stands for whoever leaves it."""

    bracket: Bracket
    face: Face
    one: int
    wishes: list[Wish]

    def best(self, rows: Sequence[int], able: int) -> int:
        """Who of the bracket can leave it so that it is best for those below; `rows` are those of the field."""
        b, fitting = self.bracket, self.face.partners(self.one)
        return sum([1 << i for i in bits(able) if b.view(rows[b.member(i)]) & fitting])

    def left_by(self, i: int, rows: Sequence[int]) -> Carried | None:
        """What is left to the next bracket if this one leaves."""
        b, face, one = self.bracket, self.face, self.one
        face.prefer(one, b.view(rows[b.member(i)]))
        if face.bonds:
            return None
        if i != one:
            both = 1 << i | 1 << one
            face.rows[i], face.mate[i] = face.rows[one], face.mate[one]
            for e in bits(face.rows[i] & face.alive):
                face.rows[e] ^= both
            face.mate[face.mate[i]], face.mate[one] = i, EXPOSED
            face.alive ^= both
        return carried(b, face, [b.member(i)], self.wishes, ())


def looked_at(b: Bracket, rows: Sequence[int], below: Part, able: int, wishes: list[Wish]) -> Below | None:
    """Those below the bracket when one of these leaves it, with what is wished there; None if they do not count alike.

    The bracket faces everybody below it.
    """
    if any(side & able not in (0, able) for wish in wishes for _, *sides in wish for side in sides):
        return None
    one, shift = lowest(able), b.size - b.end
    near = [0] * b.size + [b.view(row) for row in rows[b.end :]]
    for e in bits(b.beyond):
        hit = near[e] & able
        near[e] = near[e] & b.beyond | (1 << one if hit else 0)
        near[one] |= (hit != 0) << e
    mate = [EXPOSED] * b.size + [j + shift if j != EXPOSED else j for j in below.mate[b.end :]]
    alive, free = b.beyond | 1 << one, 1 << one | (below.exposed >> b.end) << b.size
    if not complete(near, mate, alive, free):
        return None
    face = Face(near, mate, alive)
    face.seek([[(cost, low & alive, high & alive) for cost, low, high in wish if low & alive] for wish in wishes])
    return Below(b, face, one, wishes)
