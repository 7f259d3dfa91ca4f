"""The upward walk against its definition: every set of upfloaters, every pairing of a bracket, listed and compared.

The system is made for the test, with a wish of every kind: for who comes up, the next scoregroup, the pairs.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from rookery.errors import NoPairingError
from rookery.history.history import Float
from rookery.matching.blossom import bits, mask_of
from rookery.matching.optimal_matchings import Cost, OptimalMatchings, fix_first, split_into_runs
from rookery.model import Colour
from rookery.pairing.clauses import Candidates, CostVector, Criterion, PlacePairs, Role, Step
from rookery.pairing.field import Entrant, Field, Preference, Strength
from rookery.pairing.outcome import Ledger
from rookery.pairing.procedure import UndecidedError
from rookery.pairing.rule_text import rule
from rookery.pairing.upfloat.procedure import UpfloatProcedure
from rookery.pairing.upfloat.search import (
    FollowingScoregroup,
    UpfloatBracket,
    UpfloatSearch,
    scores_of_upfloaters,
    split_into_brackets,
    upfloaters,
)
from support.operations import count_calls
from support.pairing_checks import is_pairable, pairings

# -- a system for the test


@rule("As few upfloaters as possible who floated before.")
def floated_before(b: UpfloatBracket) -> Iterator[Cost]:
    yield b.penalize_upfloaters(b.field.trait_sets.up)


@rule("As few pairs of one side as possible.")
def same_side(b: UpfloatBracket) -> Iterator[Cost]:
    yield b.penalize_pairs((b.white, b.white), (b.black, b.black))


@rule("As few upfloaters as possible who meet somebody who floated before.")
def guests_and_floaters(b: UpfloatBracket) -> Iterator[Cost]:
    yield b.penalize_pairs((b.lower, b.residents & b.field.trait_sets.up))


def next_group(b: UpfloatBracket, up: int = 0) -> int:
    """The score just below, whoever of it comes up."""
    return b.levels[0] if b.levels else 0


def first_identifier(b: UpfloatBracket, face: OptimalMatchings) -> PlacePairs:
    """The smaller numbers on top, as small as possible, then their opponents."""
    order = sorted(bits(b.members), key=lambda i: b.field.entrants[i].number)
    after = {i: mask_of(order[n + 1 :]) for n, i in enumerate(order)}
    tops = [i for i in order if face.try_restrict(i, after[i])]
    return [(i, fix_first(face, i, split_into_runs(order))) for i in tops]


def no_order(b: UpfloatBracket, pairs: PlacePairs) -> tuple[CostVector, ...]:
    return ()


def system(ahead: bool, *, graded: bool = False) -> UpfloatProcedure:
    following = (FollowingScoregroup("7", "F", next_group, graded),) if ahead else ()
    return UpfloatProcedure(
        (
            Criterion("1", "A", upfloaters, role=Role.NUMBER),
            Criterion("2", "B", scores_of_upfloaters, role=Role.SCORES),
            *following,
            Criterion("3", "C", floated_before),
            Step("4", "sets"),
            Criterion("5", "D", same_side, role=Role.INSIDE),
            Criterion("6", "E", guests_and_floaters, role=Role.INSIDE),
            Candidates("8", first_identifier, no_order, ()),
        )
    )


def field_of(seed: int, size: int, density: float | None = None) -> Field:
    """Random scores, numbers, colours and floats, and who may meet whom."""
    rng = random.Random(seed)
    numbers = rng.sample(range(1, size + 1), size)
    seats = [
        Entrant(
            id=i,
            number=numbers[i - 1],
            score=10 * rng.randint(0, 3),
            preference=Preference(rng.choice([*Colour, None]), Strength.MILD),
            floats=(rng.choice([Float.UP, Float.NONE]), Float.NONE),
        )
        for i in range(1, size + 1)
    ]
    rows = [0] * size
    chance = density or rng.choice([0.4, 0.6, 0.8, 1.0])
    for i, j in combinations(range(size), 2):
        if rng.random() < chance:
            rows[i] |= 1 << j
            rows[j] |= 1 << i
    return Field(seats, 3, 9, rows=rows)


# -- the definition


def by_definition(field: Field, ahead: bool) -> list[frozenset[int]] | None:
    """The round by listing everything."""
    if not is_pairable(field.rows, field.full):
        return None
    alive, found = field.full, []
    while alive:
        top = max(field.scores[i] for i in bits(alive))
        home = mask_of(i for i in bits(alive) if field.scores[i] == top)
        up = best_set(field, home, alive & ~home, ahead)
        found += best_pairing(field, home, up)
        alive &= ~(home | up)
    return found


def best_set(field: Field, home: int, lower: int, ahead: bool) -> int:
    below = bits(lower)
    floated = field.trait_sets.up
    for number in range(home.bit_count() % 2, len(below) + 1, 2):
        best: list[tuple[object, ...]] = []
        for chosen in combinations(below, number):
            up = mask_of(chosen)
            if is_pairable(field.rows, lower & ~up) and is_pairable(field.rows, home | up):
                scores = [-score for score in sorted(field.scores[i] for i in chosen)]
                worse = ahead and not eased(field, home, lower & ~up, lower)
                best.append((scores, worse, (up & floated).bit_count(), chosen, up))
        if best:
            return int(min(best)[-1])  # type: ignore[call-overload,type-var]
    raise AssertionError("nobody suffices")


def eased(field: Field, home: int, rest: int, lower: int) -> bool:
    """Whether what is left of the next scoregroup needs at most one from below, and that only if it is odd."""
    group = next_group(UpfloatBracket(field, home, lower)) & rest
    if not group:
        return True
    others = rest & ~group
    sets = [0] if group.bit_count() % 2 == 0 else [1 << i for i in bits(others)]
    return any(is_pairable(field.rows, group | up) and is_pairable(field.rows, others & ~up) for up in sets)


def best_pairing(field: Field, home: int, up: int) -> list[frozenset[int]]:
    floated, sides = field.trait_sets.up, (field.white, field.black)

    def value(pairs: list[tuple[int, int]]) -> tuple[object, ...]:
        clashes = sum(side >> i & side >> j & 1 for i, j in pairs for side in sides)
        guests = sum(bool(up >> i & 1 and home & floated & 1 << j) for a, b in pairs for i, j in ((a, b), (b, a)))
        ordered = sorted(sorted(field.entrants[i].number for i in pair) for pair in pairs)
        return clashes, guests, [a for a, _ in ordered], [b for _, b in ordered]

    best = min(pairings(field.rows, home | up), key=value)
    return [frozenset(pair) for pair in best]


@pytest.mark.parametrize("ahead", [False, True])
@pytest.mark.parametrize("part", range(4))
def test_the_walk_keeps_to_its_definition(part: int, ahead: bool) -> None:
    for seed in range(part * 100, part * 100 + 100):
        field = field_of(seed, random.Random(seed).choice([4, 6, 8]))
        want = by_definition(field, ahead)
        try:
            decisions = list(system(ahead).pair(field))
        except NoPairingError:
            assert want is None, seed
            continue
        got = [frozenset(field.place[i] for i in pair) for decision in decisions for pair in decision.pairs]
        assert want is not None
        assert set(got) == set(want), seed


@pytest.mark.parametrize("seed", range(6))
def test_the_price_names_the_wishes(seed: int) -> None:
    """The first line in which another pairing differs is dearer; the pairs of a bracket come last."""
    field = field_of(seed, 6, 0.9)
    walk = system(True)
    mine = walk.price(field, [pair for one in walk.pair(field) for pair in one.pairs], None)
    before = [line.cost for ledger in mine for line in ledger.lines]
    for pairs in pairings(field.rows, field.full):
        other = walk.price(field, [(field.ids[i], field.ids[j]) for i, j in pairs], None)
        assert before <= [line.cost for ledger in other for line in ledger.lines]


def test_a_graded_line_says_how_many_the_next_scoregroup_needs() -> None:
    """Of every pairing, against all ways to pair who is left below."""
    walk, seen = system(True, graded=True), set()
    for seed in range(30):
        field = field_of(seed, 8, 0.6)
        for pairs in pairings(field.rows, field.full):
            names = [(field.ids[i], field.ids[j]) for i, j in pairs]
            for (_, home, lower, met), ledger in zip(
                split_into_brackets(field, names), walk.price(field, names, None), strict=True
            ):
                rest = lower & ~mask_of(i for pair in met for i in pair)
                group = next_group(UpfloatBracket(field, home, lower)) & rest
                needed = min(
                    sum((group >> i ^ group >> j) & 1 for i, j in every) for every in pairings(field.rows, rest)
                )
                assert [line.cost for line in ledger.lines if line.code == "F"] == [(needed,)], seed
                seen.add(needed)
    assert seen == {0, 1, 2}


@pytest.mark.parametrize("ahead", [False, True])
@pytest.mark.parametrize("part", range(4))
def test_what_is_granted_is_the_best_that_keeps_to_a_wish(part: int, ahead: bool) -> None:
    """Whatever meetings are left of the field: they limit what is paired, and not what the rules look ahead to."""
    walk, granted = system(ahead), 0
    for seed in range(part * 60, part * 60 + 60):
        field = field_of(seed, random.Random(seed).choice([6, 8]), 0.9)
        wished = thinned(field, random.Random(seed))
        every = [costs(walk, field, pairs) for pairs in pairings(wished.rows, wished.full)]
        for ours in (ledgers(walk, field), ()) if every else ():
            found = [[line.cost for line in ledger.lines] for ledger in walk.what_if(field, wished, ours)]
            assert found == min(every), seed
            granted += found != costs(walk, field, best_of(walk, field))
    assert granted > 20


def test_what_would_take_too_long_is_not_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.pairing.upfloat.procedure.MAX_SETS", 0)
    walk, refused = system(True), 0
    for seed in range(60):
        field = field_of(seed, 8, 0.9)
        try:
            list(walk.what_if(field, thinned(field, random.Random(seed)), ()))
        except UndecidedError:
            refused += 1
        except NoPairingError:
            continue
    assert refused


def thinned(field: Field, rng: random.Random) -> Field:
    """The field with some meetings taken out."""
    rows = list(field.rows)
    for i, j in combinations(range(field.size), 2):
        if rng.random() < 0.3:
            rows[i] &= ~(1 << j)
            rows[j] &= ~(1 << i)
    return field.with_edges(rows)


def best_of(walk: UpfloatProcedure, field: Field) -> PlacePairs:
    """Our pairing by places."""
    return [(field.place[a], field.place[b]) for one in walk.pair(field) for a, b in one.pairs]


def ledgers(walk: UpfloatProcedure, field: Field) -> tuple[Ledger, ...]:
    """What ours pays."""
    return tuple(walk.price(field, [pair for one in walk.pair(field) for pair in one.pairs], None))


def costs(walk: UpfloatProcedure, field: Field, pairs: PlacePairs) -> list[list[CostVector]]:
    """What a pairing pays, line by line."""
    price = walk.price(field, [(field.ids[i], field.ids[j]) for i, j in pairs], None)
    return [[line.cost for line in ledger.lines] for ledger in price]


def test_brackets_of_a_pairing() -> None:
    field = field_of(1, 8, 1.0)
    pairs = [(field.ids[i], field.ids[i + 1]) for i in range(0, 8, 2)]
    found = list(split_into_brackets(field, pairs))
    assert sorted(pair for *_, met in found for pair in met) == [(0, 1), (2, 3), (4, 5), (6, 7)]
    for _, home, lower, _ in found:
        assert not home & lower


# -- the traps of the laboratory


def test_an_odd_scoregroup_needs_no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Minimising the pairs that leave an odd set is a gap; slots know how many leave, so there is none."""
    monkeypatch.setattr(UpfloatSearch, "search_with_all", lambda *_: pytest.fail("looked at everybody"))
    field = field_of(5, 41 + 1, 1.0)
    assert len([pair for one in system(False).pair(field) for pair in one.pairs]) == 21


def test_two_players_who_cannot_meet_need_other_opponents() -> None:
    field = field_of(2, 8, 1.0)
    top = [i for i in range(8) if field.scores[i] == field.scores[0]]
    among = mask_of(top)
    field = field.with_edges([row & ~among if among >> i & 1 else row for i, row in enumerate(field.rows)])
    first = next(iter(system(False).pair(field)))
    assert len(first.moved_up) == len(first.residents) == len(top)


def test_large_fields_are_quick() -> None:
    """Not a measurement (see bench): a guard against an algorithm of the wrong order."""

    def pair(players: int) -> int:
        field = field_of(7, players, 0.97)
        return count_calls(lambda: pairs.append(sum(len(one.pairs) for one in system(False).pair(field))))

    pairs: list[int] = []
    assert pair(600) < 4 * pair(300)
    assert pairs == [300, 150]
