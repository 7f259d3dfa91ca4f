"""News and answers that come at an awkward moment: late or twice, in two tabs, after signing out. Nothing is lost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.browsers import Desk, Server, missing, open_browser

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

from support.page_waits import (
    answer_request,
    finish_sending,
    hold_requests,
    let_time_pass,
    release_request,
    route_requests,
    wait_for_messages,
    wait_for_news,
    wait_for_route,
    wait_until,
    wait_until_idle,
    wait_until_saved,
)
from support.round_page import (
    OPEN,
    ROUND_5,
    assert_round_is_true,
    board_row,
    count_pending,
    event_with_open_round,
    open_boards,
    result_commands,
    save_first_result,
    score,
    shown_result,
    type_and_close,
    type_result,
)

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Browser, Page, Request, Route
    from syrupy.assertion import SnapshotAssertion

TEAMS = "four-rivers"


def add_player(page: Page, name: str) -> None:
    """Add a player on the page of the players: a change that is no result."""
    page.locator("#add-name").fill(name)
    page.keyboard.press("Enter")
    expect(page.locator("#people")).to_contain_text(name)


# -- signing in and out ------------------------------------------------------------------------------------------------


def test_results_wait_while_a_visit_is_over(browser: Browser, desk: Desk, snapshot: SnapshotAssertion) -> None:
    """A user signs out in another tab: results typed here are refused, and sent after the user has signed in again."""
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        boards = open_boards(page)
        route_requests(page, "**/board/*", lambda route: route.fulfill(body=""))
        cookies = user.context.cookies()
        user.context.clear_cookies()
        for board, key in zip(boards, "150", strict=False):
            type_result(page, board, key)
        assert wait_for_messages(page) == snapshot
        wait_until_idle(page)
        assert [shown_result(page, board) for board in boards[:3]] == ["1–0", "½–½", "0–1"]
        expect(page.locator("tr.saving")).to_have_count(3)
        expect(page.locator("body")).to_have_attribute("data-waiting", "3")
        user.context.add_cookies(cookies)  # type: ignore[arg-type]
        page.reload()
        wait_until_saved(page)
        assert [shown_result(page, board) for board in boards[:3]] == ["1–0", "½–½", "0–1"]
    assert count_pending(desk) == len(boards) - 3


def test_results_wait_on_a_page_of_an_older_visit(browser: Browser, desk: Desk, snapshot: SnapshotAssertion) -> None:
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        boards = open_boards(page)
        route_requests(page, "**/board/*", lambda route: route.fulfill(body=""))
        user.sign_in(page.locator("body").get_attribute("data-who") or "")
        type_result(page, boards[0], "1")
        assert wait_for_messages(page) == snapshot
        wait_until_idle(page)
        expect(score(page, boards[0])).to_have_text("1–0")
        page.reload()
        wait_until_saved(page)
        expect(score(page, boards[0])).to_have_text("1–0")
    assert count_pending(desk) == len(boards) - 1


def test_unsent_results_wait_for_their_author(browser: Browser, desk: Desk, snapshot: SnapshotAssertion) -> None:
    """Ada types and cannot send; Ben signs in at her browser: he sees which boards, and sends nothing in his name."""
    with open_browser(browser, desk, user="Ada") as user:
        first, second, third = open_boards(user.goto(ROUND_5))[:3]
        type_and_close(user, first, "1")
        user.sign_in("Ada")
        wait_until_saved(user.goto(ROUND_5))
        before = len(result_commands(desk))
        type_and_close(user, second, "5")
        user.sign_in("Ben")
        page = user.goto(ROUND_5)
        type_result(page, third, "0")
        wait_until_saved(page)
        left = page.locator("#left")
        summary = left.locator("summary").text_content() or ""
        assert not left.get_by_role("link").is_visible()
        left.locator("summary").click()
        assert [summary, left.get_by_role("link").text_content()] == snapshot
        page.keyboard.press("z")
        expect(score(page, third)).to_have_text("")
        expect(left.get_by_role("link")).to_be_visible()  # also after the page was read again
        assert shown_result(page, second) == ""
        user.goto(f"/t/{TEAMS}")
        expect(left.locator("summary")).to_have_text(summary)
        assert len(result_commands(desk)) == before + 1
        user.sign_in("Ada")
        page = user.goto(ROUND_5)
        wait_until_saved(page)
        expect(left).to_be_empty()
        expect(score(page, second)).to_have_text("½–½")
    actors = [record.actor for record in desk.records(OPEN) if record.kind == "result.entered"]
    assert actors[-3:] == ["Ada", "Ben", "Ada"]


def test_results_that_do_not_say_whose_they_are(browser: Browser, desk: Desk) -> None:
    """Results kept by an older version have no name: the next user sends them, as it was then."""
    with open_browser(browser, desk) as user:
        (board,) = open_boards(user.goto(ROUND_5))[:1]
        type_and_close(user, board, "1")
        user.goto("/static/desk.css").evaluate(  # no script is there that would send them
            """() => Object.keys(localStorage).filter((key) => key.startsWith("rookery ")).forEach((key) => {
              const { by, board, ...command } = JSON.parse(localStorage[key]);
              localStorage[key] = JSON.stringify(command);
            })"""
        )
        page = user.goto(ROUND_5)
        wait_until_saved(page)
        expect(score(page, board)).to_have_text("1–0")
        expect(page.locator("#left")).to_be_empty()


def test_a_page_does_not_pass_to_a_later_session(browser: Browser, desk: Desk, snapshot: SnapshotAssertion) -> None:
    """Ben signs in in another tab, and Ada's page would be read again: what she types is not sent in his name."""
    with open_browser(browser, desk, user="Ada") as user, open_browser(browser, desk) as other:
        here, there = user.goto(ROUND_5), other.goto(ROUND_5)
        first, second = open_boards(here)[:2]
        type_result(there, first, "1")
        wait_until_saved(there)
        expect(score(here, first)).to_have_text("1–0")
        user.sign_in("Ben")
        there.keyboard.press("z")
        assert wait_for_messages(here) == snapshot
        type_result(here, second, "0")
        wait_until_idle(here)
        assert wait_for_messages(here)[-1] == snapshot
        expect(score(here, second)).to_have_text("0–1")
        expect(here.locator("tr.saving")).to_have_count(1)
        here.reload()
        assert here.locator("#left summary").text_content() == snapshot
        assert shown_result(here, second) == ""
    assert "Ben" not in [record.actor for record in desk.records(OPEN)]


def test_the_hall_neither_sends_nor_sees_what_was_typed(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk, user="Ada") as user:
        board = open_boards(user.goto(ROUND_5))[0]
        before = len(result_commands(desk))
        type_and_close(user, board, "1")
        user.context.clear_cookies()
        user.page.clock.install()
        page = user.goto(f"/p/{OPEN}/round/5")
        wait_for_news(page, desk, OPEN)
        let_time_pass(page)
        finish_sending(page)
        expect(page.locator("body")).not_to_contain_text("Ada")
        assert shown_result(page, board) == ""
        assert len(result_commands(desk)) == before


# -- several tabs ------------------------------------------------------------------------------------------------------


def test_two_tabs_keep_what_was_typed_in_both(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as user:
        page, other = user.goto(ROUND_5), user.context.new_page()
        other.goto(page.url)
        first, second = open_boards(page)[:2]
        user.go_offline()
        type_result(page, first, "1")
        type_result(other, second, "0")
        page.close()
        other.close()
        user.go_online()
        user.open_new_page()
        page = user.goto(ROUND_5)
        assert_round_is_true(desk, page)
        assert [shown_result(page, board) for board in (first, second)] == ["1–0", "0–1"]


def test_results_are_sent_from_whatever_page_comes_next(browser: Browser, desk: Desk) -> None:
    """A result is typed, and the user goes to another tournament before it was sent."""
    with open_browser(browser, desk) as user:
        boards = open_boards(user.goto(ROUND_5))
        page = type_and_close(user, boards[0], "5")
        with page.expect_response("**/commands") as response:
            user.goto(f"/t/{TEAMS}")
        assert response.value.status == 200
        wait_until_saved(page)
    assert count_pending(desk) == len(boards) - 1


def test_results_are_not_sent_to_another_tournament_of_that_name(browser: Browser, tmp_path: Path) -> None:
    """Another desk is opened at the same address, and has a tournament with the same slug."""
    event = event_with_open_round(20, 2)
    first, second = Server(tmp_path / "one"), Server(tmp_path / "two")
    first.add_tournament(event, "open", "a")
    second.add_tournament(event, "open", "b")
    with first, open_browser(browser, first) as user:
        page = user.goto("/t/open/round/2")
        user.go_offline()
        type_result(page, "1", "1")
        page.close()
        first.kill()
        second.port = first.port
        with second:
            user.go_online()
            page = user.open_new_page()
            page.goto(second.entry_url)
            page.clock.install()
            page = user.goto("/t/open/round/2")
            wait_for_news(page, second, "open")
            let_time_pass(page)
            finish_sending(page)
            assert shown_result(page, 1) == ""
            page.close()
        assert count_pending(second, "open", 2) == 10
        first.start()
        page = user.open_new_page()
        page.goto(first.entry_url)
        page = user.goto("/t/open/round/2")
        wait_until_saved(page)
        expect(score(page, 1)).to_have_text("1–0")


def test_what_was_saved_before_is_not_shown_over_what_came_since(browser: Browser, desk: Desk) -> None:
    """The answer to a result never came, and another user has corrected it since: the page shows the correction."""
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        here = ada.goto(ROUND_5)
        board = open_boards(here)[0]
        ada.may_lose_server = True
        written: list[Route] = []

        def lose_answer(route: Route) -> None:
            route.fetch()
            written.append(route)

        route_requests(here, "**/commands", lose_answer)
        type_result(here, board, "1")
        expect(here.locator("body")).to_have_attribute("data-waiting", "1")
        wait_for_route(here, written)
        here.close()
        there = ben.goto(ROUND_5)
        type_result(there, board, "0")
        wait_until_saved(there)
        ada.open_new_page()
        here = ada.goto(ROUND_5)
        assert_round_is_true(desk, here, there)
        expect(score(here, board)).to_have_text("0–1")


# -- changes by others -------------------------------------------------------------------------------------------------


def test_a_correction_that_comes_before_our_own_answer(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        here, there = ada.goto(ROUND_5), ben.goto(ROUND_5)
        board = open_boards(here)[0]
        held: list[tuple[Route, APIResponse]] = []
        route_requests(here, "**/commands", lambda route: held.append((route, route.fetch())))
        type_result(here, board, "1")
        expect(score(there, board)).to_have_text("1–0")
        type_result(there, board, "0")
        wait_until_saved(there)
        wait_for_news(here, desk, OPEN, idle=False)
        ((route, response),) = held
        route.fulfill(response=response)
        wait_until_saved(here)
        expect(score(here, board)).to_have_text("0–1")
        assert_round_is_true(desk, here, there)


def test_a_result_that_was_missed_while_the_line_was_down(browser: Browser, desk: Desk) -> None:
    """Our own result is answered meanwhile, with a newer version."""
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        there = ben.goto(ROUND_5)
        ada.may_lose_server = True
        held = hold_requests(ada.context, "**/live?*")
        here = ada.goto(ROUND_5)
        first, second = open_boards(here)[:2]
        type_result(there, first, "1")
        wait_until_saved(there)
        type_result(here, second, "0")
        wait_until_saved(here)
        assert shown_result(here, first) == ""
        release_request(here, held)
        expect(score(here, first)).to_have_text("1–0")
        assert_round_is_true(desk, here, there)


def test_a_score_that_is_answered_late(browser: Browser, desk: Desk) -> None:
    """Of several requests for one score the answer to the first comes last: it is older."""
    with open_browser(browser, desk) as user:
        page = user.goto(f"/t/{TEAMS}/round/5")
        requests: list[Request] = []
        held: list[tuple[Route, APIResponse]] = []
        page.on("request", lambda request: requests.append(request) if request.url.endswith("/match/1") else None)
        route_requests(page, "**/match/1", lambda route: held.append((route, route.fetch())))
        for board in ("1.1", "1.2"):
            type_result(page, board, "5" if shown_result(page, board) != "½–½" else "1")
            wait_until_saved(page)
            wait_for_news(page, desk, TEAMS)
            finish_sending(page)
            wait_until(page, lambda: len(held) == len(requests), "the server has answered")
        texts = [response.text() for _, response in held]
        assert texts[0] != texts[-1]
        for route, response in reversed(held):
            answer_request(page, route, response=response)
        assert page.locator('tr.match[data-match="1"] .res').inner_html().strip() == texts[-1].strip()


# -- questions ---------------------------------------------------------------------------------------------------------


def question(text: str) -> dict[str, object]:
    """Return an answer of the desk that asks a question."""
    buttons = "<button type='button' data-no>No</button><button data-yes>Yes</button>"
    return {"warnings": [{"level": 3}], "tokens": ["x"], "html": f"<h2 id='question-title'>{text}</h2>{buttons}"}


def test_questions_are_shown_in_turn(browser: Browser, desk: Desk) -> None:
    """A result is asked about while an act is: both are answered, and the other results are sent."""
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        boards = open_boards(page)
        dialog = page.locator("dialog[open]")
        acts = hold_requests(page, "**/do")
        results: list[Route] = []
        route_requests(page, "**/commands", lambda route: route.continue_() if results else results.append(route))
        page.keyboard.press("z")
        wait_for_route(page, acts)
        type_result(page, boards[0], "1")
        type_result(page, boards[1], "0")
        wait_for_route(page, results).fulfill(status=409, json=question("The result?"))
        expect(dialog).to_contain_text("The result?")
        answer_request(page, acts[0], status=409, json=question("The act?"))
        expect(dialog).to_contain_text("The result?")
        dialog.locator("[data-no]").click()
        expect(dialog).to_contain_text("The act?")
        dialog.locator("[data-no]").click()
        assert_round_is_true(desk, page)
        assert [shown_result(page, board) for board in boards[:2]] == ["", "0–1"]


def test_no_is_not_an_answer_to_changes_by_another_user(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        here, there = ada.goto(ROUND_5), ben.goto(ROUND_5)
        board = open_boards(here)[0]
        route_requests(here, "**/commands", lambda route: route.fulfill(status=409, json=question("Really?")))
        type_result(here, board, "1")
        expect(here.locator("dialog[open]")).to_contain_text("Really?")
        type_result(there, board, "0")
        wait_until_saved(there)
        wait_for_news(here, desk, OPEN, idle=False)
        here.locator("dialog[open] [data-no]").click()
        wait_until_saved(here)
        expect(score(here, board)).to_have_text("0–1")
        assert_round_is_true(desk, here, there)


def test_no_key_confirms_a_question_before_it_is_shown(browser: Browser, desk: Desk) -> None:
    """The test says when the browser paints a frame: before the second one nobody can have read the question."""
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        board = open_boards(page)[0]
        page.evaluate("window.requestAnimationFrame = (callback) => { window.painted = callback; return 1; }")
        route_requests(page, "**/commands", lambda route: route.fulfill(status=409, json=question("Really?")))
        type_result(page, board, "1")
        expect(page.locator("dialog[open]")).to_contain_text("Really?")
        for key in ("Enter", "Escape", "Space"):
            page.keyboard.press(key)
        page.evaluate("window.painted()")
        for key in ("Enter", "Escape", "Space"):
            page.keyboard.press(key)
        expect(page.locator("dialog[open]")).to_have_count(1)
        expect(score(page, board)).to_have_text("1–0")
        page.evaluate("window.painted()")
        expect(page.locator("dialog[open] [data-no]")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("dialog[open]")).to_have_count(0)
        assert shown_result(page, board) == ""


@pytest.mark.parametrize("key", ["Enter", "Escape"])
def test_a_key_that_is_held_down_answers_no_question(browser: Browser, desk: Desk, key: str) -> None:
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        board = open_boards(page)[0]
        route_requests(page, "**/commands", lambda route: route.fulfill(status=409, json=question("Really?")))
        board_row(page, board).focus()
        page.keyboard.down(key)
        page.keyboard.press("1")
        expect(page.locator("dialog[open] [data-no]")).to_be_focused()
        for _ in range(3):
            page.keyboard.down(key)  # the keyboard repeats it
        expect(page.locator("dialog[open]")).to_have_count(1)
        page.keyboard.up(key)
        page.keyboard.press(key)
        expect(page.locator("dialog[open]")).to_have_count(0)


# -- keys while the page works -----------------------------------------------------------------------------------------


def test_undo_takes_back_what_was_typed_last(browser: Browser, desk: Desk, snapshot: SnapshotAssertion) -> None:
    """It waits until that is saved: what is undone is what the page shows as the last."""
    with open_browser(browser, desk) as user:
        page, first, second = save_first_result(user)
        held = hold_requests(page, "**/commands")
        acts: list[Request] = []
        page.on("request", lambda request: acts.append(request) if request.url.endswith("/do") else None)
        page.clock.install()
        type_result(page, second, "0")
        wait_for_route(page, held)
        page.keyboard.press("z")
        page.clock.run_for(5000)
        finish_sending(page)
        assert acts == []
        release_request(page, held)
        assert wait_for_messages(page) == snapshot
        assert_round_is_true(desk, page)
        assert [shown_result(page, board) for board in (first, second)] == ["1–0", ""]


def test_a_result_chosen_while_the_page_is_read_anew(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as user:
        page, first, second = save_first_result(user)
        held = hold_requests(page, "**/do")
        page.keyboard.press("z")
        board_row(page, second).focus()
        page.keyboard.press(".")
        expect(page.locator("dialog[open]")).to_have_count(1)
        release_request(page, held)
        expect(score(page, first)).to_have_text("")
        page.unroute("**/do")
        commands = hold_requests(page, "**/commands")
        page.get_by_role("button", name="½-0", exact=True).click()
        expect(score(page, second)).to_have_text("½–0")
        release_request(page, commands)
        wait_until_saved(page)
        expect(score(page, second)).to_have_text("½–0")


def test_the_number_of_a_board_stays_while_the_page_is_read_anew(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as user:
        page, first, second = save_first_result(user)
        held = hold_requests(page, "**/do")
        page.keyboard.press("z")
        page.keyboard.press("b")
        page.keyboard.type(second)
        release_request(page, held)
        expect(score(page, first)).to_have_text("")
        page.keyboard.type(" 5")
        page.keyboard.press("Enter")
        expect(score(page, second)).to_have_text("½–½")
        wait_until_saved(page)


@pytest.mark.parametrize("text", ["{}=", "{} =", "{}=5", "{}:5", "{} = 5", "{}  ="])
def test_a_draw_behind_the_number_of_a_board(browser: Browser, desk: Desk, text: str) -> None:
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        board = open_boards(page)[0]
        page.keyboard.press("b")
        page.keyboard.type(text.format(board))
        page.keyboard.press("Enter")
        expect(score(page, board)).to_have_text("½–½")
        wait_until_saved(page)


def test_what_is_looked_for_is_no_key(browser: Browser, desk: Desk) -> None:
    """The first letters are typed before the players have come."""
    with open_browser(browser, desk) as user:
        user.page.clock.install()
        page = user.goto(ROUND_5)
        type_result(page, open_boards(page)[0], "1")
        wait_until_saved(page)
        before = desk.version(OPEN)
        held = hold_requests(page, "**/find")
        page.keyboard.press("Control+k")
        page.keyboard.type("zo")
        let_time_pass(page)
        release_request(page, held)
        expect(page.locator("#find input")).to_have_value("zo")
        expect(page.locator("#found [role=option]").first).to_contain_text("Zoltan")
        let_time_pass(page)
        assert desk.version(OPEN) == before


# -- what a user has begun while others change the page ----------------------------------------------------------------


def test_a_half_filled_form_stays_when_it_is_left(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        ada.page.clock.install()
        here, there = ada.goto(f"/t/{OPEN}/players#add"), ben.goto(f"/t/{OPEN}/players#add")
        here.locator("#add-name").fill("Alder, A")
        here.locator("h1").click()
        add_player(there, "Birch, B")
        wait_for_news(here, desk, OPEN)
        let_time_pass(here)
        expect(here.locator("#add-name")).to_have_value("Alder, A")


def test_what_is_looked_for_stays_while_another_enters_results(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        ada.page.clock.install()
        here, there = ada.goto(f"/t/{OPEN}/standings"), ben.goto(ROUND_5)
        here.locator("#filter").fill("zoltan")
        here.locator("h1").click()
        rows = here.locator("#ranks [data-row]:visible")
        expect(rows).to_have_count(1)
        type_result(there, open_boards(there)[0], "1")
        wait_until_saved(there)
        wait_for_news(here, desk, OPEN)
        let_time_pass(here)
        expect(here.locator("body")).to_have_attribute("data-version", str(desk.version(OPEN)))
        expect(here.locator("#filter")).to_have_value("zoltan")
        expect(rows).to_have_count(1)


def test_ticks_stay_while_another_changes_the_page(browser: Browser, desk: Desk) -> None:
    with open_browser(browser, desk) as ada, open_browser(browser, desk, user="Ben") as ben:
        ada.may_lose_server = True
        held = hold_requests(ada.context, "**/live?*")
        ada.page.clock.install()
        here, there = ada.goto(f"/t/{OPEN}/players/check-in"), ben.goto(f"/t/{OPEN}/players#add")
        for at in (0, 2, 4):
            here.locator("#ticks [type=checkbox]:enabled").nth(at).check()
        add_player(there, "Birch, B")
        release_request(here, held)
        wait_for_news(here, desk, OPEN)
        let_time_pass(here)
        expect(here.locator("#ticks [type=checkbox]:enabled:checked")).to_have_count(3)


# -- answers that are lost ---------------------------------------------------------------------------------------------


def test_an_act_whose_answer_is_lost(browser: Browser, desk: Desk, snapshot: SnapshotAssertion) -> None:
    """The act may have been done: the message does not say that nothing was changed."""
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        user.may_lose_server = True

        def lose_answer(route: Route) -> None:
            route.fetch()
            route.abort("connectionreset")

        route_requests(page, "**/do", lose_answer)
        page.keyboard.press("z")
        assert wait_for_messages(page) == snapshot


def test_an_answer_that_is_cut_off(browser: Browser, desk: Desk) -> None:
    """The server dies while it answers: the result is sent again, and is stored once."""
    with open_browser(browser, desk) as user:
        page = user.goto(ROUND_5)
        boards = open_boards(page)
        cut: list[Route] = []

        def cut_off(route: Route) -> None:
            if cut:
                route.continue_()
                return
            cut.append(route)
            route.fetch()
            route.fulfill(status=200, body='{"version": 1', content_type="application/json")

        route_requests(page, "**/commands", cut_off)
        before = len(result_commands(desk))
        type_result(page, boards[0], "1")
        type_result(page, boards[1], "5")
        assert_round_is_true(desk, page)
        assert [shown_result(page, board) for board in boards[:2]] == ["1–0", "½–½"]
    assert len(result_commands(desk)) == before + 2
