"""One position after the other, asked everything; what was told, and what of it is false."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rookery.pairing.explain import facts as facts
from rookery.pairing.outcome import Fact
from support.explanation_case import ExplanationCase, Position, positions
from support.explanation_texts import check_sentence
from support.statements import Statements
from support.wrong_rounds import check_altered_rounds


class Falsehood(NamedTuple):
    """What is false: the kind of fact, the question, the sentence and the truth."""

    kind: str
    question: str
    said: str
    truth: str

    def __str__(self) -> str:
        return f"{self.kind} on {self.question}\n   said: {self.said}\n   true: {self.truth}"


class CheckedPosition(NamedTuple):
    """One position."""

    seed: int
    text: str
    pairings: int
    questions: int
    told: Counter[str]
    falsehoods: list[Falsehood]


def check_positions(
    system: str, seed: int, smallest: int = 6, largest: int = 9, wild: int = 4
) -> Iterator[CheckedPosition]:
    """Every position of a seed that can be paired at all."""
    for position in positions(system, seed, smallest, largest, wild):
        case = ExplanationCase(position)
        if case.judge.pairings:
            yield check_position(position, case)


def check_position(position: Position, case: ExplanationCase) -> CheckedPosition:
    """Everything that is said of a position."""
    counts: Counter[str] = Counter()
    false: list[Falsehood] = []
    best = case.judge.best()
    if best != case.ours or set(case.coloured.values()) != set(case.outcome.pairs):
        false.append(Falsehood("pairing", "pair", str(case.ours), str(best)))
    statements, questions = Statements(case), 0
    for answer in case.answers():
        questions += 1
        wish = statements.condition_of(answer.question)
        if wish is not None and answer.granted not in (None, best := case.judge.best(statements.predicate(wish))):
            false.append(Falsehood("granted", str(answer.question), str(answer.granted), str(best)))
        for reason in answer.reasons:
            assert reason.fact is not None
            kind = fact_kind(reason.fact)
            counts[kind] += 1
            wrong = [*statements.check_fact(reason.fact, answer.question), *check_sentence(statements, reason)]
            false += [Falsehood(kind, str(answer.question), str(reason), problem) for problem in wrong]
    for question, kind, wrong in check_altered_rounds(statements, random.Random(position.seed)):
        questions += kind.startswith("check")
        counts[kind] += 1
        false += [Falsehood(kind, question, "", problem) for problem in wrong]
    return CheckedPosition(position.seed, position.text, len(case.judge.pairings), questions, counts, false)


def fact_kind(fact: Fact) -> str:
    """A fact by its kind; of a comparison with somebody else, the kind of that."""
    return f"Instead {type(fact.why).__name__}" if isinstance(fact, facts.Instead) else type(fact).__name__
