"""Two players' phones, a helper's phone and the desk at once: agreement, disagreement, no network, a code withdrawn."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rookery.model import Result
from support.browsers import PHONE, BrowserUser, Desk, SharedServer, missing, open_browser

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

from rookery.storage import open_store
from rookery.tournaments.domain.claims import ClaimResult
from rookery.tournaments.service import create_service
from rookery.web.addresses import Addresses
from rookery.web.context import AppContext
from support.page_waits import answer_request, route_requests, wait_for_route
from support.phones import SLUG, Hall, open_all_boards
from support.visitors import OpenDesk

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

    from rookery.storage.codes import Code

ROUND = f"/t/{SLUG}/round/5"


@pytest.fixture
def served(shared_server: SharedServer, examples: Path, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path / "desk")
    desk.adopt(examples / "desk" / "open.rookery")
    with shared_server.serve(desk, share=True):
        yield desk


@pytest.fixture
def hall(served: Desk) -> Iterator[Hall]:
    """Return the tournament, with no result in its fifth round."""
    with open_store(served.store) as store:
        service = create_service(store)
        site = AppContext(service, store, Addresses(int(served.address.rpartition(":")[2])), True)
        stream = store.find_stream(SLUG)
        assert stream is not None
        hall = Hall(OpenDesk(store, service, site), stream.id)
        open_all_boards(hall)
        yield hall


@pytest.fixture
def phones(browser: Browser, served: Desk, hall: Hall) -> Iterator[tuple[BrowserUser, BrowserUser]]:
    """Return the phones of both players of board 1, at the pages of their codes."""
    with ExitStack() as stack:
        users = []
        for code in hall.codes(1):
            user = stack.enter_context(open_browser(browser, served, user=None, size=PHONE, touch=True))
            user.goto(f"/b/{code.secret}")
            users.append(user)
        yield users[0], users[1]


def choose(page: Page, side: str) -> None:
    """Touch a card, and send: two touches after the scan of the code."""
    expect(page.locator("#send")).to_have_attribute("aria-disabled", "true")
    page.locator(f"label.{side}").tap()
    page.locator("#send").tap()


def test_both_players_agree_and_the_desk_shows_it(
    browser: Browser, served: Desk, hall: Hall, phones: tuple[BrowserUser, BrowserUser]
) -> None:
    white, black = (user.page for user in phones)
    with open_browser(browser, served, user="Ada") as ada:
        page = ada.goto(ROUND)
        expect(white.locator("#send")).to_have_text("Send the result")
        loads: list[str] = []
        white.on("load", lambda loaded: loads.append(loaded.url))
        white.locator("label.white").tap()
        expect(white.locator("#send")).to_have_text("Send 1\u2060–\u20600")
        white.locator("#send").tap()
        expect(white.locator("#news")).to_contain_text("It counts when your opponent sends the same.")
        expect(black.locator("#news")).to_contain_text("Your opponent has sent a result.")
        expect(page.locator('[data-claim="1"]')).to_contain_text("Black: nothing yet")
        choose(black, "white")
        for phone in (white, black):
            expect(phone.locator("#news .good")).to_contain_text("is entered")
        expect(page.locator('tr[data-board="1"]')).to_have_attribute("data-result", "1-0")
        assert loads == [], "the page of the phone stays"
        expect(page.locator("#claims")).to_have_count(0)


def test_a_dispute_waits_for_the_arbiter_who_decides_with_a_key(
    browser: Browser, served: Desk, hall: Hall, phones: tuple[BrowserUser, BrowserUser]
) -> None:
    white, black = (user.page for user in phones)
    with open_browser(browser, served, user="Ada") as ada:
        page = ada.goto(ROUND)
        choose(white, "white")
        choose(black, "draw")
        for phone in (white, black):
            expect(phone.locator("#news .bad")).to_contain_text("call the arbiter")
        expect(page.locator("#claims .chip")).to_have_text("1 to decide")
        expect(page.locator('[data-count="check"]')).to_have_text("1")
        page.locator('[data-show="check"]').click()
        expect(page.locator("tr[data-board]:not([hidden])")).to_have_count(1)
        page.locator('[data-show="all"]').click()
        expect(page.locator("#places .conflicts")).to_contain_text("1")
        page.keyboard.press("]")
        for phone in (white, black):
            expect(phone.locator("#news .good")).to_contain_text("½\u2060–\u2060½ is entered")
        expect(page.locator("#claims")).to_have_count(0)
    assert hall.result(1) is Result.DRAW
    (entry,) = (each for each in hall.state.entered[5].values() if each.white == hall.pair(1)[0])
    assert (entry.source, entry.by.actor) == ("desk", "Ada")


def test_a_phone_without_network_keeps_the_result_and_sends_it_once(
    hall: Hall, phones: tuple[BrowserUser, BrowserUser]
) -> None:
    user, page = phones[0], phones[0].page
    requests: list[str] = []
    page.on("request", lambda request: requests.append(str(request.post_data)) if request.method == "POST" else None)
    user.go_offline()
    choose(page, "black")
    expect(page.locator("#unsent")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-sending", "")
    with page.expect_request(lambda request: request.method == "POST" and len(requests) > 2):
        pass  # it goes on trying
    assert not hall.state.permanent.claims
    user.go_online()
    expect(page.locator("#news .wait")).to_contain_text("You have sent 0\u2060–\u20601.")
    expect(page.locator("body")).not_to_have_attribute("data-sending", "")
    assert len(set(requests)) == 1, "always the same id"
    claims = [record for record in hall.desk.store.read(hall.stream) if record.kind == "result.claimed"]
    assert len(claims) == 1


def test_a_lost_answer_is_requested_again(hall: Hall, phones: tuple[BrowserUser, BrowserUser]) -> None:
    """The server has the result, and the phone does not know: it is not written twice."""
    user, page = phones[0], phones[0].page
    user.may_lose_server = True
    lost: list[int] = []

    def lose_first(route: object) -> None:
        if route.request.method == "POST" and not lost:  # type: ignore[attr-defined]
            lost.append(route.fetch(max_redirects=0).status)  # type: ignore[attr-defined]
            route.abort("connectionreset")  # type: ignore[attr-defined]
        else:
            route.continue_()  # type: ignore[attr-defined]

    page.route("**/b/*", lose_first)
    choose(page, "white")
    expect(page.locator("#news .wait")).to_be_visible()
    assert lost == [200]
    claims = [record for record in hall.desk.store.read(hall.stream) if record.kind == "result.claimed"]
    assert len(claims) == 1


def test_a_reloaded_page_sends_the_stored_results(hall: Hall, phones: tuple[BrowserUser, BrowserUser]) -> None:
    user, page = phones[0], phones[0].page
    user.may_lose_server = True
    page.route(
        "**/b/*", lambda route: route.abort("connectionreset") if route.request.method == "POST" else route.continue_()
    )
    choose(page, "white")
    expect(page.locator("#unsent")).to_be_visible()
    page.unroute_all(behavior="ignoreErrors")
    page.reload()
    expect(page.locator("#news .wait")).to_contain_text("You have sent 1")


# -- the page is read while it is used ---------------------------------------------------------------------------------


def hold_reading(hall: Hall, page: Page) -> Route:
    """Let Black at board 1 send a draw; return the request with which a page is read then."""
    routes: list[Route] = []
    route_requests(
        page, "**/b/*", lambda route: routes.append(route) if route.request.method == "GET" else route.continue_()
    )
    hall.desk.desk.do(hall.stream, ClaimResult(hall.round, *hall.pair(1), Result.DRAW, "black"))
    return wait_for_route(page, routes)


def test_a_result_that_is_chosen_while_the_page_is_read_stays_chosen(
    hall: Hall, phones: tuple[BrowserUser, BrowserUser]
) -> None:
    page = phones[0].page
    route = hold_reading(hall, page)
    page.locator("label.white").tap()
    answer_request(page, route, response=route.fetch())
    expect(page.locator("label.white input")).to_be_checked()
    expect(page.locator("#send")).to_have_attribute("aria-disabled", "false")
    expect(page.locator("#news")).not_to_contain_text("Your opponent has sent a result.")
    page.locator("#send").tap()
    expect(page.locator("#news .bad")).to_contain_text("call the arbiter")


def test_the_list_of_other_results_stays_open_while_the_page_is_read(
    hall: Hall, phones: tuple[BrowserUser, BrowserUser]
) -> None:
    page = phones[0].page
    choose(page, "white")
    expect(page.locator("#news .wait")).to_be_visible()
    route = hold_reading(hall, page)
    again = page.locator("details.again")
    again.locator("summary").tap()
    answer_request(page, route, response=route.fetch())
    expect(again).to_have_attribute("open", "")
    expect(page.locator("#news .bad")).to_have_count(0)
    page.unroute("**/b/*")
    again.locator("summary").tap()
    expect(page.locator("#news .bad")).to_contain_text("call the arbiter")


def test_the_list_of_forfeits_stays_open_while_the_page_is_read(browser: Browser, served: Desk, hall: Hall) -> None:
    code = hall.helper_code(1, 3)
    with open_browser(browser, served, user=None, size=PHONE, touch=True) as user:
        page = user.goto(f"/b/{code.secret}?board=2")
        route = hold_reading(hall, page)
        page.locator("details.forfeits summary").tap()
        answer_request(page, route, response=route.fetch())
        expect(page.locator("details.forfeits")).to_have_attribute("open", "")


def test_a_page_that_was_read_before_the_result_was_sent_does_not_replace_the_answer(
    hall: Hall, phones: tuple[BrowserUser, BrowserUser]
) -> None:
    page = phones[0].page
    route = hold_reading(hall, page)
    old_page = route.fetch()
    choose(page, "draw")
    expect(page.locator("#news .good")).to_contain_text("is entered")
    answer_request(page, route, response=old_page)
    expect(page.locator("#news .good")).to_contain_text("is entered")


def test_a_helper_enters_boards_in_turn(browser: Browser, served: Desk, hall: Hall) -> None:
    code: Code = hall.helper_code(1, 3)
    with open_browser(browser, served, user=None, size=PHONE, touch=True) as user:
        page = user.goto(f"/b/{code.secret}")
        for board, side in (("1", "white"), ("2", "black")):
            page.locator(f'.boards a:has(b:text-is("{board}"))').tap()
            choose(page, side)
            expect(page.locator("#news .good")).to_contain_text(f"Board {board}")
            expect(page.locator(".boards a")).to_have_count(3 - int(board))
        page.locator(".boards a").tap()
        page.locator("summary").tap()
        page.locator('label:has-text("Neither player came")').tap()
        page.locator("#send").tap()
        expect(page.locator("#phone")).to_contain_text("All boards have a result.")
    assert [hall.result(board) for board in (1, 2, 3)] == [
        Result.WHITE_WINS, Result.BLACK_WINS, Result.DOUBLE_FORFEIT,
    ]  # fmt: skip


def test_a_result_is_sent_without_script(browser: Browser, served: Desk, hall: Hall) -> None:
    white, black = hall.codes(1)
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = context.new_page()
    for code in (white, black):
        page.goto(f"{served.address}/b")
        page.locator("#code").fill(code.letters.lower())
        page.locator("button").click()
        page.locator("label.draw").click()
        page.locator("#send").click()
        page.locator("#news .state").wait_for()
    assert "is entered" in page.locator("#news").inner_text()
    context.close()
    assert hall.result(1) is Result.DRAW


def test_the_code_is_withdrawn_while_the_page_is_open(hall: Hall, phones: tuple[BrowserUser, BrowserUser]) -> None:
    page = phones[0].page
    phones[0].may_lose_server = True
    page.locator("label.white").tap()
    hall.desk.store.codes.revoke([hall.codes(1)[0].id], int(time.time()))
    page.locator("#send").tap()
    expect(page.locator("#news .bad")).to_contain_text("This code was withdrawn.")
    assert not hall.state.permanent.claims
    phones[0].faults.clear()  # the refusal is one
