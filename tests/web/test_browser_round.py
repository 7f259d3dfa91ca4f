"""The round page in a browser: results by keys, by several people, over lines that break and servers that die."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from rookery.model import Result
from support.browsers import Server, looking, missing

if why := missing():
    pytest.skip(why, allow_module_level=True)

from playwright.sync_api import expect

from support.round_page import (
    OPEN,
    SHOWN,
    begun,
    cell,
    entries,
    open_boards,
    outrun,
    recorded,
    saved,
    type_at,
    typed_in_vain,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

KEYS = {"1": Result.WHITE_WINS, "0": Result.BLACK_WINS, "5": Result.DRAW, "+": Result.WHITE_BY_FORFEIT,
        "-": Result.BLACK_BY_FORFEIT}  # fmt: skip


@pytest.fixture
def hall(tmp_path: Path, examples: Path) -> Iterator[Server]:
    """A desk with the open of the examples, in its fifth round."""
    server = Server(tmp_path / "desk")
    server.adopt(examples / "desk" / "open.rookery")
    with server:
        yield server


LOW = 1440, 400
"""A window in which less is to be painted: without a graphics card that takes longer than all else."""


# -- typing ------------------------------------------------------------------------------------------------------------


def test_250_results_typed_faster_than_anybody_types(browser: Browser, tmp_path: Path) -> None:
    """Every cell is right before the next key, and none is lost."""
    event, server = begun(500, 9), Server(tmp_path)
    server.hold(event)
    typed = [("1", "5", "0", "1", "5")[at % 5] for at in range(250)]
    with server, looking(browser, server, size=LOW) as somebody:
        page = somebody.goto("/t/open/round/9")
        page.locator('tr[data-board="1"]').focus()
        wrong = []
        for board, key in enumerate(typed, 1):
            page.keyboard.press(key)
            if cell(page, board) != SHOWN[key]:
                wrong.append((board, key, cell(page, board)))
        assert wrong == []
        saved(page)
        shown = page.locator("tr[data-board]").evaluate_all(
            "all => all.map(one => [one.dataset.white, one.dataset.black, one.querySelector('.score').textContent])"
        )
        expect(page.locator("[data-count=open]").first).to_have_text("0")
    assert [said for _, _, said in shown] == [SHOWN[key] for key in typed]
    there = {(f"p{white}", f"p{black}"): result for (white, black), result in recorded(server, "open", 9).items()}
    assert there == {(white, black): KEYS[key] for (white, black, _), key in zip(shown, typed, strict=True)}


def test_every_key_and_the_number_of_a_board(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        boards = open_boards(page)
        expect(page.locator(f'tr[data-board="{boards[0]}"]')).to_be_focused()  # the first without a result is at hand
        for board, key in zip(boards, "105+-", strict=False):
            page.keyboard.press("b")
            page.keyboard.type(board)
            page.keyboard.press("Enter")
            page.keyboard.press(key)
            assert cell(page, board) == SHOWN[key]
        page.keyboard.press("b")
        page.keyboard.type(f"{boards[5]} 5")
        page.keyboard.press("Enter")
        assert cell(page, boards[5]) == "½–½"
        page.keyboard.press("b")
        page.keyboard.type(boards[6])
        page.keyboard.press("Enter")
        page.keyboard.press(".")
        page.get_by_role("button", name="½-0", exact=True).focus()
        page.keyboard.press("Enter")
        assert cell(page, boards[6]) == "½–0"
        saved(page)
        shown = [cell(page, board) for board in boards]
        page.reload()
        assert [cell(page, board) for board in boards] == shown


def test_a_result_by_mouse_and_taken_back(browser: Browser, hall: Server) -> None:
    before = recorded(hall)
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        board = open_boards(page)[0]
        page.locator(f'tr[data-board="{board}"]').get_by_role("button", name="0–1").click()
        assert cell(page, board) == "0–1"
        saved(page)
        page.locator(f'tr[data-board="{board}"]').focus()
        page.keyboard.press("Delete")
        assert open_boards(page)[0] == board
        saved(page)
    assert recorded(hall) == before


def test_who_won_is_bold(browser: Browser, hall: Server) -> None:
    """At once, when the page is loaded again, and whatever the result is called."""
    weights = """board => ["white", "black"].map((side) => getComputedStyle(
        document.querySelector(`tr[data-board="${board}"] .${side}`)).fontWeight)"""
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        boards = open_boards(page)
        for board, key in zip(boards, "105+-", strict=False):
            type_at(page, board, key)
        type_at(page, boards[5], ".")
        page.get_by_role("button", name="0-1 unrated", exact=True).click()
        expected = [["600", "400"], ["400", "600"], ["400", "400"], ["600", "400"], ["400", "600"], ["400", "600"]]
        assert [page.evaluate(weights, board) for board in boards[:6]] == expected
        assert cell(page, boards[5]) == "0–1unrated"
        saved(page)
        page.reload()
        assert [page.evaluate(weights, board) for board in boards[:6]] == expected
        assert cell(page, boards[5]) == "0–1unrated"


# -- several people ----------------------------------------------------------------------------------------------------


def test_two_arbiters_and_a_viewer_see_what_the_others_do(browser: Browser, tmp_path: Path, examples: Path) -> None:
    hall = Server(tmp_path / "desk", "--share")
    hall.adopt(examples / "desk" / "open.rookery")
    with hall, looking(browser, hall) as ada, looking(browser, hall, inside=False) as ben:
        ben.page.goto(hall.invited("Ben"))
        here, there = ada.goto(f"/t/{OPEN}/round/5"), ben.goto(f"/t/{OPEN}/round/5")
        with looking(browser, hall, inside=False) as viewer:
            hers = viewer.goto(f"/p/{OPEN}/round/5")
            boards = open_boards(here)
            for board, key in zip(boards, "150", strict=False):
                type_at(here, board, key)
                assert cell(here, board) == SHOWN[key]
            for board, key in zip(boards[3:], "051", strict=False):
                type_at(there, board, key)
            for page in (here, there, hers):
                for board, key in zip(boards, "150051", strict=False):
                    expect(
                        page.locator(f'tr[data-board="{board}"] .score, [data-board="{board}"]').first
                    ).to_contain_text(SHOWN[key][0])
        saved(here)
        saved(there)
    assert list(recorded(hall).values()).count(Result.PENDING) == len(boards) - 6


def test_nothing_is_overwritten_silently(browser: Browser, hall: Server) -> None:
    """Both enter a result for one board before they know of the other: the later one sees both."""
    with looking(browser, hall) as ada, looking(browser, hall, inside=False) as ben:
        ben.page.goto(hall.invited("Ben"))
        board = outrun(ben, ada)
        there = ben.page
        ben.context.set_offline(False)
        expect(there.locator("#said")).to_contain_text("Somebody was quicker")
        expect(there.locator("#said")).to_contain_text("0-1")
        expect(there.locator(f'tr[data-board="{board}"] .score')).to_have_text("1–0")
        saved(there)
    assert list(recorded(hall).values()).count(Result.WHITE_WINS) >= 1


def test_what_is_typed_stays_while_others_change_the_page(browser: Browser, hall: Server) -> None:
    """Somebody else's change reads the page anew while results wait to be sent: they stay on the screen."""
    with looking(browser, hall) as ada, looking(browser, hall, inside=False) as ben:
        ben.page.goto(hall.invited("Ben"))
        here, there = ada.goto(f"/t/{OPEN}/round/5"), ben.goto(f"/t/{OPEN}/round/5")
        boards = open_boards(here)
        for at, board in enumerate(boards[:-1]):
            type_at(here, board, "1")
            if at % 2 == 0:
                there.keyboard.press("z") if at else type_at(there, boards[-1], "5")
        saved(here)
        assert [cell(here, board) for board in boards[:-1]] == ["1–0"] * (len(boards) - 1)


# -- lines that break, servers that die --------------------------------------------------------------------------------


def test_a_line_that_is_lost_and_back(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        boards = open_boards(page)
        somebody.lost = True
        somebody.context.set_offline(True)
        for board, key in zip(boards, "150", strict=False):
            type_at(page, board, key)
            assert cell(page, board) == SHOWN[key]
        expect(page.locator("#offline")).to_be_visible()
        expect(page.locator("#saved")).to_contain_text("Saving 3")
        somebody.context.set_offline(False)
        saved(page)
        expect(page.locator("#offline")).to_be_hidden()
        assert [cell(page, board) for board in boards[:3]] == ["1–0", "½–½", "0–1"]
    assert list(recorded(hall).values()).count(Result.PENDING) == len(boards) - 3


def test_a_page_closed_while_the_line_is_lost_sends_later(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        board = open_boards(page)[0]
        typed_in_vain(somebody, board, "5")
        page = somebody.goto(f"/t/{OPEN}/round/5")
        assert cell(page, board) == "½–½"
        saved(page)
    assert list(recorded(hall).values()).count(Result.PENDING) == 8


def tried(page: Page, tries: list[Route], number: int) -> Route:
    """Wait until the page has sent something so often; the last time."""
    while len(tries) < number:
        page.wait_for_timeout(20)
    return tries[number - 1]


def test_a_desk_that_answers_with_faults(browser: Browser, hall: Server) -> None:
    """The second in a row is told, and that the result is kept and sent again; nothing of it is left in the end."""
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        board, fault = open_boards(page)[0], page.locator("#fault")
        tries: list[Route] = []
        page.route("**/commands", lambda route: tries.append(route))
        type_at(page, board, "1")
        tried(page, tries, 1).fulfill(status=500, body="Something broke")
        second = tried(page, tries, 2)
        expect(fault).to_be_hidden()  # once may be a moment's
        second.fulfill(status=503, body="Something broke")
        expect(fault).to_contain_text("The desk answered with a fault.")
        expect(fault).to_contain_text("What you typed is kept in this browser.")
        third = tried(page, tries, 3)
        expect(fault).to_be_visible()
        expect(page.locator("#saved")).to_contain_text("Saving 1")
        expect(page.locator("tr.saving")).to_have_count(1)
        expect(page.locator("#offline")).to_be_hidden()
        page.keyboard.press("z")
        expect(page.locator("#said")).to_contain_text("What was typed goes first")
        third.continue_()
        saved(page)
        expect(fault).to_be_hidden()
        assert cell(page, board) == "1–0"
        somebody.faults.clear()  # Chromium tells every fault of a server
    assert list(recorded(hall).values()).count(Result.PENDING) == 8


def test_a_board_is_saved_when_what_was_typed_last_is(browser: Browser, hall: Server) -> None:
    """Two results of one board wait, and the first is answered: the board shows the second, which is not saved yet."""
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        board = open_boards(page)[0]
        held: list[Route] = []
        line = page.locator(f'tr[data-board="{board}"]')
        page.route("**/commands", lambda route: held.append(route))
        type_at(page, board, "5")
        type_at(page, board, "0")
        page.wait_for_timeout(50)
        assert len(held) == 1  # one after another
        held[0].continue_()
        expect(page.locator("#saved")).to_contain_text("Saving 1")
        assert cell(page, board) == "0–1"
        expect(line).to_have_class(re.compile(r"\bsaving\b"))
        page.wait_for_timeout(50)
        expect(line).to_have_class(re.compile(r"\bsaving\b"))
        held[1].continue_()
        saved(page)
    assert next(iter(recorded(hall).values())) is Result.BLACK_WINS


def test_a_result_typed_after_one_that_is_refused(browser: Browser, hall: Server) -> None:
    """It follows the result that there was before, and nobody is said to have been quicker."""
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        one, other = open_boards(page)[:2]
        held: list[Route] = []
        page.route("**/commands", lambda route: route.continue_() if held else held.append(route))
        for board, keys in ((one, "50"), (other, "15")):
            type_at(page, board, keys[0])
            type_at(page, board, keys[1])
        page.wait_for_timeout(50)
        held[0].fulfill(status=422, json={"refusal": {"text": "This draw is not taken"}})
        saved(page)
        expect(page.locator("#said")).to_contain_text("This draw is not taken")
        expect(page.locator("#said")).not_to_contain_text("quicker")
        assert [cell(page, board) for board in (one, other)] == ["0–1", "½–½"]
    assert list(recorded(hall).values()).count(Result.PENDING) == 7


def test_a_server_killed_at_any_moment_while_results_are_typed(browser: Browser, hall: Server) -> None:
    """What was acknowledged is there after each restart, nothing is there twice, and the browser goes on."""
    draw, before = Random(1), len(entries(hall))
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        boards, somebody.lost = open_boards(page), True
        typed: dict[str, str] = {}
        changes = 0
        for turn in range(16):
            board, key = draw.choice(boards), draw.choice("105")
            changes += typed.get(board) != key
            typed[board] = key
            type_at(page, board, key)
            assert cell(page, board) == SHOWN[key]
            if turn % 4 == 2:
                page.wait_for_timeout(draw.uniform(0, 25))
                hall.kill()
                assert_there(hall, acknowledged(page))
            if turn % 4 == 3:
                hall.start()
        saved(page)
        assert {board: cell(page, board) for board in typed} == {board: SHOWN[key] for board, key in typed.items()}
    commands = entries(hall)[before:]
    assert len(set(commands)) == len(commands) == changes
    assert list(recorded(hall).values()).count(Result.PENDING) == len(boards) - len(typed)


def acknowledged(page: Page) -> list[list[str]]:
    """What the page has as saved."""
    said: list[list[str]] = page.locator("tr[data-board]:not(.saving)").evaluate_all(
        "all => all.map(one => [one.dataset.white, one.dataset.black, one.dataset.result])"
    )
    return said


def assert_there(hall: Server, acknowledged: list[list[str]]) -> None:
    """Every result that the page had as saved is in the store."""
    state = hall.state(OPEN)
    key = state.keys.player
    there = {(key[game.white], key[game.black]): str(game.result) for game in state.tournament.rounds[4].games}
    assert {(white, black): there[white, black] for white, black, _ in acknowledged} == {
        (white, black): result for white, black, result in acknowledged
    }


def test_ctrl_c_closes_the_desk_cleanly(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        type_at(page, open_boards(page)[0], "1")
        saved(page)
        somebody.lost = True
        assert hall.stop() == 0
        expect(page.locator("#offline")).to_be_visible()


# -- back again --------------------------------------------------------------------------------------------------------


def test_undo_of_a_bulk_act(browser: Browser, hall: Server) -> None:
    """A whole round is paired, and taken back with one key."""
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        for board in open_boards(page):
            type_at(page, board, "1")
        saved(page)
        before = hall.state(OPEN)
        expect(page.get_by_role("button", name="Pair round 6")).to_be_enabled()
        page.keyboard.press("P")
        page.wait_for_url(f"**/t/{OPEN}/round/6")
        assert len(open_boards(page)) == 24
        expect(page.locator("#board")).not_to_be_empty()  # what is said of a board is not asked for while it goes
        page.keyboard.press("z")
        expect(page.locator("tr[data-board]")).to_have_count(0)
        expect(page.locator("#work")).to_contain_text("Round 6 is not paired yet")
    assert hall.state(OPEN).tournament == before.tournament
