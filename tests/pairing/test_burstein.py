"""Burstein: against the corpora, the golden files and the literal reference; legality; what is particular."""

from __future__ import annotations

import json
import random
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest

import literal.burstein
import rookery
from literal.events import write_event
from rookery.errors import NoPairing, RuleError
from rookery.model import Forbidden, Tournament
from rookery.pairing.burstein import BURSTEIN_2026, Readings
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.outcome import Ledger
from support.by_hand import played
from support.cases import absences, after, answer, differences, entered, expected, faults, pairable, pairings, position
from support.left_out import BURSTEIN_WITHOUT, Down, WholeDescent, walking
from support.references import ours, theirs
from support.wild import wild

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "burstein"


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (GOLDEN / name).read_text("utf-8").splitlines()]


# -- what others say


@pytest.mark.parametrize(("folder", "rounds"), [("burstein", 293), ("burstein-hard", 204)])
def test_every_round_of_the_corpus(corpus: Path, folder: str, rounds: int) -> None:
    assert differences(BURSTEIN_2026, corpus / folder) == (rounds, [])


@pytest.mark.parametrize("case", lines("expected.jsonl"), ids=lambda case: case["file"])
def test_golden_tournaments(case: dict[str, Any]) -> None:
    event = rookery.load(GOLDEN / case["file"]).tournament
    for one in case["rounds"]:
        assert answer(BURSTEIN_2026, position(event, one)) == expected(one), one["round"]


@pytest.mark.parametrize("rule", BURSTEIN_WITHOUT)
def test_a_rule_left_out_changes_the_answer(rule: str) -> None:
    found = [case for case in lines("positions.jsonl") if case["rule"] == rule]
    assert len(found) >= 5
    without = BURSTEIN_WITHOUT[rule]()
    for case in found:
        event = rookery.load(case["trf"]).tournament
        assert answer(BURSTEIN_2026, event) == expected(case)
        assert answer(without, event) == tuple(case["without"])
        assert case["without"] != [case["pairs"], case["bye"]]


def test_against_the_literal_reference() -> None:
    for seed in range(777_000, 777_060):
        event = wild(seed, 5, 8)
        assert ours(BURSTEIN_2026, write_event(event)) == theirs(literal.burstein.pair_next_round(event)), seed


# -- at any size


@pytest.mark.parametrize(("size", "rounds"), [(10, 4), (11, 6), (24, 12), (63, 9), (200, 6), (501, 5), (2000, 4)])
def test_every_round_is_legal(size: int, rounds: int) -> None:
    rng = random.Random(size)
    event = entered(size, rounds, size)
    event = replace(event, forbidden=tuple(Forbidden(tuple(rng.sample(range(1, size + 1), 3))) for _ in range(2)))
    for _ in range(rounds):
        event = absences(event, rng, 0.03)
        outcome = BURSTEIN_2026.pair(event)
        assert faults(event, outcome) == []
        event = after(event, outcome, rng, 0.03)


@pytest.mark.parametrize("seed", range(12))
def test_a_pairing_is_found_whenever_there_is_one(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.choice([6, 7, 8, 9])
    event = entered(size, size + 4, seed)
    while event.next_round < size + 4:
        field = BURSTEIN_2026.in_round(event.next_round, event.planned).field(event)
        alone = [i for i in range(size) if field.eligible >> i & 1] if size % 2 else [size]
        if not any(pairable(field.rows, field.full & ~(1 << i)) for i in alone):
            with pytest.raises(NoPairing) as caught:
                BURSTEIN_2026.pair(event)
            assert caught.value.causes
            break
        event = after(event, BURSTEIN_2026.pair(event), rng, 0.1)


@pytest.mark.parametrize("seed", range(10))
def test_what_was_left_out_of_view_changes_nothing(seed: int) -> None:
    """What the walk does not look at, against the view of everybody, in fields too large for the reference."""
    rng = random.Random(seed)
    slow = walking(BURSTEIN_2026, Down, descent=WholeDescent)
    event = entered(rng.randint(14, 40), 14, seed)
    for _ in range(rng.randint(6, 12)):
        try:
            outcome = BURSTEIN_2026.pair(event)
        except NoPairing:
            break
        assert slow.pair(event).pairs == outcome.pairs
        event = after(event, outcome, rng, 0.05)


# -- the price of a pairing


def prices(ledgers: tuple[Ledger, ...]) -> list[tuple[int, ...]]:
    return [line.cost for ledger in ledgers for line in ledger.lines]


@pytest.mark.parametrize("seed", range(8))
def test_no_other_pairing_is_cheaper(seed: int) -> None:
    rng = random.Random(seed)
    event = entered(rng.choice([7, 8]), 7, seed)
    for _ in range(rng.randint(3, 4)):
        event = after(event, BURSTEIN_2026.pair(event), rng, 0.05)
    outcome, field = BURSTEIN_2026.pair(event), BURSTEIN_2026.field(event)
    assert outcome.system == "burstein"
    mine = prices(outcome.ledger)
    made, others = set(map(frozenset, outcome.pairs)), 0
    alone = [i for i in range(field.size) if field.eligible >> i & 1] if field.size % 2 else [field.size]
    for i in alone:
        bye = field.ids[i] if i < field.size else None
        for pairs in pairings(field.rows, field.full & ~(1 << i)):
            other = prices(BURSTEIN_2026.price(field, [(field.ids[a], field.ids[b]) for a, b in pairs], bye))
            same = bye == outcome.bye and {frozenset((field.ids[a], field.ids[b])) for a, b in pairs} == made
            assert mine == other if same else mine < other
            others += 1
    assert others > 1


# -- what is particular


def test_the_number_of_rounds_is_needed() -> None:
    with pytest.raises(RuleError, match="number of rounds"):
        BURSTEIN_2026.pair(played(4, planned=None))


def test_the_first_rounds_are_dutch_rounds() -> None:
    event = entered(12, 9, 3)
    rng = random.Random(3)
    for number in range(1, 7):
        outcome = BURSTEIN_2026.pair(event)
        assert outcome.system == ("dutch" if number <= 4 else "burstein")
        if number <= 4:
            assert outcome == DUTCH_2026.pair(event)
        event = after(event, outcome, rng)


def test_readings_are_values() -> None:
    assert Readings() == Readings("trailing")
    with pytest.raises(FrozenInstanceError):
        Readings().zero_byes = "none"  # type: ignore[misc]


def test_what_the_arbiter_fixes_is_kept_and_its_breaches_named() -> None:
    event = played(6, "1-4:1 5-2:0 3-6:1", planned=3)
    outcome = BURSTEIN_2026.pair(event, fixed=[(1, 4)])
    assert outcome.system == "burstein"
    assert {1, 4} in map(set, outcome.pairs)
    assert [breach.code for breach in outcome.breaches] == ["C1"]
    seven = played(7, planned=1)
    assert BURSTEIN_2026.pair(seven, bye=3).bye == 3


def test_the_order_of_the_players_in_memory_does_not_matter() -> None:
    event = entered(9, 5, 1)
    for _ in range(3):
        event = after(event, BURSTEIN_2026.pair(event), random.Random(2))
    turned = replace(event, players=event.players[::-1])
    pool = [player.id for player in event.players][::-1]
    assert BURSTEIN_2026.pair(turned, pool=pool).pairs == BURSTEIN_2026.pair(event).pairs


def test_nobody_and_two() -> None:
    assert BURSTEIN_2026.pair(Tournament(planned=3)).pairs == ()
    assert BURSTEIN_2026.pair(entered(2, 3)).pairs == ((1, 2),)
    one = BURSTEIN_2026.pair(entered(1, 3))
    assert (one.pairs, one.bye) == ((), 1)
