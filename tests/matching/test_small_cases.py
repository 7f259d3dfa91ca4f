"""A cost moved to the other side differs by a constant for every perfect matching of the graph."""

from __future__ import annotations

import random
from functools import reduce
from operator import or_

import pytest

from matching.test_blossom import graph, perfect_matchings
from matching.test_optimal_matchings import paid
from rookery.matching.small_cases import swap_cost_side


@pytest.mark.parametrize("seed", range(40))
def test_costs_of_a_small_set_differ_by_a_constant(seed: int) -> None:
    rng = random.Random(9000 + seed)
    turned = 0
    for _ in range(60):
        size = rng.choice([4, 6, 8, 10])
        rows = graph(rng, size, rng.choice([0.2, 0.3, 0.5, 0.8]))
        alive = (1 << size) - 1
        if rng.random() < 0.5:  # a side whose vertices never meet, as those who have moved down
            down = rng.getrandbits(size)
            rows = [row & ~down if down >> v & 1 else row for v, row in enumerate(rows)]
        payers = rng.getrandbits(size) | 1
        whom = ~payers & (alive if rng.random() < 0.5 else rng.getrandbits(size)) & alive
        block = (rng.randint(1, 3), payers, whom)
        found = swap_cost_side(rows, alive, block)
        if found is None:
            continue
        turned += 1
        assert reduce(or_, [low for _, low, _ in found], 0).bit_count() < payers.bit_count()
        every = list(perfect_matchings(rows, list(range(size))))
        before, after = ([paid(wish, pairs, size) for pairs in every] for wish in ([block], found))
        times = 2 if len(found) == 1 and not found[0][1] & ~found[0][2] else 1
        assert len({times * new - old for old, new in zip(before, after, strict=True)}) <= 1
    assert turned


def test_no_player_is_included_instead_of_the_minimum() -> None:
    square = [0b1010, 0b0101, 0b1010, 0b0101]
    assert swap_cost_side(square, 0b1111, (1, 0b0011, 0b1100)) is not None
    assert swap_cost_side(square, 0b1111, (1, 0b0001, 0b0010)) is None
    assert swap_cost_side(square, 0b1111, (1, 0b0011, 0b0110)) is None
