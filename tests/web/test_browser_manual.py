"""The manual from within: F1 opens the chapter of a page, whichever it is, and ? lists its keys and leads there too."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rookery.web.pages import PAGES
from rookery.web.pages.help import CHAPTERS, WITH
from support.browsers import Server, looking, missing

if why := missing():
    pytest.skip(why, allow_module_level=True)

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from playwright.sync_api import Page as BrowserPage

AT = "/t/easter-open"
VALUES = {"{slug}": "easter-open", "{round:int}": "5", "{key}": "p1", "{chapter}": "round"}
EXAMPLES = Path(__file__).parents[2] / "examples" / "desk"


def addresses() -> dict[str, str]:
    """Every page of the desk that has an address of its own."""
    found = {}
    for page in PAGES:
        path = page.path
        for name, value in VALUES.items():
            path = path.replace(name, value)
        if not page.part and not path.startswith("/p/") and "{" not in path:
            found[page.name] = path
    return found


def test_f1_and_the_list_of_keys_open_the_chapter_on_every_page(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path, "--share")
    server.adopt(EXAMPLES / "open.rookery")
    with server, looking(browser, server) as somebody:
        for name, path in addresses().items():
            page = somebody.goto(path)
            expect(page.locator("body")).to_have_attribute("data-page", name)
            page.evaluate("document.activeElement.blur()")  # where one types, a ? is a letter
            page.keyboard.press("?")
            expect(page.locator(f"#question a[href='/help/{name}']")).to_be_visible()
            told = page.locator("#question .list kbd").all_text_contents()
            assert len(set(told)) == len(told), (name, told)
            page.keyboard.press("Escape")
            expect(page.locator("#question")).to_be_hidden()
            page.keyboard.press("F1")
            opened(page, name)
        page = somebody.goto(AT)
        page.keyboard.press("?")
        page.locator("#question a").click()
        opened(page, "overview")


def opened(page: BrowserPage, name: str) -> None:
    """The chapter of a page is there."""
    page.wait_for_url(f"**/help/{name}")
    expect(page.locator("h1")).to_have_text(CHAPTERS[WITH.get(name, name)])


def test_the_hall_has_no_manual_of_the_desk(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path, "--share")
    server.adopt(EXAMPLES / "open.rookery")
    with server, looking(browser, server, inside=False) as somebody:
        page = somebody.goto("/p/easter-open")
        page.locator("body").press("F1")
        page.locator("body").press("?")
        expect(page.locator("#question h2")).to_be_visible()
        expect(page.locator("#question a")).to_have_count(0)
        assert page.url.endswith("/p/easter-open")
