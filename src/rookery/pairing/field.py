"""The field of one round: entrants, highest ranked first, and their possible opponents.

A set of participants is an int with one bit each (`ParticipantSet`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from enum import IntEnum
from functools import cached_property
from itertools import compress, count
from operator import attrgetter, itemgetter, ne
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TypeAlias, TypeVar, cast

from rookery.errors import NoPairingError
from rookery.history.history import Float
from rookery.history.round_results import SPARSE_FACTOR
from rookery.matching.blossom import Barrier, bits, mask_of
from rookery.messages import msg
from rookery.model import Colour, FixedSeat, Points
from rookery.model._construct import replace_unchecked, tuple_factory
from rookery.pairing.outcome import Cause

if TYPE_CHECKING:
    from rookery.model.forbidden_pairs import ForbiddenPairs


ParticipantSet: TypeAlias = int
"""A set of participants as a bit mask: bit i stands for the participant at place i of the field."""

D = TypeVar("D")


class Strength(IntEnum):
    """Strength of a colour preference (C.04.3 1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Preference(NamedTuple):
    """Which colour a participant should get, how strongly, and the facts behind it."""

    colour: Colour | None = None
    strength: Strength = Strength.NONE
    difference: int = 0  # Whites minus Blacks
    repeated: Colour | None = None  # the colour of the last two played games, if it was the same


class Entrant(NamedTuple):
    """The facts about one participant that are needed to pair a round; immutable."""

    id: int
    number: int  # the pairing number: consecutive over those paired now or before (C.04.2 2.4)
    score: Points  # the pairing score of this round
    opponents: tuple[int, ...] = ()
    colours: str = ""  # of the played games, oldest first
    preference: Preference = Preference()
    floats: tuple[Float, Float] = (Float.NONE, Float.NONE)  # one round ago, two rounds ago
    unplayed: int = 0  # rounds without a game
    barred: bool = False  # may not receive the allocated bye
    topscorer: bool = False
    details: object = None  # facts that only one system uses; see `details_as`

    @property
    def rank(self) -> tuple[int, int]:
        """Higher score first, then smaller pairing number (C.04.3 1.2)."""
        return -self.score, self.number

    def details_as(self, kind: type[D]) -> D:
        """Return the details of one system, checked to be of this type."""
        assert isinstance(self.details, kind)
        return self.details


T = TypeVar("T")

_SCORE = attrgetter("score")
_WHITE, _BLACK = Colour.WHITE, Colour.BLACK
_DOWN, _UP = Float.DOWN, Float.UP
_entrant = tuple_factory(Entrant)


class TraitSets(NamedTuple):
    """Bitsets of the participants with each colour preference and float."""

    white: ParticipantSet  # should get White
    black: ParticipantSet
    strong: ParticipantSet  # have a strong preference
    absolute: ParticipantSet
    down: ParticipantSet  # floated down one round ago
    up: ParticipantSet
    down_before: ParticipantSet  # two rounds ago
    up_before: ParticipantSet


class Columns(NamedTuple):
    """The fields of many entrants as columns, in the order of the fields of `Entrant`."""

    id: Sequence[int] = ()
    number: Sequence[int] = ()
    score: Sequence[Points] = ()
    opponents: Sequence[tuple[int, ...]] = ()
    colours: Sequence[str] = ()
    preference: Sequence[Preference] = ()
    floats: Sequence[tuple[Float, Float]] = ()
    unplayed: Sequence[int] = ()
    barred: Sequence[bool] = ()
    topscorer: Sequence[bool] = ()
    details: Sequence[object] = ()


SortKey = Callable[[Entrant], "int | tuple[int, ...]"]
"""Sort key among equal scores."""


class Immutable:
    """A class that fills in its `__dict__` when it is created; its attributes cannot be assigned afterwards."""

    def __setattr__(self, name: str, value: object = None) -> NoReturn:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot change attribute {name!r}")

    __delattr__ = __setattr__


class Field(Immutable):
    """All participants to be paired in one round, highest ranked first, and their possible opponents; immutable.

    Within a score the entrants are sorted by `order`, or keep their order if it is None.
    """

    entrants: tuple[Entrant, ...]
    round: int
    planned: int | None
    forbidden: ForbiddenPairs | None  # pairs forbidden by the event, if any
    rows: tuple[ParticipantSet, ...]  # possible opponents of each
    eligible: ParticipantSet  # for the allocated bye
    levels: tuple[Points, ...]  # every score of the round, including that of the bye
    size: int
    full: ParticipantSet
    ids: tuple[int, ...]
    place: Mapping[int, int]
    scores: tuple[Points, ...]
    bounds: tuple[int, ...]  # scoregroup k is bounds[k] .. bounds[k + 1]
    forced_pair: (
        tuple[Field, int, int] | None
    )  # the original field and two places, if this copy only forces them to meet
    fixed_seats: Mapping[int, FixedSeat] = MappingProxyType(
        {}
    )  # fixed boards and colours; they do not affect the pairs

    def __init__(
        self,
        entrants: Iterable[Entrant],
        round: int,
        planned: int | None,
        forbidden: ForbiddenPairs | None = None,
        *,
        order: SortKey | None = attrgetter("number"),
        rows: Iterable[ParticipantSet] | None = None,
    ) -> None:
        ordered = list(entrants) if order is None else sorted(entrants, key=order)
        ordered.sort(key=_SCORE, reverse=True)  # equals stay as they are
        self._fill(ordered, _columns_of(ordered), round, planned, forbidden, rows)

    @classmethod
    def from_columns(
        cls, unsorted: Columns, round: int, planned: int | None, forbidden: ForbiddenPairs | None = None
    ) -> Field:
        """Build a field from columns; among equal scores the smaller pairing number comes first."""
        order = sorted(range(len(unsorted.id)), key=unsorted.number.__getitem__)
        order.sort(key=unsorted.score.__getitem__, reverse=True)  # equals stay as they are
        columns = Columns(*map(itemgetter(*order) if len(order) > 1 else tuple, unsorted))
        field = object.__new__(cls)
        field._fill(list(map(_entrant, zip(*columns, strict=True))), columns, round, planned, forbidden, None)
        return field

    def _fill(
        self,
        entrants: list[Entrant],
        columns: Columns,
        round: int,
        planned: int | None,
        forbidden: ForbiddenPairs | None,
        rows: Iterable[ParticipantSet] | None,
    ) -> None:
        """Set all attributes from the entrants, highest ranked first."""
        ids, scores, size = columns.id, columns.score, len(entrants)
        starts = [*range(min(size, 1)), *compress(range(1, size), map(ne, scores[1:], scores))]
        full = (1 << size) - 1
        self.__dict__.update(
            entrants=tuple(entrants),
            round=round,
            planned=planned,
            forbidden=forbidden,
            rows=tuple([full ^ 1 << i for i in range(size)] if rows is None else rows),
            eligible=full ^ mask_where(columns.barred),
            levels=tuple([scores[i] for i in starts]),
            size=size,
            full=full,
            ids=tuple(ids),
            place=_index_by_id(ids),
            scores=tuple(scores),
            bounds=(*starts, size),
            forced_pair=None,
            columns=columns,
        )

    def __getstate__(self) -> dict[str, object]:
        """Return the state without the attributes that can be recomputed."""
        derived = {name for name, value in vars(Field).items() if isinstance(value, cached_property)} | {"place"}
        return {name: value for name, value in self.__dict__.items() if name not in derived}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self.__dict__["place"] = _index_by_id(self.ids)

    def with_edges(self, rows: Iterable[ParticipantSet] | None = None, eligible: ParticipantSet | None = None) -> Field:
        """Return a copy with other possible pairs, or other candidates for the bye."""
        changes = {"rows": None if rows is None else tuple(rows), "eligible": eligible}
        copy = replace_unchecked(
            self, forced_pair=None, **{name: value for name, value in changes.items() if value is not None}
        )
        copy.__dict__.pop("_cache", None)
        return copy

    def with_pair(self, a: int, b: int) -> Field:
        """Return a copy in which the participants at these two places can only meet each other."""
        rest = ~(1 << a | 1 << b)
        rows = [row & rest for row in self.rows]
        rows[a], rows[b] = 1 << b, 1 << a
        copy = self.with_edges(rows, self.eligible & rest)
        copy.__dict__["forced_pair"] = self, a, b
        return copy

    def with_entrants(self, entrants: Iterable[Entrant]) -> Field:
        """Return a copy with other entrants for the same participants, in the same order."""
        copy = self.with_edges()
        for name, value in vars(Field).items():
            if isinstance(value, cached_property):  # computed from the old entrants
                copy.__dict__.pop(name, None)
        copy.__dict__["entrants"] = tuple(entrants)
        return copy

    def merge_groups(self, group: int) -> Field:
        """Return a copy in which this scoregroup and all below it are one."""
        copy = self.with_edges()
        copy.__dict__["bounds"] = (*self.bounds[: group + 1], self.size)
        return copy

    def exclude(self, place: int) -> Field:
        """Return the field without the participant who receives the bye; cached."""
        return self.cached(("without", place), lambda: self._exclude(place))

    def _exclude(self, place: int) -> Field:
        entrants = (*self.entrants[:place], *self.entrants[place + 1 :])
        low = (1 << place) - 1
        rows = [row & low | row >> 1 & ~low for i, row in enumerate(self.rows) if i != place]
        field = Field(entrants, self.round, self.planned, self.forbidden, order=None, rows=rows)
        field.__dict__.update(eligible=0, levels=self.levels)
        return field

    @property
    def is_last_round(self) -> bool:
        """Whether this is the last round of the tournament."""
        return self.round == self.planned

    def is_in_last_rounds(self, rounds: int) -> bool:
        """Return whether this is one of the last `rounds` rounds of the tournament."""
        return self.planned is not None and self.round > self.planned - rounds

    def mask_of_ids(self, ids: Iterable[int]) -> ParticipantSet:
        """Return the bitset of these participants, without those who are not to be paired."""
        mask, place = 0, self.place
        for participant in ids:
            if participant in place:
                mask |= 1 << place[participant]
        return mask

    def cached(self, key: Hashable, work: Callable[[], T]) -> T:
        """Return a value computed once per field and key."""
        if key not in self._cache:
            self._cache[key] = work()
        return cast("T", self._cache[key])

    @cached_property
    def _cache(self) -> dict[Hashable, object]:
        return {}

    @cached_property
    def columns(self) -> Columns:
        """The fields of the entrants as columns."""
        return _columns_of(self.entrants)

    @cached_property
    def past_opponents(self) -> tuple[ParticipantSet, ...]:
        """The past opponents of each, as bitsets."""
        bits = [1 << i for i in range(self.size)]
        largest = max(self.ids, default=0)
        if largest > SPARSE_FACTOR * self.size:
            return _bitsets_of(self.columns.opponents, defaultdict(int, zip(self.ids, bits, strict=True)))
        bit = [0] * (largest + 1)
        for participant, bit_of_participant in zip(self.ids, bits, strict=True):
            bit[participant] = bit_of_participant
        try:
            return _bitsets_of(self.columns.opponents, bit)
        except IndexError:  # an opponent with a larger number is not in the field
            return _bitsets_of(self.columns.opponents, defaultdict(int, zip(self.ids, bits, strict=True)))

    @property
    def white(self) -> ParticipantSet:
        """Participants due White."""
        return self.trait_sets.white

    @property
    def black(self) -> ParticipantSet:
        """Participants due Black."""
        return self.trait_sets.black

    @property
    def strong(self) -> ParticipantSet:
        """Participants with a strong preference."""
        return self.trait_sets.strong

    @property
    def absolute(self) -> ParticipantSet:
        """Participants with an absolute preference."""
        return self.trait_sets.absolute

    @cached_property
    def topscorers(self) -> ParticipantSet:
        """Participants with more than half of the possible points before the last round."""
        return mask_where(self.columns.topscorer)

    @cached_property
    def trait_sets(self) -> TraitSets:
        """The bitsets of colour preferences and floats."""
        preferences, floats = self.columns.preference, self.columns.floats
        return TraitSets(
            white=mask_where([preference.colour is _WHITE for preference in preferences]),
            black=mask_where([preference.colour is _BLACK for preference in preferences]),
            strong=mask_where([preference.strength is Strength.STRONG for preference in preferences]),
            absolute=mask_where([preference.strength is Strength.ABSOLUTE for preference in preferences]),
            down=mask_where([last is _DOWN for last, _ in floats]),
            up=mask_where([last is _UP for last, _ in floats]),
            down_before=mask_where([before is _DOWN for _, before in floats]),
            up_before=mask_where([before is _UP for _, before in floats]),
        )


def _index_by_id(ids: Sequence[int]) -> Mapping[int, int]:
    """Map each id to its place."""
    return MappingProxyType(dict(zip(ids, range(len(ids)), strict=True)))


def _bitsets_of(groups: Iterable[Iterable[int]], bit: Mapping[int, int] | list[int]) -> tuple[ParticipantSet, ...]:
    """Convert each group of participants to a bitset."""
    rows = []
    for group in groups:
        row = 0
        for participant in group:
            row |= bit[participant]
        rows.append(row)
    return tuple(rows)


def _columns_of(entrants: Sequence[Entrant]) -> Columns:
    """Return the fields of these entrants as columns."""
    return Columns(*zip(*entrants, strict=True)) if entrants else Columns()


def mask_where(flags: Iterable[bool]) -> ParticipantSet:
    """Return the bitset of the places at which a flag is true.

    >>> mask_where([True, False, True, True])
    13
    """
    return mask_of(compress(count(), flags))


def cause_from_barrier(field: Field, obstacle: Barrier) -> Cause:
    """Convert a barrier to a cause; the vertex after all participants is the allocated bye."""

    def ids(mask: ParticipantSet) -> tuple[int, ...]:
        return tuple(sorted(field.entrants[i].id for i in bits(mask & field.full)))

    deficient = tuple(map(ids, obstacle.groups))
    groups = tuple(sorted(filter(None, deficient)))
    return Cause(groups, ids(obstacle.separator), bool(obstacle.separator & ~field.full), () in deficient)


def no_pairing_error(field: Field, obstacle: Barrier) -> NoPairingError:
    """Return the error that names the participants who cannot all be paired."""
    cause = cause_from_barrier(field, obstacle)
    return NoPairingError(msg("no legal pairing exists: %(why)s", why=cause.text), [cause])
