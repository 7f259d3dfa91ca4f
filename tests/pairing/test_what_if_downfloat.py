"""What-if questions of systems with downfloaters, against all complete pairings of a field."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from literal.events import write_event
from rookery.model import Colour, Tournament
from rookery.pairing.burstein import BURSTEIN_2026
from rookery.pairing.downfloat import what_if
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.dutch_2017 import DUTCH_2017
from rookery.pairing.explain import facts as facts
from rookery.pairing.field import Field
from rookery.pairing.system import System
from support.random_positions import random_position
from support.what_if_checks import faults, granted_costs, price_all

SYSTEMS = {"dutch": DUTCH_2026, "dutch of 2017": DUTCH_2017, "burstein": BURSTEIN_2026}


def position(seed: int) -> Tournament:
    """A small field after any legal rounds."""
    return rookery.loads(write_event(random_position(seed, 6, 8))).tournament


def to_pair(name: str, seed: int) -> tuple[System, Field]:
    """The system that pairs a position, and the field."""
    event = position(seed)
    system = SYSTEMS[name].system_for_round(event.next_round, event.planned_rounds)
    return system, system.field(event)


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("name", SYSTEMS)
def test_the_best_pairing_with_a_wish(name: str, seed: int) -> None:
    system, field = to_pair(name, seed)
    assert not list(faults(system, field))


@pytest.mark.parametrize("seed", range(25, 50))
@pytest.mark.parametrize("name", SYSTEMS)
def test_the_best_pairing_of_whatever_is_wished(name: str, seed: int) -> None:
    """Any meetings and byes may be all that is left."""
    rng = random.Random(seed)
    system, field = to_pair(name, seed)
    every = price_all(system, field)
    ours = system.pair_field(field, Colour.WHITE).ledger if every else ()
    for _ in range(12):
        wished = thinned(field, rng)
        within = [
            one
            for one in every
            if all(wished.rows[field.place[a]] >> field.place[b] & 1 for a, b in one.met)
            and (one.bye is None or wished.eligible >> field.place[one.bye] & 1)
        ]
        for known in (ours, ()):
            assert granted_costs(system, field, wished, known) == (within[0].costs if within else None)


def thinned(field: Field, rng: random.Random) -> Field:
    """The field with some meetings and byes taken out."""
    rows = list(field.rows)
    for i, j in combinations(range(field.size), 2):
        if rng.random() < 0.15:
            rows[i] &= ~(1 << j)
            rows[j] &= ~(1 << i)
    return field.with_edges(rows, field.eligible & rng.getrandbits(field.size))


def test_too_many_ways_are_not_guessed_at(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    monkeypatch.setattr(what_if, "MAX_SETS", 0)
    outcome = rookery.pair(position(15), "dutch")
    said = [outcome.why_not(a, b) for a, b in combinations(sorted({one for pair in outcome.pairs for one in pair}), 2)]
    unknown = [one for one in said if isinstance(one.reasons[0].fact, facts.NotWorkedOut)]
    assert unknown
    assert not any(one.possible for one in unknown)
    assert str(unknown[0]) == snapshot
