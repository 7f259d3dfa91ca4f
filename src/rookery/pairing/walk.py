"""Walk: how a system goes through the field, and what it asks for on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rookery.errors import RuleError
from rookery.pairing.criterion import Clause
from rookery.pairing.field import Field
from rookery.pairing.outcome import Account, Decision, Ledger, Pair
from rookery.typed import Never, Protocol

Criteria = tuple[Clause[Never], ...]
"""All that a system asks for, in order of priority, whatever its walk calls a bracket."""


class Undecided(RuleError):
    """There are too many ways to look for the best pairing with a wish."""


class Walk(Protocol):
    """How a system goes through the field, and what it asks for on the way."""

    @property
    def criteria(self) -> Criteria:
        """All that the system asks for, in order of priority."""
        ...

    @property
    def bye_last(self) -> bool:
        """Whether who receives the bye is decided in the last bracket, and binds nobody above."""
        ...

    def asking(self, criteria: Criteria) -> Walk:
        """The same walk with other priorities."""
        ...

    def decisions(self, field: Field) -> Iterator[Decision]:
        """Pair the round, bracket by bracket."""
        ...

    def price(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> Iterator[Ledger]:
        """What any complete pairing of the field pays, bracket by bracket."""
        ...

    def granting(self, field: Field, wished: Field, ours: Sequence[Ledger]) -> Iterator[Ledger | Account]:
        """What the best of those pairings pays that keep to the meetings and the byes of `wished`, bracket by bracket.

        `wished` is the field restricted; it limits what is paired, never what the rules look ahead to. `ours` is the
        price of the best pairing of all, or nothing where that is not known. Whoever reads may stop at any bracket: so
        bracket 0 may be that of ours where the bye costs as much, for who has it is known at the end.
        """
        ...


def paired_anew(walk: Walk, field: Field, wished: Field) -> Iterator[Ledger]:
    """What the walk pairs if nothing else were possible than what is wished, priced by the whole field."""
    pairs = [pair for decision in walk.decisions(wished) for pair in decision.pairs]
    paired = {one for pair in pairs for one in pair}
    yield from walk.price(field, pairs, next((one for one in field.ids if one not in paired), None))
