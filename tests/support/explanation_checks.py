"""One position after the other, asked everything; what was told, and what of it is false."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rookery.pairing.explain import facts as facts
from rookery.pairing.outcome import Fact
from support.explanation_case import Hearing, Position, positions
from support.explanation_texts import heard
from support.statements import Statements
from support.wrong_rounds import checked


class Falsehood(NamedTuple):
    """What is false: the kind of fact, the question, the sentence and the truth."""

    kind: str
    question: str
    said: str
    truth: str

    def __str__(self) -> str:
        return f"{self.kind} on {self.question}\n   said: {self.said}\n   true: {self.truth}"


class Verified(NamedTuple):
    """One position."""

    seed: int
    text: str
    pairings: int
    questions: int
    told: Counter[str]
    falsehoods: list[Falsehood]


def verified(system: str, seed: int, least: int = 6, most: int = 9, wild: int = 4) -> Iterator[Verified]:
    """Every position of a seed that can be paired at all."""
    for position in positions(system, seed, least, most, wild):
        hearing = Hearing(position)
        if hearing.judge.every:
            yield held(position, hearing)


def held(position: Position, hearing: Hearing) -> Verified:
    """Everything that is said of a position."""
    told: Counter[str] = Counter()
    false: list[Falsehood] = []
    best = hearing.judge.best()
    if best != hearing.ours or set(hearing.coloured.values()) != set(hearing.outcome.pairs):
        false.append(Falsehood("pairing", "pair", str(hearing.ours), str(best)))
    statements, questions = Statements(hearing), 0
    for said in hearing.questions():
        questions += 1
        wish = statements.asked(said.question)
        if wish is not None and said.granted not in (None, best := hearing.judge.best(statements.keeps(wish))):
            false.append(Falsehood("granted", str(said.question), str(said.granted), str(best)))
        for reason in said.reasons:
            assert reason.fact is not None
            kind = kind_of(reason.fact)
            told[kind] += 1
            wrong = [*statements.held(reason.fact, said.question), *heard(statements, reason)]
            false += [Falsehood(kind, str(said.question), str(reason), one) for one in wrong]
    for question, kind, wrong in checked(statements, random.Random(position.seed)):
        questions += kind.startswith("check")
        told[kind] += 1
        false += [Falsehood(kind, question, "", one) for one in wrong]
    return Verified(position.seed, position.text, len(hearing.judge.every), questions, told, false)


def kind_of(fact: Fact) -> str:
    """A fact by its kind; of a comparison with somebody else, the kind of that."""
    return f"Instead {type(fact.why).__name__}" if isinstance(fact, facts.Instead) else type(fact).__name__
