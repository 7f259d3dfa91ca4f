"""Search of a round from the top down: unpaired players of a bracket move down to the next.

A bracket is searched in up to two ways, with the same costs. The first is a relaxation, so its result is checked, and
accepted if the exact search could not have found a better one:
  1. alone: one anonymous slot per unpaired player represents all opponents below;
  2. with all players not yet paired; exact by definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from rookery.matching.blossom import EXPOSED, VertexSet, bits, complete_matching, mask_of
from rookery.matching.optimal_matchings import Cost, OptimalMatchings
from rookery.model import Points
from rookery.pairing.bracket import Bracket, Choice
from rookery.pairing.clauses import Criterion, PlacePairs
from rookery.pairing.downfloat.fast_path import BracketSearch
from rookery.pairing.field import Field, ParticipantSet, no_pairing_error
from rookery.pairing.outcome import Decision

if TYPE_CHECKING:
    from rookery.pairing.downfloat.procedure import DownfloatProcedure
    from rookery.pairing.downfloat.remaining import CarryOver


class DownfloatSearch(BracketSearch):
    """The search of one round."""

    def __init__(self, procedure: DownfloatProcedure, field: Field) -> None:
        super().__init__(procedure, field)
        self.carry_over: CarryOver | None = None

    def begin(self) -> None:
        """Check that all can be paired, and find the lowest score at which the bye can be given."""
        if self.bye is not None:
            from rookery.pairing.procedure import lowest_score

            score = lowest_score(self.field, self.field.eligible, self._restrict_bye)
            if score is None:
                self._restrict_bye(self.field.eligible)
            else:
                self.bye_score = score
        if not self.remaining.is_perfect:
            raise no_pairing_error(self.field, self.remaining.barrier)

    def begin_with_bye_at(self, score: Points, besides: ParticipantSet = 0) -> None:
        """Restrict the bye to eligible players of this score, and to `besides`."""
        group = mask_of(i for i, entrant_score in enumerate(self.field.scores) if entrant_score == score)
        self._restrict_bye(self.field.eligible & group | besides)
        self.bye_score = score

    def _restrict_bye(self, candidates: ParticipantSet) -> bool:
        """Restrict the bye to these players; return whether all can be paired."""
        assert self.bye is not None
        bit, self.carry_over = 1 << self.bye, None
        for i in bits(self.rows[self.bye]):
            self.rows[i] ^= bit
        self.rows[self.bye] = candidates
        for i in bits(candidates):
            self.rows[i] |= bit
        self.remaining = self.build_remaining(bit)
        return self.remaining.is_perfect

    def brackets(self, known: Sequence[Decision] = ()) -> Iterator[Decision]:
        """Yield the decisions of the brackets from the top, or below those already known."""
        above = self.places(known[-1].left) if known else []
        for group in range(len(known), len(self.field.bounds) - 1):
            pairs, unpaired = self.decide(above, group)
            yield self.decision(group, above, pairs, unpaired)
            above = unpaired
        assert len(above) == (self.bye is not None)

    def decide(self, above: Sequence[int], group: int) -> Choice:
        """Return the pairs and the unpaired players of one bracket."""
        forced = self._pair_from_carry_over(above, group) if self.carry_over else None
        forced = forced or self._pair_forced(above, group)
        if forced is not None:
            return forced
        if len(above) > 1 and self._has_too_many_above(above, group):
            return self.search_with_all(above, group)
        candidate = self.build_fast_candidate(above, group) if self.procedure.candidates.find_fast else None
        fast_choice = self.try_fast(candidate) if candidate else None
        if fast_choice is not None:
            return fast_choice
        bracket, matchings = self.bracket_with_slots(above, group, candidate)
        if matchings is not None and self.may_be_optimal(bracket):
            candidate_costs = candidate.costs if candidate and candidate.bracket is bracket else None
            matchings.minimize_all(
                self.costs_of(bracket, self.procedure.downfloater_scores)
                if candidate_costs is None
                else candidate_costs
            )
            pairs, unpaired = self.first(bracket, matchings)
            if self.fits(bracket, unpaired):
                return pairs, unpaired
            bracket, matchings = self.bracket_alone(above, group)
            assert matchings is not None, "it was there before anything was chosen"
            if len(unpaired) == 1:  # another player may fit
                slot = bracket.size
                trial = matchings.copy()
                if trial.try_restrict(slot, self.fitting_leavers(bracket, matchings.rows[slot] & bracket.members)):
                    return self.choose(bracket, trial)
        return self.search_with_all(above, group)

    def _pair_from_carry_over(self, above: Sequence[int], group: int) -> Choice | None:
        """Return the choice carried over from the bracket above, if it is forced."""
        carry_over = self.carry_over
        if not carry_over or carry_over.left != tuple(above) or carry_over.end != self.field.bounds[group]:
            return None
        b = self.bracket(above, group)
        matchings = carry_over.forced_bracket(b)
        if matchings is None:
            return None
        choice = self.first(b.with_outside_vertices(matchings.alive & ~b.members), matchings)
        self.carry_over = carry_over.advance(choice[1], b.end)
        return choice

    def _pair_forced(self, above: Sequence[int], group: int) -> Choice | None:
        """Return the choice in a bracket without possible pairs, or with only two members, if it is forced."""
        start, end = self.field.bounds[group], self.field.bounds[group + 1]
        inside = (1 << end) - (1 << start)
        for i in above:
            inside |= 1 << i
        for row in self.rows[start:end]:
            if row & inside:
                break
        else:
            return [], [*above, *range(start, end)]
        if len(above) + end - start > 2:
            return None
        first, second = *above, *range(start, end)
        bye = self.bye_score >= self.field.scores[start]
        return ([(first, second)], []) if not bye and self.remaining.can_complete(group + 1) else None

    def _has_too_many_above(self, above: Sequence[int], group: int) -> bool:
        """Return whether more players came down than the following groups can absorb."""
        alone = len(above) - (self.field.bounds[group + 1] - self.field.bounds[group])
        return alone > 1 and not self.is_last(group) and self.exceeds_next_group(alone, self.bracket(above, group))

    def choose(self, bracket: Bracket, matchings: OptimalMatchings, *first: Criterion[Bracket]) -> Choice:
        """Minimise the costs, those of `first` before the others, and return the first candidate."""
        self.minimize_costs(bracket, matchings, *first)
        return self.first(bracket, matchings)

    def minimize_costs(self, bracket: Bracket, matchings: OptimalMatchings, *first: Criterion[Bracket]) -> None:
        """Minimise all costs, those of `first` before the others."""
        matchings.minimize_all(self.costs_of(bracket, *first))

    def fitting_leavers(self, bracket: Bracket, receivers: VertexSet) -> VertexSet:
        """Return which of these fit as the only unpaired player."""
        if bracket.leaves_bye:
            return receivers if self.fits(bracket, ()) else 0
        absorbing = self.remaining.absorbing_members(bracket.group + 1)
        return mask_of(i for i in bits(receivers) if self.rows[bracket.place_of(i)] & absorbing)

    def places(self, ids: Iterable[int]) -> list[int]:
        """Return the places of these participants in the field."""
        return [self.field.place[participant] for participant in ids]

    def decision(self, group: int, above: Sequence[int], pairs: PlacePairs, unpaired: Sequence[int]) -> Decision:
        """Build the decision on a bracket, with ids."""
        ids, bounds = self.field.ids, self.field.bounds
        start, end = bounds[group], bounds[group + 1]
        id_pairs = tuple([(ids[i], ids[j]) for i, j in pairs])
        moved_down, alone = tuple([ids[i] for i in above]), tuple([ids[i] for i in unpaired])
        return Decision(group + 1, self.field.scores[start], moved_down, ids[start:end], id_pairs, alone)

    # -- the ways to search a bracket

    def bracket_alone(self, above: Sequence[int], group: int) -> tuple[Bracket, OptimalMatchings | None]:
        """Return the bracket with slots, restricted to the lowest scores of unpaired players."""
        bracket, matchings = self.bracket_with_slots(above, group)
        if matchings is not None:
            matchings.minimize_all(self.procedure.downfloater_scores.costs(bracket))
        return bracket, matchings

    def search_with_all(self, above: Sequence[int], group: int) -> Choice:
        """Search the bracket with all players not yet paired."""
        return self.search_with_single_floater(above, group) or self.search_in_one_graph(above, group)

    def search_with_single_floater(self, above: Sequence[int], group: int) -> Choice | None:
        """Search the bracket by itself if exactly one player leaves it; return None if that does not apply."""
        below = self.remaining.tails[group + 1]
        if below.exposed.bit_count() != 1 or self.bye_score >= self.field.scores[self.field.bounds[group]]:
            return None
        b, matchings = self.bracket_with_slots(above, group)
        if matchings is None or b.outside.bit_count() != 1:
            return None
        from rookery.pairing.downfloat.remaining import find_completing_partners, search_below

        slot, open_ = b.size, find_completing_partners(self.rows, below)
        if not matchings.try_restrict(slot, mask_of(i for i in range(slot) if self.rows[b.place_of(i)] & open_)):
            return None
        matchings.minimize_all(self.procedure.downfloater_scores.costs(b))
        able = matchings.possible_partners(slot)
        everybody = b.with_outside_vertices((1 << len(self.rows) - b.end) - 1 << b.size, are_participants=True)
        ahead = search_below(everybody, self.rows, below, able, list(self.procedure.next_bracket.costs(everybody)))
        if ahead is None or not matchings.try_restrict(slot, ahead.best(self.rows, able)):
            return None
        pairs, unpaired = self.choose(b, matchings)
        self.carry_over = ahead.carry_over_after(bits(b.to_local(1 << unpaired[0]))[0], self.rows)
        return pairs, unpaired

    def search_in_one_graph(self, above: Sequence[int], group: int) -> Choice:
        """Search the bracket with all players not yet paired in one graph."""
        from rookery.pairing.downfloat.remaining import build_carry_over

        b, matchings, before = self.resume(above, group)
        if matchings is None and self.bye is None:
            b, matchings = self.all_remaining(above, group)
            before = self.downfloater_costs(b)
        elif matchings is None:
            b, matchings = self.all_with_fewest_downfloaters(above, group)
        elif before and self.bye is not None:
            matchings.minimize_in_turn(before)
            before = []
        assert matchings is not None, "a bracket was left that cannot be completed"
        b = b if self.bye is None else self.with_bye_known(b, matchings)  # the bye must be known first
        ahead = list(self.procedure.next_bracket.costs(b))
        later_costs = list(self.costs_of(b))
        matchings.minimize_in_turn(chain(before, ahead, later_costs))
        pairs, unpaired = self.first(b, matchings)
        self.carry_over = build_carry_over(b, matchings, unpaired, ahead, later_costs)
        return pairs, unpaired

    def downfloater_costs(self, b: Bracket) -> list[Cost]:
        """Return the costs of the unpaired players of a bracket."""
        return [
            cost
            for criterion in (self.procedure.downfloater_count, self.procedure.downfloater_scores)
            for cost in criterion.costs(b)
            if cost
        ]

    def resume(self, above: Sequence[int], group: int) -> tuple[Bracket, OptimalMatchings | None, list[Cost]]:
        """Return the graph carried over from the bracket above, and the costs still to be minimised.

        The graph is None if the carried state does not apply here.
        """
        b = self.bracket(above, group)
        b = b.with_outside_vertices((1 << len(self.rows) - b.start + b.shift) - 1 & ~b.members, are_participants=True)
        carry_over, self.carry_over = self.carry_over, None
        if carry_over is None or carry_over.left != b.above or carry_over.end != b.start:
            return b, None, []
        matchings, minimized = carry_over.reindex()
        costs = self.downfloater_costs(b)
        if minimized is None:
            return b, matchings, costs
        return b, matchings if minimized == costs else None, []

    def with_bye_known(self, b: Bracket, matchings: OptimalMatchings) -> Bracket:
        """Return the bracket with all below, with `bye` set if one of its members must receive it."""
        lone = unpaired_members(b, matchings)
        bye = len(lone) == 1 and self.bye is not None and b.place_of(matchings.mate[lone[0]]) == self.bye
        return b.with_outside_vertices(b.outside, are_participants=True, leaves_bye=bye)

    def all_with_fewest_downfloaters(self, above: Sequence[int], group: int) -> tuple[Bracket, OptimalMatchings | None]:
        """Return all players not yet paired, restricted to the fewest and lowest downfloaters, if possible."""
        b, matchings = self.all_remaining(above, group)
        if matchings is not None:
            matchings.minimize_all(self.downfloater_costs(b))
        return b, matchings

    def all_remaining(self, above: Sequence[int], group: int) -> tuple[Bracket, OptimalMatchings | None]:
        """Return all players not yet paired, if they can be paired."""
        b = self.bracket(above, group)
        move = b.shift - b.start
        rows = [b.to_local(self.rows[i]) for i in (*above, *range(b.start, len(self.rows)))]
        for i in range(b.shift):
            rows[i] &= ~b.moved_down
        everyone = (1 << len(rows)) - 1
        b = b.with_outside_vertices(everyone & ~b.members, are_participants=True)
        tail = self.remaining.tails[group].mate[b.start :]
        mate = [EXPOSED] * b.shift + [j + move if j != EXPOSED else EXPOSED for j in tail]
        if not complete_matching(rows, mate, everyone, mask_of(i for i, j in enumerate(mate) if j == EXPOSED)):
            return b, None
        return b, OptimalMatchings(rows, mate, everyone)


def unpaired_members(b: Bracket, matchings: OptimalMatchings) -> list[int]:
    """Return the members without a partner inside the bracket in the current matching."""
    return [i for i in range(b.size) if not (b.residents if i < b.shift else b.members) >> matchings.mate[i] & 1]
