"""Bans read once: few are joined one by one, many are written down in a table; both say the same, in any order."""

from __future__ import annotations

import pickle
from itertools import combinations
from random import Random

import pytest

import rookery
from rookery import Forbidden, Player, RuleError, Tournament
from rookery.model import apart as apart_module
from rookery.model.apart import Apart, apart, read
from rookery.model.tournament import BANS, bans_of
from rookery.model.unchecked import changed
from rookery.values import replace


def pairs_of(found: Apart, place: dict[int, int]) -> set[tuple[int, int]]:
    """Who is kept apart, said from both sides, by places."""
    return {(i, j) for i, row in found.at(place).items() for j in range(len(place)) if row >> j & 1}


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
        assert pairs_of(apart(groups), place) == expected(groups, place)
        said = tuple(map(Forbidden, groups))
        assert pairs_of(read(said, sorted(ids)).in_round(1), place) == expected(groups, place)


def test_every_round_has_the_bans_that_hold_in_it() -> None:
    rng = Random("spans")
    said = []
    for _ in range(40):
        first = rng.randint(1, 5)
        last = rng.choice([None, None, rng.randint(first, 6)])
        said.append(Forbidden(tuple(rng.sample(range(1, 21), rng.choice([2, 2, 2, 4]))), first, last))
    place = {one: one - 1 for one in range(1, 21)}
    bans = read(tuple(said), range(1, 21))
    for round in range(1, 8):
        holding = [one.players for one in said if one.covers(round)]
        assert pairs_of(bans.in_round(round), place) == expected(holding, place)


def test_what_was_read_goes_with_the_tournament_and_never_with_other_bans() -> None:
    event = Tournament(players=tuple(map(Player, range(1, 7))), planned=5, forbidden=(Forbidden((1, 4)),))
    bans = bans_of(event)
    assert bans_of(changed(event, planned=4)) is bans
    other = changed(event, forbidden=(Forbidden((2, 5)),))
    assert bans_of(other).in_round(1).at({2: 0, 5: 1}) == {0: 2, 1: 1}
    assert (1, 4) not in rookery.pair(event).pairs
    assert (1, 4) in rookery.pair(other).pairs
    assert BANS not in event.__getstate__()
    again = pickle.loads(pickle.dumps(event))
    assert again == event
    assert bans_of(again) == bans


def test_strangers_and_strange_things_are_refused() -> None:
    event = Tournament(players=tuple(map(Player, range(1, 7))))
    with pytest.raises(RuleError, match="names 9, who does not take part"):
        replace(event, forbidden=(Forbidden((1, 2)), Forbidden((9, 2))))
    with pytest.raises(RuleError, match="forbidden holds Forbiddens"):
        replace(event, forbidden=((1, 2),))  # type: ignore[arg-type]


def test_a_field_can_be_sent_elsewhere() -> None:
    event = Tournament(players=tuple(map(Player, range(1, 7))), planned=5)
    for one in (event, replace(event, forbidden=(Forbidden((1, 4)), Forbidden((2, 3, 5))))):
        field = rookery.pair(one, system="dutch").answers.field  # type: ignore[union-attr]
        assert pickle.loads(pickle.dumps(field)).rows == field.rows
