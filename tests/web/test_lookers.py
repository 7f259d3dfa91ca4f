"""Whoever looks at the desk in these tests would notice what must never be there."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from support.browsers import Server, axe, looking, missing_axe, tabbed, without_alike

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PAGES = {
    "/": "<p>good",
    "/elsewhere": "<script src='http://example.com/x.js'></script>",
    "/script": "<script>setTimeout(() => nobody.knows(), 0)</script>",
    "/missing": "<link rel=stylesheet href=/none.css>",
    "/grey": "<p style='color: #aaa; background: #fff'>can you read this?</p>",
    "/lines": "<table><thead><tr><th>who<th>how<tbody>"
    + "".join(f"<tr><td>{at}<td><a href=/{at}>{at}</a>" for at in range(9))
    + "<tr><td>9<td><a href=/9></a><tr><td class=faint>10<td><a href=/10 id=a>10</a></table><p id=a>"
    + "<style>.faint { color: #aaa }</style>",
    "/trap": "<a href=/>one</a><a href=/ onblur='this.focus()'>two</a><a href=/>three</a>",
}
HEAD = "<!doctype html><html lang=en><head><title>x</title><link rel=icon href=data:,></head><body><main><h1>x</h1>"


class Answers(BaseHTTPRequestHandler):
    """A site with faults."""

    def do_GET(self) -> None:
        body = PAGES.get(self.path)
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f"{HEAD}{body or ''}".encode())

    def log_message(self, *_: object) -> None:
        """Nothing is said."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Server]:
    served = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    Thread(target=served.serve_forever, daemon=True).start()
    made = Server(tmp_path)
    made.address = f"http://127.0.0.1:{served.server_port}"
    made.door = f"{made.address}/"
    yield made
    served.shutdown()
    served.server_close()


@pytest.mark.parametrize(
    ("path", "fault"),
    [("/elsewhere", "leaves this machine"), ("/script", "nobody is not defined"), ("/missing", "404")],
)
def test_a_fault_is_noticed(browser: Browser, site: Server, path: str, fault: str) -> None:
    with pytest.raises(AssertionError, match=fault), looking(browser, site) as somebody:
        somebody.goto(path).wait_for_timeout(100)


def test_nothing_is_wrong_with_a_page_that_is_right(browser: Browser, site: Server) -> None:
    with looking(browser, site) as somebody:
        somebody.goto("/")


@pytest.mark.skipif(bool(missing_axe()), reason=missing_axe())
def test_what_cannot_be_read_is_found(browser: Browser, site: Server) -> None:
    with looking(browser, site) as somebody:
        assert axe(somebody.goto("/")) == []
        assert [one.split()[0] for one in axe(somebody.goto("/grey"))] == ["color-contrast"]


@pytest.mark.skipif(bool(missing_axe()), reason=missing_axe())
def test_of_lines_that_are_alike_one_is_looked_at_and_every_other_kind(browser: Browser, site: Server) -> None:
    with looking(browser, site) as somebody:
        page = somebody.goto("/lines")
        long = page.evaluate("document.documentElement.scrollHeight")
        assert without_alike(page) == ["a"]
        assert page.locator("tbody tr").count() == 3
        assert page.evaluate("document.documentElement.scrollHeight") == long
        assert {one.split()[0] for one in axe(page)} == {"color-contrast", "link-name"}


def test_a_trap_is_found(browser: Browser, site: Server) -> None:
    with looking(browser, site) as somebody:
        stops = tabbed(somebody.goto("/trap"))
        assert stops[-1] == stops[-2]
