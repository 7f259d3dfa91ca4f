"""The hall: what everybody sees of a shared desk, and what nobody does."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import StreamingResponse

from rookery.model import Result
from rookery.tournaments.domain.byes import Expel
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.keyed import Facts
from rookery.web.app import build_app
from rookery.web.notifications import send_messages
from rookery.web.pages import PAGES
from rookery.web.rate_limits import LINES, MINUTE, TRIES, LiveConnectionLimit, SignInAttempts
from support.publication import publish
from support.visitors import HOST, OpenDesk, open_desk, with_examples

HALL = [path for page in PAGES for path, hall in page.addresses if hall and not page.part and "{event}" not in path]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenDesk]:
    made = with_examples(tmp_path_factory.mktemp("hall"), shared=True)
    yield made
    made.store.close()


def fill_address(path: str, slug: str, key: str) -> str:
    """An address with its places filled."""
    return re.sub(r"\{(\w+)(:int)?\}", lambda found: {"slug": slug, "key": key}.get(found[1], "1"), path)


def tournaments_with_keys(hall: OpenDesk) -> list[tuple[str, str]]:
    """Every tournament, with the key of somebody in it."""
    states = [(stream.slug, hall.desk.state(stream.id)) for stream in hall.site.store.streams()]
    return [(slug, min(state.keys.participants)) for slug, state in states]


@pytest.mark.parametrize("path", HALL)
def test_the_hall_sees_it(hall: OpenDesk, path: str) -> None:
    """No form that writes, no arbiter, no button for a result, no way into the desk."""
    with suppress(StopIteration):  # every game has a result by now
        hall.desk.do(hall.site.stream("easter-open").id, EnterResult(*open_board(hall), Result.DRAW), actor="Wimbrel")  # type: ignore[union-attr]
    for slug, key in tournaments_with_keys(hall):
        answer = hall.outside().ask(fill_address(path, slug, key))
        if answer.status_code == 422:  # a page that fits another format
            continue
        assert answer.status_code == 200, (slug, answer.text)
        assert 'method="post"' not in answer.text
        assert "Wimbrel" not in answer.text
        assert 'data-result="1-0">1' not in answer.text
        assert f"/t/{slug}" not in answer.text
        assert 'data-csrf-token=""' in answer.text


def test_a_missing_page_links_back(hall: OpenDesk) -> None:
    """The hall to the hall, the desk to the desk."""
    for visitor, place, others in (
        (hall.outside(), "/p/easter-open", "/t/"),
        (hall.visitor(), "/t/easter-open", "/p/"),
    ):
        answer = visitor.ask(f"{place}/round/99")
        assert answer.status_code >= 400
        assert f'class="btn" href="{place}"' in answer.text
        assert f'class="btn" href="{others}' not in answer.text


def open_board(hall: OpenDesk) -> tuple[int, str, str]:
    """Round, White and Black of a game without a result."""
    stream = hall.site.stream("easter-open")
    assert stream
    t = hall.desk.state(stream.id).tournament
    names = {player.number: player.key for player in t.players}
    games = t.rounds[-1].games
    game = next((one for one in games if one.result is Result.PENDING), games[0])
    return len(t.rounds), names[game.white], names[game.black]


def test_guests_are_shown_the_hall(hall: OpenDesk) -> None:
    guest = hall.outside()
    answer = guest.ask("/")
    assert (answer.status_code, answer.headers["location"]) == (303, "/p/")
    listed = guest.ask("/p/").text
    for slug, _ in tournaments_with_keys(hall):
        assert f'href="/p/{slug}"' in listed


def test_the_list_of_tournaments_is_never_stale(tmp_path: Path) -> None:
    made = with_examples(tmp_path, shared=True)
    before = made.outside().ask("/p/").text
    stream = made.site.stream("easter-open")
    assert stream
    made.desk.do(stream.id, EnterResult(*open_board(made), Result.DRAW))
    assert made.outside().ask("/p/").text != before
    made.store.close()


def test_an_arbiter_sees_the_hall_as_the_hall_does(hall: OpenDesk) -> None:
    assert hall.visitor().ask("/p/easter-open").text == hall.outside().ask("/p/easter-open").text


@pytest.mark.parametrize("path", ["/t/easter-open", "/t/easter-open/round/1", "/t/easter-open/live"])
def test_the_desk_stays_closed(hall: OpenDesk, path: str) -> None:
    assert hall.outside().ask(path).status_code == 403


def test_the_hall_cannot_change_anything(hall: OpenDesk) -> None:
    guest, before = hall.outside(), [stream.version for stream in hall.site.store.streams()]
    data = {"csrf_token": "", "command": "time.undo"}
    for path in ("/t/easter-open/do", "/p/easter-open/do", "/t/easter-open/commands", "/p/easter-open/commands"):
        assert guest.send("POST", path, data=data).status_code in (403, 404, 405)
    assert [stream.version for stream in hall.site.store.streams()] == before


def test_seats_by_name(hall: OpenDesk) -> None:
    found = re.findall(r"<tr data-row[^>]*>\s*<td><a[^>]*>(?:<span class=\"title\">\w+</span>)?<span[^>]*>([^<]+)",
                       hall.outside().ask("/p/easter-open/names").text)  # fmt: skip
    assert found == sorted(found, key=str.casefold)
    stream = hall.site.stream("easter-open")
    assert stream
    assert len(found) == len(hall.desk.state(stream.id).tournament.players)


# -- limits ------------------------------------------------------------------------------------------------------------


def test_wrong_tokens_are_counted_by_address(hall: OpenDesk) -> None:
    good = hall.store.people.invite("Ada", 4_000_000_000)

    def tried(token: str, address: str) -> int:
        async def ask() -> int:
            from support.visitors import _application

            transport = httpx.ASGITransport(_application(hall.site), client=(address, 1))
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
                origin = {"origin": f"http://{HOST}"}
                return (await client.post("/enter", data={"token": token}, headers=origin)).status_code

        return asyncio.run(ask())

    assert [tried(f"guess{n}", "192.0.2.7") for n in range(TRIES)] == [403] * TRIES
    assert tried("guess", "192.0.2.7") == 429
    assert tried("guess", "192.0.2.8") == 403
    assert tried(good, "192.0.2.7") == 303, "many may share an address: a valid invitation is always taken"


def test_wrong_tokens_are_forgotten_after_a_minute() -> None:
    now = 0.0
    tries = SignInAttempts(lambda: now)
    for _ in range(TRIES):
        assert not tries.is_exhausted("a")
        tries.record_failure("a")
    assert tries.is_exhausted("a")
    assert not tries.is_exhausted("b")
    now = MINUTE
    assert not tries.is_exhausted("a")


def test_lines_of_an_address_have_a_limit() -> None:
    lines = LiveConnectionLimit()
    held = [lines.reserve("192.0.2.7") for _ in range(LINES)]
    for one in held:
        assert not lines.is_full("192.0.2.7")
        one.__enter__()
    assert lines.is_full("192.0.2.7")
    assert not lines.is_full("192.0.2.8")
    assert not lines.is_full("127.0.0.1")
    held[0].__exit__(None, None, None)
    assert not lines.is_full("192.0.2.7")


def test_writes_during_subscription_are_delivered(tmp_path: Path) -> None:
    """A result comes after the line was asked for, and before it is open: its first word is not older than that."""
    made = with_examples(tmp_path, shared=True)
    stream = made.site.stream("easter-open")
    assert stream
    scope = {"type": "http", "method": "GET", "path": "/p/easter-open/live", "headers": [], "query_string": b"",
             "path_params": {"slug": "easter-open"}, "client": ("192.0.2.7", 1), "user": None,
             "app": build_app(made.site)}  # fmt: skip

    async def first() -> str:
        answer = await send_messages(Request(scope), public=True)
        made.desk.do(stream.id, EnterResult(*open_board(made), Result.DRAW))
        assert isinstance(answer, StreamingResponse)
        return bytes(await anext(aiter(answer.body_iterator))).decode()  # type: ignore[arg-type]

    said = asyncio.run(first())
    assert f"id: {made.desk.version(stream.id)}\n" in said
    made.store.close()


def test_the_reason_of_an_expulsion_is_not_public(tmp_path: Path) -> None:
    """The hall sees that and when somebody was expelled; why stands in the log."""
    made = open_desk(tmp_path, shared=True)
    stream = made.desk.create("club")
    made.desk.do(stream, OpenTournament("Club"), actor="Ada")
    made.desk.do(stream, EnterPlayers(tuple(Facts(name) for name in ("Ann", "Ben", "Cyd", "Dot"))), actor="Ada")
    made.desk.do(stream, PairRound(), actor="Ada")
    state = made.desk.state(stream)
    for game in state.tournament.rounds[0].games:
        key = state.keys.player
        made.desk.do(stream, EnterResult(1, key[game.white], key[game.black], Result.DRAW), actor="Ada")
    publish(made.desk, stream)
    wish = Expel("p4", reason="a telephone in the pocket")
    with pytest.raises(ConfirmationRequiredError) as asked:
        made.desk.do(stream, wish, actor="Ada")
    made.desk.do(stream, wish, actor="Ada", acknowledged=asked.value.tokens)
    papers = [f"/p/club/papers/{paper}.html" for paper in ("standings", "crosstable")]
    pages = [fill_address(path, "club", "p4") for path in HALL]
    for path in [*pages, *(f"/api/v1{path}" for path in pages), *papers]:
        assert "telephone" not in made.outside().ask(path).text, path
    for path in ("/p/club/standings", "/p/club/crosstable", papers[0]):
        assert "expelled from round 2 on" in made.outside().ask(path).text, path
    assert "telephone" in made.visitor().ask("/t/club/log").text
    made.store.close()
