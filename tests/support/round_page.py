"""Use the page of a round: type results at boards, read what a board shows and what is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rookery
from rookery._record import replace
from rookery.model import Result, Tournament
from support.browsers import BrowserUser, Desk
from support.page_waits import wait_for_news, wait_until_saved

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

OPEN = "easter-open"
ROUND_5 = f"/t/{OPEN}/round/5"
"""The round that is being played."""
SHOWN = {"1": "1–0", "0": "0–1", "5": "½–½", "+": "+–−", "-": "−–+"}
"""What a board shows after a key."""


def event_with_open_round(players: int, rounds: int) -> Tournament:
    """Generate an event whose last round has no result yet."""
    everybody = {"half_byes": 0, "full_byes": 0, "zero_byes": 0, "withdrawals": 0, "late_entries": 0}
    event = rookery.generate(rookery.GeneratorSettings(players=players, rounds=rounds, **everybody), seed=1)
    games = tuple(replace(game, result=Result.PENDING) for game in event.rounds[-1].games)
    return replace(event, rounds=(*event.rounds[:-1], replace(event.rounds[-1], games=games)))


def board_row(page: Page, board: int | str) -> Locator:
    """Return the row of a board."""
    return page.locator(f'tr[data-board="{board}"]')


def score(page: Page, board: int | str) -> Locator:
    """Return the place where a board shows its result."""
    return board_row(page, board).locator(".score")


def shown_result(page: Page, board: int | str) -> str:
    """Return the result that a board shows at this moment."""
    text: str = page.evaluate(
        "board => document.querySelector(`tr[data-board='${board}'] .score`).textContent", str(board)
    )
    return text


def stored_results(desk: Desk, slug: str = OPEN, number: int = 5) -> dict[tuple[int, int], Result]:
    """Return the results of a round in the store, by the numbers of White and Black."""
    games = desk.state(slug).tournament.rounds[number - 1].games
    return {(game.white, game.black): game.result for game in games}


def count_pending(desk: Desk, slug: str = OPEN, number: int = 5) -> int:
    """Return how many games of a round have no result in the store."""
    return list(stored_results(desk, slug, number).values()).count(Result.PENDING)


def open_boards(page: Page) -> list[str]:
    """Return the boards that show no result."""
    boards: list[str] = page.locator('tr[data-board][data-result="pending"]').evaluate_all(
        "rows => rows.map((row) => row.dataset.board)"
    )
    return boards


def type_result(page: Page, board: str, key: str) -> None:
    """Go to a board by its number, and type a result."""
    page.keyboard.press("b")
    page.keyboard.type(board)
    page.keyboard.press("Enter")
    page.keyboard.press(key)


def result_commands(desk: Desk) -> list[str]:
    """Return the ids of the commands that entered results, in the order of the log."""
    return [record.command for record in desk.records(OPEN) if record.kind == "result.entered"]


def shown_results(page: Page) -> dict[tuple[str, str], str]:
    """Return the results of all boards that a page shows, by the keys of White and Black."""
    rows: list[list[str]] = page.locator("tr[data-board]").evaluate_all(
        "rows => rows.map((row) => [row.dataset.white, row.dataset.black, row.dataset.result])"
    )
    return {(white, black): result for white, black, result in rows}


def assert_round_is_true(desk: Desk, *pages: Page, slug: str = OPEN, number: int = 5) -> None:
    """Check that pages show what is stored at every board of a round, once each has got the newest version."""
    for page in pages:
        wait_until_saved(page)
    state = desk.state(slug)
    key = state.keys.player
    games = state.tournament.rounds[number - 1].games
    stored = {(key[game.white], key[game.black]): str(game.result) for game in games}
    for page in pages:
        wait_for_news(page, desk, slug)
        assert shown_results(page) == stored


def type_and_close(user: BrowserUser, board: str, key: str) -> Page:
    """Type a result while the browser is offline, and close the page; return a new page, online again."""
    user.go_offline()
    type_result(user.page, board, key)
    user.page.goto("about:blank")  # a page that is being closed would still hear that it is online
    user.page.close()
    user.go_online()
    return user.open_new_page()


def type_same_board(slow: BrowserUser, fast: BrowserUser) -> str:
    """Type 0 as a user who is offline and 1 as another, whose result is saved, for the same board; return the board."""
    behind, ahead = slow.goto(ROUND_5), fast.goto(ROUND_5)
    board = open_boards(behind)[0]
    slow.go_offline()
    type_result(behind, board, "0")
    type_result(ahead, board, "1")
    wait_until_saved(ahead)
    return board


def save_first_result(user: BrowserUser) -> tuple[Page, str, str]:
    """Save a result for the first open board; return the page, that board and the next open board."""
    page = user.goto(ROUND_5)
    first, second = open_boards(page)[:2]
    type_result(page, first, "1")
    wait_until_saved(page)
    return page, first, second
