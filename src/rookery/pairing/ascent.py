"""One round of a system that brings players up, on its way: the top scoregroup first, completely.

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

from collections.abc import Iterable, Iterator
from itertools import pairwise

from rookery.faces.face import Face, Wish
from rookery.faces.matching import EXPOSED, Mate, bits, complete, join, largest, lowest, mask_of, search
from rookery.faces.unweighed import price
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
from rookery.pairing.field import Field, impossible
from rookery.pairing.outcome import Decision, Ledger, Line, Pair
from rookery.pairing.remainder import Part, Remainder
from rookery.pairing.rise import Following, Rise
from rookery.values import field, frozen

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


@frozen
class Upward:
    """What a system asks for that brings players up, in order of priority."""

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


class Ascent:
    """One round on its way."""

    def __init__(self, system: Upward, field: Field) -> None:
        self.system, self.field, self.rows = system, field, list(field.rows)
        self.remainder = self.matchings()
        if not self.remainder.perfect:
            raise impossible(field, self.remainder.obstacle)

    def matchings(self) -> Remainder:
        """What can be paired below."""
        return Remainder(self.field.rows, self.field.bounds)

    def brackets(self) -> Iterator[Decision]:
        """The brackets from the top, each with those it needs from below."""
        return (self.decision(group, bracket, pairs) for group, bracket, pairs in self.paired(self.field.full))

    def paired(self, alive: int) -> Iterator[tuple[int, Rise, Places]]:
        """The scoregroups of these participants from the top, each with those it needs from below, and who meets."""
        for group, (start, end) in enumerate(pairwise(self.field.bounds)):
            home = alive & (1 << end) - (1 << start)
            if home:
                face = self.decide(home, alive >> end << end, group)
                bracket = Rise(self.field, home, face.alive & ~home)
                face.seek(wishes_of(bracket, *self.system.inside))
                yield group, bracket, self.system.candidates.first(bracket, face)
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
        up = first_set(face, bracket, upfloating(face, bracket).bit_count())
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
        up = upfloating(face, bracket)  # how many of each score is known
        group = ahead.group(bracket, up)
        left = (group & ~up).bit_count()
        wish = [(1, group, bracket.lower & ~group)]
        if ahead.graded:
            face.minimise(wish)
        elif left:
            face.attain(wish, left % 2)

    def outlook(self, ahead: Following, everyone: Rise, below: Part, up: int) -> int:
        """What the scoregroup ahead says in a ledger if these come up."""
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
        bracket = Rise(self.field, home, mask_of(i for pair in pairs for i in pair) & ~home)
        return Ledger(self.decision(group, bracket, pairs), tuple(self.lines(group, bracket, lower, pairs)))

    def lines(self, group: int, bracket: Rise, lower: int, pairs: Places) -> Iterator[Line]:
        """The same line by line, `lower` being all below of whom some have come up."""
        system, everyone = self.system, Rise(self.field, bracket.home, lower)
        mate = [EXPOSED] * self.field.size
        for i, j in pairs:
            join(mate, i, j)
        for criterion in (system.fewest, system.highest):
            yield line(criterion, everyone, mate)
        if system.ahead is not None:
            below = self.left_of(self.remainder.tails[group + 1], lower)
            yield system.ahead.line((self.outlook(system.ahead, everyone, below, bracket.lower),))
        for criterion in system.wishes:
            yield line(criterion, everyone, mate)
        up = bits(bracket.lower)
        place = tuple(1 + (lower & (1 << i) - 1).bit_count() for i in up)
        yield system.sets.line(place, tuple((self.field.ids[i],) for i in up))
        for criterion in system.inside:
            yield line(criterion, bracket, mate)
        yield from system.candidates.lines(bracket, pairs)


def upfloating(face: Face, bracket: Rise) -> int:
    """Who comes up in the matching of a face."""
    return mask_of(face.mate[i] for i in bits(bracket.home)) & bracket.lower


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
    return priced(criterion, list(criterion.wishes(bracket)), mate, bracket.field.ids)


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
