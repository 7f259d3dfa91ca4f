"""The vocabulary of criteria, over sets: who may not meet, which meetings cost, whose staying alone costs.

A set of participants is an int, one bit each; in a Field they are numbered from the highest ranked, in a Bracket the
players moved down come first (0, 1, ...), then the residents, then whatever lies beyond.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Generic, NamedTuple, TypeVar

from rookery.errors import NoPairing
from rookery.history import Float
from rookery.model import Colour
from rookery.pairing.kernel import Wish, price
from rookery.pairing.matching import EXPOSED, Barrier, Mate, bits
from rookery.pairing.outcome import Cause, Line
from rookery.pairing.seat import Seat, Strength

Sets = tuple[int, int]

T = TypeVar("T")


class lazy(Generic[T]):
    """An attribute computed when it is first asked for; functools.cached_property without its lock."""

    def __init__(self, compute: Callable[..., T]) -> None:
        self.compute = compute
        self.name = compute.__name__
        self.__doc__ = compute.__doc__

    def __get__(self, owner: object, kind: type) -> T:
        value = self.compute(owner)
        owner.__dict__[self.name] = value
        return value


class Preferences(NamedTuple):
    """The colour preferences of many: which colour, how strongly."""

    colours: list[Colour | None]
    strengths: list[Strength]


class Field:
    """Everybody to be paired in one round, highest ranked first, and who may meet whom."""

    def __init__(
        self, seats: Sequence[Seat], round: int, planned: int | None, forbidden: Iterable[tuple[int, ...]] = ()
    ) -> None:
        by_number = sorted(seats, key=attrgetter("order", "number"))
        self.seats = tuple(sorted(by_number, key=attrgetter("score"), reverse=True))  # equals stay as they are
        self.round, self.planned, self.forbidden = round, planned, tuple(forbidden)
        self.size = len(self.seats)
        self.full = (1 << self.size) - 1
        self.ids = [seat.id for seat in self.seats]
        self.place = {seat.id: i for i, seat in enumerate(self.seats)}
        self.scores = [seat.score for seat in self.seats]
        starts = [i for i, score in enumerate(self.scores) if not i or score != self.scores[i - 1]]
        self.bounds = [*starts, self.size]  # scoregroup k is bounds[k] .. bounds[k + 1]
        self.levels = [self.scores[i] for i in starts]  # every score of the round, also of who has the bye by now
        self.rows: list[int] = []  # whom each may meet
        self.eligible = where([not seat.barred for seat in self.seats])  # for the allocated bye

    @property
    def last(self) -> bool:
        """Whether this is the last round of the tournament."""
        return self.round == self.planned

    def among(self, ids: Iterable[int]) -> int:
        """Those of these participants who are to be paired."""
        found, place = 0, self.place
        for one in ids:
            if one in place:
                found |= 1 << place[one]
        return found

    @lazy
    def met(self) -> list[int]:
        """Whom each has met."""
        bit = defaultdict(int, zip(self.ids, [1 << i for i in range(self.size)], strict=True))
        found = []
        for seat in self.seats:
            met = 0
            for one in seat.met:
                met |= bit[one]
            found.append(met)
        return found

    @lazy
    def preferences(self) -> Preferences:
        """The colour preferences of all."""
        preferred = [seat.preference for seat in self.seats]
        return Preferences([one.colour for one in preferred], [one.strength for one in preferred])

    @lazy
    def white(self) -> int:
        """Who should get White."""
        white = Colour.WHITE
        return where([colour is white for colour in self.preferences.colours])

    @lazy
    def black(self) -> int:
        """Who should get Black."""
        black = Colour.BLACK
        return where([colour is black for colour in self.preferences.colours])

    @lazy
    def strong(self) -> int:
        """Whose preference is strong."""
        strong = Strength.STRONG
        return where([strength is strong for strength in self.preferences.strengths])

    @lazy
    def absolute(self) -> int:
        """Whose preference is absolute."""
        absolute = Strength.ABSOLUTE
        return where([strength is absolute for strength in self.preferences.strengths])

    @lazy
    def topscorers(self) -> int:
        """Who has more than half of all possible points before the last round."""
        return where([seat.topscorer for seat in self.seats])

    @lazy
    def floats(self) -> dict[tuple[Float, int], int]:
        """Who floated, by direction and how many rounds ago."""
        both = [seat.floats for seat in self.seats]
        columns = ((1, [one for one, _ in both]), (2, [one for _, one in both]))
        sides = (Float.DOWN, Float.UP)
        return {(side, ago): where([one is side for one in column]) for ago, column in columns for side in sides}


_BINARY = b"01".ljust(256)


def where(flags: Sequence[bool]) -> int:
    """The set of the places at which something is true.

    >>> where([True, False, True, True])
    13
    """
    return int(bytes(reversed(flags)).translate(_BINARY) or b"0", 2)


class Bracket:
    """A scoregroup and the players moved down to it, as the criteria see them.

    Beyond it lie either anonymous `slots`, one for each member that stays alone, or (`real`) other participants.
    """

    def __init__(self, field: Field, above: Sequence[int], group: int, beyond: int = 0, real: bool = False) -> None:
        self.field, self.above, self.group = field, above, group
        self.start, self.end = field.bounds[group], field.bounds[group + 1]
        self.shift = shift = len(above)
        self.size = shift + self.end - self.start
        self.all = (1 << self.size) - 1
        self.down = (1 << shift) - 1
        self.home = self.all ^ self.down
        self.beyond, self.real = beyond, real
        self.bye = False  # whether one member stays alone, and receives the allocated bye
        self._floats: dict[tuple[Float, int], int] = {}

    def member(self, i: int) -> int:
        """The place in the field of a vertex."""
        return self.above[i] if i < self.shift else i - self.shift + self.start

    def seat(self, i: int) -> Seat:
        """The seat of a vertex."""
        return self.field.seats[self.member(i)]

    def view(self, who: int) -> int:
        """A set of the field as this bracket numbers it; who has left for good is not asked after."""
        if not self.shift:
            return who >> self.start
        found = who >> self.start << self.shift
        for i, place in enumerate(self.above):
            if who >> place & 1:
                found |= 1 << i
        return found

    @property
    def situation(self) -> int:
        """What there is in this bracket for criteria to ask about."""
        found = When.MOVED_DOWN if self.shift else 0
        if self.beyond:
            found |= When.ALONE
        if self.bye:
            found |= When.BYE
        return found | When.LAST if self.field.last else found

    # -- sets

    @lazy
    def levels(self) -> list[int]:
        """The players moved down, score by score from the top."""
        found: dict[int, int] = {}
        for i, place in enumerate(self.above):
            score = self.field.scores[place]
            found[score] = found.get(score, 0) | 1 << i
        return list(found.values())

    @lazy
    def next(self) -> int:
        """The following scoregroup."""
        bounds = self.field.bounds
        size = bounds[self.group + 2] - self.end if self.group + 2 < len(bounds) else 0
        return (1 << size) - 1 << self.size

    @lazy
    def white(self) -> int:
        """Who should get White."""
        return self.view(self.field.white) & self.all

    @lazy
    def black(self) -> int:
        """Who should get Black."""
        return self.view(self.field.black) & self.all

    @lazy
    def strong(self) -> int:
        """Whose preference is strong."""
        return self.view(self.field.strong) & self.all

    @lazy
    def absolute(self) -> int:
        """Whose preference is absolute."""
        return self.view(self.field.absolute) & self.all

    def floated(self, side: Float, rounds_ago: int) -> int:
        """Who floated this way so many rounds ago."""
        key, known = (side, rounds_ago), self._floats
        if key not in known:
            known[key] = self.view(self.field.floats[key]) & self.all
        return known[key]

    # -- costs

    def alone(self, who: int, ahead: bool = False) -> Wish:
        """Each of these who stays alone costs 1; with `ahead`: who finds nobody in the following bracket either.

        Two players moved down never meet in a bracket, so each of them is alone even where the rest needs that pair.
        """
        beyond = self.beyond & ~self.next if ahead else self.beyond
        wish = [(1, who, beyond)] if who and beyond else []
        both = self.down & who if self.real else 0
        if both:
            wish.append((2, both, both))
            if both != self.down:
                wish.append((1, both, self.down & ~both))
        return wish

    def meet(self, *blocks: Sets) -> Wish:
        """Each pair of one from either set costs 1."""
        if self.real and self.shift:
            return [(1, left, right) for block in blocks for left, right in self._inside(*block)]
        return [(1, left, right) for left, right in blocks if left and right]

    def _inside(self, left: int, right: int) -> Iterator[Sets]:
        """The same pairs without those of two players moved down, each once."""
        both, ours, yours = left & right, left & ~right, right & ~left
        pieces = [(both, both & self.home)]
        for a, b in ((both, ours | yours), (ours, yours)):
            pieces += [(a & self.home, b), (a & self.down, b & self.home)]
        return ((a, b) for a, b in pieces if a and b)


Costs = Callable[..., Iterator[Wish]]  # of a Bracket, or of what the walk of the system has in its place


class When:
    """What there must be for a criterion to ask anything: flags, to be combined with |."""

    ALWAYS = 0
    MOVED_DOWN = 1  # players moved down to the bracket
    ALONE = 2  # somebody who has to stay alone in it
    BYE = 4  # the one who stays alone receives the allocated bye
    LAST = 8  # the last round


@dataclass(frozen=True, slots=True)
class Criterion:
    """Something to be kept as small as possible: the article, its code, and what it costs by its meaning.

    `costs` yields one wish, or several in order of weight (for example one for each score, from the highest).
    """

    article: str
    code: str
    costs: Costs
    when: int = When.ALWAYS

    @property
    def name(self) -> str:
        """The criterion by its meaning."""
        return self.costs.__name__.replace("_", " ")

    @property
    def text(self) -> str:
        """The criterion in one sentence."""
        return (self.costs.__doc__ or "").split("\n")[0]


def priced(criterion: Criterion, wishes: Sequence[Wish], mate: Mate, ids: Sequence[int], anybody: int) -> Line:
    """What a matching pays for a criterion by these wishes; vertices beyond `ids` are nobody."""
    cost = tuple([price(wish, mate) for wish in wishes])
    found = payers(wishes, mate, anybody) if any(cost) else ()
    who = tuple(tuple(ids[i] for i in one if i < len(ids)) for one in found)
    return Line(criterion.name, criterion.article, criterion.code, cost, criterion.text, who)


def payers(wishes: Iterable[Wish], mate: Mate, anybody: int) -> list[tuple[int, ...]]:
    """At whose expense a matching is: both of a pair that costs, only the first where all of `anybody` would cost."""
    found: list[tuple[int, ...]] = []
    for wish in wishes:
        for _, left, right in wish:
            for i in bits(left):
                if mate[i] != EXPOSED and right >> mate[i] & 1:
                    found.append((i,) if right == anybody else (min(i, mate[i]), max(i, mate[i])))
    return list(dict.fromkeys(found))


Rows = Iterable[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Ban:
    """An absolute criterion: the article, its code, and whom the participant at a place may not meet.

    Every forbidden meeting is said from both sides.
    """

    article: str
    code: str
    apart: Callable[[Field], Rows]

    @property
    def name(self) -> str:
        """The ban by its meaning."""
        return self.apart.__name__.replace("_", " ")

    @property
    def text(self) -> str:
        """The ban in one sentence."""
        return (self.apart.__doc__ or "").split("\n")[0]

    def forbids(self, field: Field, a: int, b: int) -> bool:
        """Whether the participants at these places may not meet."""
        return any(i == a and whom >> b & 1 for i, whom in self.apart(field))


def legal(field: Field, bans: Iterable[Ban]) -> list[int]:
    """Whom each may meet when these bans hold."""
    rows = [field.full ^ 1 << i for i in range(field.size)]
    for ban in bans:
        for i, whom in ban.apart(field):
            rows[i] &= ~whom
    return rows


def impossible(field: Field, why: Barrier) -> NoPairing:
    """The error that says who cannot all be paired."""

    def ids(who: int) -> tuple[int, ...]:
        return tuple(sorted(field.seats[i].id for i in bits(who & field.full)))

    found = tuple(map(ids, why.groups))
    groups = tuple(sorted(filter(None, found)))
    cause = Cause(groups, ids(why.around), bool(why.around & ~field.full), () in found)
    return NoPairing(f"no legal pairing exists: {cause.text}", [cause])
