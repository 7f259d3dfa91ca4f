"""A bracket that exactly one leaves: looked at by itself it is paired as it is with everybody in one view."""

from __future__ import annotations

from random import Random

import pytest

import rookery
from rookery import ForbiddenPair, GeneratorSettings, NoPairingError, Tournament
from rookery._record import replace
from rookery.pairing.bracket import Choice
from rookery.pairing.downfloat.search import DownfloatSearch


def hard(seed: int, system: str) -> Tournament:
    """An event in which most pairs are forbidden."""
    rng = Random(f"lone floater {seed}")
    players = rng.randrange(24, 60)
    event = rookery.generate(
        GeneratorSettings(players=players, rounds=9, play=rng.randrange(2, 6), system=system), seed=seed
    )
    pairs = [(a, b) for a in range(1, players + 1) for b in range(a + 1, players + 1) if rng.random() < 0.75]
    return replace(event, forbidden_pairs=tuple(map(ForbiddenPair, pairs)))


def paired(event: Tournament) -> object:
    """Pairs and bye, or that there are none."""
    try:
        outcome = rookery.pair(event)
    except NoPairingError:
        return None
    return outcome.pairs, outcome.bye


@pytest.mark.parametrize("system", ["dutch", "burstein"])
def test_by_itself_it_is_paired_as_with_everybody(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    events = [hard(seed, system) for seed in range(24)]
    told, alone = DownfloatSearch.search_with_single_floater, []

    def counted(self: DownfloatSearch, above: list[int], group: int) -> Choice | None:
        found = told(self, above, group)
        alone.append(found is not None)
        return found

    monkeypatch.setattr(DownfloatSearch, "search_with_single_floater", counted)
    ours = [paired(event) for event in events]
    assert sum(alone) > 2
    monkeypatch.setattr(DownfloatSearch, "search_with_single_floater", lambda *_: None)
    assert [paired(event) for event in events] == ours
