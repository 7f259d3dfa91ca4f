"""A round by hand and the reasons of a board in a browser, by keyboard alone; the score of a match as others see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.browsers import Server, focused, in_hand, looking, missing

if why := missing():
    pytest.skip(why, allow_module_level=True)

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OPEN, TEAMS = "easter-open", "four-rivers"


def answer(page: Page) -> None:
    """Say yes to whatever is asked, by keys."""
    expect(page.locator("dialog[open] [data-no]")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def test_two_are_exchanged_and_the_round_is_ended_by_keys(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as ada, looking(browser, hall, inside=False) as ben:
        ben.page.goto(hall.invited("Ben"))
        page, other = ada.goto(f"/t/{OPEN}/round/5"), ben.goto(f"/t/{OPEN}/round/5")
        before = hall.state(OPEN).tournament.rounds[4]
        page.keyboard.press("h")
        page.wait_for_url("**/round/5/hand")
        expect(other.locator("table[data-grid]")).to_have_attribute("data-frozen", "Round 5 is being made by hand:"
                                                                    " its results come after that.")  # fmt: skip
        page.locator("fieldset.seats input").first.focus()
        page.keyboard.press("Space")
        for _ in range(2):
            page.keyboard.press("ArrowDown")
        here = focused(page)
        page.keyboard.press("Space")
        page.keyboard.press("x")
        answer(page)
        expect(page.locator("fieldset.seats .chip.amber")).to_have_count(2)
        in_hand(page, here)
        page.keyboard.press("E")
        answer(page)
        expect(page.locator("dialog[open]")).to_contain_text("step 2 of 2")
        answer(page)
        page.wait_for_url("**/round/5")
        expect(other.locator('tr[data-board="1"] .seg')).to_have_count(1)
    made = hall.state(OPEN).tournament.rounds[4]
    assert len(set(before.pairs) - set(made.pairs)) == 2
    assert hall.state(OPEN).phase is None


def test_ticks_stay_while_another_changes_the_table(browser: Browser, hall: Server) -> None:
    """They are those of the same people, wherever these sit now; what was done with them takes them away."""
    with looking(browser, hall) as ada, looking(browser, hall, inside=False) as ben:
        ben.page.goto(hall.invited("Ben"))
        here = ada.goto(f"/t/{OPEN}/round/5")
        here.keyboard.press("h")
        here.wait_for_url("**/round/5/hand")
        there = ben.goto(f"/t/{OPEN}/round/5/hand")
        seats = here.locator("fieldset.seats input")
        ticked = [seats.nth(at).get_attribute("id") for at in (0, 2)]
        for at in (0, 2):
            seats.nth(at).check()
        there.locator("fieldset.seats input").nth(5).check()
        there.keyboard.press("o")
        answer(there)  # that board has a result
        expect(here.locator(".pool .seats")).to_have_count(2)  # with whom they met
        checked = here.locator("#table input:checked")
        assert checked.evaluate_all("all => all.map(one => one.id)") == ticked
        here.keyboard.press("x")
        answer(here)
        expect(checked).to_have_count(0)
        expect(there.locator("fieldset.seats .chip.amber")).to_have_count(2)


def test_the_score_of_a_match_follows_its_boards_everywhere(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as ada, looking(browser, hall, inside=False) as ben:
        ben.page.goto(hall.invited("Ben"))
        page, other = ada.goto(f"/t/{TEAMS}/round/5"), ben.goto(f"/t/{TEAMS}/round/5")
        score = page.locator('tr.match[data-match="1"] .res')
        was = score.text_content()
        page.locator('tr[data-board="1.1"]').focus()
        result = page.locator('tr[data-board="1.1"]').get_attribute("data-result")
        page.keyboard.press("5" if result != "½-½" else "1")
        expect(score).not_to_have_text(was or "")
        expect(other.locator('tr.match[data-match="1"] .res')).to_have_text(score.text_content() or "")


def test_a_board_tells_why_not_somebody_else(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as ada:
        page = ada.goto(f"/t/{OPEN}/round/5")
        page.locator('tr[data-board="3"] .bd').click()
        expect(page.locator("#board header b")).to_have_text("Board 3")
        page.locator("#board .why [data-load]").first.press("Enter")
        field = page.locator("#others input[type=search]")
        field.fill("spoonbill")
        expect(page.locator("#all-others [data-row]:visible")).to_have_count(1)
        page.locator("#all-others [data-row]:visible").click()
        expect(page.locator("#told")).to_contain_text("does not meet Spoonbill, Lionel")
        expect(page.locator("#told p").first).to_be_visible()
