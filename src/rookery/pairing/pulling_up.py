"""The walk of the systems that bring players up (Dubov, Team, Double-Swiss): the top scoregroup first, completely."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rookery.pairing.ascent import Ascent, Upward, brackets_of
from rookery.pairing.criterion import Clause
from rookery.pairing.field import Field
from rookery.pairing.granted_ascent import Granting
from rookery.pairing.outcome import Account, Decision, Ledger, Pair
from rookery.pairing.rise import Rise
from rookery.pairing.walk import Criteria
from rookery.typed import ClassVar, cast
from rookery.values import frozen, replace


@frozen
class PullingUp(Upward):
    """The walk of such a system."""

    bye_last: ClassVar[bool] = False

    def asking(self, criteria: Criteria) -> PullingUp:
        """The same walk with other priorities."""
        return replace(self, criteria=cast("tuple[Clause[Rise], ...]", criteria))

    def decisions(self, field: Field) -> Iterator[Decision]:
        """Pair the round, bracket by bracket from the top; nobody is left over."""
        return Ascent(self, field).brackets()

    def price(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> Iterator[Ledger]:
        """What any complete pairing of the field pays, bracket by bracket."""
        ascent = Ascent(self, field)
        yield from (ascent.ledger(*one) for one in brackets_of(field, pairs))

    def granting(self, field: Field, wished: Field, ours: Sequence[Ledger]) -> Iterator[Ledger | Account]:
        """What the best pairing pays that keeps to what is wished, bracket by bracket."""
        return Granting(self, field, wished).ledgers(ours)
