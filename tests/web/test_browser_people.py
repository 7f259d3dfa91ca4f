"""From an empty desk to round 1 by keyboard: a tournament is begun, players are entered, the round is paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rookery.model import ByeKind
from support.browsers import Desk, missing, open_browser

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

from support.page_waits import let_time_pass, wait_for_news

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from syrupy.assertion import SnapshotAssertion

SLUG = "spring-open"
PLAYERS = (("Alder, A", 2000), ("Birch, B", 1990), ("Cedar, C", 1980), ("Dale, D", 1970), ("Elm, E", 1960))

SUBMIT = """async () => {
  const script = document.querySelector("script[type=module]").src;
  const { isBusy } = await import(new URL("refresh.js", script));
  const before = isBusy();
  document.querySelector("form.review").dispatchEvent(new Event("submit", { bubbles: true }));
  return [before, isBusy()];
}"""
"""Whether the page waits with reading itself again, before a form is sent and after."""


def begin(page: Page) -> None:
    """Begin a tournament of three rounds on the first page."""
    page.keyboard.press("n")
    page.keyboard.type("Spring Open")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/t/{SLUG}")


def enter_players(page: Page) -> None:
    """Enter all players; the field for the name has the focus at first, and again after each of them."""
    for name, rating in PLAYERS:
        expect(page.locator("#add-name")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Tab")
        page.keyboard.type(str(rating))
        page.keyboard.press("Enter")
        expect(page.locator("#people tr[data-row]").get_by_text(name, exact=True)).to_have_count(1)
    expect(page.locator("#add-name")).to_be_focused()


def test_from_an_empty_desk_to_round_1(browser: Browser, empty_desk: Desk) -> None:
    with open_browser(browser, empty_desk) as user:
        page = user.goto("/")
        begin(page)
        page.keyboard.press("Enter")
        page.wait_for_url("**/players#add")
        enter_players(page)
        messages = page.locator("#said > div").all_text_contents()
        assert len(messages) <= 2, "the messages about the players before are gone: they would hide the form"
        page.keyboard.press("Escape")
        page.keyboard.press("/")
        page.keyboard.type("cedar")
        page.keyboard.press("ArrowDown")
        row = page.locator("tr[data-row='p3']")
        expect(row).to_be_focused()
        page.keyboard.press(" ")
        expect(row.locator(".here-box")).to_have_attribute("aria-pressed", "false")
        expect(row.locator(".chip.plain")).to_have_count(1)
        expect(row).to_be_focused()
        expect(page.locator("#filter")).to_have_value("cedar")
        page.keyboard.press("2")
        expect(row.locator(".bye").nth(1)).to_contain_text("½")
        page.keyboard.press("g")
        page.keyboard.press("o")
        page.wait_for_url(f"**/t/{SLUG}")
        page.keyboard.press("Enter")  # draws the initial colour
        expect(page.locator("form:has([value='round.pair']) [data-key=Enter]")).to_be_visible()
        wait_for_news(page, empty_desk, SLUG)
        expect(page.locator("main [value='colour.draw']")).to_have_count(0)
        page.keyboard.press("Enter")
        page.wait_for_url("**/round/1")
    state = empty_desk.state(SLUG)
    assert state.permanent.colour is not None
    (first_round,) = state.tournament.rounds
    assert [(bye.player, bye.kind) for bye in first_round.byes] == [(3, ByeKind.ZERO)]
    assert [bye.kind for bye in state.tournament.requested_byes if bye.round == 2] == [ByeKind.HALF]


def test_a_half_filled_form_stays_while_another_enters_people(browser: Browser, empty_desk: Desk) -> None:
    """The name is typed and the rating is still empty: the name stays while another user enters a player."""
    with open_browser(browser, empty_desk) as ada, open_browser(browser, empty_desk, user="Ben") as ben:
        begin(ada.goto("/"))
        ada.page.clock.install()
        here = ada.goto(f"/t/{SLUG}/players#add")
        there = ben.goto(f"/t/{SLUG}/players#add")
        here.locator("#add-name").fill("Alder, A")
        here.keyboard.press("Tab")
        there.locator("#add-name").fill("Birch, B")
        there.keyboard.press("Enter")
        expect(there.locator("#people tr[data-row]")).to_have_count(1)
        wait_for_news(here, empty_desk, SLUG)
        let_time_pass(here)
        expect(here.locator("#add-name")).to_have_value("Alder, A")
        here.keyboard.type("2000")
        here.keyboard.press("Enter")
        expect(here.locator("#people tr[data-row]")).to_have_count(2)
    assert {player.name for player in empty_desk.state(SLUG).tournament.players} == {"Alder, A", "Birch, B"}


def test_a_table_is_pasted_looked_at_and_entered(
    browser: Browser, empty_desk: Desk, snapshot: SnapshotAssertion
) -> None:
    with open_browser(browser, empty_desk) as user:
        page = user.goto("/")
        begin(page)
        user.goto(f"/t/{SLUG}/players/table")
        page.keyboard.press("p")
        page.keyboard.insert_text("Name\tElo\nByng, Ada\t2105\nRook, Ben\t1990")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_url("**/table/*")
        assert page.locator("main h2").first.text_content() == snapshot
        assert page.evaluate(SUBMIT) == [False, True], "a page that is left is not read again: its table is gone"
        page.keyboard.press("Enter")
        page.wait_for_url("**/players")
    assert [player.name for player in empty_desk.state(SLUG).tournament.players] == ["Byng, Ada", "Rook, Ben"]
