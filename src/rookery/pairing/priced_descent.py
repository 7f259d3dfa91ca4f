"""One round on its way down, with its price: what any pairing pays in every bracket, criterion by criterion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from rookery.faces.face import Wish
from rookery.faces.matching import EXPOSED, Mate, join
from rookery.pairing.bracket import Bracket
from rookery.pairing.criterion import Criterion, Places, priced
from rookery.pairing.descent import Descent, alone
from rookery.pairing.outcome import Account, Decision, Ledger, Line
from rookery.values import NamedTuple


class Scale(NamedTuple):
    """By what a bracket is priced: with a slot for each who stays alone, and what every criterion asks of it."""

    bracket: Bracket
    wishes: list[tuple[Criterion[Bracket], list[Wish]]]


class PricedDescent(Descent):
    """One round on its way down, and what its pairings pay."""

    def account(self, made: Decision) -> Account:
        """A bracket as it was decided, to be priced."""
        return Account(made, self.lines_of(made))

    def lines_of(self, made: Decision) -> Iterator[Line]:
        """The price of a bracket as it was decided."""
        above, left = self.places(made.moved_down), self.places(made.left)
        bye = made.left[0] if len(left) == 1 and self.bye_score >= made.score else None
        yield from self.lines(made.bracket - 1, above, self.pairs(made), left, bye)

    def pairs(self, made: Decision) -> Places:
        """Who meets in a bracket, by their places in the field."""
        return [(self.field.place[a], self.field.place[b]) for a, b in made.pairs]

    def ledger(
        self, group: int, above: list[int], pairs: Places, left: list[int], bye: int | None, *, ahead: bool = True
    ) -> Ledger:
        """The price of one bracket of any pairing, with or without a look at the next one."""
        lines = tuple(self.lines(group, above, pairs, left, bye, ahead=ahead))
        return Ledger(self.decision(group, above, pairs, left), lines)

    def lines(
        self, group: int, above: list[int], pairs: Places, left: list[int], bye: int | None, *, ahead: bool = True
    ) -> Iterator[Line]:
        """The same line by line."""
        system, taken = self.system, bye is not None and left == [self.field.place[bye]]
        b, wishes = self.scale(tuple(above), group, len(left), bye=taken)
        place = dict(zip((*b.above, *range(b.start, b.end)), range(b.size), strict=True))
        met = [(place[i], place[j]) for i, j in pairs]
        mate = [EXPOSED] * (b.size + len(left))
        for i, j in (*met, *((place[i], b.size + slot) for slot, i in enumerate(left))):
            join(mate, i, j)
        lines = (priced(criterion, asked, mate, b.ids) for criterion, asked in wishes)
        yield from islice(lines, 2)
        yield system.ahead.line(self.reach(left, group + 1) if ahead and not self.last(group) and not b.bye else ())
        yield from lines
        yield from system.candidates.lines(b, met)

    def scale(self, above: tuple[int, ...], group: int, alone: int, *, bye: bool) -> Scale:
        """By what a bracket is priced in which so many stay alone, or one receives the bye."""
        system, b = self.system, Bracket(self.field, above, group)
        b = b.facing((1 << alone) - 1 << b.size, bye=bye)
        return Scale(b, [(one, list(one.wishes(b))) for one in (system.fewest, system.lowest, *system.wishes)])

    def reach(self, above: Sequence[int], group: int) -> tuple[int, ...]:
        """The fewest downfloaters, and their scores, that a bracket can have with these players moved down to it."""
        criteria = (self.system.fewest, self.system.lowest)
        bracket, face = self.by_itself(above, group)
        if face is None or not self.fits(bracket, [bracket.member(i) for i in alone(bracket, face)]):
            bracket, face = self.everybody(above, group)
        if face is None:  # only with pairs that nobody may make
            return (bracket.size + 1,)
        return tuple(cost for criterion in criteria for cost in line(criterion, bracket, face.mate).cost)


def line(criterion: Criterion[Bracket], bracket: Bracket, mate: Mate) -> Line:
    """What a pairing of the bracket pays for a criterion."""
    return priced(criterion, list(criterion.wishes(bracket)), mate, bracket.ids)
