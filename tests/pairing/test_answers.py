"""What is answered is data: it can be pickled, compared and written as JSON, and all its words stand in one place."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass, replace

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import as_data
from rookery.pairing.explain import facts as facts
from rookery.pairing.explain.text import FactText
from rookery.pairing.outcome import Fact, Ledger, Line, Pairing

EVENTS = {
    "dutch": "swiss.trf",
    "dubov": "swiss.trf",
    "burstein": "swiss.trf",
    "lim": "lim.trf",
    "double-swiss": "double-swiss.trf",
    "team": "team-swiss.trf",
    "round-robin": "round-robin.trf",
}
every_event = pytest.mark.parametrize("name", EVENTS)


def paired(name: str) -> Pairing:
    """Round 2 of an example, as if the file did not have it."""
    event = rookery.load(f"examples/{EVENTS[name]}").tournament
    return rookery.pair(event.before_round(2), None if name == "round-robin" else name, unrated=1400)


def paired_again(name: str) -> Pairing:
    """Round 2 of an example, which the file has already."""
    event = rookery.load(f"examples/{EVENTS[name]}").tournament
    return rookery.pair(event, None if name == "round-robin" else name, round=2, unrated=1400)


def answers(made: Pairing) -> Iterator[object]:
    """Everything that can be had from an outcome."""
    yield from (made.ledger, made.boards, made.decisions, made.breaches)
    a, b = made.pairs[0]
    for one in (a, b, made.pairs[-1][0], made.bye or a):
        yield made.explain(one)
    yield from (made.why_not(a, b), made.why_not(a, made.pairs[-1][1]), made.why_not(a))
    yield from map(made.unmet_criteria, made.ledger)
    yield made.verdict


@every_event
@pytest.mark.parametrize("make", [paired, paired_again])
def test_an_outcome_travels(name: str, make: Callable[[str], Pairing]) -> None:
    """Pickled before anything was asked, it answers the same afterwards; so do the answers themselves."""
    made = make(name)
    twin = pickle.loads(pickle.dumps(made))
    assert (twin, twin.ledger) == (made, made.ledger)
    assert list(map(str, answers(twin))) == list(map(str, answers(made)))
    for answer in answers(made):
        assert pickle.loads(pickle.dumps(answer)) == answer


@every_event
@pytest.mark.parametrize("make", [paired, paired_again])
def test_an_outcome_becomes_json(name: str, make: Callable[[str], Pairing]) -> None:
    made = make(name)
    data = json.loads(json.dumps(as_data(made)))
    assert [(board["white"], board["black"]) for board in data["boards"]] == list(made.pairs)
    assert (data["bye"], data["system"], data["round"]) == (made.bye, made.system, made.round_number)
    assert data["edition"] == (made.edition and str(made.edition.since))
    priced = json.loads(json.dumps(as_data(made, ledger=True)))
    assert [ledger["members"] for ledger in priced.pop("ledger")] == [list(one.members) for one in made.ledger]
    assert priced == data
    for answer in answers(made):
        assert json.loads(json.dumps(as_data(answer))) == as_data(answer)


def test_a_cost_is_a_number_unless_there_are_several() -> None:
    line = Line("downfloaters", "C.04.3 2.4.1", "C6", (2,), participants=((1,), (2,)))
    told = json.loads(json.dumps(as_data((line, replace(line, cost=(0, 1)), replace(line, cost=())))))
    assert [each["cost"] for each in told] == [2, [0, 1], 0]
    assert told[0]["who"] == [[1], [2]]


def test_nothing_else_becomes_data(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(TypeError) as caught:
        as_data(object())
    assert str(caught.value) == snapshot


# -- facts and words


KINDS = [
    kind for kind in vars(facts).values() if isinstance(kind, type) and issubclass(kind, Fact) and kind is not Fact
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_fact_has_its_words(kind: type[Fact]) -> None:
    words = vars(FactText)["render"].dispatcher
    assert is_dataclass(kind)
    assert words.dispatch(kind) is not words.dispatch(Fact)


@pytest.mark.parametrize("name", [name for name in EVENTS if name != "round-robin"])
def test_a_reason_carries_its_fact(name: str) -> None:
    made = paired(name)
    for one in (one for pair in made.pairs for one in pair):
        reasons = made.explain(one).reasons
        assert isinstance(reasons[0].fact, facts.Paired)
        assert {reasons[0].fact.participant, reasons[0].fact.other} in map(set, made.pairs)
        assert all(reason.fact is not None for reason in reasons)
        given = reasons[-1].fact
        assert isinstance(given, facts.ColourGiven)
        assert given.article == reasons[-1].article


def test_why_not_as_a_fact() -> None:
    made = paired("dutch")
    worse = [made.why_not(a, b) for a, _ in made.pairs for _, b in made.pairs if a != b]
    found = [why.reasons[0].fact for why in worse if why.ours is not None]
    assert found
    for why in worse:
        fact = why.reasons[0].fact
        if isinstance(fact, facts.Worse):
            assert (fact.ours, fact.theirs, fact.bracket) == (why.ours, why.theirs, why.bracket)
            assert fact.ours.cost < fact.theirs.cost
        elif isinstance(fact, facts.Illegal):
            assert fact.breach in why.breaches


@every_event
def test_every_article_has_its_chapter(name: str) -> None:
    made = paired(name)
    lines: list[Ledger] = list(made.ledger)
    cited = {line.article for ledger in lines for line in ledger.lines} | {board.article for board in made.boards}
    assert cited
    assert all(article.startswith(("C.04", "C.05")) for article in cited)


@pytest.mark.parametrize("name", ["dutch", "lim"])
def test_the_kind_of_a_line_is_a_field(name: str) -> None:
    """Criteria have codes in the Dutch system; the Lim System has steps instead."""
    kinds = {line.kind for ledger in paired(name).ledger for line in ledger.lines}
    assert kinds == {"dutch": {"criterion", "order"}, "lim": {"step", "order", "bye"}}[name]
