"""Screens of the hall: what they show, what the desk does with them, and what reaches them live."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from datetime import date, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import StreamingResponse

from rookery.model import PartialDate, Result
from rookery.storage import open_store
from rookery.storage.screens import Screen
from rookery.tournaments.domain.check_in import MarkCheckIn, OpenCheckIn
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.publication import SetPublication
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound, ScheduleRound
from rookery.tournaments.domain.rules import DrawColour
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.service import TournamentService, new_id
from rookery.web.app import lifespan
from rookery.web.broadcast import Message
from rookery.web.context import AppContext
from rookery.web.notifications import CHANNEL, to_screen
from rookery.web.page_spec import RequestContext
from rookery.web.pages.screens import CONTENTS, MOST_TEXT, ScreenSettings
from rookery.web.routes.screens import change_screens, send_screen_messages
from rookery.web.screen_contents import Content, RankRow, build_contents
from rookery.web.screens import find_screen, view_screen
from support.publication import publish
from support.visitors import OpenDesk, Visitor, open_desk, with_examples

OPEN, TEAMS = "easter-open", "four-rivers"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[OpenDesk]:
    desk = with_examples(tmp_path, shared=True)
    yield desk
    desk.store.close()


def create(hall: OpenDesk, slug: str = OPEN, name: str = "Entrance", **settings: Any) -> Screen:
    """Create a screen of a tournament."""
    stream = hall.site.require_stream(slug)
    return hall.store.screens.create(stream.id, name, ScreenSettings(**settings).to_json(), 1)


def contents(hall: OpenDesk, *slugs: str, today: date | None = None, **settings: Any) -> tuple[Content, ...]:
    """Return the contents of a screen over tournaments."""
    sections = []
    for slug in slugs or (OPEN,):
        stream = hall.site.require_stream(slug)
        current = hall.desk.current(stream.id, stream.version)
        state = hall.site.displayed_state(stream.id, current, public=True)
        sections.append(RequestContext(hall.site, stream=stream, state=state, version=current.version, public=True))
    return build_contents(ScreenSettings(**settings), sections, today)


def open_board(hall: OpenDesk) -> tuple[int, str, str]:
    """Round, White and Black of a game without a result."""
    state = hall.desk.state(hall.site.require_stream(OPEN).id)
    game, key = state.tournament.rounds[-1].pending[0], state.keys.player
    return len(state.tournament.rounds), key[game.white], key[game.black]


# -- contents ----------------------------------------------------------------------------------------------------------


def test_the_names_are_in_order_and_each_player_is_there_once(hall: OpenDesk) -> None:
    (content,) = contents(hall, shows=("names",))
    names = [row.line.who.name for row in content.rows]  # type: ignore[union-attr]
    state = hall.desk.state(hall.site.require_stream(OPEN).id)
    assert sorted(names) == sorted({player.name for player in state.tournament.players} & set(names))
    assert len(names) == len(set(names)) >= 2 * len(state.tournament.rounds[-1].games)
    assert [row.label for row in content.rows] == [name[0] for name in names]
    assert str(content.heading) == "Round 5"


def test_the_boards_of_a_match_belong_to_it(hall: OpenDesk) -> None:
    (content,) = contents(hall, TEAMS, shows=("boards",))
    labels = [row.label for row in content.rows if not getattr(row, "in_match", False)]
    assert labels == ["1", "2", "3", "4"]
    assert sum(getattr(row, "in_match", False) for row in content.rows) == 16


def test_standings_say_after_which_round(hall: OpenDesk) -> None:
    (running,), (final,) = contents(hall, shows=("standings",)), contents(hall, TEAMS, shows=("standings",))
    assert (str(running.heading), str(final.heading)) == ("Standings during round 5", "Final standings")
    assert running.heads == ("BH/C1", "BH", "SB")
    assert len(running.widths) == 4


def test_a_shared_rank_is_shown_in_one_way(hall: OpenDesk) -> None:
    """As `30=` on screens, in the standings and the crosstable, and on the page of the player."""
    rows = contents(hall, shows=("standings",))[0].rows
    shared = next(row for row in rows if isinstance(row, RankRow) and row.shared)
    expected = f"{shared.rank}="
    screen, guest = create(hall, shows=("standings",)), hall.outside()
    assert f'<b class="place">{expected}</b>' in guest.ask(f"/s/{screen.id}").text
    for path in ("standings", "crosstable", f"player/{shared.who.key}"):
        page = guest.ask(f"/p/{OPEN}/{path}").text
        assert expected in re.sub(r"<[^>]*>|\s", " ", page).split(), path


def test_several_tournaments_share_a_list_of_names_but_have_their_own_boards(hall: OpenDesk) -> None:
    names, *boards = contents(hall, OPEN, TEAMS, shows=("names", "boards"))
    sections = {row.section for row in names.rows}  # type: ignore[union-attr]
    assert len(sections) == 2
    assert [board.title for board in boards] == sorted(sections, key=lambda name: "Team" in name)
    assert str(names.heading) == "Round 5"


def test_a_rotation_leaves_out_what_is_empty(hall: OpenDesk) -> None:
    shows = ("names", "announcement")
    assert [content.kind for content in contents(hall, shows=shows)] == ["names"]
    assert [content.kind for content in contents(hall, shows=shows, text="Quiet!")] == ["names", "announcement"]
    assert [content.kind for content in contents(hall, shows=("announcement",))] == ["announcement"]


@pytest.mark.parametrize("kind", CONTENTS)
def test_every_content_has_a_page_before_round_1(tmp_path: Path, kind: str) -> None:
    desk = open_desk(tmp_path, shared=True)
    visitor = desk.visitor()
    assert visitor.send("POST", "/begin", data={
        "csrf_token": visitor.csrf_token, "name": "New Open", "kind": "dutch", "rounds": "5",
    }).status_code == 303  # fmt: skip
    screen = create(desk, "new-open", shows=(kind,))
    answer = desk.outside().ask(f"/s/{screen.id}")
    assert answer.status_code == 200
    assert 'class="nothing"' in answer.text or kind == "clock"
    desk.store.close()


# -- the round clock ---------------------------------------------------------------------------------------------------


def test_the_clock_counts_to_the_start_in_the_time_of_this_machine(hall: OpenDesk) -> None:
    stream = hall.site.require_stream(OPEN)
    hall.desk.do(stream.id, ScheduleRound(5, PartialDate(2026, 11, 21), "14:30"))
    (clock,) = contents(hall, shows=("clock",))[0].rows
    assert clock.at == int(datetime(2026, 11, 21, 14, 30).astimezone().timestamp() * 1000)  # type: ignore[union-attr]
    (names,) = contents(hall, shows=("names",), today=date(2026, 11, 21))
    assert names.clock is not None
    assert names.clock.is_today


def test_a_time_without_a_day_is_today_only_where_the_event_has_no_days(hall: OpenDesk) -> None:
    stream = hall.site.require_stream(OPEN)
    hall.desk.do(stream.id, ScheduleRound(5, None, "14:30"))
    (clock,) = contents(hall, shows=("clock",), today=date(2026, 11, 21))[0].rows
    has_days = hall.desk.state(stream.id).tournament.info.start is not None
    assert (clock.at is None) == has_days  # type: ignore[union-attr]


def test_a_moved_start_is_on_the_page(hall: OpenDesk) -> None:
    stream = hall.site.require_stream(OPEN)
    later = TournamentService(hall.store, lambda: "2030-01-01T12:00:00+00:00", new_id)
    hall.desk.do(stream.id, ScheduleRound(5, PartialDate(2026, 11, 21), "14:00"))
    later.do(stream.id, ScheduleRound(5, PartialDate(2026, 11, 21), "14:45"))
    for shows in (("clock",), ("names",)):
        text = hall.outside().ask(f"/s/{create(hall, shows=shows).id}").text
        assert "moved from 14:00" in text, shows
        assert "14:45" in text


# -- check-in and events -----------------------------------------------------------------------------------------------


def enter_event(desk: OpenDesk) -> tuple[str, str]:
    """Create an event with two sections before round 1; return the ids of their logs."""
    streams = []
    for slug, name in (("open", "A Open"), ("women", "Women")):
        stream = desk.desk.create(slug, stream=f"id-{slug}")
        rules = TournamentRules(system="dutch", rounds=5)
        desk.desk.do(stream, OpenTournament(name, rules, lots="seed"))
        desk.desk.do(stream, EnterPlayers(tuple(Facts(f"{name} {number}", 2000 - number) for number in range(1, 9))))
        streams.append(stream)
    ada = desk.visitor()
    data = {"csrf_token": ada.csrf_token, "name": "Spring Festival", "section": ["open", "women"]}
    assert ada.send("POST", "/events", data=data).status_code == 303
    return streams[0], streams[1]


def test_the_open_check_in_lists_the_missing(tmp_path: Path) -> None:
    desk = open_desk(tmp_path, shared=True)
    stream, _ = enter_event(desk)
    (content,) = contents(desk, "open", shows=("checkin",))
    assert not content.rows
    desk.desk.do(stream, OpenCheckIn(1, "13:45"))
    keys = tuple(desk.desk.state(stream).keys.players)
    desk.desk.do(stream, MarkCheckIn(1, keys[:1]))
    (content,) = contents(desk, "open", "women", shows=("checkin",))
    assert [row.who.name for row in content.rows] == [f"A Open {number}" for number in range(2, 9)]  # type: ignore[union-attr]
    assert str(content.heading) == "Not checked in yet: 7 of 8"
    assert str(content.note) == "until 13:45"
    desk.desk.do(stream, MarkCheckIn(1, keys))
    (content,) = contents(desk, "open", shows=("checkin",))
    assert (content.rows, str(content.empty)) == ((), "All players have checked in.")
    desk.store.close()


def test_a_screen_of_an_event_shows_all_sections_or_those_that_are_chosen(tmp_path: Path) -> None:
    desk = open_desk(tmp_path, shared=True)
    streams = enter_event(desk)
    for stream in streams:
        desk.desk.do(stream, DrawColour())
        desk.desk.do(stream, PairRound())
        publish(desk.desk, stream)
    ada = desk.visitor()
    fields = {"csrf_token": ada.csrf_token, "action": "create", "name": "Foyer"}
    assert ada.send("POST", "/e/spring-festival/screens", data=fields).status_code == 303
    (screen,) = desk.store.screens.list_screens()
    assert "Foyer" in ada.ask("/e/spring-festival/screens").text
    assert "Foyer" in desk.outside().ask("/s/").text
    text = desk.outside().ask(f"/s/{screen.id}").text
    assert "<h1>Spring Festival</h1>" in text
    assert text.count('class="row"') == 16
    assert "/p/-/spring-festival" in text
    before = find_screen(desk.site, screen.id).token
    answer = ada.send("POST", "/e/spring-festival/screens", data={
        **fields, "action": "set", "screen": screen.id, "show": "names", "seconds": "9", "section": streams[1],
    })  # fmt: skip
    assert answer.status_code == 303
    text = desk.outside().ask(f"/s/{screen.id}").text
    assert "<h1>Women</h1>" in text
    assert text.count('class="row"') == 8
    assert before != find_screen(desk.site, screen.id).token
    assert ada.send("POST", "/e/nowhere/screens", data=fields).status_code == 404
    desk.store.close()


def test_a_screen_shows_published_rounds_only(tmp_path: Path) -> None:
    desk = open_desk(tmp_path, shared=True)
    stream, _ = enter_event(desk)
    guest = desk.outside()
    screen = create(desk, "open", shows=("boards", "names", "standings"))
    desk.desk.do(stream, DrawColour())
    desk.desk.do(stream, PairRound())
    assert "A Open 1" not in guest.ask(f"/s/{screen.id}").text
    publish(desk.desk, stream)
    before = guest.ask(f"/s/{screen.id}").text
    assert before.count("A Open 1") == 2  # by board and by name; standings follow when the round has ended
    with pytest.raises(ConfirmationRequiredError) as pending:
        desk.desk.do(stream, SetPublication({"public": False}))
    desk.desk.do(stream, SetPublication({"public": False}), acknowledged=pending.value.tokens)
    after = guest.ask(f"/s/{screen.id}").text
    assert "A Open 1" not in after
    assert "Nothing is published yet." in after
    assert screen.id not in guest.ask("/s/").text
    desk.store.close()


# -- the page ----------------------------------------------------------------------------------------------------------


def test_a_screen_is_public_on_a_shared_desk_only(tmp_path: Path) -> None:
    for shared, status in ((True, 200), (False, 403)):
        folder = tmp_path / str(shared)
        folder.mkdir()
        desk = with_examples(folder, shared=shared)
        screen = create(desk)
        assert desk.outside().ask(f"/s/{screen.id}").status_code == status
        assert desk.visitor().ask(f"/s/{screen.id}").status_code == 200
        desk.store.close()


def test_a_screen_shows_no_form_and_no_way_into_the_desk(hall: OpenDesk) -> None:
    for slug in (OPEN, TEAMS):
        text = hall.outside().ask(f"/s/{create(hall, slug, shows=tuple(CONTENTS), text='Quiet!').id}").text
        assert "<form" not in text
        assert "<a " not in text
        assert "/t/" not in text


def test_an_announcement_is_escaped(hall: OpenDesk) -> None:
    text = hall.outside().ask(f"/s/{create(hall, shows=('announcement',), text='<b>1 < 2</b>').id}").text
    assert "&lt;b&gt;1 &lt; 2&lt;/b&gt;" in text


def test_a_screen_that_is_not_there(hall: OpenDesk) -> None:
    answer = hall.outside().ask("/s/nothing")
    assert answer.status_code == 404
    assert "There is no such screen here." in answer.text
    assert hall.outside().ask("/s/nothing/live").status_code == 404


def test_the_list_of_screens_leads_to_them(hall: OpenDesk) -> None:
    screen = create(hall, name="Stage")
    text = hall.outside().ask("/s/").text
    assert f'href="/s/{screen.id}"' in text
    assert "Stage" in text


def test_the_token_changes_with_everything_that_is_shown(hall: OpenDesk) -> None:
    screen = create(hall)
    tokens = [find_screen(hall.site, screen.id).token]
    hall.store.screens.set_settings(screen.id, {"shows": ["standings"]})
    tokens.append(find_screen(hall.site, screen.id).token)
    hall.desk.do(hall.site.require_stream(OPEN).id, EnterResult(*open_board(hall), Result.DRAW))
    tokens.append(find_screen(hall.site, screen.id).token)
    assert len(set(tokens)) == 3
    assert find_screen(hall.site, screen.id).token == tokens[-1]


def test_a_result_is_on_the_screen(hall: OpenDesk) -> None:
    screen, guest = create(hall, shows=("boards",)), hall.outside()
    before = guest.ask(f"/s/{screen.id}").text
    hall.desk.do(hall.site.require_stream(OPEN).id, EnterResult(*open_board(hall), Result.DRAW))
    after = guest.ask(f"/s/{screen.id}").text
    assert after.count("½<i>–</i>½") == before.count("½<i>–</i>½") + 1


# -- the desk ----------------------------------------------------------------------------------------------------------


def send(visitor: Visitor, action: str, screen: str = "", slug: str = OPEN, **fields: Any) -> int:
    """Send a form of the page; return the status of the answer."""
    data = {"csrf_token": visitor.csrf_token, "action": action, "screen": screen, **fields}
    return visitor.send("POST", f"/t/{slug}/screens", data=data).status_code


def settings_of(hall: OpenDesk, screen_id: str) -> ScreenSettings:
    """Return the settings of a screen as they are stored."""
    screen = hall.store.screens.find(screen_id)
    assert screen is not None
    return ScreenSettings.from_json(screen.settings)


def test_a_screen_is_created_switched_paused_and_deleted(hall: OpenDesk) -> None:
    ada = hall.visitor()
    assert send(ada, "create", name="  Main   hall ") == 303
    (screen,) = hall.store.screens.list_screens()
    assert screen.name == "Main hall"
    page = ada.ask(f"/t/{OPEN}/screens").text
    assert f"/s/{screen.id}" in page
    assert "<svg" in page.partition(f'id="screen-{screen.id}"')[2]
    assert "not opened yet" in page
    assert send(ada, "switch", screen.id, show="standings") == 303
    assert settings_of(hall, screen.id).shows == ("standings",)
    assert send(ada, "pause", screen.id) == 303
    assert settings_of(hall, screen.id).paused
    assert send(ada, "switch", screen.id, show="clock") == 303
    assert settings_of(hall, screen.id) == ScreenSettings(shows=("clock",))
    assert send(ada, "announce", screen.id, text="Round 6\r\nis late") == 303
    assert settings_of(hall, screen.id).text == "Round 6\nis late"
    fields = {"name": "Stage", "show": ["names", "standings"], "seconds": "20", "theme": "dark", "text": ""}
    assert send(ada, "set", screen.id, **fields) == 303
    assert settings_of(hall, screen.id) == ScreenSettings(shows=("names", "standings"), seconds=20, theme="dark")
    assert send(ada, "delete", screen.id) == 303
    assert hall.store.screens.list_screens() == ()


def test_all_screens_are_switched_at_once(hall: OpenDesk) -> None:
    ada, screens = hall.visitor(), [create(hall), create(hall), create(hall, TEAMS)]
    assert send(ada, "switch", "all", show="clock") == 303
    assert [settings_of(hall, screen.id).shows for screen in screens] == [("clock",), ("clock",), ("names",)]
    assert send(ada, "delete", "all") == 404
    assert len(hall.store.screens.list_screens()) == 3


@pytest.mark.parametrize(
    ("action", "fields", "status"),
    [
        ("create", {"name": " "}, 422),
        ("create", {"name": "x" * 81}, 422),
        ("create", {"name": "a\x07b"}, 422),
        ("switch", {}, 400),
        ("switch", {"show": "weather"}, 400),
        ("set", {"name": "Stage", "show": "names", "seconds": "1", "text": ""}, 422),
        ("set", {"name": "Stage", "show": "names", "seconds": "soon", "text": ""}, 422),
        ("set", {"name": "Stage", "seconds": "10", "text": ""}, 400),
        ("announce", {"text": "x" * (MOST_TEXT + 1)}, 422),
        ("dance", {}, 400),
    ],
)
def test_what_cannot_be_is_refused(hall: OpenDesk, action: str, fields: dict[str, str], status: int) -> None:
    screen = create(hall)
    assert send(hall.visitor(), action, screen.id, **fields) == status
    assert hall.store.screens.list_screens() == (screen,)


def test_screens_of_another_tournament_and_of_strangers_stay_as_they_are(hall: OpenDesk) -> None:
    screen = create(hall, TEAMS)
    assert send(hall.visitor(), "delete", screen.id) == 404
    answer = hall.outside().send("POST", f"/t/{TEAMS}/screens", data={"action": "delete", "screen": screen.id})
    assert answer.status_code == 403
    wrong = {"csrf_token": "wrong", "action": "delete", "screen": screen.id}
    assert hall.visitor().send("POST", f"/t/{TEAMS}/screens", data=wrong).status_code == 403
    assert hall.store.screens.find(screen.id) == screen


def test_settings_of_a_newer_version_are_read_as_far_as_they_are_known() -> None:
    settings = ScreenSettings.from_json({"shows": ["weather"], "seconds": "many", "text": None, "sections": "x"})
    assert settings == ScreenSettings()
    full = ScreenSettings(("clock", "announcement"), 30, "dark", True, "Hello", "de", ("s1",))
    assert ScreenSettings.from_json(json.loads(json.dumps(full.to_json()))) == full


# -- live --------------------------------------------------------------------------------------------------------------


class Line:
    """The live connection of a screen."""

    def __init__(self, site: AppContext, screen_id: str) -> None:
        self.site, self.id = site, screen_id

    async def open(self) -> dict[str, Any]:
        """Open the connection; return the data of its first message."""
        scope = {"type": "http", "method": "GET", "path": f"/s/{self.id}/live", "headers": [], "query_string": b"",
                 "path_params": {"id": self.id}, "client": ("192.0.2.7", 1), "user": None,
                 "app": SimpleNamespace(state=SimpleNamespace(context=self.site))}  # fmt: skip
        response = await send_screen_messages(Request(scope))
        assert isinstance(response, StreamingResponse)
        self._body: AsyncIterator[Any] = aiter(response.body_iterator)
        kind, data = await self.next()
        assert kind == "hello"
        return json.loads(data)  # type: ignore[no-any-return]

    async def next(self) -> tuple[str, str]:
        """Return kind and data of the next message."""
        text = bytes(await asyncio.wait_for(anext(self._body), 30)).decode()
        match = re.search(r"event: (\w+)\n(?:id: \d+\n)?data: (.*)\n\n", text)
        assert match, text
        return match[1], match[2]

    async def close(self) -> None:
        """Close the connection."""
        await self._body.aclose()  # type: ignore[attr-defined]


def test_what_happens_reaches_the_screen(hall: OpenDesk) -> None:
    screen, other, guest = create(hall, shows=("boards",)), create(hall, TEAMS), hall.outside()
    stream = hall.site.require_stream(OPEN)
    board, page = open_board(hall), guest.ask(f"/s/{screen.id}").text

    async def run() -> None:
        async with lifespan(hall.site):
            line, other_line = Line(hall.site, screen.id), Line(hall.site, other.id)
            first = await line.open()
            assert first["token"] == find_screen(hall.site, screen.id).token
            assert abs(first["offset"]) <= 14 * 60
            await other_line.open()
            assert hall.site.hub.connection_count(CHANNEL + screen.id) == 1
            await asyncio.to_thread(hall.desk.do, stream.id, EnterResult(*board, Result.DRAW))
            kind, data = await line.next()
            assert (kind, json.loads(data)["sides"]) == ("result", ["½", "½"])
            assert f'data-game="{json.loads(data)["game"]}"' in page
            assert (await line.next())[0] == "standings"
            hall.site.hub.pulse()
            assert (await line.next())[0] == "alive"
            assert (await other_line.next())[0] == "alive"  # and nothing of the other tournament
            await line.close()
            await other_line.close()
            assert hall.site.hub.connection_count(CHANNEL + screen.id) == 0

    asyncio.run(run())
    seen = hall.store.screens.find(screen.id)
    assert seen is not None
    assert seen.seen is not None


def test_another_process_switches_the_screen(hall: OpenDesk) -> None:
    """Its settings are in the store: every process tells the screens that are connected to it."""
    screen, other = create(hall, shows=("clock",)), create(hall)

    async def run() -> None:
        async with lifespan(hall.site):
            line, other_line = Line(hall.site, screen.id), Line(hall.site, other.id)
            await line.open()
            await other_line.open()
            with_other_process = open_store(hall.store.name)
            await asyncio.to_thread(with_other_process.screens.set_settings, screen.id, {"shows": ["standings"]})
            assert (await line.next())[0] == "screen"
            await asyncio.to_thread(with_other_process.screens.delete, screen.id)
            assert (await line.next())[0] == "screen"
            with_other_process.close()
            hall.site.hub.pulse()
            assert (await other_line.next())[0] == "alive", "nothing of the other screen"
            await line.close()
            await other_line.close()

    asyncio.run(run())


def test_a_tick_of_the_check_in_is_a_message_of_its_own() -> None:
    """Screens that do not show the check-in are not read anew for hundreds of ticks."""
    tick = Message("change", 7, {"kinds": ["checkin.marked"], "after": 6})
    assert to_screen("open", tick) == Message("tick", 7, {"after": 6})
    change = Message("change", 7, {"kinds": ["round.published"], "after": 6})
    assert to_screen("open", change) == change


def test_standings_that_are_not_public_yet_are_not_read_anew(tmp_path: Path) -> None:
    desk = open_desk(tmp_path, shared=True)
    stream, _ = enter_event(desk)
    screen = create(desk, "open", shows=("standings",))
    desk.desk.do(stream, DrawColour())
    desk.desk.do(stream, PairRound())
    publish(desk.desk, stream)
    assert view_screen(find_screen(desk.site, screen.id), "en").live == ("change",)
    desk.desk.do(stream, SetPublication({"standings": "automatic"}))
    assert view_screen(find_screen(desk.site, screen.id), "en").live == ("change", "standings")
    desk.store.close()


def test_a_form_of_the_desk_reaches_the_screen_that_it_changes(hall: OpenDesk) -> None:
    screen, other = create(hall), create(hall)
    ada = hall.visitor()
    body = f"csrf_token={ada.csrf_token}&action=switch&screen={screen.id}&show=clock".encode()
    session = hall.store.people.session(next(iter(ada.cookies.values())), 1)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def run() -> None:
        line, other_line = Line(hall.site, screen.id), Line(hall.site, other.id)
        await line.open()
        await other_line.open()
        headers = [(b"content-type", b"application/x-www-form-urlencoded")]
        scope = {"type": "http", "method": "POST", "path": f"/t/{OPEN}/screens", "headers": headers,
                 "query_string": b"", "path_params": {"slug": OPEN}, "client": ("192.0.2.7", 1), "user": session,
                 "app": SimpleNamespace(state=SimpleNamespace(context=hall.site))}  # fmt: skip
        response = await change_screens(Request(scope, receive))
        assert response.status_code == 303
        assert (await line.next())[0] == "screen"
        hall.site.hub.pulse()
        assert (await other_line.next())[0] == "alive"
        await line.close()
        await other_line.close()

    asyncio.run(run())
    assert settings_of(hall, screen.id).shows == ("clock",)
