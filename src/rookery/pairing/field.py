"""Field: everybody to be paired in one round, highest ranked first, and who may meet whom.

A set of participants is an int, one bit each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache
from itertools import compress
from operator import attrgetter, itemgetter, ne
from types import MappingProxyType

from rookery.errors import NoPairing
from rookery.faces.matching import Barrier, bits
from rookery.history import Float
from rookery.meetings import SPARSE
from rookery.model import Colour, FixedSeat, Points
from rookery.model.unchecked import changed, rows
from rookery.pairing.outcome import Cause
from rookery.pairing.seat import Preference, Seat
from rookery.typed import TYPE_CHECKING, Generic, TypeVar, cast
from rookery.values import Frozen, NamedTuple
from rookery.wording import spoken

if TYPE_CHECKING:
    from rookery.model.apart import Apart

T = TypeVar("T")

_SCORE = attrgetter("score")
_WHITE, _BLACK = Colour.WHITE, Colour.BLACK
_NONE, _DOWN = Float.NONE, Float.DOWN
_seat = rows(Seat)


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


class Marks(NamedTuple):
    """What is known of the colours and floats of many, as sets."""

    white: int  # who should get White
    black: int
    strong: int  # whose preference is strong
    absolute: int
    down: int  # who floated down one round ago
    up: int
    down_before: int  # two rounds ago
    up_before: int


class Columns(NamedTuple):
    """What many seats say, field by field as a seat has them."""

    id: Sequence[int] = ()
    number: Sequence[int] = ()
    score: Sequence[Points] = ()
    met: Sequence[tuple[int, ...]] = ()
    colours: Sequence[str] = ()
    preference: Sequence[Preference] = ()
    floats: Sequence[tuple[Float, Float]] = ()
    unplayed: Sequence[int] = ()
    barred: Sequence[bool] = ()
    topscorer: Sequence[bool] = ()
    details: Sequence[object] = ()


Order = Callable[[Seat], "int | tuple[int, ...]"]
"""What comes first among equal scores."""


class Field(Frozen):
    """Everybody to be paired in one round, highest ranked first, and who may meet whom; frozen.

    Inside a score the seats are sorted by `order`, or stay as they are.
    """

    seats: tuple[Seat, ...]
    round: int
    planned: int | None
    forbidden: Apart | None  # who is kept apart, if anybody is
    rows: tuple[int, ...]  # whom each may meet
    eligible: int  # for the allocated bye
    levels: tuple[Points, ...]  # every score of the round, also of who has the bye by now
    size: int
    full: int
    ids: tuple[int, ...]
    place: Mapping[int, int]
    scores: tuple[Points, ...]
    bounds: tuple[int, ...]  # scoregroup k is bounds[k] .. bounds[k + 1]
    made: tuple[Field, int, int] | None  # of another field, when nothing but that these two places meet is different
    kept: Mapping[int, FixedSeat] = MappingProxyType({})  # who keeps a board or a colour: nothing to the pairs

    def __init__(
        self,
        seats: Iterable[Seat],
        round: int,
        planned: int | None,
        forbidden: Apart | None = None,
        *,
        order: Order | None = attrgetter("number"),
        rows: Iterable[int] | None = None,
    ) -> None:
        ranked = list(seats) if order is None else sorted(seats, key=order)
        ranked.sort(key=_SCORE, reverse=True)  # equals stay as they are
        self._fill(ranked, _columns(ranked), round, planned, forbidden, rows)

    @classmethod
    def of_columns(cls, said: Columns, round: int, planned: int | None, forbidden: Apart | None = None) -> Field:
        """The same of seats that are told field by field; of equal scores the smaller pairing number comes first."""
        order = sorted(range(len(said.id)), key=said.number.__getitem__)
        order.sort(key=said.score.__getitem__, reverse=True)  # equals stay as they are
        columns = Columns(*map(itemgetter(*order) if len(order) > 1 else tuple, said))
        made = object.__new__(cls)
        made._fill(list(map(_seat, zip(*columns, strict=True))), columns, round, planned, forbidden, None)
        return made

    def _fill(
        self,
        ranked: list[Seat],
        columns: Columns,
        round: int,
        planned: int | None,
        forbidden: Apart | None,
        rows: Iterable[int] | None,
    ) -> None:
        """Work out of the seats, highest ranked first, what there is to know of the field."""
        ids, scores, size = columns.id, columns.score, len(ranked)
        starts = [*range(min(size, 1)), *compress(range(1, size), map(ne, scores[1:], scores))]
        full = (1 << size) - 1
        self.__dict__.update(
            seats=tuple(ranked),
            round=round,
            planned=planned,
            forbidden=forbidden,
            rows=tuple([full ^ 1 << i for i in range(size)] if rows is None else rows),
            eligible=full ^ where(columns.barred),
            levels=tuple([scores[i] for i in starts]),
            size=size,
            full=full,
            ids=tuple(ids),
            place=_places(ids),
            scores=tuple(scores),
            bounds=(*starts, size),
            made=None,
            columns=columns,
        )

    def __getstate__(self) -> dict[str, object]:
        """What cannot be worked out of the rest."""
        known = {name for name, value in vars(Field).items() if isinstance(value, lazy)} | {"place"}
        return {name: value for name, value in self.__dict__.items() if name not in known}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self.__dict__["place"] = _places(self.ids)

    def restricted(self, rows: Iterable[int] | None = None, eligible: int | None = None) -> Field:
        """The same round with other meetings possible, or others who may receive the bye."""
        given = {"rows": None if rows is None else tuple(rows), "eligible": eligible}
        twin = changed(self, made=None, **{name: value for name, value in given.items() if value is not None})
        twin.__dict__.pop("_worked_out", None)
        return twin

    def meeting(self, a: int, b: int) -> Field:
        """The same round with nobody else possible for the participants at these two places, but each other."""
        others = ~(1 << a | 1 << b)
        rows = [row & others for row in self.rows]
        rows[a], rows[b] = 1 << b, 1 << a
        twin = self.restricted(rows, self.eligible & others)
        twin.__dict__["made"] = self, a, b
        return twin

    def seated(self, seats: Iterable[Seat]) -> Field:
        """The same round with other details in the seats of the same participants, given in order."""
        twin = self.restricted()
        for name, value in vars(Field).items():
            if isinstance(value, lazy):  # what was worked out of the seats as they were
                twin.__dict__.pop(name, None)
        twin.__dict__["seats"] = tuple(seats)
        return twin

    def collapsed(self, group: int) -> Field:
        """The same round with this scoregroup and all below it as one."""
        twin = self.restricted()
        twin.__dict__["bounds"] = (*self.bounds[: group + 1], self.size)
        return twin

    def without(self, place: int) -> Field:
        """The same round when one participant has received the bye."""
        return self.once(("without", place), lambda: self._without(place))

    def _without(self, place: int) -> Field:
        seats = (*self.seats[:place], *self.seats[place + 1 :])
        low = (1 << place) - 1
        rows = [row & low | row >> 1 & ~low for i, row in enumerate(self.rows) if i != place]
        left = Field(seats, self.round, self.planned, self.forbidden, order=None, rows=rows)
        left.__dict__.update(eligible=0, levels=self.levels)
        return left

    @property
    def last(self) -> bool:
        """Whether this is the last round of the tournament."""
        return self.round == self.planned

    def among_the_last(self, rounds: int) -> bool:
        """Whether this is one of the last rounds of the tournament, so many."""
        return self.planned is not None and self.round > self.planned - rounds

    def among(self, ids: Iterable[int]) -> int:
        """Those of these participants who are to be paired."""
        found, place = 0, self.place
        for one in ids:
            if one in place:
                found |= 1 << place[one]
        return found

    def once(self, key: Hashable, work: Callable[[], T]) -> T:
        """What is worked out of who may meet whom, once for this field."""
        if key not in self._worked_out:
            self._worked_out[key] = work()
        return cast("T", self._worked_out[key])

    @lazy
    def _worked_out(self) -> dict[Hashable, object]:
        return {}

    @lazy
    def columns(self) -> Columns:
        """What the seats say, field by field."""
        return _columns(self.seats)

    @lazy
    def met(self) -> tuple[int, ...]:
        """Whom each has met."""
        bits = [1 << i for i in range(self.size)]
        largest = max(self.ids, default=0)
        if largest > SPARSE * self.size:
            return _united(self.columns.met, defaultdict(int, zip(self.ids, bits, strict=True)))
        bit = [0] * (largest + 1)
        for one, own in zip(self.ids, bits, strict=True):
            bit[one] = own
        try:
            return _united(self.columns.met, bit)
        except IndexError:  # somebody with a larger number is not here
            return _united(self.columns.met, defaultdict(int, zip(self.ids, bits, strict=True)))

    @property
    def white(self) -> int:
        """Who should get White."""
        return self.marks.white

    @property
    def black(self) -> int:
        """Who should get Black."""
        return self.marks.black

    @property
    def strong(self) -> int:
        """Whose preference is strong."""
        return self.marks.strong

    @property
    def absolute(self) -> int:
        """Whose preference is absolute."""
        return self.marks.absolute

    @lazy
    def topscorers(self) -> int:
        """Who has more than half of all possible points before the last round."""
        return where(self.columns.topscorer)

    @lazy
    def marks(self) -> Marks:
        """The sets that a bracket looks at together."""
        said = zip(self.columns.preference, self.columns.floats, strict=True)
        seen = bytes([
            (1 if colour is _WHITE else 2 if colour is _BLACK else 0) + 3 * strength
            + (0 if last is _NONE else 12 if last is _DOWN else 24)
            + (0 if before is _NONE else 36 if before is _DOWN else 72)
            for (colour, strength, _, _), (last, before) in said
        ])[::-1]  # fmt: skip
        return Marks(*[int(seen.translate(digits) or b"0", 2) for digits in _digits()])


@cache
def _digits() -> list[bytes]:
    """For each of the marks which of the bytes that `Field.marks` makes of seats are a 1 in it, and which a 0."""
    told = ((1, 3, 1), (1, 3, 2), (3, 4, 2), (3, 4, 3), (12, 3, 1), (12, 3, 2), (36, 3, 1), (36, 3, 2))
    cycles = [b"0" * unit * digit + b"1" * unit + b"0" * unit * (base - digit - 1) for unit, base, digit in told]
    return [(cycle * 256)[:256] for cycle in cycles]


def _places(ids: Sequence[int]) -> Mapping[int, int]:
    """At which place each of these stands."""
    return MappingProxyType(dict(zip(ids, range(len(ids)), strict=True)))


def _united(whom: Iterable[Iterable[int]], bit: Mapping[int, int] | list[int]) -> tuple[int, ...]:
    """Each of these as a set."""
    rows = []
    for others in whom:
        row = 0
        for one in others:
            row |= bit[one]
        rows.append(row)
    return tuple(rows)


def _columns(seats: Sequence[Seat]) -> Columns:
    """What these seats say, field by field."""
    return Columns(*zip(*seats, strict=True)) if seats else Columns()


_BINARY = b"01".ljust(256)


def where(flags: Iterable[bool]) -> int:
    """The set of the places at which something is true.

    >>> where([True, False, True, True])
    13
    """
    return int(bytes(flags)[::-1].translate(_BINARY) or b"0", 2)


def hindered(field: Field, why: Barrier) -> Cause:
    """Who cannot all be paired; the vertex behind everybody is the allocated bye."""

    def ids(who: int) -> tuple[int, ...]:
        return tuple(sorted(field.seats[i].id for i in bits(who & field.full)))

    found = tuple(map(ids, why.groups))
    groups = tuple(sorted(filter(None, found)))
    return Cause(groups, ids(why.around), bool(why.around & ~field.full), () in found)


def impossible(field: Field, why: Barrier) -> NoPairing:
    """The error that says who cannot all be paired."""
    cause = hindered(field, why)
    return NoPairing(spoken("no legal pairing exists: %(why)s", why=cause.text), [cause])
