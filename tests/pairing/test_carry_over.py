"""State carried over to the next brackets: they are paired as from a fresh start."""

from __future__ import annotations

from random import Random

import pytest

import rookery
from rookery import GeneratorSettings, NoPairingError, Tournament
from rookery.matching.optimal_matchings import OptimalMatchings
from rookery.pairing.bracket import Bracket
from rookery.pairing.downfloat import remaining
from rookery.pairing.downfloat.remaining import CarryOver


def nearly_all_met(seed: int, system: str) -> Tournament:
    """An event of almost as many rounds as players, near its end; some are odd."""
    rng = Random(f"handed on {seed}")
    players = rng.randrange(9, 24)
    most = players - 1 - players % 2
    return rookery.generate(
        GeneratorSettings(players=players, rounds=most, play=rng.randrange(most * 2 // 3, most), system=system),
        seed=seed,
    )


def paired(event: Tournament) -> object:
    """Pairs and bye, or that there are none."""
    try:
        outcome = rookery.pair(event)
    except NoPairingError:
        return None
    return outcome.pairs, outcome.bye, [(decision.pairs, decision.left) for decision in outcome.decisions]


@pytest.mark.parametrize("system", ["dutch", "burstein"])
def test_what_is_handed_on_changes_nothing(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    events = [nearly_all_met(seed, system) for seed in range(24)]
    told, read = CarryOver.forced_bracket, []

    def counted(self: CarryOver, b: Bracket) -> OptimalMatchings | None:
        found = told(self, b)
        read.append(found is not None)
        return found

    monkeypatch.setattr(CarryOver, "forced_bracket", counted)
    ours = [paired(event) for event in events]
    assert sum(read) > 10
    assert not all(read)
    monkeypatch.setattr(remaining, "build_carry_over", lambda *_: None)
    assert [paired(event) for event in events] == ours
