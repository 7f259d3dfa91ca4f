"""A team event and a knock-out in a browser, from an empty desk to the final file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rookery
from support.browsers import Looker, Server, looking, missing

if why := missing():
    pytest.skip(why, allow_module_level=True)

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CLUBS = ("Bittern", "Crake", "Dunlin", "Egret")
TEAMS = "Team\tBoard\tName\tElo\n" + "\n".join(
    f"{club}\t{board}\t{club}, {board}\t{2000 - 10 * board}" for club in CLUBS for board in (1, 2)
)
PEOPLE = "Name\tElo\n" + "\n".join(f"{name}, Jo\t{2100 - 100 * at}" for at, name in enumerate(CLUBS))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "desk") as server:
        yield server


def begin(somebody: Looker, name: str, kind: str, rounds: int, table: str, asked: bool = False) -> str:
    """Begin a tournament of a kind, which may be asked about first, and paste who takes part; its short name."""
    page, slug = somebody.page, name.lower().replace(" ", "-")
    page.keyboard.press("n")
    page.keyboard.type(name)
    page.locator("[name=kind]").select_option(kind)
    page.locator("[name=rounds]").fill(str(rounds or ""))
    page.keyboard.press("Enter")
    for step in (1, 2) if asked else ():
        expect(page.locator("main")).to_contain_text(f"step {step} of 2")
        page.locator("[data-yes]").click()
        somebody.faults.clear()  # a page that asks has the status 409, which Chromium tells
    page.wait_for_url(f"**/t/{slug}")
    somebody.goto(f"/t/{slug}/players/table")
    page.keyboard.press("p")
    page.keyboard.insert_text(table)
    page.locator("main button.primary").click()
    page.wait_for_url("**/table/*")
    page.keyboard.press("Enter")
    page.wait_for_url("**/players")
    return slug


def typed(page: Page, results: str) -> None:
    """Type results board by board; each stands at once, and in the end all are saved."""
    page.locator("tr[data-board]").first.focus()
    for at, key in enumerate(results):
        page.keyboard.press(key)
        expect(page.locator("tr[data-board]").nth(at)).not_to_have_attribute("data-result", "pending")
    expect(page.locator("#saved")).to_contain_text("All saved")


def paired(page: Page, number: int) -> None:
    """Pair a round by its key."""
    expect(page.get_by_role("button", name=f"Pair round {number}").first).not_to_have_attribute("aria-disabled", "true")
    page.locator("#work").focus()
    page.keyboard.press("P")
    page.wait_for_url(f"**/round/{number}")


def test_an_event_of_teams(browser: Browser, desk: Server) -> None:
    with looking(browser, desk) as somebody:
        page = somebody.page
        slug = begin(somebody, "Club Cup", "team", 2, TEAMS)
        somebody.goto(f"/t/{slug}")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Draw the initial colour")).to_have_count(0)
        paired(page, 1)
        typed(page, "1510")
        first = page.locator("tr.match").first
        expect(first.locator(".res")).to_contain_text("1½")
        won = first.locator("[data-won]").get_attribute("data-won")
        lost = "black" if won == "white" else "white"
        expect(first.locator(f"td.{won}")).to_have_css("font-weight", "600")  # the winner is bold, the loser grey
        expect(first.locator(f"td.{lost}")).to_have_css("font-weight", "400")
        paired(page, 2)
        typed(page, "5511")
        page.keyboard.press("g")
        page.keyboard.press("s")
        page.wait_for_url("**/standings")
        expect(page.locator("tr[data-row]")).to_have_count(4)
        expect(page.get_by_text("Final").first).to_be_visible()
        shown = [one.split("\n")[0] for one in page.locator("tr[data-row] .nm").all_inner_texts()]
        desk.command("export", "-o", "cup.json", "--final")
    t = rookery.load(desk.folder / "cup.json").tournament
    assert shown == [t.by_id[row.id].name for row in rookery.standings(t).rows]
    assert [len(one.matches) for one in t.rounds] == [2, 2]
    assert rookery.is_final(t)


def test_a_knock_out(browser: Browser, desk: Server) -> None:
    with looking(browser, desk) as somebody:
        page = somebody.page
        slug = begin(somebody, "Town Cup", "knockout", 2, PEOPLE, asked=True)
        somebody.goto(f"/t/{slug}")
        paired(page, 1)
        typed(page, "15")
        expect(page.get_by_text("Who goes through?")).to_be_visible()  # the second meeting is level
        page.locator("fieldset input[type=radio]").first.check()
        page.evaluate("refresh()")  # as when somebody else does something
        expect(page.locator("fieldset input[type=radio]").first).to_be_checked()
        page.locator("form", has_text="Who goes through?").locator("button.primary").click()
        page.wait_for_url("**/round/2")
        expect(page.locator("tr[data-board]")).to_have_count(1)
        expect(page.locator(".picture svg")).to_be_visible()
        typed(page, "1")
        page.keyboard.press("g")
        page.keyboard.press("s")
        page.wait_for_url("**/standings")
        expect(page.get_by_text("Final").first).to_be_visible()
        winner = page.locator("tr[data-row] .nm").first.inner_text()
        desk.command("export", "-o", "cup.json", "--final")
    t = rookery.load(desk.folder / "cup.json").tournament
    (final,) = t.rounds[1].games
    assert t.by_id[final.white].name in winner


def test_a_round_robin_with_its_schedule_and_a_keizer_tournament(browser: Browser, desk: Server) -> None:
    with looking(browser, desk) as somebody:
        page = somebody.page
        slug = begin(somebody, "Round Table", "round-robin", 0, PEOPLE)
        somebody.goto(f"/t/{slug}/schedule")
        expect(page.locator("table.pairs")).to_have_count(3)
        planned = [scheduled(page, number) for number in (1, 2, 3)]
        somebody.goto(f"/t/{slug}")
        for number, results in enumerate(("15", "05", "11"), 1):
            paired(page, number)
            assert seated(page) == planned[number - 1]
            typed(page, results)
        ranks(page, desk, slug)

        somebody.goto("/")
        slug = begin(somebody, "Ladder", "keizer", 2, PEOPLE, asked=True)
        somebody.goto(f"/t/{slug}")
        for number, results in enumerate(("15", "01"), 1):
            paired(page, number)
            typed(page, results)
        expect(page.locator("#side")).to_contain_text("Not in FIDE mode")
        ranks(page, desk, slug)


def scheduled(page: Page, number: int) -> set[tuple[str, str]]:
    """The pairs of a round in the schedule, White first."""
    cells = page.locator("table.pairs tbody").nth(number - 1).locator("td:nth-child(2), td:nth-child(4)")
    names = [one.strip() for one in cells.all_inner_texts()]
    return set(zip(names[::2], names[1::2], strict=True))


def seated(page: Page) -> set[tuple[str, str]]:
    """The pairs of the round that is shown."""
    names = [one.strip() for one in page.locator("tr[data-board] .name .nm > span").all_inner_texts()]
    return set(zip(names[::2], names[1::2], strict=True))


def ranks(page: Page, desk: Server, slug: str) -> None:
    """The standings on their page are those of the library."""
    page.keyboard.press("g")
    page.keyboard.press("s")
    page.wait_for_url("**/standings")
    expect(page.get_by_text("Final").first).to_be_visible()
    shown = [one.split("\n")[0] for one in page.locator("tr[data-row] .nm").all_inner_texts()]
    t = desk.state(slug).tournament
    assert shown == [t.by_id[row.id].name for row in rookery.standings(t).rows]


def test_a_question_that_is_a_page_is_refused_by_its_button_and_by_escape(browser: Browser, desk: Server) -> None:
    with looking(browser, desk) as somebody:
        page = somebody.page
        for way in ("button", "Escape"):
            page.keyboard.press("n")
            page.keyboard.type("Town Cup")
            page.locator("[name=kind]").select_option("knockout")
            page.locator("form[action='/begin'] button").click()
            expect(page.locator("main [data-no]")).to_be_focused()
            page.keyboard.press("Enter" if way == "button" else way)
            page.wait_for_url(f"{desk.address}/")
            expect(page.locator(".events a.card")).to_have_count(0)
            somebody.faults.clear()


def test_a_question_that_is_a_page_is_not_answered_by_the_key_that_led_to_it(browser: Browser, desk: Server) -> None:
    with looking(browser, desk) as somebody:
        page = somebody.page
        page.keyboard.press("n")
        page.keyboard.type("Town Cup")
        page.locator("[name=kind]").select_option("knockout")
        page.locator("form[action='/begin'] button").focus()
        page.keyboard.down("Enter")
        expect(page.locator("main [data-no]")).to_be_focused()
        for _ in range(3):
            page.keyboard.down("Enter")  # it is held: the keyboard repeats it
        page.wait_for_timeout(200)
        expect(page.locator("main [data-no]")).to_be_focused()
        page.keyboard.up("Enter")
        page.keyboard.press("Enter")
        page.wait_for_url(f"{desk.address}/")
        somebody.faults.clear()
