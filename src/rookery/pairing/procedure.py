"""Pairing procedures: the interface shared by all systems, and the choice of the pairing-allocated bye."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import ClassVar, Never, Protocol

from rookery._record import field, record, replace
from rookery.errors import RuleError
from rookery.matching.blossom import EXPOSED, bits, find_barrier, find_deficit, lowest, maximize_matching, search
from rookery.model import Points
from rookery.pairing.clauses import ByeRule, Clause, Role, select_clauses
from rookery.pairing.field import Field, no_pairing_error
from rookery.pairing.outcome import Account, Decision, Ledger, Pair

Criteria = tuple[Clause[Never], ...]
"""All clauses of a system, in order of priority."""


class UndecidedError(RuleError):
    """Raised when there are too many candidates to find the best pairing for a request."""


class Procedure(Protocol):
    """The order in which a system pairs a field, and its criteria."""

    @property
    def criteria(self) -> Criteria:
        """All clauses of the system, in order of priority."""
        ...

    @property
    def bye_last(self) -> bool:
        """Whether the bye is decided in the last bracket and does not constrain the ones above."""
        ...

    def with_criteria(self, criteria: Criteria) -> Procedure:
        """Return a copy with other criteria."""
        ...

    def pair(self, field: Field) -> Iterator[Decision]:
        """Pair the round, bracket by bracket."""
        ...

    def price(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> Iterator[Ledger]:
        """Yield the costs of any complete pairing of the field, bracket by bracket."""
        ...

    def what_if(self, field: Field, restricted: Field, best: Sequence[Ledger]) -> Iterator[Ledger | Account]:
        """Yield the costs of the best pairing of the restricted field, bracket by bracket.

        The restriction limits the pairs, never the look-ahead of the rules. `best` are the ledgers of the best
        unrestricted pairing, or empty. The caller may stop at any bracket; so bracket 0 may be that of `best` if the
        bye has the same cost, since the participant who receives it may be known only at the end.
        """
        ...


def lowest_score(field: Field, allowed: int, possible: Callable[[int], bool]) -> Points | None:
    """Return the lowest score at which one of `allowed` can be unpaired; `possible` tests a set.

    Return None if there is none.
    """
    for start, end in reversed(list(pairwise(field.bounds))):
        takers = allowed & (1 << end) - (1 << start)
        if takers and possible(takers):
            return field.scores[start]
    return None


@record
class ByeFirstProcedure:
    """A procedure that first gives the bye to the best candidate who leaves a complete pairing of the others."""

    bye_last: ClassVar[bool] = False
    procedure: Procedure
    rules: tuple[ByeRule, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", select_clauses(self.criteria, ByeRule, Role.BYE))

    @property
    def criteria(self) -> Criteria:
        """All clauses of the system, in order of priority."""
        return self.procedure.criteria

    def with_criteria(self, criteria: Criteria) -> ByeFirstProcedure:
        """Return a copy with other criteria."""
        return replace(self, procedure=self.procedure.with_criteria(criteria))

    def pair(self, field: Field) -> Iterator[Decision]:
        """Give the bye if the number is odd, and pair the others."""
        if field.size % 2:
            place = self.find_bye_taker(field)
            yield bye_decision(field, field.ids[place])
            field = field.exclude(place)
        yield from self.procedure.pair(field)

    def price(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> Iterator[Ledger]:
        """Yield the costs of any complete pairing, bracket by bracket; bracket 0 is the bye."""
        place = None if bye is None else field.place[bye]
        yield self.bye_ledger(field, place)
        rest = self.procedure.price(field if place is None else field.exclude(place), pairs, None)
        yield from (ledger for ledger in rest if ledger.bracket)

    def what_if(self, field: Field, restricted: Field, best: Sequence[Ledger]) -> Iterator[Ledger | Account]:
        """Yield the costs of the best pairing of the restricted field; bracket 0 is the bye."""
        place = self.find_bye_taker(restricted) if field.size % 2 else None
        first = self.bye_ledger(field, place)
        yield first
        if place is not None:
            field, restricted = field.exclude(place), restricted.exclude(place)
        known_ledgers = best if first in best else ()
        yield from (
            ledger for ledger in self.procedure.what_if(field, restricted, known_ledgers) if ledger.decision.bracket
        )

    def bye_ledger(self, field: Field, place: int | None) -> Ledger:
        """Return the cost of giving the bye to this entrant."""
        bye, entrant = (None, None) if place is None else (field.ids[place], field.entrants[place])
        return Ledger(bye_decision(field, bye), tuple(rule.line_for(entrant) for rule in self.rules))

    def find_bye_taker(self, field: Field) -> int:
        """Return the place of the entrant who receives the bye."""
        mate = [EXPOSED] * field.size
        exposed = maximize_matching(field.rows, mate, field.full, field.full)
        able = sorted(bits(field.eligible), key=lambda i: [rule.cost(field.entrants[i]) for rule in self.rules])
        if able and not exposed & (exposed - 1):
            tree = search(field.rows, mate, lowest(exposed), field.full, 1 << able[0])
            for i in able:  # if the first of them is not outer, the tree is complete
                if tree.outer >> i & 1:
                    return i
        raise self._no_bye_error(field)

    def _no_bye_error(self, field: Field) -> Exception:
        """Return the error for a round in which nobody can have the bye, treating the bye as one more vertex."""
        bye = 1 << field.size
        rows = [row | bye if field.eligible >> i & 1 else row for i, row in enumerate(field.rows)] + [field.eligible]
        mate = [EXPOSED] * len(rows)
        exposed = maximize_matching(rows, mate, field.full | bye, field.full | bye)
        return no_pairing_error(field, find_barrier(rows, find_deficit(rows, mate, field.full | bye, exposed)))


def bye_decision(field: Field, bye: int | None) -> Decision:
    """Return the decision of bracket 0, which records the bye."""
    return Decision(0, 0, (), tuple(field.ids), (), () if bye is None else (bye,))
