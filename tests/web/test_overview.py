"""The overview over HTTP: what to do next has its button at every step, and what stands above the tables can change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.model import Colour, Result
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rules import LeaveMode
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.settings import COLOUR_LABELS
from rookery.tournaments.state import State
from support.html_elements import has_element, select_text, select_texts
from support.visitors import OpenDesk, open_desk


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path)
    made.desk.do(made.desk.create("club"), OpenTournament("<i>Club</i>", TournamentRules(system="dutch")))
    yield made
    made.store.close()


def stream(house: OpenDesk) -> str:
    return house.site.store.streams()[0].id


def state(house: OpenDesk) -> State:
    return house.desk.state(stream(house))


def enter(house: OpenDesk, number: int) -> None:
    house.desk.do(stream(house), EnterPlayers(tuple(Facts(f"P{at}", 2000 - at) for at in range(number))))


JSON = {"accept": "application/json"}


def test_every_step_before_round_1_has_its_way(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    page = visitor.ask("/t/club").text
    assert "<i>Club" not in page
    assert select_texts(page, ".steps li") == snapshot
    assert has_element(page, '.steps [value="colour.draw"]')
    assert 'href="/t/club/players#add"' in page
    assert 'data-key="Enter"' in page
    assert visitor.form("club", "rules.set", **{"fields.rounds:int": "3"}).status_code == 303
    enter(house, 6)
    assert visitor.form("club", "colour.draw").status_code == 303
    assert state(house).permanent.colour is not None
    page = visitor.ask("/t/club").text
    assert has_element(page, '.steps [value="round.pair"]')
    assert not has_element(page, '.steps [value="colour.draw"]')
    assert select_texts(page, ".steps li") == snapshot
    assert visitor.form("club", "round.pair", then="/t/club/round/1").headers["location"] == "/t/club/round/1"


def test_the_lot_is_drawn_once_and_shown(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    assert not has_element(visitor.ask("/t/club").text, "#lot")
    answer = visitor.form("club", "colour.draw", JSON)
    drawn, version = state(house).permanent.colour, house.desk.version(stream(house))
    assert drawn is not None
    assert visitor.form("club", "colour.draw").status_code == 303
    assert (state(house).permanent.colour, house.desk.version(stream(house))) == (drawn, version)
    assert visitor.form("club", "colour.draw", how="given").status_code == 422
    undone = visitor.form("club", "time.undo", JSON)
    assert state(house).tournament.initial_colour is drawn
    shown = [
        select_text(visitor.ask(f"/t/club{path}").text, part)
        for path, part in (("", "#lot"), ("/rules", "#initial-colour"))
    ]
    assert [one.replace(COLOUR_LABELS[drawn], "White") for one in (*said(answer), *said(undone), *shown)] == snapshot
    other = Colour.BLACK if drawn is Colour.WHITE else Colour.WHITE
    assert visitor.form("club", "colour.draw", colour=other.name.lower()).status_code == 422


def said(answer: httpx.Response) -> list[str]:
    """What the desk said that was done."""
    return list(answer.json()["said"])


def test_the_header_pairs_as_the_overview_does(house: OpenDesk) -> None:
    visitor = house.visitor()
    header, step = '#top [data-key="P"]', '.steps [value="round.pair"]'
    assert not has_element(visitor.ask("/t/club").text, header)  # there is nobody to pair

    def shown() -> tuple[bool, bool, bool]:
        page = visitor.ask("/t/club").text
        return has_element(page, header), has_element(page, f"{header}.primary"), has_element(page, step)

    enter(house, 4)
    visitor.form("club", "rules.set", **{"fields.rounds:int": "3"})
    assert shown() == (True, False, True)  # the colour comes first
    visitor.form("club", "colour.draw")
    assert shown() == (True, True, True)
    visitor.form("club", "round.pair")
    assert shown() == (True, False, True)  # the results come first
    assert not has_element(visitor.ask("/t/club").text, f"{header}[aria-disabled]")
    assert visitor.form("club", "round.pair").status_code == 409  # asks whether the open games are adjourned


def test_the_end_of_a_tournament(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    enter(house, 2)
    visitor.form("club", "rules.set", **{"fields.rounds:int": "1"})
    visitor.form("club", "round.pair")
    page = visitor.ask("/t/club").text
    assert has_element(page, '.steps a[href="/t/club/round/1"]')
    assert select_texts(page, ".steps li") == snapshot
    (game,) = state(house).tournament.rounds[0].games
    key = state(house).keys.player
    house.desk.do(stream(house), EnterResult(1, key[game.white], key[game.black], Result.DRAW))
    page = visitor.ask("/t/club").text
    assert has_element(page, '.steps a[href="/t/club/standings"]')
    assert select_texts(page, ".steps li") == snapshot
    assert visitor.form("club", "tournament.close").status_code == 303
    page = visitor.ask("/t/club").text
    assert has_element(page, '.steps [value="tournament.reopen"]')
    assert select_texts(page, ".steps li") == snapshot
    assert visitor.form("club", "tournament.reopen").status_code == 303


def test_an_unpairable_tournament_is_reported_before_pairing(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    enter(house, 4)
    visitor.form("club", "rules.set", **{"fields.rounds:int": "5"})
    page = visitor.ask("/t/club").text
    assert select_texts(page, "div.note") == snapshot


def test_the_head_is_put_right(house: OpenDesk) -> None:
    visitor = house.visitor()
    said = {
        "fields.name:text": "Open", "fields.city:text": '"><b>', "fields.start:day": "2.4.2026",
        "fields.end:day": "", "fields.federation:federation": "Czech Republic",
        "fields.deputies:lines": "Ada\r\nBen\r\n\r\n",
        "fields.round_dates:days": "2026-04-02\r\n-\r\n3.4.2026", "fields.chief_arbiter:text": "Cyd",
    }  # fmt: skip
    assert visitor.form("club", "head.set", **said).status_code == 303
    event = state(house).tournament.info
    assert (event.name, event.city, event.deputies, str(event.start), event.end) == (
        "Open", '"><b>', ("Ada", "Ben"), "2026-04-02", None,
    )  # fmt: skip
    assert event.federation == "CZE"
    assert [date and str(date) for date in event.round_dates] == ["2026-04-02", None, "2026-04-03"]
    page = visitor.ask("/t/club").text
    assert ">2026-04-02\n-\n2026-04-03</textarea>" in page
    assert '"><b>' not in page
    assert visitor.form("club", "head.set", **{"fields.start:day": "soon"}).status_code == 400


def test_leaving_fide_mode_is_reported(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    assert select_text(visitor.ask("/t/club").text, "section:has(.against) .chip") == snapshot
    with pytest.raises(ConfirmationRequiredError) as asked:
        house.desk.do(stream(house), LeaveMode("a friendly"))
    house.desk.do(stream(house), LeaveMode("a friendly"), acknowledged=asked.value.tokens)
    assert select_text(visitor.ask("/t/club").text, "section:has(.against) .chip.amber") == snapshot


def test_two_forfeits_running_ask_whether_the_player_continues(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    visitor.form("club", "rules.set", **{"fields.rounds:int": "3"})
    enter(house, 4)
    for _ in range(2):
        visitor.form("club", "round.pair")
        assert not has_element(visitor.ask("/t/club").text, ".asks")
        t = state(house).tournament
        for game in t.rounds[-1].games:
            result = {game.white: Result.BLACK_BY_FORFEIT, game.black: Result.WHITE_BY_FORFEIT}.get(4, Result.DRAW)
            white, black = (t.participants_by_number[one].key for one in (game.white, game.black))
            house.desk.do(stream(house), EnterResult(len(t.rounds), white, black, result))
    page = visitor.ask("/t/club").text
    assert select_texts(page, ".asks") == snapshot
    key = state(house).tournament.participants_by_number[4].key
    assert visitor.form("club", "player.withdraw", key=key).status_code == 303
    assert not has_element(visitor.ask("/t/club").text, ".asks")
