"""The acceptance checklist, as far as the library answers it: a test under the number of each question.

The questions stand here in our own words. Whoever answers one more adds a function with its number; what the desk and
the papers answer is not asked here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import pytest

import rookery
from rookery import (
    Bye,
    ByeKind,
    Forbidden,
    Game,
    Player,
    PointSystem,
    Remark,
    RequestedBye,
    Result,
    Round,
    Tournament,
)


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


@question(83, "with 1, ½ and 0 for a game the allocated bye is worth one of these")
def the_worth_of_the_bye() -> None:
    for pab, objected in ((10, ()), (5, ()), (0, ()), (7, ("bye value",)), (2, ("bye value",))):
        event = Tournament(players=players(7), planned=5, system="dutch", points=PointSystem(pab=pab))
        found = rookery.objections(event)
        assert tuple(one.kind.value for one in found) == objected
        assert all((one.article, one.value, one.expected) == ("C.04.1 3", pab, (10, 5, 0)) for one in found)
    others = PointSystem(win=30, draw=10, pab=20)
    assert rookery.objections(Tournament(players=players(7), planned=5, system="dutch", points=others)) == ()


# -- pairing by hand


def rounds(*pairs: tuple[tuple[int, int], ...]) -> tuple[Round, ...]:
    return tuple(Round(games=tuple(Game(white, black, Result.DRAW) for white, black in each)) for each in pairs)


@question(66, "each board made by hand: rematch, forbidden pair, bye again, third colour, difference of three")
def boards_that_break_an_absolute_rule() -> None:
    played = rounds(((1, 4), (2, 5), (3, 6)), ((1, 5), (2, 6), (3, 4)))
    first = Round(games=played[0].games, byes=(Bye(7, ByeKind.PAIRING_ALLOCATED),))
    event = Tournament(
        players=players(7), planned=7, system="dutch", rounds=(first, played[1]), forbidden=(Forbidden((6, 7)),)
    )
    for board, kinds in (
        ((4, 1), {"rematch"}),
        ((6, 7), {"forbidden"}),
        ((7, 0), {"bye again"}),
        ((2, 1), {"third colour", "colour difference"}),
        ((6, 1), set()),
    ):
        found = rookery.breaches(event, [board])
        assert {one.kind.value for one in found} == kinds
        assert all(one.absolute and one.article and one.round == 3 for one in found)


@question(67, "a board on which both players get the colour opposite to the one due")
def boards_on_which_both_colours_are_wrong() -> None:
    event = Tournament(players=players(4), planned=3, system="dutch", rounds=rounds(((1, 3), (4, 2))))
    (found,) = rookery.breaches(event, [(4, 3)])
    assert (found.kind.value, found.who, found.absolute, found.article) == (
        "both colours", (4, 3), False, "C.04.3 5.2.1"
    )  # fmt: skip
    assert rookery.breaches(event, [(3, 4)]) == ()
    assert rookery.breaches(event, [(1, 4)]) == ()  # only one of the two can have the colour due


# -- adjourned games


@question(167, "an adjourned game counts as a draw until it ends, and nothing else")
def the_worth_of_an_adjourned_game() -> None:
    plain = Tournament(players=players(6), planned=5, system="dutch")
    assert rookery.objections(plain) == ()
    for worth in (10, 0):
        (found,) = rookery.objections(replace(plain, points=PointSystem(adjourned=worth)))
        assert (found.kind.value, found.article) == ("adjourned", "C.04.2 3.1")
        assert (found.value, found.expected) == (worth, (5,))


# -- what is on record

EVENT = Tournament(players=players(4), planned=3, system="dutch")


def there_and_back(event: Tournament) -> None:
    """The event comes back from its files."""
    for dialect in ("trf26", "json"):
        assert rookery.load(rookery.dump(event, dialect)).tournament == event


@question(44, "a ### comment with the round when FIDE mode is left")
def a_remark_with_its_round() -> None:
    event = replace(EVENT, remarks=(Remark("FIDE mode exited", 2),))
    assert b"### FIDE mode exited @ Round 2\r\n" in rookery.dump(event)
    there_and_back(event)


@question(113, "events that break the integrity of the pairing are written as ### lines")
def every_remark_in_its_order() -> None:
    said = ("MPA: 1-3 2-4 => 1-4 2-3", "TPN: 3 <-> 4", "Correction: 1-3 was 1-0", "FPB: 4")
    event = replace(EVENT, remarks=tuple(Remark(text, round) for round, text in enumerate(said, 1)))
    assert [one.round for one in event.remarks] == [1, 2, 3, 4]
    there_and_back(event)


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: f"Q{asked.number}")
def test_the_library_answers(asked: Question) -> None:
    asked.proof()


def test_every_question_is_asked_once() -> None:
    numbers = [one.number for one in QUESTIONS]
    assert len(set(numbers)) == len(numbers)
