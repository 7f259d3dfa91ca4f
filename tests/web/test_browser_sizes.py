"""Pages at other sizes and on paper: nothing is cut off, and nothing is printed that is of no use there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rookery
from rookery._record import replace
from rookery.model import Tournament
from support.browsers import DESK, PHONE, BrowserUser, Desk, SharedServer, missing, open_browser

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from syrupy.assertion import SnapshotAssertion

OPEN, LONG, TABLE = "/t/easter-open", "/t/long", "/t/table"
LAPTOP, TABLET, TURNED = (1366, 768), (820, 1180), (1180, 820)
NAMES = (
    "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh, Maximilian Alexander",
    "Venkatanarasimharajuvaripeta, Sri Lakshmi Narasimha",
    "Ó Súilleabháin-Ní Dhomhnaill, Caoilfhionn",
)


def with_long_names(tournament: Tournament) -> Tournament:
    """Return a tournament with the longest names that there are."""
    players = (
        replace(player, name=f"{NAMES[player.number % 3]} {player.number}", title="WGM")
        for player in tournament.players
    )
    return replace(tournament, players=tuple(players))


@pytest.fixture(scope="module")
def module_desk(
    shared_server: SharedServer, tmp_path_factory: pytest.TempPathFactory, examples: Path
) -> Iterator[Desk]:
    """Serve a desk with the open, an event with long names, and a round robin."""
    desk = Desk(tmp_path_factory.mktemp("desk"))
    desk.adopt(examples / "desk" / "open.rookery")
    desk.add_tournament(with_long_names(rookery.load(examples / "swiss.trf").tournament), "long")
    desk.add_tournament(rookery.load(examples / "round-robin.trf").tournament, "table")
    with shared_server.serve(desk):
        yield desk


@pytest.fixture(scope="module")
def user(browser: Browser, module_desk: Desk) -> Iterator[BrowserUser]:
    """Return a user who looks at all pages of this file."""
    with open_browser(browser, module_desk) as opened:
        yield opened


def resize(user: BrowserUser, size: tuple[int, int]) -> None:
    """Change the size of the window."""
    user.page.set_viewport_size({"width": size[0], "height": size[1]})


CUT_NAMES = """() => [...document.querySelectorAll('.boards .nm')]
  .filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)"""
CUT_RATINGS = """() => [...document.querySelectorAll('.boards .rtg')].filter((rating) => {
  if (!rating.offsetWidth) return false;
  const line = rating.parentElement.getBoundingClientRect(), own = rating.getBoundingClientRect();
  return own.top < line.bottom && (own.left < line.left - 1 || own.right > line.right + 1); }).length"""


@pytest.mark.parametrize("size", [DESK, LAPTOP, TABLET, TURNED])
def test_names_at_the_boards_are_whole_and_no_rating_is_half(user: BrowserUser, size: tuple[int, int]) -> None:
    resize(user, size)
    page = user.goto(f"{OPEN}/round/5")
    assert page.evaluate(CUT_NAMES) == []
    assert page.evaluate(CUT_RATINGS) == 0
    assert user.goto(f"{LONG}/round/2").evaluate(CUT_RATINGS) == 0


@pytest.mark.parametrize("size", [LAPTOP, TABLET, TURNED, PHONE])
def test_long_names_push_nothing_out_of_the_page(user: BrowserUser, size: tuple[int, int]) -> None:
    resize(user, size)
    wide = """() => { const work = document.querySelector('#work'), all = document.documentElement;
      return Math.max(all.scrollWidth - all.clientWidth, work.scrollWidth - work.clientWidth); }"""
    paths = ("", "/players", "/round/2", "/standings", "/player/p1", "/report", "/log")
    excess = {path: user.goto(LONG + path).evaluate(wide) for path in paths}
    assert {path: pixels for path, pixels in excess.items() if pixels > 1} == {}


def test_the_current_position_is_in_view_on_a_phone(user: BrowserUser) -> None:
    resize(user, PHONE)
    page = user.goto(f"{OPEN}/log")
    here = page.locator("#places .here").bounding_box()
    assert here is not None
    assert here["x"] >= 0
    assert here["x"] + here["width"] <= PHONE[0]


def test_the_keys_of_a_round_fit_a_laptop(user: BrowserUser) -> None:
    resize(user, LAPTOP)
    page = user.goto(f"{OPEN}/round/5")
    bar, last = page.locator("#keys").bounding_box(), page.locator("#keys > :last-child").bounding_box()
    assert bar is not None
    assert last is not None
    assert last["x"] + last["width"] <= bar["x"] + bar["width"]
    assert last["y"] + last["height"] <= bar["y"] + bar["height"]


def test_a_round_scrolls_inside_the_page_and_not_with_it(user: BrowserUser) -> None:
    """The part about a board may be longer than its column: the head of the page stays where it is."""
    resize(user, DESK)
    page = user.goto(f"{OPEN}/round/5")
    expect(page.locator("#board header")).to_be_visible()
    page.keyboard.press("End")
    assert page.evaluate("[document.documentElement.scrollHeight - innerHeight, scrollY]") == [0, 0]


def test_on_paper_is_black_ink_whatever_the_theme_and_nothing_to_press(
    user: BrowserUser, snapshot: SnapshotAssertion
) -> None:
    resize(user, DESK)
    page = user.goto(f"{OPEN}/round/5")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    ink = "() => getComputedStyle(document.documentElement).color"
    assert page.evaluate(ink) != "rgb(0, 0, 0)"
    page.emulate_media(media="print")
    assert page.evaluate(ink) == "rgb(0, 0, 0)"
    background = "() => getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(background) == "rgb(255, 255, 255)"
    for selector in ("#side", "#keys", ".acts", ".strip", ".result-buttons", "#board"):
        expect(page.locator(selector).first).to_be_hidden()
    expect(page.locator(".without-game .list > div").first).to_be_visible()
    assert page.locator(".without-game .list").inner_text() == snapshot
    user.goto(f"{OPEN}/rules")
    expect(page.locator("[name='fields.rounds:int']")).to_be_visible()
    expect(page.locator("[name='fields.rounds:int']")).to_have_value("9")
    expect(page.locator(".btn:visible")).to_have_count(0)
    user.goto(f"{OPEN}/standings")
    expect(page.locator(".tools .chip")).to_be_visible()
    expect(page.locator(".under .noprint")).to_be_hidden()
    page.emulate_media(media="screen")


BACKGROUND = "element => getComputedStyle(element).backgroundColor"
SIDES = """() => {
  const element = document.body.appendChild(document.createElement("i")), colours = {};
  for (const [side, token] of [["w", "--white-side"], ["b", "--black-side"]]) {
    element.style.background = `var(${token})`;
    colours[side] = getComputedStyle(element).backgroundColor;
  }
  element.remove();
  return colours;
}"""
"""The colours that stand for White and Black."""


def test_a_round_robin_has_a_column_for_everybody(user: BrowserUser) -> None:
    resize(user, DESK)
    page = user.goto(f"{TABLE}/crosstable")
    rows = page.locator("table.cross tbody tr")
    count = rows.count()
    expect(page.locator("table.cross thead th.centred")).to_have_count(count)
    for at in range(count):
        expect(rows.nth(at).locator("td.centred").nth(at)).to_have_class("centred own")
    colours = {side: page.locator(f"table.cross i.{side}").first.evaluate(BACKGROUND) for side in ("w", "b")}
    assert colours == page.evaluate(SIDES), "a won game does not paint the square of its colour"
    opposite = {"1": "0", "0": "1", "½": "½", "+": "–", "–": "+"}
    cells: list[list[str]] = page.evaluate(
        """() => [...document.querySelectorAll('table.cross tbody tr')].map((row) =>
          [...row.querySelectorAll('td.centred')].map((cell) => cell.innerText.trim()))"""
    )
    for at in range(count):
        for other in range(at):
            mark, answer = cells[at][other], cells[other][at]
            assert mark == answer == "" or opposite.get(mark) == answer, (at, other, mark, answer)
