"""Lim: against the corpus and the golden files; legality; the walk; what is particular."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.errors import NoPairing, Unsupported
from rookery.model import Forbidden, VirtualPoints
from rookery.pairing.lim import LIM_2026, lim
from rookery.pairing.lim_walk import Readings
from support.by_hand import played
from support.left_out_matches import LIM_WITHOUT, answer
from support.match_cases import (
    check_event,
    check_explanations,
    check_ledgers,
    check_tournament,
    corpus_rounds,
    decided_by,
    entered,
    golden_positions,
    golden_tournaments,
)

# -- what others say


def test_every_round_of_the_corpus(corpus: Path) -> None:
    """Also the 68 rounds that hang on a reading: we hold the default ones."""
    cases = list(corpus_rounds(corpus / "lim"))
    assert len(cases) == 320
    assert sum(bool(sensitive) for *_, sensitive in cases) == 68
    assert [name for name, here, wanted, _ in cases if answer(LIM_2026, here) != wanted] == []


@pytest.mark.parametrize("one", golden_tournaments("lim"), ids=lambda one: one["file"])
def test_golden_tournaments(one: dict[str, Any]) -> None:
    check_tournament("lim", one)


def test_there_are_enough_golden_files() -> None:
    assert len(golden_tournaments("lim")) >= 20
    assert {one["rule"] for one in golden_positions("lim")} == LIM_WITHOUT.keys()


@pytest.mark.parametrize("rule", LIM_WITHOUT)
def test_golden_positions(rule: str) -> None:
    decided_by("lim", rule)


# -- legality


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 8, 9, 10])
def test_small_fields_until_nobody_is_left_to_meet(size: int) -> None:
    """A pairing whenever one exists, and no other end."""
    for seed in range(4):
        assert check_event("lim", size, size, seed) >= 1


@pytest.mark.parametrize(("size", "rounds"), [(31, 7), (100, 7), (201, 5), (1000, 2)])
def test_large_fields(size: int, rounds: int) -> None:
    assert check_event("lim", size, rounds) == rounds


@pytest.mark.parametrize("seed", range(5))
def test_no_legal_pairing_has_a_better_ledger(seed: int) -> None:
    """Also where a pairing had to be cracked (seeds 2 and 3)."""
    assert check_ledgers("lim", 6, 5, seed) > 15


def test_nobody_is_left_to_meet() -> None:
    with pytest.raises(NoPairing):
        LIM_2026.pair(played(4, planned=5, forbidden=(Forbidden((1, 2, 3, 4)),)))


# -- the walk


def group(size: int, met: dict[int, tuple[int, ...]], **more: Any) -> tuple[tuple[int, int], ...]:
    """Who meets whom in one scoregroup of players without colours, some of whom have met."""
    apart = tuple(Forbidden(pair) for pair in combinations(range(1, size + 1), 2) if pair[1] in met.get(pair[0], ()))
    event = played(size, planned=5, forbidden=apart, **more)
    return tuple(sorted((min(pair), max(pair)) for pair in LIM_2026.pair(event).pairs))


@pytest.mark.parametrize(
    ("met", "pairs"),
    [
        ({}, ((1, 4), (2, 5), (3, 6))),
        ({1: (4,)}, ((1, 5), (2, 4), (3, 6))),
        ({1: (4, 5)}, ((1, 6), (2, 4), (3, 5))),
        ({1: (4, 5, 6)}, ((1, 3), (2, 5), (4, 6))),
        ({1: (3, 4, 5, 6)}, ((1, 2), (3, 5), (4, 6))),
        ({1: (4, 5), 2: (4,)}, ((1, 6), (2, 5), (3, 4))),
        ({1: (4, 5), 2: (4, 5)}, ((1, 6), (2, 3), (4, 5))),
        ({1: (4, 5), 2: (3, 4, 5)}, ((1, 3), (2, 6), (4, 5))),
        ({1: (4, 5), 2: (3, 4, 5, 6)}, ((1, 2), (3, 5), (4, 6))),
    ],
)
def test_exchanges(met: dict[int, tuple[int, ...]], pairs: tuple[tuple[int, int], ...]) -> None:
    """The tables of 4.2 and 4.3."""
    assert group(6, met) == pairs


# -- what is particular


def test_it_is_found_by_name() -> None:
    event = entered("lim", 4, 3)
    assert rookery.pair(event, "lim").system == "lim"
    assert rookery.pair(event, "lim").pairs == ((1, 3), (4, 2))


def test_no_acceleration() -> None:
    more = (VirtualPoints(points=10, match_points=0, first_round=1, last_round=1, first=1, last=2),)
    with pytest.raises(Unsupported, match="virtual points"):
        LIM_2026.pair(played(4, planned=3, acceleration=more))


def test_readings_are_values() -> None:
    assert Readings().crack == "last"
    assert lim(Readings(crack="first")) != LIM_2026
    assert lim(maxi=True) != LIM_2026


def test_everything_can_be_asked() -> None:
    check_explanations("lim", range(6))


def test_explanations() -> None:
    outcome = rookery.pair(played(6, "1-4:1 5-2:0 3-6:1", planned=5), "lim")
    assert "C.04.4.3" in str(outcome.explain(1))
    assert "already met" in str(outcome.why_not(1, 4))
    assert [decision.score for decision in outcome.decisions] == [10, 0, 5]


def test_a_cracked_pairing_is_named_and_what_it_leaves_alone_is_told_as_ever() -> None:
    """Groups that nobody of the cracked pairing left are compared choice by choice."""
    positions = [one for one in golden_positions("lim") if one["rule"] == "reading crack=first"]
    told: dict[str, str] = {}
    for one in positions:
        outcome = rookery.pair(rookery.load(one["trf"].encode()).tournament, "lim")
        for a, b in combinations([i for pair in outcome.pairs for i in pair], 2):
            answer = outcome.why_not(a, b)
            if answer.ours is not None:
                told[answer.ours.article] = str(answer)
                assert answer.ours.cost < answer.theirs.cost
    assert "as the median could not be paired, a pairing next to it is opened, and no other." in told["C.04.4.3 2.6"]
    assert "would not keep to this: as few floaters as possible. (C.04.4.3 3.10.2)" in told["C.04.4.3 3.10.2"]
