"""Pair queries: for every possible pair exactly the optimal matchings that contain it."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from matching.test_blossom import graph, perfect_matchings
from matching.test_optimal_matchings import check, face_of, paid, random_wish
from rookery.matching import weighted_blossom
from rookery.matching.pair_queries import PairQueries


@pytest.mark.parametrize("seed", range(30))
def test_the_best_matchings_in_which_two_meet(seed: int) -> None:
    rng = random.Random(3000 + seed)
    for _ in range(12):
        size = rng.choice([2, 4, 6, 8, 10])
        rows = graph(rng, size, rng.choice([0.3, 0.5, 0.8, 1]))
        face = face_of(rows)
        if face is None:
            continue
        wishes = [random_wish(rng, size) for _ in range(rng.randint(0, 4))]
        weighing, every = PairQueries(face, wishes), set(perfect_matchings(rows, list(range(size))))
        for i, j in combinations(range(size), 2):
            best = {pairs for pairs in every if (i, j) in pairs}
            for wish in wishes:
                least = min((paid(wish, pairs, size) for pairs in best), default=0)
                best = {pairs for pairs in best if paid(wish, pairs, size) == least}
            found = weighing.optimum_with_pair(i, j) if rng.random() < 0.5 else weighing.optimum_with_pair(j, i)
            assert (found is None) == (not best)
            if found is not None:
                check(found, best)


def test_an_odd_set_of_the_whole_may_be_free_with_the_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of an odd set of three meet: the third leaves it whatever is wished."""
    solved: list[int] = []
    solve = weighted_blossom.BlossomSearch.solve

    def counted(self: weighted_blossom.BlossomSearch) -> weighted_blossom.Optimum:
        solved.append(self.alive)
        return solve(self)

    monkeypatch.setattr(weighted_blossom.BlossomSearch, "solve", counted)
    face = face_of([0b111111 ^ 1 << i for i in range(6)])
    assert face is not None
    found = PairQueries(face, [[(1, 0b000111, 0b111000)]]).optimum_with_pair(0, 1)
    assert solved == [0b111111]
    assert found is not None
    check(found, {((0, 1), (2, 3), (4, 5)), ((0, 1), (2, 4), (3, 5)), ((0, 1), (2, 5), (3, 4))})
