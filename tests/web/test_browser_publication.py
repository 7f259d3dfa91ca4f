"""Publishing in the browser: with the keyboard on the arbiter's side, live on the visitors' side."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.domain.rules import DrawColour
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.service import create_service
from support.browsers import Desk, SharedServer, open_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def club(shared_server: SharedServer, tmp_path: Path) -> Iterator[Desk]:
    """A shared desk with a tournament of eight players, its first round paired and not public."""
    desk = Desk(tmp_path / "desk")
    with desk._open_store() as store:
        service = create_service(store)
        stream = service.create("club")
        rules = TournamentRules(system="dutch", rounds=5, ranking=("PTS", "BH"))
        names = ("Byng, Ada", "Carr, Ben", "Dale, Cyd", "Eyre, Dot", "Fenn, Eve", "Gale, Fay", "Hart, Gil", "Ince, Hal")
        for command in (
            OpenTournament("Club evening", rules, lots="seed"),
            EnterPlayers(tuple(Facts(name, 2000 - 20 * at) for at, name in enumerate(names))),
            DrawColour(),
            PairRound(),
        ):
            service.do(stream, command)
    with shared_server.serve(desk, share=True) as served:
        yield served


def test_a_key_publishes_a_round_which_appears_at_once(browser: Browser, club: Desk) -> None:
    with open_browser(browser, club) as arbiter, open_browser(browser, club, user=None) as guest:
        public = guest.goto("/p/club")
        public.get_by_text("Round 1 is not paired yet").wait_for()
        page = arbiter.goto("/t/club/round/1")
        page.get_by_text("Not public yet").wait_for()
        page.keyboard.press("u")
        page.get_by_text("Public since").wait_for()
        public.locator("tr[data-board='1']").wait_for()
        page.keyboard.press("5")
        public.locator("tr[data-board='1'] .score", has_text="½").wait_for()
        page.get_by_role("button", name="Hide it from the public").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_text("Hide this from the public?").wait_for()
        dialog.get_by_role("button", name="Hide it").click()
        page.get_by_text("Not public yet").wait_for()
        public.get_by_text("Round 1 is not paired yet").wait_for()
