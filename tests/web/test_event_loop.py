"""Nothing blocks the event loop: no statement is sent in it, and nobody waits for a command on another tournament."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from sqlalchemy import event
from starlette.applications import Starlette
from starlette.routing import Mount, Route

from rookery.model import Result
from rookery.storage import log_file
from rookery.storage.sessions import Session
from rookery.storage.store import Store
from rookery.tournaments.command import Command, command_to_data
from rookery.tournaments.domain.restore_points import MarkPoint
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.service import TournamentService
from rookery.web.access_codes import issue_kiosk_code, issue_player_codes, issue_range
from rookery.web.addresses import Addresses
from rookery.web.app import build_app, lifespan
from rookery.web.context import AppContext
from rookery.web.middleware import csrf_token
from rookery.web.pages import PAGES
from rookery.web.routes.tournaments import create_from_fields
from rookery.web.site_publisher import SitePublisher
from rookery.web.static_files import static_version
from rookery.web.workers import WRITERS, KeyedExecutor
from support.live_client import TIMEOUT, Client, boards
from support.loop_watch import watch_event_loop
from support.page_addresses import EVENT
from support.pseudo_locale import compile_catalogue
from support.visitors import EVENT_LOG, EXAMPLES, HOST, OpenDesk, Visitor, open_desk, with_event, with_examples

MOST_STATEMENTS, MOST_TRANSACTIONS = 6, 4
HELD, FREE = "easter-open", "tanners-cup"
TEAMS = "four-rivers"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    desk = with_event(with_examples(tmp_path, shared=True))
    yield desk
    desk.store.close()


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """The statements sent to a database."""
    sent: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        sent.append(statement)

    engine = store._database.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine, "before_cursor_execute", note)


def addresses(slug: str) -> list[str]:
    """The pages of a tournament and of the desk, those of the hall and those of the API."""
    fill = {"slug": slug, "event": EVENT, "key": "p1", "chapter": "round", "word": "none", "code": "none",
            "hook": "none"}  # fmt: skip
    paths = [path for page in PAGES for path, _ in page.addresses]
    plain = [re.sub(r"\{(\w+)(:int)?\}", lambda found: fill.get(found[1], "1"), path) for path in paths]
    others = [f"/t/{slug}/files/json", f"/t/{slug}/papers/pairings.html", f"/api/v1/t/{slug}/events", "/api/v1/me"]
    return [*plain, *(f"/api/v1{path}" for path in plain), *others]


WRONG = ("/nowhere", "/t/nowhere", "/t/nowhere/live", "/p/nowhere", f"/t/{HELD}/papers/none.html", "/api/v1/nowhere",
         f"/t/{HELD}/files/none", "/enter?token=wrong")  # fmt: skip


# -- every address -----------------------------------------------------------------------------------------------------

LIST = b'fide_id,name,federation,standard,rapid,born\n99900401,"Rook, Benedict",ENG,2111,2050,1990\n'
LARGE_LIST = LIST + b"\n" * 2**20  # does not stay in memory while it comes
ODD_LIST = b"Kod;Kdo;Body\n11;Rook, Ben;1988\n12;Wren;1700\n"
FILE = (EXAMPLES.parent / "swiss.trf").read_bytes()
TABLE = "Name;Rating\nRook, Ben;1990\nTern, Ada;1800\nWren, Cyd;1800\nHeron, Dan;1600\nOwl;high\n"
VALUES = {
    "slug": HELD, "event": EVENT, "key": "p1", "chapter": "round", "word": "none", "round": "2", "board": "1",
    "match": "1", "place": "1", "what": "pairings", "form": "html", "dialect": "json", "name": "desk.css",
    "hook": "none", "delivery": "1", "account": "none",
}  # fmt: skip
"""What is written for the parameters of an address; a new parameter needs a value here."""


OF_CONFIGURED_SERVERS = {("GET", "/metrics"), ("GET", "/enter/openid/callback")}
"""Addresses that are answered only where a server is configured for them."""


class Walk:
    """Somebody at the desk who asks for every address of an application, and remembers which were answered well."""

    def __init__(self, site: AppContext, app: Starlette, cookies: dict[str, str], csrf_token: str) -> None:
        self.site, self.app, self.csrf_token = site, app, csrf_token
        self.cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self.answered: set[tuple[str, str]] = set()

    async def ask(self, path: str, query: str = "", guest: bool = False, **values: str) -> httpx.Response:
        """Get an address of the application as it writes it."""
        return await self._send("GET", path, query, guest, values, {})

    async def post(self, path: str, data: Mapping[str, Any] | None = None, **more: Any) -> httpx.Response:
        """Post a form with the CSRF token in it."""
        values, guest = more.pop("values", {}), more.pop("guest", False)
        return await self._send(
            "POST", path, "", guest, values, {"data": {"csrf_token": self.csrf_token, **(data or {})}, **more}
        )

    async def command(self, path: str, wanted: Command) -> httpx.Response:
        """Post a command."""
        return await self._send("POST", path, "", False, {}, {"json": command_to_data(wanted)})

    async def post_json(
        self, path: str, data: object, values: Mapping[str, str] | None = None, method: str = "POST"
    ) -> httpx.Response:
        """Send JSON to the API."""
        return await self._send(method, path, "", False, values or {}, {"json": data})

    async def post_body(self, path: str, body: bytes) -> httpx.Response:
        """Post a file to the API."""
        return await self._send("POST", path, "", False, {}, {"content": body})

    async def _send(
        self, method: str, path: str, query: str, guest: bool, values: Mapping[str, str], more: dict[str, Any]
    ) -> httpx.Response:
        headers = {"origin": f"http://{HOST}"}
        if not guest:
            headers |= {"cookie": self.cookie, "x-csrf-token": self.csrf_token}
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", headers=headers) as asking:
            answer = await asking.request(method, address(path, values) + query, **more)
        assert answer.status_code != 500, (method, path, answer.text)
        if answer.status_code < 400:
            self.answered.add((method, path))
        return answer

    async def listen(self, path: str, guest: bool = False) -> None:
        """Open a live line, wait for what comes first, and go."""
        arrived, status = asyncio.Event(), list[int]()
        headers = [(b"host", HOST.encode()), *([(b"cookie", self.cookie.encode())] if not guest else [])]
        scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
                 "path": address(path), "raw_path": address(path).encode(), "query_string": b"", "root_path": "",
                 "headers": headers, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8000)}  # fmt: skip

        async def receive() -> dict[str, Any]:
            await arrived.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            status.extend([message["status"]] if "status" in message else [])
            if message.get("body") or status[0] >= 400:
                arrived.set()

        await self.app(scope, receive, send)
        if status == [200]:
            self.answered.add(("GET", path))


def address(path: str, values: Mapping[str, str] | None = None) -> str:
    """Return an address with values for its parameters."""
    filled = {**VALUES, **(values or {})}
    return re.sub(r"\{(\w+)(:\w+)?\}", lambda found: filled[found[1]], path)


def all_addresses(app: Starlette) -> set[tuple[str, str]]:
    """Return method and path of every route of an application."""
    found = set[tuple[str, str]]()
    for route in app.routes:
        mounted = [(route.path, inner) for inner in route.routes] if isinstance(route, Mount) else [("", route)]
        for prefix, inner in mounted:
            assert isinstance(inner, Route)
            found |= {(method, prefix + inner.path) for method in inner.methods or () if method != "HEAD"}
    return found


async def do_everything(walk: Walk) -> None:
    """Send every form and every command once, each so that it is carried out; look at what waits in between."""
    begun = await walk.post("/begin", {"name": "Loop Open", "kind": "dutch", "rounds": "3"})
    club = {"slug": begun.headers["location"].rpartition("/")[2]}
    word = {"word": (await walk.post("/t/{slug}/table", {"text": TABLE}, values=club)).headers["location"][-16:]}
    columns = {"c0": "name", "c1": "rating"}
    for api in ("", "/api/v1"):
        await walk.ask(f"{api}/t/{{slug}}/players/table/{{word}}", **club, **word)
    await walk.post("/t/{slug}/table/{word}", columns, values=club | word)
    for api in ("", "/api/v1"):
        await walk.ask(f"{api}/t/{{slug}}/players/table/{{word}}/entered", **club, **word)
    await walk.post("/t/{slug}/order", {"at.p3": "1.5"}, values=club)
    await walk.post("/t/{slug}/absent", {"round": "1", "there": ["p1", "p2", "p3"]}, values=club)
    await walk.post("/t/{slug}/do", {"command": "round.pair"}, values=club)
    await walk.post("/t/{slug}/copy", {"name": "Autumn Open", "what": "entries"})
    await walk.post("/t/{slug}/screens", {"action": "create", "name": "Entrance"})
    await walk.post("/t/{slug}/phones", {"action": "range", "name": "Uwe", "first": "1", "last": "2"})
    await check_in(walk)
    await walk.post("/b", {"code": "ABCDEFGH"})
    await walk.post("/b", {"code": VALUES["letters"]})
    boards = re.findall(r"\?board=\d+", (await walk.ask("/b/{secret}")).text)
    board = await walk.ask("/b/{secret}", boards[0])
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', board.text))
    await walk.post("/b/{secret}", {**fields, "result": "1-0"})
    await walk.post("/t/{slug}/do", {"command": "time.undo"})
    await walk.command("/t/{slug}/commands", MarkPoint("a point"))
    await walk.command("/api/v1/t/{slug}/commands", MarkPoint("another point"))
    taken = await walk.post("/take", files={"file": ("swiss.trf", FILE)})
    word = {"word": taken.headers["location"].rpartition("/")[2]}
    for api in ("", "/api/v1"):
        await walk.ask(f"{api}/take/{{word}}", **word)
    await walk.post("/take/{word}", values=word)
    await walk.post("/lists", {"name": "FIDE"}, files={"file": ("nov26.csv", LARGE_LIST)})
    odd = await walk.post("/lists", {"name": "Club"}, files={"file": ("club.csv", ODD_LIST)})
    word = {"word": odd.headers["location"].rpartition("/")[2]}
    for api in ("", "/api/v1"):
        await walk.ask(f"{api}/lists/columns/{{word}}", **word)
    await walk.post("/lists/columns/{word}", {"c0": "national_id", "c1": "name", "c2": "standard"}, values=word)
    await group_tournaments(walk)
    await walk.post("/invite", {"name": "Ben"})
    await walk.post("/name", {"name": "Ada Wren"})
    await tournament_api(walk)
    await accounts(walk)
    await walk.post("/theme", {"theme": "dark"})
    await walk.post("/people/end", {"which": "others"})


async def tournament_api(walk: Walk) -> None:
    """Create, copy and import tournaments over the API, and create and revoke a token."""
    created = {"name": "By a program", "kind": "dutch", "rounds": 3}
    await walk.post_json("/api/v1/tournaments", created)
    await walk.post_json("/api/v1/t/{slug}/copy", {"name": "Copy"}, {"slug": "by-a-program"})
    await walk.post_body("/api/v1/tournaments/import", FILE)
    await walk.post("/programs/tokens", {"name": "Robot", "scope": "read"})
    token = re.search(r'name="which" value="(\w{64})"', (await walk.ask("/programs")).text)
    assert token
    await walk.post("/programs/tokens/revoke", {"which": token[1]})
    await webhooks(walk)


PASSWORD = "seven grey herons"


async def accounts(walk: Walk) -> None:
    """Create an account, set its password by the link, sign in and out with it, change it, give it roles."""
    link = await walk.post("/accounts", {"name": "Fay", "role": "administrator"})
    key = re.findall(r"/enter/link\?key=([\w-]+)", link.text)[0]
    new = {"password": PASSWORD, "again": PASSWORD}
    await walk.ask("/enter/link", f"?key={key}", guest=True)
    await walk.post("/enter/link", {"key": key, **new}, guest=True)
    await walk.ask("/enter/account", guest=True)
    session = await walk.post("/enter/account", {"name": "Fay", "password": PASSWORD}, guest=True)
    cookies = dict(session.cookies)
    fay = Walk(walk.site, walk.app, cookies, csrf_token(Session(*cookies.values(), "Fay", 0)))
    fay.answered = walk.answered
    for path in ("/account", "/accounts", "/t/{slug}/members"):
        for api in ("", "/api/v1"):
            await fay.ask(api + path)
    await fay.post("/account/sessions", {"which": "others"})
    await fay.post("/account/password", {"present": PASSWORD, **new})
    known = await asyncio.to_thread(walk.site.store.accounts.find_name, "Fay")
    assert known is not None
    account = {"account": known.id}
    for action in ("sign-out", "disable", "enable"):
        await walk.post("/accounts/{account}", {"action": action}, values=account)
    await walk.post("/t/{slug}/members", {"name": "Fay", "role": "reader"})
    await walk.post("/e/{event}/members", {"name": "Fay", "role": "reader"})
    await walk.post("/t/{slug}/players/{key}/data")


async def webhooks(walk: Walk) -> None:
    """Create webhooks by form and over the API, and take every action; no test arrives, as nothing listens there."""
    await walk.post("/programs/webhooks", {"url": "http://127.0.0.1:9/hook"})
    hook = {"hook": re.findall(r"/programs/webhooks/(\w{16})", (await walk.ask("/programs")).text)[0]}
    for action in ("test", "disable", "enable"):
        await walk.post("/programs/webhooks/{hook}", {"action": action}, values=hook)
    for api in ("", "/api/v1"):
        await walk.ask(f"{api}/programs/webhooks/{{hook}}", **hook)
    await walk.post_json("/api/v1/webhooks", {"url": "http://127.0.0.1:9/hook"})
    await walk.ask("/api/v1/webhooks")
    await walk.ask("/api/v1/webhooks/{hook}/deliveries", **hook)
    await walk.post_json("/api/v1/webhooks/{hook}/test", {}, hook)
    delivery = {**hook, "delivery": str(await asyncio.to_thread(claim_delivery, walk.site, hook["hook"]))}
    await walk.post_json("/api/v1/webhooks/{hook}/deliveries/{delivery:rookery_number}/again", {}, delivery)
    await walk.post_json("/api/v1/webhooks/{hook}", {"disabled": True}, hook, "PATCH")
    await walk.post_json("/api/v1/webhooks/{hook}", {}, hook, "DELETE")


def claim_delivery(site: AppContext, hook: str) -> int:
    """Return the id of a delivery of a webhook: its sender has claimed it, or it is claimed here."""
    site.desk.do(site.require_stream(HELD).id, MarkPoint("for webhooks"))
    site.store.webhooks.claim(hook, 4_000_000_000)
    return site.store.webhooks.list_deliveries(hook)[0].id


async def check_in(walk: Walk) -> None:
    """Open the check-in, make a kiosk and cards, and check a player in on the own page and at the kiosk."""
    await walk.post("/t/{slug}/site")
    await walk.post("/t/{slug}/kiosk")
    await walk.post("/t/{slug}/players/cards")
    await walk.post("/t/{slug}/do", {"command": "checkin.open", "round": "6"})
    await walk.ask("/c/{card}")
    await walk.post("/p/{slug}/player/{key}/check-in", {"round": "6"})
    await walk.ask("/k/{kiosk}")
    await walk.post("/k/{kiosk}", {"who": f"{HELD}/{VALUES['key']}", "round": "6", "present": "no"})


async def group_tournaments(walk: Walk) -> None:
    """Create an event with two sections, and send each of its forms and commands once."""
    await walk.post("/events", {"name": "Loop Festival"})
    festival = {"event": "loop-festival"}
    for name in ("Loop A", "Loop B"):
        await walk.post("/e/{event}/begin", {"name": name, "kind": "dutch", "rounds": "3"}, values=festival)
    await walk.post("/e/{event}/screens", {"action": "create", "name": "Foyer"}, values=festival)
    entry = {"command": "players.enter", "players.0.name": "Owl"}
    await walk.post("/t/{slug}/do", entry, values={"slug": "loop-a"})
    await walk.post("/e/{event}/move", {"player": "loop-a/p1", "to": "loop-b"}, values=festival)
    await walk.post("/e/{event}/copy", {"section": "loop-a", "detail": "chief_arbiter"}, values=festival)
    await walk.post("/e/{event}/ticks", {"round.loop-b": "1", "there": "loop-b/p1"}, values=festival)
    await walk.command("/e/{event}/commands", MarkPoint("a point"))
    await walk.command("/api/v1/e/{event}/commands", MarkPoint("another point"))
    await walk.post("/e/{event}/do", {"command": "time.undo"})


@pytest.mark.slow
def test_nothing_blocks_the_event_loop(tmp_path: Path) -> None:
    """Every address of the application is asked for, and none makes the event loop wait.

    No statement is sent in it, no lock of a tournament is taken, no file is read or written. The addresses are those
    that the application has: a new one is asked for too, and a new form has to be sent in `do_everything`.
    """
    with watch_event_loop(tmp_path) as watch:
        desk = open_desk(tmp_path)
        for path in (EXAMPLES / "open.rookery", EXAMPLES / "teams.rookery", EVENT_LOG):
            desk.store.adopt(*log_file.loads(path.read_bytes()))
        site = AppContext(desk.desk, desk.store, Addresses(8000), True, lists=(tmp_path / "lists",),
                          publisher=SitePublisher((sys.executable, "-c", "")))  # fmt: skip
        desk = OpenDesk(desk.store, desk.desk, site)
        app, visitor = build_app(site), desk.visitor()
        screen = desk.store.screens.create(HELD, "Stage", {}, 1)
        walk = Walk(site, app, visitor.cookies, visitor.csrf_token)
        tokens = [desk.store.people.invite(name, 4_000_000_000) for name in ("Cyd", "Dan")]

        async def run() -> None:
            async with asyncio.timeout(TIMEOUT), lifespan(site):
                await ask_for_everything(walk, tokens)

        held = desk.store.find_stream(HELD)
        assert held is not None
        code = issue_range(site, held.id, "Eva", 1, 99, None)
        card = issue_player_codes(site, held.id, desk.desk.state(held.id), [VALUES["key"]])[VALUES["key"]]
        check_in_codes = {"card": card.secret, "kiosk": issue_kiosk_code(site, held.id).secret}
        with patch.dict(VALUES, check_in_codes, id=screen.id, code=code.id, secret=code.secret, letters=code.letters):
            asyncio.run(run())
        site.store.close()
    assert watch.in_loop == []
    assert all_addresses(app) - walk.answered == OF_CONFIGURED_SERVERS
    seen = watch.elsewhere
    assert min(seen["SQL"], seen["SQLite"], seen["lock"]) > 100, seen
    assert seen["open"], seen  # how many depends on what other tests have read before


def test_no_catalogue_of_a_language_is_read_in_the_event_loop(tmp_path: Path) -> None:
    """Refusals in JSON and the choice of a language need the catalogue before any page was rendered."""
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "rookery.mo").write_bytes(compile_catalogue({}))
    with watch_event_loop(tmp_path) as watch:
        desk = open_desk(tmp_path)
        cookies = desk.visitor().cookies
        watch.in_loop.clear()  # the application of a visitor is made in the event loop
        for method, path, more in (
            ("GET", "/language?to=de", {}),
            ("POST", f"/t/{HELD}/commands", {}),
            ("POST", f"/t/{HELD}/do", {"data": {"command": "none"}}),
            ("GET", f"/t/{HELD}/commands", {}),
        ):
            site = AppContext(desk.desk, desk.store, Addresses(8000), locale=tmp_path / "locale")
            walk = Walk(site, build_app(site), {**cookies, "lang": "de"}, "wrong")
            asyncio.run(walk._send(method, path, "", False, {}, more))
            assert site.languages == ("en", "de")
        desk.store.close()
    assert watch.in_loop == []


def test_what_blocks_the_event_loop_is_noted(tmp_path: Path) -> None:
    with watch_event_loop(tmp_path) as watch:
        desk = open_desk(tmp_path)
        stream, records = log_file.loads((EXAMPLES / "open.rookery").read_bytes())
        desk.store.adopt(stream, records)
        assert watch.in_loop == []

        async def block() -> None:
            desk.desk.state(stream.id)
            static_version.__wrapped__()

        asyncio.run(block())
        desk.store.close()
    assert {line.partition(":")[0] for line in watch.in_loop} >= {"SQL", "SQLite", "lock", "open", "os.scandir"}


async def ask_for_everything(walk: Walk, tokens: Sequence[str]) -> None:
    """Ask for every page, file and line as an arbiter and as a guest, and send everything that can be sent."""
    await walk.ask("/api/v1/me")
    await do_everything(walk)
    for method, path in sorted(all_addresses(walk.app)):
        query = "?one=p1&other=p2" if path.endswith(("/others", "/asked")) else ""
        public = path.removeprefix("/api/v1").startswith(("/p/", "/s/"))
        if method == "POST":
            if path != "/leave":
                await walk.post(path)  # nothing in it
                await walk.post(path, {"csrf_token": "wrong"})
            continue
        for guest in (False, True) if public else (False,):
            await (walk.listen(path, guest) if path.endswith("/live") else walk.ask(path, query, guest))
        if (method, path) not in walk.answered:
            await walk.ask(path, query, slug=TEAMS)
    for path in WRONG:
        await walk.ask(path)
        await walk.ask(path, guest=True)
    await walk.ask("/enter", f"?token={tokens[0]}", guest=True)
    await walk.post("/enter", {"token": "wrong"})
    await walk.post("/leave")
    await walk.post("/enter", {"token": tokens[1]})


# -- how many statements -----------------------------------------------------------------------------------------------


def counts(desk: OpenDesk, paths: list[str]) -> dict[str, int]:
    """How many statements each address takes."""
    visitor, result = desk.visitor(), {}
    for path in paths:
        with statements(desk.store) as sent:
            visitor.ask(path)
        result[path] = len(sent)
    return result


def fresh(desk: OpenDesk) -> OpenDesk:
    """The same store as a process that has just started."""
    other = TournamentService(desk.store, str, str)
    return OpenDesk(desk.store, other, AppContext(other, desk.store, Addresses(8000), True))


def pages(desk: OpenDesk, slug: str) -> list[str]:
    """Return every page and its JSON, with the words each asks for; those that do not fit this event are left out."""
    visitor = desk.visitor()
    searches = {"others": "?one=p1&other=p2", "asked": "?one=p1&other=p2"}
    paths = [path + searches.get(path.rpartition("/")[2], "") for path in addresses(slug)]
    return [path for path in paths if visitor.ask(path).status_code == 200]


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "name"), [(HELD, "open"), (TEAMS, "teams")])
def test_every_page_needs_few_statements_with_1_tournament_and_with_50(tmp_path: Path, slug: str, name: str) -> None:
    desk = open_desk(tmp_path, shared=True)
    stream, records = log_file.loads((EXAMPLES / f"{name}.rookery").read_bytes())
    desk.store.adopt(stream, records)
    paths = pages(desk, slug)
    one = counts(desk, paths)
    for number in range(49):
        create_from_fields(desk.site, {"name": f"Club {number}", "kind": "dutch", "rounds": "5"}, "Ada")
    assert len(desk.site.store.streams()) == 50
    desk.visitor().ask("/")
    fifty = counts(desk, paths)
    assert {path: (one[path], number) for path, number in fifty.items() if number > one[path]} == {}
    assert {path: number for path, number in one.items() if number > MOST_STATEMENTS} == {}
    just_started = [path for path in paths if not path.startswith("/api")]
    first = {path: counts(fresh(desk), [path])[path] for path in just_started}
    assert {path: number for path, number in first.items() if number > MOST_STATEMENTS} == {}
    desk.store.close()


def test_a_result_takes_few_transactions(house: OpenDesk) -> None:
    """Each connection that is taken from the pool reads by itself or is a transaction."""
    visitor, stream = house.visitor(), house.site.stream(HELD)
    assert stream
    state, taken = house.desk.state(stream.id), []
    keys = {number: key for key, number in state.keys.participants.items()}
    number, game = len(state.tournament.rounds), state.tournament.rounds[-1].games[0]
    wanted = [
        EnterResult(number, keys[game.white], keys[game.black], result) for result in (Result.DRAW, Result.WHITE_WINS)
    ]
    visitor.wish(HELD, wanted[0])
    engine = house.store._database.engine
    event.listen(engine, "checkout", lambda *_: taken.append(1))
    assert visitor.wish(HELD, wanted[1]).status_code == 200
    assert len(taken) <= MOST_TRANSACTIONS


@pytest.mark.slow
def test_all_pages_are_among_those_whose_statements_are_counted(house: OpenDesk) -> None:
    found = {path.partition("?")[0].replace(slug, "") for slug in (HELD, TEAMS) for path in pages(house, slug)}
    uploads = {path for path in addresses("") if "/none" in path}  # these exist after an upload alone
    assert set(addresses("")) - found == uploads


def test_what_another_process_wrote_to_many_tournaments_takes_few_statements(house: OpenDesk) -> None:
    other = fresh(house)
    visitor = house.visitor()
    visitor.ask("/")
    for stream in house.site.store.streams():
        other.desk.do(stream.id, MarkPoint("from elsewhere"))
    with statements(house.store) as sent:
        page = visitor.ask(f"/t/{HELD}")
    assert len(sent) <= MOST_STATEMENTS
    version = other.desk.version(house.site.stream(HELD).id)  # type: ignore[union-attr]
    assert f'data-version="{version}"' in page.text


def test_the_side_bar_follows_what_another_process_does(tmp_path: Path) -> None:
    desk = open_desk(tmp_path)
    visitor = desk.visitor()
    assert "Elsewhere" not in visitor.ask("/").text
    create_from_fields(fresh(desk).site, {"name": "Elsewhere Open", "kind": "dutch", "rounds": "5"}, "Ben")
    assert "Elsewhere Open" in visitor.ask("/").text
    desk.store.close()


# -- while a command takes its time ------------------------------------------------------------------------------------


class Gate:
    """Holds what writes to one tournament until it is opened."""

    def __init__(self, store: Store, stream: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.entered, self.opened = Event(), Event()
        append = store.append

        def held(of: str, *args: Any, **more: Any) -> int:
            if of == stream:
                self.entered.set()
                assert self.opened.wait(TIMEOUT)
            return append(of, *args, **more)

        monkeypatch.setattr(store, "append", held)


def headers_of(visitor: Visitor) -> dict[str, str]:
    """What a request of a visitor brings."""
    name = visitor.site.addresses.cookie
    cookie = f"{name}={visitor.cookies[name]}"
    return {"cookie": cookie, "origin": f"http://{HOST}", "x-csrf-token": visitor.csrf_token}


def client(site: AppContext, headers: dict[str, str]) -> httpx.AsyncClient:
    """A client of the desk in this event loop."""
    transport = httpx.ASGITransport(build_app(site))
    return httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", headers=headers)


def commanded(asking: httpx.AsyncClient, slug: str, wanted: Command) -> asyncio.Task[httpx.Response]:
    return asyncio.ensure_future(asking.post(f"/t/{slug}/commands", json=command_to_data(wanted)))


@contextmanager
def opening(gate: Gate) -> Iterator[None]:
    """Whatever happens, nobody is held for ever."""
    try:
        yield
    finally:
        gate.opened.set()


@pytest.mark.slow
def test_a_tournament_during_a_write_delays_no_request(house: OpenDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    """One command is held before it is written, and many more wait behind it.

    Every page of that tournament and of others is made meanwhile, another tournament is written to, and its live line
    says so.
    """
    held, free = (house.site.stream(slug) for slug in (HELD, FREE))
    assert held
    assert free
    headers = headers_of(house.visitor())
    gate = Gate(house.store, held.id, monkeypatch)
    places, other = boards(house.desk.state(held.id)), boards(house.desk.state(free.id))

    async def run() -> tuple[list[int], list[int], list[int]]:
        async with lifespan(house.site), client(house.site, headers) as asking, asyncio.timeout(TIMEOUT):
            listener = Client(house.site, FREE)
            await listener.connect()
            with opening(gate):
                waiting = [commanded(asking, HELD, EnterResult(*place, Result.DRAW)) for place in places]
                waiting += [commanded(asking, HELD, MarkPoint(f"point {at}")) for at in range(2 * WRITERS)]
                await asyncio.to_thread(gate.entered.wait)
                paths = [*addresses(HELD), *addresses(FREE), "/static/desk.css", *WRONG]
                pages = [(await asking.get(path)).status_code for path in paths]
                done = (await commanded(asking, FREE, EnterResult(*other[0], Result.DRAW))).status_code
                await listener.read_until(free.version + 1)
                assert not any(task.done() for task in waiting)
            answers = [answer.status_code for answer in await asyncio.gather(*waiting)]
            return pages, [done], answers

    pages, done, answers = asyncio.run(run())
    assert 500 not in pages
    assert done == [200]
    assert answers == [200] * len(answers)


def test_a_lock_of_another_process_delays_no_page(house: OpenDesk) -> None:
    """SQLite is locked by somebody else who writes: a command waits for it, and everything else goes on."""
    stream = house.site.stream(HELD)
    assert stream
    headers = headers_of(house.visitor())
    place = boards(house.desk.state(stream.id))[0]
    other = sqlite3.connect(house.store.name, isolation_level=None)
    appending = Event()
    append = house.store.append

    def noted(*args: Any, **more: Any) -> int:
        appending.set()
        return append(*args, **more)

    house.store.append = noted  # type: ignore[method-assign]

    async def run() -> tuple[list[int], int]:
        async with client(house.site, headers) as asking, asyncio.timeout(TIMEOUT):
            other.execute("BEGIN IMMEDIATE")
            try:
                waiting = commanded(asking, HELD, EnterResult(*place, Result.DRAW))
                await asyncio.to_thread(appending.wait)
                paths = ("/", f"/t/{HELD}", f"/t/{HELD}/round/5", f"/p/{FREE}", "/static/desk.css")
                pages = [(await asking.get(path)).status_code for path in paths]
                assert not waiting.done()
            finally:
                other.execute("ROLLBACK")
            return pages, (await waiting).status_code

    try:
        assert asyncio.run(run()) == ([200] * 5, 200)
    finally:
        other.close()


def test_a_reader_at_the_desk_waits_for_no_command(house: OpenDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = house.site.stream(HELD)
    assert stream
    gate = Gate(house.store, stream.id, monkeypatch)
    place = boards(house.desk.state(stream.id))[0]
    with ThreadPoolExecutor(1) as pool, opening(gate):
        writing = pool.submit(house.desk.do, stream.id, EnterResult(*place, Result.DRAW))
        assert gate.entered.wait(TIMEOUT)
        assert house.desk.version(stream.id) == stream.version
        assert house.desk.current(stream.id, stream.version).version == stream.version
        assert house.desk.state_at(stream.id, stream.version - 1) != house.desk.state(stream.id)
        assert len(house.desk.preview(stream.id, EnterResult(*place, Result.DRAW)).events) == 1
        assert not writing.done()
        gate.opened.set()
        assert writing.result().version == stream.version + 1
    assert house.desk.version(stream.id) == stream.version + 1


def test_calls_with_equal_keys_run_in_turn_and_use_a_single_thread() -> None:
    gate, order = Event(), list[int]()

    def hold() -> None:
        assert gate.wait(TIMEOUT)

    with ThreadPoolExecutor(2) as pool:
        executor = KeyedExecutor(pool)
        first = executor.submit("a", hold)
        rest = [executor.submit("a", order.append, number) for number in range(5)]
        try:
            assert executor.submit("b", lambda: 7).result(TIMEOUT) == 7
            rest[1].cancel()
            assert order == []
        finally:
            gate.set()
        assert first.result(TIMEOUT) is None
        assert rest[4].result(TIMEOUT) is None
        assert order == [0, 2, 3, 4]
        with pytest.raises(ZeroDivisionError):
            executor.submit("a", lambda: 1 // 0).result(TIMEOUT)
        assert executor.submit("a", lambda: 8).result(TIMEOUT) == 8
