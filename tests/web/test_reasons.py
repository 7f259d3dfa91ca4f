"""Why a round is as it is, over HTTP: groups, floats, boards, questions about two; rounds that are known beforehand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rookery.desk.commands.hand import Swap
from rookery.desk.commands.players import EnterPlayers
from rookery.desk.commands.rounds import PairRound
from rookery.desk.commands.rules import OpenTournament
from rookery.desk.facts import Facts
from rookery.desk.rules import Laws
from support.clubs import NAMES, do, look, played, swiss, text
from support.visitors import Open, opened


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Open]:
    made = opened(tmp_path, shared=True)
    yield made
    made.store.close()


@pytest.fixture
def third(house: Open) -> str:
    """A Swiss whose third round is paired."""
    stream = swiss(house)
    played(house, stream, 2)
    do(house, stream, PairRound())
    return stream


def test_groups_floats_and_what_was_given_up(house: Open, third: str) -> None:
    page = look(house.visitor(), "/t/club/round/3/why")
    said = text(page)
    assert "As the rules give it" in said
    assert "Group of 2 points" in said
    assert "Moved on: " in said
    assert "What could not be granted" in said
    assert "Groups of round 3" in page
    assert "<b>Abe</b>" not in page
    assert page.count("why/asked?board=") == 3
    assert "allocated bye" in said


def test_a_board_somebody_two_and_the_bye_are_asked_about(house: Open, third: str) -> None:
    visitor, state = house.visitor(), house.desk.state(third)
    keys = state.keys.participant
    board = text(look(visitor, "/t/club/round/3/why/asked", board="1"))
    assert "Board 1" in board
    assert "C.04.3" in board
    meets = next(game for game in state.tournament.rounds[2].games if 1 in (game.white, game.black))
    other = next(key for one, key in keys.items() if one not in (1, meets.white, meets.black))
    asked = text(look(visitor, "/t/club/round/3/why", one="p1", other=other))
    assert "does not meet" in asked
    assert "about the first" in asked
    assert "has not got the bye" in text(look(visitor, "/t/club/round/3/why", one="p1", other="bye"))
    assert "has White against" in text(look(visitor, "/t/club/round/3/why", one=keys[meets.white]))
    assert visitor.ask("/t/club/round/3/why?one=nobody").status_code == 422
    assert visitor.ask("/t/club/round/3/why?one=p1&other=nobody").status_code == 422
    assert visitor.ask("/t/club/round/3/why?board=77").status_code == 422
    assert visitor.ask("/t/club/round/4/why").status_code == 422


def test_a_round_that_is_not_ours_says_so_with_both(house: Open, third: str) -> None:
    state = house.desk.state(third)
    one, other = state.tournament.rounds[2].games[:2]
    keys = state.keys.participant
    do(house, third, Swap(keys[one.black], keys[other.black], "places"))
    said = text(look(house.visitor(), "/t/club/round/3/why"))
    assert "Not as the rules give it" in said
    assert "By the rules" in said
    assert "In this round" in said


def test_the_hall_may_ask_too(house: Open, third: str) -> None:
    guest = house.outside()
    assert "As the rules give it" in look(guest, "/p/club/round/3/why")
    assert "/t/club" not in look(guest, "/p/club/round/3/why")
    assert "Board 1" in look(guest, "/p/club/round/3/why/asked", board="1")


def test_a_round_robin_has_a_schedule_and_no_groups(house: Open) -> None:
    stream = house.desk.create("ring")
    do(house, stream, OpenTournament("Ring", Laws(system="round-robin")))
    do(house, stream, EnterPlayers(tuple(Facts(name, 2000 - 10 * at) for at, name in enumerate(NAMES[:5]))))
    visitor = house.visitor()
    page = text(look(visitor, "/t/ring/schedule"))
    assert "Round 5" in page
    assert page.count("is free.") == 5
    do(house, stream, PairRound())
    assert "being played" in text(look(visitor, "/t/ring/schedule"))
    assert "All rounds" in look(visitor, "/t/ring/round/1")
    why = text(look(visitor, "/t/ring/round/1/why"))
    assert "Boards" in why
    assert "Groups of round" not in why


def test_a_swiss_has_no_schedule(house: Open, third: str) -> None:
    visitor = house.visitor()
    assert "it is paired round by round." in look(visitor, "/t/club/schedule")
    assert "All rounds" not in look(visitor, "/t/club/round/3")
