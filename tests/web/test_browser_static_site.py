"""The web site of the example event in a browser: from a folder, and below a folder of a plain web server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag

import pytest

from rookery.web.static_site import build_site, write_site
from support.browsers import missing
from support.visitors import with_examples

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SLUGS = ("easter-open", "four-rivers")


class QuietHandler(SimpleHTTPRequestHandler):
    """A plain web server that logs nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which the sites of the examples are two folders deep, each written twice."""
    desk = with_examples(tmp_path_factory.mktemp("desk"), shared=True)
    root = tmp_path_factory.mktemp("www")
    for slug in SLUGS:
        folder = root / "chess" / slug
        stream = desk.site.require_stream(slug)
        write_site(folder, build_site(desk.site, stream))
        before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        report = write_site(folder, build_site(desk.site, stream))
        assert (report.changed, report.removed) == (0, 0)
        assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    desk.store.close()
    return root


@contextmanager
def plain_server(folder: Path) -> Iterator[str]:
    """Serve a folder as any web server does; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def visit_all(page: Page, start: str) -> set[str]:
    """Load every page and file that links lead to from the first page; return the addresses."""
    base = start.rpartition("/")[0] + "/"
    waiting, seen, links = [start], {start}, "nodes => nodes.map(node => node.href)"
    while waiting:
        page.goto(waiting.pop())
        assert page.locator("main").count() == 1
        for address in page.eval_on_selector_all("a[href]", links):
            target = urldefrag(address)[0]
            if target in seen or target.startswith("https://"):
                continue
            assert target.startswith(base), f"{page.url} leads out of the site to {target}"
            seen.add(target)
            if target.endswith(".html"):
                waiting.append(target)
    return seen


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("kind", ["file", "server"])
def test_every_link_of_a_site_works(browser: Browser, sites: Path, slug: str, kind: str) -> None:
    context = browser.new_context()
    page, faults = context.new_page(), list[str]()
    page.on("requestfailed", lambda request: faults.append(request.url))
    page.on("response", lambda response: faults.append(response.url) if response.status >= 400 else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    folder = sites / "chess" / slug
    with plain_server(sites) as server:
        root = sites.as_uri() if kind == "file" else server
        seen = visit_all(page, f"{root}/chess/{slug}/index.html")
        page.goto(f"{root}/chess/{slug}/index.html")
        page.locator("nav a", has_text="Standings").click()
        page.wait_for_url("**/standings.html")
        assert page.evaluate("() => getComputedStyle(document.body).marginLeft") == "0px", "the style sheet is there"
        page.locator("table a").first.click()
        page.wait_for_url("**/player-*.html")
    assert faults == []
    written = {path.name for path in folder.iterdir() if path.suffix == ".html"}
    assert {address.rpartition("/")[2] for address in seen if address.endswith(".html")} == written
    for address in seen:
        assert (folder / address.partition(f"/chess/{slug}/")[2]).is_file(), address
    context.close()
