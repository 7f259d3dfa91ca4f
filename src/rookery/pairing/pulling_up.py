"""The walk of the systems that bring players up (Dubov, Team, Double-Swiss): the top scoregroup first, completely.

It takes as few from below as it needs; then comes what is left of the next scoregroup, and so on.

Who comes up is looked for in up to three ways, all with the same wishes. The first two leave out what becomes of the
others below, so what they find is checked, and stands if these can still be paired:
  1. the scoregroup with the scores just below it: as many come up as find no opponent in it, and anonymous slots take
     in those who stay;
  2. if one comes up, the same among all who leave a complete pairing behind;
  3. with everybody not yet paired. Exact by definition.
Everybody is numbered as in the field, by score and pairing number: the order of those who may come up as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import ClassVar, cast

from rookery.faces.face import Face, Wish, price
from rookery.faces.matching import EXPOSED, Mate, bits, complete, join, largest, lowest, mask_of, search
from rookery.pairing.bracket import Members, Sets
from rookery.pairing.criterion import (
    Candidates,
    Clause,
    Criterion,
    Places,
    Role,
    Step,
    criteria_of,
    in_order,
    picked,
    priced,
    sole,
)
from rookery.pairing.field import Field, impossible, lazy
from rookery.pairing.outcome import Decision, Ledger, Line, Pair
from rookery.pairing.remainder import Part, Remainder
from rookery.pairing.seat import Seat
from rookery.pairing.stated import stated
from rookery.pairing.walk import Criteria, paired_anew


class Rise(Members):
    """A scoregroup (`home`) and those below who may come up to it (`lower`), or have come, as the criteria see them."""

    lower: int

    def __init__(self, field: Field, home: int, lower: int) -> None:
        self.__dict__.update(field=field, home=home, lower=lower, all=home | lower)

    def view(self, who: int) -> int:
        """A set of the field: everybody keeps their place."""
        return who

    def seat(self, i: int) -> Seat:
        """The seat of a vertex."""
        return self.field.seats[i]

    @lazy
    def levels(self) -> tuple[int, ...]:
        """Those below, score by score from the top."""
        groups = (self.lower & (1 << end) - (1 << start) for start, end in pairwise(self.field.bounds))
        return tuple([group for group in groups if group])

    # -- costs

    def brought_up(self, who: int, cost: int = 1) -> Wish:
        """Each of these who comes up costs so much."""
        who &= self.lower
        return [(cost, who, self.home)] if who else []

    def meet(self, *blocks: Sets) -> Wish:
        """Each pair of one from either set costs 1; the sets of a block are the same, or have nobody in common.

        Two who come up never meet: without them there would be two fewer.
        """
        pieces = []
        for left, right in blocks:
            pieces.append((left & self.home, right & self.all))
            if left != right:
                pieces.append((left & self.lower, right & self.home))
        return [(1, left, right) for left, right in pieces if left and right]


@stated("As few upfloaters as possible.")
def upfloaters(b: Rise) -> Iterator[Wish]:
    yield b.brought_up(b.lower)


@stated("The scores of the upfloaters as high as possible, from the lowest.")
def scores_of_upfloaters(b: Rise) -> Iterator[Wish]:
    for level in reversed(b.levels[1:]):  # how many the first gives follows from the others
        yield b.brought_up(level)


@dataclass(frozen=True, slots=True)
class Following(Clause[Rise]):
    """A scoregroup that shall not need more upfloaters later than its number asks for, where that can be had.

    `group` names it, given everybody below and who comes up. Its line is 0 if that holds, otherwise 1. If `graded`, it
    shall need as few as possible, and that number stands in the ledger.
    """

    group: Callable[[Rise, int], int]
    graded: bool = False
    role: Role = field(default=Role.AHEAD, kw_only=True)

    @property
    def name(self) -> str:
        """The clause by its meaning."""
        return "following scoregroup"

    @property
    def text(self) -> str:
        """The clause in one sentence."""
        return "As few upfloaters as possible for the following scoregroup: none, or one if its number is odd."


ASKED = (
    (Role.NUMBER, Criterion),
    (Role.SCORES, Criterion),
    (Role.AHEAD, Following),
    (Role.CHOICE, Criterion),
    (Role.ORDER, Step),
    (Role.INSIDE, Criterion),
    (Role.ORDER, Candidates),
)
"""What is asked for, in this order: who comes up, then whom they meet."""


@dataclass(frozen=True, slots=True)
class PullingUp:
    """What such a system asks for, in order of priority."""

    bye_last: ClassVar[bool] = False
    criteria: tuple[Clause[Rise], ...]
    fewest: Criterion[Rise] = field(init=False, repr=False)  # upfloaters
    highest: Criterion[Rise] = field(init=False, repr=False)  # their scores
    ahead: Following | None = field(init=False, repr=False)  # ranks after the scores of the upfloaters
    wishes: tuple[Criterion[Rise], ...] = field(init=False, repr=False)  # for the choice of who comes up
    sets: Step = field(init=False, repr=False)  # the order of the sets of upfloaters
    inside: tuple[Criterion[Rise], ...] = field(init=False, repr=False)  # once it is known who has come up
    candidates: Candidates[Rise] = field(init=False, repr=False)  # of a bracket, `lower` having come up

    def __post_init__(self) -> None:
        asked = self.criteria
        in_order(asked, *ASKED)
        fewest, highest = (sole(criteria_of(asked, role), role) for role in (Role.NUMBER, Role.SCORES))
        sets = sole(picked(asked, Step, Role.ORDER), Role.ORDER)
        candidates = sole(picked(asked, Candidates, Role.ORDER), Role.ORDER)
        for name, value in (
            ("fewest", fewest),
            ("highest", highest),
            ("ahead", next(iter(picked(asked, Following, Role.AHEAD)), None)),
            ("wishes", criteria_of(asked, Role.CHOICE)),
            ("sets", sets),
            ("inside", criteria_of(asked, Role.INSIDE)),
            ("candidates", candidates),
        ):
            object.__setattr__(self, name, value)

    def asking(self, criteria: Criteria) -> PullingUp:
        """The same walk with other priorities."""
        return replace(self, criteria=cast("tuple[Clause[Rise], ...]", criteria))

    def decisions(self, field: Field) -> Iterator[Decision]:
        """Pair the round, bracket by bracket from the top; nobody is left over."""
        return Ascent(self, field).brackets()

    def price(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> Iterator[Ledger]:
        """What any complete pairing of the field pays, bracket by bracket."""
        ascent = Ascent(self, field)
        yield from (ascent.ledger(*one) for one in brackets_of(field, pairs))

    def granting(self, field: Field, wished: Field, ours: Sequence[Ledger]) -> Iterator[Ledger]:
        """What the best pairing pays that keeps to what is wished, bracket by bracket."""
        return paired_anew(self, field, wished)


class Ascent:
    """One round on its way."""

    def __init__(self, system: PullingUp, field: Field) -> None:
        self.system, self.field, self.rows = system, field, list(field.rows)
        self.remainder = Remainder(field.rows, field.bounds)
        if not self.remainder.perfect:
            raise impossible(field, self.remainder.obstacle)

    def brackets(self) -> Iterator[Decision]:
        """The brackets from the top, each with those it needs from below."""
        alive = self.field.full
        for group, (start, end) in enumerate(pairwise(self.field.bounds)):
            home = alive & (1 << end) - (1 << start)
            if home:
                face = self.decide(home, alive >> end << end, group)
                bracket = Rise(self.field, home, face.alive & ~home)
                face.seek(wishes_of(bracket, *self.system.inside))
                yield self.decision(group, bracket, self.system.candidates.first(bracket, face))
                alive &= ~bracket.all

    def decision(self, group: int, bracket: Rise, pairs: Places) -> Decision:
        """The decision on a bracket, by the ids of those concerned."""
        ids = self.field.ids
        return Decision(
            bracket=group + 1,
            score=self.field.scores[self.field.bounds[group]],
            moved_down=(),
            residents=tuple(ids[i] for i in bits(bracket.home)),
            pairs=tuple((ids[min(pair)], ids[max(pair)]) for pair in pairs),
            left=(),
            moved_up=tuple(ids[i] for i in bits(bracket.lower)),
        )

    # -- who comes up

    def decide(self, home: int, lower: int, group: int) -> Face:
        """All pairings of the scoregroup with the best upfloaters."""
        inside = self.left_of(self.remainder.groups[group], home)
        below = self.left_of(self.remainder.tails[group + 1], lower)
        if not inside.exposed and not below.exposed:
            return self.bracket(inside.mate, home)
        if inside.exposed:
            found = self.nearest(inside, lower)
            if found is not None and self.stands(home, below, found.alive & lower):
                return found
            if inside.exposed.bit_count() == below.exposed.bit_count() == 1:
                found = self.nearest(inside, search(self.rows, below.mate, lowest(below.exposed), lower).outer)
                if found is not None and self.stands(home, below, found.alive & lower):
                    return found
        return self.with_everybody(inside, below)

    def left_of(self, part: Part, members: int) -> Part:
        """A largest matching of those who are left of a part."""
        mate, exposed = part.mate, part.exposed & members
        gone = part.members & ~members
        if gone:
            mate = mate[:]
            for i in bits(gone):
                j, mate[i] = mate[i], EXPOSED
                if j != EXPOSED and members >> j & 1:
                    mate[j] = EXPOSED
                    exposed |= 1 << j
            exposed = largest(self.rows, mate, members, exposed)
        return Part(mate, exposed, members)

    def stands(self, home: int, below: Part, up: int) -> bool:
        """Whether nothing was left out that matters if these come up: the others can be paired, and as it is wished."""
        if self.left_of(below, below.members & ~up).exposed:
            return False
        ahead = self.system.ahead
        return ahead is None or self.eased(ahead.group(Rise(self.field, home, below.members), up), below, up)

    def nearest(self, inside: Part, lower: int) -> Face | None:
        """The best upfloaters of the highest scores that suffice, whatever becomes of the others."""
        pool, number = 0, inside.exposed.bit_count()
        for level in Rise(self.field, inside.members, lower).levels:
            pool |= level
            face = self.with_slots(inside, pool)
            if face is not None:
                bracket = Rise(self.field, inside.members, pool)
                face.seek(wishes_of(bracket, self.system.highest, *self.system.wishes))
                up = first_set(face, bracket, number)  # which also changes the matching
                return self.bracket(face.mate, bracket.home | up)
        return None

    def with_slots(self, inside: Part, pool: int) -> Face | None:
        """The scoregroup with some of those below, all in slots but as many as it needs; None if that cannot be."""
        home, size = inside.members, self.field.size
        stay = pool.bit_count() - inside.exposed.bit_count()
        if stay < 0:
            return None
        slots = (1 << stay) - 1 << size
        rows = self.rows + [pool] * stay
        for i in bits(pool):
            rows[i] = rows[i] & home | slots
        mate = inside.mate + [EXPOSED] * stay
        alive = home | pool | slots
        return Face(rows, mate, alive) if complete(rows, mate, alive, inside.exposed | pool | slots) else None

    def with_everybody(self, inside: Part, below: Part) -> Face:
        """The scoregroup and everybody below."""
        system, bracket = self.system, Rise(self.field, inside.members, below.members)
        mate = [max(pair) for pair in zip(inside.mate, below.mate, strict=True)]
        possible = complete(self.rows, mate, bracket.all, inside.exposed | below.exposed)
        assert possible, "a bracket was left that cannot be completed"
        face = Face(self.rows[:], mate, bracket.all)
        if system.ahead is None:
            face.seek(wishes_of(bracket, system.fewest, system.highest, *system.wishes))
        else:
            face.seek(wishes_of(bracket, system.fewest, system.highest))
            self.ease(system.ahead, bracket, face)
            face.seek(wishes_of(bracket, *system.wishes))
        number = sum(bracket.lower >> face.mate[i] & 1 for i in bits(bracket.home))
        up = first_set(face, bracket, number)
        return self.bracket(face.mate, bracket.home | up)

    def bracket(self, mate: Mate, members: int) -> Face:
        """All pairings of those who are in the bracket."""
        return Face(self.rows[:], mate[: self.field.size], members)

    # -- what the next scoregroup will need

    def eased(self, group: int, below: Part, up: int) -> bool:
        """Whether this scoregroup can then be paired with nobody, or one if its number is odd, from below."""
        group &= ~up
        rest = below.members & ~up & ~group
        mate = [EXPOSED] * self.field.size
        inside = Part(mate, largest(self.rows, mate, group, group), group)
        others = self.left_of(below, rest)
        if not inside.exposed:
            return not others.exposed
        if inside.exposed.bit_count() > 1 or others.exposed.bit_count() != 1:
            return False
        lone = search(self.rows, inside.mate, lowest(inside.exposed), group).outer
        fitting = search(self.rows, others.mate, lowest(others.exposed), rest).outer
        return any(self.rows[i] & fitting for i in bits(lone))

    def ease(self, ahead: Following, bracket: Rise, face: Face) -> None:
        """Keep the pairings in which the scoregroup needs no more from below than its number asks for, if any."""
        up = mask_of(face.mate[i] for i in bits(bracket.home)) & bracket.lower  # how many of each score is known
        group = ahead.group(bracket, up)
        left = (group & ~up).bit_count()
        wish = [(1, group, bracket.lower & ~group)]
        if ahead.graded:
            face.minimise(wish)
        elif left:
            face.attain(wish, left % 2)

    def outlook(self, ahead: Following, everyone: Rise, group: int, up: int) -> int:
        """What the scoregroup ahead says in a ledger if these come up."""
        below = self.left_of(self.remainder.tails[group + 1], everyone.lower)
        following = ahead.group(everyone, up)
        if not ahead.graded:
            return int(bool(following & ~up) and not self.eased(following, below, up))
        rest = self.left_of(below, everyone.lower & ~up)
        if rest.exposed:  # only with pairs that nobody may make
            return everyone.lower.bit_count()
        face = Face(self.rows[:], rest.mate[:], rest.members)
        wish = [(1, following & ~up, rest.members & ~following)]
        face.minimise(wish)
        return price(wish, face.mate)

    # -- what a pairing pays

    def ledger(self, group: int, home: int, lower: int, pairs: Places) -> Ledger:
        """The price of one bracket of any pairing."""
        system, everyone = self.system, Rise(self.field, home, lower)
        mate = [EXPOSED] * self.field.size
        for i, j in pairs:
            join(mate, i, j)
        bracket = Rise(self.field, home, mask_of(i for pair in pairs for i in pair) & ~home)
        lines = [line(criterion, everyone, mate) for criterion in (system.fewest, system.highest)]
        if system.ahead is not None:
            cost = self.outlook(system.ahead, everyone, group, bracket.lower)
            lines.append(system.ahead.line((cost,)))
        lines += [line(criterion, everyone, mate) for criterion in system.wishes]
        place = tuple(1 + (lower & (1 << i) - 1).bit_count() for i in bits(bracket.lower))
        lines.append(system.sets.line(place))
        lines += [line(criterion, bracket, mate) for criterion in system.inside]
        return Ledger(self.decision(group, bracket, pairs), (*lines, *system.candidates.lines(bracket, pairs)))


def wishes_of(bracket: Rise, *criteria: Criterion[Rise]) -> Iterator[Wish]:
    """The wishes of some criteria in order."""
    return (wish for criterion in criteria for wish in criterion.wishes(bracket))


def first_set(face: Face, bracket: Rise, number: int) -> int:
    """The first possible set of so many upfloaters, in the order of the field."""
    up = 0
    for i in bits(bracket.lower):
        if not number:
            break
        if face.prefer(i, bracket.home):
            up |= 1 << i
            number -= 1
    return up


def line(criterion: Criterion[Rise], bracket: Rise, mate: Mate) -> Line:
    """What a pairing of the bracket pays for a criterion."""
    return priced(criterion, bracket, mate, bracket.field.ids, bracket.home)


def brackets_of(field: Field, pairs: Iterable[Pair]) -> Iterator[tuple[int, int, int, Places]]:
    """A complete pairing bracket by bracket: the scoregroup, its residents, those below, and who meets in it.

    A pair belongs to the bracket of its higher ranked member.
    """
    places = [sorted((field.place[a], field.place[b])) for a, b in pairs]
    alive = field.full
    for group, (start, end) in enumerate(pairwise(field.bounds)):
        home = alive & (1 << end) - (1 << start)
        met = sorted((i, j) for i, j in places if start <= i < end)
        if met:
            yield group, home, alive >> end << end, met
        alive &= ~mask_of(i for pair in met for i in pair)
