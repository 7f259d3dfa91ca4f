"""Requests that no page sends: each gets a message, never an internal error."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from rookery.errors import RookeryError
from rookery.storage.records import Entry
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.keyed import Facts
from rookery.web.context import IndexContent, TournamentIndex
from support.visitors import OpenDesk, Visitor, open_desk

MANY = "9" * 5000


@pytest.fixture
def desk(tmp_path: Path) -> OpenDesk:
    """A desk with a tournament whose first round is paired, and is open to the hall."""
    made = open_desk(tmp_path, shared=True)
    stream = made.desk.create("club")
    made.desk.do(stream, OpenTournament("Club"), actor="Ada")
    made.desk.do(stream, EnterPlayers(tuple(Facts(name) for name in ("Ada", "Ben", "Cyd", "Dot"))), actor="Ada")
    made.desk.do(stream, PairRound(), actor="Ada")
    return made


@pytest.fixture
def visitor(desk: OpenDesk) -> Visitor:
    return desk.visitor()


@pytest.mark.parametrize("path", ["/p/club/round/", "/api/v1/p/club/round/", "/p/club/standings/p1/"])
def test_a_number_of_thousands_of_digits_is_no_address(desk: OpenDesk, path: str) -> None:
    assert desk.outside().ask(path + MANY).status_code == 404


def test_an_address_that_is_none_leads_home(desk: OpenDesk) -> None:
    answer = desk.outside().ask("/language?to=de&then=http://[::1")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("rules.set", {"fields.points.win:points": "nan"}),
        ("rules.set", {"fields.points.win:points": "inf"}),
        ("rules.set", {"fields.points.win:points": "1e400"}),
        ("rules.set", {"fields.rounds:int": MANY}),
        ("rules.set", {"fields:json": "[" * 100_000}),
        ("rules.set", {"*:json": "[" * 100_000}),
        ("rules.set", {"fields" + ".x" * 3000: "1"}),
        ("round.pair", {"games": MANY}),
        ("round.pair", {"games": "1000000"}),
        ("value.enter", {"code": "X", "key": "p1", "value": "1e300000000"}),
        ("head.set", {"fields:json": '{"city": "\\udfff"}'}),
        ("head.set", {"fields:json": '{"city": "\\u0000"}'}),
        ("players.enter", {"*:json": '{"players": [{"name": "\\ud801x"}]}'}),
    ],
)
def test_a_form_with_odd_values_is_refused(visitor: Visitor, command: str, fields: dict[str, str]) -> None:
    answer = visitor.form("club", command, **fields)
    assert answer.status_code in (400, 422), answer.text
    assert len(answer.content) < 40_000


def test_a_version_of_thousands_of_digits_is_none(visitor: Visitor) -> None:
    assert visitor.form("club", "head.set", seen=MANY, **{"fields.city": "Bath"}).status_code == 303


def test_a_place_with_an_exponent_is_refused(visitor: Visitor) -> None:
    answer = visitor.send("POST", "/t/club/order", data={"csrf_token": visitor.csrf_token, "at.p1": "1e300000000"})
    assert answer.status_code == 422


def test_a_tournament_of_too_many_rounds_is_not_begun(visitor: Visitor) -> None:
    answer = visitor.send("POST", "/begin", data={"csrf_token": visitor.csrf_token, "name": "Open", "rounds": MANY})
    assert answer.status_code == 422


def test_a_chart_without_players_is_omitted(desk: OpenDesk, visitor: Visitor) -> None:
    stream = desk.desk.create("empty")
    desk.desk.do(stream, OpenTournament("Empty"), actor="Ada")
    with pytest.raises(RookeryError):
        desk.desk.do(stream, PairRound(), actor="Ada")
    for shown in ("scores", "heat", "ranks", "colours"):
        assert visitor.ask(f"/t/empty/crosstable?as={shown}").status_code == 200


def test_the_page_of_a_player_is_there_in_round_1(desk: OpenDesk, visitor: Visitor) -> None:
    for path in ("/t/club/player/p1", "/p/club/player/p1", "/api/v1/t/club/player/p1"):
        answer = visitor.ask(path)
        assert (answer.status_code, "Ada" in answer.text) == (200, True)


def test_a_log_of_before_with_odd_times_and_texts_is_shown(desk: OpenDesk, visitor: Visitor) -> None:
    """Such events were taken in once, and the log cannot be rewritten."""
    (stream,) = desk.store.streams()
    (game, *_) = desk.desk.state(stream.id).tournament.rounds[0].games
    key = desk.desk.state(stream.id).keys.player
    entries = [
        Entry("head.set", 1, {"event": {"name": "Club", "city": "\udfff"}, "was": {"name": "Club"}}),
        Entry("result.entered", 1, {"round": 1, "white": key[game.white], "black": key[game.black], "result": "1-0"}),
    ]
    desk.store.append(stream.id, stream.version, entries, command="old", actor="Ada", at="zzz")
    for path in ("/", "/p/", "/t/club", "/t/club/log", "/t/club/round/1", "/p/club/round/1", "/t/club/players"):
        assert visitor.ask(path).status_code == 200, path


def test_what_a_terminal_would_obey_is_not_logged(
    desk: OpenDesk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A visitor chooses the address, and the desk logs it in the arbiter's terminal."""

    errors = [OSError("broken")]

    def broken(*_: object) -> IndexContent:
        if errors:
            raise errors.pop()
        return IndexContent()

    monkeypatch.setattr(TournamentIndex, "content", broken)
    with caplog.at_level(logging.ERROR, logger="rookery.web"):
        assert desk.outside().ask("/p/club/round/1/board/%1B]0;x%07" + "y" * 9000).status_code == 500
    (message,) = (record.getMessage() for record in caplog.records if record.name == "rookery.web")
    assert message.isprintable()
    assert len(message) < 300


@pytest.mark.parametrize("path", ["/", "/p/club/round/1", "/api/v1/t/club/round/1", "/static/desk.css"])
def test_trace_is_not_supported(visitor: Visitor, path: str) -> None:
    assert visitor.send("TRACE", path).status_code == 405
