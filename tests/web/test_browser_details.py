"""Small things that an arbiter meets all day: keys with Caps Lock, filters, messages, menus, and what fits a window."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.browsers import PHONE, Desk, missing, open_browser

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

from support.page_waits import keep_messages, wait_until_idle, wait_until_saved
from support.round_page import OPEN, ROUND_5, board_row, open_boards, type_result

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

LAPTOP = (1366, 768)
CAPS_LOCK = """([key, shiftKey]) => document.querySelector('#work').dispatchEvent(
  new KeyboardEvent('keydown', { key, shiftKey, modifierCapsLock: true, bubbles: true, cancelable: true }))"""
"""A letter as it comes while Caps Lock is on: in the other case."""


def box(locator: Locator) -> dict[str, float]:
    """Return where something is in the window."""
    found = locator.bounding_box()
    assert found is not None
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}


def test_caps_lock_does_not_pair_a_round(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as user:
        page = user.goto(f"/t/{OPEN}/standings")
        page.evaluate(CAPS_LOCK, ["P", False])
        page.wait_for_url("**/prizes")  # p is for prizes
        user.goto(f"/t/{OPEN}/standings")
        with page.expect_request("**/do") as request:
            page.evaluate(CAPS_LOCK, ["p", True])
        assert "round.pair" in (request.value.post_data or "")
        expect(page.locator("#question [data-no]")).to_be_visible()  # results are open: it asks
        page.keyboard.press("Escape")
    assert len(desk.state(OPEN).tournament.rounds) == 5


def test_keys_are_listed_as_they_are_typed(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as user:
        page = user.goto(f"/t/{OPEN}/players")
        page.keyboard.press("?")
        caps = page.locator("#question .list kbd").all_text_contents()
    assert "⇧P" in caps
    assert {"a", "z", "y", "g s"} <= set(caps)
    assert not [cap for cap in caps if len(cap) == 1 and cap.isupper()]


def test_a_filter_tells_how_many_are_left_and_opens_the_first(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as user:
        page = user.goto(f"/t/{OPEN}/players")
        left, rows = page.locator("[data-left-of]"), page.locator("#people tr[data-row]:visible")
        expect(left).to_be_hidden()
        page.locator("#filter").fill("pimpernel")
        expect(rows).to_have_count(1)
        expect(left).to_contain_text("1")
        expect(left).to_contain_text("49")
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/t/{OPEN}/players/*")
        assert "Pimpernel" in (page.locator("main h2").first.text_content() or "")
        user.goto(f"/t/{OPEN}/standings")
        page.locator("#filter").fill("pimpernel")
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/t/{OPEN}/player/*")
        assert "Pimpernel" in (page.locator("main h2").first.text_content() or "")


def test_the_menu_has_the_version_of_the_last_result(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        type_result(page, open_boards(page)[0], "1")
        wait_until_saved(page)
        expect(page.locator("[data-log]")).to_have_text(str(desk.version(OPEN)))


def test_a_forfeit_of_an_open_board_by_mouse(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        board = open_boards(page)[0]
        row = board_row(page, board)
        row.locator(".result-buttons [data-other]").click()
        page.locator('#question [value="+/-"]').click()
        expect(row).to_have_attribute("data-result", "+/-")
        wait_until_saved(page)


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_a_message_does_not_hide_the_form_in_use(browser: Browser, desk: Desk, size: tuple[int, int]) -> None:
    with open_browser(browser, desk, size=size) as user:
        page = user.goto(f"/t/{OPEN}/players#add")
        keep_messages(page)
        name = page.locator("#add-name")
        name.fill("Zinnia, Zoe")
        page.keyboard.press("Enter")
        message = page.locator("#said > div").first
        expect(message).to_be_visible()
        expect(page.locator("#people tr[data-row]", has_text="Zinnia")).to_have_count(1)
        wait_until_idle(page)
        shown, field = box(message), box(name)
        assert shown["bottom"] <= field["y"] or shown["y"] >= field["bottom"]
        if size == PHONE:
            assert box(page.locator("#said"))["width"] >= 0.9 * PHONE[0]


def test_a_message_contains_the_number_of_a_player(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as user:
        page = user.goto(f"/t/{OPEN}/players#add")
        page.locator("#add-name").fill("Zinnia, Zoe")
        page.locator("[name='players.0.rating']").fill("2000")
        page.keyboard.press("Enter")
        row = page.locator("#people tr[data-row]", has_text="Zinnia")
        expect(row).to_have_count(1)
        wait_until_idle(page)
        number = row.locator("td").first.text_content()
        messages = page.locator("#said > div").all_text_contents()
    about = [text for text in messages if "Zinnia" in text]
    assert len(about) == 1
    assert str(number) in about[0]


def test_no_place_lies_over_another_in_the_menu_of_a_phone(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk, size=PHONE) as user:
        page = user.page
        for path in ("report", "rules", "log"):
            user.goto(f"/t/{OPEN}/{path}")
            boxes = [box(each) for each in page.locator("#places a").all()]
            assert all(one["right"] <= other["x"] + 1 for one, other in pairwise(boxes))


def test_the_menu_of_a_match_is_in_sight_at_the_last_board(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk, size=LAPTOP) as user:
        page = user.goto(f"/t/four-rivers/round/{len(desk.state('four-rivers').tournament.rounds)}")
        last = page.locator("details.more").last
        last.locator("summary").click()
        expect(last.locator("form button").last).to_be_in_viewport(ratio=1)


def test_the_side_bar_with_five_tournaments_fits_a_laptop(browser: Browser, desk: Desk, examples: Path) -> None:
    for at in range(3):
        desk.adopt(examples / "desk" / "open.rookery", f"open-{at}")
    with open_browser(browser, desk, size=LAPTOP) as user:
        page = user.goto(f"/t/{OPEN}")
        expect(page.locator(".pickt a")).to_have_count(5)
        expect(page.locator("#side .themes")).to_be_in_viewport(ratio=1)


def test_the_head_of_a_round_leaves_a_phone_two_thirds_for_boards(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk, size=PHONE) as user:
        page = user.goto(ROUND_5)
        assert box(page.locator("tr[data-board]").first)["y"] < 0.32 * PHONE[1]


def test_players_without_a_game_are_visible(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk, size=LAPTOP) as user:
        page = user.goto(ROUND_5)
        expect(page.locator("#board header")).to_be_visible()
        expect(page.locator(".without-game .list > div").last).to_be_in_viewport(ratio=1)


def test_buttons_of_tiebreaks_stand_in_columns(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk, size=LAPTOP) as user:
        page = user.goto(f"/t/{OPEN}/rules")
        rows = page.locator("tr[data-row^=tb-]").all()
        assert len(rows) > 1
        assert len({box(row.locator("[data-press=x]"))["x"] for row in rows}) == 1


def test_no_label_of_the_report_leaves_its_card(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk, size=LAPTOP) as user:
        page = user.goto(f"/t/{OPEN}/report")
        line = page.locator(".card .list > li", has=page.locator(".chip")).first
        line.locator("span").first.evaluate(
            "node => node.textContent = 'a reason that takes several lines '.repeat(30)"
        )
        line.locator(".chip").evaluate("node => node.textContent = '2 differences'")
        card = line.locator("xpath=ancestor::section")
        assert box(line.locator(".chip"))["right"] <= box(card)["right"]
        assert line.locator(".chip").evaluate("node => node.scrollWidth <= node.clientWidth")
