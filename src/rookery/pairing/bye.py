"""Who may receive the pairing-allocated bye, and who shall."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from rookery.faces.matching import EXPOSED, barrier, bits, deficit, largest, lowest, search
from rookery.model import Points
from rookery.pairing.criterion import ByeRule, Role, picked
from rookery.pairing.field import Field, impossible
from rookery.pairing.outcome import Account, Decision, Ledger, Pair
from rookery.pairing.walk import Criteria, Walk
from rookery.typed import ClassVar
from rookery.values import field, frozen, replace


def lowest_score(field: Field, allowed: int, possible: Callable[[int], bool]) -> Points | None:
    """The lowest score at which one of `allowed` can stay alone, `possible` saying whether one of a set can.

    None if nobody can at all.
    """
    for start, end in reversed(list(pairwise(field.bounds))):
        takers = allowed & (1 << end) - (1 << start)
        if takers and possible(takers):
            return field.scores[start]
    return None


@frozen
class ByeFirst:
    """A walk that gives the bye to the first, by its rules, who leaves a complete pairing of the others."""

    bye_last: ClassVar[bool] = False
    walk: Walk
    rules: tuple[ByeRule, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", picked(self.criteria, ByeRule, Role.BYE))

    @property
    def criteria(self) -> Criteria:
        """All that the system asks for, in order of priority."""
        return self.walk.criteria

    def asking(self, criteria: Criteria) -> ByeFirst:
        """The same walk with other priorities."""
        return replace(self, walk=self.walk.asking(criteria))

    def decisions(self, field: Field) -> Iterator[Decision]:
        """Give the bye if somebody must have it, and pair the others."""
        if field.size % 2:
            place = self.taker(field)
            yield whole_round(field, field.ids[place])
            field = field.without(place)
        yield from self.walk.decisions(field)

    def price(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> Iterator[Ledger]:
        """What any complete pairing of the field pays, bracket by bracket; bracket 0 is the bye."""
        place = None if bye is None else field.place[bye]
        yield self.first(field, place)
        rest = self.walk.price(field if place is None else field.without(place), pairs, None)
        yield from (ledger for ledger in rest if ledger.bracket)

    def granting(self, field: Field, wished: Field, ours: Sequence[Ledger]) -> Iterator[Ledger | Account]:
        """What the best pairing pays that keeps to what is wished, bracket by bracket; bracket 0 is the bye."""
        place = self.taker(wished) if field.size % 2 else None
        first = self.first(field, place)
        yield first
        if place is not None:
            field, wished = field.without(place), wished.without(place)
        known = ours if first in ours else ()
        yield from (one for one in self.walk.granting(field, wished, known) if one.decision.bracket)

    def first(self, field: Field, place: int | None) -> Ledger:
        """What it costs that this one has the bye."""
        bye, seat = (None, None) if place is None else (field.ids[place], field.seats[place])
        return Ledger(whole_round(field, bye), tuple(rule.of(seat) for rule in self.rules))

    def taker(self, field: Field) -> int:
        """The place of who receives the bye."""
        mate = [EXPOSED] * field.size
        exposed = largest(field.rows, mate, field.full, field.full)
        able = sorted(bits(field.eligible), key=lambda i: [rule.cost(field.seats[i]) for rule in self.rules])
        if able and not exposed & (exposed - 1):
            tree = search(field.rows, mate, lowest(exposed), field.full, 1 << able[0])
            for i in able:  # if the first of them is not outer, the tree is complete
                if tree.outer >> i & 1:
                    return i
        raise self._nobody(field)

    def _nobody(self, field: Field) -> Exception:
        """Why nobody can have the bye: it is one more to be served."""
        bye = 1 << field.size
        rows = [row | bye if field.eligible >> i & 1 else row for i, row in enumerate(field.rows)] + [field.eligible]
        mate = [EXPOSED] * len(rows)
        exposed = largest(rows, mate, field.full | bye, field.full | bye)
        return impossible(field, barrier(rows, deficit(rows, mate, field.full | bye, exposed)))


def whole_round(field: Field, bye: int | None) -> Decision:
    """The decision that stands for the round as a whole."""
    return Decision(0, 0, (), tuple(field.ids), (), () if bye is None else (bye,))
