"""What somebody presses is meant for what they see: no other line, nothing hidden, once; and what they see is so."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.browsers import PHONE, Server, looking, missing

if why := missing():
    pytest.skip(why, allow_module_level=True)

from playwright.sync_api import expect

from support.round_page import OPEN, cell, held_back, let_through, open_boards, outrun, recorded, saved, type_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def changed_by_ben(page: Page) -> None:
    """Something that others see at once, and that is no result: somebody is added."""
    page.locator("#add-name").fill("Birch, B")
    page.keyboard.press("Enter")
    expect(page.locator("#people")).to_contain_text("Birch, B")


def version(page: Page) -> str:
    """How much of the tournament a page knows."""
    return page.locator("body").get_attribute("data-version") or ""


def test_a_key_after_a_click_is_for_the_same_player(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/players")
        row = page.locator("tr[data-row]").nth(9)
        key, away = row.get_attribute("data-row"), page.locator('.here-box[aria-pressed="false"]').count()
        same = page.locator(f'tr[data-row="{key}"]')
        row.locator(".here-box").click()
        expect(same.locator(".here-box")).to_have_attribute("aria-pressed", "false")
        expect(same.locator(".here-box")).to_be_focused()
        page.keyboard.press("Space")
        expect(same.locator(".here-box")).to_have_attribute("aria-pressed", "true")
        assert page.locator('.here-box[aria-pressed="false"]').count() == away


def test_no_key_is_for_a_board_that_is_hidden(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        boards, before = open_boards(page), recorded(hall)
        over = page.locator('tr[data-board]:not([data-result="pending"])').first.get_attribute("data-board")
        assert over is not None
        page.keyboard.type(f"b{over}")
        page.keyboard.press("Enter")
        page.locator('[data-show="open"]').click()
        page.locator("h1").click()
        page.keyboard.press("1")
        page.wait_for_timeout(300)
        assert recorded(hall) == before
        page.keyboard.press("ArrowDown")  # the first that is seen is taken, and then it is meant
        expect(page.locator(f'tr[data-board="{boards[0]}"]')).to_be_focused()
        page.keyboard.press("5")
        saved(page)
        assert cell(page, boards[0]) == "½–½"


def test_a_board_that_is_gone_leaves_no_other_in_hand(browser: Browser, hall: Server) -> None:
    """Under "Open" somebody else enters the board at hand: what is pressed then is entered nowhere."""
    with looking(browser, hall) as ada, looking(browser, hall, inside=False) as ben:
        ben.page.goto(hall.invited("Ben"))
        here, there = ada.goto(f"/t/{OPEN}/round/5"), ben.goto(f"/t/{OPEN}/round/5")
        board = open_boards(here)[1]
        here.locator('[data-show="open"]').click()
        here.locator(f'tr[data-board="{board}"]').focus()
        type_at(there, board, "0")
        saved(there)
        expect(here.locator(f'tr[data-board="{board}"]')).to_have_attribute("data-result", "0-1")
        changed_by_ben(ben.goto(f"/t/{OPEN}/players#add"))
        expect(here.locator(f'tr[data-board="{board}"]')).to_be_hidden()
        before = recorded(hall)
        here.keyboard.press("1")
        here.wait_for_timeout(300)
        assert recorded(hall) == before


def test_a_key_that_is_held_down_is_meant_once(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        boards, before = open_boards(page), recorded(hall)
        for _ in range(6):
            page.keyboard.down("1")
        page.keyboard.up("1")
        saved(page)
        assert cell(page, boards[0]) == "1–0"
        changed = {two for two, result in recorded(hall).items() if result is not before[two]}
        assert len(changed) == 1
        last = hall.records(OPEN)[-1].version
        for _ in range(6):
            page.keyboard.down("z")
        page.keyboard.up("z")
        expect(page.locator(f'tr[data-board="{boards[0]}"]')).to_have_attribute("data-result", "pending")
        page.wait_for_timeout(300)
        assert recorded(hall) == before
        assert hall.records(OPEN)[-1].version == last + 1


def test_what_is_looked_for_beside_a_board_is_no_key(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as ada, looking(browser, hall, inside=False) as ben:
        ben.page.goto(hall.invited("Ben"))
        here, there = ada.goto(f"/t/{OPEN}/round/5"), ben.goto(f"/t/{OPEN}/players#add")
        here.locator('[data-load*="/others?"]').first.click()
        here.locator("#find-other").fill("s")
        changed_by_ben(there)
        here.wait_for_timeout(600)
        here.keyboard.type("z")
        expect(here.locator("#find-other")).to_have_value("sz")
        assert not here.locator("dialog[open]").count()


def test_a_choice_stays_while_another_changes_the_page(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as ada, looking(browser, hall, inside=False) as ben:
        ben.page.goto(hall.invited("Ben"))
        here, there = ada.goto(f"/t/{OPEN}/rules"), ben.goto(f"/t/{OPEN}/players#add")
        chosen = here.locator("#add-tiebreak option").nth(3).get_attribute("value") or ""
        here.locator("#add-tiebreak").select_option(chosen)
        here.locator("h1").click()
        changed_by_ben(there)
        here.wait_for_timeout(600)
        expect(here.locator("#add-tiebreak")).to_have_value(chosen)


def test_a_half_filled_form_stays_beside_an_act_of_ones_own(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/players#add")
        page.locator("#add-name").fill("Newman, Ned")
        before = version(page)
        page.locator("tr[data-row] .here-box").first.click()
        expect(page.locator("body")).not_to_have_attribute("data-version", before)
        expect(page.locator("#add-name")).to_have_value("Newman, Ned")


def test_a_phone_says_that_a_result_is_not_saved(browser: Browser, hall: Server) -> None:
    with looking(browser, hall, size=PHONE) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        board = open_boards(page)[0]
        somebody.lost = True
        somebody.context.set_offline(True)
        page.locator(f'tr[data-board="{board}"] button[data-result="1-0"]').click()
        expect(page.locator("#offline")).to_be_visible()
        expect(page.locator("#offline")).to_be_in_viewport()
        after = "one => getComputedStyle(one, '::after').content"
        assert page.locator(f'tr[data-board="{board}"] .score').evaluate(after) == '"…"'
        somebody.context.set_offline(False)
        expect(page.locator("tr.saving")).to_have_count(0)
        expect(page.locator("#offline")).to_be_hidden()


def test_that_somebody_was_quicker_stays_until_it_is_read(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as ada, looking(browser, hall, inside=False) as ben:
        ben.page.goto(hall.invited("Ben"))
        outrun(ada, ben)
        here = ada.page
        here.clock.install()
        ada.context.set_offline(False)
        said = here.locator("#said > .bad", has_text="Somebody was quicker")
        expect(said).to_have_count(1)
        assert ".." not in (said.text_content() or "")
        here.clock.fast_forward(30_000)
        expect(said).to_have_count(1)
        said.click()
        expect(said).to_have_count(0)


def test_the_last_result_and_the_next_round_at_once(browser: Browser, hall: Server) -> None:
    """The next round is asked for while the last result is still on its way."""
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        boards = open_boards(page)
        for board in boards[:-1]:
            type_at(page, board, "1")
        saved(page)
        held = held_back(page, "**/commands")
        type_at(page, boards[-1], "1")
        page.keyboard.press("P")
        page.wait_for_timeout(200)
        let_through(page, held)
        expect(page).to_have_url(f"{hall.address}/t/{OPEN}/round/6")
        assert not page.locator("#said > .bad").count()


def test_the_page_of_a_file_that_came_in(browser: Browser, hall: Server, examples: Path) -> None:
    """It asks in its own way, and nothing is wrong with its script."""
    with looking(browser, hall) as somebody:
        page = somebody.goto("/")
        page.locator("input[type=file]").first.set_input_files(examples / "swiss.trf")
        page.locator("form:has(input[type=file]) button").first.click()
        expect(page.locator("main .question")).to_be_visible()
        page.wait_for_timeout(500)
