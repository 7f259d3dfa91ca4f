"""A column of standings that a format has of its own: what it is called, what it says of everybody, and of what."""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm

from rookery.ranking.contribution import Contribution, Why
from rookery.typed import TYPE_CHECKING
from rookery.values import NamedTuple, Value, field

if TYPE_CHECKING:
    from fractions import Fraction


class Part(NamedTuple):
    """What somebody has of a round (0: before the first): a share of what somebody, perhaps they, are worth."""

    round: int
    whose: int
    share: Fraction
    of: Fraction

    @property
    def worth(self) -> Fraction:
        """How much it is."""
        return self.share * self.of


class OwnColumn(Value):
    """A column of a format's own: its code (OTHER_...), what it means, the values, and what they are made of.

    `title` heads it where people read it, and is its key in data; without one that is the code. `said` are words
    for the values, where words say it better. Data has the values as text, or as numbers if they are `whole`.
    """

    code: str
    meaning: str
    values: Mapping[int, Fraction]
    parts: Mapping[int, tuple[Part, ...]] = field(default_factory=dict)
    title: str = ""
    said: Mapping[int, str] = field(default_factory=dict)
    whole: bool = False

    def contributions(self, one: int) -> list[Contribution]:
        """What a value is made of, in units of 1/`unit`; the value itself where it has no parts."""
        unit = self.unit
        if one not in self.parts:
            return [Contribution(0, 0, int(self.values[one] * unit), 0, Why.CUSTOM)] if one in self.values else []
        return [
            Contribution(each.round, 0 if each.whose == one else each.whose, int(each.worth * unit), 0, Why.CUSTOM)
            for each in self.parts[one]
        ]

    @property
    def unit(self) -> int:
        """The common denominator of everything in the column."""
        worths = [each.worth for row in self.parts.values() for each in row]
        return lcm(*(each.denominator for each in (*self.values.values(), *worths)))
