"""Optimal matchings under odd sets, compared with exhaustive search."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest

from matching.test_blossom import graph, leaves_once, perfect_matchings
from matching.test_optimal_matchings import check, face_of, mate_of, members, paid, random_wish
from rookery.matching import weighted_blossom
from rookery.matching.blossom import mask_of, smaller_sides
from rookery.matching.optimal_matchings import Cost, OptimalMatchings
from rookery.matching.small_cases import Block


def random_bound_graph(rng: random.Random, size: int) -> OptimalMatchings | None:
    """A graph with bonds, apart or one inside the other, if a matching leaves each of them once."""
    face = face_of(graph(rng, size, rng.choice([0.5, 0.7, 1])))
    if face is None:
        return None
    order = rng.sample(range(size), size)
    three, five, other = (sum(1 << v for v in some) for some in (order[:3], order[:5], order[-3:]))
    face.odd_sets = tuple(sorted(rng.sample([three, five, other], rng.randint(1, 3))))
    best = members(face)
    if not best:
        return None
    for v, w in min(best):
        face.mate[v], face.mate[w] = w, v
    return face


def wish_apart(rng: random.Random, face: OptimalMatchings) -> Cost:
    """A wish that mostly does not look into one of the bonds, or not beyond it."""
    full = face.alive
    one = rng.choice(face.odd_sets)
    one = rng.choice([one, full & ~one])
    found = []
    for cost, left, right in random_wish(rng, full.bit_length()):
        sides = [side | one if rng.random() < 0.5 else side & ~one for side in (left, right)]
        found.append((cost, sides[0], sides[1]) if rng.random() < 0.9 else (cost, left, right))
    return found


def count_calls(name: str, ways: Counter[str]) -> Callable[[OptimalMatchings, list[Block]], bool]:
    """A way to weigh of the face that says how often it will do."""
    way: Callable[[OptimalMatchings, list[Block]], bool] = getattr(OptimalMatchings, name)

    def told(face: OptimalMatchings, blocks: list[Block]) -> bool:
        done = way(face, blocks)
        ways[f"{name} {done}"] += 1
        return done

    return told


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_wishes_under_bonds_keep_exactly_the_best(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(12000 + seed)
    ways = Counter[str]()
    monkeypatch.setattr(
        OptimalMatchings, "_minimize_ignoring_odd_sets", count_calls("_minimize_ignoring_odd_sets", ways)
    )
    for _ in range(60):
        size = rng.choice([8, 10])
        face = random_bound_graph(rng, size)
        if face is None:
            continue
        best = members(face)
        for _ in range(rng.randint(1, 3)):
            if not face.odd_sets:
                break
            wish = wish_apart(rng, face)
            least = min(paid(wish, pairs, size) for pairs in best)
            best = {pairs for pairs in best if paid(wish, pairs, size) == least}
            face.minimize(wish)
            check(face, best)
    assert ways["_minimize_ignoring_odd_sets True"]
    assert ways["_minimize_ignoring_odd_sets False"]


@pytest.mark.parametrize("seed", range(10))
def test_restricting_some_is_restricting_all(seed: int) -> None:
    """Where only edges of some are gone, nobody else is looked at."""
    rng = random.Random(13000 + seed)
    for _ in range(40):
        size = rng.choice([6, 8, 10])
        face = face_of(graph(rng, size, rng.choice([0.4, 0.7])))
        if face is None:
            continue
        some, rows, twin = rng.getrandbits(size), face.rows[:], face.copy()
        for v in range(size):
            for w in range(v):
                if (some >> v | some >> w) & 1 and rng.random() < 0.4:
                    rows[v] &= ~(1 << w)
                    rows[w] &= ~(1 << v)
        assert face.subgraph_deficit(rows) == face.subgraph_deficit(rows, some)
        assert face.restrict_to_subgraph(rows) == twin.restrict_to_subgraph(rows[:], some)
        check(twin, members(face))


def random_bound_matchings(rng: random.Random) -> OptimalMatchings | None:
    """A face with bonds, or none."""
    size = rng.choice([8, 10, 10, 12])
    face = face_of(graph(rng, size, rng.choice([0.4, 0.6, 0.8])))
    for _ in range(3 if face else 0):
        assert face is not None
        odd = mask_of(rng.sample(range(size), rng.choice([3, 3, 5])))
        face.minimize([(1, odd, ~odd & (1 << size) - 1)])
        face.minimize(random_wish(rng, size))
    return face if face and face.odd_sets else None


def test_partners_under_bonds_are_those_of_all_matchings() -> None:
    rng, nested, asked = random.Random("partners"), 0, 0
    for _ in range(400):
        face = random_bound_matchings(rng)
        if face is None:
            continue
        size = len(face.rows)
        every = [mate_of(pairs, size) for pairs in members(face)]
        for i in range(size):
            assert face.possible_partners(i) == mask_of({mate[i] for mate in every})
        nested += any(one & other and one != other for one, other in combinations(face.odd_sets, 2))
        for _ in range(8):  # what is kept from one question to the next
            i, wanted = rng.randrange(size), rng.getrandbits(size)
            kept = [mate for mate in every if wanted >> mate[i] & 1]
            assert face.try_restrict(i, wanted) == bool(kept)
            every = kept or every
            check(face, {tuple(sorted((v, w) for v, w in enumerate(mate) if v < w)) for mate in every})
            asked += 1
    assert nested > 5
    assert asked > 200


def test_bonds_are_blossoms_from_the_start_where_that_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, ways, tie = random.Random("tied"), Counter[bool](), weighted_blossom.BlossomSearch.add_blossom

    def tied(self: weighted_blossom.BlossomSearch, bond: int, start: list[int], dear: int) -> None:
        tie(self, bond, start, dear)
        ways[any(node.potential and node.members == bond for node in self.outermost_nodes(bond))] += 1

    monkeypatch.setattr(weighted_blossom.BlossomSearch, "add_blossom", tied)
    for _ in range(600):
        face = random_bound_matchings(rng)
        if face is None:
            continue
        size, best = len(face.rows), members(face)
        for wish in (random_wish(rng, size), random_wish(rng, size)):
            least = min(paid(wish, pairs, size) for pairs in best)
            best = {pairs for pairs in best if paid(wish, pairs, size) == least}
            face.minimize(wish)
            check(face, best)
    assert min(ways[True], ways[False]) > 10


def test_of_an_odd_set_and_its_complement_the_smaller_is_stored() -> None:
    rng = random.Random("smaller")
    for _ in range(200):
        size = rng.choice([8, 10])
        full = (1 << size) - 1
        bonds = [mask_of(rng.sample(range(size), rng.choice([3, 5, 7])))]
        bonds += [mask_of(rng.sample(range(size), 3)) for _ in range(3)]
        kept = smaller_sides(bonds, full)
        assert all(bond.bit_count() <= size // 2 for bond in kept)
        for pairs in perfect_matchings(graph(rng, size, 0.5), list(range(size))):
            assert all(leaves_once(one, pairs) for one in bonds) == all(leaves_once(one, pairs) for one in kept)
