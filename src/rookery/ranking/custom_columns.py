"""Columns of standings that belong to a format: the title, the value of each participant, and the parts of each
value.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from rookery._record import field, record
from rookery.ranking.contribution import Contribution, Why

if TYPE_CHECKING:
    from fractions import Fraction


class ValuePart(NamedTuple):
    """The earnings of a participant in a round (0: before the first): a share of a participant's worth, possibly
    their own.
    """

    round: int
    whose: int
    share: Fraction
    of: Fraction

    @property
    def worth(self) -> Fraction:
        """The share times the worth."""
        return self.share * self.of


@record
class CustomColumn:
    """A column of a format's own: its code (OTHER_...), meaning, values, and the parts of each value.

    `title` is its heading and its key in data (default: the code). `said` are texts shown instead of values. Values
    are written to data as text, or as numbers if they are `whole`.
    """

    code: str
    meaning: str
    values: Mapping[int, Fraction]
    parts: Mapping[int, tuple[ValuePart, ...]] = field(default_factory=dict)
    title: str = ""
    said: Mapping[int, str] = field(default_factory=dict)
    whole: bool = False

    def contributions(self, participant: int) -> list[Contribution]:
        """Return the parts of a value in units of 1/`unit`, or the value itself if it has no parts."""
        unit = self.unit
        if participant not in self.parts:
            return (
                [Contribution(0, 0, int(self.values[participant] * unit), 0, Why.CUSTOM)]
                if participant in self.values
                else []
            )
        return [
            Contribution(
                part.round, 0 if part.whose == participant else part.whose, int(part.worth * unit), 0, Why.CUSTOM
            )
            for part in self.parts[participant]
        ]

    @property
    def unit(self) -> int:
        """The common denominator of all numbers of the column."""
        worths = [part.worth for row in self.parts.values() for part in row]
        return lcm(*(part.denominator for part in (*self.values.values(), *worths)))
