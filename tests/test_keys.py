"""People keep their keys whatever becomes of their numbers."""

from __future__ import annotations

import random

import pytest

import rookery
from rookery import Game, Player, Result, Round, RuleError, Team, Tournament
from rookery.cli.losses import lost
from rookery.entries import corrected, insert
from rookery.order import numbered


def field(rng: random.Random, size: int = 9) -> Tournament:
    """A field with keys, one round played."""
    players = numbered(Player(i, f"P{i:02}", rng.randint(1500, 2500), key=f"u{100 + i}") for i in range(1, size + 1))
    event = Tournament(players=players, planned=5, system="dutch")
    event = event.with_round(rookery.pair(event).round)
    for game in event.rounds[0].games:
        event = event.with_result(1, game.white, game.black, "1-0")
    return event


def met(event: Tournament) -> set[tuple[str, str]]:
    """Who met whom, by key."""
    return {(event.by_id[white].key, event.by_id[black].key) for one in event.rounds for white, black in one.pairs}


@pytest.mark.parametrize("seed", range(20))
def test_games_follow_the_keys_through_every_change_of_numbers(seed: int) -> None:
    rng = random.Random(seed)
    before = field(rng)
    late, numbers = insert(before, Player(50, "Late", rng.randint(1500, 2500), key="u900"))
    assert {before.by_id[old].key: new for old, new in numbers.items()} == {
        key: one.id for key, one in late.by_key.items() if key != "u900"
    }
    assert met(late) == met(before)
    one = rng.choice(sorted(late.by_id))
    other, numbers = corrected(late, {one: rng.randint(1500, 2500)})
    assert all(other.by_id[new].key == late.by_id[old].key for old, new in numbers.items())
    assert set(numbers) == set(late.by_id)
    assert met(other) == met(before)


def test_numbers_given_anew_say_who_had_which() -> None:
    players = numbered([Player(7, "Ada", 1900, key="a"), Player(4, "Ben", 2000, key="b")])
    assert players.numbers == {4: 1, 7: 2}
    assert [(player.id, player.key) for player in players] == [(1, "b"), (2, "a")]


def test_a_key_belongs_to_one() -> None:
    with pytest.raises(RuleError, match="two players have the key 'x'") as found:
        Tournament(players=(Player(1, key="x"), Player(2, key="x"), Player(3)))
    assert found.value.who == (1, 2)
    with pytest.raises(RuleError, match="two teams have the key 't'"):
        Tournament(teams=(Team(1, key="t"), Team(2, key="t")), team_event=True)
    with pytest.raises(RuleError, match="the key of player 1 must be a text, not 5"):
        Player(1, key=5)  # type: ignore[arg-type]


def test_keys_go_through_json_and_trf_tells_that_it_has_no_place() -> None:
    event = Tournament(
        players=(Player(1, key="x"), Player(2, key="y")), rounds=(Round((Game(1, 2, Result.DRAW),)),), system="dutch"
    )
    assert rookery.load(rookery.dump(event, "json")).tournament == event
    again = rookery.load(rookery.dump(event, "trf26")).tournament
    assert "key of players" in list(lost(event, again))


def test_the_tournament_alone_can_still_be_asked_and_warns() -> None:
    event = Tournament(players=(Player(1, "Ada", 2000),))
    with pytest.warns(DeprecationWarning, match="take .tournament.players"):
        assert len(insert(event, Player(2, "Ben", 1900)).players) == 2
    with pytest.raises(AttributeError):
        getattr(insert(event, Player(2, "Ben", 1900)), "nothing")  # noqa: B009
