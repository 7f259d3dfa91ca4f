"""Procedure of the systems whose unpaired players move down: scoregroups from the top (Dutch, Burstein)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from rookery._record import field, record, replace
from rookery.model import Points
from rookery.pairing.bracket import Bracket
from rookery.pairing.clauses import (
    ByeRule,
    Candidates,
    Clause,
    Criterion,
    Role,
    check_order,
    require_one,
    select_clauses,
    select_criteria,
)
from rookery.pairing.downfloat.search import DownfloatSearch
from rookery.pairing.field import Field
from rookery.pairing.outcome import Account, Decision, Ledger, Pair
from rookery.pairing.procedure import Criteria

if TYPE_CHECKING:
    from rookery.pairing.downfloat.what_if import UnconstrainedSearch


BRACKET_ROLES = (
    (Role.NUMBER, Criterion),
    (Role.SCORES, Criterion),
    (Role.AHEAD, Criterion),
    (Role.CHOICE, Criterion),
    (Role.ORDER, Candidates),
)
"""The roles of the criteria of a bracket, in order of priority."""


@record
class DownfloatProcedure:
    """The downfloat procedure with its criteria, in order of priority."""

    bye_last: ClassVar[bool] = False
    criteria: tuple[Clause[Bracket], ...]
    bye_rules: tuple[ByeRule, ...] = field(init=False, repr=False)  # decided before the first bracket
    downfloater_count: Criterion[Bracket] = field(init=False, repr=False)
    downfloater_scores: Criterion[Bracket] = field(init=False, repr=False)
    next_bracket: Criterion[Bracket] = field(init=False, repr=False)  # the downfloaters of the next bracket
    choice_criteria: tuple[Criterion[Bracket], ...] = field(init=False, repr=False)
    criteria_by_situation: dict[int, tuple[Criterion[Bracket], ...]] = field(init=False, repr=False, compare=False)
    has_lapsing_criteria: bool = field(init=False, repr=False)
    candidates: Candidates[Bracket] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        criteria = self.criteria
        check_order(criteria, *BRACKET_ROLES)
        fewest, lowest, ahead = (
            require_one(select_criteria(criteria, role), role) for role in (Role.NUMBER, Role.SCORES, Role.AHEAD)
        )
        candidates = require_one(select_clauses(criteria, Candidates, Role.ORDER), Role.ORDER)
        for name, value in (
            ("bye_rules", select_clauses(criteria, ByeRule, Role.BYE)),
            ("downfloater_count", fewest),
            ("downfloater_scores", lowest),
            ("next_bracket", ahead),
            ("choice_criteria", select_criteria(criteria, Role.CHOICE)),
            ("criteria_by_situation", {}),
            ("has_lapsing_criteria", any(criterion.lapses for criterion in select_criteria(criteria, Role.CHOICE))),
            ("candidates", candidates),
        ):
            object.__setattr__(self, name, value)

    def with_criteria(self, criteria: Criteria) -> DownfloatProcedure:
        """Return a copy with other criteria."""
        return replace(self, criteria=cast("tuple[Clause[Bracket], ...]", criteria))

    def pair(self, field: Field) -> Iterator[Decision]:
        """Pair the round, bracket by bracket from the top."""
        search = DownfloatSearch(self, field)
        search.begin()
        return search.brackets()

    def price(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> Iterator[Ledger]:
        """Yield the costs of any complete pairing of the field, bracket by bracket; bracket 0 is the bye."""
        from rookery.pairing.downfloat.what_if import PricedDownfloatSearch, split_into_brackets

        yield self.bye_ledger(field, bye)
        search = PricedDownfloatSearch(self, field)
        if bye is not None:
            place = field.place[bye]
            search.begin_with_bye_at(field.scores[place], 1 << place)
        yield from (search.ledger(*bracket_parts, bye) for bracket_parts in split_into_brackets(field, pairs))

    def what_if(self, field: Field, restricted: Field, best: Sequence[Ledger]) -> Iterator[Ledger | Account]:
        """Yield the costs of the best pairing of the restricted field, bracket by bracket."""
        from rookery.pairing.downfloat.what_if import ConstrainedSearch

        unconstrained = self.unconstrained_search(field)
        search = ConstrainedSearch(self, restricted, unconstrained)
        search.begin()
        if search.bye_score != unconstrained.bye_score:
            search.unconstrained = self.unconstrained_search(field, search.bye_score)
        return search.accounts(best)

    def unconstrained_search(self, field: Field, bye_score: Points | None = None) -> UnconstrainedSearch:
        """Return the search without restrictions, with the bye at this score or at the lowest possible one; cached."""
        from rookery.pairing.downfloat.what_if import UnconstrainedSearch

        def build() -> UnconstrainedSearch:
            # A copy of the field: the cached search must not reference the one that caches it.
            search = UnconstrainedSearch(self, field.with_edges())
            if bye_score is None:
                search.begin()
            else:
                search.begin_with_bye_at(bye_score)
            return search  # it references this procedure, so that its id stays unique

        return field.cached((id(self), bye_score), build)

    def bye_ledger(self, field: Field, bye: int | None) -> Ledger:
        """Return the cost of giving the bye to this participant."""
        from rookery.pairing.procedure import bye_decision

        entrant = None if bye is None else field.entrants[field.place[bye]]
        return Ledger(bye_decision(field, bye), tuple(rule.line_for(entrant) for rule in self.bye_rules))
