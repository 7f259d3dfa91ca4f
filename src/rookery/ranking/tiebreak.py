"""The parts of a tie-break: contributions, the modifiers that vary them (article 14), and a total.

A tie-break is a function that returns a `Measure`; cuts, medians and the other modifiers apply to all alike.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from rookery._record import field, record
from rookery.model._construct import tuple_factory
from rookery.ranking.crosstable import CrossTable


class Why(Enum):
    """The reason for the value of a contribution; the texts appear in explanations."""

    OPPONENT = "the opponent's score"
    ADJUSTED = "the opponent's score, its last byes counted as draws (16.3.2)"
    FORE = "the opponent's score, the last round counted as drawn (8.3)"
    FORFEIT = "a forfeit taken as played"
    OWN_SCORE = "a dummy opponent with one's own score (16.4)"
    SCHEDULED = "a dummy opponent, no better than the scheduled one (16.4.1)"
    ALL_DRAWS = "a dummy opponent, no better than draws in all rounds (16.4.2)"
    DRAWN = "the opponent's score, its unplayed rounds counted as draws (C.02 13.15)"
    VIRTUAL = "a virtual opponent, level before the round and drawing all later ones (C.02 13.15)"
    POINTS = "points of the round"
    RUNNING = "the score after the round"
    WIN = "a win's worth of points"
    WON = "won over the board"
    BLACK = "played with Black"
    BLACK_WON = "won with Black"
    ELECTED = "elected to play"
    BEATEN = "more points than the opponent"
    LEVEL = "as many points as the opponent"
    ABOVE_DRAW = "more than a draw without playing"
    LIKE_DRAW = "a draw's worth without playing"
    KOYA = "points against an opponent at or above the limit"
    NUMBER = "the pairing number"
    RATING = "the rating"
    SUBSTITUTE = "unrated: the substitute rating"
    BUCHHOLZ = "the opponent's Buchholz"
    PERFORMANCE = "the opponent's performance"
    SECONDARY = "the other score"
    BOARD = "points on the board"
    BOARD_PRODUCT = "the board's number times the points on it"
    MUTUAL = "points against a participant tied on the rest"
    EXTERNAL = "entered by hand"
    CUSTOM = "self-defined"


class Contribution(NamedTuple):
    """One addend. Cuts compare `score`: the lowest is the least significant (14.1).

    `value` is in the units of its tie-break, `points` the points that multiplied the score (Sonneborn-Berger) or the
    board's number (board count), or the half points of a game (ratings). `round`, `opponent` and `board` are 0 where
    there is none.
    """

    round: int
    opponent: int
    value: int
    score: int
    why: Why
    voluntary: bool = False
    points: int = 0
    board: int = 0


make_contribution = tuple_factory(Contribution)
"""A fast constructor of Contribution from a tuple of all fields."""


class Addends(NamedTuple):
    """The numbers of contributions in columns, and the places of voluntarily unplayed rounds."""

    values: Sequence[int]
    scores: Sequence[int]
    voluntary: Sequence[int] = ()
    points: Sequence[int] = ()

    @classmethod
    def from_contributions(cls, contributions: Sequence[Contribution]) -> Addends:
        """Return the numbers of these contributions."""
        return cls(
            [c.value for c in contributions],
            [c.score for c in contributions],
            [place for place, c in enumerate(contributions) if c.voluntary],
            [c.points for c in contributions],
        )

    @property
    def significance(self) -> Sequence[int] | Sequence[tuple[int, int]]:
        """The sort keys for cuts: the score, then the value (14.1)."""
        return self.values if self.scores is self.values else list(zip(self.scores, self.values, strict=True))

    def only(self, places: Sequence[int]) -> Addends:
        """Return the addends at these places, without the marks for cuts."""
        values, scores, points = self.values, self.scores, self.points
        selected = list(map(values.__getitem__, places))
        selected_scores = selected if scores is values else list(map(scores.__getitem__, places))
        return make_addends((selected, selected_scores, (), list(map(points.__getitem__, places)) if points else ()))


make_addends = tuple_factory(Addends)
"""A fast constructor of Addends from a tuple of all fields."""


Key: TypeAlias = int | Fraction | tuple[int, ...]
"""A sort key: whole units of a tie-break, or a sequence of them compared item by item."""


@record(kw_only=True)
class Modifiers:
    """The modifiers of a tie-break code; they are independent of each other."""

    score: str = ""
    """MP or GP, the reference score of a team event (13); empty: the one that decides it."""
    low: int = 0
    high: int = 0
    """The numbers of least and of most significant values that are cut (14.1-14.4)."""
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


def sum_values(addends: Addends) -> Key | None:
    """Return the sum of the contributions."""
    total: int = sum(addends.values)
    return total


def _sum_between_cuts(addends: Addends, modifiers: Modifiers) -> int:
    """Return the sum of what the cuts leave (14.1-14.4) if no round was voluntarily unplayed.

    Of equal values any may be cut.
    """
    values, scores = addends.values, addends.scores
    remaining = sorted(values) if scores is values else [value for _, value in sorted(zip(scores, values, strict=True))]
    return sum(remaining[modifiers.low : max(len(remaining) - modifiers.high, 0)])


NumbersFunction = Callable[[Sequence[int], Modifiers], Iterable[int]]
"""A function that computes the numbers to compare of several participants together."""


@record
class Measure:
    """A tie-break for one table: the contributions of each participant, and how they make one number.

    The number is in units of 1/`unit`, the contributions in units of 1/`part_unit`. None: the value is undefined. A
    measure consists of functions and cannot be pickled; the `factory` that creates it is pickled in its place.
    """

    contributions: Callable[[int], Sequence[Contribution]]
    total: Callable[[Addends], Key | None] = sum_values
    unit: int = 1
    part_unit: int = 1
    whole: bool = False
    """Whether the number was given as a whole and has no parts to cut."""
    numbers: Callable[[int], Addends] | None = field(default=None, compare=False, repr=False)
    """The numbers of the contributions, if they can be computed without creating Contribution objects."""
    sums: Mapping[int, int] | None = field(default=None, compare=False, repr=False)
    """The sum of the contributions of each participant, if the table already has it."""
    bulk_numbers: NumbersFunction | None = field(default=None, compare=False, repr=False)
    """The numbers of several participants after cuts, if they can be computed together."""
    factory: Callable[[], Measure] | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[Callable[..., Measure], tuple[object, ...]]:
        if self.factory is None:
            return Measure, (self.contributions, self.total, self.unit, self.part_unit, self.whole)
        return _build_lazy_measure, (self.factory, self.unit, self.part_unit, self.whole)

    def addends(self, participant: int) -> Addends:
        """Return the contributions of a participant in numbers, before cuts."""
        return (
            self.numbers(participant)
            if self.numbers is not None
            else Addends.from_contributions(self.contributions(participant))
        )

    def number(self, participant: int, modifiers: Modifiers = PLAIN) -> Key | None:
        """Return the number of a participant that is compared."""
        addends = self.addends(participant)
        if not self.has_cuts(modifiers):
            return self.total(addends)
        if self.total is sum_values and not addends.voluntary:
            return _sum_between_cuts(addends, modifiers)
        return self.total(addends.only(apply_cuts(addends, modifiers)[0]))

    def numbers_of(self, participants: Sequence[int], modifiers: Modifiers = PLAIN) -> Iterable[Key | None]:
        """Return the numbers of these participants that are compared."""
        return (
            self.bulk_numbers(participants, modifiers)
            if self.bulk_numbers is not None
            else [self.number(participant, modifiers) for participant in participants]
        )

    def has_cuts(self, modifiers: Modifiers) -> bool:
        """Return whether anything is cut."""
        return bool(modifiers.low or modifiers.high) and not self.whole


@record(slots=False)
class LazyMeasure:
    """A measure that is created on first use."""

    factory: Callable[[], Measure]

    @cached_property
    def measure(self) -> Measure:
        """The measure itself."""
        return self.factory()

    def contributions(self, participant: int) -> Sequence[Contribution]:
        """Return the contributions of a participant."""
        return self.measure.contributions(participant)

    def total(self, addends: Addends) -> Key | None:
        """Return the number that contributions make."""
        return self.measure.total(addends)


def _build_lazy_measure(factory: Callable[[], Measure], unit: int, part_unit: int, whole: bool) -> Measure:
    later = LazyMeasure(factory)
    return Measure(later.contributions, later.total, unit, part_unit, whole, factory=factory)


Method = Callable[[CrossTable, Modifiers], Measure]


class Cut(Enum):
    """Why a contribution is left out."""

    LOWEST = "the least significant value (14.1)"
    UNPLAYED = "a voluntarily unplayed round is cut first (16.5)"
    HIGHEST = "the most significant value (14.3)"


@record
class Working:
    """The derivation of a value: the contributions counted, and those cut with the reason."""

    value: Fraction | None
    counted: tuple[Contribution, ...]
    cut: tuple[tuple[Contribution, Cut], ...] = ()
    unit: int = 1
    """Contributions are in units of 1/`unit`."""


def apply_cuts(addends: Addends, modifiers: Modifiers) -> tuple[list[int], list[tuple[int, Cut]]]:
    """Return the places of what remains, and of what is cut.

    The least significant values are cut first, one by one, then the most significant.

    If there are fewer contributions than cuts, nothing remains.
    """
    remaining, removed = list(range(len(addends.values))), []
    significance = addends.significance
    for _ in range(min(modifiers.low, len(remaining))):
        place, voluntary_first = _least_significant(addends, significance, remaining)
        remaining.remove(place)
        removed.append((place, Cut.UNPLAYED if voluntary_first else Cut.LOWEST))
    for _ in range(min(modifiers.high, len(remaining))):
        place = max(remaining, key=significance.__getitem__)
        remaining.remove(place)
        removed.append((place, Cut.HIGHEST))
    return remaining, removed


def _least_significant(
    addends: Addends, significance: Sequence[int | tuple[int, int]], remaining: Collection[int]
) -> tuple[int, bool]:
    """Return the place that a cut removes, and whether the exception of 16.5 chose it.

    The contribution with the lowest score is cut (14.1), unless the lowest one of a voluntarily unplayed round is
    not lower: then that is cut first.
    """
    lowest = min(remaining, key=significance.__getitem__)
    unplayed = [place for place in addends.voluntary if place in remaining] if addends.voluntary else ()
    if not unplayed:
        return lowest, False
    values, scores = addends.values, addends.scores
    cheapest = min(unplayed, key=lambda place: (values[place], scores[place]))
    return (cheapest, cheapest != lowest) if values[cheapest] >= values[lowest] else (lowest, False)


def compute_keys(table: CrossTable, measure: Measure, modifiers: Modifiers) -> dict[int, Key | None]:
    """Return the number of every participant, for comparison."""
    if measure.bulk_numbers is not None:
        return dict(zip(table.ids, measure.bulk_numbers(table.ids, modifiers), strict=True))
    if measure.has_cuts(modifiers):
        return {participant: measure.number(participant, modifiers) for participant in table.ids}
    if measure.sums is not None:
        return dict(measure.sums)
    total, addends = measure.total, measure.numbers or measure.addends
    return {participant: total(addends(participant)) for participant in table.ids}


@lru_cache(maxsize=4096)
def display_value(key: Key | None, unit: int) -> Fraction | None:
    """Return a number as it is shown; None for a row of numbers."""
    if key is None or isinstance(key, tuple):
        return None
    from fractions import Fraction

    return Fraction(key, unit) if isinstance(key, int) else key / unit


def explain_value(measure: Measure, modifiers: Modifiers, participant: int) -> Working:
    """Return how the value of one participant comes about."""
    contributions, unit = tuple(measure.contributions(participant)), measure.unit
    addends = measure.numbers(participant) if measure.numbers is not None else Addends.from_contributions(contributions)
    if not measure.has_cuts(modifiers):
        return Working(display_value(measure.total(addends), unit), contributions, (), measure.part_unit)
    remaining, removed = apply_cuts(addends, modifiers)
    counted = [contributions[place] for place in remaining]
    cut_contributions = [(contributions[place], reason) for place, reason in removed]
    return Working(
        display_value(measure.total(addends.only(remaining)), unit),
        tuple(counted),
        tuple(cut_contributions),
        measure.part_unit,
    )
