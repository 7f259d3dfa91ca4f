"""The words in which criteria speak of a bracket: sets of its members, which meetings cost, whose staying alone costs.

A set of participants is an int, one bit each. In a Bracket the players moved down come first (0, 1, ...), then the
residents, then whatever lies beyond.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from operator import itemgetter

from rookery.faces.face import Wish
from rookery.history import Float
from rookery.pairing.field import Field, lazy
from rookery.pairing.seat import Seat
from rookery.values import Frozen

Sets = tuple[int, int]

Choice = tuple[list[tuple[int, int]], list[int]]
"""Who meets in a bracket, and who stays alone, by their places in the field."""

NOBODY = -1  # a place, and a score, below every other

_UP = Float.UP

SCATTERED = 12  # more runs of neighbours than this are put together digit by digit


class When:
    """What there must be for a criterion to ask anything: flags, to be combined with |."""

    ALWAYS = 0
    MOVED_DOWN = 1  # players moved down to the bracket
    ALONE = 2  # somebody who has to stay alone in it
    BYE = 4  # the one who stays alone receives the allocated bye
    LAST = 8  # the last round


class Members(Frozen, ABC):
    """A scoregroup (`home`) with those from elsewhere who are, or may be, paired in it: what all walks speak of."""

    field: Field
    home: int
    all: int
    white: int  # who should get White
    black: int
    strong: int  # whose preference is strong
    absolute: int
    floats: tuple[int, ...]  # who floated: down and up one round ago, then the same two rounds ago

    @abstractmethod
    def view(self, who: int) -> int:
        """A set of the field as it is numbered here."""

    @abstractmethod
    def seat(self, i: int) -> Seat:
        """The seat of a vertex."""

    @abstractmethod
    def meet(self, *blocks: Sets) -> Wish:
        """Each pair of one from either set costs 1."""

    @property
    def situation(self) -> int:
        """What there is here for criteria to ask about."""
        return When.LAST if self.field.last else 0

    def floated(self, side: Float, rounds_ago: int) -> int:
        """Who floated this way so many rounds ago."""
        return self.floats[2 * rounds_ago - 2 + (side is _UP)]


def marked(sets: Sequence[int], known: dict[str, object]) -> dict[str, object]:
    """What is known of members, with their colours and floats, by the names of their fields; the sets are those of
    `Field.marks`."""
    known["white"], known["black"], known["strong"], known["absolute"] = sets[:4]
    known["floats"] = tuple(sets[4:])
    return known


class Numbering:
    """Other numbers for those in a set: `chosen` come first, in order, then whoever is at `start` or behind it."""

    def __init__(self, chosen: Sequence[int], start: int) -> None:
        self.chosen, self.start, self.shift = chosen, start, len(chosen)
        runs: list[tuple[int, int, int]] = []  # of neighbours: the new and old number of the first, and which they are
        first = old = before = NOBODY
        for i, place in enumerate(chosen):
            if place != before + 1 or not i:
                if i:
                    runs.append((first, old, (1 << i - first) - 1))
                first, old = i, place
            before = place
        if chosen:
            runs.append((first, old, (1 << len(chosen) - first) - 1))
        self.runs = runs
        self.digits = itemgetter(*[-1 - place for place in reversed(chosen)]) if len(runs) > SCATTERED else None

    def of(self, who: int) -> int:
        """A set as it is numbered here."""
        found = who >> self.start << self.shift
        if self.digits:
            return found | int("".join(self.digits(f"{who | 1 << self.start:b}")), 2)
        for first, place, run in self.runs:
            found |= (who >> place & run) << first
        return found


def _members_of(sets: Iterable[int], start: int, everyone: int, numbering: Numbering | None) -> list[int]:
    """Of each of these sets of the field, who is in a bracket whose residents begin there."""
    if numbering is None:
        return [who >> start & everyone for who in sets]
    runs, shift = numbering.runs, numbering.shift
    if len(runs) > 1:
        return [numbering.of(who) & everyone for who in sets]
    (_, place, run), home = runs[0], everyone >> shift
    return [(who >> start & home) << shift | who >> place & run for who in sets]


class Bracket(Members):
    """A scoregroup and the players moved down to it, as the criteria see them; frozen.

    By itself it faces nothing, and `facing` makes another. Beyond it lie either anonymous slots, one for each member
    that stays alone, or (`real`) other participants. `bye` says that one member stays alone, and receives the bye.
    """

    above: tuple[int, ...]  # the places in the field of the players moved down
    group: int
    start: int  # the residents are start .. end of the field
    end: int
    shift: int  # how many were moved down
    size: int
    down: int
    beyond: int
    real: bool
    bye: bool
    numbering: Numbering | None  # if anybody was moved down

    def __init__(self, field: Field, above: Sequence[int], group: int) -> None:
        start, end, shift = field.bounds[group], field.bounds[group + 1], len(above)
        size = shift + end - start
        everyone, down = (1 << size) - 1, (1 << shift) - 1
        numbering = Numbering(above, start) if above else None
        known = {
            "field": field,
            "above": tuple(above),
            "group": group,
            "start": start,
            "end": end,
            "shift": shift,
            "size": size,
            "all": everyone,
            "down": down,
            "home": everyone ^ down,
            "beyond": 0,
            "real": False,
            "bye": False,
            "numbering": numbering,
        }
        marks = _members_of(field.marks, start, everyone, numbering)
        object.__setattr__(self, "__dict__", marked(marks, known))

    def facing(self, beyond: int, *, real: bool = False, bye: bool = False) -> Bracket:
        """The same bracket with these vertices beyond it."""
        made, known = object.__new__(type(self)), self.__dict__.copy()
        known["beyond"], known["real"], known["bye"] = beyond, real, bye
        object.__setattr__(made, "__dict__", known)
        return made

    def member(self, i: int) -> int:
        """The place in the field of a vertex."""
        return self.above[i] if i < self.shift else i - self.shift + self.start

    def seat(self, i: int) -> Seat:
        """The seat of a vertex."""
        return self.field.seats[self.member(i)]

    def view(self, who: int) -> int:
        """A set of the field as this bracket numbers it; who has left for good is not asked after."""
        return who >> self.start if self.numbering is None else self.numbering.of(who)

    def members_of(self, sets: Iterable[int]) -> list[int]:
        """Of each of these sets of the field, who is in this bracket."""
        return _members_of(sets, self.start, self.all, self.numbering)

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
    def ids(self) -> tuple[int, ...]:
        """The members by their ids."""
        return (*(self.field.ids[i] for i in self.above), *self.field.ids[self.start : self.end])

    @lazy
    def levels(self) -> tuple[int, ...]:
        """The players moved down, score by score from the top."""
        found: dict[int, int] = {}
        for i, place in enumerate(self.above):
            score = self.field.scores[place]
            found[score] = found.get(score, 0) | 1 << i
        return tuple(found.values())

    @lazy
    def next(self) -> int:
        """The following scoregroup."""
        bounds = self.field.bounds
        size = bounds[self.group + 2] - self.end if self.group + 2 < len(bounds) else 0
        return (1 << size) - 1 << self.size

    # -- costs

    def alone(self, who: int, ahead: bool = False) -> Wish:
        """Each of these who stays alone costs 1; with `ahead`: who finds nobody in the following bracket either."""
        beyond = self.beyond & ~self.next if ahead else self.beyond
        return [(1, who, beyond)] if who and beyond else []

    def meet(self, *blocks: Sets) -> Wish:
        """Each pair of one from either set costs 1."""
        found = []
        for left, right in blocks:
            if left and right:
                found.append((1, left, right))
        return found
