"""A bye set by the arbiter for an ineligible player: it is paired, and the broken rule is named."""

from __future__ import annotations

import random

import pytest

import rookery
from rookery import NoPairingError, Player, Result, Tournament

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.WHITE_BY_FORFEIT)


@pytest.mark.parametrize("system", ["dutch", "burstein", "dubov", "lim"])
@pytest.mark.parametrize("seed", range(6))
def test_a_bye_against_the_rules_is_paired_around_and_named(system: str, seed: int) -> None:
    rng = random.Random(seed)
    size = rng.choice((3, 5, 7))
    players = tuple(Player(i, f"P{i}", 2000 - i) for i in range(1, size + 1))
    event = Tournament(players=players, planned_rounds=size, system=system)
    for number in range(1, 4):
        try:
            event = event.with_round(rookery.pair(event).round)
        except NoPairingError:
            break
        for game in event.rounds[-1].games:
            event = event.with_result(number, game.white, game.black, rng.choice(RESULTS))
        if number == event.planned_rounds:
            break
        for one in event.participants_by_number:
            try:
                outcome = rookery.pair(event, bye=one)
            except NoPairingError:
                continue
            had = any(bye.player == one for round in event.rounds for bye in round.byes)
            assert outcome.bye == one
            assert not had or any(one in breach.participants for breach in outcome.breaches)
            assert str(outcome.explain(one))
