"""The manual: F1 opens the chapter of a page, whichever it is, and ? lists its keys and leads to the chapter too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rookery.web.pages import PAGES
from rookery.web.pages.home import CHAPTER_OF_PAGE, CHAPTERS
from support.browsers import Desk, missing, open_browser

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from playwright.sync_api import Page as BrowserPage

OPEN, TEAMS = "easter-open", "four-rivers"
VALUES = {"{slug}": OPEN, "{round:int}": "5", "{key}": "p1", "{chapter}": "round"}


def addresses() -> dict[str, str]:
    """Return the address of every page of the desk that has one of its own, by the name of the page."""
    paths = {}
    for page in PAGES:
        path = page.path.replace("{slug}", TEAMS) if page.name == "lineups" else page.path
        for name, value in VALUES.items():
            path = path.replace(name, value)
        if not page.part and not path.startswith("/p/") and "{" not in path:
            paths[page.name] = path
    return paths


def test_f1_and_the_list_of_keys_open_the_chapter_on_every_page(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as user:
        for name, path in addresses().items():
            page = user.goto(path)
            expect(page.locator("body")).to_have_attribute("data-page", name)
            page.evaluate("document.activeElement.blur()")  # in a field a ? is a letter
            page.keyboard.press("?")
            expect(page.locator(f"#question a[href='/help/{name}']")).to_be_visible()
            keys = page.locator("#question .list kbd").all_text_contents()
            assert len(set(keys)) == len(keys), (name, keys)
            page.keyboard.press("Escape")
            expect(page.locator("#question")).to_be_hidden()
            page.keyboard.press("F1")
            check_chapter(page, name)
        page = user.goto(f"/t/{OPEN}")
        page.keyboard.press("?")
        page.locator("#question a").click()
        check_chapter(page, "overview")


def check_chapter(page: BrowserPage, name: str) -> None:
    """Wait until the chapter of a page is shown."""
    page.wait_for_url(f"**/help/{name}")
    expect(page.locator("h1")).to_have_text(CHAPTERS[CHAPTER_OF_PAGE.get(name, name)])


def test_the_hall_has_no_manual_of_the_desk(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk, user=None) as viewer:
        page = viewer.goto(f"/p/{OPEN}")
        page.locator("body").press("F1")
        page.locator("body").press("?")
        expect(page.locator("#question h2")).to_be_visible()
        expect(page.locator("#question a")).to_have_count(0)
        assert page.url.endswith(f"/p/{OPEN}")
