"""A server behind nginx, with https and a prefix: its pages, its live messages, and a browser that uses it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from rookery._record import replace
from rookery.storage import open_store
from rookery.tournaments.service import create_service
from rookery.web.addresses import ServerAddresses
from rookery.web.app import build_app
from rookery.web.context import AppContext
from support.browsers import missing, open_browser
from support.deployments import Browser, addresses_of
from support.page_addresses import EVENT, OPEN, addresses
from support.page_waits import wait_until_saved
from support.round_page import ROUND_5, board_row, open_boards, score, type_result
from support.visitors import with_event, with_examples
from support.web_server import Nginx, WebServer, missing_nginx

if TYPE_CHECKING:
    import playwright.sync_api

if reason := missing_nginx():
    pytest.skip(reason, allow_module_level=True)

pytestmark = pytest.mark.processes
PREFIX = "/desk"


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WebServer, Nginx]]:
    """A server with the example tournaments, and nginx before it at a prefix."""
    yield from serve(tmp_path_factory.mktemp("nginx"), PREFIX)


def serve(folder: Path, prefix: str) -> Iterator[tuple[WebServer, Nginx]]:
    with_event(with_examples(folder)).store.close()
    server = WebServer(folder, prefix=prefix, https="yes", hsts="60")
    nginx = Nginx(folder / "nginx", server.port, prefix)
    server.variables["ROOKERY_NAMES"] = nginx.origin
    server.address = nginx.origin + prefix
    with nginx, server:
        yield server, nginx


def client_of(nginx: Nginx) -> httpx.Client:
    headers = {"origin": nginx.origin, "accept-encoding": "identity"}
    return httpx.Client(base_url=nginx.origin, verify=nginx.context(), headers=headers)


def sign_in(client: httpx.Client, server: WebServer) -> str:
    """Sign in as an invited person; return the name of the cookie."""
    token = server.invite("Ada").rpartition("token=")[2]
    answer = client.post(f"{PREFIX}/enter", data={"token": token})
    assert (answer.status_code, answer.headers["location"]) == (303, f"{PREFIX}/")
    return answer.headers["set-cookie"].partition("=")[0]


def test_every_page_is_that_of_the_root(proxy: tuple[WebServer, Nginx]) -> None:
    server, nginx = proxy
    with client_of(nginx) as client, closing(open_store(server.store)) as store:
        name = sign_in(client, server)
        service = create_service(store)
        site = AppContext(service, store, ServerAddresses((nginx.origin,), https=True), True)
        root = Browser(build_app(replace(site)))
        root.jar[site.addresses.cookie] = ("/", client.cookies[name])
        for _, path in sorted(set(addresses())):
            host = {"host": nginx.origin.partition("//")[2], "origin": nginx.origin}
            expected, answer = root.get(path, headers=host), client.get(PREFIX + path)
            assert (path, answer.status_code) == (path, expected.status_code)
            assert answer.headers["strict-transport-security"] == "max-age=60"
            leaving = [link for link in addresses_of(answer) if link.startswith("/") and not link.startswith(PREFIX)]
            assert not leaving, path
            assert comparable(answer.text, nginx.origin) == comparable(expected.text, nginx.origin), path


def comparable(page: str, origin: str) -> str:
    """Return a page without the prefix, and without what is new in each answer."""
    text = page.replace(f'data-prefix="{PREFIX}"', 'data-prefix=""').replace(f"{origin}{PREFIX}", origin)
    text = text.replace("%2Fdesk%2F", "%2F").replace(f"{PREFIX}/", "/")
    text = re.sub(r'(name="id" value=)"\w+"', r"\1", text)
    return re.sub(r"<svg [^>]*class=\"qr\".*?</svg>", "", text, flags=re.S)


def test_addresses_that_users_see(proxy: tuple[WebServer, Nginx]) -> None:
    server, nginx = proxy
    with client_of(nginx) as client:
        sign_in(client, server)
        page = client.get(f"{PREFIX}/e/{EVENT}").text
        assert f"{nginx.origin}{PREFIX}/p/-/{EVENT}" in page
        assert client.get(f"{PREFIX}/openapi.json").status_code == 404
        document = client.get(f"{PREFIX}/api/openapi.json").json()
        assert document["servers"] == [{"url": f"{PREFIX}/api"}]


def test_names_and_errors(proxy: tuple[WebServer, Nginx]) -> None:
    server, nginx = proxy
    with client_of(nginx) as client:
        assert client.get(f"{PREFIX}/health").json()["status"] == "ok"
        answer = client.get(f"{PREFIX}/p/", headers={"host": "evil.example"})
        assert answer.status_code == 421
        answer = client.get(f"{PREFIX}/p/nothing")
        assert (answer.status_code, f'href="{PREFIX}/p/"' in answer.text) == (404, True)
        request_id = answer.headers["x-request-id"]
        line = server.wait_for_log_line(request_id)
        assert (line["client"], line["path"], len(request_id)) == ("127.0.0.1", "/p/nothing", 32)


def test_live_messages_are_not_kept_back(proxy: tuple[WebServer, Nginx]) -> None:
    """A message arrives while the answer goes on."""
    _, nginx = proxy
    with client_of(nginx) as client, client.stream("GET", f"{PREFIX}/p/{OPEN}/live", timeout=30) as answer:
        assert b"event: hello" in next(answer.iter_raw())


def test_at_the_root(tmp_path: Path) -> None:
    for server, nginx in serve(tmp_path, ""):
        with client_of(nginx) as client:
            token = server.invite("Ada").rpartition("token=")[2]
            answer = client.post("/enter", data={"token": token})
            assert answer.headers["location"] == "/"
            assert answer.headers["set-cookie"].startswith("__Host-rookery=")
            for path in ("/", f"/t/{OPEN}", f"/p/{OPEN}", f"/api/v1/t/{OPEN}/standings"):
                assert client.get(path).status_code == 200


def test_stops_within_seconds(tmp_path: Path) -> None:
    """Live connections through the proxy do not keep the process."""
    for server, nginx in serve(tmp_path, PREFIX):
        with client_of(nginx) as client, client.stream("GET", f"{PREFIX}/p/{OPEN}/live", timeout=30) as answer:
            next(answer.iter_raw())
            begin = time.monotonic()
            server.stop()
            assert time.monotonic() - begin < 10


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_browser_enters_a_result(proxy: tuple[WebServer, Nginx], browser: playwright.sync_api.Browser) -> None:
    """An arbiter signs in and enters a result; a visitor's page shows it without being loaded again."""
    from playwright.sync_api import expect

    server, _ = proxy
    with open_browser(browser, server, user="Bo") as arbiter, open_browser(browser, server, user=None) as visitor:
        page, public = arbiter.goto(ROUND_5), visitor.goto(f"/p/{OPEN}/round/5")
        assert page.url.endswith(f"{PREFIX}{ROUND_5}")
        board = open_boards(page)[0]
        public.evaluate("window.isSamePage = true")
        type_result(page, board, "1")
        wait_until_saved(page)
        expect(score(page, board)).to_have_text("1–0")
        expect(board_row(public, board).locator(".score, .result").first).to_contain_text("1")
        assert public.evaluate("window.isSamePage") is True
        page.click('a[href$="/standings"]')
        expect(page).to_have_url(re.compile(f"{PREFIX}/t/{OPEN}/standings$"))
        page.keyboard.press("F1")
        expect(page).to_have_url(re.compile(f"{PREFIX}/help/standings$"))
        secure = {cookie["name"]: cookie["secure"] for cookie in arbiter.context.cookies()}
        assert secure["__Secure-rookery"] is True
