"""Nobody is kept out: axe-core finds nothing on any page, Tab goes through, dialogs give the focus back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rookery.web.pages import PAGES
from support.browsers import PHONE, Looker, Server, axe, focused, looking, missing, missing_axe, tabbed

if why := missing():
    pytest.skip(why, allow_module_level=True)

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OPEN, TEAMS, CUP = "easter-open", "four-rivers", "tanners-cup"
VALUES = {
    OPEN: {"round": "5", "board": "1", "key": "p1", "place": "1", "number": "5"},
    TEAMS: {"round": "5", "board": "1.1", "key": "t6", "place": "1", "number": "5"},
    CUP: {"round": "3", "board": "1.1", "key": "p1", "place": "1", "number": "3"},
}
"""What stands in the place of the names in an address."""
ELSEWHERE = {"review", "arrival", "schedule"}
"""Pages of something that was sent, or of an event that is no example: a test of its own looks at them."""


def addresses() -> Iterator[str]:
    """Every page that there is, of every example; the public ones as the hall sees them too."""
    for page in PAGES:
        if page.part or page.name in ELSEWHERE:
            continue
        for slug, values in VALUES.items() if page.of_tournament else [("", {"chapter": "round"})]:
            path = re.sub(r"\{(\w+)(:\w+)?\}", lambda found: (values | {"slug": slug})[found[1]], page.path)  # noqa: B023
            yield path
            if page.public and slug == OPEN:
                yield path.replace("/t/", "/p/", 1)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Iterator[Server]:
    """A desk with all three examples, shared with the hall."""
    server = Server(tmp_path_factory.mktemp("desk"), "--share")
    for path in sorted((examples / "desk").glob("*.rookery")):
        server.adopt(path)
    with server:
        yield server


@pytest.fixture(scope="module")
def somebody(browser: Browser, hall: Server) -> Iterator[Looker]:
    """One who looks at everything."""
    with looking(browser, hall) as looker:
        yield looker


@pytest.mark.skipif(bool(missing_axe()), reason=missing_axe())
@pytest.mark.parametrize("path", list(addresses()))
def test_axe_finds_nothing(somebody: Looker, path: str) -> None:
    """In the light theme every rule is asked; in the dark one what depends on colour."""
    somebody.faults.clear()
    page = somebody.goto(path)
    found = axe(page)
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {one}" for one in axe(page, only=("color-contrast", "link-in-text-block"))]
    page.emulate_media(color_scheme="light")
    assert found == []
    assert somebody.faults == []


@pytest.mark.skipif(bool(missing_axe()), reason=missing_axe())
@pytest.mark.parametrize("key", ["?", "Control+k", "."])
def test_axe_finds_nothing_in_a_dialog(somebody: Looker, key: str) -> None:
    page = somebody.goto(f"/t/{OPEN}/round/5")
    page.keyboard.press(key)
    expect(page.locator("dialog[open]")).to_have_count(1)
    assert axe(page) == []
    page.keyboard.press("Escape")


@pytest.mark.parametrize("path", [f"/t/{OPEN}/round/5", f"/t/{OPEN}", "/", f"/t/{OPEN}/standings"])
def test_tab_goes_through(somebody: Looker, path: str) -> None:
    """The focus moves on with every Tab, and back with Shift: it is caught nowhere."""
    page = somebody.goto(path)
    stops = tabbed(page, 45)
    assert len(stops) > 3
    assert len(set(stops)) == len(stops)
    page.locator("a, button").nth(2).focus()
    here = focused(page)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert focused(page) == here


@pytest.mark.parametrize("key", ["?", "Control+k", "."])
def test_a_dialog_gives_the_focus_back(somebody: Looker, key: str) -> None:
    page = somebody.goto(f"/t/{OPEN}/round/5")
    page.locator('tr[data-board="3"]').focus()
    before = focused(page)
    page.keyboard.press(key)
    expect(page.locator("dialog[open]")).to_have_count(1)
    inside = "() => !!document.activeElement.closest('dialog[open]') || document.activeElement === document.body"
    for _ in range(4):
        page.keyboard.press("Tab")
        assert page.evaluate(inside), "the page behind a dialog is out of reach"
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert focused(page) == before


def test_a_question_is_answered_by_keys(browser: Browser, tmp_path: Path, examples: Path) -> None:
    """A result of the round before asks first; Escape writes nothing, and the focus is where it was."""
    server = Server(tmp_path)
    server.adopt(examples / "desk" / "open.rookery")
    with server, looking(browser, server) as looker:
        page = looker.goto(f"/t/{OPEN}/round/4")
        page.locator('tr[data-board="1"]').focus()
        before, was = server.state(OPEN), page.locator('tr[data-board="1"] .score').text_content()
        key = "0" if was == "1–0" else "1"
        page.keyboard.press(key)
        expect(page.locator("dialog[open]")).to_contain_text("round")
        assert page.evaluate("document.activeElement.matches('[data-no]')"), "no is what Enter says"
        page.keyboard.press("Escape")
        expect(page.locator('tr[data-board="1"] .score')).to_have_text(was or "")
        assert server.state(OPEN) == before
        assert focused(page).startswith("tr")
        page.locator('tr[data-board="1"]').focus()
        page.keyboard.press(key)
        expect(page.locator("dialog[open]")).to_have_count(1)
        page.locator("dialog[open] button:not([data-no])").last.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#saved")).to_contain_text("All saved")
    assert server.state(OPEN) != before


def test_a_phone_shows_every_page_without_moving_sideways(browser: Browser, hall: Server) -> None:
    with looking(browser, hall, size=PHONE, inside=False) as looker:
        looker.page.goto(hall.invited("Phone"))
        wide = []
        for path in addresses():
            page = looker.goto(path)
            if page.evaluate("document.documentElement.scrollWidth > window.innerWidth + 1"):
                wide.append(path)
        assert wide == []
