"""What a walk downwards asks of a bracket, in order: what a system must have that is to be walked so."""

from __future__ import annotations

from rookery.pairing.bracket import Bracket
from rookery.pairing.criterion import Candidates, Criterion
from rookery.pairing.field import Field
from rookery.pairing.outcome import Ledger
from rookery.typed import Protocol


class Priorities(Protocol):
    """What is asked of a bracket, in this order."""

    @property
    def fewest(self) -> Criterion[Bracket]:
        """How many move down."""

    @property
    def lowest(self) -> Criterion[Bracket]:
        """Which scores they have."""

    @property
    def ahead(self) -> Criterion[Bracket]:
        """The same for the next bracket."""

    @property
    def wishes(self) -> tuple[Criterion[Bracket], ...]:
        """Which of the pairings that are left."""

    @property
    def asked(self) -> dict[int, tuple[Criterion[Bracket], ...]]:
        """Those of the wishes that have something to ask in a situation, as far as it was met with."""

    @property
    def lapsing(self) -> bool:
        """Whether any of the wishes lapses in the last rounds."""

    @property
    def candidates(self) -> Candidates[Bracket]:
        """Which of those that are as good comes first."""

    def whole(self, field: Field, bye: int | None) -> Ledger:
        """What it costs the round as a whole that this one has the bye."""
