"""A round made by hand, over HTTP: begun, moved about, warned of, ended or given up; by forms alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from rookery.desk.commands.hand import OpenPhase
from rookery.desk.commands.moves import FillTable, MoveSeats
from rookery.desk.commands.players import EnterPlayers
from rookery.desk.commands.results import EnterResult
from rookery.desk.commands.rounds import PairRound
from rookery.desk.commands.rules import OpenTournament
from rookery.desk.facts import Facts
from rookery.desk.rules import Laws
from rookery.model import Result
from support.clubs import do, look, played, swiss, text
from support.visitors import Open, Visitor, opened

JSON = {"accept": "application/json"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Open]:
    made = opened(tmp_path, shared=True)
    yield made
    made.store.close()


def table(house: Open, stream: str) -> list[tuple[str, str]]:
    phase = house.desk.state(stream).phase
    assert phase is not None
    return list(phase.boards.pairs)


def move(visitor: Visitor, what: str, keys: list[str], **more: Any) -> httpx.Response:
    return visitor.form("club", "hand.move", JSON, what=what, keys=keys, **more)


def answered(visitor: Visitor, command: str, **fields: Any) -> httpx.Response:
    """The form, and whatever it asks answered with yes."""
    answer = visitor.form("club", command, JSON, **fields)
    while answer.status_code == 409:
        answer = visitor.form("club", command, JSON, yes=answer.json()["tokens"], **fields)
    return answer


def test_a_round_to_come_is_made_from_nothing(house: Open) -> None:
    stream = swiss(house)
    played(house, stream, 1)
    visitor = house.visitor()
    assert "Round 2 is not being made by hand" in look(visitor, "/t/club/round/2/hand")
    sent = visitor.form("club", "hand.open", round="2", then="/t/club/round/2/hand")
    assert (sent.status_code, sent.headers["location"]) == (303, "/t/club/round/2/hand")
    page = look(visitor, "/t/club/round/2/hand")
    assert page.count('name="keys"') == 7
    assert "7 players have neither a board nor a bye yet" in text(page)
    assert "Pair all by the rules" in page
    assert visitor.form("club", "hand.fill", then="/t/club/round/2/hand").status_code == 303
    page = text(look(visitor, "/t/club/round/2/hand"))
    assert "all on the table" in page
    assert "As the rules give it" in page
    assert visitor.form("club", "hand.close").status_code == 303
    assert len(house.desk.state(stream).tournament.rounds) == 2


def test_two_are_exchanged_and_the_difference_is_marked(house: Open) -> None:
    stream = swiss(house)
    played(house, stream, 1)
    do(house, stream, PairRound())
    do(house, stream, OpenPhase(2))
    visitor = house.visitor()
    (_, first), (_, second), *_ = table(house, stream)
    assert answered(visitor, "hand.move", what="exchange", keys=[first, second]).status_code == 200
    assert table(house, stream)[0][1] == second
    page = text(look(visitor, "/t/club/round/2/hand"))
    assert "2 boards differ" in page
    assert "not ours" in page
    assert "Ending it asks first: Level 4" in page
    asked = visitor.form("club", "hand.close", JSON)
    assert [one["level"] for one in asked.json()["warnings"] if one["code"] == "by-hand"] == [4]
    assert "### MPA" in asked.json()["html"]
    assert house.desk.state(stream).phase is not None
    assert answered(visitor, "hand.close").status_code == 200
    assert house.desk.state(stream).phase is None


def test_a_warning_arises_with_its_board_and_stays_beside_it(house: Open) -> None:
    stream = swiss(house)
    played(house, stream, 1)
    do(house, stream, OpenPhase(2))
    visitor, state = house.visitor(), house.desk.state(stream)
    game = state.tournament.rounds[0].games[0]
    both = [state.keys.participant[game.white], state.keys.participant[game.black]]
    asked = move(visitor, "together", both)
    assert "rematch" in [one["code"] for one in asked.json()["warnings"]]
    assert table(house, stream) == []
    assert move(visitor, "together", both, yes=asked.json()["tokens"]).status_code == 200
    page = look(visitor, "/t/club/round/2/hand")
    assert "seats check" in page
    assert "have met already" in page


def test_without_a_script_a_page_asks(house: Open) -> None:
    stream = swiss(house)
    played(house, stream, 1)
    do(house, stream, OpenPhase(2))
    visitor, state = house.visitor(), house.desk.state(stream)
    game = state.tournament.rounds[0].games[0]
    both = [state.keys.participant[game.white], state.keys.participant[game.black]]
    page = visitor.form("club", "hand.move", what="together", keys=both)
    assert page.status_code == 409
    assert page.text.count('name="keys"') == 2
    assert move(visitor, "exchange", both[:1]).json()["refusal"]["text"] == "Choose two first, not 1."


def test_it_is_given_up_and_undone(house: Open) -> None:
    stream = swiss(house)
    do(house, stream, PairRound())
    before = house.desk.state(stream).tournament.rounds[0].pairs
    visitor = house.visitor()
    visitor.form("club", "hand.open", round="1")
    assert "is being made by hand" in text(look(visitor, "/t/club/round/1"))
    visitor.form("club", "hand.move", what="off", keys=["p1"])
    assert visitor.form("club", "time.undo").status_code == 303
    assert len(table(house, stream)) == 3
    visitor.form("club", "hand.close", give_up="1")
    assert house.desk.state(stream).tournament.rounds[0].pairs == before


def test_other_rounds_say_where_the_table_is(house: Open) -> None:
    stream = swiss(house)
    played(house, stream, 2)
    visitor = house.visitor()
    assert "Only the last round" in look(visitor, "/t/club/round/1/hand")
    do(house, stream, OpenPhase(3))
    assert "Round 3 is." in look(visitor, "/t/club/round/2/hand")
    assert visitor.ask("/t/club/round/9/hand").status_code == 422
    assert house.outside().ask("/p/club/round/3/hand").status_code == 404


def test_where_the_rules_give_no_pairing_a_round_can_be_made(house: Open) -> None:
    stream = house.desk.create("club")
    do(house, stream, OpenTournament("Two", Laws(system="dutch", rounds=3)))
    do(house, stream, EnterPlayers((Facts("Ann", 2000), Facts("Bob", 1900))))
    do(house, stream, PairRound())
    do(house, stream, EnterResult(1, "p1", "p2", Result.DRAW))
    visitor = house.visitor()
    assert visitor.form("club", "round.pair", JSON).status_code == 422
    assert visitor.form("club", "hand.open", round="2").status_code == 303
    assert "The rules give no pairing." in look(visitor, "/t/club/round/2/hand")
    assert answered(visitor, "hand.move", what="together", keys=["p2", "p1"]).status_code == 200
    assert answered(visitor, "hand.close").status_code == 200
    assert house.desk.state(stream).tournament.rounds[1].pairs == ((2, 1),)


def test_names_are_escaped_and_results_are_told(house: Open) -> None:
    stream = swiss(house)
    do(house, stream, PairRound())
    do(house, stream, EnterResult(1, "p1", "p4", Result.DRAW))
    do(house, stream, OpenPhase(1))
    page = look(house.visitor(), "/t/club/round/1/hand")
    assert "<b>Abe</b>" not in page
    assert "has a result" in page
    do(house, stream, MoveSeats(("p1",), "off"))
    do(house, stream, FillTable())
    assert "has a result" not in look(house.visitor(), "/t/club/round/1/hand")
