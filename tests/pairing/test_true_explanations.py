"""Every sentence of every explanation is true: a few positions of each system, held against all their pairings.

The same for thousands of positions: `python tests/sweeps explanations SYSTEM`. That the verifier would notice is tested
as well: whatever is changed in a fact or in a sentence, it says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from rookery.pairing.explain import facts as facts
from rookery.pairing.outcome import Decision, Fact
from support.explanation_case import JUDGES, ExplanationCase, Question, positions
from support.explanation_checks import check_positions
from support.explanation_texts import check_sentence
from support.statements import Statements

SEEDS = {"dutch": 3, "dutch-2017": 5, "dubov": 4, "burstein": 23, "lim": 2, "double-swiss": 9, "team": 0}
SYSTEMS = list(JUDGES)


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_no_false_statement(system: str) -> None:
    found = list(check_positions(system, SEEDS[system], 6, 8, wild=2))
    assert len(found) > 3
    assert sum(one.told.total() for one in found) > 400
    assert [str(false) for one in found for false in one.falsehoods] == []


# -- whether the verifier would notice


def changed(value: Any) -> Iterator[Any]:
    """Other values than this one."""
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        yield value + 1
    elif isinstance(value, Decision):
        yield replace(value, score=value.score + 5, bracket=value.bracket or 1)
        yield replace(value, left=(*value.left, 77))
    elif isinstance(value, facts.Condition) and value.kind is facts.ConditionKind.MEET:
        yield replace(value, kind=facts.ConditionKind.APART)
    elif isinstance(value, facts.Named):
        yield from (replace(value, number=other) for other in changed(value.number))
        yield replace(value, participants=(*value.participants[:-1], 77))
    elif isinstance(value, tuple) and value and isinstance(value[0], int | facts.Named | tuple):
        yield value[1:]
        yield from ((other, *value[1:]) for other in changed(value[0]))


NOT_HELD = {"ours", "theirs", "line", "breach", "causes"}
"""What is held by its article, or has a check of its own."""


def mutants(fact: Fact) -> Iterator[Fact]:
    """The fact with one thing changed."""
    for field in fields(fact):  # type: ignore[arg-type]
        if field.name not in NOT_HELD:
            for other in changed(getattr(fact, field.name)):
                yield replace(fact, **{field.name: other})  # type: ignore[type-var]


def noticed(statements: Statements, fact: Fact, question: Question) -> bool:
    """Whether the verifier says that a fact is false; of nonsense it may also stumble."""
    try:
        return bool(list(statements.check_fact(fact, question)))
    except (AssertionError, IndexError, KeyError, RuntimeError, TypeError, ValueError):
        return True


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_changed_fact_or_sentence_is_noticed(system: str) -> None:
    hearing = next(one for one in map(ExplanationCase, positions(system, SEEDS[system], 6, 8)) if one.judge.pairings)
    statements, tried, missed = Statements(hearing), 0, []
    for said in hearing.answers():
        for reason in said.reasons:
            assert reason.fact is not None
            for mutant in mutants(reason.fact):
                tried += 1
                if not noticed(statements, mutant, said.question):
                    missed.append(f"{said.question}: {mutant}, for {reason.fact}")
            for found in re.finditer(r"(?<=\()\d+(?=\))|\d+½?(?= point)|(?<=round )\d+", reason.text):
                tried += 1
                text = f"{reason.text[: found.start()]}88{reason.text[found.end() :]}"
                if not list(check_sentence(statements, replace(reason, text=text))):
                    missed.append(f"{said.question}: {text}")
    assert tried > 200
    assert missed == []
