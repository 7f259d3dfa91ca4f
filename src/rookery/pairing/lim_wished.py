"""Any pairing of a round by the Lim System that keeps to a wish: each choice leaves fewer of them.

Who leaves a group is looked for in two ways. The first leaves out what becomes of the others, so what it finds is
checked, and stands if these can still be paired; the second looks at everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rookery.faces.face import Face
from rookery.faces.matching import EXPOSED, Mate, bits, complete, largest, mask_of
from rookery.faces.unweighed import price
from rookery.pairing.criterion import Places
from rookery.pairing.lim_course import Leaving


class Wished:
    """Any pairing of those not yet paired; `mate` was one, before some of them were."""

    def __init__(self, rows: Sequence[int], mate: Mate, alive: int) -> None:
        self.rows, self.mate, self.alive = list(rows), mate, alive

    def leaving(self, members: int) -> Iterator[Leaving]:
        """Who of these meets nobody of them, as few as can be."""
        yield self._by_itself(members)
        yield self._with_everybody(members)

    def meeting(self, members: int) -> Callable[[int, int], bool]:
        """Whether two of these can meet; then they do."""
        mate, exposed = self._matching(members)
        assert not exposed, "some are left who cannot be paired"
        face = Face(self.rows[:], mate, members)
        self.alive &= ~members
        return lambda i, j: face.prefer(i, 1 << j)

    def allows(self, pairs: Places) -> bool:
        """Whether all these can meet; then they do."""
        gone = mask_of(i for pair in pairs for i in pair)
        possible = all(self.rows[i] >> j & 1 for i, j in pairs) and self._completes(self.alive & ~gone)
        if possible:
            self.alive &= ~gone
        return possible

    def _by_itself(self, members: int) -> Leaving:
        """The group alone: slots take in whoever leaves, as many as cannot be paired."""
        mate, exposed = self._matching(members)
        number, size = exposed.bit_count(), len(self.rows)
        slots = (1 << number) - 1 << size
        rows = self.rows + [members] * number
        for i in bits(members):
            rows[i] |= slots
        mate += [EXPOSED] * number
        possible = complete(rows, mate, members | slots, exposed | slots)
        assert possible, "there is a slot for everybody exposed"
        face = Face(rows, mate, members | slots)
        return Leaving(
            number, lambda i: face.prefer(i, slots), lambda left: self._completes(self.alive & ~members | left)
        )

    def _with_everybody(self, members: int) -> Leaving:
        """The group with everybody who is not yet paired."""
        possible = self._completes(self.alive)
        assert possible, "some are left who cannot be paired"
        face = Face(self.rows[:], self.mate[:], self.alive)
        wish = [(1, members, self.alive & ~members)]
        face.minimise(wish)
        return Leaving(price(wish, face.mate), lambda i: face.prefer(i, ~members), lambda _: True)

    def _completes(self, rest: int) -> bool:
        """Whether these can all be paired."""
        mate, exposed = self._matching(rest)
        if not exposed:
            self.mate = mate
        return not exposed

    def _matching(self, members: int) -> tuple[Mate, int]:
        """A largest matching of these, and who stays exposed."""
        mate, exposed = [EXPOSED] * len(self.rows), 0
        for i in bits(members):
            j = self.mate[i]
            if j != EXPOSED and members >> j & 1:
                mate[i] = j
            else:
                exposed |= 1 << i
        return mate, largest(self.rows, mate, members, exposed)
