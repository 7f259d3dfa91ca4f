"""How a tie-break is put together: contributions, the modifiers that vary them (article 14), a total.

No tie-break is a class: each is a function that gives a Measure; Cut, Median and the rest are applied to all alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

from rookery.ranking.contribution import Addends, Contribution
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.unplayed import least_significant
from rookery.typed import TYPE_CHECKING, TypeAlias
from rookery.values import Enum, Value, field

if TYPE_CHECKING:
    from fractions import Fraction

Key: TypeAlias = "int | Fraction | tuple[int, ...]"
"""What is compared: whole units of a tie-break, or a row of them compared one by one."""


class Modifiers(Value, kw_only=True):
    """What may follow the name of a tie-break; each of them leaves the others as they are."""

    score: str = ""
    """MP or GP, the reference score of a team event (13); empty: the one that decides it."""
    low: int = 0
    high: int = 0
    """How many of the least and of the most significant values are cut (14.1-14.4)."""
    percent: int | None = None
    halves: int = 0
    """The limit of Koya: a percentage other than 50, and half points more or fewer (14.5)."""
    factor: Fraction | None = None
    """The divisor of SSSC, where the rules of the event state one (13.4.2)."""
    forfeits: bool = False
    """Forfeits count as played."""
    fore: bool = False
    """The final round counts as drawn (8.3)."""
    unrated: int | None = None
    """The rating of players without one (10)."""
    reverse: bool = False
    """The order is turned round."""


PLAIN = Modifiers()


def summed(addends: Addends) -> Key | None:
    """The sum of the contributions."""
    total: int = sum(addends.values)
    return total


def _summed_between(addends: Addends, how: Modifiers) -> int:
    """The sum of what the cuts leave (14.1-14.4), where no round was voluntarily unplayed: of equals either may go."""
    values, scores = addends.values, addends.scores
    kept = sorted(values) if scores is values else [value for _, value in sorted(zip(scores, values, strict=True))]
    return sum(kept[how.low : max(len(kept) - how.high, 0)])


Many = Callable[[Sequence[int], Modifiers], Iterable[int]]
"""What is compared of each of these, all worked out together."""


class Measure(Value):
    """A tie-break at work on one table: what contributes for a participant, and how that is made into one number.

    The number is in units of 1/`unit`, the contributions in units of 1/`part_unit`. None: the value is undefined.
    A measure made of functions cannot be pickled; what makes it `again` is kept in its place, and done when needed.
    """

    contributions: Callable[[int], Sequence[Contribution]]
    total: Callable[[Addends], Key | None] = summed
    unit: int = 1
    part_unit: int = 1
    whole: bool = False
    """The number was given as such: there is nothing to cut."""
    numbers: Callable[[int], Addends] | None = field(default=None, compare=False, repr=False)
    """The numbers of the contributions, where they can be had without making these."""
    sums: Mapping[int, int] | None = field(default=None, compare=False, repr=False)
    """The sum of the contributions of everybody, where the table has it already."""
    many: Many | None = field(default=None, compare=False, repr=False)
    """The numbers of these, cuts and all, where they can be had together."""
    again: Callable[[], Measure] | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[Callable[..., Measure], tuple[object, ...]]:
        if self.again is None:
            return Measure, (self.contributions, self.total, self.unit, self.part_unit, self.whole)
        return _later, (self.again, self.unit, self.part_unit, self.whole)

    def to_be_made(self, again: Callable[[], Measure]) -> Measure:
        """Itself, just made, and how that is done again."""
        object.__setattr__(self, "again", again)
        return self

    def addends(self, one: int) -> Addends:
        """What contributes for somebody, before cuts, in numbers."""
        return self.numbers(one) if self.numbers is not None else Addends.of(self.contributions(one))

    def number(self, one: int, how: Modifiers = PLAIN) -> Key | None:
        """What is compared of somebody."""
        addends = self.addends(one)
        if not self.cuts(how):
            return self.total(addends)
        if self.total is summed and not addends.voluntary:
            return _summed_between(addends, how)
        return self.total(addends.only(cut(addends, how)[0]))

    def numbers_of(self, some: Sequence[int], how: Modifiers = PLAIN) -> Iterable[Key | None]:
        """What is compared of each of these."""
        return self.many(some, how) if self.many is not None else [self.number(one, how) for one in some]

    def cuts(self, how: Modifiers) -> bool:
        """Whether anything is cut."""
        return bool(how.low or how.high) and not self.whole


class _Later(Value, slots=False):
    """A measure that is made when it is first asked."""

    again: Callable[[], Measure]

    @cached_property
    def measure(self) -> Measure:
        return self.again()

    def contributions(self, one: int) -> Sequence[Contribution]:
        return self.measure.contributions(one)

    def total(self, addends: Addends) -> Key | None:
        return self.measure.total(addends)


def _later(again: Callable[[], Measure], unit: int, part_unit: int, whole: bool) -> Measure:
    later = _Later(again)
    return Measure(later.contributions, later.total, unit, part_unit, whole, again=again)


Method = Callable[[CrossTable, Modifiers], Measure]


class Cut(Enum):
    """Why a contribution is left out."""

    LOWEST = "the least significant value (14.1)"
    UNPLAYED = "a voluntarily unplayed round is cut first (16.5)"
    HIGHEST = "the most significant value (14.3)"


class Working(Value):
    """How a value came about: what was counted, and what was cut and why."""

    value: Fraction | None
    counted: tuple[Contribution, ...]
    cut: tuple[tuple[Contribution, Cut], ...] = ()
    unit: int = 1
    """Contributions are in units of 1/`unit`."""


def cut(addends: Addends, how: Modifiers) -> tuple[list[int], list[tuple[int, Cut]]]:
    """The places of what remains, and of what is removed: first the least significant values one by one, then the most
    significant.

    Fewer contributions than cuts leave nothing.
    """
    left, removed = list(range(len(addends.values))), []
    significance = addends.significance
    for _ in range(min(how.low, len(left))):
        out, exception = least_significant(addends, significance, left)
        left.remove(out)
        removed.append((out, Cut.UNPLAYED if exception else Cut.LOWEST))
    for _ in range(min(how.high, len(left))):
        out = max(left, key=significance.__getitem__)
        left.remove(out)
        removed.append((out, Cut.HIGHEST))
    return left, removed


def keys(table: CrossTable, measure: Measure, how: Modifiers) -> dict[int, Key | None]:
    """The number of everybody, for comparison."""
    if measure.many is not None:
        return dict(zip(table.ids, measure.many(table.ids, how), strict=True))
    if measure.cuts(how):
        return {one: measure.number(one, how) for one in table.ids}
    if measure.sums is not None:
        return dict(measure.sums)
    total, addends = measure.total, measure.numbers or measure.addends
    return {one: total(addends(one)) for one in table.ids}


@lru_cache(maxsize=4096)
def value(key: Key | None, unit: int) -> Fraction | None:
    """A number as it is shown; a row of numbers has none of its own."""
    if key is None or isinstance(key, tuple):
        return None
    from fractions import Fraction

    return Fraction(key, unit) if isinstance(key, int) else key / unit


def working(measure: Measure, how: Modifiers, one: int) -> Working:
    """How the value of one participant comes about."""
    counted, unit = tuple(measure.contributions(one)), measure.unit
    addends = measure.numbers(one) if measure.numbers is not None else Addends.of(counted)
    if not measure.cuts(how):
        return Working(value(measure.total(addends), unit), counted, (), measure.part_unit)
    left, removed = cut(addends, how)
    kept, gone = [counted[at] for at in left], [(counted[at], why) for at, why in removed]
    return Working(value(measure.total(addends.only(left)), unit), tuple(kept), tuple(gone), measure.part_unit)
