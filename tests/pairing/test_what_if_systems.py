"""The best pairing with a condition: every condition for small fields, every pairing priced."""

from __future__ import annotations

import pytest

import rookery
from rookery.errors import RuleError
from support.references import REFERENCES
from support.what_if_checks import faults

SYSTEMS = {
    "dubov": ("default", "c9=lex"),
    "team": ("default", "c6=graded"),
    "double-swiss": ("default", "c6=graded"),
    "lim": ("default",),
}
CASES = [(name, reading, seed) for name, readings in SYSTEMS.items() for reading in readings for seed in (5, 19, 25)]


@pytest.mark.parametrize(("name", "reading", "seed"), [*CASES, ("lim", "maxi", 0), ("lim", "crack=first", 1)])
def test_the_best_pairing_with_a_wish(name: str, reading: str, seed: int) -> None:
    reference = REFERENCES[name]
    system = reference.readings()[reading].system
    for position in reference.positions(seed, 5, 8, wild=1):
        event = rookery.loads(reference.write(position)).tournament
        try:
            field = system.field(event)
        except RuleError:
            continue
        assert not list(faults(system, field)), f"round {field.round}"
