"""What can still be paired below a bracket."""

from __future__ import annotations

from random import Random

import rookery
from rookery import GeneratorSettings
from rookery.pairing.downfloat.search import DownfloatSearch
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.field import Field


def field(seed: int) -> Field:
    """A round of a small event in which some of the pairs are forbidden."""
    rng = Random(f"doors {seed}")
    settings = GeneratorSettings(players=rng.randrange(6, 40), rounds=9, play=rng.randrange(1, 9), system="dutch")
    made = DUTCH_2026.field(rookery.generate(settings, seed=seed))
    rows, share = list(made.rows), rng.choice([0, 0.3, 0.6, 0.8])
    for i in range(made.size):
        for j in range(i):
            if rng.random() < share:
                rows[i] &= ~(1 << j)
                rows[j] &= ~(1 << i)
    return made.with_edges(rows)


def test_the_doors_of_a_scoregroup_are_for_those_whom_it_takes() -> None:
    """Asked for everybody at once, and for each by itself."""
    told: list[bool] = []
    for seed in range(60):
        made = field(seed)
        descent = DownfloatSearch(DUTCH_2026.procedure, made)  # type: ignore[arg-type]
        if made.size % 2:
            descent._restrict_bye(made.eligible)
        for group in range(1, len(made.bounds) - 1):
            doors = descent.remaining.absorbing_members(group)
            above = range(made.bounds[group])
            taken = [descent.remaining.can_absorb([one], group) for one in above]
            assert [bool(descent.rows[one] & doors) for one in above] == taken
            told += taken
    assert 100 < told.count(True) < len(told) - 100
