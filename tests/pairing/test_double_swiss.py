"""Double-Swiss: what is particular to it; what holds of every Swiss is in tests/formats/test_conformance.py."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import NoPairingError, RuleError, UnsupportedError
from rookery.model import ForbiddenPair, VirtualPoints
from rookery.pairing.double_swiss import DOUBLE_SWISS_2026, Readings, double_swiss
from support.match_events import doubles
from support.pairing_checks import find_violations
from support.small_tournaments import tournament_after


def test_forbidden_pairs() -> None:
    event = doubles(6, forbidden_pairs=(ForbiddenPair((1, 4)),))
    assert find_violations(event, DOUBLE_SWISS_2026.pair(event), colours=False) == []
    with pytest.raises(NoPairingError):
        DOUBLE_SWISS_2026.pair(doubles(4, forbidden_pairs=(ForbiddenPair((1, 2, 3, 4)),)))


def test_single_games_are_no_matches(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        DOUBLE_SWISS_2026.pair(tournament_after(4, "1-3:1 4-2:=", planned_rounds=3))
    assert str(caught.value) == snapshot


def test_readings_are_values() -> None:
    assert Readings() == Readings("met", "standings", "paired", "matches")
    assert double_swiss(Readings(c6="graded")) != DOUBLE_SWISS_2026


def test_acceleration_by_explicit_points_only(snapshot: SnapshotAssertion) -> None:
    event = doubles(8)
    with pytest.raises(UnsupportedError) as caught:
        DOUBLE_SWISS_2026.pair(
            rookery.Tournament(players=event.players, planned_rounds=9, system="FIDE_DOUBLESWISS_BAKU")
        )
    assert str(caught.value) == snapshot
    more = (VirtualPoints(points=20, match_points=0, first_round=1, last_round=1, first=1, last=4),)
    pairs = DOUBLE_SWISS_2026.pair(doubles(8, acceleration=more)).pairs
    assert set(map(frozenset, pairs)) == {frozenset(pair) for pair in ((1, 3), (2, 4), (5, 7), (6, 8))}


def test_explanations(snapshot: SnapshotAssertion) -> None:
    outcome = rookery.pair(doubles(4, "1-3:11 4-2:=1"))
    assert "C.04.5" in str(outcome.explain(1))
    assert str(outcome.why_not(1, 3)) == snapshot


def test_upfloaters_chosen_under_a_bond() -> None:
    """The pairs of the bracket are those of the upfloaters chosen last, also where a wish met an integrality gap."""
    event = doubles(
        8,
        "1-2:0- 3-5:10 8-4:0= 7-6:--",
        "4-1:== 2-6:10 8-3:== 5-7:10",
        "6-3:== 5-4:=0 7-8:10 1:U 2:Z",
        "1-5:1= 2-8:10 3-7:1= 4-6:10",
        "6-1:== 3-2:0= 7-4:10 5:U 8:H",
        planned_rounds=6,
    )
    assert sorted(DOUBLE_SWISS_2026.pair(event).pairs) == [(2, 7), (4, 3), (5, 6), (8, 1)]
