"""Check-in by the players: on their page, with the code on their card, at a kiosk; opened and closed."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from rookery.model import ByeKind, PartialDate
from rookery.storage.records import Record
from rookery.tournaments.domain.byes import AskBye, Withdraw
from rookery.tournaments.domain.check_in import CheckInMarked, CloseCheckIn, MarkCheckIn, OpenCheckIn, ScheduleCheckIn
from rookery.tournaments.domain.lifecycle import ArchiveTournament, DeleteTournament, OpenTournament, SetHead
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.publication import SetPublication
from rookery.tournaments.domain.restore_points import Undo
from rookery.tournaments.domain.rounds import PairRound, ScheduleRound
from rookery.tournaments.domain.rules import DrawColour
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.state import CheckIn, SelfCheckIn
from rookery.tournaments.views.players import check_in_view, closing_moment, is_check_in_open
from rookery.web.access_codes import issue_kiosk_code, issue_player_codes
from rookery.web.broadcast import Message
from rookery.web.check_in_clock import ACTOR, CheckInClock, local_now, run_due
from rookery.web.notifications import Notifier, is_tick
from rookery.web.page_spec import RequestContext
from rookery.web.pages.screens import ScreenSettings
from rookery.web.rate_limits import TRIES, WRITES, WRONG_CODES
from rookery.web.screen_contents import build_contents
from support.desks import swiss
from support.visitors import OpenDesk, Visitor, open_desk

NAMES = ("Ash, Bo", "Dvořák, Jiří", "Müller, Jörg", "Siskin, Sanna", "Elm-Oak, Di", "Finch, Amélie")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path, shared=True)
    stream = made.desk.create("club")
    made.desk.do(stream, OpenTournament("Club", TournamentRules(system="dutch", rounds=3), lots="seed"))
    made.desk.do(stream, EnterPlayers(tuple(Facts(name, 2000 - at) for at, name in enumerate(NAMES))))
    yield made
    made.store.close()


def club(hall: OpenDesk) -> str:
    return hall.site.require_stream("club").id


def checked_in(hall: OpenDesk) -> frozenset[str]:
    return hall.desk.state(club(hall)).permanent.check_in.keys


def press(visitor: Visitor, key: str, **fields: str) -> httpx.Response:
    """Press the button of a player's page."""
    return visitor.send("POST", f"/p/club/player/{key}/check-in", data={"round": "1", "present": "yes", **fields})


# -- rules -------------------------------------------------------------------------------------------------------------


def test_missing_and_unexpected_players() -> None:
    """Those who left, or have a bye with points, are not expected; an absence counts only once they are here."""
    event = swiss(4, paired=1, played=1)
    event.do(AskBye(event.key(2), (2,), ByeKind.HALF), everything=True)
    event.do(AskBye(event.key(3), (2,), ByeKind.ZERO), everything=True)
    event.do(Withdraw(event.key(4)), everything=True)
    event.do(MarkCheckIn(2, (event.key(1), event.key(3))))
    view = check_in_view(event.state)
    assert [person.number for person in view.here] == [1, 3]
    assert {person.number for person in view.missing} == {5, 6, 7, 8}
    assert (view.round, view.open, view.expected) == (2, False, 6)
    assert check_in_view(swiss(1, paired=1, played=1).state).round is None


@pytest.mark.parametrize(("since", "until", "closing"), [
    ("2026-11-20T12:00:00+00:00", "13:45", "2026-11-20T13:45"),
    ("2026-11-20T20:00:00+00:00", "09:30", "2026-11-21T09:30"),
    ("2026-11-20T13:45:00+00:00", "13:45", "2026-11-21T13:45"),
])  # fmt: skip
def test_a_check_in_closes_at_the_next_such_time(since: str, until: str, closing: str) -> None:
    now = datetime.fromisoformat("2026-11-20T12:00:00+00:00")
    check_in = CheckIn(1, open=True, since=since, until=until)
    moment = closing_moment(check_in, now)
    assert moment is not None
    assert moment.isoformat().startswith(closing)


def test_a_check_in_is_over_when_the_round_is_paired() -> None:
    event = swiss(4, paired=1, played=1)
    event.do(OpenCheckIn(2, by="code"))
    assert is_check_in_open(event.state)
    event.do(PairRound(), everything=True)
    assert not is_check_in_open(event.state)
    event.play(2)
    assert not is_check_in_open(event.state)
    event.do(OpenCheckIn(3))
    assert event.state.permanent.check_in.by == "code", "as at the last check-in"


def test_an_undo_neither_closes_the_check_in_nor_takes_ticks_away() -> None:
    event = swiss(4, paired=1, played=1)
    event.do(OpenCheckIn(2, "13:45"))
    event.do(MarkCheckIn(2, (event.key(1),)))
    event.do(Undo(), everything=True)
    check_in = event.state.permanent.check_in
    assert (check_in.open, check_in.until, check_in.keys) == (True, "13:45", {event.key(1)})
    assert event.replay() == event.state


@pytest.mark.parametrize("text", ["25:00", "half past one", "13:60", "-1:00"])
def test_a_closing_time_is_a_time(text: str) -> None:
    event = swiss(4)
    with pytest.raises(CommandRejectedError, match="not a time"):
        event.do(OpenCheckIn(1, text))


# -- on the player's page ----------------------------------------------------------------------------------------------


def test_a_player_checks_in_while_it_is_open(hall: OpenDesk) -> None:
    guest = hall.outside()
    assert "check-in" not in guest.ask("/p/club/player/p1").text
    assert press(guest, "p1").status_code == 409
    hall.desk.do(club(hall), OpenCheckIn(1), actor="Ada")
    assert "I am here" in guest.ask("/p/club/player/p1").text
    answer = press(guest, "p1")
    assert (answer.status_code, answer.headers["location"]) == (303, "/p/club/player/p1#check-in")
    assert checked_in(hall) == {"p1"}
    page = guest.ask("/p/club/player/p1").text
    assert "You are checked in." in page
    assert press(guest, "p1", present="no").status_code == 303
    assert checked_in(hall) == frozenset()
    hall.desk.do(club(hall), CloseCheckIn(1), actor="Ada")
    assert press(guest, "p1").status_code == 409
    assert checked_in(hall) == frozenset()


def test_a_press_is_written_once_and_names_the_player(hall: OpenDesk) -> None:
    hall.desk.do(club(hall), OpenCheckIn(1))
    for _ in range(3):
        assert press(hall.outside(), "p2").status_code == 303
    records: list[Record] = [one for one in hall.store.read(club(hall)) if one.kind == CheckInMarked.KIND]
    assert [(record.actor, record.data["keys"]) for record in records] == [("Dvořák, Jiří (phone)", ["p2"])]


def test_absent_players_and_other_rounds_are_refused(hall: OpenDesk) -> None:
    hall.desk.do(club(hall), OpenCheckIn(1))
    hall.desk.do(club(hall), AskBye("p3", (1,), ByeKind.HALF))
    assert press(hall.outside(), "p3").status_code == 422
    assert press(hall.outside(), "p1", round="2").status_code == 422
    assert press(hall.outside(), "nobody").status_code == 422
    assert checked_in(hall) == frozenset()


@pytest.mark.parametrize("by", ["kiosk", "code"])
def test_check_in_requires_a_card_where_the_arbiter_demands_it(hall: OpenDesk, by: SelfCheckIn) -> None:
    hall.desk.do(club(hall), OpenCheckIn(1, by=by))
    answer = press(hall.outside(), "p1")
    assert answer.status_code == 403
    assert checked_in(hall) == frozenset()
    page = hall.outside().ask("/p/club/player/p1").text
    assert ('name="code"' in page) is (by == "code")
    assert ("I am here" in page) is (by == "code")


def test_the_code_of_the_card_opens_the_page_and_checks_in(hall: OpenDesk) -> None:
    codes = issue_player_codes(hall.site, club(hall), hall.desk.state(club(hall)), ["p1", "p2"])
    hall.desk.do(club(hall), OpenCheckIn(1, by="code"))
    guest = hall.outside()
    answer = guest.ask(f"/c/{codes['p1'].secret}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/p/club/player/p1?card=1")
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "path=/p/club/" in answer.headers["set-cookie"].lower()
    assert 'name="code"' not in guest.ask(answer.headers["location"]).text
    assert press(guest, "p2").status_code == 403, "the card of another player"
    assert press(guest, "p1").status_code == 303
    typed = f"{codes['p2'].letters[:4].lower()} {codes['p2'].letters[4:]}"
    assert press(hall.outside(), "p2", code=typed).status_code == 303
    assert checked_in(hall) == {"p1", "p2"}
    hall.store.codes.revoke([codes["p1"].id], 2_000_000_000)
    assert press(guest, "p1", present="no").status_code == 403
    assert hall.outside().ask(f"/c/{codes['p1'].secret}").status_code == 404


def test_the_card_of_a_tournament_with_another_alphabet(hall: OpenDesk) -> None:
    stream = hall.desk.create("блиц")
    hall.desk.do(stream, OpenTournament("Блиц", TournamentRules(system="dutch", rounds=3), lots="seed"))
    hall.desk.do(stream, EnterPlayers((Facts("A"), Facts("B"))))
    code = issue_player_codes(hall.site, stream, hall.desk.state(stream), ["p1"])["p1"]
    answer = hall.outside().ask(f"/c/{code.secret}")
    assert answer.status_code == 303
    assert "path=/p/%d0%b1" in answer.headers["set-cookie"].lower()


def test_many_phones_behind_a_shared_address_check_in_with_their_cards(hall: OpenDesk) -> None:
    hall.desk.do(club(hall), OpenCheckIn(1, by="code"))
    codes = issue_player_codes(hall.site, club(hall), hall.desk.state(club(hall)), ["p1", "p2"])
    for number in range(WRITES):
        answer = press(hall.outside(), "p1", present=("yes", "no")[number % 2], code=codes["p1"].secret)
        assert answer.status_code == 303
    assert press(hall.outside(), "p1", code=codes["p1"].secret).status_code == 429
    assert press(hall.outside(), "p2", code=codes["p2"].secret).status_code == 303


def test_wrong_codes_are_limited(hall: OpenDesk) -> None:
    hall.desk.do(club(hall), OpenCheckIn(1, by="code"))
    codes = issue_player_codes(hall.site, club(hall), hall.desk.state(club(hall)), ["p1"])
    statuses = [press(hall.outside(), "p1", code="ABCDEFGH").status_code for _ in range(TRIES + 1)]
    assert statuses == [403] * TRIES + [429]
    assert press(hall.outside(), "p1", code=codes["p1"].letters).status_code == 429
    assert checked_in(hall) == frozenset()
    kiosk = issue_kiosk_code(hall.site, club(hall))
    for entered in (f"c/{codes['p1'].letters}", f"k/{kiosk.letters}", "c/ABCDEFGH", "k/" + "x" * 22):
        assert hall.outside().ask(f"/{entered}").status_code == 429
    assert hall.outside().ask(f"/c/{codes['p1'].secret}").status_code == 303, "a scanned code cannot be a guess"
    assert hall.outside().ask(f"/k/{kiosk.secret}").status_code == 200


def test_letters_of_cards_have_a_limit_for_all_addresses_together(hall: OpenDesk) -> None:
    hall.desk.do(club(hall), OpenCheckIn(1, by="code"))
    codes = issue_player_codes(hall.site, club(hall), hall.desk.state(club(hall)), ["p1"])
    for number in range(WRONG_CODES):
        hall.site.code_attempts.record_failure(f"10.0.{number // 250}.{number % 250}")
    assert press(hall.outside(), "p1", code=codes["p1"].letters).status_code == 429
    assert hall.outside().ask(f"/c/{codes['p1'].letters}").status_code == 429
    assert hall.outside().ask(f"/c/{codes['p1'].secret}").status_code == 303


def test_a_phone_changes_only_so_much_within_a_minute(hall: OpenDesk) -> None:
    hall.desk.do(club(hall), OpenCheckIn(1))
    version = hall.desk.version(club(hall))
    answers = ["yes", "no"] * (WRITES // 2) + ["yes"]
    statuses = [press(hall.outside(), "p1", present=answer).status_code for answer in answers]
    assert statuses == [303] * WRITES + [429]
    assert hall.desk.version(club(hall)) == version + WRITES


def test_a_press_from_another_page_is_refused(hall: OpenDesk) -> None:
    hall.desk.do(club(hall), OpenCheckIn(1))
    answer = hall.outside().send(
        "POST", "/p/club/player/p1/check-in", {"origin": "http://evil.example"}, data={"round": "1"}
    )
    assert answer.status_code == 403
    assert checked_in(hall) == frozenset()


# -- the kiosk ---------------------------------------------------------------------------------------------------------


def test_a_kiosk_asks_confirms_and_takes_back(hall: OpenDesk) -> None:
    at = f"/k/{issue_kiosk_code(hall.site, club(hall)).secret}"
    kiosk = hall.outside()
    assert "The check-in is closed." in kiosk.ask(at).text
    hall.desk.do(club(hall), OpenCheckIn(1, by="kiosk"))
    page = kiosk.ask(at).text
    assert re.findall(r'data-row="club/(p\d)"', page) == ["p1", "p2", "p5", "p6", "p3", "p4"], "by name"
    asked = kiosk.ask(f"{at}?who=club/p2").text
    assert "Check in for round 1?" in asked
    answer = kiosk.send("POST", at, data={"who": "club/p2", "round": "1", "present": "yes"})
    assert answer.status_code == 303
    assert checked_in(hall) == {"p2"}
    done = kiosk.ask(answer.headers["location"]).text
    assert "You are checked in for round 1." in done
    assert 'data-after="8"' in done
    assert kiosk.send("POST", at, data={"who": "club/p2", "round": "1", "present": "no"}).status_code == 303
    assert checked_in(hall) == frozenset()


def test_a_kiosk_shortens_the_names_of_minors_as_public_pages_do(hall: OpenDesk) -> None:
    day = PartialDate(2026, 11, 22)
    hall.desk.do(club(hall), SetHead({"start": str(day)}))
    hall.desk.do(club(hall), EnterPlayers((Facts("Byng, Ada", birth=PartialDate(2015, 1, 1)),)))
    hall.desk.do(club(hall), SetPublication({"short_names": True}))
    hall.desk.do(club(hall), OpenCheckIn(1, by="kiosk"))
    page = hall.outside().ask(f"/k/{issue_kiosk_code(hall.site, club(hall)).secret}").text
    assert "Byng" not in page
    assert "Ada B." in page


def test_a_kiosk_of_a_tournament_in_the_archive_or_deleted_changes_nothing(hall: OpenDesk) -> None:
    at = f"/k/{issue_kiosk_code(hall.site, club(hall)).secret}"
    hall.desk.do(club(hall), OpenCheckIn(1, by="kiosk"))
    kiosk = hall.outside()
    for command, status in ((ArchiveTournament(), 200), (DeleteTournament("Club"), 404)):
        hall.desk.do(club(hall), command)
        page = kiosk.ask(at)
        assert page.status_code == status
        assert "club/p2" not in page.text
        assert kiosk.send("POST", at, data={"who": "club/p2", "round": "1", "present": "yes"}).status_code == 404
        assert checked_in(hall) == frozenset()


def test_a_kiosk_needs_its_code_and_an_open_check_in(hall: OpenDesk) -> None:
    code = issue_kiosk_code(hall.site, club(hall))
    data = {"who": "club/p2", "round": "1", "present": "yes"}
    assert hall.outside().send("POST", f"/k/{code.secret}", data=data).status_code == 409
    hall.desk.do(club(hall), OpenCheckIn(1))
    assert hall.outside().send("POST", "/k/wrong", data=data).status_code == 404
    assert hall.outside().send("POST", f"/k/{code.secret}", data=data | {"who": "other/p2"}).status_code == 404
    hall.store.codes.revoke([code.id], 2_000_000_000)
    assert hall.outside().send("POST", f"/k/{code.secret}", data=data).status_code == 404
    assert checked_in(hall) == frozenset()
    player = issue_player_codes(hall.site, club(hall), hall.desk.state(club(hall)), ["p1"])["p1"]
    assert hall.outside().ask(f"/k/{player.secret}").status_code == 404, "the code of a card is none of a kiosk"


# -- on the desk -------------------------------------------------------------------------------------------------------


def test_the_arbiter_opens_and_closes_and_makes_kiosk_and_cards(hall: OpenDesk) -> None:
    ada = hall.visitor()
    assert ada.form("club", "checkin.open", round="1", until="23.59", by="code").status_code == 303
    check_in = hall.desk.state(club(hall)).permanent.check_in
    assert (check_in.open, check_in.until, check_in.by) == (True, "23:59", "code")
    page = ada.ask("/t/club/players/check-in").text
    assert "open until" in page
    assert "0 of 6 here" in page
    assert ada.send("POST", "/t/club/kiosk", data={"csrf_token": ada.csrf_token}).status_code == 303
    assert re.search(r"/k/[\w-]{22}", ada.ask("/t/club/players/check-in").text)
    assert ada.send("POST", "/t/club/players/cards", data={"csrf_token": ada.csrf_token}).status_code == 303
    cards = ada.ask("/t/club/players/cards").text
    assert all(name in cards for name in NAMES)
    assert len(set(re.findall(r"<code>([A-Z]{4} [A-Z]{4})</code>", cards))) == len(NAMES)
    for path, at in (("/t/club/kiosk", "/t/club/players/check-in"), ("/t/club/players/cards", "/t/club/players/cards")):
        assert ada.send("POST", path, data={"csrf_token": ada.csrf_token, "revoke": "all"}).status_code == 303
        assert "<code>" not in ada.ask(at).text
    assert not [code for code in hall.store.codes.list_codes(club(hall)) if code.is_valid(int(time.time()))]
    assert ada.form("club", "checkin.close", round="1").status_code == 303
    assert not hall.desk.state(club(hall)).permanent.check_in.open
    assert hall.outside().send("POST", "/t/club/kiosk", data={"csrf_token": ""}).status_code == 403


def test_the_end_of_the_check_in_closes_it_and_makes_the_others_absent(hall: OpenDesk) -> None:
    hall.desk.do(club(hall), OpenCheckIn(1))
    for key in ("p1", "p2", "p4", "p5", "p6"):
        press(hall.outside(), key)
    ada = hall.visitor()
    data = {"csrf_token": ada.csrf_token, "round": "1", "shown": ["p1", "p2", "p4", "p5", "p6"],
            "there": ["p1", "p2", "p4", "p5", "p6"]}  # fmt: skip
    assert ada.send("POST", "/t/club/absent", data=data).status_code == 303
    state = hall.desk.state(club(hall))
    assert [(bye.player, bye.kind) for bye in state.tournament.requested_byes] == [(3, ByeKind.ZERO)]
    assert not state.permanent.check_in.open
    assert press(hall.outside(), "p3").status_code == 409


# -- live --------------------------------------------------------------------------------------------------------------


def test_a_check_in_mark_is_sent_alone_without_new_standings(hall: OpenDesk) -> None:
    """Hundreds of phones listen while hundreds of players check in: only other changes make them read their page."""
    stream, warmed = club(hall), list[str]()

    async def run() -> list[tuple[str, str, object]]:
        sent = list[tuple[str, str, object]]()
        notifier = Notifier(hall.site, lambda stream, private, public: warmed.append(stream))
        await notifier.start()
        arrived = asyncio.Event()

        def record(channel: str, message: Message) -> None:
            sent.append((channel, message.event, message.data))
            if message.event == "standings":
                arrived.set()

        hall.site.hub.broadcast = record  # type: ignore[method-assign]
        hall.site.hub.connection_count = lambda channel: 1  # type: ignore[method-assign]
        await asyncio.to_thread(hall.desk.do, stream, MarkCheckIn(1, ("p1",)))
        while not any(event == "change" for _, event, _ in sent):
            await asyncio.sleep(0)
        assert stream not in notifier._gathering, "no standings are made for it"
        await asyncio.to_thread(hall.desk.do, stream, OpenCheckIn(1))
        await asyncio.wait_for(arrived.wait(), 30)
        await notifier.stop()
        return sent

    sent = asyncio.run(run())
    public = [data for channel, event, data in sent if channel.endswith("/public") and event == "change"]
    assert [data["kinds"] for data in public] == [["checkin.marked"], []]  # type: ignore[index]
    assert warmed == [stream]


@pytest.mark.parametrize(("kinds", "ticks"), [
    (["checkin.marked"], True), (["checkin.marked", "checkin.marked"], True), ([], False),
    (["checkin.opened"], False), (["checkin.marked", "bye.asked"], False),
])  # fmt: skip
def test_only_ticks_are_ticks(kinds: list[str], ticks: bool) -> None:
    assert is_tick(Message("change", 3, {"kinds": kinds, "after": 2})) is ticks
    assert not is_tick(Message("result", 3, {"after": 2}))


# -- the clock ---------------------------------------------------------------------------------------------------------


def test_check_in_is_impossible_after_the_closing_time(hall: OpenDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    later = local_now() + timedelta(hours=2)
    until = (local_now() + timedelta(hours=1)).strftime("%H:%M")
    hall.desk.do(club(hall), OpenCheckIn(1, until))
    assert press(hall.outside(), "p1").status_code == 303
    monkeypatch.setattr("rookery.web.routes.check_in.local_now", lambda: later)
    assert press(hall.outside(), "p2").status_code == 409
    assert checked_in(hall) == {"p1"}


def test_the_clock_closes_the_check_in_once(hall: OpenDesk) -> None:
    until = (local_now() + timedelta(hours=1)).strftime("%H:%M")
    hall.desk.do(club(hall), OpenCheckIn(1, until), actor="Ada")
    assert run_due(hall.desk, club(hall), local_now()).permanent.check_in.open
    for _ in range(2):
        state = run_due(hall.desk, club(hall), local_now() + timedelta(hours=2))
        assert not state.permanent.check_in.open
    assert [one.actor for one in hall.store.read(club(hall)) if one.kind == "checkin.closed"] == [ACTOR]
    assert not state.tournament.requested_byes, "closing makes no one absent"


def test_the_clock_waits_for_the_closing_time_from_any_source(hall: OpenDesk) -> None:
    """Timers are set at the start and after each command; the time of the clock is moved, nobody waits."""
    offset = timedelta()

    async def run() -> bool:
        nonlocal offset
        clock = CheckInClock(hall.site, lambda: local_now() + offset)
        await clock.start()
        closed = asyncio.Event()
        loop = asyncio.get_running_loop()
        hall.desk.subscribe(
            lambda stream, result: (
                loop.call_soon_threadsafe(closed.set)
                if any(event.KIND == "checkin.closed" for event in result.events)
                else None
            )
        )
        until = (local_now() + timedelta(hours=1)).strftime("%H:%M")
        offset = timedelta(hours=2)
        await asyncio.to_thread(hall.desk.do, club(hall), OpenCheckIn(1, until))
        await asyncio.wait_for(closed.wait(), 30)
        clock.stop()
        return hall.desk.state(club(hall)).permanent.check_in.open

    assert asyncio.run(run()) is False


# -- opened by the clock -----------------------------------------------------------------------------------------------


DAY = PartialDate(2026, 11, 21)


def at(time: str) -> datetime:
    """Return a time of the first day."""
    return datetime.fromisoformat(f"2026-11-21T{time}:00+00:00")


def schedule(hall: OpenDesk) -> None:
    """Let the clock open the check-in of the first round from 13:15 to 13:55."""
    hall.desk.do(club(hall), ScheduleRound(1, DAY, "14:00"))
    hall.desk.do(club(hall), ScheduleCheckIn(45, 5, "kiosk"))


@pytest.mark.parametrize(("time", "is_open"), [
    ("13:14", False), ("13:15", True), ("13:54", True), ("13:55", False), ("18:00", False),
])  # fmt: skip
def test_the_clock_opens_the_check_in_before_the_start(hall: OpenDesk, time: str, is_open: bool) -> None:
    schedule(hall)
    check_in = run_due(hall.desk, club(hall), at(time)).permanent.check_in
    assert check_in.open is is_open
    if is_open:
        assert (check_in.round, check_in.until, check_in.by) == (1, "13:55", "kiosk")
        assert [one.actor for one in hall.store.read(club(hall)) if one.kind == "checkin.opened"] == [ACTOR]


def test_the_opening_moves_with_the_start_and_needs_one(hall: OpenDesk) -> None:
    hall.desk.do(club(hall), ScheduleCheckIn(45))
    assert not run_due(hall.desk, club(hall), at("13:20")).permanent.check_in.open, "there is no start"
    schedule(hall)
    hall.desk.do(club(hall), ScheduleRound(1, DAY, "15:00"))
    assert not run_due(hall.desk, club(hall), at("13:20")).permanent.check_in.open
    assert run_due(hall.desk, club(hall), at("14:20")).permanent.check_in.until == "14:55"


def test_the_clock_opens_a_check_in_once(hall: OpenDesk) -> None:
    """What the arbiter has closed stays closed; the next round has a check-in of its own."""
    schedule(hall)
    run_due(hall.desk, club(hall), at("13:20"))
    hall.desk.do(club(hall), CloseCheckIn(1), actor="Ada")
    assert not run_due(hall.desk, club(hall), at("13:30")).permanent.check_in.open
    hall.desk.do(club(hall), OpenCheckIn(1), actor="Ada")
    assert hall.desk.state(club(hall)).permanent.check_in.open
    hall.desk.do(club(hall), CloseCheckIn(1))
    hall.desk.do(club(hall), DrawColour())
    hall.desk.do(club(hall), PairRound())
    hall.desk.do(club(hall), ScheduleRound(2, DAY, "18:00"))
    assert run_due(hall.desk, club(hall), at("17:20")).permanent.check_in.round == 2
    hall.desk.do(club(hall), ScheduleCheckIn(0))
    assert hall.desk.state(club(hall)).check_in_schedule.opens == 0


def test_a_server_that_starts_late_opens_the_check_in(hall: OpenDesk) -> None:
    schedule(hall)

    async def run() -> None:
        clock, opened = CheckInClock(hall.site, lambda: at("13:40")), asyncio.Event()
        loop = asyncio.get_running_loop()
        hall.desk.subscribe(lambda stream, result: loop.call_soon_threadsafe(opened.set))
        await clock.start()
        await asyncio.wait_for(opened.wait(), 30)
        clock.stop()

    asyncio.run(run())
    assert hall.desk.state(club(hall)).permanent.check_in.open


@pytest.mark.parametrize(("opens", "closes"), [(-1, 0), (721, 0), (30, 30), (30, -5)])
def test_a_schedule_that_cannot_be_is_rejected(hall: OpenDesk, opens: int, closes: int) -> None:
    with pytest.raises(CommandRejectedError, match="check-in"):
        hall.desk.do(club(hall), ScheduleCheckIn(opens, closes))


def test_everybody_sees_when_the_check_in_opens(hall: OpenDesk) -> None:
    schedule(hall)
    ada, guest = hall.visitor(), hall.outside()
    assert "opens on" in ada.ask("/t/club/players/check-in").text
    assert "13:15–13:55" in guest.ask("/p/club/player/p1").text
    assert "13:15–13:55" in guest.ask(f"/k/{issue_kiosk_code(hall.site, club(hall)).secret}").text
    current = hall.desk.current(club(hall))
    visit = RequestContext(hall.site, stream=hall.site.require_stream("club"), state=current.state, version=1)
    for day, text in ((date(2026, 11, 21), "opens at 13:15"), (date(2026, 11, 20), "is not open")):
        (content,) = build_contents(ScreenSettings(shows=("checkin",)), [visit], day)
        assert text in content.empty
    assert ada.form("club", "checkin.schedule", opens="0").status_code == 303
    assert "13:15" not in hall.outside().ask("/p/club/player/p1").text


def test_pairing_asks_about_missing_players_while_the_check_in_is_open(hall: OpenDesk) -> None:
    hall.desk.do(club(hall), DrawColour())
    hall.desk.do(club(hall), OpenCheckIn(1))
    hall.desk.do(club(hall), MarkCheckIn(1, ("p1", "p2", "p3")))
    hall.desk.do(club(hall), AskBye("p4", (1,), ByeKind.HALF))
    with pytest.raises(ConfirmationRequiredError) as pending:
        hall.desk.do(club(hall), PairRound())
    (warning,) = pending.value.warnings
    assert warning.code == "not-checked-in"
    assert "2 players are missing: Elm-Oak, Di and Finch, Amélie" in warning.text
    page = hall.visitor().form("club", "round.pair")
    assert "Pair players who have not checked in?" in page.text
    hall.desk.do(club(hall), CloseCheckIn(1))
    assert hall.desk.do(club(hall), PairRound()).warnings == ()
