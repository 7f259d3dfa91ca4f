"""Team: what is particular to it; what holds of every Swiss is in tests/formats/test_conformance.py."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import NoPairingError, RuleError, UnsupportedError
from rookery.model import ForbiddenPair, RequestedBye, VirtualPoints
from rookery.pairing.team import TEAM_2026, Readings, team
from support.match_events import teams
from support.pairing_checks import find_violations
from support.swiss import new_event


def test_forbidden_pairs() -> None:
    event = teams(6, forbidden_pairs=(ForbiddenPair((1, 4)),))
    assert find_violations(event, TEAM_2026.pair(event), colours=False) == []
    with pytest.raises(NoPairingError):
        TEAM_2026.pair(teams(4, forbidden_pairs=(ForbiddenPair((1, 2, 3, 4)),)))


def test_players_are_not_teams(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        TEAM_2026.pair(new_event("lim", 4, 3))
    assert str(caught.value) == snapshot


def test_readings_are_values() -> None:
    assert Readings() == Readings("parity", "strong", "tpn", "declared", "pairing")
    assert team(Readings(seats="score")) != TEAM_2026


def test_numbering_of_those_paired_only() -> None:
    """Team 1 is absent from the beginning: 2 is then the first number (C.04.2 2.4), or keeps its own (1.1.3)."""
    event = teams(5, requested_byes=(RequestedBye(1, 1, rookery.ByeKind.ZERO),))
    assert TEAM_2026.pair(event).pairs == ((4, 2), (3, 5))
    assert team(Readings(numbering="paired")).pair(event).pairs == ((2, 4), (5, 3))


def test_acceleration_needs_match_points() -> None:
    with pytest.raises(UnsupportedError, match=r"C\.04\.7 1\.4\.4"):
        TEAM_2026.pair(teams(8, code="FIDE_TEAM_TYPEA_GP_MP_BAKU"))
    assert set(map(frozenset, TEAM_2026.pair(teams(8, code="FIDE_TEAM_BAKU")).pairs)) == {
        frozenset(pair) for pair in ((1, 3), (2, 4), (5, 7), (6, 8))
    }


def test_floats_by_pairing_score_or_by_standings() -> None:
    """By virtual points, teams of equal scores in the standings met as floaters."""
    more = (VirtualPoints(points=0, match_points=20, first_round=1, last_round=1, first=1, last=1),)
    event = teams(4, "1-3:== 2-4:==", acceleration=more)
    assert [seat.floats[0].name for seat in sorted(TEAM_2026.field(event).entrants)] == ["DOWN", "NONE", "UP", "NONE"]
    plain = team(Readings(floats="standings")).field(event)
    assert {seat.floats[0].name for seat in plain.entrants} == {"NONE"}


def test_explanations(snapshot: SnapshotAssertion) -> None:
    outcome = rookery.pair(teams(4, "1-3:11 4-2:=1"))
    assert "C.04.6" in str(outcome.explain(1))
    assert str(outcome.why_not(1, 3)) == snapshot
    assert str(outcome.why_not(1, 2)) == snapshot
