"""Lim: what is particular to it; what holds of every Swiss is in tests/formats/test_conformance.py."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import RuleError, UnsupportedError
from rookery.model import ForbiddenPair, Tournament, VirtualPoints
from rookery.pairing.lim.state import Readings
from rookery.pairing.lim.system import LIM_2026, lim
from rookery.pairing.outcome import first_differing_lines
from support.small_tournaments import tournament_after
from support.swiss import expectations, golden_positions


def test_rounds_of_the_corpus_hang_on_readings(corpus: Path) -> None:
    """Of those that the conformance suite pairs, 68; we hold the default readings."""
    assert sum(bool(case["sensitive"]) for _, case in expectations(corpus / "lim")) == 68


# -- the walk


def group(size: int, met: dict[int, tuple[int, ...]], **more: Any) -> tuple[tuple[int, int], ...]:
    """Who meets whom in one scoregroup of players without colours, some of whom have met."""
    apart = tuple(
        ForbiddenPair(pair) for pair in combinations(range(1, size + 1), 2) if pair[1] in met.get(pair[0], ())
    )
    event = tournament_after(size, planned_rounds=5, forbidden_pairs=apart, **more)
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


def test_no_acceleration(snapshot: SnapshotAssertion) -> None:
    more = (VirtualPoints(points=10, match_points=0, first_round=1, last_round=1, first=1, last=2),)
    with pytest.raises(UnsupportedError) as caught:
        LIM_2026.pair(tournament_after(4, planned_rounds=3, acceleration=more))
    assert str(caught.value) == snapshot


def test_readings_are_values() -> None:
    assert Readings().crack == "last"
    assert lim(Readings(crack="first")) != LIM_2026
    assert lim(maxi=True) != LIM_2026


def test_explanations(snapshot: SnapshotAssertion) -> None:
    outcome = rookery.pair(tournament_after(6, "1-4:1 5-2:0 3-6:1", planned_rounds=5), "lim")
    assert "C.04.4.3" in str(outcome.explain(1))
    assert str(outcome.why_not(1, 4)) == snapshot
    assert [decision.score for decision in outcome.decisions] == [10, 0, 5]


@pytest.mark.parametrize(
    ("rule", "article"),
    [
        ("3.9", "3.9"),
        ("3.10", "3.10"),
        ("3.2.2", "3.2.2"),
        ("5.2", "5.2"),
        ("reading colour_exchange=bottom", "5.2"),
        ("reading upfloater_opponent=highest", "3.8"),
        ("reading median_opponents=residents", "3.8"),
        ("reading crack=first", "2.6"),
        ("reading crack_count=fixed", "2.6"),
    ],
)
def test_the_rule_that_decides_is_named(rule: str, article: str) -> None:
    """Where leaving out a rule changes the pairs, that rule is the first by which the other pairs are worse."""
    found: Counter[str | None] = Counter()
    for case in golden_positions("lim"):
        if case["rule"] == rule:
            event, (pairs, bye) = rookery.loads(case["trf"]).tournament, case["without"]
            found[article_between(event, pairs, bye)] += 1
    del found[None]
    assert found.most_common(1)[0][0] == article
    assert "3.10.2" not in found, "nobody more floats"


def article_between(event: Tournament, pairs: list[list[int]], bye: int | None) -> str | None:
    """The article by which these pairs are worse than ours; None if only colours differ."""
    ours = LIM_2026.pair(event)
    if set(map(frozenset, pairs)) == set(map(frozenset, ours.pairs)):
        return None
    found = first_differing_lines(ours.ledger, LIM_2026.price(LIM_2026.field(event), [(a, b) for a, b in pairs], bye))
    assert found is not None
    assert found[1].cost < found[2].cost
    return found[1].article.removeprefix("C.04.4.3 ")


def test_players_separated_by_a_crack_are_no_floaters() -> None:
    """The groups of a ledger are those of the procedure: who leaves with an opened pairing is found in the median."""
    event = next(
        rookery.loads(position["trf"]).tournament
        for position in golden_positions("lim")
        if "crack=" in position["rule"]
    )
    outcome = rookery.pair(event, "lim")
    assert [ledger.decision for ledger in outcome.ledger] == list(outcome.decisions)
    told = {line.article: line for ledger in outcome.ledger for line in ledger.lines}
    assert "C.04.4.3 2.6" in told


def test_every_choice_is_declared(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        LIM_2026.changed(without=("3.9",))
    assert str(caught.value) == snapshot
