"""Optimal matchings compared with exhaustive search: after every operation they are exactly the optimal ones."""

from __future__ import annotations

import random

import pytest

from matching.test_blossom import Pairs, graph, leaves_once, perfect_matchings
from rookery.matching import blossom, fractional, weighted_blossom
from rookery.matching import optimal_matchings as faces
from rookery.matching.blossom import EXPOSED, complete_matching
from rookery.matching.optimal_matchings import Cost, OptimalMatchings
from rookery.matching.small_cases import total_cost


def face_of(rows: list[int]) -> OptimalMatchings | None:
    size = len(rows)
    full, mate = (1 << size) - 1, [EXPOSED] * size
    return OptimalMatchings(rows[:], mate, full) if complete_matching(rows, mate, full, full) else None


def members(face: OptimalMatchings) -> set[Pairs]:
    """Every matching of the face, by its definition (I2)."""
    rows = [row & face.alive for row in face.rows]
    alive = [v for v in range(len(rows)) if face.alive >> v & 1]
    return {
        pairs
        for pairs in perfect_matchings(rows, alive)
        if all(leaves_once(bond & face.alive, pairs) for bond in face.odd_sets)
    }


def mate_of(pairs: Pairs, size: int) -> list[int]:
    mate = [EXPOSED] * size
    for v, w in pairs:
        mate[v], mate[w] = w, v
    return mate


def random_wish(rng: random.Random, size: int) -> Cost:
    full, part, toss = (1 << size) - 1, rng.getrandbits(size), rng.random()
    if toss < 0.15:  # a matter of whom one vertex is matched with
        one = 1 << rng.randrange(size)
        return [(rng.randint(1, 2), one, rng.getrandbits(size)) for _ in range(rng.randint(1, 2))]
    if toss < 0.35:  # an odd set that must be left: the gap
        return [(rng.randint(1, 2), part, full & ~part)]
    if toss < 0.6:  # two sides that should meet each other: too many on one side pay among themselves
        return [(1, part, part), (1, full & ~part, full & ~part)]
    return [(rng.choice([1, 1, 2, 3]), rng.getrandbits(size), rng.getrandbits(size)) for _ in range(rng.randint(0, 4))]


def paid(wish: Cost, pairs: Pairs, size: int) -> int:
    return total_cost(wish, mate_of(pairs, size))


def check(face: OptimalMatchings, want: set[Pairs]) -> None:
    assert members(face) == want
    assert tuple(sorted((v, w) for v, w in enumerate(face.mate) if v < w)) in want  # (I1)


@pytest.mark.parametrize("seed", range(40))
def test_wishes_keep_exactly_the_best(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        size = rng.choice([4, 6, 8, 8, 10])
        rows = graph(rng, size, rng.choice([0.3, 0.5, 0.8, 1]))
        face = face_of(rows)
        if face is None:
            continue
        best = set(perfect_matchings(rows, list(range(size))))
        for _ in range(rng.randint(1, 3)):
            wishes = [random_wish(rng, size) for _ in range(rng.randint(1, 4))]
            for wish in wishes:
                least = min(paid(wish, pairs, size) for pairs in best)
                best = {pairs for pairs in best if paid(wish, pairs, size) == least}
            twin = face.copy()
            face.minimize_all(wishes)
            check(face, best)
            twin.minimize_in_turn(iter(wishes))
            check(twin, best)
            face = rng.choice([face, twin])
            for v in range(size):
                partners = {mate_of(pairs, size)[v] for pairs in best}
                assert partners == {face.mate[v]} or not face.is_forced(1 << v)


@pytest.mark.parametrize("seed", range(25))
def test_pieces_of_a_graph_are_granted_their_wishes_apart(seed: int) -> None:
    """Two or three graphs beside each other, some with bonds by then, and wishes that ask something of all of them."""
    rng = random.Random(5000 + seed)
    for _ in range(12):
        rows: list[int] = []
        for size in rng.choice([(6, 6), (6, 8), (4, 6, 2), (6, 4, 4)]):
            rows += [row << len(rows) for row in graph(rng, size, rng.choice([0.5, 0.7]))]
        size = len(rows)
        face = face_of(rows)
        if face is None:
            continue
        best = set(perfect_matchings(rows, list(range(size))))
        for _ in range(3):
            wishes = [random_wish(rng, size) for _ in range(rng.randint(1, 3))]
            for wish in wishes:
                least = min(paid(wish, pairs, size) for pairs in best)
                best = {pairs for pairs in best if paid(wish, pairs, size) == least}
            rng.choice([face.minimize_all, face.minimize_in_turn])(wishes)
            check(face, best)


@pytest.mark.parametrize("seed", range(40))
def test_single_vertices(seed: int) -> None:
    rng = random.Random(1000 + seed)
    for _ in range(25):
        size = rng.choice([4, 6, 8, 10])
        rows = graph(rng, size, rng.choice([0.4, 0.6, 0.9]))
        face = face_of(rows)
        if face is None:
            continue
        face.minimize_all([random_wish(rng, size) for _ in range(rng.randint(0, 3))])
        best = members(face)
        while face.alive:
            i = rng.choice([v for v in range(size) if face.alive >> v & 1])
            wanted = rng.getrandbits(size)
            partner = {pairs: next(w if v == i else v for v, w in pairs if i in (v, w)) for pairs in best}
            assert face.possible_partners(i) == blossom.mask_of(set(partner.values()))
            if rng.random() < 0.6:
                good = {pairs for pairs in best if wanted >> partner[pairs] & 1}
                assert face.try_restrict(i, wanted) is bool(good)
                best = good or best
            else:
                first = min(partner.values())
                assert face.fix(i, -1) == first
                best = {tuple(pair for pair in pairs if i not in pair) for pairs in best if partner[pairs] == first}
            check(face, best)


@pytest.mark.parametrize("seed", range(20))
def test_subgraphs_and_bounds(seed: int) -> None:
    rng = random.Random(2000 + seed)
    for _ in range(30):
        size = rng.choice([4, 6, 8])
        rows = graph(rng, size, 0.8)
        face = face_of(rows)
        if face is None:
            continue
        face.minimize_all([random_wish(rng, size)])
        best = members(face)
        mask = graph(rng, size, 0.7)
        inside = {pairs for pairs in best if all(mask[v] >> w & 1 for v, w in pairs)}
        twin = face.copy()
        assert twin.restrict_to_subgraph([row & keep for row, keep in zip(face.rows, mask, strict=True)]) is bool(
            inside
        )
        check(twin, inside or best)
        check(face, best)  # a copy leaves the original alone
        wish, bound = random_wish(rng, size), rng.randint(0, 3)
        least = min(paid(wish, pairs, size) for pairs in best)
        assert face.try_bound(wish, bound) is (least <= bound)
        check(face, {pairs for pairs in best if paid(wish, pairs, size) == least} if least <= bound else best)


def test_the_sample_takes_every_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Costs among outer vertices, the fractional optimum and gaps all occur in what is tested above."""
    ways = {"outer": 0, "fractional": 0, "gap": 0}
    solve, outer = weighted_blossom.find_cheapest, faces.solve_by_outer_bound

    def cheapest(*arguments: object, **given: object) -> object:
        found = solve(*arguments, **given)  # type: ignore[arg-type]
        ways["gap" if found.odd_sets else "fractional"] += 1
        return found

    def paid_at_outer(*arguments: object) -> object:
        found = outer(*arguments)  # type: ignore[arg-type]
        ways["outer"] += found is not None
        return found

    monkeypatch.setattr(weighted_blossom, "find_cheapest", cheapest)
    monkeypatch.setattr(faces, "solve_by_outer_bound", paid_at_outer)
    for seed in range(8):
        test_wishes_keep_exactly_the_best(seed)
    assert min(ways.values()) > 10


def test_a_list_leaves_a_gap_to_the_search() -> None:
    """One pair between two threes is best, three such pairs are made of the same edges: only bonds tell them apart."""
    full, three = (1 << 6) - 1, 0b111
    face = face_of([full ^ 1 << v for v in range(6)])
    assert face is not None
    face.minimize([(1, three, full ^ three)])
    assert face.odd_sets
    assert len(members(face)) == 9


def test_a_price_counts_every_pair_once() -> None:
    mate = [1, 0, 3, 2]
    assert total_cost([(1, 0b0011, 0b0011)], mate) == 1
    assert total_cost([(1, 0b0001, 0b0010), (2, 0b0100, 0b1000)], mate) == 3
    assert total_cost([(1, 0b0101, 0b1010)], mate) == 2
    assert total_cost([(5, 0b0101, 0b0101)], mate) == 0


def test_settled_vertices_stay_out_of_the_game() -> None:
    """Rows keep the bits of those who have left; nobody may be matched with them again."""
    face = face_of([0b1110, 0b1101, 0b1011, 0b0111])
    assert face is not None
    assert face.fix(0, -1) == 1
    assert face.alive == 0b1100
    assert face.fix(2, -1) == 3
    assert face.alive == 0


def test_bonds_survive_settling() -> None:
    """Two odd halves joined by one pair: who settles across leaves the halves to themselves."""
    size, full = 10, (1 << 10) - 1
    part = 0b11111
    face = face_of([full ^ 1 << v for v in range(size)])
    assert face is not None
    face.minimize([(1, part, full ^ part)])
    assert face.odd_sets
    assert face.fix(0, full ^ part) == 5
    assert not face.odd_sets
    assert all(not face.rows[v] & face.alive & (full ^ part) for v in range(1, 5))


def test_merged_odd_sets_count_once() -> None:
    """Two leave the outer of two bonds, and it is the inner one: what is best under it is found all the same."""
    size, full = 12, (1 << 12) - 1
    outer, inner = 0b11111, 0b111
    rng = random.Random(5)
    for _ in range(40):
        face = OptimalMatchings(
            [full ^ 1 << v for v in range(size)], [1, 0, 5, 4, 3, 2, 7, 6, 9, 8, 11, 10], full, (inner, outer)
        )
        assert face.fix(3, 1 << 4) == 4
        assert face.odd_sets == (inner,)
        best, wish = members(face), random_wish(rng, size)
        least = min(paid(wish, pairs, size) for pairs in best)
        face.minimize(wish)
        check(face, {pairs for pairs in best if paid(wish, pairs, size) == least})


@pytest.mark.parametrize("seed", range(20))
def test_caches_for_large_graphs_change_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Costs weighed one at a time."""
    rng = random.Random(seed)
    for _ in range(40):
        size = rng.choice([6, 8, 10])
        first = face_of(graph(rng, size, rng.choice([0.5, 0.8, 1])))
        if first is None:
            continue
        wishes = [random_wish(rng, size) for _ in range(4)]
        order, wanted = sorted(rng.sample(range(size), size // 2)), (1 << size) - 1
        second = first.copy()
        first.minimize_all(wishes)
        with monkeypatch.context() as patch:
            for name, value in (
                ("MAX_COMBINED_COSTS", 1),
                ("MAX_COMBINED_SIZE", 0),
            ):
                patch.setattr(faces, name, value)
            second.minimize_all(wishes)
            assert members(second) == members(first)
            one_by_one = [(i, first.fix(i, wanted)) for i in order if first.alive >> i & 1]
            heads = [i for i, _ in one_by_one]
            assert second.fix_in_order(heads, wanted) == one_by_one


def test_what_a_subgraph_lacks() -> None:
    face = face_of([0b111110, 0b111101, 0b111011, 0b110111, 0b101111, 0b011111])
    assert face is not None
    star = [0b111110, 1, 1, 1, 1, 1]  # four of the five around it stay over
    assert face.subgraph_deficit(star)[1:] == (0b111110, 1)
    assert face.subgraph_deficit(star).exposed.bit_count() == 4
    assert not face.restrict_to_subgraph(star)
    assert not face.subgraph_deficit(face.rows).exposed


@pytest.mark.parametrize("seed", range(10))
def test_costs_of_a_vertex_are_set_edge_by_edge(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where many vertices have costs of their own, edges have the same costs as by classes of vertices."""
    rng = random.Random(8500 + seed)
    for _ in range(20):
        size = 12
        rows, alive = graph(rng, size, rng.choice([0.3, 0.8])), rng.getrandbits(size)
        ones = [(rng.randint(1, 5), 1 << rng.randrange(size), rng.getrandbits(size)) for _ in range(20)]
        turned = [(cost, whom, one) if rng.random() < 0.5 else (cost, one, whom) for cost, one, whom in ones]
        blocks = [*turned, *random_wish(rng, size)]
        rng.shuffle(blocks)
        told = [fractional.build_cost_rows([row & alive for row in rows], alive, blocks)]
        with monkeypatch.context() as patch:
            patch.setattr(fractional, "MANY_STARS", 100)
            told.append(fractional.build_cost_rows([row & alive for row in rows], alive, blocks))
        first, second = ([part if alive >> v & 1 else {} for v, part in enumerate(parts)] for parts in told)
        assert first == second
