"""Search of a bracket by itself: anonymous slots replace the opponents of unpaired players below.

The result is checked and accepted if no other choice could be better for the players below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from rookery.matching.blossom import (
    EXPOSED,
    Mate,
    VertexSet,
    bits,
    complete_matching,
    lowest,
    match_pair,
    maximize_matching,
)
from rookery.matching.bounds import QuickBounds
from rookery.matching.optimal_matchings import Cost, OptimalMatchings
from rookery.matching.small_cases import Pairs, enumerate_matchings, filter_cheapest
from rookery.model import Points
from rookery.pairing.bracket import Bracket, Choice
from rookery.pairing.clauses import Criterion, PlacePairs
from rookery.pairing.downfloat.remaining import RemainingMatchings
from rookery.pairing.field import Field, ParticipantSet

if TYPE_CHECKING:
    from rookery.pairing.downfloat.procedure import DownfloatProcedure
TINY_SIZE = 4  # at most three matchings: these are listed, and costs computed only while they differ
SMALL_SIZE = 6  # at most fifteen matchings: these are listed if the bounds decide nothing

NO_BYE: Points = -(10**9)
"""A score below all others, also below those that penalty points have made negative."""


class FastCandidate(NamedTuple):
    """A bracket by itself before the search: possible opponents of its members, and its costs."""

    bracket: Bracket
    members: list[int]
    costs: list[Cost] | None  # None in small brackets, where costs are computed lazily


class BracketSearch:
    """Base of the downfloat searches: brackets considered by themselves."""

    def __init__(self, procedure: DownfloatProcedure, field: Field) -> None:
        self.procedure, self.field = procedure, field
        self.rows = list(field.rows)
        self.bye: int | None = None
        self.bye_score: Points = NO_BYE
        self._last_bracket: Bracket | None = None
        if field.size % 2 == 0:
            self.remaining = self.build_remaining()
        else:
            self.bye = field.size
            self.rows.append(0)

    def build_remaining(self, extra: ParticipantSet = 0) -> RemainingMatchings:
        """Return the matchings of the players below; `extra` is the bye."""
        return RemainingMatchings(self.rows, self.field.bounds, extra)

    def bracket(self, above: Sequence[int], group: int) -> Bracket:
        """Return the bracket without outside vertices; the last one is cached."""
        last = self._last_bracket
        if last is None or last.group != group or last.above != tuple(above) or last.field is not self.field:
            last = self._last_bracket = Bracket(self.field, above, group)
        return last

    def members(self, b: Bracket) -> list[int]:
        """Return the possible opponents of the members inside the bracket."""
        rows = b.to_local_sets([*map(self.rows.__getitem__, b.above), *self.rows[b.start : b.end]])
        for i in range(b.shift):
            rows[i] &= b.residents
        return rows

    def costs_of(self, bracket: Bracket, *first: Criterion[Bracket]) -> Iterator[Cost]:
        """Yield all costs of a bracket in order, those of `first` before the others."""
        costs = [criterion.costs(bracket) for criterion in (*first, *self.applicable(bracket))]
        return filter(None, chain.from_iterable(costs))

    def applicable(self, bracket: Bracket) -> tuple[Criterion[Bracket], ...]:
        """Return the criteria that apply to such a bracket."""
        situation, by_situation = bracket.situation, self.procedure.criteria_by_situation
        if situation not in by_situation:
            by_situation[situation] = tuple(
                [
                    criterion
                    for criterion in self.procedure.choice_criteria
                    if criterion.when & situation == criterion.when
                ]
            )
        criteria = by_situation[situation]
        return (
            tuple([criterion for criterion in criteria if criterion.applies(situation, self.field)])
            if self.procedure.has_lapsing_criteria
            else criteria
        )

    def first(self, bracket: Bracket, matchings: OptimalMatchings) -> Choice:
        """Return the first candidate: pairs and unpaired players."""
        return self._to_choice(bracket, self.procedure.candidates.find_first(bracket, matchings))

    def build_fast_candidate(self, above: Sequence[int], group: int) -> FastCandidate | None:
        """Return a candidate for the fast path, if at most one member must be unpaired and the result may fit."""
        bracket = self.bracket(above, group)
        need, bye = bracket.size & 1, self.bye_score >= self.field.scores[bracket.start]
        if bye > need or self.exceeds_next_group(need, bracket):
            return None
        bracket = bracket.with_outside_vertices(need << bracket.size, leaves_bye=bye)
        if not self.may_be_optimal(bracket):
            return None
        few = bracket.size + need <= TINY_SIZE
        return FastCandidate(
            bracket,
            self.members(bracket),
            None if few else list(self.costs_of(bracket, self.procedure.downfloater_scores)),
        )

    def try_fast(self, candidate: FastCandidate) -> Choice | None:
        """Return the choice in such a bracket if it is found without a search, and fits."""
        bracket, find_fast = candidate.bracket, self.procedure.candidates.find_fast
        assert find_fast is not None
        rows, everyone, pairs = self._with_slots(bracket, candidate.members), bracket.members | bracket.outside, None
        if candidate.costs is not None:
            quick_bounds = QuickBounds.try_build(rows, everyone, candidate.costs)
            pairs = None if quick_bounds is None else find_fast(bracket, quick_bounds)
        if pairs is None and len(rows) <= SMALL_SIZE:
            costs = (
                self.costs_of(bracket, self.procedure.downfloater_scores)
                if candidate.costs is None
                else candidate.costs
            )
            pairs = self._first_of_listed(bracket, enumerate_matchings(rows, everyone), costs)
        if pairs is None:
            return None
        choice = self._to_choice(bracket, pairs)
        return choice if self.fits(bracket, choice[1]) else None

    def _first_of_listed(self, bracket: Bracket, candidates: list[Pairs], costs: Iterable[Cost]) -> PlacePairs | None:
        """Return the first of the cheapest of a few matchings; None if there is none."""
        best = filter_cheapest(candidates, costs)
        places = [[_pair_members(pair) for pair in matching if not pair & bracket.outside] for matching in best]
        if len(places) < 2:
            return places[0] if places else None
        place = self.procedure.candidates.order_key
        return min(places, key=lambda pairs: place(bracket, pairs))

    def _to_choice(self, bracket: Bracket, pairs: PlacePairs) -> Choice:
        """Convert pairs to places in the field, with the unpaired players."""
        places = (*bracket.above, *range(bracket.start, bracket.end))
        unpaired = bracket.members
        for i, j in pairs:
            unpaired ^= 1 << i | 1 << j
        return [(places[i], places[j]) for i, j in pairs], [places[i] for i in bits(unpaired)]

    def bracket_with_slots(
        self, above: Sequence[int], group: int, candidate: FastCandidate | None = None
    ) -> tuple[Bracket, OptimalMatchings | None]:
        """Return the bracket with as many slots as members must be unpaired, reusing a fast candidate."""
        bracket = self.bracket(above, group)
        rows = self.members(bracket) if candidate is None else candidate.members
        mate, exposed = self._first_guess(bracket, rows) if above else self._as_known(bracket)
        need = exposed.bit_count()
        bye = self.bye_score >= self.field.scores[bracket.start]
        if need != 1 if bye else self.exceeds_next_group(need, bracket):
            return bracket.with_outside_vertices(0, leaves_bye=bye), None
        slots = (1 << need) - 1 << bracket.size
        bracket = (
            candidate.bracket
            if candidate and candidate.bracket.outside == slots
            else bracket.with_outside_vertices(slots, leaves_bye=bye)
        )
        rows, everyone = self._with_slots(bracket, rows), bracket.members | bracket.outside
        if need and not bye:
            mate += bits(exposed)
            for slot in range(bracket.size, len(mate)):
                mate[mate[slot]] = slot
        elif need:
            mate.append(EXPOSED)
            if not complete_matching(rows, mate, everyone, exposed | bracket.outside):
                return bracket, None
        return bracket, OptimalMatchings(rows, mate, everyone)

    def _with_slots(self, b: Bracket, rows: list[VertexSet]) -> list[int]:
        """Return the possible opponents of the members, slots included."""
        slots = b.outside
        if not slots:
            return rows[:]
        if not b.leaves_bye:
            return [row | slots for row in rows] + [b.members] * slots.bit_count()
        receivers = b.to_local(self.rows[self.field.size]) & b.members
        return [row | slots if receivers >> i & 1 else row for i, row in enumerate(rows)] + [receivers]

    def _as_known(self, b: Bracket) -> tuple[Mate, int]:
        """Return the known maximum matching of a scoregroup without players moved down, and its exposed members."""
        mate, exposed, _ = self.remaining.groups[b.group]
        return [j - b.start if j != EXPOSED else j for j in mate[b.start : b.end]], exposed >> b.start

    def _first_guess(self, b: Bracket, rows: Sequence[VertexSet]) -> tuple[Mate, int]:
        """Return a maximum matching started greedily: moved-down players first, then the halves in order."""
        mate = [EXPOSED] * b.size
        free = b.members
        for i in range(b.shift):
            near = rows[i] & free & b.residents
            if near:
                j = lowest(near)
                match_pair(mate, i, j)
                free ^= 1 << i | 1 << j
        rest = bits(free & b.residents)
        half = len(rest) // 2
        for i, j in zip(rest[:half], rest[half:], strict=False):
            if rows[i] >> j & 1:
                mate[i], mate[j] = j, i
                free ^= 1 << i | 1 << j
        return mate, maximize_matching(rows, mate, b.members, free)

    def exceeds_next_group(self, alone: int, bracket: Bracket) -> bool:
        """Return whether so many cannot all find an opponent in the next scoregroup."""
        return alone > 0 and alone > bracket.next_group.bit_count()

    def may_be_optimal(self, bracket: Bracket) -> bool:
        """Return whether a choice in the bracket may be optimal for the players below."""
        if bracket.leaves_bye or not bracket.outside:
            return self.fits(bracket, ())
        return self.may_absorb(bracket.group + 1)

    def may_absorb(self, group: int) -> bool:
        """Return whether some set of downfloaters could be optimal for a bracket."""
        return self.remaining.may_absorb(group)

    def fits(self, bracket: Bracket, unpaired: Sequence[int]) -> bool:
        """Return whether nothing below could be better if these are unpaired."""
        if bracket.leaves_bye or not unpaired:
            return self.remaining.can_complete(bracket.group + 1, 1 << self.field.size if bracket.leaves_bye else 0)
        return self.can_absorb(unpaired, bracket.group + 1)

    def can_absorb(self, down: Sequence[int], group: int) -> bool:
        """Return whether these downfloaters are optimal for a bracket."""
        return self.remaining.can_absorb(down, group)

    def is_last(self, group: int) -> bool:
        """Return whether this is the last scoregroup."""
        return group + 2 == len(self.field.bounds)


def _pair_members(pair: int) -> tuple[int, int]:
    """Return the two members of a pair."""
    low = pair & -pair
    return low.bit_length() - 1, (pair ^ low).bit_length() - 1
