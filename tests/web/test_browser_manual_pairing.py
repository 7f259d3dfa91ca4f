"""A manual pairing and the reasons of a board by keyboard; the score of a match for other users."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from support.accessibility import focused_element, wait_for_focus
from support.browsers import Desk, missing, open_browser

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

from support.round_page import OPEN, ROUND_5, board_row

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from syrupy.assertion import SnapshotAssertion

TEAMS = "four-rivers"


def confirm(page: Page) -> None:
    """Answer a question with yes, by keys."""
    expect(page.locator("dialog[open] [data-no]")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def open_table(page: Page) -> None:
    """Change a round that has results by hand: the key asks first."""
    page.keyboard.press("h")
    page.wait_for_url("**/round/5/hand")
    page.get_by_role("link", name="Change the pairing").click()
    page.wait_for_url("**/hand?results=*")


def test_two_are_exchanged_and_the_round_is_ended_by_keys(
    browser: Browser, desk: Desk, snapshot: SnapshotAssertion
) -> None:
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        page, other = ada.goto(ROUND_5), ben.goto(ROUND_5)
        before = desk.state(OPEN).tournament.rounds[4]
        version = desk.version(OPEN)
        open_table(page)
        assert desk.version(OPEN) == version
        expect(page.locator("#ask")).to_have_count(0)
        page.locator("fieldset.seats input").first.focus()
        page.keyboard.press("Space")
        for _ in range(2):
            page.keyboard.press("ArrowDown")
        place = focused_element(page)
        page.keyboard.press("Space")
        page.keyboard.press("x")
        confirm(page)
        expect(page.locator("fieldset.seats .chip.amber")).to_have_count(2)
        wait_for_focus(page, place)
        frozen = other.locator("table[data-grid][data-frozen]")
        expect(frozen).to_have_count(1)
        assert frozen.get_attribute("data-frozen") == snapshot
        page.keyboard.press("E")
        confirm(page)
        expect(page.locator("dialog[open] .head .muted")).to_have_text(re.compile(r"\b2\b.*\b2\b"))  # the second step
        confirm(page)
        page.wait_for_url("**/round/5")
        expect(board_row(other, 1).locator(".result-buttons")).to_have_count(1)
    after = desk.state(OPEN).tournament.rounds[4]
    assert len(set(before.pairs) - set(after.pairs)) == 2
    assert desk.state(OPEN).phase is None


def test_ticks_stay_while_another_changes_the_table(browser: Browser, desk: Desk) -> None:
    """They are those of the same players, wherever these sit now; the act for which they were set removes them."""
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        here = ada.goto(ROUND_5)
        open_table(here)
        there = ben.goto(f"{ROUND_5}/hand")
        there.get_by_role("link", name="Change the pairing").click()
        there.wait_for_url("**/hand?results=*")
        seats = here.locator("fieldset.seats input")
        ticked = [seats.nth(at).get_attribute("id") for at in (0, 2)]
        for at in (0, 2):
            seats.nth(at).check()
        there.locator("fieldset.seats input").nth(5).check()
        there.keyboard.press("o")
        confirm(there)  # that board has a result
        expect(here.locator(".pool .seats")).to_have_count(2)  # both players of the board
        checked = here.locator("#table input:checked")
        assert checked.evaluate_all("inputs => inputs.map((input) => input.id)") == ticked
        here.keyboard.press("x")
        confirm(here)
        expect(checked).to_have_count(0)
        expect(there.locator("fieldset.seats .chip.amber")).to_have_count(2)


def test_the_score_of_a_match_follows_its_boards_everywhere(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        page, other = ada.goto(f"/t/{TEAMS}/round/5"), ben.goto(f"/t/{TEAMS}/round/5")
        score = page.locator('tr.match[data-match="1"] .res')
        before = score.text_content()
        board_row(page, "1.1").focus()
        result = board_row(page, "1.1").get_attribute("data-result")
        page.keyboard.press("5" if result != "½-½" else "1")
        expect(score).not_to_have_text(before or "")
        expect(other.locator('tr.match[data-match="1"] .res')).to_have_text(score.text_content() or "")


def test_a_board_explains_why_another_opponent_was_not_chosen(
    browser: Browser, desk: Desk, snapshot: SnapshotAssertion
) -> None:
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        board_row(page, 3).locator(".board-number").click()
        expect(page.locator("#board header b")).to_contain_text("3")
        page.locator("#board .why [data-load]").first.press("Enter")
        page.locator("#others input[type=search]").fill("spoonbill")
        expect(page.locator("#all-others [data-row]:visible")).to_have_count(1)
        page.locator("#all-others [data-row]:visible").click()
        expect(page.locator("#told")).to_contain_text("Spoonbill, Lionel")
        expect(page.locator("#told p").first).to_be_visible()
        assert page.locator("#told h3").text_content() == snapshot
