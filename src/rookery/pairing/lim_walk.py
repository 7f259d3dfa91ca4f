"""The walk of the Lim System: from the top down to the median, from the bottom up to it, the median last (2.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rookery.errors import RuleError
from rookery.pairing.bracket import Members
from rookery.pairing.criterion import Clause, Role, Step, in_order, picked
from rookery.pairing.field import Field
from rookery.pairing.lim_course import Course, Made
from rookery.pairing.lim_readings import DEFAULT, STEPS, Readings
from rookery.pairing.lim_table import Table
from rookery.pairing.lim_wished import Wished
from rookery.pairing.outcome import Decision, Ledger, Pair
from rookery.pairing.walk import Criteria
from rookery.typed import ClassVar, cast
from rookery.values import frozen, replace


@frozen
class TowardsMedian:
    """The walk by these readings; `maxi`: a Maxi-tournament, by the word of the organiser."""

    bye_last: ClassVar[bool] = False
    criteria: tuple[Clause[Members], ...] = STEPS
    readings: Readings = DEFAULT
    maxi: bool = False

    def __post_init__(self) -> None:
        in_order(self.criteria, (Role.ORDER, Step))
        undeclared = [step.name for step in STEPS if step.name not in self.steps]
        if undeclared:
            raise RuleError(f"{', '.join(undeclared)}: this walk makes such choices, so a system declares them")

    @property
    def steps(self) -> Mapping[str, Step]:
        """What is chosen in a group, by name: how many float, who they are, who meets whom, what is opened."""
        return {step.name: step for step in picked(self.criteria, Step, Role.ORDER)}

    def asking(self, criteria: Criteria) -> TowardsMedian:
        """The same walk with other priorities."""
        return replace(self, criteria=cast("tuple[Clause[Members], ...]", criteria))

    def table(self, field: Field) -> Table:
        """A round on the table."""
        return Table(field, self.readings, self.maxi)

    def decisions(self, field: Field) -> Iterator[Decision]:
        """Pair the round, group by group in the order of 2.2; nobody is left over."""
        table = self.table(field)
        return (table.decision(n, group) for n, group in enumerate(table.paired(), 1))

    def price(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> Iterator[Ledger]:
        """What any complete pairing of the field says at every choice of the procedure."""
        places = [(field.place[a], field.place[b]) for a, b in pairs]
        return Course(self.table(field), self.steps, Made(places, field.size)).ledgers()

    def granting(self, field: Field, wished: Field, ours: Sequence[Ledger]) -> Iterator[Ledger]:
        """What the best pairing says that keeps to what is wished, group by group."""
        pairing = Wished(wished.rows, self.table(wished).whole(), wished.full)
        return Course(self.table(field), self.steps, pairing, ours).ledgers()
