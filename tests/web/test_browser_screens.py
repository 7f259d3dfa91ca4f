"""Screens in a browser: no row is cut at any size, they follow the desk within a second, and say when they cannot."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rookery.model import PartialDate, Result
from rookery.storage.store import Store
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import ScheduleRound
from rookery.tournaments.service import create_service
from rookery.web.pages.screens import CONTENTS, ScreenSettings
from support.accessibility import missing_axe, run_axe
from support.browsers import THEMES, BrowserUser, Desk, SharedServer, missing, open_browser
from support.hall_screens import LEAST_TYPE, SIZES, field
from support.page_waits import wait_until

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BOARDS = (8, 60, 150, 400)
TEAMS = "four-rivers"
PAGE_FACTS = """() => {
  const box = document.querySelector(".current .columns").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".current .columns li.row")];
  const isCut = (row) => {
    const { top, bottom, left, right } = row.getBoundingClientRect();
    const sticksOut = [...row.children].some((part) => {
      const inner = part.getBoundingClientRect();
      return !part.matches(".sr") && (inner.right > right + 1 || inner.left < left - 1 || inner.bottom > bottom + 1);
    });
    return sticksOut || top < box.top - 1 || bottom > box.bottom + 1 || left < box.left - 1 || right > box.right + 1;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let size = Infinity;
  while (texts.nextNode()) {
    const { parentElement: element, data } = texts.currentNode;
    if (!data.trim() || element.closest("script") || !element.getClientRects().length) continue;
    size = Math.min(size, parseFloat(getComputedStyle(element).fontSize));
  }
  const columns = [...document.querySelectorAll(".current .column")].map((column) => column.getBoundingClientRect());
  const overlaps = columns.some((column, index) => index && column.left < columns[index - 1].right - 1);
  return {
    rows: rows.map((row) => row.textContent.replace(/\\s+/g, " ").trim()),
    cut: rows.filter(isCut).map((row) => row.textContent), size, overlaps,
    scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
    page: document.body.dataset.page,
  };
}"""
"""What is on the page of the screen: its rows, which of them are cut, and the smallest type."""
SHOWN_ROWS = "document.querySelectorAll('.current .columns li.row').length"


class Hall:
    """A desk with tournaments of all sizes, and its screens."""

    def __init__(self, desk: Desk, store: Store) -> None:
        self.desk, self.store = desk, store
        self.service = create_service(store)

    def screen(self, slug: str, **settings: Any) -> str:
        """Create a screen and return its path."""
        stream = self.store.find_stream(slug)
        assert stream is not None
        screen = self.store.screens.create(stream.id, "Entrance", ScreenSettings(**settings).to_json(), 1)
        return f"/s/{screen.id}"


@pytest.fixture(scope="module")
def hall(shared_server: SharedServer, tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Iterator[Hall]:
    """Serve tournaments of 8 to 400 boards, and a team event."""
    desk = Desk(tmp_path_factory.mktemp("desk"))
    for boards in BOARDS:
        desk.add_tournament(field(boards, long_name=boards == 60), f"b{boards}")
    desk.adopt(examples / "desk" / "teams.rookery")
    with shared_server.serve(desk, share=True) as served, served._open_store() as store:
        yield Hall(served, store)


@pytest.fixture(scope="module")
def user(browser: Browser, hall: Hall) -> Iterator[BrowserUser]:
    """Return the device that shows a screen."""
    with open_browser(browser, hall.desk, user=None, size=SIZES[1]) as opened:
        yield opened


def open_screen(user: BrowserUser, path: str, size: tuple[int, int] = SIZES[1]) -> Page:
    """Open a screen, and wait until it is connected."""
    user.page.set_viewport_size({"width": size[0], "height": size[1]})
    page = user.goto(path)
    expect(page.locator("body")).to_have_attribute("data-connected", "")
    return page


def read_pages(page: Page) -> list[dict[str, Any]]:
    """Return the facts of all pages of the screen."""
    facts = [page.evaluate(PAGE_FACTS)]
    number = int(facts[0]["page"].rpartition("/")[2])
    for _ in range(number - 1):
        page.keyboard.press("ArrowRight")
        facts.append(page.evaluate(PAGE_FACTS))
    return facts


def source_rows(user: BrowserUser, path: str) -> list[str]:
    """Return the rows of a screen as the desk sends them."""
    rows: list[str] = user.page.evaluate(
        """async (path) => {
          const text = await (await fetch(path)).text();
          const rows = new DOMParser().parseFromString(text, "text/html").querySelectorAll("ul.rows li.row");
          return [...rows].map((row) => row.textContent.replace(/\\s+/g, " ").trim());
        }""",
        path,
    )
    return rows


# -- pages -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("kind", ["names", "boards", "standings"])
def test_every_row_is_shown_once_and_none_is_cut(
    user: BrowserUser, hall: Hall, kind: str, size: tuple[int, int]
) -> None:
    least_type = LEAST_TYPE * size[1] / 1080
    for slug in (*(f"b{boards}" for boards in BOARDS), TEAMS):
        path = hall.screen(slug, shows=(kind,))
        pages = read_pages(open_screen(user, path, size))
        assert [page["cut"] for page in pages if page["cut"]] == [], (slug, kind)
        assert [row for page in pages for row in page["rows"]] == source_rows(user, path)
        assert min(page["size"] for page in pages) >= least_type, (slug, kind)
        assert not any(page["scrolls"] or page["overlaps"] for page in pages)
        assert len({page["page"] for page in pages}) == len(pages)
        if slug == "b8":
            assert len(pages) == 1
            assert page_type(user.page) > 1.1 * least_type


def page_type(page: Page) -> float:
    """Return the size of the type of the rows."""
    size: float = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.current li.row')).fontSize)")
    return size


@pytest.mark.parametrize("size", [(1080, 1920), (1024, 768), (2560, 1080)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_screens_of_other_shapes_are_whole_too(user: BrowserUser, hall: Hall, size: tuple[int, int]) -> None:
    for kind in ("names", "boards", "standings"):
        pages = read_pages(open_screen(user, hall.screen("b60", shows=(kind,)), size))
        assert [page["cut"] for page in pages if page["cut"]] == []
        assert not any(page["scrolls"] or page["overlaps"] for page in pages)


def test_the_pages_are_divided_again_when_the_size_changes(user: BrowserUser, hall: Hall) -> None:
    page = open_screen(user, hall.screen("b150"))
    before = read_pages(page)
    page.set_viewport_size({"width": 1080, "height": 1920})
    wait_until(page, lambda: page.evaluate(PAGE_FACTS)["page"] != before[-1]["page"], "the pages are divided again")
    assert page.evaluate(PAGE_FACTS)["cut"] == []


def test_pages_follow_each_other_and_a_rotation_shows_every_content(user: BrowserUser, hall: Hall) -> None:
    path = hall.screen("b60", shows=("names", "clock", "announcement"), text="Quiet, please!", seconds=5)
    user.page.clock.install()
    page = open_screen(user, path)
    expect(page.locator("#where")).to_contain_text("page 1 of")
    number = len(read_pages(page))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    shown = []
    for _ in range(number + 2):
        page.keyboard.press("ArrowRight")
        shown.append(page.evaluate("document.body.dataset.page"))
    assert shown == [*(f"names {at}/{number}" for at in range(1, number + 1)), "clock 1/1", "announcement 1/1"]
    page.clock.run_for(4000)
    expect(page.locator("#where")).to_contain_text("next in 1 s")
    page.clock.run_for(1500)
    expect(page.locator("body")).to_have_attribute("data-page", f"names 1/{number}")
    page.keyboard.press(" ")
    expect(page.locator("#where")).to_contain_text("paused")
    page.clock.run_for(60_000)
    expect(page.locator("body")).to_have_attribute("data-page", f"names 1/{number}")
    page.keyboard.press(" ")
    page.clock.run_for(6000)
    expect(page.locator("body")).to_have_attribute("data-page", f"names 2/{number}")


def test_paginate_keeps_matches_together_and_splits_only_what_fits_nowhere(user: BrowserUser, hall: Hall) -> None:
    page = open_screen(user, hall.screen("b8"))
    module = page.locator("script[type=module]").get_attribute("src")
    assert module is not None

    def paginate(units: list[list[int]], height: int, columns: int) -> list[list[list[int]]]:
        pages: list[list[list[int]]] = page.evaluate(
            "async ([url, ...values]) => (await import(url)).paginate(...values)",
            [module.replace("screen.js", "screen_pages.js"), units, height, columns],
        )
        return pages

    assert paginate([[10]] * 5, 20, 2) == [[[0, 1], [2, 3]], [[4]]]
    assert paginate([[10, 10], [10, 10], [10, 10]], 50, 1) == [[[0, 1, 2, 3]], [[4, 5]]]
    assert paginate([[10], [10, 10, 10, 10]], 30, 1) == [[[0, 1, 2]], [[3, 4]]]
    assert paginate([[10, 10], [10, 10, 10, 10]], 30, 3) == [[[0, 1], [2, 3, 4], [5]]]
    assert paginate([[50]], 30, 1) == [[[0]]]


# -- live --------------------------------------------------------------------------------------------------------------


def test_the_desk_switches_pauses_and_deletes_a_screen_within_a_second(
    browser: Browser, user: BrowserUser, hall: Hall
) -> None:
    page = open_screen(user, hall.screen("b60", seconds=4))
    number = user.page.url.rpartition("/")[2]
    with open_browser(browser, hall.desk, user="Ada") as arbiter:
        desk_page = arbiter.goto("/t/b60/screens")
        card = desk_page.locator(f"#screen-{number}")
        expect(card.locator(".chip").first).to_have_text("connected")
        card.get_by_role("button", name="Standings", exact=True).click()
        pressed = time.monotonic()
        expect(page.locator("body")).to_have_attribute("data-page", re.compile("standings 1/"), timeout=1000)
        assert time.monotonic() - pressed < 1
        card.get_by_role("button", name="Pause").click()
        expect(page.locator("#where")).to_contain_text("paused", timeout=1000)
        card.get_by_role("button", name="Go on").click()
        expect(page.locator("#where")).to_contain_text("next in", timeout=1000)
        card.get_by_role("textbox", name="Announcement").fill(
            "Round 2 starts at 14:30.\nPlease switch off your phones."
        )
        card.get_by_role("button", name="Show it now").click()
        expect(page.locator(".current .text")).to_contain_text("Please switch off your phones.", timeout=1000)
        card.get_by_text("Rotation").click()
        card.get_by_label("Look").select_option("dark")
        card.get_by_role("button", name="Save changes").click()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark", timeout=1000)
        card.get_by_text("Rotation").click()
        card.get_by_role("button", name="Delete").click()
        page.wait_for_url("**/s/")
    user.faults[:] = [fault for fault in user.faults if not fault.endswith(f"/s/{number})")]  # the screen is gone


def test_a_result_appears_within_a_second(user: BrowserUser, hall: Hall) -> None:
    page = open_screen(user, hall.screen("b8", shows=("boards",)))
    expect(page.locator(".current li.row").first).to_contain_text("–")
    hall.service.do("b8", EnterResult(1, "p1", "p9", Result.WHITE_WINS), actor="Ada")
    entered = time.monotonic()
    expect(page.locator(".current li.row").first).to_contain_text("1–0", timeout=1500)
    assert time.monotonic() - entered < 1.5  # another process has written: the file is looked at four times a second


def test_a_result_changes_its_row_without_reading_the_screen_anew(user: BrowserUser, hall: Hall) -> None:
    path = hall.screen("b8", shows=("boards",))
    page = open_screen(user, path)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if request.url.endswith(path) else None)
    for result, text in ((Result.WHITE_BY_FORFEIT, "+–−"), (Result.PENDING, "–"), (Result.DRAW, "½–½")):
        hall.service.do("b8", EnterResult(1, "p3", "p11", result), actor="Ada")
        expect(page.locator(".current li.row").nth(2).locator(".outcome")).to_have_text(text)
    assert requests == []


def test_a_screen_without_network_says_of_when_its_state_is(user: BrowserUser, hall: Hall) -> None:
    page = open_screen(user, hall.screen("b8", shows=("boards",)))
    rows = page.evaluate(SHOWN_ROWS)
    user.go_offline()
    expect(page.locator("#lost")).to_have_text(f"State of {time.strftime('%H:%M')}, not connected")
    assert page.evaluate(SHOWN_ROWS) == rows
    hall.service.do("b8", EnterResult(1, "p2", "p10", Result.DRAW), actor="Ada")
    user.go_online()
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator(".current li.row").nth(1)).to_contain_text("½–½")


def test_the_clock_counts_down_and_says_from_when_a_start_was_moved(user: BrowserUser, hall: Hall) -> None:
    start = time.localtime(time.time() + 600)
    day = PartialDate(start.tm_year, start.tm_mon, start.tm_mday)
    hall.service.do("b150", ScheduleRound(1, day, time.strftime("%H:%M", start)), actor="Ada")
    page = open_screen(user, hall.screen("b150", shows=("clock",)))
    expect(page.locator(".count")).to_contain_text("until the start")
    minutes = int(page.locator("[data-clock]").inner_text().partition(":")[0])
    assert 8 <= minutes <= 10
    page = open_screen(user, hall.screen("b150"))
    expect(page.locator("#shown")).to_contain_text(time.strftime("%H:%M", start))
    expect(page.locator("#shown")).to_contain_text("min")


def test_the_public_pages_and_the_desk_count_down_too(browser: Browser, user: BrowserUser, hall: Hall) -> None:
    start = time.localtime(time.time() + 600)
    day = PartialDate(start.tm_year, start.tm_mon, start.tm_mday)
    hall.service.do("b60", ScheduleRound(1, day, time.strftime("%H:%M", start)), actor="Ada")
    page = user.goto("/p/b60")
    expect(page.locator("[data-ahead]")).to_have_text(re.compile(r"Round 1\s+in \d+ min"))
    with open_browser(browser, hall.desk, user="Cyd") as arbiter:
        expect(arbiter.goto("/t/b60").locator(".top [data-ahead]")).to_have_text(re.compile(r"Round 1\s+in \d+ min"))
    hall.service.do("b60", ScheduleRound(1, PartialDate(2026, 1, 2), "10:00"), actor="Ada")
    page = user.goto("/p/b60/names")
    expect(page.locator("[data-ahead]")).to_be_hidden()


# -- for everybody -----------------------------------------------------------------------------------------------------


@pytest.mark.skipif(bool(missing_axe()), reason=missing_axe())
@pytest.mark.parametrize("theme", THEMES)
def test_no_rule_of_accessibility_is_broken(user: BrowserUser, hall: Hall, theme: str) -> None:
    for kind in CONTENTS:
        for slug in ("b8", TEAMS):
            page = open_screen(user, hall.screen(slug, shows=(kind,), theme=theme, text="Quiet, please!"))
            assert run_axe(page) == [], (kind, slug)
    page = user.goto("/s/")
    assert run_axe(page) == []


def test_without_a_script_a_screen_is_a_long_page(browser: Browser, hall: Hall) -> None:
    path = hall.screen("b60", shows=("names", "standings"))
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(hall.desk.address + path)
    expect(page.locator("h2 .heading").first).to_have_text("Round 1")
    expect(page.locator("h2").first).to_be_visible()
    assert page.locator("li.row").count() == 2 * 121
    expect(page.locator("li.row").last).to_be_visible()
    context.close()


def test_a_screen_is_created_and_switched_without_a_script(browser: Browser, hall: Hall) -> None:
    with open_browser(browser, hall.desk, user="Ben") as arbiter:
        context = browser.new_context(java_script_enabled=False)
        context.add_cookies(arbiter.context.cookies())  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"{hall.desk.address}/t/b400/screens")
        page.get_by_role("textbox", name="Name").first.fill("Balcony")
        page.get_by_role("button", name="Create the screen").click()
        card = page.locator(".screens .card", has_text="Balcony")
        card.get_by_role("button", name="Round clock").click()
        expect(card.get_by_role("button", name="Round clock")).to_have_attribute("aria-pressed", "true")
        context.close()
