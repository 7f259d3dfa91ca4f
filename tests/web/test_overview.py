"""The overview over HTTP: what to do next has its button at every step, and what stands above the tables can change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rookery.desk.commands.players import EnterPlayers
from rookery.desk.commands.results import EnterResult
from rookery.desk.commands.rules import LeaveMode, OpenTournament
from rookery.desk.decision import Unanswered
from rookery.desk.facts import Facts
from rookery.desk.rules import Laws
from rookery.desk.state import State
from rookery.model import Result
from support.visitors import Open, opened


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Open]:
    made = opened(tmp_path)
    made.desk.do(made.desk.create("club"), OpenTournament("<i>Club</i>", Laws(system="dutch")))
    yield made
    made.store.close()


def stream(house: Open) -> str:
    return house.site.streams()[0].id


def state(house: Open) -> State:
    return house.desk.state(stream(house))


def enter(house: Open, number: int) -> None:
    house.desk.do(stream(house), EnterPlayers(tuple(Facts(f"P{at}", 2000 - at) for at in range(number))))


def test_every_step_before_round_1_has_its_way(house: Open) -> None:
    visitor = house.visitor()
    page = visitor.ask("/t/club").text
    assert "<i>Club" not in page
    for text in ("Enter the players.", "Say how many rounds there are.", "Draw the initial colour."):
        assert text in page
    assert 'href="/t/club/players#add"' in page
    assert 'data-key="Enter"' in page
    assert visitor.form("club", "rules.set", **{"fields.rounds:int": "3"}).status_code == 303
    enter(house, 6)
    assert visitor.send("POST", "/t/club/lot", data={"door": visitor.door}).status_code == 303
    assert state(house).sticky.colour is not None
    page = visitor.ask("/t/club").text
    assert "Pair round 1" in page
    assert "Draw the initial colour" not in page
    assert visitor.form("club", "round.pair", then="/t/club/round/1").headers["location"] == "/t/club/round/1"


def test_the_lot_is_drawn_once(house: Open) -> None:
    visitor = house.visitor()
    visitor.send("POST", "/t/club/lot", data={"door": visitor.door})
    drawn, version = state(house).sticky.colour, house.desk.version(stream(house))
    visitor.send("POST", "/t/club/lot", data={"door": visitor.door})
    assert (state(house).sticky.colour, house.desk.version(stream(house))) == (drawn, version)
    assert visitor.send("POST", "/t/club/lot", data={}).status_code == 403


def test_the_end_of_a_tournament(house: Open) -> None:
    visitor = house.visitor()
    enter(house, 2)
    visitor.form("club", "rules.set", **{"fields.rounds:int": "1"})
    visitor.form("club", "round.pair")
    assert "To round 1" in visitor.ask("/t/club").text
    (game,) = state(house).tournament.rounds[0].games
    key = state(house).keys.player
    house.desk.do(stream(house), EnterResult(1, key[game.white], key[game.black], Result.DRAW))
    page = visitor.ask("/t/club").text
    assert "Final standings" in page
    assert visitor.form("club", "tournament.close").status_code == 303
    assert "Open it again" in visitor.ask("/t/club").text
    assert visitor.form("club", "tournament.reopen").status_code == 303


def test_what_cannot_be_paired_is_told_before(house: Open) -> None:
    visitor = house.visitor()
    enter(house, 4)
    visitor.form("club", "rules.set", **{"fields.rounds:int": "5"})
    page = visitor.ask("/t/club").text
    assert "Note:" in page
    assert "cannot all be paired" in page


def test_the_head_is_put_right(house: Open) -> None:
    visitor = house.visitor()
    said = {
        "fields.name:text": "Open", "fields.city:text": '"><b>', "fields.start:maybe": "2026-04-02",
        "fields.end:maybe": "", "fields.deputies:lines": "Ada\r\nBen\r\n\r\n",
        "fields.round_dates:days": "2026-04-02\r\n-\r\n2026-04-03", "fields.chief_arbiter:text": "Cyd",
    }  # fmt: skip
    assert visitor.form("club", "head.set", **said).status_code == 303
    event = state(house).tournament.event
    assert (event.name, event.city, event.deputies, str(event.start), event.end) == (
        "Open", '"><b>', ("Ada", "Ben"), "2026-04-02", None,
    )  # fmt: skip
    assert [one and str(one) for one in event.round_dates] == ["2026-04-02", None, "2026-04-03"]
    page = visitor.ask("/t/club").text
    assert ">2026-04-02\n-\n2026-04-03</textarea>" in page
    assert '"><b>' not in page
    assert visitor.form("club", "head.set", **{"fields.start:maybe": "soon"}).status_code == 422


def test_that_fide_mode_was_left_is_said(house: Open) -> None:
    visitor = house.visitor()
    assert "In FIDE mode" in visitor.ask("/t/club").text
    with pytest.raises(Unanswered) as asked:
        house.desk.do(stream(house), LeaveMode("a friendly"))
    house.desk.do(stream(house), LeaveMode("a friendly"), acknowledged=asked.value.tokens)
    assert "Left in round 1, for good" in visitor.ask("/t/club").text
