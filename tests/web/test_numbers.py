"""The numbers over HTTP: by rating, exchanged, drawn, by hand; frozen after round 4, and said why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.model import Result
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from support.html_elements import has_element, select_text
from support.visitors import OpenDesk, open_desk


def open_tournament(folder: Path, system: str, rounds: int | None = 5) -> OpenDesk:
    house = open_desk(folder)
    stream = house.desk.create("club")
    house.desk.do(stream, OpenTournament("Club", TournamentRules(system=system, rounds=rounds)))
    ratings = (2000, 1990, 1990, 1980, 1970, 1960, 1950, 1940)
    people = tuple(Facts(f"<u>{'ABCDEFGH'[at]}", rating) for at, rating in enumerate(ratings))
    house.desk.do(stream, EnterPlayers(people))
    return house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    found = open_tournament(tmp_path, "dutch")
    yield found
    found.store.close()


@pytest.fixture
def everybody(tmp_path: Path) -> Iterator[OpenDesk]:
    found = open_tournament(tmp_path, "round-robin", None)
    yield found
    found.store.close()


def order(house: OpenDesk) -> str:
    t = house.desk.state(house.site.store.streams()[0].id).tournament
    return "".join(one.name[-1] for one in sorted(t.players, key=lambda one: one.number))


def play(house: OpenDesk, rounds: Iterable[int]) -> None:
    stream = house.site.store.streams()[0].id
    for number in rounds:
        house.desk.do(stream, PairRound())
        state = house.desk.state(stream)
        for game in state.tournament.rounds[-1].games:
            both = state.keys.player[game.white], state.keys.player[game.black]
            house.desk.do(stream, EnterResult(number, *both, Result.WHITE_WINS))


def test_equals_are_exchanged(house: OpenDesk) -> None:
    visitor = house.visitor()
    assert "<u>" not in visitor.ask("/t/club/numbers").text
    asked = visitor.form("club", "numbers.exchange", first="p2", second="p3")
    assert asked.status_code == 409
    yes = re.findall(r'name="yes" value="([^"]+)"', asked.text)
    assert visitor.form("club", "numbers.exchange", first="p2", second="p3", yes=yes).status_code == 303
    assert order(house) == "ACBDEFGH"
    assert visitor.form("club", "numbers.exchange", first="p1", second="p8").status_code == 422


def test_the_order_by_hand(house: OpenDesk) -> None:
    visitor = house.visitor()
    said = {"csrf_token": visitor.csrf_token, "at.p3": "1.5"}
    assert visitor.send("POST", "/t/club/order", data=said).status_code == 303
    assert order(house) == "ACBDEFGH"
    assert visitor.send("POST", "/t/club/order", data={**said, "at.p8": "0"}).status_code == 422
    assert visitor.send("POST", "/t/club/order", data={**said, "at.p8": "first"}).status_code == 422
    assert visitor.send("POST", "/t/club/order", data={}).status_code == 403
    assert visitor.form("club", "numbers.give").status_code == 303
    assert order(house) == "ABCDEFGH"


def test_the_numbers_of_a_round_robin_are_drawn(everybody: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = everybody.visitor()
    assert select_text(visitor.ask("/t/club/numbers").text, 'form:has([value="numbers.draw"]) button') == snapshot
    assert visitor.form("club", "numbers.draw").status_code == 303
    drawn = order(everybody)
    assert sorted(drawn) == list("ABCDEFGH")
    said = {"csrf_token": visitor.csrf_token, **{f"at.p{at}": str(9 - at) for at in range(1, 9)}}
    assert visitor.send("POST", "/t/club/order", data=said).status_code == 303
    assert order(everybody) == "HGFEDCBA"


def test_frozen_after_round_4_and_why(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    play(house, [1])
    page = visitor.ask("/t/club/numbers").text
    assert select_text(page, ".frozen") == snapshot
    assert has_element(page, '[value="numbers.exchange"]')
    assert not has_element(page, "p.add-one")
    play(house, [2, 3, 4])
    page = visitor.ask("/t/club/numbers").text
    assert select_text(page, ".frozen .art") == "C.04.2 2.3"
    assert select_text(page, ".frozen") == snapshot
    assert not has_element(page, '[value="numbers.exchange"]')
    assert visitor.form("club", "numbers.exchange", first="p2", second="p3").status_code == 422
