"""Disjoint perfect matchings: small layers against every choice there is, large ones by the matchings themselves."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import pytest

from rookery.faces.climbing import Climb
from rookery.faces.exhaustion import Exhaustion, OutOfSteps
from rookery.faces.factors import add_up, has_factor
from rookery.faces.families import family
from rookery.faces.layers import Crowded, Layer, Short, Stuck, dense, full, obstacles
from rookery.faces.matching import bits, mask_of

from .test_matching import graph, perfect_matchings


def exists(layers: list[Layer]) -> bool:
    """Whether there are disjoint perfect matchings, by trying all."""
    choices = [
        [frozenset(pairs) for pairs in perfect_matchings(list(one.rows), list(bits(one.alive)))] for one in layers
    ]

    @cache
    def rest(place: int, taken: frozenset[tuple[int, int]]) -> bool:
        return place == len(choices) or any(
            not taken & choice and rest(place + 1, taken | choice) for choice in choices[place]
        )

    return rest(0, frozenset())


def drawn(rng: Random) -> list[Layer]:
    """Some layers on up to eight vertices: the same one often, one with fewer vertices or edges now and then."""
    size = rng.choice((2, 4, 6, 6, 8, 8))
    rows = graph(rng, size, rng.choice((0.5, 0.7, 0.9, 1.0)))
    layers = []
    for _ in range(rng.randint(1, size - 1)):
        alive = (1 << size) - 1
        if rng.random() < 0.3:
            alive = mask_of(rng.sample(range(size), 2 * rng.randint(0, size // 2)))
        mine = rows if rng.random() < 0.8 else graph(rng, size, 0.8)
        layers.append(Layer(tuple(mine), alive))
    return layers


def test_small_layers_beside_every_choice() -> None:
    rng, seen = Random(7), {True: 0, False: 0}
    for _ in range(200):
        layers = drawn(rng)
        truth = exists(layers)
        seen[truth] += 1
        assert family(layers).possible is truth
        assert Exhaustion(layers, 100_000).possible() is truth
        assert add_up(layers) or not truth
        if dense(layers) or full(layers):
            assert truth
        if list(obstacles(layers)):
            assert not truth
        if Climb(layers, 1).reach(3000):
            assert truth
    assert min(seen.values()) > 30


def complete(size: int, without: tuple[tuple[int, int], ...] = ()) -> Layer:
    rows = [(1 << size) - 1 ^ 1 << v for v in range(size)]
    for v, w in without:
        rows[v] ^= 1 << w
        rows[w] ^= 1 << v
    return Layer(tuple(rows), (1 << size) - 1)


@pytest.mark.parametrize(("size", "layers", "without"), [(20, 19, ()), (30, 27, ((0, 1), (2, 3))), (16, 14, ((0, 1),))])
def test_a_climb_is_a_proof(size: int, layers: int, without: tuple[tuple[int, int], ...]) -> None:
    """What it finds are perfect matchings of the layers, and no edge is in two of them."""
    layer = complete(size, without)
    climb = Climb([layer] * layers, 3)
    assert climb.reach(400_000)
    taken = set()
    for mate in climb.mates:
        for v, w in enumerate(mate):
            assert mate[w] == v
            assert layer.near(v) >> w & 1
        taken |= {(v, w) for v, w in enumerate(mate)}
    assert len(taken) == size * layers
    assert Climb([layer] * layers, 3).reach(400_000)


def test_what_is_said_at_once() -> None:
    four = complete(4)
    assert family([]).possible
    assert family([Layer((), 0)] * 3).possible
    assert family([four] * 3).possible
    assert next(obstacles([four] * 4)) == Short(0, (0, 1, 2, 3), 0b1110)
    star = Layer((0b1110, 1, 1, 1), 0b1111)
    (stuck,) = [one for one in obstacles([star]) if isinstance(one, Stuck)]
    assert (stuck.layers, stuck.why.around) == ((0,), 1)
    assert dense([four] * 2)
    assert not dense([four] * 3)


def test_who_is_claimed_by_too_many() -> None:
    """Six need each of the seven others in seven layers, and two of those are there in five only."""
    rows = complete(8).rows
    five, two = [Layer(rows, 0b11111111)] * 5, [Layer(rows, 0b01011111)] * 2
    claims = 0b01011111
    assert list(obstacles(five + two)) == [Crowded(5, (0, 1, 2, 3, 4), claims), Crowded(7, (0, 1, 2, 3, 4), claims)]
    assert not add_up(five + two)


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
    with pytest.raises(OutOfSteps):
        Exhaustion([complete(16)] * 15, 2000).possible()
    tight = [complete(40, ((0, 1),))] * 38
    assert Climb(tight, 5).reach(500) is Climb(tight, 5).reach(500) is False
    assert family([complete(1000)] * 9).possible
