"""The best round of a system that brings players up, of those that keep to a wish."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush

from rookery.faces.face import Face, Wish
from rookery.faces.matching import bits, mask_of
from rookery.faces.unweighed import price
from rookery.pairing.ascent import Ascent, Upward, first_set, upfloating, wishes_of
from rookery.pairing.field import Field
from rookery.pairing.outcome import Account, Decision, Ledger
from rookery.pairing.remainder import Part, Remainder
from rookery.pairing.rise import Following, Rise
from rookery.pairing.walk import Undecided

PATIENCE = 20_000
"""So many sets of upfloaters are compared; it takes a wish that leaves many of them, and none of the best."""


class Granting(Ascent):
    """One round on its way that keeps to a wish: it limits what is paired, and never what the rules look ahead to."""

    def __init__(self, system: Upward, field: Field, wished: Field) -> None:
        # What the field keeps is made of a twin, and keeps the system, so that its id is nobody else's.
        self.sight = field.once(("sight", id(system)), lambda: Ascent(system, field.restricted()))
        super().__init__(system, wished)

    def matchings(self) -> Remainder:
        """What can be paired below: what the rules have found, but for what is not wished."""
        return self.sight.remainder.within(self.rows)

    def ledgers(self, ours: Iterable[Ledger]) -> Iterator[Ledger | Account]:
        """What the best pairing pays: as long as the best of all keeps to the wish, the same as that one."""
        alive = self.field.full
        for ledger in ours:
            if ledger.bracket:
                rest = alive & ~self.field.among(ledger.members)
                if not self.allows(ledger.decision, rest):
                    break
                yield ledger
                alive = rest
        for group, bracket, pairs in self.paired(alive):
            seen = Rise(self.sight.field, bracket.home, bracket.lower)
            lines = self.sight.lines(group, seen, alive & ~bracket.home, pairs)
            yield Account(self.decision(group, bracket, pairs), lines)
            alive &= ~bracket.all

    def allows(self, decision: Decision, rest: int) -> bool:
        """Whether a bracket can be paired so, and the rest completed."""
        place = self.field.place
        possible = all(self.rows[place[a]] >> place[b] & 1 for a, b in decision.pairs)
        return possible and not self.left_of(self.remainder.tails[decision.bracket], rest).exposed

    def eased(self, group: int, below: Part, up: int) -> bool:
        """As the rules see it."""
        return self.sight.eased(group, self._seen(below.members), up)

    def ease(self, ahead: Following, bracket: Rise, face: Face) -> None:
        """Keep the first of those sets of upfloaters that leave the scoregroup the fewest as the rules see it."""
        below, least = self._seen(bracket.lower), self._least(ahead, bracket, face)
        best: tuple[int, Face] | None = None
        sets = sets_in_order(face, bracket, list(wishes_of(bracket, *self.system.wishes)))
        for number, (up, chosen) in enumerate(sets):
            if number == PATIENCE:
                raise Undecided(f"there are more than {PATIENCE} ways to choose who comes up: not all are compared")
            cost = self.sight.outlook(ahead, bracket, below, up)
            if best is None or cost < best[0]:
                best = cost, chosen
            if cost <= least:
                break
        assert best is not None, "nobody comes up"
        face.rows, face.mate, face.bonds = best[1].rows, best[1].mate, best[1].bonds

    def _least(self, ahead: Following, bracket: Rise, face: Face) -> int:
        """No set of upfloaters of these scores leaves the scoregroup fewer: what the best of all does."""
        seen = Face(self.sight.rows[:], face.mate[:], face.alive)
        seen.seek(wishes_of(bracket, self.system.fewest, self.system.highest))
        before, after = upfloating(face, bracket), upfloating(seen, bracket)
        if any((before & level).bit_count() != (after & level).bit_count() for level in bracket.levels):
            return 0
        self.sight.ease(ahead, bracket, seen)
        return self.sight.outlook(ahead, bracket, self._seen(bracket.lower), upfloating(seen, bracket))

    def _seen(self, members: int) -> Part:
        """A largest matching of these by the rules."""
        return self.sight.left_of(self.sight.remainder.tails[0], members)


def sets_in_order(face: Face, bracket: Rise, wishes: Sequence[Wish]) -> Iterator[tuple[int, Face]]:
    """Every set of upfloaters of a face with its pairings, the best by the wishes first, then in order of the field.

    Each set that was given divides the others by the first of its members that they lack.
    """
    queue: list[tuple[list[int], Sequence[int], int, Face, Face]] = []

    def enter(face: Face, kept: int) -> None:
        best = face.copy()
        best.seek(wishes)
        up = first_set(best, bracket, upfloating(best, bracket).bit_count())
        heappush(queue, ([price(wish, best.mate) for wish in wishes], bits(up), kept, face, best))

    enter(face.copy(), 0)
    while queue:
        _, places, kept, face, best = heappop(queue)  # no two sets are the same: faces are never compared
        yield mask_of(places), best
        for i in places:
            if not kept >> i & 1:
                other = face.copy()
                if other.prefer(i, ~bracket.home):
                    enter(other, kept)
                face.prefer(i, bracket.home)
                kept |= 1 << i
