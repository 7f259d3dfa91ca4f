"""The best pairing with a wish, where whoever stays alone moves down.

A wish limits what is paired, never what the rules look ahead to. So there are two descents: one that pairs, with
nothing possible but what is wished, and one without the wish, whose prices count. What a bracket pays for the next one
is a matter of who moves down, and these must leave a complete pairing with the wish as well, which may be another one
than the rules look ahead to: where that is not settled at a glance, sets of players who move down are tried in turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product, takewhile
from math import comb, prod

from rookery.faces.face import Face
from rookery.faces.matching import EXPOSED, Mate, bits, complete, lowest, mask_of
from rookery.faces.weighing import Weighing
from rookery.pairing.bracket import Bracket, Choice
from rookery.pairing.descent import Descent, alone
from rookery.pairing.field import Field
from rookery.pairing.outcome import Account, Decision, Ledger
from rookery.pairing.priced_descent import PricedDescent, Scale, line
from rookery.pairing.priorities import Priorities
from rookery.pairing.remainder import Remainder
from rookery.pairing.walk import Undecided

PATIENCE = 20_000
"""So many sets of players who may move down are compared."""


class Rules(PricedDescent):
    """One round on its way down without a wish, asked again and again: what it has worked out it remembers."""

    def __init__(self, system: Priorities, field: Field) -> None:
        super().__init__(system, field)
        self.reached: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {}
        self.granted: dict[tuple[tuple[int, ...], int], tuple[Bracket, Face | None]] = {}
        self.weighings: dict[tuple[tuple[int, ...], int], tuple[Bracket, Weighing | None]] = {}
        self.scales: dict[tuple[tuple[int, ...], int, int, bool], Scale] = {}

    def reach(self, above: Sequence[int], group: int) -> tuple[int, ...]:
        """The fewest downfloaters, and their scores, that a bracket can have with these players moved down to it."""
        key = (tuple(above), group)
        if key not in self.reached:
            self.reached[key] = super().reach(above, group)
        return self.reached[key]

    def scale(self, above: tuple[int, ...], group: int, alone: int, *, bye: bool) -> Scale:
        """By what a bracket is priced in which so many stay alone, or one receives the bye."""
        key = (above, group, alone, bye)
        if key not in self.scales:
            self.scales[key] = super().scale(above, group, alone, bye=bye)
        return self.scales[key]

    def best(self, above: Sequence[int], group: int) -> tuple[Bracket, Face | None]:
        """The bracket by itself, and what is best in it for all wishes."""
        key = (tuple(above), group)
        if key not in self.granted:
            bracket, face = self.by_itself(above, group)
            if face is not None:
                self.grant(bracket, face)
            self.granted[key] = bracket, face
        return self.granted[key]

    def weighing(self, above: Sequence[int], group: int) -> tuple[Bracket, Weighing | None]:
        """The bracket by itself, and what all wishes together weigh in it; not where odd sets bind it already."""
        key = (tuple(above), group)
        if key not in self.weighings:
            bracket, face = self.by_itself(above, group)
            if face is not None and not face.bonds:
                self.weighings[key] = bracket, Weighing(face, self.wishes(bracket))
            else:
                self.weighings[key] = bracket, None
        return self.weighings[key]


class GrantedDescent(PricedDescent):
    """One round on its way down with a wish; `rules` is the same round without it."""

    def __init__(self, system: Priorities, wished: Field, rules: Rules) -> None:
        self.rules = rules
        made = wished.made
        self.pair = (
            made[1:] if made is not None and made[0].rows is rules.field.rows else None
        )  # who shall meet, if that is all
        super().__init__(system, wished)

    def matchings(self, extra: int = 0) -> Remainder:
        """What can be paired below: what the rules have found, but for what is not wished."""
        return self.rules.remainder.within(self.rows, -1 if self.pair is None else mask_of(self.pair) | extra)

    def accounts(self, ours: Sequence[Ledger]) -> Iterator[Ledger | Account]:
        """What the best pairing with the wish pays; the brackets that it shares with `ours` are taken from there."""
        if self.bye is None or self.as_cheap(ours):
            kept = self.shared(ours)
            yield self.system.whole(self.field, None) if self.bye is None else ours[0]
            yield from kept
            yield from map(self.rules.account, self.brackets([ledger.decision for ledger in kept]))
        else:
            made = list(self.brackets())
            yield self.system.whole(self.field, made[-1].left[0])
            yield from map(self.rules.account, made)

    def as_cheap(self, ours: Sequence[Ledger]) -> bool:
        """Whether the bye costs no more than in ours."""
        assert self.bye is not None
        taker = self.field.ids[lowest(self.rows[self.bye])]
        return bool(ours) and costs(self.system.whole(self.field, taker)) == costs(ours[0])

    def shared(self, ours: Sequence[Ledger]) -> list[Ledger]:
        """The brackets of ours, from the top, that leave a complete pairing with the wish."""
        brackets = [ledger for ledger in ours if ledger.bracket]
        kept = list(takewhile(lambda one: self.keeps(one.decision), brackets[:-1]))
        while kept and not self.remainder.completes(self.places(kept[-1].decision.left), len(kept)):
            kept.pop()
        return kept

    def keeps(self, made: Decision) -> bool:
        """Whether a bracket of ours keeps to the wish."""
        if self.pair is not None:
            ids = [self.field.ids[i] for i in self.pair]
            if all(one in made.left or (one not in made.moved_down and one not in made.residents) for one in ids):
                return True
        return all(self.rows[i] >> j & 1 for i, j in self.pairs(made))

    # -- one bracket

    def decide(self, above: Sequence[int], group: int) -> Choice:
        """The pairs of one bracket, and who stays alone in it."""
        return self.as_good(above, group) or self.next_best(above, group) or Descent.decide(self, above, group)

    def next_best(self, above: Sequence[int], group: int) -> Choice | None:
        """The first candidate of the best in which the two meet who are wished, if the bracket by itself will do."""
        if self.pair is None:
            return None
        bracket, weighing = self.rules.weighing(above, group)
        pair = self.two(bracket)
        found = weighing.meeting(*pair) if weighing and pair else None
        if found is None:
            return None
        made = self.first(bracket, found)
        return made if self.fits(bracket, made[1]) else None

    def as_good(self, above: Sequence[int], group: int) -> Choice | None:
        """The first candidate with the wish, if that is as good for the bracket as any without it."""
        bracket, face = self.rules.best(above, group)
        if face is None:
            return None
        found, pair = face.copy(), self.two(bracket)
        if not (found.prefer(pair[0], 1 << pair[1]) if pair else found.restrict(self.limits(bracket, face))):
            return None
        made = self.first(bracket, found)
        return made if self.fits(bracket, made[1]) else None

    def two(self, bracket: Bracket) -> tuple[int, int] | None:
        """The two who shall meet, as the bracket numbers them, if nothing else is wished and both are in it."""
        if self.pair is None or not all(bracket.start <= i < bracket.end or i in bracket.above for i in self.pair):
            return None
        i, j = bits(bracket.view(mask_of(self.pair)))
        return i, j

    def limits(self, bracket: Bracket, face: Face) -> list[int]:
        """The edges of a face that keep to the wish."""
        takers = bracket.view(self.rows[self.field.size]) & bracket.all if bracket.bye else bracket.all
        rows = [row & takers for row in face.rows]
        for i, wished in enumerate(self.members(bracket)):
            rows[i] = face.rows[i] & (wished | bracket.beyond if takers >> i & 1 else wished)
        return rows

    def fits(self, bracket: Bracket, left: Sequence[int]) -> bool:
        """Whether all below can be paired with the wish if these stay alone, and by the rules nothing is better."""
        if bracket.bye or not left:
            return super().fits(bracket, left)
        group = bracket.group + 1
        return self.remainder.completes(left, group) and self.rules.welcome(left, group)

    def fitting(self, bracket: Bracket, takers: int) -> int:
        """Who of these fits, if one of them stays alone; the wish may have something to say of each."""
        return mask_of(i for i in bits(takers) if self.fits(bracket, [bracket.member(i)]))

    def may_welcome(self, group: int) -> bool:
        """Whether by the rules there may be players moved down to a bracket with whom it could not do better."""
        return self.rules.may_welcome(group)

    def with_next(self, above: Sequence[int], group: int, start: Mate, lone: list[int]) -> Choice | None:
        """The next scoregroup alone does not say what the rules look ahead to."""
        return None

    def with_everybody(self, above: Sequence[int], group: int) -> Choice:
        """The bracket with all that are not yet paired: the best by the rules of those who can move down."""
        b, face = self.everybody(above, group)
        assert face is not None, "a bracket was left that cannot be completed"
        b = self.closed(b, face)
        lone = alone(b, face)
        made = self.choose(b, face.copy())
        if not lone or b.bye or self.last(group) or self.reach_of(made, group) <= self.least(b, face, lone):
            return made
        return self.best_of(b, face, sets_alone(b, face, lone))

    def reach_of(self, made: Choice, group: int) -> tuple[int, ...]:
        """What the next bracket is left with by a choice in this one."""
        return self.rules.reach(made[1], group + 1)

    def least(self, b: Bracket, face: Face, lone: Sequence[int]) -> tuple[int, ...]:
        """What any players of the scores of these leave the next bracket with at least, whatever lies below it.

        All who may move down stand before it, those who have to stay each with a slot, and so may whoever goes on.
        """
        able = by_score(b, face, lone)
        places = sorted(b.member(i) for who, _ in able for i in who)
        following = Bracket(self.field, places, b.group + 1)
        size = following.size
        stay = [(following.view(mask_of(b.member(i) for i in who)), len(who) - number) for who, number in able]
        on = size + sum(number for _, number in stay) % 2
        out = (1 << on) - 1 << size
        rows = [row | out for row in self.rules.members(following)]
        rows += [((1 << size + on) - 1) ^ 1 << size + slot for slot in range(on)]
        for who, number in stay:
            slots = (1 << number) - 1 << len(rows)
            rows += [who] * number
            for i in bits(who):
                rows[i] |= slots
        everyone = (1 << len(rows)) - 1
        mate = [EXPOSED] * len(rows)
        possible = complete(rows, mate, everyone, everyone)
        assert possible, "there is a slot for everybody"
        following = following.facing(out)
        seen, criteria = Face(rows, mate, everyone), (self.system.fewest, self.system.lowest)
        seen.seek(wish for criterion in criteria for wish in criterion.costs(following))
        return tuple(cost for criterion in criteria for cost in line(criterion, following, seen.mate).cost)

    def best_of(self, b: Bracket, face: Face, sets: Iterable[int]) -> Choice:
        """The best of the pairings in which one of these sets stays alone, at least one of which can."""
        ahead: dict[tuple[int, ...], set[int]] = {}
        for down in sets:
            reach = self.rules.reach([b.member(i) for i in bits(down)], b.group + 1)
            ahead.setdefault(reach, set()).add(down)
        return next(filter(None, (self.first_of(b, face, ahead[reach]) for reach in sorted(ahead))))

    def first_of(self, b: Bracket, face: Face, sets: set[int]) -> Choice | None:
        """The best of the pairings in which one of these sets stays alone, all of them as good for the next bracket."""
        union = 0
        for down in sets:
            union |= down
        found = limited(b, face, union)
        if found is None:
            return None
        made = self.choose(b, found)
        if mask_of(i for i in range(b.size) if b.member(i) in made[1]) in sets:
            return made
        each = filter(None, (limited(b, face, down) for down in sets))
        return min((self.choose(b, one) for one in each), key=lambda made: self.priced(b, made), default=None)

    def priced(self, b: Bracket, made: Choice) -> list[tuple[int, ...]]:
        """What a choice pays, but for the next bracket."""
        return costs(self.rules.ledger(b.group, list(b.above), *made, None, ahead=False))


def costs(ledger: Ledger) -> list[tuple[int, ...]]:
    """What a ledger says, line by line."""
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


def by_score(b: Bracket, face: Face, lone: Sequence[int]) -> list[tuple[list[int], int]]:
    """Of each score of these, who may stay alone, and how many have to."""
    many = Counter(b.seat(i).score for i in lone)
    able = [i for i in range(b.size) if face.rows[i] & b.beyond]
    return [([i for i in able if b.seat(i).score == score], number) for score, number in many.items()]


def sets_alone(b: Bracket, face: Face, lone: Sequence[int]) -> Iterator[int]:
    """Every set that may stay alone instead of these, with the same scores."""
    bound = mask_of(i for i in range(b.size) if not face.rows[i] & b.all)
    kinds = [
        ([i for i in who if not bound >> i & 1], number - sum(bound >> i & 1 for i in who))
        for who, number in by_score(b, face, lone)
    ]
    if prod(comb(len(free), number) for free, number in kinds) > PATIENCE:
        raise Undecided(f"there are more than {PATIENCE} ways to choose who moves down: they are not all compared")
    for chosen in product(*(combinations(free, number) for free, number in kinds)):
        yield bound | mask_of(i for some in chosen for i in some)
