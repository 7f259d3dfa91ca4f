"""The page of a round as its user has it: results typed at boards, what a board shows, what is saved."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from playwright.sync_api import expect

import rookery
from rookery.model import Result, Tournament
from rookery.values import replace
from support.browsers import PATIENCE, Looker, Server

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

OPEN = "easter-open"
SHOWN = {"1": "1–0", "0": "0–1", "5": "½–½", "+": "+–−", "-": "−–+"}


def begun(players: int, rounds: int) -> Tournament:
    """An event whose last round has no result yet."""
    everybody = {"half_byes": 0, "full_byes": 0, "zero_byes": 0, "withdrawals": 0, "late_entries": 0}
    made = rookery.generate(rookery.Settings(players=players, rounds=rounds, **everybody), seed=1)
    games = tuple(replace(game, result=Result.PENDING) for game in made.rounds[-1].games)
    return replace(made, rounds=(*made.rounds[:-1], replace(made.rounds[-1], games=games)))


def cell(page: Page, board: int | str) -> str:
    """The result that a board shows, at this moment."""
    said: str = page.evaluate(
        "board => document.querySelector(`tr[data-board='${board}'] .score`).textContent", str(board)
    )
    return said


def saved(page: Page) -> None:
    """Wait until everything that was typed is on the disk."""
    expect(page.locator("#saved")).to_contain_text("All saved")
    expect(page.locator("tr.saving")).to_have_count(0)


def recorded(server: Server, slug: str = OPEN, round: int = 5) -> dict[tuple[int, int], Result]:
    """The results of a round in the store."""
    games = server.state(slug).tournament.rounds[round - 1].games
    return {(game.white, game.black): game.result for game in games}


def open_boards(page: Page) -> list[str]:
    """The boards without a result, as the page shows them."""
    found: list[str] = page.locator('tr[data-board][data-result="pending"]').evaluate_all(
        "all => all.map(one => one.dataset.board)"
    )
    return found


def type_at(page: Page, board: str, key: str) -> None:
    """Go to a board by its number, and type a result."""
    page.keyboard.press("b")
    page.keyboard.type(board)
    page.keyboard.press("Enter")
    page.keyboard.press(key)


def entries(hall: Server) -> list[str]:
    """The commands behind every result in the log, one after another."""
    return [one.command for one in hall.records(OPEN) if one.kind == "result.entered"]


def typed_in_vain(somebody: Looker, board: str, key: str) -> None:
    """A result is typed while the line is lost, and the page is closed; then the line is back, and a new page there."""
    somebody.lost = True
    somebody.context.set_offline(True)
    type_at(somebody.page, board, key)
    somebody.page.close()
    somebody.context.set_offline(False)
    somebody.page = somebody.context.new_page()


def outrun(slow: Looker, quick: Looker) -> str:
    """The first open board, for which one has typed 0 while the line is lost, and another 1, which is saved."""
    behind, ahead = slow.goto(f"/t/{OPEN}/round/5"), quick.goto(f"/t/{OPEN}/round/5")
    board = open_boards(behind)[0]
    slow.lost = True
    slow.context.set_offline(True)
    type_at(behind, board, "0")
    type_at(ahead, board, "1")
    saved(ahead)
    return board


def one_saved(somebody: Looker) -> tuple[Page, str, str]:
    """The page of the round with the result of its first open board saved; that board and the next."""
    page = somebody.goto(f"/t/{OPEN}/round/5")
    one, two = open_boards(page)[:2]
    type_at(page, one, "1")
    saved(page)
    return page, one, two


def held_back(where: Page | BrowserContext, what: str) -> list[Route]:
    """What is asked from now on at such addresses, and waits until it is let through."""
    found: list[Route] = []
    where.route(what, lambda route: found.append(route))  # it looks how many arguments there are
    return found


def let_through(page: Page, held: list[Route]) -> None:
    """Let the first through of what is held back, once it has been asked."""
    until = time.monotonic() + PATIENCE
    while not held:
        assert time.monotonic() < until, "nothing was asked"
        page.wait_for_timeout(20)
    held[0].continue_()
