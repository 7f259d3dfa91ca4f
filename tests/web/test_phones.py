"""Results by phone: what each code opens, what it does not, and what the desk shows of it."""

from __future__ import annotations

import gzip
import logging
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rookery.model import PartialDate, Result
from rookery.tournaments.command import Command
from rookery.tournaments.domain.claims import SetClaims, SettleClaim
from rookery.tournaments.domain.manual_pairing import Swap
from rookery.tournaments.domain.players import EditPlayer
from rookery.tournaments.domain.publication import SetPublication
from rookery.tournaments.domain.restore_points import Undo
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.publication import short_name
from rookery.tournaments.service import new_id
from rookery.web import access_codes
from rookery.web.notifications import build_messages, game_tag, to_phone, to_public
from rookery.web.rate_limits import TRIES, WRITES
from support.html_elements import has_element, select_text, select_texts
from support.phones import SLUG, Hall, Phone, hall_with_open_round, play_and_pair


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    opened = hall_with_open_round(tmp_path)
    yield opened
    opened.desk.store.close()


def enter(hall: Hall, board: int, result: Result) -> None:
    hall.desk.desk.do(hall.stream, EnterResult(hall.round, *hall.pair(board), result), actor="Ada")


def do(hall: Hall, command: Command) -> None:
    try:
        hall.desk.desk.do(hall.stream, command, actor="Ada")
    except ConfirmationRequiredError as error:
        hall.desk.desk.do(hall.stream, command, actor="Ada", acknowledged=error.tokens)


# -- players -----------------------------------------------------------------------------------------------------------


def test_a_player_sees_the_board(hall: Hall) -> None:
    white, black = hall.phones(3)
    for phone in (white, black):
        answer = phone.look()
        assert answer.status_code == 200
        assert select_text(answer.text, "h1") == "Board 3"
        names = [hall.state.name(key) for key in hall.pair(3)]
        assert select_texts(answer.text, ".name") == names
        assert select_texts(answer.text, ".act") == ["White wins, 1–0 ✓", "Black wins, 0–1 ✓"]
        assert "Round 5" in (select_text(answer.text, ".where") or "")
    assert "you" in select_texts(white.look().text, ".side")[0]
    assert "you" in select_texts(black.look().text, ".side")[1]


@pytest.mark.parametrize("result", ["1-0", "½-½", "0-1"])
def test_equal_results_of_both_are_entered(hall: Hall, result: str) -> None:
    white, black = hall.phones(2)
    assert white.send(result).status_code == 303
    assert hall.result(2) is Result.PENDING
    assert white.news()[0].startswith("You have sent")
    assert black.news() == ["Your opponent has sent a result. Send yours, too."]
    assert result not in (select_text(black.look().text, "#news") or ""), "the other result is not shown"
    assert black.send(result).status_code == 303
    assert str(hall.result(2)) == result
    assert all("is entered" in phone.news()[0] for phone in (white, black))
    (entry,) = (each for each in hall.state.entered[5].values() if each.white == hall.pair(2)[0])
    assert (entry.source, entry.by.actor) == ("phone", f"{hall.state.name(hall.pair(2)[1])} (phone)")


def test_different_results_wait_for_the_arbiter(hall: Hall) -> None:
    white, black = hall.phones(2)
    white.send("1-0")
    black.send("½-½")
    assert hall.result(2) is Result.PENDING
    assert all("call the arbiter" in phone.news()[0] for phone in (white, black))
    ada = hall.desk.visitor("Ada")
    page = ada.ask(f"/t/{SLUG}/round/5").text
    (line,) = select_texts(page, '#claims [data-claim="2"]')
    assert re.search(r"White sent 1\S*–\S*0 at", line)
    assert re.search(r"Black sent ½\S*–\S*½ at", line)
    assert select_texts(page, "#places .conflicts") == ["1 to decide"]
    keys = re.findall(r'data-key="([\[\]k])"', page)
    assert keys == ["[", "]"]
    wanted = SettleClaim(5, *hall.pair(2), Result.WHITE_WINS, Result.PENDING)
    assert ada.wish(SLUG, wanted).status_code == 200
    assert hall.result(2) is Result.WHITE_WINS
    assert not has_element(ada.ask(f"/t/{SLUG}/round/5").text, "#claims")
    assert "1" in white.news()[0]


def test_what_waits_is_listed_after_what_differs(hall: Hall) -> None:
    first, _ = hall.phones(1)
    first.send("1-0")
    white, black = hall.phones(4)
    white.send("1-0")
    black.send("0-1")
    enter(hall, 5, Result.DRAW)
    hall.phones(5)[0].send("1-0")
    page = hall.desk.visitor().ask(f"/t/{SLUG}/round/5").text
    assert re.findall(r'data-claim="(\d+)"', page) == ["4", "5", "1"]
    assert select_text(page, "#claims .chip") == "2 to decide"
    (against,) = select_texts(page, '[data-claim="5"] .choices')
    assert against.replace("\u2060", "") == "Keep ½–½ Accept 1–0"


def test_the_arbiter_is_never_overruled(hall: Hall) -> None:
    enter(hall, 1, Result.BLACK_WINS)
    for phone in hall.phones(1):
        assert phone.send("1-0").status_code == 303
    assert hall.result(1) is Result.BLACK_WINS
    assert "call the arbiter" in hall.phones(1)[0].news()[0]


def test_a_single_result_is_enough_where_the_arbiter_chose_that(hall: Hall) -> None:
    ada = hall.desk.visitor("Ada")
    assert ada.form(SLUG, "claims.set", lone="count").status_code == 303
    white, black = hall.phones(1)
    white.send("0-1")
    assert hall.result(1) is Result.BLACK_WINS
    black.send("½-½")
    assert hall.result(1) is Result.BLACK_WINS
    assert "differ" in black.news()[0]
    assert 'value="count" selected' in ada.ask(f"/t/{SLUG}/phones").text


def test_a_result_is_sent_once_under_its_id(hall: Hall) -> None:
    white, _ = hall.phones(1)
    id, version = new_id(), hall.desk.desk.version(hall.stream)
    for _ in range(3):
        assert white.send("1-0", id).status_code == 303
    assert hall.desk.desk.version(hall.stream) == version + 1
    hall.desk.desk.do(hall.stream, SetClaims("count"), actor="Ada")
    assert white.send("½-½", id).status_code == 303, "an id that was used brings the first answer"
    assert hall.desk.desk.version(hall.stream) == version + 2


def test_the_script_gets_the_page_that_follows_at_once(hall: Hall) -> None:
    phone = hall.phones(1)[0]
    version = hall.desk.desk.version(hall.stream)
    headers = {"prefer": "return=representation"}
    data = {"result": "1-0", "id": "0123456789abcdef"}
    for _ in range(2):  # the second time the answer to the first was lost
        answer = phone.visitor.send("POST", f"/b/{phone.secret}", headers, data=data)
        assert (answer.status_code, answer.headers["content-location"]) == (200, f"/b/{phone.secret}")
        assert "You have sent" in answer.text
        assert f'data-version="{version + 1}"' in answer.text
    helper = hall.helper(2, 3)
    white, black = hall.pair(2)
    data = {"board": "2", "white": white, "black": black, "game": "0", "result": "1-0"}
    answer = helper.visitor.send("POST", f"/b/{helper.secret}", headers, data=data)
    assert answer.headers["content-location"] == f"/b/{helper.secret}?done=2"
    assert "is entered" in answer.text


def test_the_id_of_a_phone_is_not_that_of_another(hall: Hall) -> None:
    id = new_id()
    for phone in hall.phones(1):
        phone.send("1-0", id)
    assert hall.result(1) is Result.WHITE_WINS


@pytest.mark.parametrize("result", ["", "+/-", "-/-", "0-0", "adjourned", "pending", "1-0 unrated", "<b>"])
def test_a_player_sends_no_other_result(hall: Hall, result: str) -> None:
    version = hall.desk.desk.version(hall.stream)
    answer = hall.phones(1)[0].send(result)
    assert answer.status_code == 422
    assert has_element(answer.text, "#news .bad")
    assert hall.desk.desk.version(hall.stream) == version


def test_an_undo_of_the_arbiter_leaves_what_players_sent(hall: Hall) -> None:
    enter(hall, 7, Result.DRAW)
    for phone in hall.phones(1):
        phone.send("1-0")
    do(hall, Undo())
    assert hall.result(1) is Result.PENDING
    assert "took the result back" in hall.phones(1)[0].news()[0]
    page = hall.desk.visitor().ask(f"/t/{SLUG}/round/5").text
    assert "the result was taken back" in page


# -- what ends a code --------------------------------------------------------------------------------------------------


def test_a_code_that_is_withdrawn_opens_nothing(hall: Hall) -> None:
    white, black = hall.phones(1)
    white.send("1-0")
    hall.revoke(black)
    assert black.look().status_code == 403
    assert "withdrawn" in black.news()[0]
    answer = black.send("1-0")
    assert answer.status_code == 403
    assert hall.result(1) is Result.PENDING
    assert hall.phones(1)[1].secret != black.secret, "the slip that is printed then has another code"
    assert hall.phones(1)[0].secret == white.secret
    assert black.visitor.ask(f"/b/{black.secret}/live").status_code == 404


def test_a_code_ends_with_its_round(hall: Hall) -> None:
    white, _ = hall.phones(1)
    helper, steady = hall.helper(1, 5), hall.helper(1, 5, "Uwe", every_round=True)
    play_and_pair(hall)
    for phone in (white, helper):
        assert "round of this code is over" in phone.news()[0]
        assert phone.send("1-0", board="1").status_code == 403
    assert "The result is ½" in white.news()[1]
    assert steady.look().status_code == 200
    assert steady.send("1-0", **steady.board_fields("2")).status_code == 303
    assert hall.result(2) is Result.WHITE_WINS


def test_a_code_expires(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    white, _ = hall.phones(1)
    later = time.time() + access_codes.ROUND_LASTS + 1
    monkeypatch.setattr("rookery.web.access_codes.time.time", lambda: later)
    assert white.look().status_code == 403
    assert white.send("1-0").status_code == 403
    assert hall.result(1) is Result.PENDING


def test_a_code_is_for_two_players_and_not_for_a_board(hall: Hall) -> None:
    """The board of a slip has other players after the round was paired anew."""
    white, _ = hall.phones(1)
    first, second = hall.pair(1), hall.pair(2)
    do(hall, Swap(first[0], second[0], "places"))
    assert hall.pair(1) != first
    answer = white.look()
    assert "The pairing of round 5 has changed." in white.news()[0]
    assert not has_element(answer.text, "form")
    assert white.send("1-0").status_code in (403, 409, 422)
    assert hall.result(1) is Result.PENDING


def test_a_code_opens_no_other_tournament(hall: Hall) -> None:
    others = {stream.slug for stream in hall.desk.store.streams()} - {SLUG}
    versions = {slug: stream.version for stream in hall.desk.store.streams() if (slug := stream.slug) in others}
    white, _ = hall.phones(1)
    for slug in (SLUG, *others):
        assert white.visitor.ask(f"/t/{slug}").status_code == 403
        assert white.visitor.send("POST", f"/t/{slug}/do", data={"command": "round.pair"}).status_code == 403
    white.send("1-0")
    assert {stream.slug: stream.version for stream in hall.desk.store.streams() if stream.slug in others} == versions


# -- helpers -----------------------------------------------------------------------------------------------------------


def test_a_helper_enters_results_on_empty_boards(hall: Hall) -> None:
    enter(hall, 4, Result.DRAW)
    helper = hall.helper(3, 6)
    page = helper.look().text
    assert re.findall(r"\?board=(\d+)", page) == ["3", "5", "6"]
    assert helper.send("1-0", **helper.board_fields("5")).headers["location"].endswith("?done=5")
    assert hall.result(5) is Result.WHITE_WINS
    assert re.findall(r"\?board=(\d+)", helper.look().text) == ["3", "6"]
    assert "Board 5" in (select_text(helper.look("?done=5").text, "#news .good") or "")
    (entry,) = (each for each in hall.state.entered[5].values() if each.white == hall.pair(5)[0])
    assert (entry.source, entry.by.actor) == ("phone", "Eva (phone)")
    assert helper.send("+/-", **helper.board_fields("6")).status_code == 303
    assert hall.result(6) is Result.WHITE_BY_FORFEIT


def test_a_helper_changes_nothing_that_is_there(hall: Hall) -> None:
    helper = hall.helper(1, 9)
    fields = helper.board_fields("1")
    enter(hall, 1, Result.DRAW)
    answer = helper.send("1-0", **fields)
    assert answer.status_code == 409
    assert "has a result already" in (select_text(answer.text, "#news .bad") or "")
    assert hall.result(1) is Result.DRAW


def test_a_helper_stays_at_the_own_boards(hall: Hall) -> None:
    helper = hall.helper(1, 2)
    other = hall.helper(3, 9, "Uwe").board_fields("3")
    for fields in (other, {**other, "board": "1"}, {**other, "board": ""}, {**other, "board": "1.1"}, {}):
        assert helper.send("1-0", **fields).status_code in (403, 409)
    assert set(hall.open_boards()) >= {1, 2, 3}
    assert helper.look("?board=3").status_code == 200
    assert not helper.board_fields("3")


def test_a_helper_of_a_match(tmp_path: Path) -> None:
    hall = hall_with_open_round(tmp_path)
    stream = hall.desk.store.find_stream("county-league") or next(
        each for each in hall.desk.store.streams() if hall.desk.desk.state(each.id).tournament.team_event
    )
    state = hall.desk.desk.state(stream.id)
    teams = Hall(hall.desk, stream.id)
    helper = teams.helper(1, len(state.tournament.rounds[-1].matches))
    labels = re.findall(r"\?board=([\d.]+)", helper.look().text)
    codes = access_codes.side_codes(hall.desk.site, stream.id, state, len(state.tournament.rounds))
    assert len(codes) == sum(len(match.games) for match in state.tournament.rounds[-1].matches)
    if labels:
        assert helper.send("1-0", **helper.board_fields(labels[0])).status_code == 303
    hall.desk.store.close()


# -- deputies ----------------------------------------------------------------------------------------------------------


def test_a_deputy_signs_in_to_one_tournament(hall: Hall) -> None:
    dora = hall.deputy("Dora")
    assert "Dora" in dora.look().text
    answer = dora.visitor.send("POST", f"/b/{dora.secret}")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{SLUG}")
    assert "samesite=strict" in answer.headers["set-cookie"].lower()
    assert "httponly" in answer.headers["set-cookie"].lower()
    page = dora.visitor.ask(f"/t/{SLUG}").text
    others = [stream.slug for stream in hall.desk.store.streams() if stream.slug != SLUG]
    assert "<b>Dora</b>" in page
    assert not [slug for slug in others if f"/t/{slug}" in page]
    token = re.search(r'data-csrf-token="(\w+)"', page)
    assert token
    dora.visitor.csrf_tokens[str(dora.visitor.cookies)] = token[1]
    wanted = EnterResult(5, *hall.pair(1), Result.DRAW)
    assert dora.visitor.wish(SLUG, wanted).status_code == 200
    assert hall.result(1) is Result.DRAW
    for path in (*(f"/t/{slug}" for slug in others), "/people", "/lists", f"/api/v1/t/{others[0]}", "/rescue"):
        assert dora.visitor.ask(path).status_code == 403, path
    assert dora.visitor.wish(others[0], PairRound()).status_code == 403
    assert dora.visitor.send("POST", "/invite", data={"name": "Eve", "csrf_token": token[1]}).status_code == 403
    assert dora.visitor.ask("/").headers["location"] == f"/t/{SLUG}"
    hall.revoke(dora)
    assert dora.visitor.ask(f"/t/{SLUG}").status_code == 403
    assert dora.visitor.wish(SLUG, EnterResult(5, *hall.pair(2), Result.DRAW)).status_code == 403


def test_a_deputy_neither_sees_nor_changes_the_codes_of_deputies(hall: Hall) -> None:
    dora, emil = hall.deputy("Dora"), hall.deputy("Emil")
    other = hall.desk.store.codes.find(emil.secret)
    assert other is not None
    dora.visitor.send("POST", f"/b/{dora.secret}")
    page = dora.visitor.ask(f"/t/{SLUG}/phones").text
    assert not has_element(page, "#deputies")
    assert emil.secret not in page
    assert access_codes.format_letters(other) not in page
    assert dora.visitor.ask(f"/t/{SLUG}/phones/{other.id}").status_code == 404
    match = re.search(r'data-csrf-token="(\w+)"', page)
    assert match
    token = match[1]

    def change(**fields: str) -> int:
        return dora.visitor.send("POST", f"/t/{SLUG}/phones", data={"csrf_token": token, **fields}).status_code

    assert change(action="deputy", name="Eve") == 403
    assert change(action="revoke", which=other.id) == change(action="revoke", which="all") == 303
    assert change(action="range", name="Uwe", first="1", last="2") == 303
    assert emil.look().status_code == dora.look().status_code == 200


def test_only_the_code_of_a_deputy_is_a_session(hall: Hall) -> None:
    for phone in (hall.phones(1)[0], hall.helper(1, 3)):
        visitor = hall.desk.outside()
        visitor.cookies[hall.desk.site.addresses.cookie] = phone.secret
        assert visitor.ask(f"/t/{SLUG}").status_code == 403
    code = hall.desk.store.codes.find(hall.deputy().secret)
    assert code is not None
    for value in (code.id, code.letters):
        visitor = hall.desk.outside()
        visitor.cookies[hall.desk.site.addresses.cookie] = value
        assert visitor.ask(f"/t/{SLUG}").status_code == 403


# -- typing and guessing -----------------------------------------------------------------------------------------------


def test_letters_lead_to_the_page(hall: Hall) -> None:
    white, _ = hall.codes(1)
    visitor = hall.desk.outside()
    assert has_element(visitor.ask("/b").text, "#code")
    for typed in (white.letters, f"{white.letters[:4]} {white.letters[4:]}".lower()):
        answer = visitor.send("POST", "/b", data={"code": typed})
        assert (answer.status_code, answer.headers["location"]) == (303, f"/b/{white.secret}")
    assert visitor.ask(f"/b/{white.letters}").headers["location"] == f"/b/{white.secret}"


def test_wrong_codes_are_limited(hall: Hall) -> None:
    white, _ = hall.codes(1)
    visitor = hall.desk.outside()
    for number in range(TRIES):
        typed = "ABCDEFG" + "ABCDEFGHJK"[number]
        answer = visitor.send("POST", "/b", data={"code": typed})
        assert answer.status_code == 403, number
        assert "no such code" in answer.text
    for request in (
        lambda: visitor.send("POST", "/b", data={"code": white.letters}),
        lambda: visitor.ask(f"/b/{white.letters}"),
        lambda: visitor.ask("/b/ABCDEFGH"),
        lambda: visitor.ask("/b/" + "x" * 22),
    ):
        answer = request()
        assert answer.status_code == 429
        assert white.secret not in answer.text + answer.headers.get("location", "")
    assert visitor.ask(f"/b/{white.secret}").status_code == 200, "a code that was scanned cannot be a guess"


@pytest.mark.parametrize("path", ["/b/x", "/b/" + "x" * 22, "/b/%00", "/b/" + "A" * 5000, "/b/codes"])
def test_what_is_no_code(hall: Hall, path: str) -> None:
    hall.codes(1)
    assert hall.desk.outside().ask(path).status_code in (403, 404)
    assert hall.desk.outside().send("POST", path, data={"result": "1-0"}).status_code in (403, 404)


def test_a_phone_writes_sixty_times_a_minute(hall: Hall) -> None:
    white, _ = hall.phones(1)
    for number in range(WRITES):
        assert white.send(("1-0", "0-1")[number % 2]).status_code == 303
    answer = white.send("½-½")
    assert answer.status_code == 429
    assert "wait a minute" in answer.text.lower()
    assert hall.phones(2)[0].send("1-0").status_code == 303


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", ""])
def test_a_page_of_another_site_sends_nothing(hall: Hall, origin: str) -> None:
    white, _ = hall.phones(1)
    answer = white.visitor.send("POST", f"/b/{white.secret}", {"origin": origin}, data={"result": "1-0"})
    assert answer.status_code == 403
    assert not hall.state.permanent.claims


def test_no_code_is_in_the_log_or_leaves_with_a_link(
    hall: Hall, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    white, _ = hall.phones(1)
    code = hall.desk.store.codes.find(white.secret)
    assert code is not None
    white.send("1-0")
    records = list(hall.desk.store.read(hall.stream))
    assert records[-1].data["code"] == code.id[:12]
    assert white.secret not in str(records)
    assert code.letters not in str(records)
    answer = white.look()
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-store"
    monkeypatch.setattr("rookery.web.routes.phones.build_phone", lambda *_: 1 / 0)
    with caplog.at_level(logging.INFO):
        assert white.look().status_code == 500
    lines = [record.getMessage() for record in caplog.records if record.name.startswith("rookery")]
    assert "GET /b/..." in lines
    assert white.secret not in str(lines)


def test_names_of_minors_are_shortened_as_on_the_public_pages(hall: Hall) -> None:
    white, black = hall.pair(1)
    player = next(player for player in hall.state.tournament.players if player.key == white)
    start = hall.state.tournament.info.start
    assert start is not None
    hall.desk.desk.do(hall.stream, EditPlayer(white, {"birth": str(PartialDate(start.year - 10))}))
    hall.desk.desk.do(hall.stream, SetPublication({"short_names": True}))
    helper = hall.helper(1, 2)
    pages = [hall.phones(1)[1].look().text, helper.look().text, helper.look("?board=1").text]
    for page in pages:
        assert player.name not in page
        assert short_name(player.name) in page
        assert hall.state.name(black) in page


def test_text_of_a_tournament_is_escaped(hall: Hall) -> None:
    helper = hall.helper(1, 3, "<i>Eva</i>")
    assert "<i>Eva</i>" not in helper.look().text + hall.desk.visitor().ask(f"/t/{SLUG}/phones").text


# -- the desk ----------------------------------------------------------------------------------------------------------


def test_codes_can_be_created_listed_and_revoked(hall: Hall) -> None:
    ada = hall.desk.visitor("Ada")

    def change(**fields: str) -> str:
        answer = ada.send("POST", f"/t/{SLUG}/phones", data={"csrf_token": ada.csrf_token, **fields})
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    change(action="sides")
    page = ada.ask(f"/t/{SLUG}/phones").text
    assert len(re.findall(r'<tr data-row="\d+">', page)) == 23
    white, black = hall.codes(1)
    assert access_codes.format_letters(white) in page
    card = ada.ask(change(action="range", name="Eva", first="1", last="5"))
    assert "boards 1–5" in card.text
    assert 'class="qr"' in card.text
    change(action="deputy", name="Dora")
    assert ada.send("POST", f"/t/{SLUG}/phones", data={"csrf_token": ada.csrf_token, "action": "deputy", "name": "dora"}
                    ).status_code == 409  # fmt: skip
    page = ada.ask(f"/t/{SLUG}/phones").text
    assert "48 codes are in use." in page
    phone = Phone(hall.desk.outside(), white.secret)
    phone.send("1-0")
    assert select_texts(ada.ask(f"/t/{SLUG}/phones").text, '[data-row="1"] .chip') == ["used"]
    change(action="revoke", which=white.id)
    assert phone.look().status_code == 403
    assert "47 codes are in use." in ada.ask(f"/t/{SLUG}/phones").text
    for which in ("round", "round x", "round 77", ""):
        change(action="revoke", which=which)
    assert "47 codes are in use." in ada.ask(f"/t/{SLUG}/phones").text
    change(action="revoke", which="round 5")
    assert Phone(hall.desk.outside(), black.secret).look().status_code == 403
    assert "One code is in use." in ada.ask(f"/t/{SLUG}/phones").text
    change(action="revoke", which="all")
    assert "in use." not in ada.ask(f"/t/{SLUG}/phones").text


def test_only_arbiters_create_codes(hall: Hall) -> None:
    fields = {"action": "deputy", "name": "Eve"}
    assert hall.desk.outside().send("POST", f"/t/{SLUG}/phones", data=fields).status_code == 403
    ada = hall.desk.visitor("Ada")
    assert ada.send("POST", f"/t/{SLUG}/phones", data={**fields, "csrf_token": "0" * 32}).status_code == 403
    assert hall.desk.store.codes.list_codes() == ()


@pytest.mark.parametrize(
    "fields",
    [
        {"action": "range", "name": "", "first": "1", "last": "2"},
        {"action": "range", "name": "Eva", "first": "3", "last": "2"},
        {"action": "range", "name": "Eva", "first": "x", "last": "2"},
        {"action": "range", "name": "Eva", "first": "0", "last": "2"},
        {"action": "deputy", "name": "x" * 81},
        {"action": "", "name": "Eva"},
    ],
)
def test_what_is_no_code_to_make(hall: Hall, fields: dict[str, str]) -> None:
    ada = hall.desk.visitor("Ada")
    answer = ada.send("POST", f"/t/{SLUG}/phones", data={"csrf_token": ada.csrf_token, **fields})
    assert answer.status_code == 422
    assert hall.desk.store.codes.list_codes() == ()


def test_a_phone_page_is_small(hall: Hall) -> None:
    phone = hall.phones(1)[0]
    page = phone.look().text
    paths = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(paths) == 3
    files = [phone.visitor.ask(path).content for path in paths]
    total = sum(len(gzip.compress(data)) for data in (page.encode(), *files))
    assert total < 20_000
    modules = re.findall(r'^import .*"(.+)"', files[-1].decode(), re.MULTILINE)
    assert modules == [], "the script of a phone loads no others"


# -- live --------------------------------------------------------------------------------------------------------------


def test_live_messages_tell_phones_which_game_and_visitors_nothing(hall: Hall) -> None:
    version = hall.desk.desk.version(hall.stream)
    for phone, result in zip(hall.phones(1), ("1-0", "1-0"), strict=True):
        phone.send(result)
    records = hall.desk.store.read(hall.stream, version)
    messages = build_messages(records)
    assert [message.event for message in messages] == ["claim", "claim", "result"]
    white, black = hall.pair(1)
    assert all("1-0" not in str(message.data) for message in messages[:2])
    assert {str(to_phone(message).data) for message in messages} == {str({"game": game_tag(white, black)})}
    for message in messages[:2]:
        public = to_public(message, frozenset({5}))
        assert (public.event, public.data) == ("claim", {"after": message.version - 1})
