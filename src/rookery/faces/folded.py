"""Bonds into which a wish does not look: each is folded to one vertex, and the wish is granted to what is left.

A bond is left by one edge. So where a wish costs nothing inside it, or for every pair the same, and does not ask which
of its members is met from outside, all that matters of it is by whom it can be left; the matchings inside follow. The
same is true of everything outside a bond, which is left by the same edge.
"""

from __future__ import annotations

from collections.abc import Sequence

from rookery.faces.bonded import Contraction
from rookery.faces.matching import Mate, bits, lowest, smaller
from rookery.faces.unweighed import Block


def unseen(bonds: Sequence[int], alive: int, blocks: Sequence[Block]) -> list[int]:
    """The largest sets, bonds or what they leave of all, that are apart and into which the wish does not look."""
    sides = {side & alive for _, left, right in blocks for side in (left, right)}
    found: list[int] = []
    for some in sorted({*bonds, *[alive & ~bond for bond in bonds]}, key=int.bit_count, reverse=True):
        apart = not any(some & other for other in found)
        if apart and some & some - 1 and all(side & some in (0, some) for side in sides):
            found.append(some)
    return found


class Folded:
    """A graph in which some sets are folded, `start` being a matching that leaves these and all bonds once."""

    def __init__(self, rows: Sequence[int], alive: int, bonds: Sequence[int], start: Mate, sets: Sequence[int]) -> None:
        self.alive, self.sets = alive, sets
        self.inside = [bond for bond in map(self._within, bonds) if bond]
        self.whole = Contraction(rows, alive, start)
        self.whole.contracted(sorted({*self.inside, *sets}, key=int.bit_count))
        self.around = {lowest(one): one for one in sets}
        outside = [bond for bond in bonds if not self._within(bond)]
        self.bonds = smaller([self._folded(bond) for bond in outside], self.whole.nodes)

    def _within(self, bond: int) -> int:
        """The bond, or what it leaves of all, if one of the folded sets holds it; otherwise nothing."""
        for one in self.sets:
            for some in (bond, self.alive & ~bond):
                if not some & ~one:
                    return some
        return 0

    def _folded(self, bond: int) -> int:
        return bond & self.whole.nodes

    def _unfolded(self, nodes: int) -> int:
        for head, members in self.around.items():
            if nodes >> head & 1:
                nodes |= members
        return nodes

    def begun(self) -> tuple[list[int], Mate, int, tuple[int, ...]]:
        """The graph of the nodes, a perfect matching of it, the nodes, and the bonds that are left."""
        mate, _ = self.whole.begun(self.alive)
        return self.whole.near[:], mate[:-1], self.whole.nodes, self.bonds

    def ended(self, near: Sequence[int], mate: Mate, bonds: Sequence[int]) -> tuple[list[int], Mate, tuple[int, ...]]:
        """The graph, a perfect matching and the bonds of all vertices, given those of the nodes."""
        whole = self.whole
        rows = [0] * len(near)
        for v in bits(whole.nodes):
            members = self.around.get(v, 0)
            reach = members | self._unfolded(near[v] & whole.nodes)
            for w in bits(members or 1 << v):
                rows[w] = whole.rows[w] & reach
        found = [self._unfolded(bond) for bond in bonds]
        return rows, whole.expanded(mate), smaller([*found, *self.inside, *self.sets], self.alive)
