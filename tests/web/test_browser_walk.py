"""The club night of docs/running-an-event.md in a browser, from entries to final standings, by keyboard alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rookery.model import Result
from support.browsers import Desk, missing, open_browser
from support.club_night import DATES, DEPUTY, DORA, HEAD, RANKING, RESULTS, parse_results, read_from_log
from support.desks import DeskTournament

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

from support.page_waits import shown_messages, wait_until_idle, wait_until_saved

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from syrupy.assertion import SnapshotAssertion

SLUG = "club-night"
KEYS = {Result.WHITE_WINS: "1", Result.BLACK_WINS: "0", Result.DRAW: "5", Result.WHITE_BY_FORFEIT: "+"}


def tab_to(page: Page, selector: str, most: int = 120) -> None:
    """Press Tab until an element that matches has the focus."""
    for _ in range(most):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector} on {page.url}")


def fill(page: Page, name: str, text: str) -> None:
    """Go on to a field, and replace its text."""
    tab_to(page, f'[name="{name}"]')
    page.keyboard.press("Control+a")
    page.keyboard.type(text)


def day(text: str) -> str:
    """Return a day as it is typed into a field for one."""
    year, month, number = text.split("-")
    return f"{month}{number}{year}"


def go(page: Page, letter: str, address: str) -> None:
    """Go to a place by g and a letter."""
    page.keyboard.press("g")
    page.keyboard.press(letter)
    page.wait_for_url(f"**/t/{SLUG}{address}")


def finish_act(page: Page) -> list[str]:
    """Wait until an act is done; return the messages of the desk about it."""
    wait_until_idle(page)
    return shown_messages(page, clear=True)


def begin(page: Page) -> list[str]:
    """Begin the tournament: name, rounds, head, rules, initial colour; return the messages of the desk."""
    page.keyboard.press("n")
    page.keyboard.type("Club Night")
    fill(page, "rounds", "5")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/t/{SLUG}")
    page.keyboard.press("e")
    fill(page, "fields.city:text", str(HEAD["city"]))
    fill(page, "fields.federation:federation", str(HEAD["federation"]))
    for name in ("start", "end"):
        tab_to(page, f'[name="fields.{name}:day"]')
        page.keyboard.type(day(str(HEAD[name])))
    for name in ("time_control", "encoded_time_control", "chief_arbiter"):
        fill(page, f"fields.{name}:text", str(HEAD[name]))
    for name, lines in (("deputies:lines", (DEPUTY,)), ("round_dates:days", DATES)):
        tab_to(page, f'[name="fields.{name}"]')
        page.keyboard.insert_text("\n".join(lines))
    tab_to(page, "#head button")
    page.keyboard.press("Enter")
    messages = finish_act(page)
    go(page, "u", "/rules")
    fill(page, "fields.ranking:words", " ".join(RANKING))
    page.keyboard.press("Enter")
    messages += finish_act(page)
    page.keyboard.press("Escape")
    tab_to(page, "#initial-colour button[value*=white]")
    page.keyboard.press("Enter")
    return messages + finish_act(page)


def enter_players(page: Page, examples: Path) -> list[str]:
    """Paste the players of the list; number 8 does not play in round 1."""
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
    return ask_bye(page, 8, 1)


def go_to_row(page: Page, number: int) -> None:
    """Go to the row of a player."""
    tab_to(page, "#people [data-row]")
    page.keyboard.press("Home")
    for _ in range(number - 1):
        page.keyboard.press("ArrowDown")


def ask_bye(page: Page, player: int, number: int) -> list[str]:
    """Ask for a half-point bye: the number of the round, in the row of the player."""
    go_to_row(page, player)
    page.keyboard.press(str(number))
    return finish_act(page)


def enter_late(page: Page) -> list[str]:
    """Enter Dora, who comes for round 2."""
    page.keyboard.press("a")
    page.keyboard.type(str(DORA["name"]))
    fill(page, "players.0.rating", str(DORA["rating"]))
    fill(page, "players.0.federation:federation", str(DORA["federation"]))
    fill(page, "players.0.birth:birth", str(DORA["birth"]))
    tab_to(page, '[name="players.0.sex"]')
    page.keyboard.type("female")
    tab_to(page, '[name="missed"]')
    page.keyboard.type("half")
    tab_to(page, "#add button.primary")
    page.keyboard.press("Enter")
    return finish_act(page)


def withdraw(page: Page, number: int) -> list[str]:
    """Withdraw a player."""
    go_to_row(page, number)
    page.keyboard.press("w")
    return finish_act(page)


def play(page: Page, desk: Desk, number: int) -> None:
    """Pair a round, and type its results by the numbers of the boards."""
    expect(page.locator('#top [data-key="P"]')).to_be_enabled()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("P")
    page.wait_for_url(f"**/t/{SLUG}/round/{number}")
    key = desk.state(SLUG).keys.player
    for white, black, result in parse_results(RESULTS[number - 1]):
        row = page.locator(f'tr[data-white="{key[white]}"][data-black="{key[black]}"]')
        page.keyboard.press("b")
        page.keyboard.type(row.get_attribute("data-board") or "?")
        page.keyboard.press("Enter")
        page.keyboard.press(KEYS[result])
        expect(row).to_have_attribute("data-result", str(result))
    wait_until_saved(page)


def test_the_club_night_by_keyboard_alone(
    browser: Browser, empty_desk: Desk, examples: Path, snapshot: SnapshotAssertion
) -> None:
    head = {name: value for name, value in HEAD.items() if name != "type"}
    *_, expected = read_from_log(DeskTournament(), examples, head)
    with open_browser(browser, empty_desk) as user:
        page = user.goto("/")
        page.mouse.click = lambda *_, **__: pytest.fail("no mouse")  # type: ignore[method-assign]
        messages = [*begin(page), *enter_players(page, examples)]
        for number in range(1, 6):
            if number in (2, 3):
                go(page, "p", "/players")
            if number == 2:
                messages += [*enter_late(page), *ask_bye(page, 4, 2)]
            if number == 3:
                messages += withdraw(page, 8)
            play(page, empty_desk, number)
        go(page, "s", "/standings")
        expect(page.locator("tr[data-row]").first).to_contain_text("Dipper, Lucia")
        expect(page.locator("tr[data-row]").first).to_contain_text("4.5")
        path = empty_desk.export("club.trf")
    assert messages == snapshot
    assert path.read_bytes() == expected
