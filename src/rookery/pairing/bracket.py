"""Brackets as bitsets of members, with the costs of pairs and of unpaired members.

A set of participants is an int with one bit each. In a Bracket the players moved down come first (0, 1, ...), then the
residents, then the vertices outside the bracket.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property

from rookery.history.history import Float
from rookery.matching.blossom import VertexSet
from rookery.matching.optimal_matchings import Cost
from rookery.pairing.field import Entrant, Field, Immutable, ParticipantSet

Sets = tuple[VertexSet, VertexSet]

Choice = tuple[list[tuple[int, int]], list[int]]
"""The pairs of a bracket and its unpaired members, as places in the field."""

NOBODY = -1  # a place before all others

_UP = Float.UP


class When:
    """Flags for the situations in which a criterion applies; combine with |."""

    ALWAYS = 0
    MOVED_DOWN = 1  # players moved down to the bracket
    ALONE = 2  # a member must be left unpaired
    BYE = 4  # the unpaired member receives the allocated bye
    LAST = 8  # the last round


class BaseBracket(Immutable, ABC):
    """The members of a bracket, as bitsets by colour preference and float; base of all kinds of brackets.

    `residents` are the members of the scoregroup; the others are, or may be, paired with them.
    """

    field: Field
    residents: VertexSet
    members: VertexSet
    white: VertexSet  # due White
    black: VertexSet
    strong: VertexSet  # with a strong preference
    absolute: VertexSet
    floats: tuple[VertexSet, ...]  # floated down and up one round ago, then down and up two rounds ago

    @abstractmethod
    def to_local(self, participants: ParticipantSet) -> VertexSet:
        """Convert a set of the field to the numbering of this bracket."""

    @abstractmethod
    def entrant(self, i: int) -> Entrant:
        """Return the entrant at a vertex."""

    @abstractmethod
    def penalize_pairs(self, *blocks: Sets) -> Cost:
        """Return a cost of 1 for each pair with one member from either set."""

    @property
    def situation(self) -> int:
        """The flags of `When` that hold here."""
        return When.LAST if self.field.is_last_round else 0

    def floaters(self, direction: Float, rounds_ago: int) -> VertexSet:
        """Return the members that floated in this direction so many rounds ago."""
        return self.floats[2 * rounds_ago - 2 + (direction is _UP)]


def with_trait_attributes(sets: Sequence[VertexSet], attributes: dict[str, object]) -> dict[str, object]:
    """Return the attributes with the bitsets of colour preferences and floats added (see `Field.trait_sets`)."""
    attributes["white"], attributes["black"], attributes["strong"], attributes["absolute"] = sets[:4]
    attributes["floats"] = tuple(sets[4:])
    return attributes


class Numbering:
    """A mapping from places in the field to vertices: `places` first, in this order, then all from `start` on."""

    def __init__(self, places: Sequence[int], start: int) -> None:
        self.places, self.start, self.shift = places, start, len(places)
        runs: list[tuple[int, int, int]] = []  # of neighbours: new and old number of the first, and a mask
        first = old = before = NOBODY
        for i, place in enumerate(places):
            if place != before + 1 or not i:
                if i:
                    runs.append((first, old, (1 << i - first) - 1))
                first, old = i, place
            before = place
        if places:
            runs.append((first, old, (1 << len(places) - first) - 1))
        self.runs = runs

    def renumber(self, mask: ParticipantSet) -> VertexSet:
        """Convert a bitset of places to a bitset of vertices."""
        renumbered = mask >> self.start << self.shift
        for first, place, run in self.runs:
            renumbered |= (mask >> place & run) << first
        return renumbered


def _to_local_sets(
    sets: Iterable[ParticipantSet], start: int, everyone: VertexSet, numbering: Numbering | None
) -> list[VertexSet]:
    """Convert sets of the field to a bracket whose residents begin at `start`."""
    if numbering is None:
        return [mask >> start & everyone for mask in sets]
    runs, shift = numbering.runs, numbering.shift
    if len(runs) > 1:
        return [numbering.renumber(mask) & everyone for mask in sets]
    (_, place, run), home = runs[0], everyone >> shift
    return [(mask >> start & home) << shift | mask >> place & run for mask in sets]


class Bracket(BaseBracket):
    """A scoregroup and the players moved down to it; immutable.

    A new bracket has no outside vertices; `with_outside_vertices` returns a copy that has. These are either
    anonymous slots, one for each member left unpaired, or (`are_participants`) other participants. `leaves_bye` means
    that one member is left unpaired and receives the bye.
    """

    above: tuple[int, ...]  # the places in the field of the players moved down
    group: int
    start: int  # the residents are start .. end of the field
    end: int
    shift: int  # the number of players moved down
    size: int
    moved_down: VertexSet
    outside: VertexSet
    are_participants: bool  # whether the vertices outside are participants, not slots
    leaves_bye: bool  # whether one member is left unpaired and receives the bye
    numbering: Numbering | None  # None if no player was moved down

    def __init__(self, field: Field, above: Sequence[int], group: int) -> None:
        start, end, shift = field.bounds[group], field.bounds[group + 1], len(above)
        size = shift + end - start
        everyone, down = (1 << size) - 1, (1 << shift) - 1
        numbering = Numbering(above, start) if above else None
        attributes = {
            "field": field,
            "above": tuple(above),
            "group": group,
            "start": start,
            "end": end,
            "shift": shift,
            "size": size,
            "members": everyone,
            "moved_down": down,
            "residents": everyone ^ down,
            "outside": 0,
            "are_participants": False,
            "leaves_bye": False,
            "numbering": numbering,
        }
        marks = _to_local_sets(field.trait_sets, start, everyone, numbering)
        object.__setattr__(self, "__dict__", with_trait_attributes(marks, attributes))

    def with_outside_vertices(
        self, vertices: VertexSet, *, are_participants: bool = False, leaves_bye: bool = False
    ) -> Bracket:
        """Return a copy with these vertices outside the bracket."""
        copy, attributes = object.__new__(type(self)), self.__dict__.copy()
        attributes["outside"], attributes["are_participants"], attributes["leaves_bye"] = (
            vertices,
            are_participants,
            leaves_bye,
        )
        object.__setattr__(copy, "__dict__", attributes)
        return copy

    def place_of(self, i: int) -> int:
        """Return the place in the field of a vertex."""
        return self.above[i] if i < self.shift else i - self.shift + self.start

    def entrant(self, i: int) -> Entrant:
        """Return the entrant at a vertex."""
        return self.field.entrants[self.place_of(i)]

    def to_local(self, participants: ParticipantSet) -> VertexSet:
        """Convert a set of the field to the numbering of this bracket; players no longer available are dropped."""
        return participants >> self.start if self.numbering is None else self.numbering.renumber(participants)

    def to_local_sets(self, sets: Iterable[ParticipantSet]) -> list[VertexSet]:
        """Convert sets of the field to the numbering of this bracket, members only."""
        return _to_local_sets(sets, self.start, self.members, self.numbering)

    @property
    def situation(self) -> int:
        """The flags of `When` that hold for this bracket."""
        flags = When.MOVED_DOWN if self.shift else 0
        if self.outside:
            flags |= When.ALONE
        if self.leaves_bye:
            flags |= When.BYE
        return flags | When.LAST if self.field.is_last_round else flags

    # -- sets

    @cached_property
    def ids(self) -> tuple[int, ...]:
        """The ids of the members."""
        return (*(self.field.ids[i] for i in self.above), *self.field.ids[self.start : self.end])

    @cached_property
    def levels(self) -> tuple[VertexSet, ...]:
        """The players moved down, score by score from the top."""
        groups: dict[int, VertexSet] = {}
        for i, place in enumerate(self.above):
            score = self.field.scores[place]
            groups[score] = groups.get(score, 0) | 1 << i
        return tuple(groups.values())

    @cached_property
    def next_group(self) -> VertexSet:
        """The following scoregroup."""
        bounds = self.field.bounds
        size = bounds[self.group + 2] - self.end if self.group + 2 < len(bounds) else 0
        return (1 << size) - 1 << self.size

    # -- costs

    def penalize_unpaired(self, members: VertexSet, ahead: bool = False) -> Cost:
        """Return a cost of 1 for each of these left unpaired; with `ahead`, unpaired in the next bracket as well."""
        outside = self.outside & ~self.next_group if ahead else self.outside
        return [(1, members, outside)] if members and outside else []

    def penalize_pairs(self, *blocks: Sets) -> Cost:
        """Return a cost of 1 for each pair with one member from either set."""
        blocks_with_cost = []
        for first, second in blocks:
            if first and second:
                blocks_with_cost.append((1, first, second))
        return blocks_with_cost
