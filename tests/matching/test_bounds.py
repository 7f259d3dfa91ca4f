"""Quick bounds compared with enumeration: never above the optimum, and the first optimal matching."""

from __future__ import annotations

import random

import pytest

from matching.test_blossom import Pairs, graph, perfect_matchings
from matching.test_optimal_matchings import paid, random_wish
from rookery.matching import bounds as sights
from rookery.matching.blossom import EXPOSED, bits, mask_of
from rookery.matching.bounds import QuickBounds, lower_bound
from rookery.matching.optimal_matchings import Cost


def best_of(all_pairs: list[Pairs], wishes: list[Cost], size: int) -> list[Pairs]:
    """The matchings that are best for the wishes in order."""
    for wish in wishes:
        lowest = min(paid(wish, pairs, size) for pairs in all_pairs)
        all_pairs = [pairs for pairs in all_pairs if paid(wish, pairs, size) == lowest]
    return all_pairs


def wishes_of(rng: random.Random, size: int) -> list[Cost]:
    """Such as brackets have: who would rather not meet their own kind, who would rather not be left over."""
    kind, firm, last = rng.getrandbits(size), rng.getrandbits(size), 1 << size - 1
    other = ~kind & (1 << size) - 1 & rng.getrandbits(size)
    alike = [(1, kind, kind), (1, other, other)]
    strict = [(1, kind & firm, kind & firm), (1, other & firm, other & firm)]
    found = [alike, strict, [(1, rng.getrandbits(size - 1), last)], random_wish(rng, size)]
    return rng.sample(found, rng.randint(1, 4))


@pytest.mark.parametrize("seed", range(20))
def test_no_vertex_pays_less(seed: int) -> None:
    rng = random.Random(seed)
    tight = 0
    for _ in range(60):
        size = rng.choice([4, 6, 8])
        rows, wish = graph(rng, size, rng.choice([0.4, 0.7, 1])), wishes_of(rng, size)[0]
        every = list(perfect_matchings(rows, list(range(size))))
        if every:
            lowest = min(paid(wish, pairs, size) for pairs in every)
            seen = lower_bound(wish, rows, (1 << size) - 1)
            assert seen <= lowest
            tight += seen == lowest > 0
    assert tight


@pytest.mark.parametrize("seed", range(20))
def test_what_is_settled_is_the_first_of_the_best(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The upper half meets the lower half, the last vertex whoever is left over; nothing is found that is not there."""
    rng = random.Random(f"settled {seed}")
    monkeypatch.setattr(sights, "STEP_FACTOR", 1000)
    monkeypatch.setattr(sights, "MAX_UNCHECKED", rng.choice([0, 4]))
    found = 0
    for _ in range(80):
        size = rng.choice([4, 6, 8, 10])
        beyond = rng.choice([0, 1 << size - 1])
        rows = graph(rng, size, rng.choice([0.6, 0.8, 1]))
        upper = mask_of(range((size - bool(beyond)) // 2))
        lower = (1 << size) - 1 & ~upper & ~beyond
        every = list(perfect_matchings(rows, list(range(size))))
        wishes = wishes_of(rng, size)
        sight = QuickBounds.try_build(rows, (1 << size) - 1, wishes) if every else None
        if sight is None:
            continue
        best = best_of(every, wishes, size)
        least_of_all = all(paid(wish, best[0], size) == lower_bound(wish, rows, (1 << size) - 1) for wish in wishes)
        crossing = [pairs for pairs in best if all(upper >> v & 1 != (upper | beyond) >> w & 1 for v, w in pairs)]
        made = sight.match_in_order(bits(upper), lower, beyond)
        if not least_of_all or not crossing:
            assert made is None
            continue
        assert made is not None
        ends = {v: w for pairs in [min(crossing)] for v, w in pairs}
        assert made == [(v, ends[v]) for v in bits(upper)]
        found += 1
    assert found > 5


def test_an_element_is_assigned_with_the_first_affordable() -> None:
    """0 and 1 are of one kind, and of four none needs to pay: 0 takes 2. Of three of a kind one pair pays, no more."""
    everybody = [0b1110, 0b1101, 0b1011, 0b0111]
    alike: list[Cost] = [[(1, 0b0011, 0b0011)]]
    sight = QuickBounds.try_build(everybody, 0b1111, alike)
    assert sight is not None
    assert sight.try_match(0, 0b0010) == EXPOSED
    assert sight.try_match(0, 0b1110) == 2
    sight = QuickBounds.try_build(everybody, 0b1111, [[(1, 0b0111, 0b0111)]])
    assert sight is not None
    assert sight.try_match(0, 0b1110) == 1
    assert sight.match_in_order([2], 0b1000, 0) == [(2, 3)]


def test_patience_ends() -> None:
    """The last of the upper half can meet the first of the lower half alone, whom the first one takes."""
    half = 12
    lower = (1 << half) - 1 << half
    rows = [lower] * (half - 1) + [1 << half] + [(1 << half) - 1] + [(1 << half - 1) - 1] * (half - 1)
    sight = QuickBounds.try_build(rows, (1 << 2 * half) - 1, [])
    assert sight is not None
    assert sight.match_in_order(range(half), lower, 0) is None
    assert sight.is_exhausted
