"""Fields beside a form that is saved, and the ticks of a check-in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.browsers import BrowserUser, Desk, missing, open_browser

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

from support.page_waits import wait_for_messages, wait_for_news, wait_until, wait_until_idle

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Locator, Page
    from syrupy.assertion import SnapshotAssertion

SLUG = "spring-open"
PLAYERS = ("Alder, A", "Birch, B", "Cedar, C", "Dale, D", "Elm, E")


def begin(user: BrowserUser) -> None:
    """Begin a tournament of three rounds on the first page."""
    page = user.goto("/")
    page.locator("form[action='/begin'] [name=name]").fill("Spring Open")
    page.locator("form[action='/begin'] [name=rounds]").fill("3")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/t/{SLUG}")


def enter_players(user: BrowserUser, *names: str) -> None:
    """Enter players by the form below the list."""
    page = user.goto(f"/t/{SLUG}/players#add")
    for name in names:
        page.locator("#add-name").fill(name)
        page.keyboard.press("Enter")
        expect(page.locator("#people tr[data-row]").get_by_text(name, exact=True)).to_have_count(1)


def open_player(user: BrowserUser) -> Page:
    """Enter one player, and open the page about this player."""
    begin(user)
    enter_players(user, "Alder, A")
    user.page.locator("#people tr[data-row] a").click()
    user.page.wait_for_url("**/players/p1")
    return user.page


def form_button(page: Page, command: str) -> Locator:
    """Return the button of the form that sends a command."""
    return page.locator(f"form:has([name=command][value='{command}']) button")


def test_fields_outside_the_stored_form_are_preserved_and_reported(
    browser: Browser, empty_desk: Desk, snapshot: SnapshotAssertion
) -> None:
    with open_browser(browser, empty_desk) as user:
        page = open_player(user)
        page.locator('[name="fields.club"]').fill("Quay")
        form_button(page, "player.withdraw").click()
        wait_until_idle(page)
        assert wait_for_messages(page) == snapshot
        assert page.url.endswith("/players/p1")
        expect(page.locator('[name="fields.club"]')).to_have_value("Quay")
        assert empty_desk.state(SLUG).withdrawn == {"p1": 1}
        form_button(page, "player.edit").click()
        page.wait_for_url(f"**/t/{SLUG}/players")
        assert wait_for_messages(page) == snapshot
    assert empty_desk.state(SLUG).tournament.players[0].club == "Quay"


def test_leaving_with_unsaved_fields_needs_confirmation(browser: Browser, empty_desk: Desk) -> None:
    with open_browser(browser, empty_desk) as user:
        page = open_player(user)
        dialogs: list[str] = []

        def dismiss(dialog: Dialog) -> None:
            dialogs.append(dialog.type)
            dialog.dismiss()

        page.on("dialog", dismiss)
        page.locator('[name="fields.club"]').press_sequentially("Quay")
        page.locator("#places a").first.click()
        wait_until(page, lambda: dialogs, "the browser has asked")
        assert dialogs == ["beforeunload"]
        expect(page.locator('[name="fields.club"]')).to_have_value("Quay")
        form_button(page, "player.edit").click()
        page.wait_for_url(f"**/t/{SLUG}/players")
        assert dialogs == ["beforeunload"]


def test_a_selected_number_is_typed_over_after_news(browser: Browser, empty_desk: Desk) -> None:
    """The key of a field selects what is in it; the page is read again before anything is typed."""
    with open_browser(browser, empty_desk) as ada, open_browser(browser, empty_desk, user="Ben") as ben:
        begin(ada)
        here = ada.goto(f"/t/{SLUG}/rules")
        rounds = here.locator('[name="fields.rounds:int"]')
        here.keyboard.press("r")
        expect(rounds).to_be_focused()
        enter_players(ben, "Alder, A")
        wait_for_news(here, empty_desk, SLUG)
        expect(rounds).to_be_focused()
        here.keyboard.type("7")
        expect(rounds).to_have_value("7")
        here.goto(f"{ada.desk.address}/t/{SLUG}")
        name = here.locator('#head [name^="fields.name:"]')
        name.focus()
        name.evaluate("field => field.setSelectionRange(6, 6)")
        enter_players(ben, "Birch, B")
        wait_for_news(here, empty_desk, SLUG)
        here.keyboard.type(" City")
        expect(name).to_have_value("Spring City Open")


def test_check_in_marks_are_shared_at_once(browser: Browser, empty_desk: Desk) -> None:
    with open_browser(browser, empty_desk) as ada, open_browser(browser, empty_desk, user="Ben") as ben:
        begin(ada)
        enter_players(ada, *PLAYERS)
        here, there = ada.goto(f"/t/{SLUG}/players/check-in"), ben.goto(f"/t/{SLUG}/players/check-in")
        here.get_by_label("Alder, A").check()
        here.get_by_label("Birch, B").check()
        expect(there.get_by_label("Birch, B")).to_be_checked()
        there.get_by_label("Cedar, C").check()
        expect(here.get_by_label("Cedar, C")).to_be_checked()
        here.reload()
        expect(here.locator("#ticks :checked")).to_have_count(3)
        here.locator("form[action$='/absent'] button.danger").click()
        here.wait_for_url("**/players")
    absent = {bye.player for bye in empty_desk.state(SLUG).tournament.requested_byes}
    assert absent == {4, 5}
