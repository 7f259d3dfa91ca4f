"""What people see at other sizes, and on paper: nothing is cut off, nothing prints that is no use there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rookery
from rookery.model import Tournament
from rookery.values import replace
from support.browsers import DESK, PHONE, Looker, Server, looking, missing

if why := missing():
    pytest.skip(why, allow_module_level=True)

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OPEN, LONG, TABLE = "/t/easter-open", "/t/long", "/t/table"
LAPTOP, TABLET, TURNED = (1366, 768), (820, 1180), (1180, 820)
NAMES = (
    "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh, Maximilian Alexander",
    "Venkatanarasimharajuvaripeta, Sri Lakshmi Narasimha",
    "Ó Súilleabháin-Ní Dhomhnaill, Caoilfhionn",
)


def long_names(tournament: Tournament) -> Tournament:
    """The same people under the longest names that there are."""
    people = (replace(one, name=f"{NAMES[one.id % 3]} {one.id}", title="WGM") for one in tournament.players)
    return replace(tournament, players=tuple(people))


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Iterator[Server]:
    """A desk with the open, an event of long names, a round robin."""
    server = Server(tmp_path_factory.mktemp("desk"))
    server.adopt(examples / "desk" / "open.rookery")
    server.hold(long_names(rookery.load(examples / "swiss.trf").tournament), "long")
    server.hold(rookery.load(examples / "round-robin.trf").tournament, "table")
    with server:
        yield server


@pytest.fixture(scope="module")
def somebody(browser: Browser, hall: Server) -> Iterator[Looker]:
    with looking(browser, hall) as looker:
        yield looker


def sized(somebody: Looker, size: tuple[int, int]) -> None:
    somebody.page.set_viewport_size({"width": size[0], "height": size[1]})


CUT = """() => [...document.querySelectorAll('.boards .nm')].filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""
HALF = """() => [...document.querySelectorAll('.boards .rtg')].filter((one) => {
  if (!one.offsetWidth) return false;
  const line = one.parentElement.getBoundingClientRect(), own = one.getBoundingClientRect();
  return own.top < line.bottom && (own.left < line.left - 1 || own.right > line.right + 1); }).length"""


@pytest.mark.parametrize("size", [DESK, LAPTOP, TABLET, TURNED])
def test_names_at_the_boards_are_whole_and_no_rating_is_half(somebody: Looker, size: tuple[int, int]) -> None:
    sized(somebody, size)
    page = somebody.goto(f"{OPEN}/round/5")
    assert page.evaluate(CUT) == []
    assert page.evaluate(HALF) == 0
    assert somebody.goto(f"{LONG}/round/2").evaluate(HALF) == 0


@pytest.mark.parametrize("size", [LAPTOP, TABLET, TURNED, PHONE])
def test_long_names_push_nothing_out_of_the_page(somebody: Looker, size: tuple[int, int]) -> None:
    sized(somebody, size)
    wide = """() => { const work = document.querySelector('#work'), all = document.documentElement;
      return Math.max(all.scrollWidth - all.clientWidth, work.scrollWidth - work.clientWidth); }"""
    paths = ("", "/players", "/round/2", "/standings", "/player/p1", "/report", "/log")
    pushed = {path: somebody.goto(LONG + path).evaluate(wide) for path in paths}
    assert {path: much for path, much in pushed.items() if much > 1} == {}


def test_the_place_one_is_at_is_in_sight_on_a_phone(somebody: Looker) -> None:
    sized(somebody, PHONE)
    page = somebody.goto(f"{OPEN}/log")
    here = page.locator("#places .here").bounding_box()
    assert here is not None
    assert here["x"] >= 0
    assert here["x"] + here["width"] <= PHONE[0]


def test_the_keys_of_a_round_fit_a_laptop(somebody: Looker) -> None:
    sized(somebody, LAPTOP)
    page = somebody.goto(f"{OPEN}/round/5")
    bar, last = page.locator("#keys").bounding_box(), page.locator("#keys > :last-child").bounding_box()
    assert bar is not None
    assert last is not None
    assert last["x"] + last["width"] <= bar["x"] + bar["width"]
    assert last["y"] + last["height"] <= bar["y"] + bar["height"]


def test_a_round_scrolls_inside_the_page_and_not_with_it(somebody: Looker) -> None:
    """What is said of a board may be longer than its column: the head of the page stays where it is."""
    sized(somebody, DESK)
    page = somebody.goto(f"{OPEN}/round/5")
    expect(page.locator("#board")).to_contain_text("Board")
    page.keyboard.press("End")
    assert page.evaluate("[document.documentElement.scrollHeight - innerHeight, scrollY]") == [0, 0]


def test_on_paper_is_black_ink_whatever_the_theme_and_nothing_to_press(somebody: Looker) -> None:
    sized(somebody, DESK)
    page = somebody.goto(f"{OPEN}/round/5")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    ink = "() => getComputedStyle(document.documentElement).color"
    assert page.evaluate(ink) != "rgb(0, 0, 0)"
    page.emulate_media(media="print")
    assert page.evaluate(ink) == "rgb(0, 0, 0)"
    ground = "() => getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    for what in ("#side", "#keys", ".acts", ".strip", ".seg", "#board"):
        expect(page.locator(what).first).to_be_hidden()
    expect(page.locator(".without-game")).to_contain_text("half-point bye")
    somebody.goto(f"{OPEN}/rules")
    expect(page.locator("[name='fields.rounds:int']")).to_be_visible()
    expect(page.locator("[name='fields.rounds:int']")).to_have_value("9")
    expect(page.locator(".btn:visible")).to_have_count(0)
    somebody.goto(f"{OPEN}/standings")
    expect(page.locator(".tools .chip")).to_be_visible()
    expect(page.get_by_text("Press a number")).to_be_hidden()
    page.emulate_media(media="screen")


GROUND = "one => getComputedStyle(one).backgroundColor"
SIDES = """() => {
  const one = document.body.appendChild(document.createElement("i")), found = {};
  for (const [side, token] of [["w", "--white-side"], ["b", "--black-side"]]) {
    one.style.background = `var(${token})`;
    found[side] = getComputedStyle(one).backgroundColor;
  }
  one.remove();
  return found;
}"""
"""The colours that stand for White and Black."""


def test_a_round_robin_has_a_column_for_everybody(somebody: Looker) -> None:
    sized(somebody, DESK)
    page = somebody.goto(f"{TABLE}/crosstable")
    rows = page.locator("table.cross tbody tr")
    many = rows.count()
    expect(page.locator("table.cross thead th.c")).to_have_count(many)
    for at in range(many):
        expect(rows.nth(at).locator("td.c").nth(at)).to_have_class("c own")
    colours = {side: page.locator(f"table.cross i.{side}").first.evaluate(GROUND) for side in ("w", "b")}
    assert colours == page.evaluate(SIDES), "a won game does not paint the square of its colour"
    marks = {"1": "0", "0": "1", "½": "½", "+": "–", "–": "+"}
    for at in range(many):
        for other in range(at):
            one, two = (rows.nth(a).locator("td.c").nth(b).inner_text().strip() for a, b in ((at, other), (other, at)))
            assert one == two == "" or marks.get(one) == two, (at, other, one, two)
