"""Lim: what is particular to it; what holds of every Swiss is in tests/formats/test_conformance.py."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.errors import Unsupported
from rookery.model import Forbidden, VirtualPoints
from rookery.pairing.lim import LIM_2026, lim
from rookery.pairing.lim_readings import Readings
from support.by_hand import played
from support.swiss import cases, golden_positions


def test_rounds_of_the_corpus_hang_on_readings(corpus: Path) -> None:
    """Of those that the conformance suite pairs, 68; we hold the default readings."""
    assert sum(bool(case["sensitive"]) for *_, case in cases(corpus / "lim")) == 68


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


def test_no_acceleration() -> None:
    more = (VirtualPoints(points=10, match_points=0, first_round=1, last_round=1, first=1, last=2),)
    with pytest.raises(Unsupported, match="virtual points"):
        LIM_2026.pair(played(4, planned=3, acceleration=more))


def test_readings_are_values() -> None:
    assert Readings().crack == "last"
    assert lim(Readings(crack="first")) != LIM_2026
    assert lim(maxi=True) != LIM_2026


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
    assert "that another pairing than the one next to the median group is opened." in told["C.04.4.3 2.6"]
    assert "that would mean more players floating from the group of " in told["C.04.4.3 3.10.2"]
