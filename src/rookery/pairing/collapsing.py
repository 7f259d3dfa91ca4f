"""The walk of the Dutch System until January 2026: whether a round can be completed is asked once a bracket is paired.

A bracket is paired with a look at the next one only. If those who stay alone in it leave no complete pairing of the
round, it is paired again as the penultimate one, so that they do, and everybody below makes up one last bracket, whose
residents have several scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rookery.faces.face import Face
from rookery.faces.matching import EXPOSED, Mate, complete
from rookery.pairing.bracket import Bracket, Choice
from rookery.pairing.criterion import Places, in_order
from rookery.pairing.descent import alone
from rookery.pairing.divided import divided, partners
from rookery.pairing.field import Field, impossible
from rookery.pairing.granted_descent import GrantedDescent, Rules
from rookery.pairing.moving_down import ASKED, MovingDown
from rookery.pairing.outcome import Account, Decision, Ledger, Line, Pair
from rookery.pairing.priced_descent import PricedDescent, line
from rookery.pairing.priorities import Priorities
from rookery.typed import ClassVar
from rookery.values import frozen, replace


@frozen
class Collapsing(MovingDown):
    """What such a system asks for, in order of priority."""

    bye_last: ClassVar[bool] = True

    def __post_init__(self) -> None:
        in_order(self.criteria, *ASKED, bye=False)
        MovingDown.__post_init__(self)

    def decisions(self, field: Field) -> Iterator[Decision]:
        """Pair the round, bracket by bracket from the top."""
        route = Route(self, field)
        route.begin()
        return route.brackets()

    def price(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> Iterator[Ledger]:
        """What any complete pairing of the field pays, bracket by bracket; bracket 0 is the round as a whole."""
        yield self.whole(field, bye)
        yield from Route(self, field).ledgers(pairs)

    def granting(self, field: Field, wished: Field, ours: Sequence[Ledger]) -> Iterator[Ledger | Account]:
        """What the best pairing pays that keeps to what is wished, bracket by bracket."""
        granted = GrantedRoute(self, wished, field.once(id(self), lambda: RouteRules(self, field.restricted())))
        granted.begin()
        return granted.accounts(ours)


class Route(PricedDescent):
    """One round on its way down."""

    def __init__(self, system: Priorities, field: Field) -> None:
        super().__init__(system, field)
        if self.bye is not None:
            self._with_bye(field.eligible)
            self.bye_score = field.scores[-1]  # the bye is part of the last bracket

    def begin(self) -> None:
        """Make sure that everybody can be paired."""
        if not self.remainder.perfect:
            raise impossible(self.field, self.remainder.obstacle)

    def brackets(self, known: Sequence[Decision] = ()) -> Iterator[Decision]:
        """The brackets from the top, each with the players the one before has left over."""
        above: list[int] = []
        for group in range(len(self.field.bounds) - 1):
            pairs, left = self.decide(above, group)
            if self.stands(left, group):
                yield self.decision(group, above, pairs, left)
                above = left
                continue
            pairs, left = self.penultimate(above, group)
            yield self.decision(group, above, pairs, left)
            yield self.closed_by(left, group + 1)
            return

    def closed_by(self, above: Sequence[int], group: int) -> Decision:
        """This scoregroup and all below it as one last bracket."""
        below = self.collapsed(group)
        return below.decision(group, above, *below.closing(above, group))

    def collapses(self, above: Sequence[int], group: int) -> bool:
        """Whether a bracket is the penultimate one, because it would not leave a complete pairing of the round."""
        return not self.last(group) and not self.stands(self.decide(above, group)[1], group)

    def stands(self, left: Sequence[int], group: int) -> bool:
        """Whether those who stay alone in a bracket leave a complete pairing of the round."""
        return self.last(group) or self.remainder.completes(left, group + 1)

    def decision(self, group: int, above: Sequence[int], pairs: Places, left: Sequence[int]) -> Decision:
        """The decision on a bracket, by the ids of those concerned."""
        made = super().decision(group, above, pairs, left)
        lowest = self.field.scores[self.field.bounds[group + 1] - 1]
        return made if lowest == made.score else replace(made, lowest=lowest)

    def collapsed(self, group: int) -> Route:
        """The same round with this scoregroup and all below it as one."""
        return Route(self.system, self.field.collapsed(group))

    # -- one bracket

    def decide(self, above: Sequence[int], group: int) -> Choice:
        """The pairs of a bracket, and who stays alone in it, when only the next one is looked at."""
        bracket, face = self.by_itself(above, group)
        if face is None:
            return self.closing(above, group)
        pairs, left = self.choose(bracket, face.copy())
        if not left or self.last(group) or self.welcome(left, group + 1):
            return pairs, left
        lone = alone(bracket, face)
        if self.last(group + 1):
            return self.with_last(above, group, lone) or (pairs, left)
        return self.with_following(above, group, face.mate, lone)

    def too_many(self, alone: int, bracket: Bracket) -> bool:
        """Whether there is no next scoregroup for so many: by this edition they may all go on from it."""
        return alone > 0 and not bracket.next

    def closed(self, b: Bracket, face: Face) -> Bracket:
        """The bracket with all that are not yet paired: by this edition only one of the last receives the bye."""
        return super().closed(b, face) if self.last(b.group) else b.facing(b.beyond, real=True)

    def may_welcome(self, group: int) -> bool:
        """Whether there may be players moved down with whom the next bracket could not do better."""
        return not self.last(group) or self.remainder.may_take(group)

    def welcome(self, down: Sequence[int], group: int) -> bool:
        """Whether the next bracket could not be better: it pairs all who move down to it, and all residents but one."""
        return self.remainder.takes(down, group) if self.last(group) else self.remainder.welcomes(down, group)

    def with_following(self, above: Sequence[int], group: int, start: Mate, lone: list[int]) -> Choice:
        """The bracket with the next one, and a slot for everybody who has to find nobody in either."""
        b = Bracket(self.field, above, group)
        count = len(lone) + self.remainder.groups[group + 1].exposed.bit_count()
        b, face = self.beside_slots(b, count, start)
        assert face is not None, "there is a slot for everybody"
        asked = self.system
        return self.choose(b, face, asked.fewest, asked.lowest, asked.ahead)

    def with_last(self, above: Sequence[int], group: int, lone: list[int]) -> Choice | None:
        """The bracket with the last one, in which all but the bye are paired; None if that takes other floaters."""
        b, face = self.everybody(above, group)
        scores = self.field.scores
        if face is None or [scores[b.member(i)] for i in lone] != [scores[b.member(i)] for i in alone(b, face)]:
            return None
        return self.choose(b, face, self.system.ahead)

    def penultimate(self, above: Sequence[int], group: int) -> Choice:
        """The bracket paired again so that everybody below can be paired; no look at the next one."""
        b, face = self.everybody(above, group)
        assert face is not None, "a bracket was left that cannot be completed"
        return self.choose(b, face)

    def closing(self, above: Sequence[int], group: int) -> Choice:
        """The last bracket: everybody in it is paired but the bye."""
        b = Bracket(self.field, above, group)
        rows = [b.view(self.rows[i]) for i in (*above, *range(b.start, len(self.rows)))]
        for i in range(b.shift):
            rows[i] &= ~b.down
        everyone = (1 << len(rows)) - 1
        mate = [EXPOSED] * len(rows)
        possible = complete(rows, mate, everyone, everyone)
        assert possible, "a bracket was left that cannot be completed"
        return self.choose(b.facing(everyone & ~b.all), Face(rows, mate, everyone), self.system.lowest)

    # -- what a pairing pays

    def ledgers(self, pairs: Iterable[Pair]) -> Iterator[Ledger]:
        """The price of any complete pairing, divided into brackets as the rules would divide it."""
        partner = partners(self.field, pairs)
        above: list[int] = []
        for group in range(len(self.field.bounds) - 1):
            met, left = divided(self.field, above, group, partner)
            penultimate = self.collapses(above, group)
            yield self.ledger(group, above, met, left, None, ahead=not penultimate)
            if penultimate:
                below = self.collapsed(group + 1)
                yield below.ledger(group + 1, left, *divided(below.field, left, group + 1, partner), None)
                return
            above = left

    def lines_of(self, made: Decision) -> Iterator[Line]:
        """The price of a bracket as it was decided."""
        group, above, left = made.bracket - 1, self.places(made.moved_down), self.places(made.left)
        if made.lowest is not None:
            yield from self.collapsed(group).lines(group, above, self.pairs(made), left, None)
        else:
            ahead = not self.collapses(above, group)
            yield from self.lines(group, above, self.pairs(made), left, None, ahead=ahead)

    def reach(self, above: Sequence[int], group: int) -> tuple[int, ...]:
        """The fewest downfloaters, and their scores, that a bracket can have with these players moved down to it."""
        bracket, face = self.by_itself(above, group)
        if face is None:  # the last one, which has to be completed
            return (bracket.size + 1,)
        criteria = (self.system.fewest, self.system.lowest)
        return tuple(cost for criterion in criteria for cost in line(criterion, bracket, face.mate).cost)


class RouteRules(Rules, Route):
    """One round on its way down without a wish, asked again and again."""


class GrantedRoute(GrantedDescent, Route):
    """One round on its way down with a wish: where it collapses is for the rules to say."""

    rules: RouteRules

    def brackets(self, known: Sequence[Decision] = ()) -> Iterator[Decision]:
        """The brackets from the top, or below those that are `known`, each with those the one before has left over."""
        above: list[int] = self.places(known[-1].left) if known else []
        if known and self.rules.collapses(self.places(known[-1].moved_down), len(known) - 1):
            yield self.closed_by(above, len(known))
            return
        for group in range(len(known), len(self.field.bounds) - 1):
            penultimate = self.rules.collapses(above, group)
            pairs, left = self.penultimate(above, group) if penultimate else GrantedDescent.decide(self, above, group)
            yield self.decision(group, above, pairs, left)
            if penultimate:
                yield self.closed_by(left, group + 1)
                return
            above = left
