"""The club night of docs/running-an-event.md in a browser, from entries to final standings, by keyboard alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rookery.model import Result
from support.browsers import Server, looking, missing
from support.club_night import DATES, DEPUTY, DORA, HEAD, RANKING, RESULTS, entered, through_the_log
from support.desks import Hall

if why := missing():
    pytest.skip(why, allow_module_level=True)

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SLUG = "club-night"
KEYS = {Result.WHITE_WINS: "1", Result.BLACK_WINS: "0", Result.DRAW: "5", Result.WHITE_BY_FORFEIT: "+"}


def tab_to(page: Page, what: str, most: int = 120) -> None:
    """Press Tab until what fits a selector has the focus."""
    for _ in range(most):
        if page.evaluate("what => document.activeElement.matches(what)", what):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {what} on {page.url}")


def fill(page: Page, name: str, text: str) -> None:
    """Go on to a field, and type in the place of what it has."""
    tab_to(page, f'[name="{name}"]')
    page.keyboard.press("Control+a")
    page.keyboard.type(text)


def day(text: str) -> str:
    """A day as it is typed into a field for one."""
    year, month, number = text.split("-")
    return f"{month}{number}{year}"


def go(page: Page, letter: str, address: str) -> None:
    """g and a letter go to a place."""
    page.keyboard.press("g")
    page.keyboard.press(letter)
    page.wait_for_url(f"**/t/{SLUG}{address}")


def done(page: Page, said: str) -> None:
    """Wait until the desk has said what it did."""
    expect(page.locator("#said")).to_contain_text(said)


def begin(page: Page) -> None:
    """A name, five rounds; what stands above the tables; rules; the colour that was drawn in the hall."""
    page.keyboard.press("n")
    page.keyboard.type("Club Night")
    fill(page, "rounds", "5")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/t/{SLUG}")
    page.keyboard.press("e")
    for name in ("city", "federation"):
        fill(page, f"fields.{name}:text", str(HEAD[name]))
    for name in ("start", "end"):
        tab_to(page, f'[name="fields.{name}:maybe"]')
        page.keyboard.type(day(str(HEAD[name])))
    for name in ("time_control", "encoded_time_control", "chief_arbiter"):
        fill(page, f"fields.{name}:text", str(HEAD[name]))
    for name, lines in (("deputies:lines", (DEPUTY,)), ("round_dates:days", DATES)):
        tab_to(page, f'[name="fields.{name}"]')
        page.keyboard.insert_text("\n".join(lines))
    tab_to(page, "#head button")
    page.keyboard.press("Enter")
    done(page, "head")
    go(page, "u", "/rules")
    fill(page, "fields.ranking:words", " ".join(RANKING))
    page.keyboard.press("Enter")
    done(page, "ranking")
    page.keyboard.press("Escape")
    tab_to(page, "#initial-colour button[value*=white]")
    page.keyboard.press("Enter")
    expect(page.locator("#initial-colour")).to_contain_text("white")


def enter_people(page: Page, examples: Path) -> None:
    """The players of the list, pasted; number 8 does not play in round 1."""
    go(page, "p", "/players")
    page.keyboard.press("t")
    page.wait_for_url("**/players/table")
    page.keyboard.press("p")
    page.keyboard.insert_text((examples / "players.csv").read_text("utf-8"))
    tab_to(page, "main button.primary")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    page.keyboard.press("Enter")
    page.wait_for_url("**/players")
    bye(page, 8, 1)


def line(page: Page, number: int) -> None:
    """Go to the line of a player."""
    tab_to(page, "#people [data-row]")
    page.keyboard.press("Home")
    for _ in range(number - 1):
        page.keyboard.press("ArrowDown")


def bye(page: Page, number: int, round: int) -> None:
    """Ask for a half-point bye: the number of the round, on a line."""
    line(page, number)
    page.keyboard.press(str(round))
    done(page, "half-point bye")


def late(page: Page) -> None:
    """Dora comes for round 2."""
    page.keyboard.press("a")
    page.keyboard.type(str(DORA["name"]))
    fill(page, "players.0.rating", str(DORA["rating"]))
    fill(page, "players.0.federation", str(DORA["federation"]))
    fill(page, "players.0.birth", str(DORA["birth"]))
    tab_to(page, '[name="players.0.sex"]')
    page.keyboard.type("female")
    tab_to(page, '[name="missed"]')
    page.keyboard.type("half")
    tab_to(page, "#add button.primary")
    page.keyboard.press("Enter")
    done(page, "Wren, Dora")


def play(page: Page, server: Server, number: int) -> None:
    """Pair a round, and type its results by the numbers of the boards."""
    expect(page.get_by_role("button", name=f"Pair round {number}")).to_be_enabled()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("P")
    page.wait_for_url(f"**/t/{SLUG}/round/{number}")
    key = server.state(SLUG).keys.player
    for white, black, result in entered(RESULTS[number - 1]):
        row = page.locator(f'tr[data-white="{key[white]}"][data-black="{key[black]}"]')
        page.keyboard.press("b")
        page.keyboard.type(row.get_attribute("data-board") or "?")
        page.keyboard.press("Enter")
        page.keyboard.press(KEYS[result])
        expect(row).to_have_attribute("data-result", str(result))
    expect(page.locator("#saved")).to_contain_text("All saved")


def test_the_club_night_by_keyboard_alone(browser: Browser, tmp_path: Path, examples: Path) -> None:
    head = {name: value for name, value in HEAD.items() if name != "type"}
    *_, expected = through_the_log(Hall(), examples, head)
    with Server(tmp_path / "desk") as server, looking(browser, server) as somebody:
        page = somebody.page
        page.mouse.click = lambda *_, **__: pytest.fail("no mouse")  # type: ignore[method-assign]
        begin(page)
        enter_people(page, examples)
        for number in range(1, 6):
            if number in (2, 3):
                go(page, "p", "/players")
            if number == 2:
                late(page)
                bye(page, 4, 2)
            if number == 3:
                line(page, 8)
                page.keyboard.press("w")
                done(page, "Bullfinch")
            play(page, server, number)
        go(page, "s", "/standings")
        expect(page.locator("tr[data-row]").first).to_contain_text("Dipper, Lucia")
        expect(page.locator("tr[data-row]").first).to_contain_text("4.5")
        server.command("export", "-o", "club.trf", "--final")
    assert (server.folder / "club.trf").read_bytes() == expected
