"""What counting tells of the best matchings before any is looked for: what each of them pays at least.

A matching that pays no more than that for every wish is one of the best, and all of the best pay just as much. So the
first of them in some order can be found by trying, one vertex after another: every step that pays too much is wrong,
and where hardly anything stands in the way hardly any other is. Nothing is told where that takes too long, or cannot
be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rookery.faces.face import Wish
from rookery.faces.matching import EXPOSED, bits, mask_of
from rookery.faces.unweighed import without

PATIENCE = 3  # steps for every two vertices, and a few more
FEW = 4  # vertices and fewer are rather tried than counted
ROOM = 12  # bits for what may be paid for a wish


def least(wish: Wish, rows: Sequence[int], alive: int) -> int:
    """What every perfect matching of these pays for a wish at least.

    Of either side of a block those pay who are more than there is anybody outside the other; two of them may do so
    together if the sides overlap.

    >>> least([(1, 0b0111, 0b0111)], [0b1110, 0b1101, 0b1011, 0b0111], 0b1111)
    1
    """
    total = 0
    for cost, left, right in wish:
        left &= alive
        right &= alive
        if left & left - 1 and right & right - 1:
            over = left.bit_count() + right.bit_count() - alive.bit_count()
            if over > 0:
                total += cost * ((over + 1) // 2 if left & right else over)
        elif left and right:  # at most one pays for it: a vertex that has nobody else
            one, other = (right, left) if left & left - 1 else (left, right)
            if not rows[one.bit_length() - 1] & alive & ~other:
                total += cost
    return total


class Sight:
    """The edges that one of the best matchings can have, if these pay the least; lives while one is tried.

    Of a wish that costs nothing no edge is left that costs anything; of any other the edges are left, and as many may
    be taken as have to be paid. How many that is, is kept of all wishes in one number, each with a bit to spare.
    """

    __slots__ = ("_dear", "_enough", "_left", "_owed", "_steps", "rows")

    def __init__(self, rows: list[int], owed: Sequence[tuple[int, Wish]]) -> None:
        self.rows, self._steps = rows, len(rows) * PATIENCE // 2 + 8
        self._left = self._enough = 0
        self._dear: list[tuple[int, list[int]]] = []  # what one pair weighs in that number; with whom each vertex pays
        for number, wish in owed:
            one = 1 << ROOM * len(self._dear)
            self._left += number * one
            self._enough += one << ROOM - 1
            self._dear.append((one, _dear(len(rows), wish)))
        self._left += self._enough
        self._owed = [wish for _, wish in owed]

    @classmethod
    def of(cls, rows: Sequence[int], alive: int, wishes: Iterable[Wish]) -> Sight | None:
        """What is seen of the perfect matchings of a graph; None if these wishes cannot all be had for the least."""
        free: list[Wish] = []
        owed: list[tuple[int, Wish]] = []
        for wish in wishes:
            number = least(wish, rows, alive)
            if not number:
                free.append(wish)
            elif number >> ROOM - 1 or not _plain(wish):
                return None
            else:
                owed.append((number, wish))
        edges = without(rows, alive, free)
        return None if edges is None else cls(edges, owed)

    @property
    def tired(self) -> bool:
        """Whether nothing more is tried."""
        return self._steps < 0

    def take(self, i: int, wanted: int) -> int:
        """Match i with the lowest of `wanted` that it can be tried with, which is returned; EXPOSED if with none."""
        near = self.rows[i] & wanted
        while near:
            low = near & -near
            left = self._left - self._cost(i, low)
            if left & self._enough == self._enough:
                self._left = left
                return low.bit_length() - 1
            near ^= low
        return EXPOSED

    def settle(self, order: Sequence[int], wanted: int, beyond: int) -> list[tuple[int, int]] | None:
        """Match these in order each with the lowest of `wanted` that it can have; the one left over meets `beyond`.

        None if that cannot be done, or is not found soon.
        """
        rows, owed, enough, left, size = self.rows, self._dear, self._enough, self._left, len(order)
        taken: list[int] = []
        tried: list[tuple[int, int]] = []  # with whom else each can be tried, and what could be paid before
        near = rows[order[0]] & wanted if order else 0
        steps = self._steps
        while steps >= 0:
            if near:
                steps -= 1
                low = near & -near
                near ^= low
                rest = left
                for one, dear in owed:
                    if dear[order[len(taken)]] & low:
                        rest -= one
                if rest != left and (
                    rest & enough != enough
                    or (size - len(taken) > FEW and self._short(order[len(taken) + 1 :], wanted ^ low, rest))
                ):
                    continue
                tried.append((near, left))
                taken.append(low)
                wanted ^= low
                left = rest
                if len(taken) < size:
                    near = rows[order[len(taken)]] & wanted
                    continue
            if len(taken) == size and (not wanted or self._over(wanted.bit_length() - 1, beyond, left)):
                self._steps = steps
                return [(i, low.bit_length() - 1) for i, low in zip(order, taken, strict=True)]
            if not taken:
                break
            near, left = tried.pop()
            wanted ^= taken.pop()
        self._steps = steps
        return None

    def _short(self, order: Sequence[int], lower: int, left: int) -> bool:
        """Whether more has to be paid, if all of these meet somebody of a set, than may be."""
        upper = mask_of(order)
        spare = lower.bit_count() - len(order)
        for at, wish in enumerate(self._owed):
            many = 0
            for _, one, other in wish:
                over = (upper & one).bit_count() - (lower & ~other).bit_count()
                under = (lower & one).bit_count() - (upper & ~other).bit_count() - spare
                many += max(over, under, 0)
            if many > left - self._enough >> ROOM * at & (1 << ROOM) - 1:
                return True
        return False

    def _over(self, i: int, beyond: int, left: int) -> bool:
        """Whether the last who is left over can meet whoever is beyond."""
        near = self.rows[i] & beyond
        return bool(near) and left - self._cost(i, near) & self._enough == self._enough

    def _cost(self, i: int, other: int) -> int:
        """What a pair pays."""
        return sum([one for one, dear in self._dear if dear[i] & other])


def _dear(size: int, wish: Wish) -> list[int]:
    """With whom each vertex pays for a wish."""
    found = [0] * size
    for _, left, right in wish:
        for v in bits(left):
            found[v] |= right
        if left != right:
            for v in bits(right):
                found[v] |= left
    return found


def _plain(wish: Wish) -> bool:
    """Whether every pair that pays for a wish pays 1."""
    seen = 0
    for cost, left, right in wish:
        if cost != 1 or seen & (left | right):
            return False
        seen |= left | right
    return True
