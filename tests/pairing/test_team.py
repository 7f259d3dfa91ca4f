"""Team: against the corpora and the golden files; legality; what is particular."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.errors import NoPairing, RuleError, Unsupported
from rookery.model import Forbidden, RequestedBye, VirtualPoints
from rookery.pairing.team import TEAM_2026, Readings, team
from support.left_out_matches import TEAM_WITHOUT, answer
from support.match_cases import (
    check_event,
    check_explanations,
    check_ledgers,
    check_legal,
    check_tournament,
    check_views,
    corpus_positions,
    corpus_readings,
    corpus_rounds,
    decided_by,
    entered,
    golden_positions,
    golden_tournaments,
    teams,
)

# -- what others say


def test_every_round_of_the_corpus(corpus: Path) -> None:
    cases = list(corpus_rounds(corpus / "team"))
    assert len(cases) == 251
    assert [name for name, here, wanted, _ in cases if answer(TEAM_2026, here) != wanted] == []


def test_every_position_of_the_corpus(corpus: Path) -> None:
    cases = list(corpus_positions(corpus / "team-hard"))
    assert len(cases) == 252
    assert [name for name, here, wanted in cases if answer(TEAM_2026, here) != wanted] == []


def test_the_other_readings(corpus: Path) -> None:
    cases = list(corpus_readings(corpus / "team-hard"))
    assert len(cases) == 21
    asked = [(name, answer(team(Readings(**chosen)), here), wanted) for name, chosen, here, wanted in cases]
    assert [name for name, got, wanted in asked if got != wanted] == []


@pytest.mark.parametrize("one", golden_tournaments("team"), ids=lambda one: one["file"])
def test_golden_tournaments(one: dict[str, Any]) -> None:
    check_tournament("team", one)


def test_there_are_enough_golden_files() -> None:
    assert len(golden_tournaments("team")) >= 20
    assert {one["rule"] for one in golden_positions("team")} == TEAM_WITHOUT.keys()


@pytest.mark.parametrize("rule", TEAM_WITHOUT)
def test_golden_positions(rule: str) -> None:
    decided_by("team", rule)


# -- legality


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 8, 9, 10])
def test_small_fields_until_nobody_is_left_to_meet(size: int) -> None:
    """A pairing whenever one exists, and no other end."""
    for seed in range(4):
        assert check_event("team", size, size, seed) >= min(size // 2, 3)


@pytest.mark.parametrize(("size", "rounds"), [(31, 9), (100, 7), (201, 5), (1000, 2)])
def test_large_fields(size: int, rounds: int) -> None:
    assert check_event("team", size, rounds) == rounds


@pytest.mark.parametrize("seed", range(3))
def test_no_legal_pairing_has_a_better_ledger(seed: int) -> None:
    assert check_ledgers("team", 6, 5, seed) > 15


def test_every_view_of_a_bracket_finds_the_same() -> None:
    check_views("team", range(30))


def test_forbidden_pairs() -> None:
    event = teams(6, forbidden=(Forbidden((1, 4)),))
    check_legal(event, TEAM_2026.pair(event))
    with pytest.raises(NoPairing):
        TEAM_2026.pair(teams(4, forbidden=(Forbidden((1, 2, 3, 4)),)))


# -- what is particular


def test_it_is_found_by_record_192_and_by_name() -> None:
    event = teams(4)
    assert rookery.pair(event).system == "team"
    assert rookery.pair(event, "team").pairs == rookery.pair(event).pairs


def test_players_are_not_teams() -> None:
    with pytest.raises(RuleError, match="pairs teams"):
        TEAM_2026.pair(entered("lim", 4, 3))


def test_readings_are_values() -> None:
    assert Readings() == Readings("parity", "strong", "tpn", "declared", "pairing")
    assert team(Readings(seats="score")) != TEAM_2026


def test_numbering_of_those_paired_only() -> None:
    """Team 1 is absent from the beginning: 2 is then the first number (C.04.2 2.4), or keeps its own (1.1.3)."""
    event = teams(5, requested=(RequestedBye(1, 1, rookery.ByeKind.ZERO),))
    assert TEAM_2026.pair(event).pairs == ((4, 2), (3, 5))
    assert team(Readings(numbering="paired")).pair(event).pairs == ((2, 4), (5, 3))


def test_acceleration_needs_match_points() -> None:
    with pytest.raises(Unsupported, match=r"C\.04\.7 1\.4\.4"):
        TEAM_2026.pair(teams(8, code="FIDE_TEAM_TYPEA_GP_MP_BAKU"))
    assert set(map(frozenset, TEAM_2026.pair(teams(8, code="FIDE_TEAM_BAKU")).pairs)) == {
        frozenset(pair) for pair in ((1, 3), (2, 4), (5, 7), (6, 8))
    }


def test_floats_by_pairing_score_or_by_standings() -> None:
    """By virtual points, teams of equal scores in the standings met as floaters."""
    more = (VirtualPoints(points=0, match_points=20, first_round=1, last_round=1, first=1, last=1),)
    event = teams(4, "1-3:== 2-4:==", acceleration=more)
    assert [seat.floats[0].name for seat in sorted(TEAM_2026.field(event).seats)] == ["DOWN", "NONE", "UP", "NONE"]
    plain = team(Readings(floats="standings")).field(event)
    assert {seat.floats[0].name for seat in plain.seats} == {"NONE"}


def test_everything_can_be_asked() -> None:
    check_explanations("team", range(6))


def test_explanations() -> None:
    outcome = rookery.pair(teams(4, "1-3:11 4-2:=1"))
    assert "C.04.6" in str(outcome.explain(1))
    assert "already met" in str(outcome.why_not(1, 3))
    assert "order" in str(outcome.why_not(1, 2)) or "worse" in str(outcome.why_not(1, 2))
