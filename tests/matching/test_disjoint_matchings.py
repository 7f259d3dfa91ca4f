"""Disjoint perfect matchings: small layers against every choice there is, large ones by the matchings themselves."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import pytest

from matching.test_blossom import graph, perfect_matchings
from rookery.matching.blossom import bits, mask_of
from rookery.matching.disjoint_matchings import (
    Backtracking,
    HillClimbing,
    OverclaimedPartner,
    RoundGraph,
    StepLimitError,
    TooFewPartners,
    Unmatchable,
    find_disjoint_matchings,
    find_obstacles,
    has_complete_schedule,
    has_factor,
    has_union_factor,
    is_dense,
)


def exists(layers: list[RoundGraph]) -> bool:
    """Whether there are disjoint perfect matchings, by trying all."""
    choices = [
        [frozenset(pairs) for pairs in perfect_matchings(list(layer.rows), list(bits(layer.alive)))] for layer in layers
    ]

    @cache
    def rest(place: int, taken: frozenset[tuple[int, int]]) -> bool:
        return place == len(choices) or any(
            not taken & choice and rest(place + 1, taken | choice) for choice in choices[place]
        )

    return rest(0, frozenset())


def random_layers(rng: Random) -> list[RoundGraph]:
    """Some layers on up to eight vertices: the same one often, one with fewer vertices or edges now and then."""
    size = rng.choice((2, 4, 6, 6, 8, 8))
    rows = graph(rng, size, rng.choice((0.5, 0.7, 0.9, 1.0)))
    layers = []
    for _ in range(rng.randint(1, size - 1)):
        alive = (1 << size) - 1
        if rng.random() < 0.3:
            alive = mask_of(rng.sample(range(size), 2 * rng.randint(0, size // 2)))
        mine = rows if rng.random() < 0.8 else graph(rng, size, 0.8)
        layers.append(RoundGraph(tuple(mine), alive))
    return layers


def test_small_layers_beside_every_choice() -> None:
    rng, seen = Random(7), {True: 0, False: 0}
    for _ in range(200):
        layers = random_layers(rng)
        truth = exists(layers)
        seen[truth] += 1
        assert find_disjoint_matchings(layers).exists is truth
        assert Backtracking(layers, 100_000).has_solution() is truth
        assert has_union_factor(layers) or not truth
        if is_dense(layers) or has_complete_schedule(layers):
            assert truth
        if list(find_obstacles(layers)):
            assert not truth
        if HillClimbing(layers, 1).climb(3000):
            assert truth
    assert min(seen.values()) > 30


def complete(size: int, without: tuple[tuple[int, int], ...] = ()) -> RoundGraph:
    rows = [(1 << size) - 1 ^ 1 << v for v in range(size)]
    for v, w in without:
        rows[v] ^= 1 << w
        rows[w] ^= 1 << v
    return RoundGraph(tuple(rows), (1 << size) - 1)


@pytest.mark.parametrize(("size", "layers", "without"), [(20, 19, ()), (30, 27, ((0, 1), (2, 3))), (16, 14, ((0, 1),))])
def test_a_climb_is_a_proof(size: int, layers: int, without: tuple[tuple[int, int], ...]) -> None:
    """What it finds are perfect matchings of the layers, and no edge is in two of them."""
    layer = complete(size, without)
    search = HillClimbing([layer] * layers, 3)
    assert search.climb(400_000)
    taken = set()
    for mate in search.mates:
        for v, w in enumerate(mate):
            assert mate[w] == v
            assert layer.neighbours(v) >> w & 1
        taken |= {(v, w) for v, w in enumerate(mate)}
    assert len(taken) == size * layers
    assert HillClimbing([layer] * layers, 3).climb(400_000)


def test_immediate_reports() -> None:
    four = complete(4)
    assert find_disjoint_matchings([]).exists
    assert find_disjoint_matchings([RoundGraph((), 0)] * 3).exists
    assert find_disjoint_matchings([four] * 3).exists
    assert next(find_obstacles([four] * 4)) == TooFewPartners(0, (0, 1, 2, 3), 0b1110)
    star = RoundGraph((0b1110, 1, 1, 1), 0b1111)
    (stuck,) = [obstacle for obstacle in find_obstacles([star]) if isinstance(obstacle, Unmatchable)]
    assert (stuck.rounds, stuck.barrier.separator) == ((0,), 1)
    assert is_dense([four] * 2)
    assert not is_dense([four] * 3)


def test_players_claimed_by_several_opponents() -> None:
    """Six need each of the seven others in seven layers, and two of those are there in five only."""
    rows = complete(8).rows
    five, two = [RoundGraph(rows, 0b11111111)] * 5, [RoundGraph(rows, 0b01011111)] * 2
    claims = 0b01011111
    assert list(find_obstacles(five + two)) == [
        OverclaimedPartner(5, (0, 1, 2, 3, 4), claims),
        OverclaimedPartner(7, (0, 1, 2, 3, 4), claims),
    ]
    assert not has_union_factor(five + two)


def test_factors_beside_every_subset() -> None:
    rng = Random(11)
    for _ in range(200):
        size = rng.randint(2, 5)
        near = dict(enumerate(graph(rng, size, 0.7)))
        due = {v: rng.randint(0, near[v].bit_count()) for v in near}
        edges = [(v, w) for v in near for w in bits(near[v]) if v < w]
        sums = (
            {v: sum(v in edge for edge in some) for v in near}
            for many in range(len(edges) + 1)
            for some in combinations(edges, many)
        )
        assert has_factor(near, due) is any(each == due for each in sums)


def test_the_work_is_bounded() -> None:
    """Large layers get an answer or none, and always the same one; none is left to run."""
    with pytest.raises(StepLimitError):
        Backtracking([complete(16)] * 15, 2000).has_solution()
    tight = [complete(40, ((0, 1),))] * 38
    assert HillClimbing(tight, 5).climb(500) is HillClimbing(tight, 5).climb(500) is False
    assert find_disjoint_matchings([complete(1000)] * 9).exists
