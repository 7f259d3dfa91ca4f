"""What a bracket that is looked at with everybody leaves to the next: the face goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rookery.faces.face import Face, Wish
from rookery.faces.matching import EXPOSED, bits
from rookery.pairing.bracket import Bracket, Numbering
from rookery.values import NamedTuple


def as_long_as_open(b: Bracket, face: Face, wishes: Iterable[Wish], asked: list[Wish]) -> Iterator[Wish]:
    """The wishes as long as somebody may have a choice inside the bracket; those asked for go to a list.

    What is asked of a bracket is who meets in it, and who stays alone: beyond it there might as well be slots.
    """
    inside = b.all & face.alive
    for wish in wishes:
        for i in bits(b.home & inside):
            if face.rows[i] & inside:
                break
        else:
            return
        asked.append(wish)
        yield wish
        inside &= face.alive


class Carried(NamedTuple):
    """What a bracket that was looked at with everybody leaves to the next.

    The face, numbered by that bracket, is all that can be best for the next one by what was granted `ahead`; if that
    is None, all in which everybody left is paired. These are the places in `left`, whose vertices are `staying`, and
    all from `end` on, whose vertices begin at `first`.
    """

    left: tuple[int, ...]
    end: int
    face: Face
    staying: Sequence[int]
    first: int
    ahead: list[Wish] | None

    def decided(self, b: Bracket) -> Face | None:
        """The next bracket by itself, with slots for those who stay alone, if nobody of it has a choice.

        Whatever is asked of it, all that can be pay the same. So nothing need be granted to the one after it, either,
        until somebody has a choice again.
        """
        first, mate = self.first, self.face.mate
        if not self.face.decides(b.home >> b.shift << first):
            return None
        members = (*self.staying, *range(first, first + b.size - b.shift))
        index = dict(zip(members, range(b.size), strict=True))
        met = [index.get(mate[v], EXPOSED) for v in members]
        for i, j in enumerate(met):
            if j == EXPOSED:
                met[i] = len(met)
                met.append(i)
        return Face([1 << j for j in met], met, (1 << len(met)) - 1)

    def after(self, left: Sequence[int], end: int) -> Carried:
        """What is handed on by a bracket in which nobody had a choice."""
        shift, vertex = self.first - self.end, dict(zip(self.left, self.staying, strict=True))
        staying = [place + shift if place >= self.end else vertex[place] for place in left]
        return Carried(tuple(left), end, self.face, staying, end + shift, None)

    def renumbered(self) -> tuple[Face, list[Wish] | None]:
        """The face as the next bracket numbers those who are left, and what was granted to it."""
        rows, mate = self.face.rows, self.face.mate
        vertices = (*self.staying, *range(self.first, len(rows)))
        number = dict(zip(vertices, range(len(vertices)), strict=True))
        met, again = [number[mate[v]] for v in vertices], Numbering(self.staying, self.first)
        near = [again.of(row) if (row := rows[v]) & row - 1 else 1 << j for v, j in zip(vertices, met, strict=True)]
        face = Face(near, met, (1 << len(near)) - 1)
        if self.ahead is None:
            return face, None
        asked = [[(cost, again.of(low), again.of(high)) for cost, low, high in wish] for wish in self.ahead]
        asked = [[block for block in wish if block[1] and block[2]] for wish in asked]
        return face, [wish for wish in asked if wish]


def asks_beyond(b: Bracket, wish: Wish) -> bool:
    """Whether a wish may ask whom somebody meets beyond the bracket, and not only who stays alone or meets inside."""
    beyond = b.beyond
    for _, low, high in wish:
        sides = low & beyond, high & beyond
        if sides not in ((0, beyond), (0, 0), (beyond, 0)):
            return True
    return False


def carried(b: Bracket, face: Face, left: list[int], ahead: list[Wish], others: Sequence[Wish]) -> Carried | None:
    """What a bracket leaves to the next: what was granted `ahead` is granted to those who are left over.

    None if `others`, granted after it, may ask whom somebody meets beyond, or if somebody paired is still in the face.
    """
    staying = face.alive & b.all
    lone = bits(staying)
    if face.bonds or [b.member(i) for i in lone] != left or any(asks_beyond(b, wish) for wish in others):
        return None
    for i in lone:  # two who are left over do not meet
        face.rows[i] &= ~staying
    return Carried(tuple(left), b.end, face, lone, b.size, ahead)
