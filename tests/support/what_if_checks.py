"""Every wish for a small field against its definition: the least price of all complete pairings that contain it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from rookery.errors import NoPairingError
from rookery.model import Colour
from rookery.pairing.field import Field
from rookery.pairing.outcome import Ledger, Pair
from rookery.pairing.system import System
from support.pairing_checks import complete_pairings

Costs = list[list[tuple[int, ...]]]
"""What a pairing pays, line by line, bracket by bracket."""


class Priced(NamedTuple):
    """A complete pairing and what it pays."""

    costs: Costs
    met: frozenset[frozenset[int]]
    bye: int | None


def costs_of(ledgers: tuple[Ledger, ...]) -> Costs:
    """The numbers of a price."""
    return [[line.cost for line in ledger.lines] for ledger in ledgers]


def price_all(system: System, field: Field) -> list[Priced]:
    """Every complete pairing of a field, the best first."""
    priced = []
    for pairs, bye in complete_pairings(field):
        price = system.price(field, pairs, bye)
        priced.append(Priced(costs_of(price), frozenset(map(frozenset, pairs)), bye))
    return sorted(priced, key=lambda pairing: pairing.costs)


def wishes(system: System, field: Field) -> Iterator[tuple[tuple[Pair, ...], int | None]]:
    """Two who may meet, or one who may have the bye."""
    for pair in combinations(field.ids, 2):
        if not system.breaches(field, [pair], None):
            yield (pair,), None
    for participant in field.ids if field.size % 2 else ():
        if not system.breaches(field, (), participant):
            yield (), participant


def faults(system: System, field: Field) -> Iterator[str]:
    """Every wish whose best pairing is not what the system grants, with ours known and without."""
    every = price_all(system, field)
    ledger = system.pair_field(field, Colour.WHITE).ledger if every else ()
    if every and costs_of(ledger) != every[0].costs:
        yield "ours is not the best"
    for pairs, bye in wishes(system, field):
        pair_sets = {frozenset(pair) for pair in pairs}
        best = next((pairing for pairing in every if pair_sets <= pairing.met and bye in (None, pairing.bye)), None)
        for start in (ledger, ()):
            granted = granted_costs(system, field, system.constrain(field, pairs, bye), start)
            if granted != (best and best.costs):
                yield f"{pairs or bye}: granted {granted}, best {best and best.costs}"


def granted_costs(system: System, field: Field, wished: Field, ledger: tuple[Ledger, ...]) -> Costs | None:
    """What the system pays for a wish, None if that cannot be."""
    try:
        outcome = system.what_if(field, wished, Colour.WHITE, ledger)
    except NoPairingError:
        return None
    again = system.price(field, outcome.pairs, outcome.bye)
    assert costs_of(outcome.ledger) == costs_of(again), "the price is not that of the pairing"
    return costs_of(outcome.ledger)
