"""Brackets one by one, each by itself: as many anonymous slots as somebody must stay alone stand for what lies below.

What is found is checked, and stands if nothing below could be better for anything else. Mostly it is seen at sight.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from rookery.faces.face import AT_ONCE, LISTED, Face, Wish
from rookery.faces.matching import EXPOSED, Mate, bits, complete, join, largest, lowest
from rookery.faces.sight import Sight
from rookery.faces.unweighed import Pairs, best_of, matchings
from rookery.model import Points
from rookery.pairing.bracket import NOBODY, Bracket, Choice
from rookery.pairing.criterion import Criterion, Places
from rookery.pairing.field import Field
from rookery.pairing.remainder import Remainder
from rookery.typed import TYPE_CHECKING
from rookery.values import NamedTuple

if TYPE_CHECKING:
    from rookery.pairing.priorities import Priorities


class Look(NamedTuple):
    """A bracket by itself before anything is searched for: whom its members may meet in it, and what is asked of it."""

    bracket: Bracket
    members: list[int]
    asked: list[Wish] | None  # of a few it is asked one by one


class Brackets:
    """The brackets of one round, each by itself."""

    def __init__(self, system: Priorities, field: Field) -> None:
        self.system, self.field = system, field
        self.rows = list(field.rows)
        self.bye: int | None = None
        self.bye_score: Points = NOBODY
        self._last_bracket: Bracket | None = None
        if field.size % 2 == 0:
            self.remainder = self.matchings()
        else:
            self.bye = field.size
            self.rows.append(0)

    def matchings(self, extra: int = 0) -> Remainder:
        """What can be paired below, `extra` being the bye."""
        return Remainder(self.rows, self.field.bounds, extra)

    def bracket(self, above: Sequence[int], group: int) -> Bracket:
        """The bracket as it faces nothing; of one that is looked at in several ways it is made once."""
        known = self._last_bracket
        if known is None or known.group != group or known.above != tuple(above) or known.field is not self.field:
            known = self._last_bracket = Bracket(self.field, above, group)
        return known

    def members(self, b: Bracket) -> list[int]:
        """Whom the members may meet inside their bracket."""
        rows = b.members_of([*map(self.rows.__getitem__, b.above), *self.rows[b.start : b.end]])
        for i in range(b.shift):
            rows[i] &= b.home
        return rows

    def wishes(self, bracket: Bracket, *first: Criterion[Bracket]) -> Iterator[Wish]:
        """All wishes of a bracket in order, `first` before the others."""
        asked = [criterion.costs(bracket) for criterion in (*first, *self.applicable(bracket))]
        return filter(None, chain.from_iterable(asked))

    def applicable(self, bracket: Bracket) -> tuple[Criterion[Bracket], ...]:
        """The criteria that have something to ask in such a bracket."""
        here, known = bracket.situation, self.system.asked
        if here not in known:
            known[here] = tuple([one for one in self.system.wishes if one.when & here == one.when])
        found = known[here]
        return tuple([one for one in found if one.asked(here, self.field)]) if self.system.lapsing else found

    def first(self, bracket: Bracket, face: Face) -> Choice:
        """The first candidate: who meets, who stays alone."""
        return self._told(bracket, self.system.candidates.first(bracket, face))

    def look(self, above: Sequence[int], group: int) -> Look | None:
        """A bracket by itself, if no more than one may have to stay alone in it, and it is worth looking at."""
        bracket = self.bracket(above, group)
        need, bye = bracket.size & 1, self.bye_score >= self.field.scores[bracket.start]
        if bye > need or self.too_many(need, bracket):
            return None
        bracket = bracket.facing(need << bracket.size, bye=bye)
        if not self.promising(bracket):
            return None
        few = bracket.size + need <= AT_ONCE
        return Look(bracket, self.members(bracket), None if few else list(self.wishes(bracket, self.system.lowest)))

    def seen(self, look: Look) -> Choice | None:
        """The choice in such a bracket, if it is seen without a search, and fits."""
        bracket, see = look.bracket, self.system.candidates.at_sight
        assert see is not None
        rows, everyone, pairs = self._with_slots(bracket, look.members), bracket.all | bracket.beyond, None
        if look.asked is not None:
            sight = Sight.of(rows, everyone, look.asked)
            pairs = None if sight is None else see(bracket, sight)
        if pairs is None and len(rows) <= LISTED:
            asked = self.wishes(bracket, self.system.lowest) if look.asked is None else look.asked
            pairs = self._listed(bracket, matchings(rows, everyone), asked)
        if pairs is None:
            return None
        made = self._told(bracket, pairs)
        return made if self.fits(bracket, made[1]) else None

    def _listed(self, bracket: Bracket, every: list[Pairs], asked: Iterable[Wish]) -> Places | None:
        """The first of the best of a few matchings; None if there are none, for then more have to stay alone."""
        best = best_of(every, asked, [])
        found = [[_two(pair) for pair in one if not pair & bracket.beyond] for one in best]
        if len(found) < 2:
            return found[0] if found else None
        place = self.system.candidates.place
        return min(found, key=lambda pairs: place(bracket, pairs))

    def _told(self, bracket: Bracket, pairs: Places) -> Choice:
        """Who meets and who stays alone, by their places in the field."""
        places = (*bracket.above, *range(bracket.start, bracket.end))
        left = bracket.all
        for i, j in pairs:
            left ^= 1 << i | 1 << j
        return [(places[i], places[j]) for i, j in pairs], [places[i] for i in bits(left)]

    def standing(self, above: Sequence[int], group: int, look: Look | None = None) -> tuple[Bracket, Face | None]:
        """The bracket with as many slots as somebody must stay alone; what was looked at is not made again."""
        bracket = self.bracket(above, group)
        rows = self.members(bracket) if look is None else look.members
        mate, exposed = self._first_guess(bracket, rows) if above else self._as_known(bracket)
        need = exposed.bit_count()
        bye = self.bye_score >= self.field.scores[bracket.start]
        if need != 1 if bye else self.too_many(need, bracket):
            return bracket.facing(0, bye=bye), None
        slots = (1 << need) - 1 << bracket.size
        bracket = look.bracket if look and look.bracket.beyond == slots else bracket.facing(slots, bye=bye)
        rows, everyone = self._with_slots(bracket, rows), bracket.all | bracket.beyond
        if need and not bye:
            mate += bits(exposed)
            for slot in range(bracket.size, len(mate)):
                mate[mate[slot]] = slot
        elif need:
            mate.append(EXPOSED)
            if not complete(rows, mate, everyone, exposed | bracket.beyond):
                return bracket, None
        return bracket, Face(rows, mate, everyone)

    def _with_slots(self, b: Bracket, rows: list[int]) -> list[int]:
        """Whom the members may meet, and the slots that they face: any will do for anybody who may have it."""
        slots = b.beyond
        if not slots:
            return rows[:]
        if not b.bye:
            return [row | slots for row in rows] + [b.all] * slots.bit_count()
        takers = b.view(self.rows[self.field.size]) & b.all
        return [row | slots if takers >> i & 1 else row for i, row in enumerate(rows)] + [takers]

    def _as_known(self, b: Bracket) -> tuple[Mate, int]:
        """A largest matching of a scoregroup to which nobody has moved down; who stays exposed."""
        mate, exposed, _ = self.remainder.groups[b.group]
        return [j - b.start if j != EXPOSED else j for j in mate[b.start : b.end]], exposed >> b.start

    def _first_guess(self, b: Bracket, rows: Sequence[int]) -> tuple[Mate, int]:
        """The same from a guess: who moved down with the first they may meet, of the others the halves in order."""
        mate = [EXPOSED] * b.size
        free = b.all
        for i in range(b.shift):
            near = rows[i] & free & b.home
            if near:
                j = lowest(near)
                join(mate, i, j)
                free ^= 1 << i | 1 << j
        rest = bits(free & b.home)
        half = len(rest) // 2
        for i, j in zip(rest[:half], rest[half:], strict=False):
            if rows[i] >> j & 1:
                mate[i], mate[j] = j, i
                free ^= 1 << i | 1 << j
        return mate, largest(rows, mate, b.all, free)

    def too_many(self, alone: int, bracket: Bracket) -> bool:
        """Whether so many cannot all find somebody in the next scoregroup."""
        return alone > 0 and alone > bracket.next.bit_count()

    def promising(self, bracket: Bracket) -> bool:
        """Whether what lies below may fit; where nobody moves on that is the same whoever meets in the bracket."""
        if bracket.bye or not bracket.beyond:
            return self.fits(bracket, ())
        return self.may_welcome(bracket.group + 1)

    def may_welcome(self, group: int) -> bool:
        """Whether there may be players moved down to a bracket with whom it could not do better."""
        return self.remainder.may_take(group)

    def fits(self, bracket: Bracket, left: Sequence[int]) -> bool:
        """Whether nothing below could be better if these stay alone."""
        if bracket.bye or not left:
            return self.remainder.closes(bracket.group + 1, 1 << self.field.size if bracket.bye else 0)
        return self.welcome(left, bracket.group + 1)

    def welcome(self, down: Sequence[int], group: int) -> bool:
        """Whether a bracket could not do better with any other players moved down to it."""
        return self.remainder.takes(down, group)

    def last(self, group: int) -> bool:
        """Whether there is nobody below this scoregroup."""
        return group + 2 == len(self.field.bounds)


def _two(pair: int) -> tuple[int, int]:
    """The two of a pair."""
    low = pair & -pair
    return low.bit_length() - 1, (pair ^ low).bit_length() - 1
