"""The FIDE (Dutch) System, C.04.3, in the edition in force from July 2017 to January 2026.

The module follows that chapter: A.4 on floats, A.8 and A.9 on the last bracket, section C in order of priority,
section E on colours. Everything else is as in the following edition; only a collapsed last bracket has residents of
several scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby
from typing import ClassVar, NamedTuple

from rookery._record import record, replace
from rookery.history.history import Float, Kind, Snapshot, Totals
from rookery.matching.blossom import EXPOSED, Mate, bits, complete_matching, mask_of
from rookery.matching.optimal_matchings import Cost, OptimalMatchings
from rookery.model import Points
from rookery.pairing.bracket import Bracket, Choice, Sets, When
from rookery.pairing.clauses import Ban, Bar, Candidates, Completion, Criterion, PlacePairs, Role, check_order
from rookery.pairing.colours import (
    ColourRule,
    alternate_last_difference,
    grant_both,
    grant_higher,
    grant_stronger,
    grant_wider,
    initial_by_number,
)
from rookery.pairing.criteria import (
    already_met,
    downfloaters,
    downfloaters_of_the_next_bracket,
    forbidden_by_the_event,
    preference_refused,
    same_absolute_preference,
    scores_of_downfloaters,
)
from rookery.pairing.downfloat.procedure import BRACKET_ROLES, DownfloatProcedure
from rookery.pairing.downfloat.search import unpaired_members
from rookery.pairing.downfloat.what_if import (
    ConstrainedSearch,
    PricedDownfloatSearch,
    UnconstrainedSearch,
    partner_places,
    price_criterion,
    split_bracket,
)
from rookery.pairing.dutch import (
    DUTCH_2026,
    distance_after_downfloat,
    distance_after_upfloat,
    distance_two_rounds_after_downfloat,
    distance_two_rounds_after_upfloat,
    first_candidate,
    order_of_the_candidates,
    place_of_candidate,
    strong_preference_refused,
    topscorers_far_out_of_balance,
    topscorers_with_a_third_colour,
    turns_of_candidate,
)
from rookery.pairing.field import Entrant, Field, no_pairing_error
from rookery.pairing.outcome import Account, Decision, Ledger, Line, Pair
from rookery.pairing.rule_text import NamedParties, rule
from rookery.regulations import DUTCH, edition_named


@record
class CollapsingProcedure(DownfloatProcedure):
    """The downfloat procedure in which the lowest scoregroups may collapse into one last bracket."""

    bye_last: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_order(self.criteria, *BRACKET_ROLES, bye=False)
        DownfloatProcedure.__post_init__(self)

    def pair(self, field: Field) -> Iterator[Decision]:
        """Pair the round, bracket by bracket from the top."""
        search = CollapsingSearch(self, field)
        search.begin()
        return search.brackets()

    def price(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> Iterator[Ledger]:
        """Yield the costs of any complete pairing, bracket by bracket; bracket 0 is the round as a whole."""
        yield self.bye_ledger(field, bye)
        yield from CollapsingSearch(self, field).ledgers(pairs)

    def what_if(self, field: Field, restricted: Field, best: Sequence[Ledger]) -> Iterator[Ledger | Account]:
        """Yield the costs of the best pairing of the restricted field, bracket by bracket."""
        search = ConstrainedCollapsingSearch(
            self, restricted, field.cached(id(self), lambda: UnconstrainedCollapsingSearch(self, field.with_edges()))
        )
        search.begin()
        return search.accounts(best)


class CollapsingSearch(PricedDownfloatSearch):
    """The search of one round whose lowest scoregroups may collapse into one last bracket."""

    def __init__(self, procedure: DownfloatProcedure, field: Field) -> None:
        super().__init__(procedure, field)
        if self.bye is not None:
            self._restrict_bye(field.eligible)
            self.bye_score = field.scores[-1]  # the bye is part of the last bracket

    def begin(self) -> None:
        """Check that all participants can be paired."""
        if not self.remaining.is_perfect:
            raise no_pairing_error(self.field, self.remaining.barrier)

    def brackets(self, known: Sequence[Decision] = ()) -> Iterator[Decision]:
        """Yield the decisions of the brackets from the top, each with the players left over by the one before."""
        above: list[int] = []
        for group in range(len(self.field.bounds) - 1):
            pairs, unpaired = self.decide(above, group)
            if self.leaves_complete_pairing(unpaired, group):
                yield self.decision(group, above, pairs, unpaired)
                above = unpaired
                continue
            pairs, unpaired = self.pair_penultimate(above, group)
            yield self.decision(group, above, pairs, unpaired)
            yield self.build_last_decision(unpaired, group + 1)
            return

    def build_last_decision(self, above: Sequence[int], group: int) -> Decision:
        """Build the decision on the last bracket: this scoregroup and all below it."""
        below = self.merge_groups(group)
        return below.decision(group, above, *below.pair_last_bracket(above, group))

    def must_collapse(self, above: Sequence[int], group: int) -> bool:
        """Return whether a bracket is the penultimate one: as decided, it would not leave a complete pairing."""
        return not self.is_last(group) and not self.leaves_complete_pairing(self.decide(above, group)[1], group)

    def leaves_complete_pairing(self, unpaired: Sequence[int], group: int) -> bool:
        """Return whether these unpaired players leave a complete pairing of the rest of the round."""
        return self.is_last(group) or self.remaining.can_complete_with(unpaired, group + 1)

    def decision(self, group: int, above: Sequence[int], pairs: PlacePairs, unpaired: Sequence[int]) -> Decision:
        """Build the decision on a bracket, with ids."""
        decision = super().decision(group, above, pairs, unpaired)
        lowest = self.field.scores[self.field.bounds[group + 1] - 1]
        return decision if lowest == decision.score else replace(decision, lowest=lowest)

    def merge_groups(self, group: int) -> CollapsingSearch:
        """Return a search of the same round with this scoregroup and all below it merged."""
        return CollapsingSearch(self.procedure, self.field.merge_groups(group))

    # -- one bracket

    def decide(self, above: Sequence[int], group: int) -> Choice:
        """Return the pairs and the unpaired players of a bracket, looking ahead only to the next one."""
        bracket, matchings = self.bracket_alone(above, group)
        if matchings is None:
            return self.pair_last_bracket(above, group)
        pairs, unpaired = self.choose(bracket, matchings.copy())
        if not unpaired or self.is_last(group) or self.can_absorb(unpaired, group + 1):
            return pairs, unpaired
        lone = unpaired_members(bracket, matchings)
        if self.is_last(group + 1):
            return self.search_with_last(above, group, lone) or (pairs, unpaired)
        return self.search_with_following(above, group, matchings.mate, lone)

    def exceeds_next_group(self, alone: int, bracket: Bracket) -> bool:
        """Return whether so many have no next scoregroup; in this edition all of them may float on from it."""
        return alone > 0 and not bracket.next_group

    def with_bye_known(self, b: Bracket, matchings: OptimalMatchings) -> Bracket:
        """Return the bracket with all players not yet paired; in this edition only the last bracket has the bye."""
        return (
            super().with_bye_known(b, matchings)
            if self.is_last(b.group)
            else b.with_outside_vertices(b.outside, are_participants=True)
        )

    def may_absorb(self, group: int) -> bool:
        """Return whether some set of downfloaters could be optimal for the next bracket."""
        return not self.is_last(group) or self.remaining.may_absorb(group)

    def can_absorb(self, down: Sequence[int], group: int) -> bool:
        """Return whether the next bracket pairs all these downfloaters and all its residents but at most one."""
        return (
            self.remaining.can_absorb(down, group)
            if self.is_last(group)
            else self.remaining.can_absorb_in_group(down, group)
        )

    def search_with_following(self, above: Sequence[int], group: int, start: Mate, lone: list[int]) -> Choice:
        """Search the bracket with the next one, and slots for the players left unpaired by both."""
        b = Bracket(self.field, above, group)
        count = len(lone) + self.remaining.groups[group + 1].exposed.bit_count()
        b, matchings = self.with_next_group_and_slots(b, count, start)
        assert matchings is not None, "there is a slot for everybody"
        procedure = self.procedure
        return self.choose(
            b, matchings, procedure.downfloater_count, procedure.downfloater_scores, procedure.next_bracket
        )

    def with_next_group_and_slots(self, b: Bracket, count: int, start: Mate) -> tuple[Bracket, OptimalMatchings | None]:
        """Return the bracket with the next scoregroup and so many slots, if it can be matched."""
        real = b.members | b.next_group
        slots = (1 << count) - 1 << real.bit_length()
        b = b.with_outside_vertices(b.next_group | slots, are_participants=True)
        rows = [b.to_local(self.rows[b.place_of(i)]) & real | slots for i in bits(real)]
        for i in range(b.shift):
            rows[i] &= ~b.moved_down
        rows += [(real | slots) ^ 1 << i for i in bits(slots)]
        mate = [j if j < b.size else EXPOSED for j in start[: b.size]] + [EXPOSED] * (len(rows) - b.size)
        if not complete_matching(rows, mate, real | slots, mask_of(i for i, j in enumerate(mate) if j == EXPOSED)):
            return b, None
        return b, OptimalMatchings(rows, mate, real | slots)

    def search_with_last(self, above: Sequence[int], group: int, lone: list[int]) -> Choice | None:
        """Search the bracket with the last one, which must be completed; None if that needs other downfloaters."""
        b, matchings = self.all_with_fewest_downfloaters(above, group)
        scores = self.field.scores
        if matchings is None or [scores[b.place_of(i)] for i in lone] != [
            scores[b.place_of(i)] for i in unpaired_members(b, matchings)
        ]:
            return None
        return self.choose(b, matchings, self.procedure.next_bracket)

    def pair_penultimate(self, above: Sequence[int], group: int) -> Choice:
        """Pair the bracket again so that all players below can be paired, without a look-ahead."""
        b, matchings = self.all_with_fewest_downfloaters(above, group)
        assert matchings is not None, "a bracket was left that cannot be completed"
        return self.choose(b, matchings)

    def pair_last_bracket(self, above: Sequence[int], group: int) -> Choice:
        """Pair the last bracket: all its members except the one with the bye."""
        b = Bracket(self.field, above, group)
        rows = [b.to_local(self.rows[i]) for i in (*above, *range(b.start, len(self.rows)))]
        for i in range(b.shift):
            rows[i] &= ~b.moved_down
        everyone = (1 << len(rows)) - 1
        mate = [EXPOSED] * len(rows)
        possible = complete_matching(rows, mate, everyone, everyone)
        assert possible, "a bracket was left that cannot be completed"
        return self.choose(
            b.with_outside_vertices(everyone & ~b.members),
            OptimalMatchings(rows, mate, everyone),
            self.procedure.downfloater_scores,
        )

    # -- prices

    def ledgers(self, pairs: Iterable[Pair]) -> Iterator[Ledger]:
        """Yield the costs of any complete pairing, divided into brackets as the rules divide it."""
        partner = partner_places(self.field, pairs)
        above: list[int] = []
        for group in range(len(self.field.bounds) - 1):
            pairs_met, unpaired = split_bracket(self.field, above, group, partner)
            penultimate = self.must_collapse(above, group)
            yield self.ledger(group, above, pairs_met, unpaired, None, ahead=not penultimate)
            if penultimate:
                below = self.merge_groups(group + 1)
                yield below.ledger(group + 1, unpaired, *split_bracket(below.field, unpaired, group + 1, partner), None)
                return
            above = unpaired

    def lines_of(self, decision: Decision) -> Iterator[Line]:
        """Yield the ledger lines of a decision."""
        group, above, unpaired = decision.bracket - 1, self.places(decision.moved_down), self.places(decision.left)
        if decision.lowest is not None:
            yield from self.merge_groups(group).lines(group, above, self.pairs(decision), unpaired, None)
        else:
            ahead = not self.must_collapse(above, group)
            yield from self.lines(group, above, self.pairs(decision), unpaired, None, ahead=ahead)

    def lowest_downfloater_cost(self, above: Sequence[int], group: int) -> tuple[int, ...]:
        """Return the best number and scores of downfloaters of a bracket with these players moved down to it."""
        bracket, matchings = self.bracket_alone(above, group)
        if matchings is None:  # the last bracket, which must be completed
            return (bracket.size + 1,)
        criteria = (self.procedure.downfloater_count, self.procedure.downfloater_scores)
        return tuple(
            cost for criterion in criteria for cost in price_criterion(criterion, bracket, matchings.mate).cost
        )


class UnconstrainedCollapsingSearch(UnconstrainedSearch, CollapsingSearch):
    """The collapsing search without restrictions; results are cached."""


class ConstrainedCollapsingSearch(ConstrainedSearch, CollapsingSearch):
    """The collapsing search under a restriction; the search without it determines which bracket collapses."""

    unconstrained: UnconstrainedCollapsingSearch

    def brackets(self, known: Sequence[Decision] = ()) -> Iterator[Decision]:
        """Yield the decisions of the brackets from the top, or below those already known."""
        above: list[int] = self.places(known[-1].left) if known else []
        if known and self.unconstrained.must_collapse(self.places(known[-1].moved_down), len(known) - 1):
            yield self.build_last_decision(above, len(known))
            return
        for group in range(len(known), len(self.field.bounds) - 1):
            penultimate = self.unconstrained.must_collapse(above, group)
            pairs, unpaired = (
                self.pair_penultimate(above, group) if penultimate else ConstrainedSearch.decide(self, above, group)
            )
            yield self.decision(group, above, pairs, unpaired)
            if penultimate:
                yield self.build_last_decision(unpaired, group + 1)
                return
            above = unpaired


DOWN, UP = Float.DOWN, Float.UP

ONE_POINT: Points = 10
"""The assumed distance of downfloaters below the lowest score of their bracket (A.8)."""

# ------------------------------------------------------------------ A.4, C.2: consequences of unplayed rounds


def idle_rounds_float(view: Snapshot, entrants: list[Entrant]) -> list[Entrant]:
    """Return the entrants with a downfloat for every round not played, whatever the reason (A.4.b)."""
    return [_with_floats(view, entrant) if entrant.unplayed else entrant for entrant in entrants]


def _with_floats(view: Snapshot, entrant: Entrant) -> Entrant:
    return entrant._replace(floats=(_float(view, entrant, 1), _float(view, entrant, 2)))


def _float(view: Snapshot, entrant: Entrant, rounds_ago: int) -> Float:
    meeting = view.meeting(entrant.id, rounds_ago)
    return entrant.floats[rounds_ago - 1] if meeting is None or meeting.kind is Kind.PLAYED else DOWN


@rule("A player who had the bye before, or won because the opponent did not appear, cannot have the bye.")
def had_a_bye_or_won_by_forfeit(tally: Totals) -> bool:
    return tally.had_bye or tally.won_by_forfeit


# ------------------------------------------------------------------ A.8, A.9: residents of several scores


class Gap(NamedTuple):
    """A score difference: the pairs that have it, higher scores first, and the unpaired members that have it."""

    pairs: list[Sets]
    alone: int


def has_several_scores(b: Bracket) -> bool:
    """Return whether the residents come from several scoregroups."""
    return b.field.scores[b.start] != b.field.scores[b.end - 1]


def score_levels(b: Bracket, first: int = 0) -> list[tuple[Points, int]]:
    """Return the members, from this one on, score by score from the top."""
    return [
        (score, mask_of(members)) for score, members in groupby(range(first, b.size), key=lambda i: b.entrant(i).score)
    ]


def gaps(b: Bracket) -> list[Gap]:
    """Return every score difference that pairs or downfloaters can have, from the widest."""
    scores = score_levels(b)
    beyond = scores[-1][0] - ONE_POINT
    gaps_by_distance: dict[Points, Gap] = {}
    for score, members in scores:
        gap = gaps_by_distance.get(score - beyond, Gap([], 0))
        gaps_by_distance[score - beyond] = gap._replace(alone=gap.alone | members)
    for (high, upper), (low, lower) in combinations(scores, 2):
        if lower & b.residents:
            gaps_by_distance.setdefault(high - low, Gap([], 0)).pairs.append((upper, lower))
    return [gaps_by_distance[distance] for distance in sorted(gaps_by_distance, reverse=True)]


@rule(
    "The score differences of those who meet, and of those who float down, are as small as possible, the widest first.",
    "wider score differences in {group}",
    NamedParties.GAPS,
)
def pairing_score_difference(b: Bracket) -> Iterator[Cost]:
    if not has_several_scores(b):
        yield from scores_of_downfloaters(b)  # all pairs have equal scores of opponents, so the costs are equal
        return
    for gap in gaps(b):
        yield [*b.penalize_pairs(*gap.pairs), *b.penalize_unpaired(gap.alone)]
    yield b.penalize_unpaired(b.moved_down)  # as many moved-down players as can be are paired (B.1.c)


def same_downfloat(b: Bracket, rounds_ago: int) -> Iterator[Cost]:
    """Yield the cost of residents who receive a downfloat again; moved-down players receive one in any case."""
    again = b.residents & b.floaters(DOWN, rounds_ago)
    mixed = combinations(score_levels(b, b.shift), 2) if has_several_scores(b) else ()
    yield [
        *b.penalize_unpaired(again),
        *b.penalize_pairs(*((upper & again, lower) for (_, upper), (_, lower) in mixed)),
    ]


def same_upfloat(b: Bracket, rounds_ago: int) -> Iterator[Cost]:
    """Yield the cost of an upfloat again: against moved-down players, and against residents of higher scores."""
    again = b.residents & b.floaters(UP, rounds_ago)
    mixed = combinations(score_levels(b, b.shift), 2) if has_several_scores(b) else ()
    yield b.penalize_pairs((b.moved_down, again), *((upper, lower & again) for (_, upper), (_, lower) in mixed))


def downfloat_gaps(b: Bracket, rounds_ago: int) -> Iterator[Cost]:
    """Yield the score differences of members who receive the same downfloat again in a collapsed bracket."""
    again = b.floaters(DOWN, rounds_ago)
    for gap in gaps(b):
        yield [
            *b.penalize_pairs(*((upper & again, lower) for upper, lower in gap.pairs)),
            *b.penalize_unpaired(gap.alone & again),
        ]


def upfloat_gaps(b: Bracket, rounds_ago: int) -> Iterator[Cost]:
    """Yield the score differences of members who receive the same upfloat again in a collapsed bracket."""
    again = b.floaters(UP, rounds_ago)
    for gap in gaps(b):
        yield b.penalize_pairs(*((upper, lower & again) for upper, lower in gap.pairs))


# ------------------------------------------------------------------ section C: costs


def floated_down_last_round(entrant: Entrant) -> int:
    """Return 1 if the entrant floated down in the previous round, else 0."""
    return int(entrant.floats[0] is DOWN)


def floated_down_two_rounds_ago(entrant: Entrant) -> int:
    """Return 1 if the entrant floated down two rounds ago, else 0."""
    return int(entrant.floats[1] is DOWN)


@rule(
    "As few of the group as possible float down who floated down in the previous round.",
    "more {players} of {group} floating down who floated down in the previous round as well",
)
def same_downfloat_as_last_round(b: Bracket) -> Iterator[Cost]:
    return same_downfloat(b, rounds_ago=1)


@rule(
    "As few as possible float up who floated up in the previous round.",
    "more {players} floating up who floated up in the previous round as well",
)
def same_upfloat_as_last_round(b: Bracket) -> Iterator[Cost]:
    return same_upfloat(b, rounds_ago=1)


@rule(
    "As few of the group as possible float down who floated down two rounds ago.",
    "more {players} of {group} floating down who floated down two rounds ago",
)
def same_downfloat_as_two_rounds_before(b: Bracket) -> Iterator[Cost]:
    return same_downfloat(b, rounds_ago=2)


@rule(
    "As few as possible float up who floated up two rounds ago.",
    "more {players} floating up who floated up two rounds ago",
)
def same_upfloat_as_two_rounds_before(b: Bracket) -> Iterator[Cost]:
    return same_upfloat(b, rounds_ago=2)


@rule(
    "The score differences of those who float down as in the previous round are as small as possible, the widest"
    " first.",
    "a wider score difference for one who floats down as in the previous round",
    NamedParties.GAPS,
    times=floated_down_last_round,
)
def distance_of_the_same_downfloat(b: Bracket) -> Iterator[Cost]:
    return downfloat_gaps(b, rounds_ago=1) if has_several_scores(b) else distance_after_downfloat(b)


@rule(
    "The score differences of those who float up as in the previous round are as small as possible, the widest first.",
    "a wider score difference for one who floats up as in the previous round",
    NamedParties.APART,
)
def distance_of_the_same_upfloat(b: Bracket) -> Iterator[Cost]:
    return upfloat_gaps(b, rounds_ago=1) if has_several_scores(b) else distance_after_upfloat(b)


@rule(
    "The score differences of those who float down as two rounds ago are as small as possible, the widest first.",
    "a wider score difference for one who floats down as two rounds ago",
    NamedParties.GAPS,
    times=floated_down_two_rounds_ago,
)
def distance_of_the_downfloat_of_two_rounds_before(b: Bracket) -> Iterator[Cost]:
    return downfloat_gaps(b, rounds_ago=2) if has_several_scores(b) else distance_two_rounds_after_downfloat(b)


@rule(
    "The score differences of those who float up as two rounds ago are as small as possible, the widest first.",
    "a wider score difference for one who floats up as two rounds ago",
    NamedParties.APART,
)
def distance_of_the_upfloat_of_two_rounds_before(b: Bracket) -> Iterator[Cost]:
    return upfloat_gaps(b, rounds_ago=2) if has_several_scores(b) else distance_two_rounds_after_upfloat(b)


# ------------------------------------------------------------------ the system

DUTCH_2017 = DUTCH_2026.changed(
    edition=edition_named(DUTCH, 2017),
    details=idle_rounds_float,
    procedure=CollapsingProcedure(
        criteria=(
            Ban("C.1", "C.1", already_met),
            Ban("C.1", "C.1", forbidden_by_the_event),
            Bar("C.2", "C.2", had_a_bye_or_won_by_forfeit),
            Ban("C.3", "C.3", same_absolute_preference),
            Completion("C.4", "C.4"),
            Criterion("C.5", "C.5", downfloaters, role=Role.NUMBER),
            Criterion("C.6", "C.6", pairing_score_difference, role=Role.SCORES),
            Criterion("C.7", "C.7", downfloaters_of_the_next_bracket, role=Role.AHEAD),
            Criterion("C.8", "C.8", topscorers_far_out_of_balance, When.LAST),
            Criterion("C.9", "C.9", topscorers_with_a_third_colour, When.LAST),
            Criterion("C.10", "C.10", preference_refused),
            Criterion("C.11", "C.11", strong_preference_refused),
            Criterion("C.12", "C.12", same_downfloat_as_last_round),
            Criterion("C.13", "C.13", same_upfloat_as_last_round),
            Criterion("C.14", "C.14", same_downfloat_as_two_rounds_before),
            Criterion("C.15", "C.15", same_upfloat_as_two_rounds_before),
            Criterion("C.16", "C.16", distance_of_the_same_downfloat),
            Criterion("C.17", "C.17", distance_of_the_same_upfloat),
            Criterion("C.18", "C.18", distance_of_the_downfloat_of_two_rounds_before),
            Criterion("C.19", "C.19", distance_of_the_upfloat_of_two_rounds_before),
            Candidates(
                "D",
                first_candidate,
                place_of_candidate,
                order_of_the_candidates("D.3", "D.1", "D.2"),
                turns_of_candidate,
            ),
        )
    ),
    colours=(
        ColourRule("E.1", grant_both),
        ColourRule("E.2", grant_stronger),
        ColourRule("E.2", grant_wider),
        ColourRule("E.3", alternate_last_difference),
        ColourRule("E.4", grant_higher),
        ColourRule("E.5", initial_by_number),
    ),
)
