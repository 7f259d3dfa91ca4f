"""The acceptance checklist, as far as the library answers it: a test under the number of each question.

The questions stand here in our own words. Whoever answers one more adds a function with its number; what the desk and
the papers answer is not asked here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

import rookery
from rookery import Forbidden, Player, RequestedBye, Tournament


class Question(NamedTuple):
    """A question of the checklist: its number, what it asks for, and the proof."""

    number: int
    asks: str
    proof: Callable[[], None]


QUESTIONS: list[Question] = []


def question(number: int, asks: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Put a proof under its number."""

    def listed(proof: Callable[[], None]) -> Callable[[], None]:
        QUESTIONS.append(Question(number, asks, proof))
        return proof

    return listed


def players(size: int) -> tuple[Player, ...]:
    return tuple(Player(one, f"P{one}", rating=2400 - 10 * one) for one in range(1, size + 1))


# -- what is frozen with round 1


@question(62, "a warning before the start when the rounds cannot be completed within the rules")
def rounds_that_cannot_be_completed() -> None:
    six = Tournament(players=players(6), planned=5, system="dutch")
    assert rookery.feasible(six).answer.value == "yes"
    apart = Tournament(players=players(6), planned=5, system="dutch", forbidden=(Forbidden((1, 2)),))
    found = rookery.feasible(apart)
    assert (found.answer.value, found.reached) == ("no", 4)
    assert [cause.player for cause in found.causes if hasattr(cause, "player")] == [1, 2]
    away = tuple(RequestedBye(round, player) for round in (3, 4, 5) for player in (1, 2, 3))
    assert rookery.feasible(Tournament(players=players(6), planned=5, requested=away)).answer.value == "yes"
    alone = tuple(RequestedBye(round, player) for round in (3, 4, 5) for player in (1, 2, 3, 4, 5))
    found = rookery.feasible(Tournament(players=players(6), planned=5, requested=alone))
    assert (found.answer.value, found.reached) == ("no", 3)


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: f"Q{asked.number}")
def test_the_library_answers(asked: Question) -> None:
    asked.proof()


def test_every_question_is_asked_once() -> None:
    numbers = [one.number for one in QUESTIONS]
    assert numbers == sorted(set(numbers))
