"""Wishes under bonds against all matchings: whether these are folded, ignored or weighed, the answer is the same."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from faces.test_face import check, face_of, members, paid, random_wish
from faces.test_matching import graph
from rookery.faces.face import Face, Wish
from rookery.faces.folded import unseen
from rookery.faces.unweighed import Block


def bound(rng: random.Random, size: int) -> Face | None:
    """A graph with bonds, apart or one inside the other, if a matching leaves each of them once."""
    face = face_of(graph(rng, size, rng.choice([0.5, 0.7, 1])))
    if face is None:
        return None
    order = rng.sample(range(size), size)
    three, five, other = (sum(1 << v for v in some) for some in (order[:3], order[:5], order[-3:]))
    face.bonds = tuple(sorted(rng.sample([three, five, other], rng.randint(1, 3))))
    best = members(face)
    if not best:
        return None
    for v, w in min(best):
        face.mate[v], face.mate[w] = w, v
    return face


def wish_apart(rng: random.Random, face: Face) -> Wish:
    """A wish that mostly does not look into one of the bonds, or not beyond it."""
    full = face.alive
    one = rng.choice(face.bonds)
    one = rng.choice([one, full & ~one])
    found = []
    for cost, left, right in random_wish(rng, full.bit_length()):
        sides = [side | one if rng.random() < 0.5 else side & ~one for side in (left, right)]
        found.append((cost, sides[0], sides[1]) if rng.random() < 0.9 else (cost, left, right))
    return found


def counted(name: str, ways: Counter[str]) -> Callable[[Face, list[Block]], bool]:
    """A way to weigh of the face that says how often it will do."""
    way: Callable[[Face, list[Block]], bool] = getattr(Face, name)

    def told(face: Face, blocks: list[Block]) -> bool:
        done = way(face, blocks)
        ways[f"{name} {done}"] += 1
        return done

    return told


@pytest.mark.parametrize("seed", range(30))
def test_wishes_under_bonds_keep_exactly_the_best(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(12000 + seed)
    ways = Counter[str]()
    for name in ("_weigh_folded", "_weigh_without_bonds"):
        monkeypatch.setattr(Face, name, counted(name, ways))
    for _ in range(60):
        size = rng.choice([8, 10])
        face = bound(rng, size)
        if face is None:
            continue
        best = members(face)
        for _ in range(rng.randint(1, 3)):
            if not face.bonds:
                break
            wish = wish_apart(rng, face)
            least = min(paid(wish, pairs, size) for pairs in best)
            best = {pairs for pairs in best if paid(wish, pairs, size) == least}
            face.minimise(wish)
            check(face, best)
    assert ways["_weigh_folded True"]
    assert ways["_weigh_without_bonds True"]
    assert ways["_weigh_without_bonds False"]


def test_a_wish_looks_into_a_bond_or_not() -> None:
    full, three, five = (1 << 10) - 1, 0b111, 0b11111
    beyond = full & ~five
    bonds = (three, five)
    assert unseen(bonds, full, [(1, 0b100000, beyond)]) == [five]
    assert unseen(bonds, full, [(1, beyond, beyond)]) == [beyond, five]
    assert unseen(bonds, full, [(1, 0b1000, beyond)]) == [beyond, three]
    assert unseen(bonds, full, [(1, 0b1000, full & ~three)]) == [beyond, three]
    assert unseen(bonds, full, [(1, 0b1, 0b100000)]) == []


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
        assert face.lack(rows) == face.lack(rows, some)
        assert face.restrict(rows) == twin.restrict(rows[:], some)
        check(twin, members(face))
