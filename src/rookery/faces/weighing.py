"""A face weighed once, and then asked again and again for its best matchings in which two given vertices meet."""

from __future__ import annotations

from collections.abc import Iterable

from rookery.faces.face import Face, Wish
from rookery.faces.fractional import Duals, first_duals, lower, parts_of, weighed
from rookery.faces.matching import EXPOSED, join, search
from rookery.faces.weighted import cheapest


class Weighing:
    """A face without bonds, what its edges cost by some wishes in order, and a cheapest matching with its potentials.

    Without the two vertices the potentials are still good, and so is the matching but for those two had: whoever asks
    for a pair goes on from there.
    """

    def __init__(self, face: Face, wishes: Iterable[Wish]) -> None:
        self.face = face
        blocks = weighed([wish for wish in wishes if wish], len(face.mate))
        self.parts = lower(parts_of(face.rows, face.alive, blocks))
        self.duals = first_duals(self.parts, face.alive)
        self.mate = cheapest(self.parts, face.alive, face.mate, self.duals).mate  # which brings the duals there, too
        self.possible: dict[int, int] = {}

    def allows(self, i: int, j: int) -> bool:
        """Whether the face has a matching in which these two meet."""
        rows, start, other = self.face.rows, self.mate[i], self.mate[j]
        if not rows[i] >> j & 1:
            return False
        if start == j or rows[start] >> other & 1:  # the commonest case: exchange partners
            return True
        if i not in self.possible:
            mate = self.mate[:]
            mate[start] = EXPOSED
            self.possible[i] = search(rows, mate, start, self.face.alive & ~(1 << i)).outer
        return bool(self.possible[i] >> j & 1)

    def meeting(self, i: int, j: int) -> Face | None:
        """The best of the matchings in which these two meet, if there are any."""
        if not self.allows(i, j):
            return None
        alive, mate = self.face.alive & ~(1 << i | 1 << j), self.mate[:]
        for one in (i, j, mate[i], mate[j]):
            mate[one] = EXPOSED
        left, right = (Duals.from_values(side.of[:], alive) for side in self.duals)
        mate, rows, bonds = cheapest(self.parts, alive, mate, (left, right))
        rows[i], rows[j] = 1 << j, 1 << i
        join(mate, i, j)
        return Face(rows, mate, self.face.alive, bonds)
