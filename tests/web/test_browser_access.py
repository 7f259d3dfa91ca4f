"""Every page can be used by everybody: by the rules of axe-core, with Tab, with dialogs that give the focus back."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rookery
from rookery.web.page_spec import Page
from rookery.web.pages import PAGES
from rookery.web.static_files import COMPONENTS, STATIC, render_tokens_css
from support.accessibility import (
    COLOUR_RULES,
    describe_element,
    focused_element,
    missing_axe,
    remove_similar_rows,
    run_axe,
    tab_stops,
    wait_for_focus,
)
from support.browsers import DESK, PHONE, BrowserUser, Desk, SharedServer, missing, open_browser

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

from support.page_addresses import EVENT
from support.page_waits import wait_for_question, wait_until_idle, wait_until_saved
from support.round_page import board_row, score
from support.visitors import EVENT_LOG

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from playwright.sync_api import Page as BrowserPage
    from syrupy.assertion import SnapshotAssertion

OPEN, TEAMS, CUP = "easter-open", "four-rivers", "tanners-cup"
TABLE, LADDER = "table", "ladder"
BY_HAND, CORRECTION, ENTRIES = "by-hand", "correction", "entries"
"""Copies of the open, for tests that change something."""
VALUES = {
    OPEN: {"round": "5", "board": "1", "key": "p1", "place": "1", "number": "5"},
    TEAMS: {"round": "5", "board": "1.1", "key": "t6", "place": "1", "number": "5"},
    CUP: {"round": "3", "board": "1.1", "key": "p1", "place": "1", "number": "3"},
}
"""The values of the parameters in an address."""
OTHERS = {"overview", "round", "schedule", "standings", "crosstable", "player", "rules"}
"""The pages that differ in a round robin and in a Keizer tournament: the others are as in the open."""
TEAM_PAGES = {"lineups"}
"""The pages that only a team event has."""
QUERIES = {"prizes": "?prizes=1,300%0A1,50,u18", "search": "?q=a", "lists": "?q=a", "event-hall": "?q=a"}
"""The query of a page, without which it is nearly empty."""


def address(page: Page, slug: str, values: Mapping[str, str]) -> str:
    """Return the address of a page."""
    return re.sub(r"\{(\w+)(:\w+)?\}", lambda match: (values | {"slug": slug})[match[1]], page.path)


def addresses() -> Iterator[str]:
    """Return every page that has an address of its own, of every example; public pages as the public sees them too."""
    for page in PAGES:
        if page.part or page.name in UPLOADS:
            continue
        of_tournament = "{slug}" in page.path
        for slug, values in VALUES.items() if of_tournament else [("", {"chapter": "round", "event": EVENT})]:
            if page.name in TEAM_PAGES and slug != TEAMS:
                continue
            yield (path := address(page, slug, values) + QUERIES.get(page.name, ""))
            if page.public and slug == OPEN:
                yield path.replace("/t/", "/p/", 1)
        if page.name in OTHERS:
            yield from (address(page, slug, {"round": "1", "key": "p1"}) for slug in (TABLE, LADDER))


# -- pages that have no address before something was done --------------------------------------------------------------


def arrived(user: BrowserUser) -> None:
    """Upload a file about which there is much to report; it is not imported yet."""
    page = user.goto("/")
    page.locator("input[type=file]").set_input_files(EXAMPLES / "norms.trf")
    page.locator("form[action='/take'] button").click()
    page.wait_for_url("**/take/*")


def reviewed(user: BrowserUser) -> None:
    """Paste a table of entries; nobody is entered yet."""
    page = user.goto(f"/t/{OPEN}/players/table")
    page.locator("textarea").fill("Name;Elo;Born;What\nByng, Ada;2105;1990;x\nByng, Ad;99999;1990;y\n")
    page.locator("main button.primary").click()
    page.wait_for_url("**/table/*")


def entered(user: BrowserUser) -> None:
    """Enter the players of a table in which something was not understood."""
    page = user.goto(f"/t/{ENTRIES}/players/table")
    page.locator("textarea").fill("Name;Elo;Born;What\nByng, Ada;2105;1990;x\nByng, Ad;99999;1990;y\nTotal 2;;;\n")
    page.locator("main button.primary").click()
    page.wait_for_url("**/table/*")
    page.locator("form.review button.primary").click()
    page.wait_for_url("**/entered")


def unrecognised(user: BrowserUser) -> None:
    """Upload a rating list whose headings say nothing."""
    page = user.goto("/lists")
    data = "Kod;Kdo;Body\n11;Novák, Petr;1988\n".encode()
    page.locator("input[type=file]").set_input_files({"name": "list.csv", "mimeType": "text/csv", "buffer": data})
    page.locator("form[enctype] button.primary").click()
    page.wait_for_url("**/lists/columns/*")


def by_hand(user: BrowserUser) -> None:
    """Begin to pair a round by hand."""
    page = user.goto(f"/t/{BY_HAND}/round/5")
    if page.locator("[data-key=h]").count():
        page.keyboard.press("h")
        page.wait_for_url("**/round/5/hand")
    else:
        user.goto(f"/t/{BY_HAND}/round/5/hand")
    if page.locator("#ask").count():
        page.get_by_role("link", name="Change the pairing").click()
    expect(page.locator("fieldset.seats").first).to_be_visible()


def invited(user: BrowserUser) -> None:
    """Make an invitation."""
    page = user.goto("/")
    page.locator("form.invite input[name=name]").fill("Ben")
    page.locator("form.invite button").click()
    expect(page.locator("main code").first).to_contain_text("/enter?token=")


def signing_in(user: BrowserUser) -> None:
    """Open the address of an invitation in a browser that is not signed in; it is not used yet."""
    user.context.clear_cookies()
    user.page.goto(user.desk.invite("Ben"))
    expect(user.page.locator("form[action='/enter'] button")).to_be_visible()


def send_double_forfeit(page: BrowserPage, **more: str) -> None:
    """Send a result of the first board as a plain form, as a browser without a script does."""
    page.evaluate(
        """(more) => {
            const { round, white, black } = document.querySelector("tr[data-board]").dataset;
            const csrf_token = document.querySelector("[name=csrf_token]").value;
            const fields = { csrf_token, command: "result.enter", round, white, black, result: "-/-", ...more };
            const form = document.createElement("form");
            Object.assign(form, { method: "post", action: location.pathname.replace(/\\/round.*/, "/do") });
            for (const [name, value] of Object.entries(fields)) {
                form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
            }
            document.body.append(form);
            HTMLFormElement.prototype.submit.call(form);
        }""",
        more,
    )


def questioned(user: BrowserUser) -> None:
    """Correct a result of an earlier round by a plain form: the question is a page of its own."""
    page = user.goto(f"/t/{OPEN}/round/4")
    send_double_forfeit(page)
    wait_for_question(page)  # until then it is inert, and axe sees no heading in it
    expect(page.locator("main [name=yes]").first).to_be_attached()


def clashed(user: BrowserUser) -> None:
    """Send a result that replaces another one than the board has."""
    page = user.goto(f"/t/{OPEN}/round/4")
    send_double_forfeit(page, was="adjourned")
    wait_for_question(page)  # until then it is inert, and axe sees no heading in it


def code_made(user: BrowserUser) -> None:
    """Make the codes for the players of a round, and look at the first."""
    page = user.goto(f"/t/{CORRECTION}/phones")
    if page.locator("[data-key=n]").count():
        page.locator("[data-key=n]").click()
        expect(page.locator(".side-codes")).to_have_count(1)
    page.locator("#players details summary").click()
    page.locator(".side-codes .letters").first.click()
    expect(page.locator(".letters.big")).to_be_visible()


def at_the_board(user: BrowserUser) -> None:
    """Type the letters of a player's code, and send a result that waits for the other player."""
    code_made(user)
    letters = user.page.locator(".letters.big").inner_text()
    page = user.goto("/b")
    page.locator("#code").fill(letters)
    page.locator("button").click()
    expect(page.locator("#phone")).to_be_visible()
    if page.locator("details.again").count():
        page.locator("details.again summary").click()
    page.locator("label.black").click()
    page.locator("#send").click()
    expect(page.locator("#news .state")).to_be_visible()


def helping(user: BrowserUser) -> None:
    """Look at a board with the code of a helper."""
    page = user.goto(f"/t/{CORRECTION}/phones")
    page.locator("#helpers [name=name]").fill("Eva")
    page.locator("#helpers .fields button").click()
    letters = page.locator(".letters.big").inner_text()
    user.goto("/b").locator("#code").fill(letters)
    page.locator("button").click()
    page.locator(".boards a").first.click()
    page.locator("summary").click()


def at_the_kiosk(user: BrowserUser) -> None:
    """Open the check-in and a kiosk, and look for a name there."""
    page = user.goto(f"/t/{OPEN}/players/check-in")
    for name in ("Open the check-in", "Open a kiosk"):
        if page.get_by_role("button", name=name).count():
            page.get_by_role("button", name=name).click()
            expect(page.get_by_role("button", name=name)).to_have_count(0)
    address = page.locator(".kiosks a").get_attribute("href") or ""
    page = user.goto("/k/" + address.rpartition("/")[2])
    expect(page.locator("#names li").first).to_be_visible()


def typing(user: BrowserUser) -> None:
    """Type a code that does not exist."""
    page = user.goto("/b")
    page.locator("#code").fill("ABCDEFGH")
    page.locator("button").click()
    expect(page.locator(".bad")).to_be_visible()


def nowhere(user: BrowserUser) -> None:
    """Open an address that does not exist."""
    user.goto(f"/t/{OPEN}/nothing")


EXAMPLES = Path(__file__).parents[2] / "examples"


def token_created(user: BrowserUser) -> None:
    """Create a token; its secret is shown."""
    page = user.goto("/programs")
    page.locator("form[action='/programs/tokens'] [name=name]").fill("Club website")
    page.locator("form[action='/programs/tokens'] button").click()
    page.wait_for_url("**/programs/tokens")


def webhook_secret(user: BrowserUser) -> None:
    """Add a webhook; its secret is shown."""
    page = user.goto("/programs")
    page.locator("form[action='/programs/webhooks'] [name=url]").fill("http://127.0.0.1:9/hook")
    page.locator("form[action='/programs/webhooks'] button").click()
    page.wait_for_url("**/programs/webhooks")


def webhook_added(user: BrowserUser) -> None:
    """Go to the page of a webhook."""
    webhook_secret(user)
    user.page.locator("a.primary").click()
    user.page.wait_for_url("**/programs/webhooks/*")


def webhook_tested(user: BrowserUser) -> None:
    """Send a test to a webhook, which does not arrive."""
    webhook_added(user)
    user.page.locator("main button").first.click()
    user.page.locator(".note.red").wait_for()


def account_created(user: BrowserUser) -> None:
    """Create an account; the link that sets its password is shown."""
    page = user.goto("/accounts")
    page.locator("#new input[name=name]").fill(f"Ada {time.monotonic_ns()}")
    page.locator("#new button").click()
    expect(page.locator("main code").first).to_contain_text("/enter/link?key=")


def password_set(user: BrowserUser) -> None:
    """Open the link of a new account in a browser that is not signed in; it is not used yet."""
    account_created(user)
    link = user.page.locator("main code").first.inner_text()
    user.context.clear_cookies()
    user.page.goto(user.desk.address + "/enter/link" + link.partition("/enter/link")[2])
    expect(user.page.locator("form[action='/enter/link'] button")).to_be_visible()


def account_signing_in(user: BrowserUser) -> None:
    """Open the page where accounts sign in."""
    user.context.clear_cookies()
    user.page.goto(f"{user.desk.address}/enter/account")
    expect(user.page.locator("form[action='/enter/account'] button")).to_be_visible()


UPLOADS = {"arrival": arrived, "review": reviewed, "entered": entered, "list-columns": unrecognised, "code": code_made,
           "webhook": webhook_added}  # fmt: skip
"""Pages of something that was uploaded."""
WAYS = (
    *UPLOADS.values(),
    by_hand,
    token_created,
    webhook_secret,
    webhook_tested,
    invited,
    signing_in,
    account_created,
    password_set,
    account_signing_in,
    questioned,
    clashed,
    nowhere,
    at_the_board,
    helping,
    typing,
    at_the_kiosk,
)
ANSWERS = {
    "invited.html": invited,
    "new_token.html": token_created,
    "new_webhook.html": webhook_secret,
    "tested_webhook.html": webhook_tested,
    "sign_in.html": signing_in,
    "account_link.html": account_created,
    "set_password.html": password_set,
    "account_sign_in.html": account_signing_in,
    "confirmation.html": questioned,
    "conflict.html": clashed,
    "error.html": nowhere,
    "phone.html": at_the_board,
    "phone_code.html": typing,
    "kiosk.html": at_the_kiosk,
}
"""Templates of answers: no page of the table has them."""
FRAMES = {"base.html", "phone_base.html", "desk.html", "public.html"}
SCREENS = {"screen.html", "screen_list.html"}
"""Pages for televisions, which `test_browser_screens` checks at their own sizes."""


def test_no_page_is_left_out() -> None:
    """Every template belongs to a page that is checked; every page has an address that is checked, or a way to it."""
    templates = {path.name for path in (EXAMPLES.parent / "src/rookery/web/templates").glob("*.html")}
    pages = {page.template for page in PAGES if page.template} | {page.hall for page in PAGES if page.hall}
    assert templates - FRAMES - SCREENS - set(ANSWERS) - pages == set()
    checked = [path.partition("?")[0] for path in addresses()]
    for page in PAGES:
        if not page.part and page.name not in UPLOADS:
            form = re.sub(r"\{\w+(:\w+)?\}", "[^/]+", page.path)
            assert any(re.fullmatch(form, path) for path in checked), page.name
    assert set(ANSWERS.values()) | set(UPLOADS.values()) < set(WAYS)


def test_the_dark_theme_changes_colours_alone() -> None:
    """The rules that are not about colour give the same in both themes: in the dark one they need not be run again."""
    css = "".join((STATIC / "css" / f"{name}.css").read_text("utf-8") for name in COMPONENTS)
    assert "prefers-color-scheme" not in css
    assert "data-theme" not in css
    light, dark = theme("light"), theme("dark")
    assert light.keys() == dark.keys()
    colour = r"#[0-9a-f]{3,8}|light|dark|(rgb|hsl)a?\([^()]*\)"
    assert all(re.fullmatch(colour, value) for value in dark.values()), dark


def theme(name: str) -> dict[str, str]:
    """Return the tokens of a theme in the style sheet."""
    (block,) = re.findall(rf":root\[data-theme={name}\]\{{([^}}]*)\}}", render_tokens_css())
    return dict(re.findall(r"([\w-]+):\s*([^;]+)", block))


# -- checks of a page --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def module_desk(
    shared_server: SharedServer, tmp_path_factory: pytest.TempPathFactory, examples: Path
) -> Iterator[Desk]:
    """Serve a desk with all examples, a round robin, a Keizer event and copies of the open; the public sees it too."""
    desk = Desk(tmp_path_factory.mktemp("desk"))
    for path in sorted((examples / "desk").glob("*.rookery")):
        desk.adopt(path)
    desk.adopt(EVENT_LOG)
    desk.add_tournament(rookery.load(examples / "round-robin.trf").tournament, TABLE)
    desk.add_tournament(rookery.generate(rookery.GeneratorSettings(system="keizer", players=12, rounds=5), 1), LADDER)
    desk.add_tournament(desk.state(OPEN).tournament, BY_HAND)
    desk.adopt(examples / "desk" / "open.rookery", CORRECTION)
    desk.adopt(examples / "desk" / "open.rookery", ENTRIES)
    with shared_server.serve(desk, share=True):
        yield desk


@pytest.fixture(scope="module")
def user(browser: Browser, module_desk: Desk) -> Iterator[BrowserUser]:
    """Return a user who looks at all pages of this file."""
    with open_browser(browser, module_desk) as opened:
        yield opened


WIDER = """() => {
  document.body.style.letterSpacing = ".05em";
  const wider = document.documentElement.scrollWidth > window.innerWidth + 1;
  document.body.style.letterSpacing = "";
  return wider;
}"""
"""Whether a page is wider than the window, also in a wider font than this machine has."""


def scrolls_sideways(page: BrowserPage) -> bool:
    """Return whether a page is wider than a phone."""
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    wider: bool = page.evaluate(WIDER)
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    return wider


checked_columns: set[str] = set()
"""The columns beside the pages that were checked: the same is there on many pages."""


def find_violations(page: BrowserPage) -> list[str]:
    """Return what axe finds, where it is installed: all rules in the light theme, those of colour in the dark one."""
    if missing_axe():
        return []
    violations = [f"duplicate id {name}" for name in remove_similar_rows(page)]
    column = describe_element(page, "#side")
    exclude = ["#side"] if column in checked_columns else []
    violations += run_axe(page, exclude=exclude)
    page.emulate_media(color_scheme="dark")
    violations += [f"dark: {violation}" for violation in run_axe(page, COLOUR_RULES, exclude)]
    page.emulate_media(color_scheme="light")
    checked_columns.add(column)
    return violations


@pytest.mark.parametrize("path", list(addresses()))
def test_a_page_does_not_lock_out_others(user: BrowserUser, path: str) -> None:
    """Axe finds no violation, and on a phone the page does not scroll sideways."""
    user.faults.clear()
    page = user.goto(path)
    assert not scrolls_sideways(page)
    assert find_violations(page) == []
    assert user.faults == []


@pytest.mark.parametrize("way", WAYS)
def test_clients_without_an_address_do_not_lock_out_others(
    user: BrowserUser, way: Callable[[BrowserUser], None]
) -> None:
    session = user.context.cookies()
    way(user)
    user.page.wait_for_load_state("load")
    assert not scrolls_sideways(user.page)
    assert find_violations(user.page) == []
    user.context.add_cookies(session)
    user.faults.clear()  # Chromium reports the status of a question, and of a page that is not there


@pytest.mark.skipif(bool(missing_axe()), reason=missing_axe())
@pytest.mark.parametrize("key", ["?", "Control+k", "."])
def test_axe_finds_nothing_in_a_dialog(user: BrowserUser, key: str) -> None:
    page = user.goto(f"/t/{OPEN}/round/5")
    page.keyboard.press(key)
    expect(page.locator("dialog[open]")).to_have_count(1)
    assert run_axe(page) == []
    page.keyboard.press("Escape")


@pytest.mark.parametrize("path", [f"/t/{OPEN}/round/5", f"/t/{OPEN}", "/", f"/t/{OPEN}/standings"])
def test_tab_goes_through(user: BrowserUser, path: str) -> None:
    """The focus moves on with every Tab, and back with Shift: it is caught nowhere."""
    page = user.goto(path)
    stops = tab_stops(page, 45)
    assert len(stops) > 3
    assert len(set(stops)) == len(stops)
    page.locator("a, button").nth(2).focus()
    focused = focused_element(page)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert focused_element(page) == focused


@pytest.mark.parametrize("key", ["?", "Control+k", "."])
def test_a_dialog_gives_the_focus_back(user: BrowserUser, key: str) -> None:
    page = user.goto(f"/t/{OPEN}/round/5")
    board_row(page, 3).focus()
    before = focused_element(page)
    page.keyboard.press(key)
    expect(page.locator("dialog[open]")).to_have_count(1)
    inside = "() => !!document.activeElement.closest('dialog[open]') || document.activeElement === document.body"
    for _ in range(4):
        page.keyboard.press("Tab")
        assert page.evaluate(inside), "the page behind a dialog is out of reach"
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    wait_for_focus(page, before)


def test_a_question_is_answered_by_keys(browser: Browser, module_desk: Desk, snapshot: SnapshotAssertion) -> None:
    """A result of an earlier round asks first; Escape writes nothing, and the focus goes on as after a result."""
    with open_browser(browser, module_desk, user="Ada") as corrector:
        page = corrector.goto(f"/t/{CORRECTION}/round/4")
        board_row(page, 1).focus()
        before, shown = module_desk.state(CORRECTION), score(page, 1).text_content() or ""
        key = "0" if shown == "1–0" else "1"
        question = page.locator("dialog[open]")
        page.keyboard.press(key)
        expect(question.locator("[data-no]")).to_be_focused()  # Enter says no
        assert question.locator("li").all_inner_texts() == snapshot
        page.keyboard.press("Escape")
        expect(score(page, 1)).to_have_text(shown)
        wait_until_idle(page)
        assert module_desk.state(CORRECTION) == before
        expect(board_row(page, 2)).to_be_focused()  # the row after a result
        board_row(page, 1).focus()
        page.keyboard.press(key)
        expect(question.locator("[data-no]")).to_be_focused()  # from now on it can be answered
        question.locator("button:not([data-no])").last.focus()
        page.keyboard.press("Enter")
        wait_until_saved(page)
    assert module_desk.state(CORRECTION) != before
