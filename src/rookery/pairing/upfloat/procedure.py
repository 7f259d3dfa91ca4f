"""Procedure of the systems that bring players up (Dubov, Team, Double-Swiss): the top scoregroup first, completely."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import ClassVar, cast

from rookery._record import field, record, replace
from rookery.matching.blossom import bits, mask_of
from rookery.matching.optimal_matchings import Cost, OptimalMatchings
from rookery.matching.small_cases import total_cost
from rookery.pairing.clauses import (
    Candidates,
    Clause,
    Criterion,
    Role,
    Step,
    check_order,
    require_one,
    select_clauses,
    select_criteria,
)
from rookery.pairing.downfloat.remaining import MaximumMatching, RemainingMatchings
from rookery.pairing.field import Field, ParticipantSet
from rookery.pairing.outcome import Account, Decision, Ledger, Pair
from rookery.pairing.procedure import Criteria, UndecidedError
from rookery.pairing.upfloat.search import (
    FollowingScoregroup,
    UpfloatBracket,
    UpfloatSearch,
    costs_of,
    fix_first_set,
    split_into_brackets,
    upfloaters_of,
)

BRACKET_ROLES = (
    (Role.NUMBER, Criterion),
    (Role.SCORES, Criterion),
    (Role.AHEAD, FollowingScoregroup),
    (Role.CHOICE, Criterion),
    (Role.ORDER, Step),
    (Role.INSIDE, Criterion),
    (Role.ORDER, Candidates),
)
"""The roles of the criteria, in order: the upfloaters first, then their opponents."""


@record
class UpfloatProcedure:
    """The upfloat procedure with its criteria, in order of priority."""

    bye_last: ClassVar[bool] = False
    criteria: tuple[Clause[UpfloatBracket], ...]
    upfloater_count: Criterion[UpfloatBracket] = field(init=False, repr=False)  # upfloaters
    upfloater_scores: Criterion[UpfloatBracket] = field(init=False, repr=False)  # their scores
    following: FollowingScoregroup | None = field(init=False, repr=False)  # after the scores of the upfloaters
    choice_criteria: tuple[Criterion[UpfloatBracket], ...] = field(
        init=False, repr=False
    )  # for the choice of the upfloaters
    set_order: Step = field(init=False, repr=False)  # the order of the sets of upfloaters
    inside: tuple[Criterion[UpfloatBracket], ...] = field(init=False, repr=False)  # after the choice of the upfloaters
    candidates: Candidates[UpfloatBracket] = field(init=False, repr=False)  # of a bracket with its upfloaters

    def __post_init__(self) -> None:
        criteria = self.criteria
        check_order(criteria, *BRACKET_ROLES)
        fewest, highest = (require_one(select_criteria(criteria, role), role) for role in (Role.NUMBER, Role.SCORES))
        sets = require_one(select_clauses(criteria, Step, Role.ORDER), Role.ORDER)
        candidates = require_one(select_clauses(criteria, Candidates, Role.ORDER), Role.ORDER)
        for name, value in (
            ("upfloater_count", fewest),
            ("upfloater_scores", highest),
            ("following", next(iter(select_clauses(criteria, FollowingScoregroup, Role.AHEAD)), None)),
            ("choice_criteria", select_criteria(criteria, Role.CHOICE)),
            ("set_order", sets),
            ("inside", select_criteria(criteria, Role.INSIDE)),
            ("candidates", candidates),
        ):
            object.__setattr__(self, name, value)

    def with_criteria(self, criteria: Criteria) -> UpfloatProcedure:
        """Return a copy with other criteria."""
        return replace(self, criteria=cast("tuple[Clause[UpfloatBracket], ...]", criteria))

    def pair(self, field: Field) -> Iterator[Decision]:
        """Pair the round, bracket by bracket from the top; nobody is left over."""
        return UpfloatSearch(self, field).brackets()

    def price(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> Iterator[Ledger]:
        """Yield the costs of any complete pairing of the field, bracket by bracket."""
        search = UpfloatSearch(self, field)
        yield from (search.ledger(*bracket_parts) for bracket_parts in split_into_brackets(field, pairs))

    def what_if(self, field: Field, restricted: Field, best: Sequence[Ledger]) -> Iterator[Ledger | Account]:
        """Yield the costs of the best pairing of the restricted field, bracket by bracket."""
        return ConstrainedUpfloatSearch(self, field, restricted).ledgers(best)


MAX_SETS = 20_000
"""Maximum number of sets of upfloaters that are compared."""


class ConstrainedUpfloatSearch(UpfloatSearch):
    """The search of one round under a restriction, which never limits the look-ahead."""

    def __init__(self, procedure: UpfloatProcedure, field: Field, restricted: Field) -> None:
        # The cached search uses a copy of the field, and references the procedure, so that its id stays unique.
        self.unrestricted = field.cached(
            ("unrestricted", id(procedure)), lambda: UpfloatSearch(procedure, field.with_edges())
        )
        super().__init__(procedure, restricted)

    def build_remaining(self) -> RemainingMatchings:
        """Return the matchings of the players below, repaired for the restriction."""
        return self.unrestricted.remaining.restrict_to_rows(self.rows)

    def ledgers(self, best: Iterable[Ledger]) -> Iterator[Ledger | Account]:
        """Yield the costs of the best restricted pairing, reusing the brackets it shares with the best one of all."""
        alive = self.field.full
        for ledger in best:
            if ledger.bracket:
                rest = alive & ~self.field.mask_of_ids(ledger.members)
                if not self.allows(ledger.decision, rest):
                    break
                yield ledger
                alive = rest
        for group, bracket, pairs in self.iter_brackets(alive):
            bracket_in_full_field = UpfloatBracket(self.unrestricted.field, bracket.residents, bracket.lower)
            lines = self.unrestricted.lines(group, bracket_in_full_field, alive & ~bracket.residents, pairs)
            yield Account(self.decision(group, bracket, pairs), lines)
            alive &= ~bracket.members

    def allows(self, decision: Decision, rest: ParticipantSet) -> bool:
        """Return whether a bracket can be paired so, and the rest completed."""
        place = self.field.place
        possible = all(self.rows[place[a]] >> place[b] & 1 for a, b in decision.pairs)
        return possible and not self.restrict_part(self.remaining.tails[decision.bracket], rest).exposed

    def is_following_satisfied(self, group: ParticipantSet, below: MaximumMatching, up: ParticipantSet) -> bool:
        """Evaluate without the restriction."""
        return self.unrestricted.is_following_satisfied(group, self._unrestricted_part(below.members), up)

    def restrict_to_following(
        self, ahead: FollowingScoregroup, bracket: UpfloatBracket, matchings: OptimalMatchings
    ) -> None:
        """Restrict to the first set of upfloaters that leaves the following scoregroup the lowest cost."""
        below, least = self._unrestricted_part(bracket.lower), self._least_next_cost(ahead, bracket, matchings)
        best: tuple[int, OptimalMatchings] | None = None
        sets = sets_in_order(matchings, bracket, list(costs_of(bracket, *self.procedure.choice_criteria)))
        for number, (up, candidate) in enumerate(sets):
            if number == MAX_SETS:
                raise UndecidedError(
                    f"there are more than {MAX_SETS} ways to choose who comes up: not all are compared"
                )
            cost = self.unrestricted.following_cost(ahead, bracket, below, up)
            if best is None or cost < best[0]:
                best = cost, candidate
            if cost <= least:
                break
        assert best is not None, "nobody comes up"
        matchings.rows, matchings.mate, matchings.odd_sets = best[1].rows, best[1].mate, best[1].odd_sets

    def _least_next_cost(self, ahead: FollowingScoregroup, bracket: UpfloatBracket, matchings: OptimalMatchings) -> int:
        """Return a lower bound on the cost of the following scoregroup for upfloaters of these scores."""
        unrestricted = OptimalMatchings(self.unrestricted.rows[:], matchings.mate[:], matchings.alive)
        unrestricted.minimize_all(costs_of(bracket, self.procedure.upfloater_count, self.procedure.upfloater_scores))
        before, after = upfloaters_of(matchings, bracket), upfloaters_of(unrestricted, bracket)
        if any((before & level).bit_count() != (after & level).bit_count() for level in bracket.levels):
            return 0
        self.unrestricted.restrict_to_following(ahead, bracket, unrestricted)
        return self.unrestricted.following_cost(
            ahead, bracket, self._unrestricted_part(bracket.lower), upfloaters_of(unrestricted, bracket)
        )

    def _unrestricted_part(self, members: ParticipantSet) -> MaximumMatching:
        """Return a maximum matching of these members without the restriction."""
        return self.unrestricted.restrict_part(self.unrestricted.remaining.tails[0], members)


def sets_in_order(
    matchings: OptimalMatchings, bracket: UpfloatBracket, costs: Sequence[Cost]
) -> Iterator[tuple[int, OptimalMatchings]]:
    """Yield every set of upfloaters with its matchings, cheapest first, then in the order of the field.

    Each set already yielded divides the remaining ones by the first of its members that they lack.
    """
    queue: list[tuple[list[int], Sequence[int], int, OptimalMatchings, OptimalMatchings]] = []

    def enter(matchings: OptimalMatchings, fixed: ParticipantSet) -> None:
        best = matchings.copy()
        best.minimize_all(costs)
        up = fix_first_set(best, bracket, upfloaters_of(best, bracket).bit_count())
        heappush(queue, ([total_cost(cost, best.mate) for cost in costs], bits(up), fixed, matchings, best))

    enter(matchings.copy(), 0)
    while queue:
        _, places, fixed, matchings, best = heappop(queue)  # all sets differ: matchings are never compared
        yield mask_of(places), best
        for i in places:
            if not fixed >> i & 1:
                branch = matchings.copy()
                if branch.try_restrict(i, ~bracket.residents):
                    enter(branch, fixed)
                matchings.try_restrict(i, bracket.residents)
                fixed |= 1 << i
