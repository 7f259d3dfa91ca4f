"""Undo and redo by keys and from a message, the search behind Ctrl K, and the menu of byes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.browsers import BrowserUser, Desk, missing, open_browser

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

from support.page_waits import keep_messages, run_pending_tasks, shown_messages, wait_for_messages, wait_until_idle
from support.round_page import OPEN, ROUND_5, board_row

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from syrupy.assertion import SnapshotAssertion

SLUG = "spring-open"


def begin(user: BrowserUser, *names: str) -> Page:
    """Begin a tournament of three rounds and enter players; return the page of the players."""
    page = user.goto("/")
    page.locator("form[action='/begin'] [name=name]").fill("Spring Open")
    page.locator("form[action='/begin'] [name=rounds]").fill("3")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/t/{SLUG}")
    user.goto(f"/t/{SLUG}/players#add")
    for name in names:
        page.locator("#add-name").fill(name)
        page.keyboard.press("Enter")
        expect(page.locator("#people tr[data-row]").get_by_text(name, exact=True)).to_have_count(1)
    wait_until_idle(page)
    shown_messages(page, clear=True)
    return page


def test_undo_by_ctrl_z_and_redo_from_the_message(
    browser: Browser, empty_desk: Desk, snapshot: SnapshotAssertion
) -> None:
    with open_browser(browser, empty_desk) as user:
        page = begin(user, "Alder, A", "Birch, B")
        rows = page.locator("#people tr[data-row]")
        keep_messages(page)
        page.locator("h1").click()
        page.keyboard.press("Control+z")
        expect(rows).to_have_count(1)
        wait_until_idle(page)
        page.locator("#said button").click()
        expect(rows).to_have_count(2)
        wait_until_idle(page)
        assert shown_messages(page) == snapshot
        page.keyboard.press("z")
        expect(rows).to_have_count(1)
        wait_until_idle(page)
        page.keyboard.press("Control+y")
        expect(rows).to_have_count(2)


def test_the_palette_finds_actions_boards_and_people(browser: Browser, desk: Desk, snapshot: SnapshotAssertion) -> None:
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        player = board_row(page, 2).locator(".name.white .nm span:not(.title)").first.text_content() or ""
        user.goto(f"/t/{OPEN}/standings")
        first, results = page.locator("#found [role=option]").first, {}
        for words in ("redo", "withdraw", "print", "four rivers", f"withdraw {player.split(',')[0]}", "zzz", "board 2"):
            with page.expect_response("**/find") as response:
                page.keyboard.press("Control+k")
            response.value.finished()
            page.locator("#find input").fill(words)
            run_pending_tasks(page)
            results[words] = first.text_content()
            if words != "board 2":
                page.keyboard.press("Escape")
        assert results == snapshot
        page.keyboard.press("Enter")
        page.wait_for_url("**/round/5#board-2")
        expect(board_row(page, 2)).to_be_focused()


def test_a_bye_is_chosen_from_a_menu_and_confirmed(
    browser: Browser, empty_desk: Desk, snapshot: SnapshotAssertion
) -> None:
    with open_browser(browser, empty_desk) as user:
        page = begin(user, "Alder, A")
        cell = page.locator("tr[data-row='p1'] .bye").nth(1)
        for kind, sign in (("zero", "0"), ("half", "½"), ("", "2")):
            cell.click()
            page.locator(f"#question .stack button[value='{kind}']").click()
            expect(cell).to_have_text(sign)
            wait_until_idle(page)
        messages = shown_messages(page)
        page.locator("#people tr[data-row] a").click()
        page.locator("form:has([name=command][value='player.remove']) button").click()
        page.wait_for_url(f"**/t/{SLUG}/players")
        assert [*messages, *wait_for_messages(page)] == snapshot
