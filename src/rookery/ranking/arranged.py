"""Standings of a format that ranks in a way of its own: the places are given, and the columns are the format's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from rookery.errors import RuleError
from rookery.model import Tournament
from rookery.ranking.choice import TieBreakColumn
from rookery.ranking.codes import TieBreak, own_definition, parse
from rookery.ranking.contribution import Contribution, Why
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.measure import PLAIN, Measure, Modifiers, keys
from rookery.ranking.rank import Standings, rows
from rookery.ranking.rules import MARCH_2026

Part = tuple[int, int, Fraction]
"""What somebody has of a round (0: before the first): the number of the one it comes from, and how much."""


@dataclass(frozen=True, slots=True)
class OwnColumn:
    """A column of a format's own: its code (OTHER_...), what it means, the values, and what they are made of."""

    code: str
    meaning: str
    values: Mapping[int, Fraction]
    parts: Mapping[int, tuple[Part, ...]] = field(default_factory=dict)

    def contributions(self, one: int) -> list[Contribution]:
        """What a value is made of, in units of 1/`unit`; the value itself where it has no parts."""
        unit = self.unit
        if one not in self.parts:
            return [Contribution(0, 0, int(self.values[one] * unit), 0, Why.CUSTOM)] if one in self.values else []
        return [
            Contribution(round, 0 if whose == one else whose, int(worth * unit), 0, Why.CUSTOM)
            for round, whose, worth in self.parts[one]
        ]

    @property
    def unit(self) -> int:
        """The common denominator of everything in the column."""
        worths = [worth for row in self.parts.values() for _, _, worth in row]
        return lcm(*(each.denominator for each in (*self.values.values(), *worths)))

    def column(self, table: CrossTable) -> TieBreakColumn:
        """The same as a column of standings."""
        unit = self.unit
        measure = Measure(self.contributions, unit=unit, part_unit=unit, whole=True)
        definition = own_definition(self.code, None, self.meaning)
        compared = {one: int(value * unit) for one, value in self.values.items()}
        return TieBreakColumn(TieBreak(definition, PLAIN), measure, compared)


def complete(tournament: Tournament, after: int | None) -> int:
    """The round after which the standings stand: this one, else the last that is complete."""
    done = next((n for n, round in enumerate(tournament.rounds) if round.pending), len(tournament.rounds))
    if after is not None and not 0 <= after <= done:
        raise RuleError(f"there are no standings after round {after}: {done} rounds are complete")
    return done if after is None else after


def arranged(
    tournament: Tournament,
    after: int,
    groups: Iterable[Iterable[int]],
    columns: Sequence[OwnColumn],
    notes: Iterable[str] = (),
) -> Standings:
    """Standings in which everybody stands where the format puts them; the points are those of the games."""
    table = CrossTable.of(tournament, after, MARCH_2026)
    made = [column.column(table) for column in columns]
    points = parse("PTS")
    assert points.definition.method is not None
    measure = points.definition.method(table, points.how)
    scores = TieBreakColumn(points, measure, keys(table, measure, Modifiers()))
    placed = [list(group) for group in groups]
    return Standings(
        tournament,
        MARCH_2026,
        after,
        points,
        tuple(column.tiebreak for column in made),
        "of the format",
        tuple(rows(table, placed, scores, made)),
        tuple(notes),
        table=table,
        columns=tuple(made),
    )
