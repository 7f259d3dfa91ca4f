"""Double-Swiss: against the corpora and the golden files; legality; what is particular."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.errors import NoPairing, RuleError, Unsupported
from rookery.model import Forbidden, VirtualPoints
from rookery.pairing.double_swiss import DOUBLE_SWISS_2026, Readings, double_swiss
from support.by_hand import played
from support.left_out_matches import DOUBLE_WITHOUT, answer
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
    doubles,
    golden_positions,
    golden_tournaments,
)

# -- what others say


def test_every_round_of_the_corpus(corpus: Path) -> None:
    cases = list(corpus_rounds(corpus / "double-swiss"))
    assert len(cases) == 314
    assert [name for name, here, wanted, _ in cases if answer(DOUBLE_SWISS_2026, here) != wanted] == []


def test_every_position_of_the_corpus(corpus: Path) -> None:
    cases = list(corpus_positions(corpus / "double-swiss-hard"))
    assert len(cases) == 221
    assert [name for name, here, wanted in cases if answer(DOUBLE_SWISS_2026, here) != wanted] == []


def test_the_other_readings(corpus: Path) -> None:
    cases = list(corpus_readings(corpus / "double-swiss-hard"))
    assert len(cases) == 28
    asked = [(name, answer(double_swiss(Readings(**chosen)), here), wanted) for name, chosen, here, wanted in cases]
    assert [name for name, got, wanted in asked if got != wanted] == []


@pytest.mark.parametrize("one", golden_tournaments("double-swiss"), ids=lambda one: one["file"])
def test_golden_tournaments(one: dict[str, Any]) -> None:
    check_tournament("double-swiss", one)


def test_there_are_enough_golden_files() -> None:
    assert len(golden_tournaments("double-swiss")) >= 20
    assert {one["rule"] for one in golden_positions("double-swiss")} == DOUBLE_WITHOUT.keys()


@pytest.mark.parametrize("rule", DOUBLE_WITHOUT)
def test_golden_positions(rule: str) -> None:
    decided_by("double-swiss", rule)


# -- legality


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 8, 9, 10])
def test_small_fields_until_nobody_is_left_to_meet(size: int) -> None:
    """A pairing whenever one exists, and no other end."""
    for seed in range(4):
        assert check_event("double-swiss", size, size, seed) >= min(size // 2, 3)


@pytest.mark.parametrize(("size", "rounds"), [(31, 9), (100, 7), (201, 5), (1000, 2)])
def test_large_fields(size: int, rounds: int) -> None:
    assert check_event("double-swiss", size, rounds) == rounds


@pytest.mark.parametrize("seed", range(3))
def test_no_legal_pairing_has_a_better_ledger(seed: int) -> None:
    assert check_ledgers("double-swiss", 6, 5, seed) > 15


def test_every_view_of_a_bracket_finds_the_same() -> None:
    check_views("double-swiss", range(30))


def test_forbidden_pairs() -> None:
    event = doubles(6, forbidden=(Forbidden((1, 4)),))
    check_legal(event, DOUBLE_SWISS_2026.pair(event))
    with pytest.raises(NoPairing):
        DOUBLE_SWISS_2026.pair(doubles(4, forbidden=(Forbidden((1, 2, 3, 4)),)))


# -- what is particular


def test_it_is_found_by_record_192_and_by_name() -> None:
    event = doubles(4)
    assert rookery.pair(event).system == "double-swiss"
    assert rookery.pair(event, "double-swiss").pairs == rookery.pair(event).pairs == ((1, 3), (4, 2))


def test_single_games_are_no_matches() -> None:
    with pytest.raises(RuleError, match="no matches of two games"):
        DOUBLE_SWISS_2026.pair(played(4, "1-3:1 4-2:=", planned=3))


def test_readings_are_values() -> None:
    assert Readings() == Readings("met", "standings", "paired", "matches")
    assert double_swiss(Readings(c6="graded")) != DOUBLE_SWISS_2026


def test_acceleration_by_explicit_points_only() -> None:
    event = doubles(8)
    with pytest.raises(Unsupported, match="records 250"):
        DOUBLE_SWISS_2026.pair(rookery.Tournament(players=event.players, planned=9, system="FIDE_DOUBLESWISS_BAKU"))
    more = (VirtualPoints(points=20, match_points=0, first_round=1, last_round=1, first=1, last=4),)
    pairs = DOUBLE_SWISS_2026.pair(doubles(8, acceleration=more)).pairs
    assert set(map(frozenset, pairs)) == {frozenset(pair) for pair in ((1, 3), (2, 4), (5, 7), (6, 8))}


def test_everything_can_be_asked() -> None:
    check_explanations("double-swiss", range(6))


def test_explanations() -> None:
    outcome = rookery.pair(doubles(4, "1-3:11 4-2:=1"))
    assert "C.04.5" in str(outcome.explain(1))
    assert "already met" in str(outcome.why_not(1, 3))


def test_upfloaters_chosen_under_a_bond() -> None:
    """The pairs of the bracket are those of the upfloaters chosen last, also where a wish met an integrality gap."""
    event = doubles(
        8,
        "1-2:0- 3-5:10 8-4:0= 7-6:--",
        "4-1:== 2-6:10 8-3:== 5-7:10",
        "6-3:== 5-4:=0 7-8:10 1:U 2:Z",
        "1-5:1= 2-8:10 3-7:1= 4-6:10",
        "6-1:== 3-2:0= 7-4:10 5:U 8:H",
        planned=6,
    )
    assert sorted(DOUBLE_SWISS_2026.pair(event).pairs) == [(2, 7), (4, 3), (5, 6), (8, 1)]
