"""Burstein: what is particular to it; what holds of every Swiss is in tests/formats/test_conformance.py."""

from __future__ import annotations

import random
from dataclasses import FrozenInstanceError

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import RuleError
from rookery.pairing.burstein import BURSTEIN_2026, Readings
from rookery.pairing.dutch import DUTCH_2026
from support.small_tournaments import tournament_after
from support.swiss import new_event, play_round


def test_the_number_of_rounds_is_needed(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        BURSTEIN_2026.pair(tournament_after(4, planned_rounds=None))
    assert str(caught.value) == snapshot


def test_the_first_rounds_are_dutch_rounds() -> None:
    event = new_event("burstein", 12, 9, 3)
    rng = random.Random(3)
    for number in range(1, 7):
        outcome = BURSTEIN_2026.pair(event)
        assert outcome.system == ("dutch" if number <= 4 else "burstein")
        if number <= 4:
            assert outcome == DUTCH_2026.pair(event)
        event = play_round(event, outcome, rng)


def test_readings_are_values() -> None:
    assert Readings() == Readings("trailing")
    with pytest.raises(FrozenInstanceError):
        Readings().zero_byes = "none"  # type: ignore[misc]
