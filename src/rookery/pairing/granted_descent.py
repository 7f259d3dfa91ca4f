"""The best pairing with a wish, where whoever stays alone moves down.

A wish limits what is paired, never what the rules look ahead to. So there are two descents: one that pairs, with
nothing possible but what is wished, and one without the wish, whose prices count. What a bracket pays for the next one
is a matter of who moves down, and these must leave a complete pairing with the wish as well, which may be another one
than the rules look ahead to: where that is not settled at a glance, sets of players who move down are tried in turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, product, takewhile
from math import comb, prod

from rookery.faces.face import Face
from rookery.faces.matching import Mate, bits, lowest, mask_of
from rookery.pairing.bracket import Bracket
from rookery.pairing.descent import Choice, Descent, Priorities, alone
from rookery.pairing.field import Field
from rookery.pairing.outcome import Decision, Ledger

PATIENCE = 5000
"""Sets of players moving down that are tried, before those are taken that suit the next bracket with the wish."""


class GrantedDescent(Descent):
    """One round on its way down with a wish; `rules` is the same round without it."""

    def __init__(self, system: Priorities, wished: Field, rules: Descent) -> None:
        super().__init__(system, wished)
        self.rules = rules

    def begin(self) -> None:
        """Make sure that everybody can be paired; the rules then look ahead to a bye at the same score."""
        super().begin()
        if self.bye is not None:
            self.rules.begin_at(self.bye_score)

    def accounts(self, ours: Sequence[Ledger]) -> Iterator[Ledger]:
        """What the best pairing with the wish pays; the brackets that it shares with `ours` are taken from there."""
        rules = self.rules
        kept = self.shared(ours)
        made: Sequence[Decision] | Iterator[Decision] = self.brackets([ledger.decision for ledger in kept])
        bye = None
        if self.bye is not None:  # who has it is known at the end
            made = list(made)
            bye = made[-1].left[0]
        yield self.system.whole(rules.field, bye)
        yield from kept
        for one in made:
            yield rules.account(one, bye)

    def shared(self, ours: Sequence[Ledger]) -> list[Ledger]:
        """The brackets of ours, from the top, that leave a complete pairing with the wish."""
        rows = self.rows
        if self.bye is not None and ours:
            taker = self.field.ids[lowest(rows[self.bye])]
            if self.system.whole(self.field, taker).lines != ours[0].lines:
                return []
        brackets = [ledger for ledger in ours if ledger.bracket]
        kept = list(takewhile(lambda one: all(rows[i] >> j & 1 for i, j in self.pairs(one.decision)), brackets[:-1]))
        while kept and not self.remainder.completes(self.places(kept[-1].decision.left), len(kept)):
            kept.pop()
        return kept

    # -- one bracket

    def fits(self, bracket: Bracket, left: Sequence[int]) -> bool:
        """Whether all below can be paired with the wish if these stay alone, and by the rules nothing is better."""
        if bracket.bye or not left:
            return super().fits(bracket, left)
        group = bracket.group + 1
        return self.remainder.completes(left, group) and self.rules.welcome(left, group)

    def with_next(self, above: Sequence[int], group: int, start: Mate, lone: list[int]) -> Choice | None:
        """The next scoregroup alone does not say what the rules look ahead to."""
        return None

    def with_everybody(self, above: Sequence[int], group: int) -> Choice:
        """The bracket with all that are not yet paired: the best by the rules of those who can move down."""
        b, face = self.everybody(above, group)
        assert face is not None, "a bracket was left that cannot be completed"
        b = self.closed(b, face)
        lone = alone(b, face)
        if not lone or b.bye or self.last(group):
            return self.choose(b, face)
        many = Counter(b.seat(i).score for i in lone)
        those = {score: [i for i in range(b.size) if b.seat(i).score == score] for score in many}
        if prod(comb(len(those[score]), count) for score, count in many.items()) > PATIENCE:
            return self.choose(b, face, self.system.ahead)
        sets = [
            mask_of(i for some in chosen for i in some)
            for chosen in product(*(combinations(those[score], count) for score, count in many.items()))
        ]
        return self.best_of(b, face, sets)

    def best_of(self, b: Bracket, face: Face, sets: Sequence[int]) -> Choice:
        """The best of the pairings in which one of these sets stays alone."""
        reach = {down: self.rules.reach([b.member(i) for i in bits(down)], b.group + 1) for down in sets}
        for _, many in groupby(sorted(sets, key=reach.__getitem__), key=reach.__getitem__):
            alike = [down for down in many if limited(b, face, down)]
            if alike:
                return self.first_of(b, face, alike)
        raise AssertionError("nobody can move down")

    def first_of(self, b: Bracket, face: Face, sets: Sequence[int]) -> Choice:
        """The best of the pairings in which one of these sets stays alone, all of them as good for the next bracket."""
        union = 0
        for down in sets:
            union |= down
        found = limited(b, face, union)
        assert found is not None
        pairs, left = self.choose(b, found)
        if set(left) in ({b.member(i) for i in bits(down)} for down in sets):
            return pairs, left
        faces = filter(None, (limited(b, face, down) for down in sets))
        return min((self.choose(b, one) for one in faces), key=lambda made: self.costs(b, made))

    def costs(self, b: Bracket, made: Choice) -> list[tuple[int, ...]]:
        """What a choice pays, but for the next bracket."""
        ledger = self.rules.ledger(b.group, list(b.above), *made, None, ahead=False)
        return [line.cost for line in ledger.lines]


def limited(b: Bracket, face: Face, down: int) -> Face | None:
    """The matchings in which nobody but these stays alone, if there are any."""
    stay = b.all & ~down
    rows = face.rows[:]
    for who, whom in ((stay, b.all), (face.alive & b.beyond, ~stay)):
        for i in bits(who):
            rows[i] &= whom
    found = face.copy()
    return found if found.restrict(rows) else None
