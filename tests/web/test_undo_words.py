"""Undo and redo from every page, in words; and what the search behind Ctrl K offers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from support.html_elements import has_element
from support.visitors import OpenDesk, Visitor, open_desk

NAMES = ("Ada", "Ben", "Cyd", "Dov", "Eve")
PAGES = ("", "/players", "/round/1", "/standings", "/crosstable", "/rules", "/numbers", "/report", "/papers", "/log")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path)
    stream = made.desk.create("club")
    made.desk.do(stream, OpenTournament("Club evening", TournamentRules(system="dutch", rounds=4)))
    made.desk.do(stream, EnterPlayers(tuple(Facts(name, 2000 - 10 * at) for at, name in enumerate(NAMES))))
    yield made
    made.store.close()


def send(visitor: Visitor, command: str, **fields: str) -> list[str]:
    """What the desk says to a script that sends a form."""
    data = {"command": command, "csrf_token": visitor.csrf_token, **fields}
    answer = visitor.send("POST", "/t/club/do", data=data, headers={"accept": "application/json"})
    assert answer.status_code == 200, answer.text
    sentences: list[str] = answer.json()["said"]
    return sentences


def find(visitor: Visitor) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(visitor.ask("/t/club/find").text)
    return found


@pytest.mark.parametrize("page", PAGES)
def test_undo_and_redo_stand_on_every_page(house: OpenDesk, page: str) -> None:
    text = house.visitor().ask(f"/t/club{page}").text
    assert text.count('data-key="z"') == text.count('data-key="y"') == 1
    assert has_element(text, '#top form:has([value="time.redo"])')


def test_undo_and_redo_say_what_they_did(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    send(visitor, "players.enter", **{"players.0.name": "Fay", "players.0.rating": "2100"})
    send(visitor, "ratings.correct", **{"ratings.p6:int": "1050"})
    send(visitor, "bye.ask", **{"*:json": '{"key": "p6", "rounds": [1, 2, 3, 4], "kind": "zero"}'})
    assert [send(visitor, command) for command in ("time.undo",) * 3 + ("time.redo",) * 3] == snapshot
    assert re.findall(r"<td>\s*((?:Taken|Done)[^<]*?)\s*<", visitor.ask("/t/club/log").text) == snapshot


def test_a_return_says_what_it_took_back(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    before = house.desk.version(house.site.store.streams()[0].id)
    send(visitor, "player.withdraw", key="p2")
    send(visitor, "player.edit", key="p3", **{"fields.club": "Quay"})
    assert send(visitor, "time.return", to=str(before)) == snapshot
    assert send(visitor, "time.undo") == snapshot


def test_actions_rank_before_people(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor, stream = house.visitor(), house.site.store.streams()[0].id
    house.desk.do(stream, PairRound(), acknowledged=(f"draw-colour@{house.desk.version(stream)}",))
    send(visitor, "player.withdraw", key="p5")
    found = find(visitor)
    kinds = [one["kind"] for one in found if not one.get("verb")]
    assert kinds.index("player") > max(at for at, kind in enumerate(kinds) if kind == "do")
    assert [one["text"] for one in found if one["kind"] == "do"] == snapshot
    (board,) = (one for one in found if one["text"].startswith("Board 2:"))
    assert board["href"] == "/t/club/round/1#board-2"
    assert "Eve" not in " ".join(one["text"] for one in found if one.get("verb"))
    for one in found:
        assert visitor.ask(one["href"].partition("#")[0]).status_code == 200, one
    assert {load["kind"] for load in json.loads(visitor.ask("/p/club/find").text)} == {"player"}


def test_a_bye_a_withdrawal_and_a_deletion_are_confirmed(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    """Each answer says in one line what happened, and to whom."""
    visitor = house.visitor()
    bye = send(visitor, "bye.ask", **{"*:json": '{"key": "p1", "rounds": [1], "kind": "half"}'})
    withdrawal = send(visitor, "player.withdraw", key="p2")
    deletion = send(visitor, "player.remove", key="p5")
    assert [len(lines) for lines in (bye, withdrawal, deletion)] == [1, 1, 1]
    assert "Ada" in bye[0]
    assert "Ben" in withdrawal[0]
    assert "Eve" in deletion[0]
    assert [bye, withdrawal, deletion] == snapshot
