"""Public pages are rendered once for all viewers, until something changes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from rookery.model import Result
from rookery.tournaments.domain.results import EnterResult
from rookery.web import rendering
from rookery.web.app import build_app
from rookery.web.cache import CachedPage, PageCache, PageCacheMiddleware, page_key
from rookery.web.middleware import Scope
from support.visitors import HOST, OpenDesk, with_examples

PATH = "/p/easter-open/standings"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = with_examples(tmp_path, shared=True)
    yield made
    made.store.close()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the pages that were made."""
    names: list[str] = []
    rendered = rendering.render_page

    def counted(visit: object, page: object, *more: object, **others: object) -> str:
        names.append(page.name)  # type: ignore[attr-defined]
        return rendered(visit, page, *more, **others)  # type: ignore[arg-type]

    monkeypatch.setattr(rendering, "render_page", counted)
    return names


def test_a_public_page_is_rendered_once_per_version(house: OpenDesk, made: list[str]) -> None:
    guest, owner = house.outside(), house.visitor()
    first = guest.ask(PATH)
    assert first.headers["content-encoding"] == "gzip"
    assert [guest.ask(PATH).text, owner.ask(PATH).text] == [first.text, first.text]
    assert guest.ask(PATH, {"accept-encoding": "identity"}).text == first.text
    assert made == ["standings"]
    stream = next(one.id for one in house.store.streams() if one.slug == "easter-open")
    state = house.desk.state(stream)
    game, key = state.tournament.rounds[-1].pending[0], state.keys.player
    house.desk.do(stream, EnterResult(5, key[game.white], key[game.black], Result.DRAW), actor="Ada")
    guest.ask(PATH)
    guest.ask(PATH + "?after=2")
    assert made == ["standings"] * 3


def test_what_was_sent_is_sent_again_until_something_changes(house: OpenDesk, made: list[str]) -> None:
    """With the versions told, a page is not even looked up; without gzip, or in another theme, it is another page."""
    guest = house.outside()
    stream = next(one for one in house.store.streams() if one.slug == "easter-open")
    house.site.page_cache.versions[stream.id] = stream.version
    first = guest.ask(PATH)
    house.site.cache.__init__()  # type: ignore[misc]
    again = guest.ask(PATH)
    assert (again.text, again.headers) == (first.text, first.headers)
    assert made == ["standings"]
    guest.cookies["theme"] = "dark"
    assert 'data-theme="dark"' in guest.ask(PATH).text
    house.site.page_cache.versions[stream.id] += 1
    guest.ask(PATH)
    assert made == ["standings"] * 2, "the page in the dark, and no third: it is kept for its version"


def test_the_owner_has_no_rights_in_the_hall(house: OpenDesk) -> None:
    owner = house.visitor("Rosalind")
    page = owner.ask(PATH).text
    assert "Rosalind" not in page
    assert 'data-csrf-token=""' in page


def test_concurrent_requests_render_a_page_once() -> None:
    async def many() -> tuple[int, list[bytes]]:
        shelf, asked, bodies = PageCache(), 0, []
        shelf.versions["open"] = 7

        async def app(scope: Scope, receive: object, send: Any) -> None:
            nonlocal asked
            asked += 1
            await asyncio.sleep(0.01)
            shelf.store(page_key(scope), CachedPage((("open", 7),), [], b"page"))
            await send({"type": "http.response.body", "body": b"page"})

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.body":
                bodies.append(message["body"])

        scope = {"type": "http", "method": "GET", "path": "/p/open", "query_string": b"",
                 "headers": [(b"host", b"desk"), (b"accept-encoding", b"gzip")]}  # fmt: skip
        packed = PageCacheMiddleware(app, shelf, {"desk"}, shared=True)
        await asyncio.gather(*(packed(scope, None, send) for _ in range(20)))
        return asked, bodies

    assert asyncio.run(many()) == (1, [b"page"] * 20)


@pytest.mark.parametrize(("host", "shared"), [("elsewhere", True), ("desk", False)])
def test_foreign_hosts_and_requests_without_a_hall_reach_the_sign_in_page(host: str, shared: bool) -> None:
    """What lies ready is for the hall: everybody else goes the long way, though the page is there."""
    shelf, came = PageCache(), []
    shelf.versions["open"] = 7
    scope = {"type": "http", "method": "GET", "path": "/p/open", "query_string": b"",
             "headers": [(b"host", host.encode()), (b"accept-encoding", b"gzip")]}  # fmt: skip
    shelf.store(page_key(scope), CachedPage((("open", 7),), [], b"page"))

    async def app(scope: Scope, receive: object, send: object) -> None:
        came.append(scope)

    asyncio.run(PageCacheMiddleware(app, shelf, {"desk"}, shared)(scope, None, None))
    assert came == [scope]


def test_a_page_that_lies_ready_is_sealed_like_every_other(house: OpenDesk) -> None:
    guest = house.outside()
    stream = next(one for one in house.store.streams() if one.slug == "easter-open")
    house.site.page_cache.versions[stream.id] = stream.version
    for _ in range(2):
        assert "default-src 'none'" in guest.ask(PATH).headers["content-security-policy"]
    assert guest.ask(PATH, {"host": "elsewhere"}).status_code == 421


def test_a_page_is_named_by_all_that_decides_how_it_looks() -> None:
    def named(path: str = "/p/open", query: bytes = b"", cookies: str = "") -> object:
        return page_key(
            {"type": "http", "path": path, "query_string": query, "headers": [(b"cookie", cookies.encode())]}
        )

    names = [named(), named("/p/other"), named(query=b"after=2"), named(cookies="theme=dark"), named(cookies="lang=de")]
    assert len(set(names)) == len(names)
    assert named(cookies="rookery=secret") == named()


def test_pages_of_arbiters_are_compressed_for_other_machines_only(house: OpenDesk) -> None:
    visitor = house.visitor()
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())

    async def ask(address: str) -> httpx.Response:
        transport = httpx.ASGITransport(build_app(house.site), client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            return await client.get("/t/easter-open/round/1", headers={"cookie": cookies})

    here, there = (asyncio.run(ask(address)) for address in ("127.0.0.1", "192.0.2.7"))
    assert [answer.headers.get("content-encoding") for answer in (here, there)] == [None, "gzip"]
    # the id of the form is drawn for each page
    first, second = (re.sub(r'name="id" value="\w+"', "", answer.text) for answer in (here, there))
    assert first == second
