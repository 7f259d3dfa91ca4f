"""People keep their keys whatever becomes of their numbers."""

from __future__ import annotations

import random

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import Game, Player, Result, Round, RuleError, Team, Tournament
from rookery.files import iter_losses
from rookery.history.late_entries import correct_ratings, insert_player
from rookery.history.pairing_numbers import number_players


def field(rng: random.Random, size: int = 9) -> Tournament:
    """A field with keys, one round played."""
    players = number_players(
        Player(i, f"P{i:02}", rng.randint(1500, 2500), key=f"u{100 + i}") for i in range(1, size + 1)
    )
    event = Tournament(players=players, planned_rounds=5, system="dutch")
    event = event.with_round(rookery.pair(event).round)
    for game in event.rounds[0].games:
        event = event.with_result(1, game.white, game.black, "1-0")
    return event


def meetings(event: Tournament) -> set[tuple[str, str]]:
    """Who met whom, by key."""
    return {
        (event.participants_by_number[white].key, event.participants_by_number[black].key)
        for one in event.rounds
        for white, black in one.pairs
    }


@pytest.mark.parametrize("seed", range(20))
def test_games_follow_the_keys_through_every_change_of_numbers(seed: int) -> None:
    rng = random.Random(seed)
    before = field(rng)
    late, numbers = insert_player(before, Player(50, "Late", rng.randint(1500, 2500), key="u900"))
    assert {before.participants_by_number[old].key: new for old, new in numbers.items()} == {
        key: one.number for key, one in late.by_key.items() if key != "u900"
    }
    assert meetings(late) == meetings(before)
    one = rng.choice(sorted(late.participants_by_number))
    other, numbers = correct_ratings(late, {one: rng.randint(1500, 2500)})
    assert all(
        other.participants_by_number[new].key == late.participants_by_number[old].key for old, new in numbers.items()
    )
    assert set(numbers) == set(late.participants_by_number)
    assert meetings(other) == meetings(before)


def test_renumbering_lists_the_former_numbers() -> None:
    players = number_players([Player(7, "Ada", 1900, key="a"), Player(4, "Ben", 2000, key="b")])
    assert players.numbers == {4: 1, 7: 2}
    assert [(player.number, player.key) for player in players] == [(1, "b"), (2, "a")]


def test_a_key_is_unique(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        Tournament(players=(Player(1, key="x"), Player(2, key="x"), Player(3)))
    assert caught.value.participants == (1, 2)
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        Tournament(teams=(Team(1, key="t"), Team(2, key="t")), team_event=True)
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        Player(1, key=5)  # type: ignore[arg-type]
    assert str(caught.value) == snapshot


def test_keys_go_through_json_and_trf_tells_that_it_has_no_place(snapshot: SnapshotAssertion) -> None:
    event = Tournament(
        players=(Player(1, key="x"), Player(2, key="y")), rounds=(Round((Game(1, 2, Result.DRAW),)),), system="dutch"
    )
    assert rookery.loads(rookery.dumps(event, "json")).tournament == event
    again = rookery.loads(rookery.dumps(event, "trf26")).tournament
    assert list(iter_losses(event, again)) == snapshot
