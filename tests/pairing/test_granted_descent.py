"""The best pairing with a wish, where whoever stays alone moves down: held against all complete pairings of a field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

import pytest

import rookery
from literal.events import write_event
from rookery.errors import NoPairing
from rookery.model import Colour, Tournament
from rookery.pairing import facts, granted_descent
from rookery.pairing.burstein import BURSTEIN_2026
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.dutch_2017 import DUTCH_2017
from rookery.pairing.field import Field
from rookery.pairing.outcome import Ledger, Outcome, Pair
from rookery.pairing.system import System
from support.judges import complete
from support.wild import wild

Costs = list[list[tuple[int, ...]]]
Known = tuple[Costs, set[frozenset[int]], int | None]

SYSTEMS = {"dutch": DUTCH_2026, "dutch of 2017": DUTCH_2017, "burstein": BURSTEIN_2026}


def costs(ledgers: Iterable[Ledger]) -> Costs:
    """What a pairing pays, line by line."""
    return [[line.cost for line in ledger.lines] for ledger in ledgers]


def met(pairs: Iterable[Pair]) -> set[frozenset[int]]:
    """Who meets whom."""
    return set(map(frozenset, pairs))


def everything(system: System, field: Field) -> list[Known]:
    """Every complete pairing of a field, the best first."""
    found = [(costs(system.price(field, pairs, bye)), met(pairs), bye) for pairs, bye in complete(field)]
    return sorted(found, key=lambda one: one[0])


def wishes(field: Field) -> Iterator[tuple[int, int | None]]:
    """Every two who may meet, and everybody who may have the bye."""
    for a, b in combinations(range(field.size), 2):
        if field.rows[a] >> b & 1:
            yield field.ids[a], field.ids[b]
    for a in range(field.size if field.size % 2 else 0):
        if field.eligible >> a & 1:
            yield field.ids[a], None


def granted(system: System, field: Field, wished: Field, ours: Outcome | None = None) -> Known | None:
    """The best pairing with a wish."""
    try:
        found = system.granting(field, wished, Colour.WHITE, ours.ledger if ours else ())
    except NoPairing:
        return None
    return costs(found.ledger), met(found.pairs), found.bye


def position(seed: int) -> Tournament:
    """A small field after any legal rounds."""
    return rookery.load(write_event(wild(seed, 6, 8))).tournament


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("name", SYSTEMS)
def test_the_best_pairing_with_a_wish(name: str, seed: int) -> None:
    event = position(seed)
    system = SYSTEMS[name].in_round(event.next_round, event.planned)
    field = system.field(event)
    all_pairings = everything(system, field)
    ours = system.run(field, Colour.WHITE) if all_pairings else None
    for a, b in wishes(field):
        pairs = [] if b is None else [(a, b)]
        wished = system.settled(field, pairs, a if b is None else None)
        best = next((one for one in all_pairings if (one[2] == a if b is None else {a, b} in one[1])), None)
        assert granted(system, field, wished, ours) == best, (a, b)
        assert granted(system, field, wished) == best, (a, b)


@pytest.mark.parametrize("seed", range(25, 40))
@pytest.mark.parametrize("name", SYSTEMS)
def test_the_best_pairing_that_keeps_somebody_in_a_group(name: str, seed: int) -> None:
    event = position(seed)
    system = SYSTEMS[name].in_round(event.next_round, event.planned)
    field = system.field(event)
    all_pairings = everything(system, field)
    ours = system.run(field, Colour.WHITE) if all_pairings else None
    for place in range(field.size):
        group = [i for i in range(field.size) if field.scores[i] == field.scores[place]]
        inside, other = sum(1 << i for i in group), ~(1 << place)
        rows = [row if inside >> i & 1 else row & other for i, row in enumerate(field.rows)]
        rows[place] &= inside
        wished = field.restricted(rows, field.eligible & other)
        meetings = met((field.ids[place], field.ids[i]) for i in group)
        best = next((one for one in all_pairings if one[1] & meetings), None)
        assert granted(system, field, wished, ours) == best, field.ids[place]


def test_too_many_ways_are_not_guessed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(granted_descent, "PATIENCE", 0)
    outcome = rookery.pair(position(2), "dutch")
    said = [outcome.why_not(a, b) for a, b in combinations(sorted({one for pair in outcome.pairs for one in pair}), 2)]
    unknown = [one for one in said if isinstance(one.reasons[0].fact, facts.NotWorkedOut)]
    assert unknown
    assert not any(one.possible for one in unknown)
    assert "too many pairings" in str(unknown[0])
