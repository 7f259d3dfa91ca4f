"""A wish is granted by the best pairing that contains it: every wish for small fields, every pairing priced."""

from __future__ import annotations

import pytest

import rookery
from rookery.errors import RuleError
from support.granting import faults
from support.references import REFERENCES

SYSTEMS = [
    ("dubov", "default"),
    ("dubov", "c9=lex"),
    ("team", "default"),
    ("team", "c6=graded"),
    ("double-swiss", "default"),
    ("double-swiss", "c6=graded"),
]


@pytest.mark.parametrize(("name", "reading"), SYSTEMS)
@pytest.mark.parametrize("seed", [5, 19, 25])
def test_the_best_pairing_with_a_wish(name: str, reading: str, seed: int) -> None:
    reference = REFERENCES[name]
    system = reference.readings()[reading].system
    for position in reference.positions(seed, 5, 8, wild=2):
        event = rookery.load(reference.write(position)).tournament
        try:
            field = system.field(event)
        except RuleError:
            continue
        assert not list(faults(system, field)), f"round {field.round}"
