"""Wait for facts instead of for some time: a page has received news, has finished its work, has got an answer."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from support.browsers import PATIENCE, Desk

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

_IDLE = "body:not([data-reading], [data-sending]):not(:has(form[data-busy]))"
"""A page that reads nothing, sends no result and sends no form."""
_SAVED = "body:not([data-sending], [data-waiting]):not(:has(tr.saving))"
"""A page with nothing left to send."""
_INTERVAL = 20
"""Milliseconds between two looks at a condition."""


def wait_until(page: Page, condition: Callable[[], object], description: str) -> None:
    """Wait until a condition holds, while the events of the browser are handled; fail after the common patience."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"it did not happen: {description}\n{_describe_page(page)}"
        page.wait_for_timeout(_INTERVAL)


def _describe_page(page: Page) -> str:
    """Return the address of a page, the state in the attributes of its body, its focus and its messages."""
    state: dict[str, Any] = page.evaluate(
        """() => ({
          body: { ...document.body.dataset },
          focus: document.activeElement?.outerHTML.slice(0, 200),
          dialog: document.querySelector("dialog[open]")?.textContent,
          messages: [...(window.shownMessages || [])],
        })"""
    )
    return "\n".join([page.url, *(f"{name}: {value}" for name, value in state.items())])


def wait_until_idle(page: Page) -> None:
    """Wait until a page has finished reading itself again and sending results and forms.

    A key or a click starts such work before it returns: what it caused is then done.
    """
    from playwright.sync_api import expect

    expect(page.locator(_IDLE)).to_have_count(1)


def wait_until_saved(page: Page) -> None:
    """Wait until every result that was typed is on the disk."""
    from playwright.sync_api import expect

    expect(page.locator(_SAVED)).to_have_count(1)


def wait_for_question(page: Page) -> None:
    """Wait until a question that is a page can be answered by a key: the script has run, and the reading time is over.

    Before the script runs the browser itself focuses the same button, and the script ignores keys from then on.
    """
    page.wait_for_function(
        """() => document.readyState === "complete"
          && document.activeElement.matches("main .question:not([inert]) [data-no]")"""
    )


def wait_for_news(page: Page, desk: Desk, slug: str, *, idle: bool = True) -> None:
    """Wait until a page has received the news of the newest version of a tournament, and has finished its work.

    The last message of a version is that of its standings; the first message of a new connection is the newest version.
    Without `idle` the page may go on working, as one does that waits for an answer.
    """
    from playwright.sync_api import expect

    event = re.compile(rf"^(hello|standings) {desk.version(slug)}$")
    expect(page.locator("body")).to_have_attribute("data-heard", event)
    if idle:
        wait_until_idle(page)


def let_time_pass(page: Page, seconds: int = 10) -> None:
    """Run all timers of the next seconds at once, and wait until the page has finished its work.

    What a page does late it has done then. The clock of the page must be installed: `page.clock.install()`.
    """
    page.clock.run_for(1000 * seconds)
    run_pending_tasks(page)
    wait_until_idle(page)


def wait_for_messages(page: Page, number: int = 1) -> list[str]:
    """Wait until a page has shown so many messages to its user; return them, each text once."""
    wait_until(page, lambda: len(shown_messages(page)) >= number, f"{number} messages are shown")
    return shown_messages(page)


def shown_messages(page: Page, *, clear: bool = False) -> list[str]:
    """Return the messages that a page has shown to its user, also those that are gone; forget them if `clear`."""
    texts: list[str] = page.evaluate("() => [...window.shownMessages]")
    if clear:
        page.evaluate("() => window.shownMessages.clear()")
    return texts


def keep_messages(page: Page) -> None:
    """Let messages to the user stay, which otherwise go after some seconds: timers of so long do not run any more."""
    page.evaluate(
        """() => {
          const start = window.setTimeout;
          window.setTimeout = (run, delay, ...more) => (delay >= 4000 ? 0 : start(run, delay, ...more));
        }"""
    )


# -- requests that are held back ---------------------------------------------------------------------------------------


def route_requests(target: Page | BrowserContext, pattern: str, handler: Callable[[Route], object]) -> None:
    """Call a handler for all further requests to an address.

    Chromium tells its pages late that their requests are intercepted: a key pressed right after `Page.route` may still
    send a request past it. Wait until a request of every open page has been intercepted.
    """
    target.route(pattern, lambda route: handler(route))  # Playwright counts the arguments
    target.route(_PROBE, lambda route: route.fulfill(status=200, headers={"X-Intercepted": "yes"}, body=""))
    for page in getattr(target, "pages", [target]):
        if page.url.startswith("http"):
            page.evaluate(_SEND_PROBES)
    target.unroute(_PROBE)


_PROBE = "**/static/rook.svg?probe"
_SEND_PROBES = """async () => {
  const send = () => fetch("/static/rook.svg?probe", { cache: "no-store" });
  for (let answer = await send(); !answer.headers.has("X-Intercepted"); answer = await send());
}"""


def hold_requests(target: Page | BrowserContext, pattern: str) -> list[Route]:
    """Hold all further requests to an address; return the list to which they are added."""
    routes: list[Route] = []
    route_requests(target, pattern, routes.append)
    return routes


def wait_for_route(page: Page, routes: Sequence[Route], number: int = 1) -> Route:
    """Wait until so many requests are held; return the last of them."""
    wait_until(page, lambda: len(routes) >= number, f"request {number} was sent")
    return routes[number - 1]


def release_request(page: Page, routes: Sequence[Route]) -> None:
    """Let the first of the requests that are held go to the server, once it has been sent."""
    wait_for_route(page, routes).continue_()


def answer_request(page: Page, route: Route, **answer: Any) -> None:
    """Answer a request as `Route.fulfill` does, and wait until the page has handled the answer."""
    route.fulfill(**answer)
    response = route.request.response()
    assert response is not None
    response.finished()
    run_pending_tasks(page)


def run_pending_tasks(page: Page) -> None:
    """Wait until the tasks and timers are done that are due in a page now."""
    page.evaluate("() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done))))")


def finish_sending(page: Page) -> None:
    """Wait until every request that a page has begun has left it: one more, which comes after them, is answered."""
    page.evaluate("() => fetch('/static/rook.svg', { cache: 'no-store' }).then((answer) => answer.text())")
