"""From an empty desk to round 1 in a browser, by keyboard alone: begun, people entered, byes, who is there, paired."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rookery.model import ByeKind
from support.browsers import Server, looking, missing

if why := missing():
    pytest.skip(why, allow_module_level=True)

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PEOPLE = (("Alder, A", 2000), ("Birch, B", 1990), ("Cedar, C", 1980), ("Dale, D", 1970), ("Elm, E", 1960))

SENT = """() => {
  const before = busy();
  document.querySelector("form.row[method=post]").dispatchEvent(new Event("submit", { bubbles: true }));
  return [before, busy()];
}"""
"""Whether the page waits with reading itself anew, before a form is sent and after."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "desk") as server:
        yield server


def begin(page: Page) -> None:
    """Begin a tournament of three rounds from the first page."""
    page.keyboard.press("n")
    page.keyboard.type("Spring Open")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/spring-open")


def enter(page: Page) -> None:
    """Enter everybody one after the other; the name is in hand from the beginning, and again each time."""
    for name, rating in PEOPLE:
        expect(page.locator("#add-name")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Tab")
        page.keyboard.type(str(rating))
        page.keyboard.press("Enter")
        expect(page.locator("#people tr[data-row]").get_by_text(name, exact=True)).to_have_count(1)
    expect(page.locator("#add-name")).to_be_focused()


def test_from_an_empty_desk_to_round_1(browser: Browser, desk: Server) -> None:
    with looking(browser, desk) as somebody:
        page = somebody.page
        begin(page)
        page.keyboard.press("Enter")
        page.wait_for_url("**/players#add")
        enter(page)
        told = page.locator("#said > div").all_text_contents()
        assert len(told) <= 2, "what was said of those before is gone: it would hide the form"
        page.keyboard.press("Escape")
        page.keyboard.press("/")
        page.keyboard.type("cedar")
        page.keyboard.press("ArrowDown")
        line = page.locator("tr[data-row='p3']")
        expect(line).to_be_focused()
        page.keyboard.press(" ")
        expect(line.locator(".chip")).to_have_text("absent")
        expect(line).to_be_focused()
        expect(page.locator("#filter")).to_have_value("cedar")
        page.keyboard.press("2")
        expect(line.locator(".bye").nth(1)).to_contain_text("½")
        page.keyboard.press("g")
        page.keyboard.press("o")
        page.wait_for_url("**/t/spring-open")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Draw the initial colour")).to_have_count(0)
        page.keyboard.press("Enter")
        page.wait_for_url("**/round/1")
    state = desk.state("spring-open")
    assert state.sticky.colour is not None
    (round,) = state.tournament.rounds
    assert [(one.player, one.kind) for one in round.byes] == [(3, ByeKind.ZERO)]
    assert [one.kind for one in state.tournament.requested if one.round == 2] == [ByeKind.HALF]


def test_a_half_filled_form_stays_while_another_enters_people(browser: Browser, desk: Server) -> None:
    """The name is typed and the rating is next, still empty: what another enters meanwhile does not take the name."""
    with looking(browser, desk) as ada, looking(browser, desk, inside=False) as ben:
        begin(ada.page)
        here = ada.goto("/t/spring-open/players#add")
        ben.page.goto(desk.invited("Ben"))
        there = ben.goto("/t/spring-open/players#add")
        here.locator("#add-name").fill("Alder, A")
        here.keyboard.press("Tab")
        there.locator("#add-name").fill("Birch, B")
        there.keyboard.press("Enter")
        expect(there.locator("#people tr[data-row]")).to_have_count(1)
        here.wait_for_timeout(1000)  # the news has come
        expect(here.locator("#add-name")).to_have_value("Alder, A")
        here.keyboard.type("2000")
        here.keyboard.press("Enter")
        expect(here.locator("#people tr[data-row]")).to_have_count(2)
    assert {one.name for one in desk.state("spring-open").tournament.players} == {"Alder, A", "Birch, B"}


def test_a_table_is_pasted_looked_at_and_entered(browser: Browser, desk: Server) -> None:
    with looking(browser, desk) as somebody:
        page = somebody.page
        begin(page)
        somebody.goto("/t/spring-open/players/table")
        page.keyboard.press("p")
        page.keyboard.insert_text("Name\tElo\nByng, Ada\t2105\nRook, Ben\t1990")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="2 people can enter")).to_be_visible()
        assert page.evaluate(SENT) == [False, True], "who leaves a page does not read it anew: its table is gone then"
        page.keyboard.press("Enter")
        page.wait_for_url("**/players")
    assert [one.name for one in desk.state("spring-open").tournament.players] == ["Byng, Ada", "Rook, Ben"]
