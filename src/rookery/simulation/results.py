"""Results of a study: estimates with intervals, paired comparisons, rows for a table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rookery._record import field, record
from rookery.errors import RuleError
from rookery.simulation import estimate
from rookery.simulation.estimate import Estimate, Sums
from rookery.simulation.metrics import COLUMNS

SHARES = frozenset({"best", "alone"})
"""The columns of frequencies: 1 or 0 for each tournament."""


@record
class FindingRow:
    """One row of the results: column, system, order, round, and the estimate."""

    column: str
    system: str
    order: str
    round: int
    value: float
    low: float
    high: float
    count: int

    @property
    def estimate(self) -> Estimate:
        """The estimate without its position in the table."""
        return Estimate(self.value, self.low, self.high, self.count)


@record(slots=False)
class StudyResult:
    """The results of a study: `study` in words, the outcome model, seed, count, and the sums they follow from."""

    study: str
    size: int
    systems: tuple[str, ...]
    orders: tuple[str, ...]
    measures: tuple[str, ...]
    outcomes: str
    seed: int
    count: int
    tally: Sums = field(repr=False)

    @cached_property
    def digest(self) -> str:
        """A digest of all numbers, independent of how the work was divided."""
        return self.tally.digest

    def mean(self, column: str, system: str | None = None, order: str | None = None, round: int = 0) -> Estimate:
        """Return the mean of a column; system and order may be omitted where there is only one."""
        cell = (column, self._system(system), self._order(column, order), round)
        return self._estimate(column, cell)

    def compare(
        self,
        column: str,
        one: str,
        other: str,
        order: str | None = None,
        against: str | None = None,
        round: int = 0,
    ) -> Estimate:
        """Return the mean difference of a column between two systems, tournament by tournament.

        With `against` the second system is ranked by that order.
        """
        first_order = self._order(column, order)
        second_order = first_order if against is None else self._order(column, against)
        key = (column, self._system(one), first_order, round, self._system(other), second_order)
        reverse_key = (column, key[4], second_order, round, key[1], first_order)
        if key not in self.tally.cells and reverse_key in self.tally.cells:
            difference = self._estimate(column, reverse_key)
            return Estimate(0.0 - difference.value, 0.0 - difference.high, 0.0 - difference.low, difference.count)
        return self._estimate(column, key)

    def by_round(self, column: str, system: str | None = None, order: str | None = None) -> dict[int, Estimate]:
        """Return the mean of a column after every round that has one."""
        head = (column, self._system(system), self._order(column, order))
        rounds = sorted(int(key[3]) for key in self.tally.cells if key[:3] == head and len(key) == 4 and key[3])
        return {round: self._estimate(column, (*head, round)) for round in rounds}

    @property
    def stopped(self) -> int:
        """The number of tournaments that ended early because a round had no legal pairing."""
        return sum(cell[1] for key, cell in self.tally.cells.items() if key[0] == "stopped" and len(key) == 4)

    def rows(self) -> Iterator[FindingRow]:
        """Yield a row for each column, system, order and round."""
        columns, orders = list(COLUMNS), ["", *self.orders]
        keys = [key for key in self.tally.cells if len(key) == 4 and key[0] in COLUMNS]
        positions = {
            key: (columns.index(str(key[0])), key[3], orders.index(str(key[2])), self.systems.index(str(key[1])))
            for key in keys
        }
        for key in sorted(keys, key=positions.__getitem__):
            column, system, order, round = str(key[0]), str(key[1]), str(key[2]), int(key[3])
            estimate = self._estimate(column, key)
            yield FindingRow(column, system, order, round, estimate.value, estimate.low, estimate.high, estimate.count)

    def _estimate(self, column: str, key: tuple[str | int, ...]) -> Estimate:
        cell = self.tally.cells.get(key)
        if cell is None:
            raise RuleError(f"{column} was not measured so: {self._describe_available(column)}")
        count, total, squares = cell
        unit = COLUMNS[column].unit(self.size)
        if count > 1 and unit == 1 and column in SHARES and len(key) == 4:
            return estimate.share(count, total)
        return estimate.mean(count, total, squares, unit)

    def _describe_available(self, column: str) -> str:
        if column not in COLUMNS:
            return f"there is no column of this name but {', '.join(COLUMNS)}"
        if COLUMNS[column].measure not in self.measures:
            return f"it belongs to the measure {COLUMNS[column].measure}, which the study does not have"
        return f"the study has {', '.join(self.systems)}, ranked by {', '.join(self.orders)}"

    def _system(self, name: str | None) -> str:
        if name is None and len(self.systems) == 1:
            return self.systems[0]
        if name not in self.systems:
            raise RuleError(f"which system? this study has {', '.join(self.systems)}, not {name}")
        return name

    def _order(self, column: str, name: str | None) -> str:
        from rookery.simulation.metrics import ORDERED

        if column not in ORDERED:
            return ""
        if name is None and len(self.orders) == 1:
            return self.orders[0]
        if name not in self.orders:
            raise RuleError(f"which order? this study has {'; '.join(self.orders)}, not {name}")
        return name
