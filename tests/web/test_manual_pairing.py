"""A manual pairing over HTTP, by forms alone: begun, changed, warned about, finished or cancelled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.model import Result
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.manual_pairing import ClosePhase, FillTable, MoveSeats, OpenPhase
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound, UnpairRound
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from support.clubs import do, get_page, play_rounds, swiss
from support.html_elements import has_element, parse_html, select_text, select_texts
from support.publication import publish
from support.visitors import OpenDesk, Visitor, open_desk

JSON = {"accept": "application/json"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path, shared=True)
    yield made
    made.store.close()


def table(house: OpenDesk, stream: str) -> list[tuple[str, str]]:
    phase = house.desk.state(stream).phase
    assert phase is not None
    return list(phase.boards.pairs)


def move(visitor: Visitor, what: str, keys: list[str], **more: Any) -> httpx.Response:
    return visitor.form("club", "hand.move", JSON, what=what, keys=keys, **more)


def ended_boards(page: str) -> list[str]:
    """The legends of the boards on the table that have a result."""
    legends = parse_html(page).select("fieldset legend")
    return [legend.text for legend in legends if any(chip.attributes["class"] == "chip" for chip in legend.elements)]


def submit_confirmed(visitor: Visitor, command: str, **fields: Any) -> httpx.Response:
    """The form, and whatever it asks answered with yes."""
    answer = visitor.form("club", command, JSON, **fields)
    while answer.status_code == 409:
        answer = visitor.form("club", command, JSON, yes=answer.json()["tokens"], **fields)
    return answer


def test_a_coming_round_is_computed_from_scratch(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = swiss(house)
    play_rounds(house, stream, 1)
    visitor = house.visitor()
    page = get_page(visitor, "/t/club/round/2/hand")
    assert page.count('name="keys"') == 7
    assert select_text(page, ".ending p") == snapshot
    assert select_text(page, 'button[form="fill"]') == snapshot
    version = house.desk.version(stream)
    assert house.desk.state(stream).phase is None
    sent = visitor.form("club", "hand.fill", round="2", then="/t/club/round/2/hand")
    assert (sent.status_code, sent.headers["location"]) == (303, "/t/club/round/2/hand")
    assert house.desk.version(stream) > version
    page = get_page(visitor, "/t/club/round/2/hand")
    assert not has_element(page, ".ours li.differs")
    assert select_text(page, "section:has(.ours) h2") == snapshot
    assert select_text(page, ".ending .chip") == snapshot
    assert visitor.form("club", "hand.close").status_code == 303
    assert len(house.desk.state(stream).tournament.rounds) == 2


def test_two_are_exchanged_and_the_difference_is_marked(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = swiss(house)
    play_rounds(house, stream, 1)
    do(house, stream, PairRound())
    do(house, stream, OpenPhase(2))
    visitor = house.visitor()
    (_, first), (_, second), *_ = table(house, stream)
    assert submit_confirmed(visitor, "hand.move", what="exchange", keys=[first, second]).status_code == 200
    assert table(house, stream)[0][1] == second
    page = get_page(visitor, "/t/club/round/2/hand")
    assert len(select_texts(page, ".ours li.differs")) == 2
    assert select_text(page, "section:has(.ours) h2") == snapshot
    assert select_texts(page, "fieldset.differs legend") + select_texts(page, "fieldset.check legend") == snapshot
    assert has_element(page, ".ending .told.l4")
    assert select_texts(page, ".ending p") == snapshot
    asked = visitor.form("club", "hand.close", JSON)
    assert [one["level"] for one in asked.json()["warnings"] if one["code"] == "by-hand"] == [4]
    assert house.desk.state(stream).phase is not None
    assert submit_confirmed(visitor, "hand.close").status_code == 200
    assert house.desk.state(stream).phase is None


def test_a_warning_arises_with_its_board_and_stays_beside_it(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = swiss(house)
    play_rounds(house, stream, 1)
    do(house, stream, OpenPhase(2))
    visitor, state = house.visitor(), house.desk.state(stream)
    game = state.tournament.rounds[0].games[0]
    both = [state.keys.participant[game.white], state.keys.participant[game.black]]
    asked = move(visitor, "together", both)
    assert "rematch" in [one["code"] for one in asked.json()["warnings"]]
    assert table(house, stream) == []
    assert move(visitor, "together", both, yes=asked.json()["tokens"]).status_code == 200
    page = get_page(visitor, "/t/club/round/2/hand")
    assert select_texts(page, "fieldset.seats.check .told") == snapshot


def test_without_a_script_a_page_asks(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = swiss(house)
    play_rounds(house, stream, 1)
    do(house, stream, OpenPhase(2))
    visitor, state = house.visitor(), house.desk.state(stream)
    game = state.tournament.rounds[0].games[0]
    both = [state.keys.participant[game.white], state.keys.participant[game.black]]
    page = visitor.form("club", "hand.move", what="together", keys=both)
    assert page.status_code == 409
    assert page.text.count('name="keys"') == 2
    assert move(visitor, "exchange", both[:1]).json()["detail"] == snapshot


def test_it_can_be_cancelled_and_undone(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = swiss(house)
    do(house, stream, PairRound())
    before = house.desk.state(stream).tournament.rounds[0].pairs
    visitor = house.visitor()
    visitor.form("club", "hand.move", what="off", keys=["p1"], round="1")
    assert select_text(get_page(visitor, "/t/club/round/1"), ".note.still") == snapshot
    visitor.form("club", "hand.move", what="off", keys=["p2"])
    assert visitor.form("club", "time.undo").status_code == 303
    assert len(table(house, stream)) == 2
    visitor.form("club", "hand.close", give_up="1")
    assert house.desk.state(stream).tournament.rounds[0].pairs == before


def test_other_rounds_say_where_the_table_is(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = swiss(house)
    play_rounds(house, stream, 2)
    visitor = house.visitor()
    page = get_page(visitor, "/t/club/round/1/hand")
    assert not has_element(page, '[value="hand.open"]')
    assert select_text(page, ".inset p") == snapshot
    do(house, stream, FillTable(3))
    page = get_page(visitor, "/t/club/round/2/hand")
    assert has_element(page, '.inset p a[href="/t/club/round/3/hand"]')
    assert select_text(page, ".inset p") == snapshot
    assert visitor.ask("/t/club/round/9/hand").status_code == 422
    assert house.outside().ask("/p/club/round/3/hand").status_code == 404


def test_a_round_can_be_made_by_hand_where_the_rules_give_no_pairing(
    house: OpenDesk, snapshot: SnapshotAssertion
) -> None:
    stream = house.desk.create("club")
    do(house, stream, OpenTournament("Two", TournamentRules(system="dutch", rounds=3)))
    do(house, stream, EnterPlayers((Facts("Ann", 2000), Facts("Bob", 1900))))
    do(house, stream, PairRound())
    do(house, stream, EnterResult(1, "p1", "p2", Result.DRAW))
    visitor = house.visitor()
    assert visitor.form("club", "round.pair", JSON).status_code == 422
    assert visitor.form("club", "hand.open", round="2").status_code == 303
    assert select_text(get_page(visitor, "/t/club/round/2/hand"), "#look .note") == snapshot
    assert submit_confirmed(visitor, "hand.move", what="together", keys=["p2", "p1"]).status_code == 200
    assert submit_confirmed(visitor, "hand.close").status_code == 200
    assert house.desk.state(stream).tournament.rounds[1].pairs == ((2, 1),)


def test_names_are_escaped_and_results_are_reported(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = swiss(house)
    do(house, stream, PairRound())
    do(house, stream, EnterResult(1, "p1", "p4", Result.DRAW))
    do(house, stream, OpenPhase(1))
    page = get_page(house.visitor(), "/t/club/round/1/hand")
    assert "<b>Abe</b>" not in page
    assert ended_boards(page) == snapshot
    do(house, stream, MoveSeats(("p1",), "off"))
    do(house, stream, FillTable())
    assert ended_boards(get_page(house.visitor(), "/t/club/round/1/hand")) == []


def test_a_round_with_results_needs_confirmation(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = swiss(house)
    do(house, stream, PairRound())
    do(house, stream, EnterResult(1, "p1", "p4", Result.DRAW))
    version, visitor = house.desk.version(stream), house.visitor()
    page = get_page(visitor, "/t/club/round/1/hand")
    assert [*select_texts(page, "#ask h2"), *select_texts(page, "#ask p"), *select_texts(page, "#ask a")] == snapshot
    assert not has_element(page, "#table")
    page = get_page(visitor, "/t/club/round/1/hand", results="1")
    assert select_text(page, ".ending p") == snapshot
    assert not has_element(page, '[value="hand.close"]')
    assert house.desk.version(stream) == version
    asked = visitor.form("club", "hand.move", JSON, what="off", keys=["p2"], round="1")
    assert "results-wait" in [one["code"] for one in asked.json()["warnings"]]
    assert visitor.form("club", "hand.open", JSON, round="1").status_code == 409
    sent = visitor.form("club", "hand.move", JSON, what="off", keys=["p2"], round="1", results="1")
    assert sent.status_code == 200
    do(house, stream, ClosePhase(give_up=True))
    do(house, stream, EnterResult(1, "p5", "p2", Result.DRAW))
    assert has_element(get_page(visitor, "/t/club/round/1/hand", results="1"), "#ask")  # another result came in


def test_an_unchanged_table_blocks_no_other_change(house: OpenDesk) -> None:
    stream = swiss(house)
    do(house, stream, PairRound())
    publish(house.desk, stream)
    do(house, stream, OpenPhase(1), actor="Ada")
    page = get_page(house.visitor(), "/t/club/round/1")
    assert not has_element(page, "table[data-frozen]")
    assert house.outside().ask("/p/club/round/1").text.count('data-board="') == 3
    do(house, stream, EnterResult(1, "p1", "p4", Result.DRAW), actor="Ben")
    state = house.desk.state(stream)
    assert (state.phase, state.tournament.rounds[0].games[0].result) == (None, Result.DRAW)
    do(house, stream, OpenPhase(1), actor="Ada")
    do(house, stream, UnpairRound(), actor="Ben")
    assert house.desk.state(stream).tournament.rounds == ()


def test_the_hall_and_other_arbiters_see_the_round_as_it_was(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = swiss(house)
    do(house, stream, PairRound())
    do(house, stream, EnterResult(1, "p1", "p4", Result.DRAW))
    publish(house.desk, stream)
    hall, other = house.outside(), house.visitor("Ben")
    public = ("/p/", *(f"/p/club{path}" for path in ("", "/round/1", "/names", "/standings", "/papers/pairings.html")))

    def texts() -> list[str]:
        """The public pages; a paper also says when it was printed, and the minute may end during this test."""
        return [re.sub("Printed .*", "", select_text(hall.ask(path).text, "body")) for path in public]

    before = texts()
    data = hall.ask("/api/v1/p/club/round/1").json()["view"]
    do(house, stream, OpenPhase(1), actor="Ada")
    do(house, stream, MoveSeats(("p1", "p2"), "exchange"), actor="Ada")
    assert house.desk.state(stream).tournament.rounds == ()
    assert texts() == before
    assert hall.ask("/api/v1/p/club/round/1").json()["view"] == data
    page = get_page(other, "/t/club/round/1")
    assert has_element(page, 'tr[data-white="p1"][data-black="p4"][data-result="½-½"]')
    (grid,) = parse_html(page).select("table[data-grid]")
    assert grid.attributes["data-frozen"] == snapshot
    assert select_text(get_page(house.visitor("Ada"), "/t/club/round/1"), ".note.still") == snapshot
    refusal = other.form("club", "result.enter", JSON, round="1", white="p2", black="p5", result="1-0")
    assert refusal.json()["detail"] == snapshot
    assert select_text(get_page(other, "/t/club"), ".steps") == snapshot
    do(house, stream, ClosePhase(give_up=True), actor="Ada")
    assert not has_element(get_page(other, "/t/club/round/1"), "table[data-frozen]")


def test_a_new_manual_round_is_not_public(house: OpenDesk) -> None:
    stream = swiss(house)
    play_rounds(house, stream, 1)
    do(house, stream, OpenPhase(2), actor="Ada")
    do(house, stream, MoveSeats(("p1", "p2"), "together"), actor="Ada")
    hall = house.outside()
    assert not has_element(hall.ask("/p/club/round/2").text, "[data-board]")
    assert hall.ask("/api/v1/p/club/round/2").json()["view"]["round"]["standing"] == "to come"
    assert hall.ask("/api/v1/p/club").json()["view"]["round"]["number"] == 1
