"""What groups of outer vertices pay, and faces under bonds: against exhaustive search, and against Edmonds' method."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from faces.test_face import check, face_of, mate_of, members, paid, random_wish
from faces.test_matching import Pairs, graph, leaves_once, perfect_matchings
from rookery.faces import outer, weighted
from rookery.faces.bonded import Partners
from rookery.faces.face import Face, Wish
from rookery.faces.fractional import Parts
from rookery.faces.matching import EXPOSED, mask_of, shortfall, smaller
from rookery.faces.outer import paid_by_groups
from rookery.faces.unweighed import price


def cost_of(parts: Parts, pairs: Pairs) -> int:
    return sum(cost for v, w in pairs for cost, whom in parts[v].items() if whom >> w & 1)


def in_groups(rng: random.Random, size: int) -> list[int]:
    """A sparse graph with triangles in it: more groups than others can serve, some of several vertices."""
    rows = graph(rng, size, rng.choice([0.15, 0.3]))
    for _ in range(rng.randint(0, 3)):
        for v, w in combinations(rng.sample(range(size), 3), 2):
            rows[v] |= 1 << w
            rows[w] |= 1 << v
    return rows


def priced_graph(rng: random.Random, size: int) -> Parts:
    """The free edges of such a graph, and others that cost something."""
    free, costs = in_groups(rng, size), rng.choice([[1], [1], [1, 2], [2, 3, 4], [1, 2, 3]])
    parts: Parts = [{0: row} if row else {} for row in free]
    sides = rng.getrandbits(size) if rng.random() < 0.7 else None
    for v, w in combinations(range(size), 2):
        across = sides is None or (sides >> v ^ sides >> w) & 1
        if not free[v] >> w & 1 and across and rng.random() < 0.6:
            cost = rng.choice(costs)
            parts[v][cost] = parts[v].get(cost, 0) | 1 << w
            parts[w][cost] = parts[w].get(cost, 0) | 1 << v
    return parts


def test_what_groups_pay_is_what_is_cheapest() -> None:
    rng, ways = random.Random("groups"), Counter[str]()
    for _ in range(4000):
        size = rng.choice([6, 8, 8, 10])
        full, parts, mate = (1 << size) - 1, priced_graph(rng, size), [EXPOSED] * size
        free = [part.get(0, 0) for part in parts]
        lacking = shortfall(free, mate, full, full)
        found = paid_by_groups(parts, full, mate, lacking) if lacking.exposed else None
        if found is None:
            continue
        mate, rows, bonds = found
        every = list(perfect_matchings([mask_of_row(part) for part in parts], list(range(size))))
        least = min(cost_of(parts, pairs) for pairs in every)
        best = {pairs for pairs in every if cost_of(parts, pairs) == least}
        check(Face(rows, mate, full, bonds), best)
        ways["bonds" if bonds else "no bonds"] += 1
        ways["halves" if 2 * least == lacking.exposed.bit_count() else "full"] += 1
    assert min(ways.values()) > 50
    assert len(ways) == 4


def mask_of_row(part: dict[int, int]) -> int:
    return sum(part.values())


def bound_face(rng: random.Random) -> Face | None:
    """A face with bonds, or none."""
    size = rng.choice([8, 10, 10, 12])
    face = face_of(graph(rng, size, rng.choice([0.4, 0.6, 0.8])))
    for _ in range(3 if face else 0):
        assert face is not None
        odd = mask_of(rng.sample(range(size), rng.choice([3, 3, 5])))
        face.minimise([(1, odd, ~odd & (1 << size) - 1)])
        face.minimise(random_wish(rng, size))
    return face if face and face.bonds else None


def test_partners_under_bonds_are_those_of_all_matchings() -> None:
    rng, nested, asked = random.Random("partners"), 0, 0
    for _ in range(400):
        face = bound_face(rng)
        if face is None:
            continue
        size = len(face.rows)
        every = [mate_of(pairs, size) for pairs in members(face)]
        ask = Partners(face.rows, face.alive, face.bonds, face.mate)
        for i in range(size):
            assert ask.of(i) == face.partners(i) == mask_of({mate[i] for mate in every})
        nested += any(one & other and one != other for one, other in combinations(face.bonds, 2))
        for _ in range(8):  # what is kept from one question to the next
            i, wanted = rng.randrange(size), rng.getrandbits(size)
            kept = [mate for mate in every if wanted >> mate[i] & 1]
            assert face.prefer(i, wanted) == bool(kept)
            every = kept or every
            check(face, {tuple(sorted((v, w) for v, w in enumerate(mate) if v < w)) for mate in every})
            asked += 1
    assert nested > 5
    assert asked > 200


def test_bonds_are_blossoms_from_the_start_where_that_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, ways, tie = random.Random("tied"), Counter[bool](), weighted.Blossoms.tie

    def tied(self: weighted.Blossoms, bond: int, start: list[int], dear: int) -> None:
        tie(self, bond, start, dear)
        ways[any(node.z and node.members == bond for node in self.nodes(bond))] += 1

    monkeypatch.setattr(weighted.Blossoms, "tie", tied)
    for _ in range(600):
        face = bound_face(rng)
        if face is None:
            continue
        size, best = len(face.rows), members(face)
        for wish in (random_wish(rng, size), random_wish(rng, size)):
            least = min(paid(wish, pairs, size) for pairs in best)
            best = {pairs for pairs in best if paid(wish, pairs, size) == least}
            face.minimise(wish)
            check(face, best)
    assert min(ways[True], ways[False]) > 10


def test_of_a_bond_and_the_others_the_smaller_is_kept() -> None:
    rng = random.Random("smaller")
    for _ in range(200):
        size = rng.choice([8, 10])
        full = (1 << size) - 1
        bonds = [mask_of(rng.sample(range(size), rng.choice([3, 5, 7])))]
        bonds += [mask_of(rng.sample(range(size), 3)) for _ in range(3)]
        kept = smaller(bonds, full)
        assert all(bond.bit_count() <= size // 2 for bond in kept)
        for pairs in perfect_matchings(graph(rng, size, 0.5), list(range(size))):
            assert all(leaves_once(one, pairs) for one in bonds) == all(leaves_once(one, pairs) for one in kept)


@pytest.mark.parametrize("seed", range(6))
def test_a_large_graph_pays_what_weighing_says(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some who should stay among themselves, most of whom cannot: with groups and without, the least is the same."""
    rng, size = random.Random(f"large {seed}"), 160
    few = (1 << 30) - 1
    rows = graph(rng, size, 0.06)
    face = face_of(rows)
    if face is None:
        pytest.skip("no perfect matching")
    wishes: list[Wish] = [[(1, few, ~few & face.alive)], [(1, few & rng.getrandbits(size), face.alive)]]
    twin, found = face.copy(), 0

    def noted(*arguments: object) -> object:
        nonlocal found
        proved = paid_by_groups(*arguments)  # type: ignore[arg-type]
        found += proved is not None
        return proved

    monkeypatch.setattr(outer, "paid_by_groups", noted)
    for wish in wishes:
        face.minimise(wish)
    assert found
    monkeypatch.setattr(outer, "paid_by_groups", lambda *_: None)
    for wish in wishes:
        twin.minimise(wish)
    assert [price(wish, face.mate) for wish in wishes] == [price(wish, twin.mate) for wish in wishes]
    assert all(face.find(v, 1 << twin.mate[v]) for v in rng.sample(range(size), 20))
