"""A key acts on the visible selection only, and once; what is shown is true."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.browsers import PHONE, Desk, missing, open_browser

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

from support.page_waits import (
    finish_sending,
    hold_requests,
    let_time_pass,
    release_request,
    wait_for_news,
    wait_for_route,
    wait_until_idle,
    wait_until_saved,
)
from support.round_page import (
    OPEN,
    ROUND_5,
    assert_round_is_true,
    board_row,
    open_boards,
    score,
    stored_results,
    type_result,
    type_same_board,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request
    from syrupy.assertion import SnapshotAssertion

PLAYERS = f"/t/{OPEN}/players"


def add_player(page: Page, name: str = "Birch, B") -> None:
    """Add a player on the page of the players: a change that is no result."""
    page.locator("#add-name").fill(name)
    page.keyboard.press("Enter")
    expect(page.locator("#people")).to_contain_text(name)


def test_a_key_after_a_click_is_for_the_same_player(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as user:
        page = user.goto(PLAYERS)
        row = page.locator("tr[data-row]").nth(9)
        key, absent = row.get_attribute("data-row"), page.locator('.here-box[aria-pressed="false"]').count()
        box = page.locator(f'tr[data-row="{key}"] .here-box')
        row.locator(".here-box").click()
        expect(box).to_have_attribute("aria-pressed", "false")
        expect(box).to_be_focused()
        page.keyboard.press("Space")
        expect(box).to_have_attribute("aria-pressed", "true")
        assert page.locator('.here-box[aria-pressed="false"]').count() == absent


def test_no_key_is_for_a_board_that_is_hidden(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as user:
        user.page.clock.install()
        page = user.goto(ROUND_5)
        boards, before = open_boards(page), stored_results(desk)
        ended = page.locator('tr[data-board]:not([data-result="pending"])').first.get_attribute("data-board")
        assert ended is not None
        page.keyboard.type(f"b{ended}")
        page.keyboard.press("Enter")
        page.locator('[data-show="open"]').click()
        page.locator("h1").click()
        page.keyboard.press("1")
        let_time_pass(page)
        wait_until_saved(page)
        assert stored_results(desk) == before
        assert_round_is_true(desk, page)
        page.keyboard.press("ArrowDown")  # takes the first board that is shown: from now on keys are for it
        expect(board_row(page, boards[0])).to_be_focused()
        page.keyboard.press("5")
        wait_until_saved(page)
        expect(score(page, boards[0])).to_have_text("½–½")
        assert_round_is_true(desk, page)
        assert len([pair for pair, result in stored_results(desk).items() if result is not before[pair]]) == 1


def test_a_board_that_is_gone_leaves_no_other_in_hand(browser: Browser, desk: Desk) -> None:
    """Among the open boards another user enters the board that has the focus: the next key enters nothing."""
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        ada.page.clock.install()
        here, there = ada.goto(ROUND_5), ben.goto(ROUND_5)
        board = open_boards(here)[1]
        here.locator('[data-show="open"]').click()
        board_row(here, board).focus()
        type_result(there, board, "0")
        wait_until_saved(there)
        expect(board_row(here, board)).to_have_attribute("data-result", "0-1")
        add_player(ben.goto(f"{PLAYERS}#add"))
        expect(board_row(here, board)).to_be_hidden()
        wait_for_news(here, desk, OPEN)
        before = stored_results(desk)
        here.keyboard.press("1")
        let_time_pass(here)
        wait_until_saved(here)
        assert stored_results(desk) == before
        assert_round_is_true(desk, here)


def test_a_key_that_is_held_down_is_meant_once(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as user:
        user.page.clock.install()
        page = user.goto(ROUND_5)
        boards, before = open_boards(page), stored_results(desk)
        for _ in range(6):
            page.keyboard.down("1")
        page.keyboard.up("1")
        let_time_pass(page)
        wait_until_saved(page)
        expect(score(page, boards[0])).to_have_text("1–0")
        assert len([pair for pair, result in stored_results(desk).items() if result is not before[pair]]) == 1
        version = desk.version(OPEN)
        page.keyboard.down("z")
        expect(board_row(page, boards[0])).to_have_attribute("data-result", "pending")
        wait_until_idle(page)  # before that a second undo would not be accepted anyway
        for _ in range(5):
            page.keyboard.down("z")
            let_time_pass(page)
        page.keyboard.up("z")
        assert_round_is_true(desk, page)
        assert stored_results(desk) == before
        assert desk.version(OPEN) == version + 1


def test_what_is_looked_for_beside_a_board_is_no_key(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        ada.page.clock.install()
        here, there = ada.goto(ROUND_5), ben.goto(f"{PLAYERS}#add")
        here.locator('[data-load*="/others?"]').first.click()
        here.locator("#find-other").fill("s")
        add_player(there)
        wait_for_news(here, desk, OPEN)
        let_time_pass(here)
        here.keyboard.type("z")
        expect(here.locator("#find-other")).to_have_value("sz")
        let_time_pass(here)
        assert not here.locator("dialog[open]").count()


def test_a_choice_stays_while_another_changes_the_page(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        ada.page.clock.install()
        here, there = ada.goto(f"/t/{OPEN}/rules"), ben.goto(f"{PLAYERS}#add")
        choice = here.locator("#add-tiebreak option").nth(3).get_attribute("value") or ""
        here.locator("#add-tiebreak").select_option(choice)
        here.locator("h1").click()
        add_player(there)
        wait_for_news(here, desk, OPEN)
        let_time_pass(here)
        expect(here.locator("#add-tiebreak")).to_have_value(choice)


def test_a_half_filled_form_stays_beside_an_act_of_ones_own(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as user:
        page = user.goto(f"{PLAYERS}#add")
        page.locator("#add-name").fill("Newman, Ned")
        page.locator("tr[data-row] .here-box").first.click()
        wait_until_idle(page)
        expect(page.locator("body")).to_have_attribute("data-version", str(desk.version(OPEN)))
        expect(page.locator("#add-name")).to_have_value("Newman, Ned")
        wait_for_news(page, desk, OPEN)
        expect(page.locator("#add-name")).to_have_value("Newman, Ned")


def test_a_phone_says_that_a_result_is_not_saved(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk, size=PHONE) as user:
        page = user.goto(ROUND_5)
        board = open_boards(page)[0]
        user.go_offline()
        board_row(page, board).locator('button[data-result="1-0"]').click()
        expect(page.locator("#offline")).to_be_visible()
        expect(page.locator("#offline")).to_be_in_viewport()
        assert score(page, board).evaluate("cell => getComputedStyle(cell, '::after').content") == '"…"'
        user.go_online()
        expect(page.locator("tr.saving")).to_have_count(0)
        expect(page.locator("#offline")).to_be_hidden()


def test_a_result_that_clashed_can_take_the_place_of_the_other(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        board = type_same_board(slow=ada, fast=ben)
        ada.go_online()
        message = ada.page.locator("#said > .bad")
        expect(message.locator("button")).to_have_count(2)
        expect(score(ada.page, board)).to_have_text("1–0")
        message.locator("button").last.click()
        expect(message).to_have_count(0)
        wait_until_saved(ada.page)
        expect(score(ada.page, board)).to_have_text("0–1")
        expect(score(ben.page, board)).to_have_text("0–1")


def test_a_conflict_message_stays_until_it_is_read(browser: Browser, desk: Desk, snapshot: SnapshotAssertion) -> None:
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        type_same_board(slow=ada, fast=ben)
        here = ada.page
        here.clock.install()
        ada.go_online()
        message = here.locator("#said > .bad")
        expect(message).to_have_count(1)
        assert message.text_content() == snapshot
        here.clock.fast_forward(30_000)
        expect(message).to_have_count(1)
        message.click()
        expect(message).to_have_count(0)


def test_the_last_result_and_the_next_round_at_once(browser: Browser, desk: Desk) -> None:
    """The next round is asked for while the last result is not saved yet."""
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        boards = open_boards(page)
        for board in boards[:-1]:
            type_result(page, board, "1")
        wait_until_saved(page)
        held = hold_requests(page, "**/commands")
        acts: list[Request] = []
        page.on("request", lambda request: acts.append(request) if request.url.endswith("/do") else None)
        page.clock.install()
        type_result(page, boards[-1], "1")
        wait_for_route(page, held)
        page.keyboard.press("P")
        page.clock.run_for(5000)
        finish_sending(page)
        assert acts == []
        assert not page.locator("#said > .bad").count()
        release_request(page, held)
        expect(page).to_have_url(f"{desk.address}/t/{OPEN}/round/6")
        assert not page.locator("#said > .bad").count()


def test_the_page_of_a_file_that_came_in(browser: Browser, desk: Desk, examples: Path) -> None:
    """It asks in its own way, and its script has no fault, also later."""
    with open_browser(browser, desk) as user:
        user.page.clock.install()
        page = user.goto("/")
        page.locator("input[type=file]").first.set_input_files(examples / "swiss.trf")
        page.locator("form:has(input[type=file]) button").first.click()
        expect(page.locator("main .question")).to_be_visible()
        let_time_pass(page)
