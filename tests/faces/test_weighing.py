"""A face weighed once: with every pair that it allows it holds exactly the best matchings in which the two meet."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from faces.test_face import check, face_of, paid, random_wish
from faces.test_matching import graph, perfect_matchings
from rookery.faces import weighted
from rookery.faces.weighing import Weighing


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
        weighing, every = Weighing(face, wishes), set(perfect_matchings(rows, list(range(size))))
        for i, j in combinations(range(size), 2):
            best = {pairs for pairs in every if (i, j) in pairs}
            for wish in wishes:
                least = min((paid(wish, pairs, size) for pairs in best), default=0)
                best = {pairs for pairs in best if paid(wish, pairs, size) == least}
            found = weighing.meeting(i, j) if rng.random() < 0.5 else weighing.meeting(j, i)
            assert (found is None) == (not best)
            if found is not None:
                check(found, best)


def test_an_odd_set_of_the_whole_may_be_free_with_the_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of an odd set of three meet: the third leaves it whatever is wished."""
    solved: list[int] = []
    solve = weighted.Blossoms.solve

    def counted(self: weighted.Blossoms) -> weighted.Optimum:
        solved.append(self.alive)
        return solve(self)

    monkeypatch.setattr(weighted.Blossoms, "solve", counted)
    face = face_of([0b111111 ^ 1 << i for i in range(6)])
    assert face is not None
    found = Weighing(face, [[(1, 0b000111, 0b111000)]]).meeting(0, 1)
    assert solved == [0b111111]
    assert found is not None
    check(found, {((0, 1), (2, 3), (4, 5)), ((0, 1), (2, 4), (3, 5)), ((0, 1), (2, 5), (3, 4))})
