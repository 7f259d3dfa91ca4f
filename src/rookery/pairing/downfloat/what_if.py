"""The best pairing under a restriction, and the costs of any complete pairing, where unpaired players move down.

A restriction limits the pairs, never the look-ahead of the rules. So there are two searches: one for the pairing,
limited to the allowed pairs, and one without the restriction, which computes the costs. The cost of the next bracket
depends on the downfloaters, and these must also leave a complete restricted pairing, which need not be the one that
the look-ahead assumes: where no quick check decides, the sets of downfloaters are compared one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product, takewhile
from math import comb, prod
from typing import NamedTuple

from rookery.matching.blossom import EXPOSED, Mate, VertexSet, bits, complete_matching, lowest, mask_of, match_pair
from rookery.matching.optimal_matchings import Cost, OptimalMatchings
from rookery.pairing.bracket import NOBODY, Bracket, Choice
from rookery.pairing.clauses import Criterion, PlacePairs, price_line
from rookery.pairing.downfloat.procedure import DownfloatProcedure
from rookery.pairing.downfloat.remaining import RemainingMatchings
from rookery.pairing.downfloat.search import DownfloatSearch, unpaired_members
from rookery.pairing.field import Field, ParticipantSet
from rookery.pairing.outcome import Account, Decision, Ledger, Line, Pair
from rookery.pairing.procedure import UndecidedError


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


MAX_SETS = 20_000
"""Maximum number of sets of downfloaters that are compared."""


class UnconstrainedSearch(PricedDownfloatSearch):
    """The search of one round without restrictions; results are cached."""

    def __init__(self, procedure: DownfloatProcedure, field: Field) -> None:
        super().__init__(procedure, field)
        self.fewest_by_bracket: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {}
        self.minimized_brackets: dict[tuple[tuple[int, ...], int], tuple[Bracket, OptimalMatchings | None]] = {}
        self.costs_by_bracket: dict[tuple[tuple[int, ...], int, int, bool], BracketCosts] = {}

    def lowest_downfloater_cost(self, above: Sequence[int], group: int) -> tuple[int, ...]:
        """Return the best number and scores of downfloaters of a bracket with these players moved down to it."""
        key = (tuple(above), group)
        if key not in self.fewest_by_bracket:
            self.fewest_by_bracket[key] = super().lowest_downfloater_cost(above, group)
        return self.fewest_by_bracket[key]

    def bracket_costs(self, above: tuple[int, ...], group: int, alone: int, *, bye: bool) -> BracketCosts:
        """Return the bracket and costs for so many unpaired players, or one who receives the bye."""
        key = (above, group, alone, bye)
        if key not in self.costs_by_bracket:
            self.costs_by_bracket[key] = super().bracket_costs(above, group, alone, bye=bye)
        return self.costs_by_bracket[key]

    def best(self, above: Sequence[int], group: int) -> tuple[Bracket, OptimalMatchings | None]:
        """Return the bracket by itself with all costs minimised; cached."""
        key = (tuple(above), group)
        if key not in self.minimized_brackets:
            bracket, matchings = self.bracket_alone(above, group)
            if matchings is not None:
                self.minimize_costs(bracket, matchings)
            self.minimized_brackets[key] = bracket, matchings
        return self.minimized_brackets[key]


class ConstrainedSearch(PricedDownfloatSearch):
    """The search of one round under a restriction; `unconstrained` is the search without it."""

    def __init__(self, procedure: DownfloatProcedure, restricted: Field, unconstrained: UnconstrainedSearch) -> None:
        self.unconstrained = unconstrained
        forced_pair = restricted.forced_pair
        self.pair = (
            forced_pair[1:] if forced_pair is not None and forced_pair[0].rows is unconstrained.field.rows else None
        )  # the pair that must meet, if that is the only restriction
        super().__init__(procedure, restricted)

    def build_remaining(self, extra: ParticipantSet = 0) -> RemainingMatchings:
        """Return the matchings of the players below, repaired for the restriction."""
        return self.unconstrained.remaining.restrict_to_rows(
            self.rows, -1 if self.pair is None else mask_of(self.pair) | extra
        )

    def accounts(self, best: Sequence[Ledger]) -> Iterator[Ledger | Account]:
        """Yield the costs of the best restricted pairing, reusing the brackets it shares with the best one of all."""
        if self.bye is None or self.has_same_bye_cost(best):
            shared = self.common_ledgers(best)
            yield self.procedure.bye_ledger(self.field, None) if self.bye is None else best[0]
            yield from shared
            yield from map(self.unconstrained.account, self.brackets([ledger.decision for ledger in shared]))
        else:
            decisions = list(self.brackets())
            yield self.procedure.bye_ledger(self.field, decisions[-1].left[0])
            yield from map(self.unconstrained.account, decisions)

    def has_same_bye_cost(self, best: Sequence[Ledger]) -> bool:
        """Return whether the bye costs the same as in the best pairing of all."""
        assert self.bye is not None
        taker = self.field.ids[lowest(self.rows[self.bye])]
        return bool(best) and ledger_costs(self.procedure.bye_ledger(self.field, taker)) == ledger_costs(best[0])

    def common_ledgers(self, best: Sequence[Ledger]) -> list[Ledger]:
        """Return the brackets of the best pairing, from the top, that leave a complete restricted pairing."""
        brackets = [ledger for ledger in best if ledger.bracket]
        shared = list(takewhile(lambda ledger: self.allows(ledger.decision), brackets[:-1]))
        while shared and not self.remaining.can_complete_with(self.places(shared[-1].decision.left), len(shared)):
            shared.pop()
        return shared

    def allows(self, decision: Decision) -> bool:
        """Return whether a decision respects the restriction."""
        if self.pair is not None:
            ids = [self.field.ids[i] for i in self.pair]
            if all(
                participant in decision.left
                or (participant not in decision.moved_down and participant not in decision.residents)
                for participant in ids
            ):
                return True
        return all(self.rows[i] >> j & 1 for i, j in self.pairs(decision))

    # -- one bracket

    def decide(self, above: Sequence[int], group: int) -> Choice:
        """Return the pairs and the unpaired players of one bracket."""
        return self.try_equally_good(above, group) or DownfloatSearch.decide(self, above, group)

    def try_equally_good(self, above: Sequence[int], group: int) -> Choice | None:
        """Return the first restricted candidate if it is as good as the best unrestricted one."""
        bracket, matchings = self.unconstrained.best(above, group)
        if matchings is None:
            return None
        restricted, pair = matchings.copy(), self.forced_vertices(bracket)
        if not (
            restricted.try_restrict(pair[0], 1 << pair[1])
            if pair
            else restricted.restrict_to_subgraph(self.allowed_rows(bracket, matchings))
        ):
            return None
        choice = self.first(bracket, restricted)
        return choice if self.fits(bracket, choice[1]) else None

    def forced_vertices(self, bracket: Bracket) -> tuple[int, int] | None:
        """Return the vertices of the forced pair, if that is the only restriction and both are members."""
        if self.pair is None or not all(bracket.start <= i < bracket.end or i in bracket.above for i in self.pair):
            return None
        i, j = bits(bracket.to_local(mask_of(self.pair)))
        return i, j

    def allowed_rows(self, bracket: Bracket, matchings: OptimalMatchings) -> list[int]:
        """Return the edges that respect the restriction."""
        receivers = (
            bracket.to_local(self.rows[self.field.size]) & bracket.members if bracket.leaves_bye else bracket.members
        )
        rows = [row & receivers for row in matchings.rows]
        for i, allowed in enumerate(self.members(bracket)):
            rows[i] = matchings.rows[i] & (allowed | bracket.outside if receivers >> i & 1 else allowed)
        return rows

    def fits(self, bracket: Bracket, unpaired: Sequence[int]) -> bool:
        """Return whether all below can be paired under the restriction, and no other floaters would be better."""
        if bracket.leaves_bye or not unpaired:
            return super().fits(bracket, unpaired)
        group = bracket.group + 1
        return self.remaining.can_complete_with(unpaired, group) and self.unconstrained.can_absorb(unpaired, group)

    def fitting_leavers(self, bracket: Bracket, receivers: VertexSet) -> VertexSet:
        """Return which of these fit as the only unpaired player, checked one by one."""
        return mask_of(i for i in bits(receivers) if self.fits(bracket, [bracket.place_of(i)]))

    def may_absorb(self, group: int) -> bool:
        """Return whether some set of downfloaters could be optimal for a bracket, without the restriction."""
        return self.unconstrained.may_absorb(group)

    def search_with_all(self, above: Sequence[int], group: int) -> Choice:
        """Search the bracket with all players not yet paired, comparing the possible sets of downfloaters."""
        b, matchings = self.all_with_fewest_downfloaters(above, group)
        assert matchings is not None, "a bracket was left that cannot be completed"
        b = self.with_bye_known(b, matchings)
        lone = unpaired_members(b, matchings)
        choice = self.choose(b, matchings.copy())
        if (
            not lone
            or b.leaves_bye
            or self.is_last(group)
            or self.next_bracket_cost(choice, group) <= self.next_cost_bound(b, matchings, lone)
        ):
            return choice
        return self.best_with_leavers(b, matchings, iter_leaver_sets(b, matchings, lone))

    def next_bracket_cost(self, choice: Choice, group: int) -> tuple[int, ...]:
        """Return the cost of the next bracket after a choice in this one."""
        return self.unconstrained.lowest_downfloater_cost(choice[1], group + 1)

    def next_cost_bound(self, b: Bracket, matchings: OptimalMatchings, lone: Sequence[int]) -> tuple[int, ...]:
        """Return a lower bound on the cost of the next bracket, for any floaters of these scores.

        The graph has all possible downfloaters together with the next bracket, a slot for each that must stay above,
        and slots for the players who move on.
        """
        able = leavers_by_score(b, matchings, lone)
        places = sorted(b.place_of(i) for members, _ in able for i in members)
        following = Bracket(self.field, places, b.group + 1)
        size = following.size
        stay = [
            (following.to_local(mask_of(b.place_of(i) for i in members)), len(members) - number)
            for members, number in able
        ]
        on = size + sum(number for _, number in stay) % 2
        out = (1 << on) - 1 << size
        rows = [row | out for row in self.unconstrained.members(following)]
        rows += [((1 << size + on) - 1) ^ 1 << size + slot for slot in range(on)]
        for members, number in stay:
            slots = (1 << number) - 1 << len(rows)
            rows += [members] * number
            for i in bits(members):
                rows[i] |= slots
        everyone = (1 << len(rows)) - 1
        mate = [EXPOSED] * len(rows)
        possible = complete_matching(rows, mate, everyone, everyone)
        assert possible, "there is a slot for everybody"
        following = following.with_outside_vertices(out)
        relaxed, criteria = (
            OptimalMatchings(rows, mate, everyone),
            (self.procedure.downfloater_count, self.procedure.downfloater_scores),
        )
        relaxed.minimize_all(cost for criterion in criteria for cost in criterion.costs(following))
        return tuple(
            cost for criterion in criteria for cost in price_criterion(criterion, following, relaxed.mate).cost
        )

    def best_with_leavers(self, b: Bracket, matchings: OptimalMatchings, sets: Iterable[VertexSet]) -> Choice:
        """Return the best pairing in which one of these sets is unpaired."""
        ahead: dict[tuple[int, ...], set[VertexSet]] = {}
        for down in sets:
            reach = self.unconstrained.lowest_downfloater_cost([b.place_of(i) for i in bits(down)], b.group + 1)
            ahead.setdefault(reach, set()).add(down)
        return next(filter(None, (self.first_with_leavers(b, matchings, ahead[reach]) for reach in sorted(ahead))))

    def first_with_leavers(self, b: Bracket, matchings: OptimalMatchings, sets: set[VertexSet]) -> Choice | None:
        """Return the best pairing in which one of these sets, equally good for the next bracket, is unpaired."""
        union = 0
        for down in sets:
            union |= down
        restricted = restrict_leavers(b, matchings, union)
        if restricted is None:
            return None
        choice = self.choose(b, restricted)
        if mask_of(i for i in range(b.size) if b.place_of(i) in choice[1]) in sets:
            return choice
        choices = filter(None, (restrict_leavers(b, matchings, down) for down in sets))
        return min(
            (self.choose(b, candidate_matchings) for candidate_matchings in choices),
            key=lambda choice: self.price_without_next_bracket(b, choice),
            default=None,
        )

    def price_without_next_bracket(self, b: Bracket, choice: Choice) -> list[tuple[int, ...]]:
        """Return the costs of a choice, except those of the next bracket."""
        return ledger_costs(self.unconstrained.ledger(b.group, list(b.above), *choice, None, ahead=False))


def ledger_costs(ledger: Ledger) -> list[tuple[int, ...]]:
    """Return the costs of a ledger, line by line."""
    return [line.cost for line in ledger.lines]


def restrict_leavers(b: Bracket, matchings: OptimalMatchings, down: VertexSet) -> OptimalMatchings | None:
    """Return the matchings in which only these are unpaired, if any."""
    stay = b.members & ~down
    rows = matchings.rows[:]
    for vertices, allowed in ((stay, b.members), (matchings.alive & b.outside, ~stay)):
        for i in bits(vertices):
            rows[i] &= allowed
    restricted = matchings.copy()
    return restricted if restricted.restrict_to_subgraph(rows) else None


def leavers_by_score(b: Bracket, matchings: OptimalMatchings, lone: Sequence[int]) -> list[tuple[list[int], int]]:
    """Return for each score the members that may be unpaired, and how many must be."""
    counts = Counter(b.entrant(i).score for i in lone)
    able = [i for i in range(b.size) if matchings.rows[i] & b.outside]
    return [([i for i in able if b.entrant(i).score == score], number) for score, number in counts.items()]


def iter_leaver_sets(b: Bracket, matchings: OptimalMatchings, lone: Sequence[int]) -> Iterator[VertexSet]:
    """Yield every set that may be unpaired instead of these, with the same scores."""
    forced = mask_of(i for i in range(b.size) if not matchings.rows[i] & b.members)
    kinds = [
        ([i for i in members if not forced >> i & 1], number - sum(forced >> i & 1 for i in members))
        for members, number in leavers_by_score(b, matchings, lone)
    ]
    if prod(comb(len(free), number) for free, number in kinds) > MAX_SETS:
        raise UndecidedError(f"there are more than {MAX_SETS} ways to choose who moves down: they are not all compared")
    for combination in product(*(combinations(free, number) for free, number in kinds)):
        yield forced | mask_of(i for subset in combination for i in subset)
