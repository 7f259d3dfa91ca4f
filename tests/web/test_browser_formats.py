"""A team event, a knock-out, a round robin and a Keizer tournament, from an empty desk to the final file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import rookery
from support.browsers import BrowserUser, Desk, missing, open_browser

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

from support.page_waits import let_time_pass, wait_for_news, wait_for_question, wait_until_saved

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

CLUBS = ("Bittern", "Crake", "Dunlin", "Egret")
TEAMS = "Team\tBoard\tName\tElo\n" + "\n".join(
    f"{club}\t{board}\t{club}, {board}\t{2000 - 10 * board}" for club in CLUBS for board in (1, 2)
)
PLAYERS = "Name\tElo\n" + "\n".join(f"{name}, Jo\t{2100 - 100 * at}" for at, name in enumerate(CLUBS))
FINAL = ".tools .chip:not(.amber, .plain)"
"""The mark of final standings."""


def begin(user: BrowserUser, name: str, kind: str, rounds: int, table: str, boards: int | None = None) -> str:
    """Begin a tournament of a kind, and paste who takes part; return its slug."""
    page, slug = user.goto("/"), name.lower().replace(" ", "-")
    page.keyboard.press("n")
    page.keyboard.type(name)
    note = page.locator("#own-rules")
    expect(note).to_be_hidden()
    page.locator("[name=kind]").select_option(kind)
    expect(note).to_be_visible(visible=kind in ("knockout", "keizer"))
    page.locator("[name=rounds]").fill(str(rounds or ""))
    if boards is not None:
        page.locator("[name=boards]").fill(str(boards))
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/t/{slug}")
    user.goto(f"/t/{slug}/players/table")
    page.keyboard.press("p")
    page.keyboard.insert_text(table)
    page.locator("main button.primary").click()
    page.wait_for_url("**/table/*")
    page.keyboard.press("Enter")
    page.wait_for_url("**/players")
    return slug


def type_results(page: Page, keys: str) -> None:
    """Type results board by board; each is shown at once, and in the end all are saved."""
    page.locator("tr[data-board]").first.focus()
    for at, key in enumerate(keys):
        page.keyboard.press(key)
        expect(page.locator("tr[data-board]").nth(at)).not_to_have_attribute("data-result", "pending")
    wait_until_saved(page)


def pair_round(page: Page, number: int) -> None:
    """Pair a round by its key."""
    button = page.locator(f'form:has([name="then"][value$="/round/{number}"]) [data-key="P"]')
    expect(button).not_to_have_attribute("aria-disabled", "true")
    page.locator("#work").focus()
    page.keyboard.press("P")
    page.wait_for_url(f"**/round/{number}")


def go_to_standings(page: Page) -> list[str]:
    """Go to the final standings by keys; return the names in their order."""
    page.keyboard.press("g")
    page.keyboard.press("s")
    page.wait_for_url("**/standings")
    expect(page.locator(FINAL)).to_be_visible()
    return [text.split("\n")[0] for text in page.locator("tr[data-row] .nm").all_inner_texts()]


def test_an_event_of_teams(browser: Browser, empty_desk: Desk) -> None:
    with open_browser(browser, empty_desk) as user:
        page = user.page
        slug = begin(user, "Club Cup", "team", 2, TEAMS, boards=2)
        user.goto(f"/t/{slug}")
        page.keyboard.press("Enter")  # draws the initial colour
        expect(page.locator("form:has([value='round.pair']) [data-key=Enter]")).to_be_visible()
        wait_for_news(page, empty_desk, slug)
        expect(page.locator("main [value='colour.draw']")).to_have_count(0)
        pair_round(page, 1)
        type_results(page, "1510")
        first = page.locator("tr.match").first
        expect(first.locator(".res")).to_contain_text("1½")
        won = first.locator("[data-won]").get_attribute("data-won")
        lost = "black" if won == "white" else "white"
        expect(first.locator(f"td.{won}")).to_have_css("font-weight", "600")  # the winner is bold, the loser grey
        expect(first.locator(f"td.{lost}")).to_have_css("font-weight", "400")
        pair_round(page, 2)
        type_results(page, "5511")
        shown = go_to_standings(page)
        expect(page.locator("tr[data-row]")).to_have_count(4)
        path = empty_desk.export("cup.json")
    t = rookery.load(path).tournament
    assert shown == [t.participants_by_number[row.id].name for row in rookery.standings(t).rows]
    assert [len(played.matches) for played in t.rounds] == [2, 2]
    assert rookery.completion(t)


REFRESH = """async () => {
  const script = document.querySelector("script[type=module]").src;
  const { refresh } = await import(new URL("refresh.js", script));
  refresh();
}"""
"""Reads the page again, as a message of the server makes it do."""


def test_a_knock_out(browser: Browser, empty_desk: Desk) -> None:
    with open_browser(browser, empty_desk) as user:
        page = user.page
        slug = begin(user, "Town Cup", "knockout", 2, PLAYERS)
        user.goto(f"/t/{slug}")
        pair_round(page, 1)
        type_results(page, "15")
        choice = page.locator("form:has(fieldset input[type=radio])")
        expect(choice).to_be_visible()  # the second meeting is level
        choice.locator("input[type=radio]").first.check()
        page.evaluate(REFRESH)  # as after a change by another user
        expect(choice.locator("input[type=radio]").first).to_be_checked()
        choice.locator("button.primary").click()
        page.wait_for_url("**/round/2")
        expect(page.locator("tr[data-board]")).to_have_count(1)
        expect(page.locator(".picture svg")).to_be_visible()
        type_results(page, "1")
        winner, *_ = go_to_standings(page)
        path = empty_desk.export("cup.json")
    t = rookery.load(path).tournament
    (final,) = t.rounds[1].games
    assert t.participants_by_number[final.white].name in winner


def test_a_round_robin_with_its_schedule_and_a_keizer_tournament(browser: Browser, empty_desk: Desk) -> None:
    with open_browser(browser, empty_desk) as user:
        page = user.page
        slug = begin(user, "Round Table", "round-robin", 0, PLAYERS)
        user.goto(f"/t/{slug}/schedule")
        expect(page.locator("table.pairs")).to_have_count(3)
        planned = [scheduled_pairs(page, number) for number in (1, 2, 3)]
        user.goto(f"/t/{slug}")
        for number, keys in enumerate(("15", "05", "11"), 1):
            pair_round(page, number)
            assert visible_pairs(page) == planned[number - 1]
            type_results(page, keys)
        check_standings(page, empty_desk, slug)

        slug = begin(user, "Ladder", "keizer", 2, PLAYERS)
        user.goto(f"/t/{slug}")
        for number, keys in enumerate(("15", "01"), 1):
            pair_round(page, number)
            type_results(page, keys)
        expect(page.locator("#side .chip.amber")).to_be_visible()  # it is not in FIDE mode
        check_standings(page, empty_desk, slug)


def scheduled_pairs(page: Page, number: int) -> set[tuple[str, str]]:
    """Return the pairs of a round in the schedule, White first."""
    cells = page.locator("table.pairs tbody").nth(number - 1).locator("td:nth-child(2), td:nth-child(4)")
    names = [text.strip() for text in cells.all_inner_texts()]
    return set(zip(names[::2], names[1::2], strict=True))


def visible_pairs(page: Page) -> set[tuple[str, str]]:
    """Return the pairs of the round that is shown."""
    names = [text.strip() for text in page.locator("tr[data-board] .name .nm > span").all_inner_texts()]
    return set(zip(names[::2], names[1::2], strict=True))


def check_standings(page: Page, desk: Desk, slug: str) -> None:
    """Check that the standings on their page are those of the library."""
    shown = go_to_standings(page)
    t = desk.state(slug).tournament
    assert shown == [t.participants_by_number[row.id].name for row in rookery.standings(t).rows]


# -- a question that is a page -----------------------------------------------------------------------------------------


def open_plain_form(user: BrowserUser) -> Locator:
    """Begin a tournament; return a button that leaves FIDE mode as in a browser without a script."""
    page = user.goto("/")
    page.keyboard.press("n")
    page.keyboard.type("Town Cup")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/town-cup")
    return go_to_plain_form(user)


def go_to_plain_form(user: BrowserUser) -> Locator:
    """Open the rules; return the button that leaves FIDE mode: the browser itself sends its form."""
    form = user.goto("/t/town-cup/rules").locator("form:has([name=command][value='mode.leave'])")
    form.evaluate("form => form.removeAttribute('data-act')")
    return form.locator("button")


def test_a_question_that_is_a_page_is_refused_by_its_button_and_by_escape(browser: Browser, empty_desk: Desk) -> None:
    with open_browser(browser, empty_desk) as user:
        page, button = user.page, open_plain_form(user)
        for key in ("Enter", "Escape"):
            button.click()
            wait_for_question(page)
            page.keyboard.press(key)
            page.wait_for_url("**/t/town-cup/rules")
            button = go_to_plain_form(user)
            assert empty_desk.state("town-cup").fide
            user.faults.clear()


COUNT_CLICKS = """() => {
  window.clicks = 0;
  document.addEventListener("click", () => { window.clicks += 1; }, true);
}"""


def test_a_question_that_is_a_page_is_not_answered_by_the_key_that_led_to_it(
    browser: Browser, empty_desk: Desk
) -> None:
    with open_browser(browser, empty_desk) as user:
        page = user.page
        page.clock.install()
        open_plain_form(user).focus()
        page.keyboard.down("Enter")
        wait_for_question(page)
        page.evaluate(COUNT_CLICKS)
        for _ in range(3):
            page.keyboard.down("Enter")  # the keyboard repeats it
        let_time_pass(page)
        assert page.evaluate("window.clicks") == 0
        expect(page.locator("main [data-no]")).to_be_focused()
        page.keyboard.up("Enter")
        page.keyboard.press("Enter")
        page.wait_for_url("**/t/town-cup/rules")
        assert empty_desk.state("town-cup").fide
        user.faults.clear()
