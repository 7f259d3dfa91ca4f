"""Dubov: what is particular to it; what holds of every Swiss is in tests/formats/test_conformance.py."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import RuleError
from rookery.pairing.dubov import DUBOV_2026, Readings
from support.small_tournaments import tournament_after


def test_ratings_are_mandatory(snapshot: SnapshotAssertion) -> None:
    event = tournament_after(4, ratings={2: None, 4: 0}, planned_rounds=3)
    with pytest.raises(RuleError) as caught:
        DUBOV_2026.pair(event)
    assert str(caught.value) == snapshot
    assert caught.value.participants == (2, 4)
    assert caught.value.article == "C.04.4.1 1.1"
    assert (
        rookery.pair(event, "dubov", unrated=1400).pairs == DUBOV_2026.pair(tournament_after(4, planned_rounds=3)).pairs
    )


def test_the_number_of_rounds_is_needed(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        DUBOV_2026.pair(tournament_after(4, planned_rounds=None))
    assert str(caught.value) == snapshot


def test_readings_are_values() -> None:
    assert Readings() == Readings("sum", "seekers")
    with pytest.raises(FrozenInstanceError):
        Readings().c9 = "lex"  # type: ignore[misc]
