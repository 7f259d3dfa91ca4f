"""Explanations of a round over HTTP: groups, floats, boards, pairs of players; predetermined rounds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.model import Result
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.manual_pairing import Swap
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from support.clubs import NAMES, do, get_page, play_rounds, swiss, visible_text
from support.html_elements import has_element, select_text, select_texts
from support.publication import publish
from support.visitors import OpenDesk, open_desk


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path, shared=True)
    yield made
    made.store.close()


@pytest.fixture
def third(house: OpenDesk) -> str:
    """A Swiss whose third round is paired."""
    stream = swiss(house)
    play_rounds(house, stream, 2)
    do(house, stream, PairRound())
    return stream


def test_groups_floats_and_relaxed_criteria(house: OpenDesk, third: str, snapshot: SnapshotAssertion) -> None:
    page = get_page(house.visitor(), "/t/club/round/3/why")
    assert select_text(page, "main .chip") == snapshot
    assert not has_element(page, "main .chip.amber")
    assert select_texts(page, ".group h2") == snapshot
    assert select_texts(page, ".group p.small") == snapshot
    assert select_texts(page, ".group .why") == snapshot
    assert select_texts(page, ".picture svg title")[0] == snapshot
    assert "<b>Abe</b>" not in page
    assert page.count("why/asked?board=") == 3
    assert select_texts(page, ".why.alone p") == snapshot


def test_free_boards_second_entries_and_the_bye_need_confirmation(
    house: OpenDesk, third: str, snapshot: SnapshotAssertion
) -> None:
    visitor, state = house.visitor(), house.desk.state(third)
    keys = state.keys.participant
    board = visible_text(get_page(visitor, "/t/club/round/3/why/asked", board="1"))
    assert "Board 1" in board
    assert "C.04.3" in board
    meets = next(game for game in state.tournament.rounds[2].games if 1 in (game.white, game.black))
    other = next(key for one, key in keys.items() if one not in (1, meets.white, meets.black))
    asked = get_page(visitor, "/t/club/round/3/why", one="p1", other=other)
    assert select_text(asked, "#asked h2") == snapshot
    assert select_text(asked, 'select[name="other"] option[value=""]') == snapshot
    assert select_text(get_page(visitor, "/t/club/round/3/why", one="p1", other="bye"), "#asked h2") == snapshot
    assert select_texts(get_page(visitor, "/t/club/round/3/why", one=keys[meets.white]), "#asked p") == snapshot
    assert visitor.ask("/t/club/round/3/why?one=nobody").status_code == 422
    assert visitor.ask("/t/club/round/3/why?one=p1&other=nobody").status_code == 422
    assert visitor.ask("/t/club/round/3/why?board=77").status_code == 422
    assert visitor.ask("/t/club/round/4/why").status_code == 422


def test_a_round_that_is_not_ours_says_so_with_both(house: OpenDesk, third: str, snapshot: SnapshotAssertion) -> None:
    state = house.desk.state(third)
    one, other = state.tournament.rounds[2].games[:2]
    keys = state.keys.participant
    do(house, third, Swap(keys[one.black], keys[other.black], "places"))
    page = get_page(house.visitor(), "/t/club/round/3/why")
    assert select_text(page, "main .chip.amber") == snapshot
    assert select_texts(page, ".beside div") == snapshot


def test_the_hall_may_ask_too(house: OpenDesk, third: str, snapshot: SnapshotAssertion) -> None:
    guest = house.outside()
    assert guest.ask("/p/club/round/3/why").status_code == 422
    publish(house.desk, third)
    assert select_text(get_page(guest, "/p/club/round/3/why"), "main .chip") == snapshot
    assert "/t/club" not in get_page(guest, "/p/club/round/3/why")
    assert "Board 1" in get_page(guest, "/p/club/round/3/why/asked", board="1")


def test_a_round_robin_has_a_schedule_and_no_groups(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = house.desk.create("ring")
    do(house, stream, OpenTournament("Ring", TournamentRules(system="round-robin")))
    do(house, stream, EnterPlayers(tuple(Facts(name, 2000 - 10 * at) for at, name in enumerate(NAMES[:5]))))
    visitor = house.visitor()
    page = get_page(visitor, "/t/ring/schedule")
    assert has_element(page, '.scheduled a[href="/t/ring/round/5"]')
    free = select_texts(page, ".scheduled section p")
    assert len(free) == 5
    assert free == snapshot
    assert not has_element(page, ".scheduled .chip")
    do(house, stream, PairRound())
    assert select_text(get_page(visitor, "/t/ring/schedule"), ".scheduled .chip") == "paired"
    state = house.desk.state(stream)
    game = state.tournament.rounds[0].games[0]
    white, black = (state.keys.participant[number] for number in (game.white, game.black))
    do(house, stream, EnterResult(1, white, black, Result.DRAW))
    assert select_text(get_page(visitor, "/t/ring/schedule"), ".scheduled .chip.amber") == snapshot
    assert select_text(get_page(visitor, "/t/ring/round/1"), '.deeds a[href="/t/ring/schedule"]') == snapshot
    why = get_page(visitor, "/t/ring/round/1/why")
    assert select_texts(why, "section:has(.pairs) h2") == snapshot
    assert not has_element(why, ".group")
    assert not has_element(why, ".picture svg")


def test_a_swiss_has_no_schedule(house: OpenDesk, third: str, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    assert select_text(get_page(visitor, "/t/club/schedule"), ".card.empty") == snapshot
    assert not has_element(get_page(visitor, "/t/club/round/3"), '.deeds a[href="/t/club/schedule"]')
