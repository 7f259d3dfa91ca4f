"""The page of a round: results by keys, by several users, over broken connections and with servers that die."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from rookery.model import Result
from support.browsers import Desk, Server, missing, open_browser

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

from support.page_waits import (
    finish_sending,
    hold_requests,
    route_requests,
    shown_messages,
    wait_for_messages,
    wait_for_route,
    wait_until_idle,
    wait_until_saved,
)
from support.round_page import (
    OPEN,
    ROUND_5,
    SHOWN,
    assert_round_is_true,
    board_row,
    count_pending,
    event_with_open_round,
    open_boards,
    result_commands,
    score,
    shown_result,
    stored_results,
    type_and_close,
    type_result,
    type_same_board,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route
    from syrupy.assertion import SnapshotAssertion

KEYS = {"1": Result.WHITE_WINS, "0": Result.BLACK_WINS, "5": Result.DRAW, "+": Result.WHITE_BY_FORFEIT,
        "-": Result.BLACK_BY_FORFEIT}  # fmt: skip
LOW = 1440, 400
"""A window with less to paint: without a graphics card that takes longer than all else."""


@pytest.fixture
def server(example_store: Path, tmp_path: Path) -> Iterator[Server]:
    """Start a server of its own, for a test that kills or stops it."""
    folder = tmp_path / "desk"
    folder.mkdir()
    shutil.copy(example_store, folder)
    with Server(folder) as started:
        yield started


# -- typing ------------------------------------------------------------------------------------------------------------


def test_250_results_typed_faster_than_anybody_types(browser: Browser, tmp_path: Path) -> None:
    """Every board is right before the next key, and no result is lost.

    The server is a process of its own: it is busy with the standings of 500 players while the keys are typed.
    """
    desk = Server(tmp_path)
    desk.add_tournament(event_with_open_round(500, 9))
    keys = [("1", "5", "0", "1", "5")[at % 5] for at in range(250)]
    with desk, open_browser(browser, desk, size=LOW) as user:
        page = user.goto("/t/open/round/9")
        board_row(page, 1).focus()
        wrong = []
        for board, key in enumerate(keys, 1):
            page.keyboard.press(key)
            if shown_result(page, board) != SHOWN[key]:
                wrong.append((board, key, shown_result(page, board)))
        assert wrong == []
        wait_until_saved(page)
        shown = page.locator("tr[data-board]").evaluate_all(
            "rows => rows.map((row) => [row.dataset.white, row.dataset.black, row.querySelector('.score').textContent])"
        )
        expect(page.locator("[data-count=open]").first).to_have_text("0")
    assert [text for _, _, text in shown] == [SHOWN[key] for key in keys]
    stored = {(f"p{white}", f"p{black}"): result for (white, black), result in stored_results(desk, "open", 9).items()}
    assert stored == {(white, black): KEYS[key] for (white, black, _), key in zip(shown, keys, strict=True)}


def test_every_key_and_the_number_of_a_board(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        boards = open_boards(page)
        expect(board_row(page, boards[0])).to_be_focused()  # the first without a result
        for board, key in zip(boards, "105+-", strict=False):
            type_result(page, board, key)
            assert shown_result(page, board) == SHOWN[key]
        page.keyboard.press("b")
        page.keyboard.type(f"{boards[5]} 5")
        page.keyboard.press("Enter")
        assert shown_result(page, boards[5]) == "½–½"
        type_result(page, boards[6], ".")
        page.get_by_role("button", name="½-0", exact=True).focus()
        page.keyboard.press("Enter")
        assert shown_result(page, boards[6]) == "½–0"
        wait_until_saved(page)
        shown = [shown_result(page, board) for board in boards]
        page.reload()
        assert [shown_result(page, board) for board in boards] == shown


def test_a_result_by_mouse_and_taken_back(browser: Browser, desk: Desk) -> None:
    before = stored_results(desk)
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        board = open_boards(page)[0]
        board_row(page, board).get_by_role("button", name="0–1").click()
        assert shown_result(page, board) == "0–1"
        wait_until_saved(page)
        board_row(page, board).focus()
        page.keyboard.press("Delete")
        assert open_boards(page)[0] == board
        wait_until_saved(page)
        assert_round_is_true(desk, page)
    assert stored_results(desk) == before


def test_winners_are_bold(browser: Browser, desk: Desk) -> None:
    """At once, after the page was loaded again, and whatever kind of result it is."""
    weights = """board => ["white", "black"].map((side) => getComputedStyle(
        document.querySelector(`tr[data-board="${board}"] .${side}`)).fontWeight)"""
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        boards = open_boards(page)
        for board, key in zip(boards, "105+-", strict=False):
            type_result(page, board, key)
        type_result(page, boards[5], ".")
        page.locator("dialog[open] button[value='0-1 unrated']").click()
        expected = [["600", "400"], ["400", "600"], ["400", "400"], ["600", "400"], ["400", "600"], ["400", "600"]]
        assert [page.evaluate(weights, board) for board in boards[:6]] == expected
        assert shown_result(page, boards[5]) == "0–1unrated"
        wait_until_saved(page)
        page.reload()
        assert [page.evaluate(weights, board) for board in boards[:6]] == expected
        assert shown_result(page, boards[5]) == "0–1unrated"


# -- several users -----------------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_two_arbiters_and_a_viewer_see_what_the_others_do(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        here, there = ada.goto(ROUND_5), ben.goto(ROUND_5)
        with open_browser(browser, desk, user=None) as viewer:
            public = viewer.goto(f"/p/{OPEN}/round/5")
            boards = open_boards(here)
            for board, key in zip(boards, "150", strict=False):
                type_result(here, board, key)
                assert shown_result(here, board) == SHOWN[key]
            for board, key in zip(boards[3:], "051", strict=False):
                type_result(there, board, key)
            for page in (here, there, public):
                for board, key in zip(boards, "150051", strict=False):
                    expect(score(page, board)).to_have_text(SHOWN[key])
            wait_until_saved(here)
            wait_until_saved(there)
            assert_round_is_true(desk, here, there, public)
    assert count_pending(desk) == len(boards) - 6


def test_nothing_is_overwritten_silently(browser: Browser, desk: Desk, snapshot: SnapshotAssertion) -> None:
    """Both enter a result for one board before they know of the other: the later user sees both."""
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        before = stored_results(desk)
        board = type_same_board(slow=ben, fast=ada)
        ben.go_online()
        assert wait_for_messages(ben.page) == snapshot
        expect(score(ben.page, board)).to_have_text("1–0")
        wait_until_saved(ben.page)
        assert_round_is_true(desk, ada.page, ben.page)
    after = stored_results(desk)
    assert [after[pair] for pair in after if after[pair] is not before[pair]] == [Result.WHITE_WINS]


def test_what_is_typed_stays_while_others_change_the_page(browser: Browser, desk: Desk) -> None:
    """The change of another user reads the page again while results wait to be sent: they stay on the screen."""
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        here, there = ada.goto(ROUND_5), ben.goto(ROUND_5)
        boards = open_boards(here)
        for at, board in enumerate(boards[:-1]):
            type_result(here, board, "1")
            if at % 2 == 0:
                there.keyboard.press("z") if at else type_result(there, boards[-1], "5")
        wait_until_saved(here)
        assert_round_is_true(desk, here)
        assert [shown_result(here, board) for board in boards[:-1]] == ["1–0"] * (len(boards) - 1)


# -- connections that break, servers that die --------------------------------------------------------------------------


def test_a_line_that_is_lost_and_back(browser: Browser, desk: Desk, snapshot: SnapshotAssertion) -> None:
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        boards = open_boards(page)
        user.go_offline()
        for board, key in zip(boards, "150", strict=False):
            type_result(page, board, key)
            assert shown_result(page, board) == SHOWN[key]
        expect(page.locator("#offline")).to_be_visible()
        expect(page.locator("body")).to_have_attribute("data-waiting", "3")
        status = [page.locator("#saved").text_content()]
        user.go_online()
        wait_until_saved(page)
        expect(page.locator("#offline")).to_be_hidden()
        assert [*status, page.locator("#saved").text_content()] == snapshot
        assert_round_is_true(desk, page)
        assert [shown_result(page, board) for board in boards[:3]] == ["1–0", "½–½", "0–1"]
    assert count_pending(desk) == len(boards) - 3


def test_a_page_closed_while_the_line_is_lost_sends_later(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as user:
        boards = open_boards(user.goto(ROUND_5))
        type_and_close(user, boards[0], "5")
        page = user.goto(ROUND_5)
        assert shown_result(page, boards[0]) == "½–½"
        wait_until_saved(page)
    assert count_pending(desk) == len(boards) - 1


def test_a_desk_that_answers_with_faults(browser: Browser, desk: Desk, snapshot: SnapshotAssertion) -> None:
    """The second fault in a row is shown, and that the result is kept; it goes when the result is saved."""
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        boards, fault = open_boards(page), page.locator("#fault")
        tries = hold_requests(page, "**/commands")
        type_result(page, boards[0], "1")
        wait_for_route(page, tries).fulfill(status=500, body="Something broke")
        second = wait_for_route(page, tries, 2)
        expect(fault).to_be_hidden()  # a single fault may pass
        second.fulfill(status=503, body="Something broke")
        expect(fault).to_be_visible()
        third = wait_for_route(page, tries, 3)
        expect(fault).to_be_visible()
        assert fault.inner_text() == snapshot
        expect(page.locator("body")).to_have_attribute("data-waiting", "1")
        expect(page.locator("tr.saving")).to_have_count(1)
        expect(page.locator("#offline")).to_be_hidden()
        page.keyboard.press("z")
        assert wait_for_messages(page) == snapshot
        third.continue_()
        wait_until_saved(page)
        expect(fault).to_be_hidden()
        assert shown_result(page, boards[0]) == "1–0"
        user.faults.clear()  # Chromium reports every fault of a server
    assert count_pending(desk) == len(boards) - 1


def test_a_board_is_saved_when_what_was_typed_last_is(browser: Browser, desk: Desk) -> None:
    """Two results of one board wait, and the first is saved: the board shows the second as not saved yet."""
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        board = open_boards(page)[0]
        row = board_row(page, board)
        held = hold_requests(page, "**/commands")
        type_result(page, board, "5")
        type_result(page, board, "0")
        first = wait_for_route(page, held)
        finish_sending(page)
        assert len(held) == 1  # one after another
        first.continue_()
        second = wait_for_route(page, held, 2)
        expect(page.locator("body")).to_have_attribute("data-waiting", "1")
        assert shown_result(page, board) == "0–1"
        expect(row).to_have_class(re.compile(r"\bsaving\b"))
        second.continue_()
        wait_until_saved(page)
    assert next(iter(stored_results(desk).values())) is Result.BLACK_WINS


def test_a_result_typed_after_a_refused_result(browser: Browser, desk: Desk) -> None:
    """It follows the result that there was before: the desk takes it for no conflict with another user."""
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        boards = open_boards(page)
        held: list[Route] = []
        route_requests(page, "**/commands", lambda route: route.continue_() if held else held.append(route))
        for board, keys in zip(boards, ("50", "15"), strict=False):
            type_result(page, board, keys[0])
            type_result(page, board, keys[1])
        problem = {"detail": "This draw is not accepted"}
        wait_for_route(page, held).fulfill(status=422, json=problem)
        wait_until_saved(page)
        wait_until_idle(page)
        assert_round_is_true(desk, page)
        assert shown_messages(page) == [problem["detail"]]
        assert [shown_result(page, board) for board in boards[:2]] == ["0–1", "½–½"]
    assert count_pending(desk) == len(boards) - 2


KILL_MOMENTS = ("typed", "sent", "written", "saved")
"""How far the last result has come when the server is killed."""


def test_a_server_killed_at_any_moment_while_results_are_typed(browser: Browser, server: Server) -> None:
    """What was acknowledged is stored after each restart, nothing is stored twice, and the browser goes on."""
    random, before = Random(1), len(result_commands(server))
    last: dict[str, str] = {}
    changes = 0

    def type_random_result(page: Page, boards: list[str]) -> None:
        nonlocal changes
        board, key = random.choice(boards), random.choice("105")
        changes += last.get(board) != key
        last[board] = key
        type_result(page, board, key)
        assert shown_result(page, board) == SHOWN[key]

    with open_browser(browser, server) as user:
        page = user.goto(ROUND_5)
        boards, user.may_lose_server = open_boards(page), True
        for moment in KILL_MOMENTS:
            type_random_result(page, boards)
            type_random_result(page, boards)
            held = hold_requests(page, "**/commands") if moment in ("sent", "written") else []
            type_random_result(page, boards)
            kill_server(server, page, moment, held)
            assert_stored(server, acknowledged_results(page))
            page.unroute("**/commands")
            type_random_result(page, boards)
            server.start()
        wait_until_saved(page)
        assert {board: shown_result(page, board) for board in last} == {
            board: SHOWN[key] for board, key in last.items()
        }
    commands = result_commands(server)[before:]
    assert len(set(commands)) == len(commands) == changes
    assert count_pending(server) == len(boards) - len(last)


def kill_server(server: Server, page: Page, moment: str, held: list[Route]) -> None:
    """Kill the server when a result is at a moment of its way."""
    if moment == "sent":
        wait_for_route(page, held).continue_()
    if moment == "written":
        wait_for_route(page, held).fetch()
    if moment == "saved":
        wait_until_saved(page)
    server.kill()
    if moment == "written":
        held[0].abort("connectionreset")


def acknowledged_results(page: Page) -> list[list[str]]:
    """Return what the page shows as saved: White, Black, result."""
    rows: list[list[str]] = page.locator("tr[data-board]:not(.saving)").evaluate_all(
        "rows => rows.map((row) => [row.dataset.white, row.dataset.black, row.dataset.result])"
    )
    return rows


def assert_stored(desk: Desk, acknowledged: list[list[str]]) -> None:
    """Check that every result that the page shows as saved is in the store."""
    state = desk.state(OPEN)
    key = state.keys.player
    stored = {(key[game.white], key[game.black]): str(game.result) for game in state.tournament.rounds[4].games}
    assert {(white, black): stored[white, black] for white, black, _ in acknowledged} == {
        (white, black): result for white, black, result in acknowledged
    }


def test_ctrl_c_closes_the_desk_cleanly(browser: Browser, server: Server) -> None:
    with open_browser(browser, server) as user:
        page = user.goto(ROUND_5)
        type_result(page, open_boards(page)[0], "1")
        wait_until_saved(page)
        user.may_lose_server = True
        assert server.stop() == 0
        expect(page.locator("#offline")).to_be_visible()


# -- back again --------------------------------------------------------------------------------------------------------


def test_undo_of_a_bulk_act(browser: Browser, desk: Desk, snapshot: SnapshotAssertion) -> None:
    """A whole round is paired, and taken back with one key."""
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        for board in open_boards(page):
            type_result(page, board, "1")
        wait_until_saved(page)
        before = desk.state(OPEN)
        expect(page.locator('#top [data-key="P"]')).to_be_enabled()
        page.keyboard.press("P")
        page.wait_for_url(f"**/t/{OPEN}/round/6")
        assert len(open_boards(page)) == 24
        expect(page.locator("#board")).not_to_be_empty()  # a part that is asked for while the page changes is a fault
        page.keyboard.press("z")
        expect(page.locator("tr[data-board]")).to_have_count(0)
        assert page.locator("#work .card h2").first.text_content() == snapshot
    assert desk.state(OPEN).tournament == before.tournament
