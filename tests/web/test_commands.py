"""Commands over HTTP, as forms and as JSON: confirmed, refused, repeated, stale."""

from __future__ import annotations

import re
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
from rookery.tournaments.domain.rules import LeaveMode, SetRules
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.warning_table import WARNING_RULES
from rookery.web.forms import parse_command_form
from rookery.web.responses import QUESTION_TEXTS
from support.html_elements import select_text, select_texts
from support.visitors import OpenDesk, open_desk

JSON = {"accept": "application/json"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path)
    stream = made.desk.create("club")
    made.desk.do(stream, OpenTournament("Club evening", TournamentRules(system="dutch", rounds=3)))
    made.desk.do(stream, EnterPlayers(tuple(Facts(name, 2000 - 10 * at) for at, name in enumerate("ABCDEF"))))
    made.desk.do(stream, PairRound(), acknowledged=("draw-colour@7",))
    yield made
    made.store.close()


def stream(house: OpenDesk) -> str:
    return house.store.streams()[0].id


def test_a_result_as_json(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    answer = visitor.wish("club", EnterResult(1, "p1", "p4", Result.WHITE_WINS, Result.PENDING))
    assert answer.status_code == 200, answer.text
    data = answer.json()
    assert data["said"] == snapshot
    assert data["version"] == house.desk.version(stream(house))
    assert house.desk.state(stream(house)).entered[1]["p1-p4/0"].by.actor == "Ada"


def test_the_same_command_twice_is_done_once(house: OpenDesk) -> None:
    visitor, wanted = house.visitor(), EnterResult(1, "p1", "p4", Result.DRAW)
    first = visitor.wish("club", wanted, id="abc").json()
    again = visitor.wish("club", wanted, id="abc").json()
    assert (again["version"], again["repeated"]) == (first["version"], True)


def test_a_later_writer_sees_both_results(house: OpenDesk) -> None:
    visitor = house.visitor()
    visitor.wish("club", EnterResult(1, "p1", "p4", Result.WHITE_WINS, Result.PENDING))
    answer = house.visitor("Ben").wish("club", EnterResult(1, "p1", "p4", Result.DRAW, Result.PENDING))
    assert answer.status_code == 409
    assert (answer.json()["expected"], answer.json()["found"]) == ("pending", "1-0")
    assert answer.json()["by"] == "Ada"
    assert answer.json()["detail"].startswith("A – D")


def test_without_a_script_a_page_asks_which_of_two_results_stays(house: OpenDesk) -> None:
    house.visitor().wish("club", EnterResult(1, "p1", "p4", Result.WHITE_WINS, Result.PENDING))
    ben = house.visitor("Ben")
    mine = {"round": "1", "white": "p1", "black": "p4", "result": "½-½", "was": "pending", "then": "/t/club/round/1"}
    asked = ben.form("club", "result.enter", **mine)
    assert asked.status_code == 409
    assert "Ada" in select_text(asked.text, "form.question h1")
    assert 'href="/t/club/round/1" data-no' in asked.text
    again = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', asked.text))
    assert (again["was"], again["result"], again["command"]) == ("1-0", "½-½", "result.enter")
    answer = ben.form("club", **again)
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/club/round/1")
    assert house.desk.state(stream(house)).tournament.rounds[0].games[0].result is Result.DRAW


def test_a_warning_needs_confirmation_and_an_old_token_is_refused(house: OpenDesk) -> None:
    visitor = house.visitor()
    asked = visitor.wish("club", PairRound())
    assert asked.status_code == 409
    data = asked.json()
    assert [one["code"] for one in data["warnings"]] == ["adjourned-now"]
    assert data["warnings"][0]["article"] in data["html"]
    visitor.wish("club", EnterResult(1, "p1", "p4", Result.DRAW))
    assert visitor.wish("club", PairRound(), data["tokens"]).status_code == 409
    fresh = visitor.wish("club", PairRound()).json()["tokens"]
    assert visitor.wish("club", PairRound(), fresh).status_code == 200


def test_level_four_needs_two_confirmations_and_in_the_other_direction(
    house: OpenDesk, snapshot: SnapshotAssertion
) -> None:
    visitor = house.visitor()
    first = visitor.wish("club", LeaveMode("a friendly")).json()
    assert len(first["tokens"]) == 1
    assert select_text(first["html"], ".head") == snapshot
    assert select_text(first["html"], "#question-title") == snapshot
    second = visitor.wish("club", LeaveMode("a friendly"), first["tokens"]).json()
    assert len(second["tokens"]) == 2
    assert select_text(second["html"], ".head") == snapshot
    assert select_text(second["html"], "#question-title") == snapshot
    assert house.desk.state(stream(house)).fide
    assert visitor.wish("club", LeaveMode("a friendly"), second["tokens"]).status_code == 200
    assert not house.desk.state(stream(house)).fide


def test_a_refusal_has_its_article(house: OpenDesk) -> None:
    answer = house.visitor().wish("club", SetRules({"rounds": 5}))
    assert answer.status_code == 422
    said = answer.json()
    assert said["code"] == "frozen"
    assert said["article"]
    assert said["instead"]
    assert said["article"] not in said["detail"]


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b'{"command": "nothing"}', b'{"command": "result.enter", "round": "x"}']
)
def test_an_unknown_command_is_reported_as_such(house: OpenDesk, body: bytes) -> None:
    visitor = house.visitor()
    answer = visitor.send("POST", "/t/club/commands", {"x-csrf-token": visitor.csrf_token}, content=body)
    assert answer.status_code == 400, answer.text
    assert answer.json()["detail"]


def test_a_form_without_a_script(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    answer = visitor.form(
        "club", "result.enter", round="1", white="p1", black="p4", result="1-0", then="/t/club/round/1"
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/club/round/1")
    asked = visitor.form("club", "round.pair")
    assert asked.status_code == 409
    assert 'name="yes" value="adjourned-now@' in asked.text
    refused = visitor.form("club", "rules.set", **{"fields.rounds:int": "5"})
    assert refused.status_code == 422
    assert select_texts(refused.text, "main p") == snapshot


def test_a_form_with_a_script(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    answer = house.visitor().form("club", "remark.add", JSON, text="The hall was cold.")
    assert answer.json()["said"] == snapshot


def test_the_way_on_stays_here(house: OpenDesk) -> None:
    answer = house.visitor().form("club", "remark.add", text="x", then="https://evil.example/steal?x=1")
    assert answer.headers["location"] == "/steal?x=1"


def test_forms_become_wishes() -> None:
    two = [("players.0.name", "Ada"), ("players.0.rating", "2000"), ("players.1.name", "Ben"), ("players.1.rating", "")]
    assert parse_command_form("players.enter", [*two, ("last", "on")]) == {
        "command": "players.enter", "players": [{"name": "Ada", "rating": 2000}, {"name": "Ben"}], "last": True,
    }  # fmt: skip
    assert parse_command_form("rules.set", [("fields.points.win:points", "3"), ("fields.ranking:words", "BH, SB")]) == {
        "command": "rules.set", "fields": {"points": {"win": 30}, "ranking": ["BH", "SB"]},
    }  # fmt: skip
    assert parse_command_form("bye.ask", [("key", "p1"), ("rounds", "2"), ("rounds", "3"), ("kind", "half")]) == {
        "command": "bye.ask", "key": "p1", "rounds": [2, 3], "kind": "half",
    }  # fmt: skip


def test_every_warning_that_wants_an_answer_has_its_question() -> None:
    asking = {row.code for row in WARNING_RULES if {2, 3, 4} & {row.level, row.outside}}
    assert asking == set(QUESTION_TEXTS)
    assert all(title.endswith("?") and not button.endswith("?") for title, button in QUESTION_TEXTS.values())


def test_a_question_names_people_and_boards_and_no_levels(house: OpenDesk) -> None:
    visitor, swap = house.visitor(), Swap("p5", "p6", "places")
    asked = visitor.wish("club", swap)
    warning = next(one for one in asked.json()["warnings"] if one["code"] == "by-hand")
    before = [(5, 2), (3, 6)]  # E – B and C – F
    assert [house.desk.state(stream(house)).tournament.rounds[0].pairs[at] for at in (1, 2)] == before
    assert all(pair in warning["text"] for pair in ("E – B", "C – F", "F – B", "C – E"))
    assert warning["remark"].startswith("MPA @ Round 1: 5-2 3-6 => ")
    assert (warning["level"], warning["note"][-7:]) == (4, "2 and 3")
    first, second = asked.json(), visitor.wish("club", swap, asked.json()["tokens"]).json()
    for step in (first["html"], second["html"]):
        assert "###" not in step
        assert "Level" not in step
    assert [select_text(one["html"], "[data-yes]") for one in (first, second)] == [
        "Continue to step 2",
        str(QUESTION_TEXTS["by-hand"][1]),
    ]
