"""Nobody is kept out: axe-core finds nothing on any page, Tab goes through, dialogs give the focus back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rookery
from rookery.web.app import tokens
from rookery.web.page import Page
from rookery.web.pages import PAGES
from rookery.web.site import STATIC
from support.browsers import (
    DESK,
    PHONE,
    Looker,
    Server,
    axe,
    focused,
    in_hand,
    looking,
    missing,
    missing_axe,
    tabbed,
    without_alike,
)

if why := missing():
    pytest.skip(why, allow_module_level=True)

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from playwright.sync_api import Page as BrowserPage

OPEN, TEAMS, CUP = "easter-open", "four-rivers", "tanners-cup"
TABLE, LADDER = "table", "ladder"
VALUES = {
    OPEN: {"round": "5", "board": "1", "key": "p1", "place": "1", "number": "5"},
    TEAMS: {"round": "5", "board": "1.1", "key": "t6", "place": "1", "number": "5"},
    CUP: {"round": "3", "board": "1.1", "key": "p1", "place": "1", "number": "3"},
}
"""What stands in the place of the names in an address."""
OTHERS = {"overview", "round", "schedule", "standings", "crosstable", "player", "rules"}
"""What looks otherwise in a round robin and in a Keizer tournament: the rest is as in the open."""
ASKED = {"prizes": "?prizes=1,300%0A1,50,u18", "search": "?q=a", "lists": "?q=a"}
"""What a page is asked, without which it is nearly empty."""


def address(page: Page, slug: str, values: Mapping[str, str]) -> str:
    """Where a page is."""
    return re.sub(r"\{(\w+)(:\w+)?\}", lambda found: (values | {"slug": slug})[found[1]], page.path)


def addresses() -> Iterator[str]:
    """Every page that has an address of its own, of every example; the public ones as the hall sees them too."""
    for page in PAGES:
        if page.part or page.name in SENT:
            continue
        for slug, values in VALUES.items() if page.of_tournament else [("", {"chapter": "round"})]:
            yield (path := address(page, slug, values) + ASKED.get(page.name, ""))
            if page.public and slug == OPEN:
                yield path.replace("/t/", "/p/", 1)
        if page.name in OTHERS:
            yield from (address(page, slug, {"round": "1", "key": "p1"}) for slug in (TABLE, LADDER))


# -- what has no address before something was done ---------------------------------------------------------------------


def arrived(somebody: Looker) -> None:
    """A file that was sent, with much to be said of it, before it is taken in."""
    page = somebody.goto("/")
    page.locator("input[type=file]").set_input_files(EXAMPLES / "norms.trf")
    page.locator("form[action='/take'] button").click()
    page.wait_for_url("**/take/*")


def reviewed(somebody: Looker) -> None:
    """A table of entries that was pasted, before anybody is entered."""
    page = somebody.goto("/t/easter-open/players/table")
    page.locator("textarea").fill("Name;Elo;Born;What\nByng, Ada;2105;1990;x\nByng, Ad;99999;1990;y\n")
    page.locator("main button.primary").click()
    page.wait_for_url("**/table/*")


def by_hand(somebody: Looker) -> None:
    """A round that is being made by hand."""
    page = somebody.goto("/t/by-hand/round/5")
    if page.locator("[data-key=h]").count():
        page.keyboard.press("h")
        page.wait_for_url("**/round/5/hand")
    else:
        somebody.goto("/t/by-hand/round/5/hand")
    expect(page.locator("fieldset.seats").first).to_be_visible()


def invited(somebody: Looker) -> None:
    """An invitation."""
    page = somebody.goto("/")
    page.locator("form.invite input[name=name]").fill("Ben")
    page.locator("form.invite button").click()
    expect(page.get_by_text("An invitation for Ben")).to_be_visible()


def questioned(somebody: Looker) -> None:
    """A question that is a page of its own."""
    page = somebody.goto("/")
    page.locator("[name=name]").first.fill("Town Cup")
    page.locator("[name=kind]").select_option("keizer")
    page.locator("form[action='/begin'] button").click()
    expect(page.locator("main [data-no]")).to_be_focused()


def nowhere(somebody: Looker) -> None:
    """An address that is none."""
    somebody.goto("/t/easter-open/nothing")


EXAMPLES = Path(__file__).parents[2] / "examples"
SENT = {"arrival": arrived, "review": reviewed}
"""Pages of something that was sent."""
WAYS = (*SENT.values(), by_hand, invited, questioned, nowhere)
LEFT = {"invited.html": invited, "asked.html": questioned, "lost.html": nowhere}
"""Templates of answers: no page of the table has them."""
FRAMES = {"base.html", "desk.html", "public.html"}


def test_no_page_is_left_out() -> None:
    """Every template is one of a page that is looked at; every page has an address that is looked at, or a way."""
    templates = {path.name for path in (EXAMPLES.parent / "src/rookery/web/templates").glob("[!_]*.html")}
    pages = {page.template for page in PAGES if page.template} | {page.hall for page in PAGES if page.hall}
    assert templates - FRAMES - set(LEFT) - pages == set()
    asked = [path.partition("?")[0] for path in addresses()]
    for page in PAGES:
        if not page.part and page.name not in SENT:
            form = re.sub(r"\{\w+(:\w+)?\}", "[^/]+", page.path)
            assert any(re.fullmatch(form, path) for path in asked), page.name
    assert set(LEFT.values()) | set(SENT.values()) < set(WAYS)


def test_the_dark_theme_changes_colours_alone() -> None:
    """What is no question of colour is so in both themes: in the dark one it need not be asked again."""
    assert "prefers-color-scheme" not in (css := (STATIC / "desk.css").read_text("utf-8"))
    assert "data-theme" not in css
    light, dark = theme("light"), theme("dark")
    assert light.keys() == dark.keys()
    assert all(re.fullmatch(r"#[0-9a-f]{3,8}|light|dark|(rgb|hsl)a?\([^()]*\)", one) for one in dark.values()), dark


def theme(name: str) -> dict[str, str]:
    """The tokens of a theme as the style sheet has them."""
    (block,) = re.findall(rf":root\[data-theme={name}\]\{{([^}}]*)\}}", tokens())
    return dict(re.findall(r"([\w-]+):\s*([^;]+)", block))


# -- who looks ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Iterator[Server]:
    """A desk with all three examples, a round robin, a Keizer event and a copy of the open, shared with the hall."""
    server = Server(tmp_path_factory.mktemp("desk"), "--share")
    for path in sorted((examples / "desk").glob("*.rookery")):
        server.adopt(path)
    server.hold(rookery.load(examples / "round-robin.trf").tournament, TABLE)
    server.hold(rookery.generate(rookery.Settings(system="keizer", players=12, rounds=5), 1), LADDER)
    server.hold(server.state(OPEN).tournament, "by-hand")
    with server:
        yield server


@pytest.fixture(scope="module")
def somebody(browser: Browser, hall: Server) -> Iterator[Looker]:
    """One who looks at everything."""
    with looking(browser, hall) as looker:
        yield looker


WIDE = """() => {
  document.body.style.letterSpacing = ".05em";
  const wider = document.documentElement.scrollWidth > window.innerWidth + 1;
  document.body.style.letterSpacing = "";
  return wider;
}"""
"""Whether a page is wider than the phone, also in a wider font than this machine has."""


def sideways(page: BrowserPage) -> bool:
    """Whether a page that somebody takes on a phone is wider than that."""
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    found: bool = page.evaluate(WIDE)
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    return found


def looked_over(page: BrowserPage) -> list[str]:
    """What axe finds, where it is installed: in the light theme by every rule, in the dark one by those of colour."""
    if missing_axe():
        return []
    found = [*(f"two have the id {one}" for one in without_alike(page)), *axe(page)]
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {one}" for one in axe(page, only=("color-contrast", "link-in-text-block"))]
    page.emulate_media(color_scheme="light")
    return found


@pytest.mark.parametrize("path", list(addresses()))
def test_a_page_keeps_nobody_out(somebody: Looker, path: str) -> None:
    """Axe finds nothing in it, and on a phone it does not move sideways."""
    somebody.faults.clear()
    page = somebody.goto(path)
    assert not sideways(page)
    assert looked_over(page) == []
    assert somebody.faults == []


@pytest.mark.parametrize("way", WAYS)
def test_what_has_no_address_keeps_nobody_out(somebody: Looker, way: Callable[[Looker], None]) -> None:
    way(somebody)
    assert not sideways(somebody.page)
    assert looked_over(somebody.page) == []
    somebody.faults.clear()  # Chromium tells the status of a question, and of a page that is not there


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
    in_hand(page, before)


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
        expect(page.locator("dialog[open] [data-no]")).to_be_focused()  # no is what Enter says
        page.keyboard.press("Escape")
        expect(page.locator('tr[data-board="1"] .score')).to_have_text(was or "")
        assert server.state(OPEN) == before
        expect(page.locator('tr[data-board="2"]')).to_be_focused()  # where a result leads
        page.locator('tr[data-board="1"]').focus()
        page.keyboard.press(key)
        expect(page.locator("dialog[open] [data-no]")).to_be_focused()  # from now on it can be answered
        page.locator("dialog[open] button:not([data-no])").last.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#saved")).to_contain_text("All saved")
    assert server.state(OPEN) != before
