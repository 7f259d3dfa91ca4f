"""Field: everybody to be paired in one round, highest ranked first, and who may meet whom.

A set of participants is an int, one bit each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Generic, NamedTuple, TypeVar

from rookery.errors import NoPairing
from rookery.faces.matching import Barrier, bits
from rookery.history import Float
from rookery.model import Colour
from rookery.pairing.outcome import Cause
from rookery.pairing.seat import Seat, Strength

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


def impossible(field: Field, why: Barrier) -> NoPairing:
    """The error that says who cannot all be paired."""

    def ids(who: int) -> tuple[int, ...]:
        return tuple(sorted(field.seats[i].id for i in bits(who & field.full)))

    found = tuple(map(ids, why.groups))
    groups = tuple(sorted(filter(None, found)))
    cause = Cause(groups, ids(why.around), bool(why.around & ~field.full), () in found)
    return NoPairing(f"no legal pairing exists: {cause.text}", [cause])
