"""A complete pairing of a system whose unpaired players move down, divided into brackets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rookery.pairing.bracket import NOBODY, Choice
from rookery.pairing.criterion import Places
from rookery.pairing.field import Field
from rookery.pairing.outcome import Pair


def brackets_of(field: Field, pairs: Iterable[Pair]) -> Iterator[tuple[int, list[int], Places, list[int]]]:
    """A complete pairing bracket by bracket: the scoregroup, who moved down to it, who meets in it, who stays alone.

    A pair belongs to the bracket in which its lower ranked member is a resident.
    """
    partner = partners(field, pairs)
    above: list[int] = []
    for group in range(len(field.bounds) - 1):
        met, left = divided(field, above, group, partner)
        yield group, above, met, left
        above = left


def partners(field: Field, pairs: Iterable[Pair]) -> dict[int, int]:
    """Who meets whom, by their places in the field."""
    met = {field.place[a]: field.place[b] for a, b in pairs}
    return met | {b: a for a, b in met.items()}


def divided(field: Field, above: Sequence[int], group: int, partner: Mapping[int, int]) -> Choice:
    """Who meets in a bracket of a complete pairing, and who stays alone in it."""
    start, end = field.bounds[group], field.bounds[group + 1]
    members = (*above, *range(start, end))
    met = [(i, partner[i]) for i in members if start <= partner.get(i, NOBODY) < end and i < partner[i]]
    gone = {i for pair in met for i in pair}
    return met, [i for i in members if i not in gone]
