"""What comes at an awkward moment: late or twice, from two tabs, to a visit that is over: nothing is lost or false."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rookery.model import Result
from support.browsers import Server, looking, missing

if why := missing():
    pytest.skip(why, allow_module_level=True)

from playwright.sync_api import expect

from support.round_page import OPEN, begun, cell, open_boards, recorded, saved, type_at

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Browser, Locator, Page, Route

TEAMS = "four-rivers"


@pytest.fixture
def hall(tmp_path: Path, examples: Path) -> Iterator[Server]:
    """A desk with an open in its fifth round and an event of teams."""
    server = Server(tmp_path / "desk")
    for name in ("open", "teams"):
        server.adopt(examples / "desk" / f"{name}.rookery")
    with server:
        yield server


def score(page: Page, board: str) -> Locator:
    """Where a board shows its result."""
    return page.locator(f'tr[data-board="{board}"] .score')


# -- who is in ---------------------------------------------------------------------------------------------------------


# -- several tabs ------------------------------------------------------------------------------------------------------


# -- what others do ----------------------------------------------------------------------------------------------------


# -- questions ---------------------------------------------------------------------------------------------------------


def asked(text: str) -> dict[str, object]:
    """What the desk answers when it has a question."""
    buttons = "<button type='button' data-no>No</button><button data-yes>Yes</button>"
    return {"warnings": [{"level": 3}], "tokens": ["x"], "html": f"<h2 id='question-title'>{text}</h2>{buttons}"}


def test_what_is_looked_for_is_no_key(browser: Browser, hall: Server) -> None:
    """The first letters are typed before the players have come."""
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        type_at(page, open_boards(page)[0], "1")
        saved(page)
        before = hall.records(OPEN)[-1].version
        held: list[Route] = []
        page.route("**/find", lambda route: held.append(route))
        page.keyboard.press("Control+k")
        page.keyboard.type("zo")
        page.wait_for_timeout(300)
        held[0].continue_()
        expect(page.locator("#find input")).to_have_value("zo")
        expect(page.locator("#found [role=option]").first).to_contain_text("Zoltan")
        page.wait_for_timeout(300)
        assert hall.records(OPEN)[-1].version == before
