"""Many tabs of one browser: one line for all of them that show a tournament, none for what nobody sees."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from support.browsers import PATIENCE, Desk, open_browser
from support.page_waits import route_requests, wait_until_saved
from support.round_page import OPEN, assert_round_is_true, open_boards, type_result

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, Route

expect = pytest.importorskip("playwright.sync_api").expect

TABS = 8
ROUND = f"/t/{OPEN}/round/5"
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def open_tabs(context: BrowserContext, desk: Desk, count: int) -> list[Page]:
    """So many tabs with the boards of the round."""
    tabs = [context.new_page() for _ in range(count)]
    for tab in tabs:
        tab.goto(desk.address + ROUND)
    return tabs


def score(page: Page, board: str) -> Locator:
    return page.locator(f'tr[data-board="{board}"] .score')


def is_line(request: Request) -> bool:
    return "/live?" in request.url


def test_eight_tabs_share_a_connection(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as ada:
        lines: list[Request] = []
        ada.context.on("request", lambda request: lines.append(request) if is_line(request) else None)
        tabs = open_tabs(ada.context, desk, TABS)
        board = open_boards(tabs[0])[0]
        type_result(tabs[-1], board, "1")
        wait_until_saved(tabs[-1])
        for tab in tabs:
            expect(score(tab, board)).to_have_text("1–0")
        assert_round_is_true(desk, *tabs)
        assert len(lines) == 1


def test_another_tab_takes_the_line_over(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        tabs = open_tabs(ada.context, desk, 3)
        there = ben.goto(ROUND)
        one, two = open_boards(there)[:2]
        type_result(there, one, "1")
        for tab in tabs:
            expect(score(tab, one)).to_have_text("1–0")
        with ada.context.expect_event("request", is_line):
            tabs[0].close()
        type_result(there, two, "0")
        for tab in tabs[1:]:
            expect(score(tab, two)).to_have_text("0–1")
        wait_until_saved(there)
        assert_round_is_true(desk, there, *tabs[1:])


def test_a_hidden_tab_has_no_connection_and_catches_up(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        here, there = ada.goto(ROUND), ben.goto(ROUND)
        one, two = open_boards(here)[:2]
        type_result(there, one, "1")
        expect(score(here, one)).to_have_text("1–0")
        with here.expect_event("requestfailed", is_line):
            here.evaluate(HIDE, True)
        type_result(there, two, "0")
        wait_until_saved(there)
        expect(score(here, two)).to_have_text("")
        here.evaluate(HIDE, False)
        expect(score(here, two)).to_have_text("0–1")
        assert_round_is_true(desk, here, there)


@contextmanager
def without_locks(browser: Browser, desk: Desk) -> Iterator[BrowserContext]:
    """A browser that has no Web Locks, as over plain http from another machine; lines may be refused."""
    context = browser.new_context()
    context.set_default_timeout(1000 * PATIENCE)
    context.add_init_script("Object.defineProperty(navigator, 'locks', { value: undefined })")
    page = context.new_page()
    page.goto(desk.invite("Ada"))
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{desk.address}/")
    try:
        yield context
    finally:
        context.close()


def test_eight_tabs_without_locks_leave_a_connection_for_requests(browser: Browser, desk: Desk) -> None:
    """The last ones get no line: they are read anew now and then."""
    with without_locks(browser, desk) as context:
        tabs = open_tabs(context, desk, TABS)
        board = open_boards(tabs[0])[0]
        type_result(tabs[-1], board, "1")
        wait_until_saved(tabs[-1])
        for tab in tabs:
            expect(score(tab, board)).to_have_text("1–0")
            expect(tab.locator("#offline")).to_be_hidden()


def test_a_refused_line_is_requested_again(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        refused: list[Route] = []

        def answer(route: Route) -> None:
            if len(refused) < 2:
                refused.append(route)
                route.fulfill(status=503 if len(refused) == 1 else 429, body="not now")
            else:
                route.continue_()

        route_requests(ada.context, "**/live?*", answer)
        here, there = ada.goto(ROUND), ben.goto(ROUND)
        with here.expect_response(lambda response: is_line(response.request) and response.ok):
            pass
        board = open_boards(here)[0]
        type_result(there, board, "1")
        expect(score(here, board)).to_have_text("1–0")
        wait_until_saved(there)
        assert_round_is_true(desk, here, there)
        assert len(refused) == 2
        ada.faults.clear()  # the two refusals


def test_a_gap_in_the_versions_is_read_from_the_page(browser: Browser, desk: Desk) -> None:
    """A message was lost: the next one says behind which version it comes."""
    with open_browser(browser, desk) as ada:
        here = ada.goto(f"/t/{OPEN}")
        version = int(here.evaluate("document.body.dataset.version"))
        data = {"round": 1, "white": "none", "black": "nobody", "game": 0, "result": "1-0", "after": version + 8}
        event = f"event: result\nid: {version + 9}\ndata: {json.dumps(data)}\n\n"
        messages = [f"event: hello\nid: {version}\ndata: null\n\n{event}"]
        route_requests(here, "**/live?*", lambda route: route.fulfill(
            status=200, body=messages.pop(), content_type="text/event-stream") if messages else route.continue_(),
        )  # fmt: skip
        with here.expect_request(lambda request: request.headers.get("x-rookery-part") == "page"):
            here.goto(desk.address + ROUND)
