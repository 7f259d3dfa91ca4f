"""The page checks of the browser tests detect forbidden content."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from support.accessibility import missing_axe, remove_similar_rows, run_axe, tab_stops
from support.browsers import Desk, open_browser
from support.page_waits import wait_until

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
        """Print nothing."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Desk]:
    """Serve the site with faults."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    Thread(target=server.serve_forever, daemon=True).start()
    desk = Desk(tmp_path)
    desk.address = f"http://127.0.0.1:{server.server_port}"
    yield desk
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("path", "fault"),
    [("/elsewhere", "leaves this machine"), ("/script", "nobody is not defined"), ("/missing", "404")],
)
def test_a_fault_is_noticed(browser: Browser, site: Desk, path: str, fault: str) -> None:
    with pytest.raises(AssertionError, match=fault), open_browser(browser, site, user=None) as user:
        wait_until(user.goto(path), lambda: any(fault in text for text in user.faults), "the fault is recorded")


def test_nothing_is_wrong_with_a_page_that_is_right(browser: Browser, site: Desk) -> None:
    with open_browser(browser, site, user=None) as user:
        user.goto("/")


@pytest.mark.skipif(bool(missing_axe()), reason=missing_axe())
def test_unreadable_input_is_detected(browser: Browser, site: Desk) -> None:
    with open_browser(browser, site, user=None) as user:
        assert run_axe(user.goto("/")) == []
        assert [violation.split()[0] for violation in run_axe(user.goto("/grey"))] == ["color-contrast"]


@pytest.mark.skipif(bool(missing_axe()), reason=missing_axe())
def test_of_similar_lines_a_single_sample_is_checked(browser: Browser, site: Desk) -> None:
    with open_browser(browser, site, user=None) as user:
        page = user.goto("/lines")
        height = page.evaluate("document.documentElement.scrollHeight")
        assert remove_similar_rows(page) == ["a"]
        assert page.locator("tbody tr").count() == 3
        assert page.evaluate("document.documentElement.scrollHeight") == height
        assert {violation.split()[0] for violation in run_axe(page)} == {"color-contrast", "link-name"}


def test_pitfalls_are_detected(browser: Browser, site: Desk) -> None:
    with open_browser(browser, site, user=None) as user:
        stops = tab_stops(user.goto("/trap"))
        assert stops[-1] == stops[-2]
