"""Costs of any complete pairing in every bracket, criterion by criterion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from rookery.matching.blossom import EXPOSED, Mate, match_pair
from rookery.matching.optimal_matchings import Cost
from rookery.pairing.bracket import NOBODY, Bracket, Choice
from rookery.pairing.clauses import Criterion, PlacePairs, price_line
from rookery.pairing.downfloat.search import DownfloatSearch, unpaired_members
from rookery.pairing.field import Field
from rookery.pairing.outcome import Account, Decision, Ledger, Line, Pair


def split_into_brackets(field: Field, pairs: Iterable[Pair]) -> Iterator[tuple[int, list[int], PlacePairs, list[int]]]:
    """Split a complete pairing into brackets: scoregroup, players moved down, pairs, unpaired players.

    A pair belongs to the bracket in which its lower ranked member is a resident.
    """
    partner = partner_places(field, pairs)
    above: list[int] = []
    for group in range(len(field.bounds) - 1):
        pairs_met, left = split_bracket(field, above, group, partner)
        yield group, above, pairs_met, left
        above = left


def partner_places(field: Field, pairs: Iterable[Pair]) -> dict[int, int]:
    """Map each place in the field to the place of the opponent."""
    partner = {field.place[a]: field.place[b] for a, b in pairs}
    return partner | {b: a for a, b in partner.items()}


def split_bracket(field: Field, above: Sequence[int], group: int, partner: Mapping[int, int]) -> Choice:
    """Return the pairs of a bracket of a complete pairing, and its unpaired players."""
    start, end = field.bounds[group], field.bounds[group + 1]
    members = (*above, *range(start, end))
    pairs = [(i, partner[i]) for i in members if start <= partner.get(i, NOBODY) < end and i < partner[i]]
    gone = {i for pair in pairs for i in pair}
    return pairs, [i for i in members if i not in gone]


class BracketCosts(NamedTuple):
    """A bracket with a slot for each unpaired player, and its costs for each criterion."""

    bracket: Bracket
    costs: list[tuple[Criterion[Bracket], list[Cost]]]


class PricedDownfloatSearch(DownfloatSearch):
    """A search that can also price pairings."""

    def account(self, decision: Decision) -> Account:
        """Return the account of a decision; its lines are computed on demand."""
        return Account(decision, self.lines_of(decision))

    def lines_of(self, decision: Decision) -> Iterator[Line]:
        """Yield the ledger lines of a decision."""
        above, left = self.places(decision.moved_down), self.places(decision.left)
        bye = decision.left[0] if len(left) == 1 and self.bye_score >= decision.score else None
        yield from self.lines(decision.bracket - 1, above, self.pairs(decision), left, bye)

    def pairs(self, decision: Decision) -> PlacePairs:
        """Return the pairs of a decision as places in the field."""
        return [(self.field.place[a], self.field.place[b]) for a, b in decision.pairs]

    def ledger(
        self, group: int, above: list[int], pairs: PlacePairs, left: list[int], bye: int | None, *, ahead: bool = True
    ) -> Ledger:
        """Return the costs of one bracket of any pairing, with or without those of the next bracket."""
        lines = tuple(self.lines(group, above, pairs, left, bye, ahead=ahead))
        return Ledger(self.decision(group, above, pairs, left), lines)

    def lines(
        self, group: int, above: list[int], pairs: PlacePairs, left: list[int], bye: int | None, *, ahead: bool = True
    ) -> Iterator[Line]:
        """Yield the ledger lines of one bracket of any pairing."""
        system, has_bye = self.procedure, bye is not None and left == [self.field.place[bye]]
        b, costs = self.bracket_costs(tuple(above), group, len(left), bye=has_bye)
        place = dict(zip((*b.above, *range(b.start, b.end)), range(b.size), strict=True))
        local_pairs = [(place[i], place[j]) for i, j in pairs]
        mate = [EXPOSED] * (b.size + len(left))
        for i, j in (*local_pairs, *((place[i], b.size + slot) for slot, i in enumerate(left))):
            match_pair(mate, i, j)
        lines = (price_line(criterion, criterion_costs, mate, b.ids) for criterion, criterion_costs in costs)
        yield from islice(lines, 2)
        yield system.next_bracket.line(
            self.lowest_downfloater_cost(left, group + 1)
            if ahead and not self.is_last(group) and not b.leaves_bye
            else ()
        )
        yield from lines
        yield from system.candidates.lines(b, local_pairs)

    def bracket_costs(self, above: tuple[int, ...], group: int, alone: int, *, bye: bool) -> BracketCosts:
        """Return the bracket and costs for so many unpaired players, or one who receives the bye."""
        system, b = self.procedure, Bracket(self.field, above, group)
        b = b.with_outside_vertices((1 << alone) - 1 << b.size, leaves_bye=bye)
        return BracketCosts(
            b,
            [
                (criterion, list(criterion.active_costs(b)))
                for criterion in (system.downfloater_count, system.downfloater_scores, *system.choice_criteria)
            ],
        )

    def lowest_downfloater_cost(self, above: Sequence[int], group: int) -> tuple[int, ...]:
        """Return the best number and scores of downfloaters of a bracket with these players moved down to it."""
        criteria = (self.procedure.downfloater_count, self.procedure.downfloater_scores)
        bracket, matchings = self.bracket_alone(above, group)
        if matchings is None or not self.fits(
            bracket, [bracket.place_of(i) for i in unpaired_members(bracket, matchings)]
        ):
            bracket, matchings = self.all_with_fewest_downfloaters(above, group)
        if matchings is None:  # only possible with forbidden pairs
            return (bracket.size + 1,)
        return tuple(
            cost for criterion in criteria for cost in price_criterion(criterion, bracket, matchings.mate).cost
        )


def price_criterion(criterion: Criterion[Bracket], bracket: Bracket, mate: Mate) -> Line:
    """Return the ledger line of a criterion for a pairing of the bracket."""
    return price_line(criterion, list(criterion.active_costs(bracket)), mate, bracket.ids)
