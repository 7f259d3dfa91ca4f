"""What is asked of every format of the catalogue, and of every Swiss among them, in the same words.

What only one system knows is in tests/pairing; what its chapter says, article by article, in tests/articles.
"""

from __future__ import annotations

import pickle
import random
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery import GeneratorSettings
from rookery.checking.checker import position_before_round as before
from rookery.errors import NoPairingError, Severity
from rookery.formats import find_problems, get_handlers
from rookery.model import ForbiddenPair, Tournament
from rookery.regulations import FORMATS
from support.generator_kinds import check_sound
from support.pairing_checks import complete_pairings, find_violations, is_possible
from support.references import REFERENCES, ours
from support.swiss import (
    GOLDEN,
    SWISS,
    Swiss,
    absences,
    answer,
    answer_without,
    cases,
    check_positions,
    costs,
    expectations,
    expected,
    golden_positions,
    new_event,
    play_round,
    random_event,
    readings,
)

every_swiss = pytest.mark.parametrize("one", SWISS.values(), ids=str)


def test_every_swiss_of_the_catalogue_is_here() -> None:
    """In every edition that is done."""
    systems = {name: get_handlers(name).systems for name in FORMATS if FORMATS[name].swiss}
    assert list(SWISS) == list(REFERENCES)
    assert [name for name in FORMATS if get_handlers(name).systems] == list(systems)
    assert {name: {one.system.edition for one in SWISS.values() if one.format == name} for name in systems} == {
        name: set(editions) for name, editions in systems.items()
    }


# -- what others say


@pytest.mark.parametrize(
    ("name", "folder", "part"),
    [(name, folder, part) for name, one in SWISS.items() for folder in one.corpora for part in range(4)],
)
def test_every_round_of_the_corpora(corpus: Path, name: str, folder: str, part: int) -> None:
    told = expectations(corpus / folder)
    assert len(told) == SWISS[name].corpora[folder]
    mine = told[len(told) * part // 4 : len(told) * (part + 1) // 4]
    system = SWISS[name].system
    assert [case for case, here, one in cases(corpus / folder, mine) if answer(system, here) != expected(one)] == []


@every_swiss
def test_every_round_of_the_golden_tournaments(one: Swiss) -> None:
    found = list(cases(GOLDEN / one.name))
    assert len({case.split()[0] for case, *_ in found}) >= 20
    assert [case for case, here, wanted in found if answer(one.system, here) != expected(wanted)] == []


@every_swiss
def test_the_checker_agrees_with_the_golden_tournaments(one: Swiss) -> None:
    for path in sorted((GOLDEN / one.name).glob("*.trf")):
        reading = rookery.load(path)
        assert max((problem.severity for problem in reading.problems), default=Severity.INFO) is Severity.INFO
        event = reading.tournament
        if one.name == "lim":  # a file of its reference does not say that it is one
            event = replace(event, system=FORMATS["lim"].code)
        assert rookery.check(event, range(1, len(event.rounds) + 1)).agree, path.name
        last_of_all = (path.name, len(event.rounds))
        last = [(file, told) for file, told in expectations(path.parent) if (file, told["round"]) == last_of_all]
        for _, here, wanted in cases(path.parent, last):
            assert dict(before(event, wanted["round"]).absent(wanted["round"])) == dict(here.absent(wanted["round"]))


@pytest.mark.parametrize(("name", "rule"), [(name, rule) for name, one in SWISS.items() for rule in one.without])
def test_a_rule_left_out_changes_the_answer(name: str, rule: str) -> None:
    check_positions(name, rule)


@pytest.mark.parametrize(("name", "positions"), [("dubov", 14), ("burstein", 14), ("double-swiss", 28), ("team", 21)])
def test_where_the_text_is_open_the_other_reading_gives_the_other_answer(
    corpus: Path, name: str, positions: int
) -> None:
    systems = {key: reading.system for key, reading in REFERENCES[name].readings().items()}
    found = [(reading, here, wanted) for _, reading, here, wanted in readings(corpus / f"{name}-hard")]
    assert len(found) == positions
    assert [reading for reading, here, wanted in found if answer(systems[reading], here) != wanted] == []


@every_swiss
def test_every_golden_position_has_its_rule(one: Swiss) -> None:
    if one.without:
        assert {case["rule"] for case in golden_positions(one.name)} == one.without.keys()


@pytest.mark.parametrize("name", REFERENCES)
def test_fresh_rounds_as_the_literal_reference_pairs_them(name: str) -> None:
    reference = REFERENCES[name]
    system, asked = reference.default
    for seed in range(777_000, 777_012):
        for event in reference.positions(seed, 5, 8):
            assert ours(system, reference.write(event)) == asked(event), seed


# -- legality


@every_swiss
@pytest.mark.parametrize("size", range(2, 11))
def test_a_pairing_exists_whenever_possible(one: Swiss, size: int) -> None:
    """Small fields until nobody is left to meet; the end names its causes."""
    for seed in range(4):
        rng, event = random.Random(seed), new_event(one.name, size, size + 3, seed)
        while event.next_round < size + 3:
            field = one.system.system_for_round(event.next_round, event.planned_rounds).field(event)
            if not is_possible(field):
                with pytest.raises(NoPairingError) as caught:
                    one.system.pair(event)
                assert caught.value.causes
                break
            outcome = one.system.pair(event)
            assert find_violations(event, outcome, one.colours, not one.edition) == []
            event = play_round(event, outcome, rng, 0.1)
        assert event.rounds


@every_swiss
@pytest.mark.parametrize(("size", "rounds"), [(31, 7), (100, 6), (201, 5), (1000, 2)])
def test_every_round_of_a_large_field_is_legal(one: Swiss, size: int, rounds: int) -> None:
    rng, event = random.Random(size), new_event(one.name, size, rounds + 1, size)
    event = replace(
        event,
        forbidden_pairs=tuple(
            ForbiddenPair(tuple(rng.sample(sorted(event.participants_by_number), 3))) for _ in range(2)
        ),
    )
    for _ in range(rounds):
        event = absences(event, rng, 0.03 if one.colours else 0)
        outcome = one.system.pair(event)
        assert find_violations(event, outcome, one.colours, not one.edition) == []
        event = play_round(event, outcome, rng, 0.03)


@every_swiss
def test_no_opponent_remains(one: Swiss) -> None:
    event = new_event(one.name, 4, 5, forbidden_pairs=(ForbiddenPair((1, 2, 3, 4)),))
    with pytest.raises(NoPairingError):
        one.system.pair(event)


@every_swiss
def test_none_single_and_two(one: Swiss) -> None:
    assert one.system.pair(new_event(one.name, 0, 3)).pairs == ()
    assert one.system.pair(new_event(one.name, 2, 3)).pairs == ((1, 2),)
    single = one.system.pair(new_event(one.name, 1, 3))
    assert (single.pairs, single.bye) == ((), 1)


# -- the price of a pairing


@every_swiss
@pytest.mark.parametrize("seed", range(8))
def test_no_other_pairing_is_cheaper(one: Swiss, seed: int) -> None:
    """Every complete pairing of a small field is priced; ours costs what its ledger says, any other more."""
    rng = random.Random(seed)
    event, rounds = new_event(one.name, rng.choice([6, 7, 8]), 7, seed), rng.randint(3, 4)
    for _ in range(rounds):
        more = play_round(event, one.system.pair(event), rng, 0.05)
        if is_possible(one.system.system_for_round(more.next_round, more.planned_rounds).field(more)):
            event = more
    system = one.system.system_for_round(event.next_round, event.planned_rounds)
    outcome, field = system.pair(event), system.field(event)
    made = set(map(frozenset, outcome.pairs))
    mine, count = costs(outcome), 0
    for pairs, bye in complete_pairings(field):
        other = [line.cost for ledger in system.price(field, pairs, bye) for line in ledger.lines]
        same = bye == outcome.bye and set(map(frozenset, pairs)) == made
        assert mine == other if same else mine < other
        count += 1
    assert count > 0


@pytest.mark.parametrize("name", [name for name, one in SWISS.items() if one.whole])
def test_what_was_left_out_of_view_changes_nothing(name: str) -> None:
    """What a walk does not look at, against the view of everybody, in fields too large to list."""
    one = SWISS[name]
    assert one.whole is not None
    slow = one.whole(one.system)
    for seed in range(30):
        rng = random.Random(seed)
        event = random_event(name, rng.randint(10, 40), rng.randint(2, 7), rng.choice([0, 0.3, 0.6, 0.8]), seed)
        event = replace(event, planned_rounds=2 * event.next_round)
        assert answer(one.system, event) == answer_without(slow, event), seed


# -- why


@every_swiss
def test_every_value_can_be_requested_and_sent(one: Swiss) -> None:
    """Everybody is explained, no wish is better than what was done, and every answer survives the way elsewhere."""
    for path in sorted((GOLDEN / one.name).glob("*.trf"))[:5]:
        whole = rookery.load(path).tournament
        outcome = rookery.pair(before(whole, len(whole.rounds)), one.system)
        assert pickle.loads(pickle.dumps(outcome)) == outcome
        paired = sorted(who for pair in outcome.pairs for who in pair)
        told = [outcome.explain(who) for who in paired]
        wishes = [outcome.why_not(a, b) for a, b in combinations(paired, 2)]
        for said in (*told, *wishes):
            assert str(said).strip()
            assert str(pickle.loads(pickle.dumps(said))) == str(said)
        for wish in wishes:
            if wish.outcome is not None:
                assert costs(outcome) < costs(wish.outcome) or wish.outcome is outcome


@every_swiss
def test_the_order_of_entrants_in_memory_does_not_matter(one: Swiss) -> None:
    rng, event = random.Random(2), new_event(one.name, 9, 6, 1)
    for _ in range(3):
        event = play_round(event, one.system.pair(event), rng)
    turned = replace(event, players=event.players[::-1], teams=event.teams[::-1])
    assert one.system.pair(turned, pool=list(event.participants_by_number)[::-1]).pairs == one.system.pair(event).pairs


@every_swiss
def test_a_fixed_pair_is_paired_and_broken_rules_are_named(one: Swiss) -> None:
    rng, event = random.Random(3), new_event(one.name, 6, 3)
    first = one.system.pair(event)
    event = play_round(event, first, rng)
    again = tuple(first.pairs[0])
    outcome = one.system.pair(event, fixed=[again])
    assert set(again) in map(set, outcome.pairs)
    (breach,) = outcome.breaches
    assert set(breach.participants) == set(again)
    assert (breach.code or breach.article) in ("C1", "C.1", "C.04.4.3 2.1")
    assert one.system.pair(new_event(one.name, 7, 1), bye=3).bye == 3


@every_swiss
def test_it_is_available_by_name_and_by_code(one: Swiss) -> None:
    event = new_event(one.name, 8, 5)
    by_name = rookery.pair(event, one.format, edition=one.edition or None)
    assert by_name.boards == rookery.pair(event, one.code).boards == one.system.pair(event).boards


# -- every format


ASKED: dict[str, dict[str, Any]] = {
    "team": {"teams": 7, "rounds": 5},
    "scheveningen": {"boards": 4},
    "double-scheveningen": {"boards": 4},
    "round-robin": {"players": 7},
    "double-round-robin": {"players": 6},
    "knockout": {"players": 11},
}


def made(name: str, seed: int) -> Tournament:
    """A small generated event of a format."""
    return rookery.generate(GeneratorSettings(system=name, **ASKED.get(name, {"players": 11, "rounds": 5})), seed)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("seed", range(4))
def test_what_is_generated_is_sound(name: str, seed: int) -> None:
    event = made(name, seed)
    assert event.rounds
    check_sound(event)
    assert not [problem for problem in find_problems(event) if problem.severity > Severity.INFO]


@pytest.mark.parametrize("name", FORMATS)
def test_standings_answer_for_it_and_can_be_sent(name: str) -> None:
    event = made(name, 1)
    table = rookery.standings(event)
    assert sorted(row.id for row in table.rows) == sorted(event.participants_by_number)
    assert [row.rank for row in table.rows] == sorted(row.rank for row in table.rows)
    assert pickle.loads(pickle.dumps(table)) == table


@pytest.mark.parametrize("name", FORMATS)
def test_its_next_round_is_the_recorded_round(name: str) -> None:
    event = made(name, 2)
    outcome = rookery.pair(before(event, len(event.rounds)))
    assert set(map(frozenset, outcome.pairs)) == set(map(frozenset, event.rounds[-1].pairs))
    assert pickle.loads(pickle.dumps(outcome)).pairs == outcome.pairs
    some = next(iter(outcome.pairs))
    assert str(outcome.explain(some[0])).strip()
