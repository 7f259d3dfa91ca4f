"""An event in the browser: created from two tournaments, numbered through, and followed on a phone in the hall."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rookery.formats.board_order import boards
from support.browsers import PHONE, Desk, missing, open_browser

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OPEN, TEAMS = "Puddleford Easter Open", "Four Rivers Team Cup"


def test_an_event_from_the_home_page_to_the_hall(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as user, open_browser(browser, desk, user=None, size=PHONE, touch=True) as visitor:
        page, phone = user.goto("/"), visitor.page
        page.locator("#new-event").get_by_label("Name of the event").fill("River Festival")
        page.locator("#new-event").get_by_label(OPEN).check()
        page.locator("#new-event").get_by_label(TEAMS).check()
        page.get_by_role("button", name="Create the event").click()
        page.wait_for_url("**/e/river-festival")
        expect(page.locator("#sections b")).to_have_text([OPEN, TEAMS])

        visitor.goto("/p/-/river-festival")
        expect(phone.locator(".hall-sections h2")).to_have_text([OPEN, TEAMS])
        page.get_by_role("button", name=f"Up: {TEAMS}").click()
        expect(page.locator("#sections b")).to_have_text([TEAMS, OPEN])
        expect(phone.locator(".hall-sections h2")).to_have_text([TEAMS, OPEN])  # by itself

        page.get_by_role("button", name="Number through by size").click()
        first = page.get_by_label(f"First board: {OPEN}")
        expect(first).to_have_value("5")  # the team event has four matches
        tournament = desk.state("easter-open").tournament
        white = tournament.participants_by_number[boards(tournament, 5)[0].white]
        phone.get_by_label("Find a player in all sections").fill(white.name)
        phone.keyboard.press("Enter")
        expect(phone.locator(".found-players .place")).to_have_text("Board 5")
        phone.locator(".found-players .link").first.click()
        phone.wait_for_url("**/p/easter-open/player/*")
        phone.get_by_role("navigation", name="Sections").get_by_role("link", name=TEAMS).click()
        expect(phone.get_by_role("heading", name=TEAMS, level=1)).to_be_visible()

        page.get_by_role("link", name="Check-in").click()
        box = page.locator("[data-section='/t/easter-open'] input[type=checkbox]:not([disabled])").first
        box.check()
        expect(page.locator("[data-section='/t/easter-open'] .spread .muted")).to_contain_text("1 of")
        page.reload()
        expect(page.locator("[data-section='/t/easter-open'] .spread .muted")).to_contain_text("1 of")
        page.locator("#places").get_by_role("link", name="Log").click()
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#log")).to_contain_text("Taken back")
