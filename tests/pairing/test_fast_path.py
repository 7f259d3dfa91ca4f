"""Brackets that are decided by the fast path, against the full search."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import rookery
from rookery.errors import NoPairingError
from rookery.pairing.bracket import Choice
from rookery.pairing.downfloat.fast_path import FastCandidate
from rookery.pairing.downfloat.search import DownfloatSearch


@pytest.mark.parametrize("seed", range(8))
def test_quick_bounds_agree_with_the_search(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bracket of events of many kinds is decided both ways; most are seen, whatever moved down or stays alone."""
    seen, kinds, looks = DownfloatSearch.try_fast, Counter[tuple[bool, bool]](), 0

    def compared(self: DownfloatSearch, look: FastCandidate) -> Choice | None:
        nonlocal looks
        looks += 1
        made = seen(self, look)
        if made is not None:
            bracket, face = self.bracket_with_slots(look.bracket.above, look.bracket.group)
            assert face is not None
            assert self.may_be_optimal(bracket)
            assert (bracket.outside, bracket.leaves_bye) == (look.bracket.outside, look.bracket.leaves_bye)
            assert made == self.choose(bracket, face, self.procedure.downfloater_scores)
            kinds[bool(bracket.above), bool(bracket.outside)] += 1
        return made

    monkeypatch.setattr(DownfloatSearch, "try_fast", compared)
    rng = Random(seed)
    for size, rounds in ((9, 6), (14, 9), (21, 7), (40, 9), (51, 5), (90, 7)):
        settings = rookery.GeneratorSettings(
            players=size, rounds=rounds, system="dutch", acceleration=rng.choice(["none", "baku"]),
            half_byes=rng.choice([0, 0.1]), zero_byes=rng.choice([0, 0.05]), withdrawals=rng.choice([0, 0.1]),
            late_entries=rng.choice([0, 0.1]),
        )  # fmt: skip
        try:
            rookery.generate(settings, seed=seed)
        except NoPairingError:
            continue
    assert len(kinds) == 4
    assert sum(kinds.values()) > 0.7 * looks
