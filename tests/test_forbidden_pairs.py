"""Forbidden pairs are read once: a few joined, many in a table; both agree, in any order."""

from __future__ import annotations

import pickle
from itertools import combinations
from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import ForbiddenPair, Player, RuleError, Tournament
from rookery._record import replace
from rookery.model import forbidden_pairs as apart_module
from rookery.model._construct import replace_unchecked
from rookery.model.forbidden_pairs import ForbiddenPairs, build_forbidden_pairs, pairs_within_groups
from rookery.model.tournament import FORBIDDEN_PAIRS_ATTRIBUTE, forbidden_pairs_by_round


def pairs_of(found: ForbiddenPairs, place: dict[int, int]) -> set[tuple[int, int]]:
    """Who is kept apart, said from both sides, by places."""
    return {(i, j) for i, row in found.by_place(place).items() for j in range(len(place)) if row >> j & 1}


def expected(groups: list[tuple[int, ...]], place: dict[int, int]) -> set[tuple[int, int]]:
    both = {pair for group in groups for a, b in combinations(group, 2) for pair in ((a, b), (b, a))}
    return {(place[a], place[b]) for a, b in both if a != b and a in place and b in place}


@pytest.mark.parametrize("share", [0.01, 0.1, 0.3, 0.9])
def test_a_table_says_the_same_as_pair_by_pair(share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(f"apart {share}")
    ids = rng.sample(range(1, 200), 60)
    everybody = [*ids, 900, 901]  # two who do not take part
    groups: list[tuple[int, ...]] = [(a, b) for a in everybody for b in everybody if a < b and rng.random() < share]
    groups += [tuple(rng.sample(ids, 5)), (ids[3],), (ids[4], ids[4]), ()]
    rng.shuffle(groups)
    here = rng.sample(ids, 50)  # the others are absent
    place = {one: i for i, one in enumerate(here)}
    for dense in (0, 1, 16, 10**9):
        monkeypatch.setattr(apart_module, "DENSE", dense)
        assert pairs_of(pairs_within_groups(groups), place) == expected(groups, place)
        said = tuple(map(ForbiddenPair, groups))
        assert pairs_of(build_forbidden_pairs(said, sorted(ids)).in_round(1), place) == expected(groups, place)


def test_every_round_has_the_bans_that_hold_in_it() -> None:
    rng = Random("spans")
    said = []
    for _ in range(40):
        first = rng.randint(1, 5)
        last = rng.choice([None, None, rng.randint(first, 6)])
        said.append(ForbiddenPair(tuple(rng.sample(range(1, 21), rng.choice([2, 2, 2, 4]))), first, last))
    place = {one: one - 1 for one in range(1, 21)}
    bans = build_forbidden_pairs(tuple(said), range(1, 21))
    for round in range(1, 8):
        holding = [one.players for one in said if one.covers(round)]
        assert pairs_of(bans.in_round(round), place) == expected(holding, place)


def test_what_was_read_goes_with_the_tournament_and_never_with_other_bans() -> None:
    event = Tournament(
        players=tuple(map(Player, range(1, 7))), planned_rounds=5, forbidden_pairs=(ForbiddenPair((1, 4)),)
    )
    bans = forbidden_pairs_by_round(event)
    assert forbidden_pairs_by_round(replace_unchecked(event, planned_rounds=4)) is bans
    other = replace_unchecked(event, forbidden_pairs=(ForbiddenPair((2, 5)),))
    assert forbidden_pairs_by_round(other).in_round(1).by_place({2: 0, 5: 1}) == {0: 2, 1: 1}
    assert (1, 4) not in rookery.pair(event).pairs
    assert (1, 4) in rookery.pair(other).pairs
    assert FORBIDDEN_PAIRS_ATTRIBUTE not in event.__getstate__()
    again = pickle.loads(pickle.dumps(event))
    assert again == event
    assert forbidden_pairs_by_round(again) == bans


def test_strangers_and_strange_things_are_refused(snapshot: SnapshotAssertion) -> None:
    event = Tournament(players=tuple(map(Player, range(1, 7))))
    for forbidden in ((ForbiddenPair((1, 2)), ForbiddenPair((9, 2))), ((1, 2),)):
        with pytest.raises(RuleError) as caught:
            replace(event, forbidden_pairs=forbidden)
        assert str(caught.value) == snapshot


def test_a_field_can_be_sent_elsewhere() -> None:
    event = Tournament(players=tuple(map(Player, range(1, 7))), planned_rounds=5)
    for one in (event, replace(event, forbidden_pairs=(ForbiddenPair((1, 4)), ForbiddenPair((2, 3, 5))))):
        field = rookery.pair(one, system="dutch").explainer.field  # type: ignore[union-attr]
        assert pickle.loads(pickle.dumps(field)).rows == field.rows
