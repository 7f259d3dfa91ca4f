"""Players, parents, a kiosk and two arbiters in browsers: check-in, the watch list, keyboard, accessibility."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rookery
from rookery._record import replace
from rookery.model import PartialDate, Result
from rookery.tournaments.domain.check_in import OpenCheckIn
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import ScheduleRound
from rookery.tournaments.service import create_service
from support.accessibility import missing_axe, run_axe
from support.browsers import Desk, SharedServer, missing, open_browser

if reason := missing() or missing_axe():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PHONE = (390, 844)
NAMES = (
    "Ash, Bo",
    "Dvořák, Jiří",
    "Müller, Jörg",
    "Siskin, Sanna",
    "Elm-Oak, Di",
    "Finch, Amélie",
    "Grebe, Hal",
    "Jay, Kim",
)


def generated(rounds: int, planned: int) -> rookery.Tournament:
    t = rookery.generate(rookery.GeneratorSettings(system="dutch", players=len(NAMES), rounds=rounds), 4)
    players = (
        replace(player, name=name, points=None, rank=None) for player, name in zip(t.players, NAMES, strict=True)
    )
    return replace(t, players=tuple(players), planned_rounds=planned, info=replace(t.info, name="Puddleford"))


@pytest.fixture
def desk(shared_server: SharedServer, tmp_path: Path) -> Iterator[Desk]:
    """A desk with a last round under way, and a check-in that is open."""
    made = Desk(tmp_path)
    t = generated(4, 4)
    last = t.rounds[-1]
    games = tuple(replace(game, result=Result.PENDING) for game in last.games)
    made.add_tournament(replace(t, rounds=(*t.rounds[:-1], replace(last, games=games))), "open")
    made.add_tournament(generated(2, 5), "club")
    with made._open_store() as store:
        service = create_service(store)
        service.do("open", ScheduleRound(4, PartialDate(2026, 11, 22), "14:30"), actor="ada")
        service.do("club", OpenCheckIn(3), actor="ada")
        publish(service, "open", "club")
    with shared_server.serve(made, share=True):
        yield made


def publish(service: object, *streams: str) -> None:
    """Publish what is paired, where that is needed."""
    try:
        from support.publication import publish as publish_rounds  # type: ignore[import-not-found,unused-ignore]
    except ModuleNotFoundError:
        return
    for stream in streams:
        publish_rounds(service, stream)


def test_ticks_of_an_arbiter_a_phone_and_a_kiosk_appear_at_once(browser: Browser, desk: Desk) -> None:
    """Two arbiters have the list open; a player, a kiosk and the other arbiter tick; nobody reloads."""
    with (
        open_browser(browser, desk, user="Ada") as ada,
        open_browser(browser, desk, user="Ben") as ben,
        open_browser(browser, desk, user=None, size=PHONE, touch=True) as player,
        open_browser(browser, desk, user=None) as kiosk,
    ):
        first, second = ada.goto("/t/club/players/check-in"), ben.goto("/t/club/players/check-in")
        first.get_by_role("button", name="Open a kiosk").click()
        first.locator(".opening details:has(.kiosks) summary").click()
        address = first.locator(".kiosks a").get_attribute("href") or ""
        phone = player.goto("/p/club/player/p3")
        phone.get_by_role("button", name="I am here").tap()
        expect(phone.locator("#check-in")).to_contain_text("You are checked in.")
        for page in (first, second):
            expect(page.locator("input[name=there][value=p3]")).to_be_checked()
            expect(page.locator(".opening")).to_contain_text("1 of 8 here")
        tablet = kiosk.goto("/k/" + address.rpartition("/")[2])
        tablet.get_by_label("Your name").fill("dvorak")
        tablet.keyboard.press("Tab")
        tablet.keyboard.press("Enter")
        tablet.get_by_role("button", name="Yes, I am here").press("Enter")
        expect(tablet.get_by_role("status").first).to_contain_text("You are checked in for round 3.")
        expect(first.locator("input[name=there][value=p2]")).to_be_checked()
        second.locator("input[name=there][value=p5]").check()
        expect(first.locator("input[name=there][value=p5]")).to_be_checked()
        tablet.get_by_role("button", name="That was wrong: take it back").click()
        expect(first.locator("input[name=there][value=p2]")).not_to_be_checked()
        first.get_by_role("button", name="Close the check-in").click()
        expect(phone.locator("#check-in")).to_have_count(0)
    assert desk.state("club").permanent.check_in.keys == {"p3", "p5"}


def test_a_kiosk_goes_back_by_itself(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk, user="Ada") as ada, open_browser(browser, desk, user=None) as kiosk:
        page = ada.goto("/t/club/players/check-in")
        page.get_by_role("button", name="Open a kiosk").click()
        page.locator(".opening details:has(.kiosks) summary").click()
        address = "/k/" + (page.locator(".kiosks a").get_attribute("href") or "").rpartition("/")[2]
        kiosk.page.clock.install()
        tablet = kiosk.goto(f"{address}?who=club/p2")
        tablet.get_by_role("button", name="Yes, I am here").click()
        expect(tablet.get_by_role("link", name="Next player")).to_be_visible()
        tablet.clock.fast_forward(9000)
        expect(tablet.get_by_label("Your name")).to_be_visible()


def test_parents_follow_players_of_several_tournaments_live(browser: Browser, desk: Desk) -> None:
    """The list is kept in the browser; a result appears without a reload, and a player leaves the list again."""
    with open_browser(browser, desk, user=None, size=PHONE, touch=True) as parent:
        game = desk.state("open").tournament.rounds[-1].games[0]
        key = f"p{game.white}"
        page = parent.goto("/p/open/watch")
        expect(page.get_by_text("No player on your list yet")).to_be_visible()
        page = parent.goto(f"/p/open/player/{key}")
        follow = page.get_by_role("button", name="Follow")
        expect(follow).to_have_attribute("aria-pressed", "false")
        follow.tap()
        expect(page.locator("[data-follow]")).to_have_attribute("aria-pressed", "true")
        page = parent.goto("/p/open/watch")
        line = page.locator(f'[data-row="open/{key}"]')
        expect(line).to_contain_text("Board 1")
        expect(line.locator(".score")).to_have_count(0)
        with desk._open_store() as store:
            service = create_service(store)
            service.do("open", EnterResult(4, key, f"p{game.black}", Result.WHITE_WINS), actor="ada")
            publish(service, "open")
        expect(line.locator(".score")).to_contain_text("1")
        line.get_by_role("button").tap()
        expect(page.get_by_text("No player on your list yet")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desk", "phone"])
def test_everybody_can_use_the_pages(browser: Browser, desk: Desk, theme: str, size: tuple[int, int]) -> None:
    """No finding of axe, nothing wider than the window, and targets of 44 pixels on a phone."""
    touch = size == PHONE
    with open_browser(browser, desk, user="Ada", size=size, theme=theme, touch=touch) as arbiter:
        page = arbiter.goto("/t/club/players/check-in")
        page.get_by_role("button", name="Open a kiosk").click()
        page.locator(".opening details:has(.kiosks) summary").click()
        address = "/k/" + (page.locator(".kiosks a").get_attribute("href") or "").rpartition("/")[2]
        assert run_axe(page) == []
        page = arbiter.goto("/t/club/players/cards")
        page.get_by_role("button", name="Make the cards").click()
        expect(page.locator(".player-cards li")).to_have_count(len(NAMES))
        assert run_axe(page) == []
    with open_browser(browser, desk, user=None, size=size, theme=theme, touch=touch) as visitor:
        page = visitor.goto("/p/open/player/p1")
        page.locator("[data-follow]").click()
        page.locator("[data-into=why-pairing]").click()
        expect(page.locator("#why-pairing .why")).to_be_visible()
        page.locator("[data-into=last-round]").click()
        expect(page.locator("#last-round .goal").first).to_be_visible()
        page.locator(".address summary").click()
        for path in (
            "",
            "/p/club/player/p1",
            "/p/open/players?q=a",
            "/p/open/watch",
            address,
            f"{address}?who=club/p1",
        ):
            if path:
                page = visitor.goto(path)
            if path.endswith("watch"):
                expect(page.locator("#watch [data-row]")).to_have_count(1)
            assert run_axe(page) == [], path
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
            if touch:
                small = page.locator("main .btn:visible, .kiosk a:visible").evaluate_all(
                    "buttons => buttons.filter((button) => button.getBoundingClientRect().height < 43.5)"
                    ".map((button) => button.textContent)"
                )
                assert not small, path
