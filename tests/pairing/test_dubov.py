"""Dubov: what is particular to it; what holds of every Swiss is in tests/formats/test_conformance.py."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

import rookery
from rookery.errors import RuleError
from rookery.pairing.dubov import DUBOV_2026, Readings
from support.by_hand import played


def test_ratings_are_mandatory() -> None:
    event = played(4, ratings={2: None, 4: 0}, planned=3)
    with pytest.raises(RuleError, match=r"Player 2 \(2\), Player 4 \(4\).*--unrated 1400") as caught:
        DUBOV_2026.pair(event)
    assert caught.value.who == (2, 4)
    assert caught.value.article == "C.04.4.1 1.1"
    assert rookery.pair(event, "dubov", unrated=1400).pairs == DUBOV_2026.pair(played(4, planned=3)).pairs


def test_the_number_of_rounds_is_needed() -> None:
    with pytest.raises(RuleError, match="number of rounds"):
        DUBOV_2026.pair(played(4, planned=None))


def test_readings_are_values() -> None:
    assert Readings() == Readings("sum", "seekers")
    with pytest.raises(FrozenInstanceError):
        Readings().c9 = "lex"  # type: ignore[misc]
