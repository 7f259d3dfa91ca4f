"""Walk: how a system goes through the field, and what it asks for on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Never, Protocol

from rookery.pairing.criterion import Clause
from rookery.pairing.field import Field
from rookery.pairing.outcome import Decision, Ledger, Pair

Criteria = tuple[Clause[Never], ...]
"""All that a system asks for, in order of priority, whatever its walk calls a bracket."""


class Walk(Protocol):
    """How a system goes through the field, and what it asks for on the way."""

    @property
    def criteria(self) -> Criteria:
        """All that the system asks for, in order of priority."""
        ...

    def asking(self, criteria: Criteria) -> Walk:
        """The same walk with other priorities."""
        ...

    def decisions(self, field: Field) -> Iterator[Decision]:
        """Pair the round, bracket by bracket."""
        ...

    def price(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> tuple[Ledger, ...]:
        """What any complete pairing of the field pays, bracket by bracket."""
        ...
