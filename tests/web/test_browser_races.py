"""What comes at an awkward moment: late or twice, from two tabs, to a visit that is over: nothing is lost or false."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rookery.model import Result
from support.browsers import Looker, Server, looking, missing

if why := missing():
    pytest.skip(why, allow_module_level=True)

from playwright.sync_api import expect

from support.round_page import (
    OPEN,
    begun,
    cell,
    entries,
    held_back,
    let_through,
    one_saved,
    open_boards,
    recorded,
    saved,
    type_at,
    typed_in_vain,
)

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Browser, Locator, Page, Route

TEAMS = "four-rivers"


def score(page: Page, board: str) -> Locator:
    """Where a board shows its result."""
    return page.locator(f'tr[data-board="{board}"] .score')


# -- who is in ---------------------------------------------------------------------------------------------------------


def test_results_wait_while_a_visit_is_over(browser: Browser, hall: Server) -> None:
    """Somebody leaves in another tab: what is typed here is not taken, and is sent when they are in again."""
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        boards = open_boards(page)
        page.route("**/board/*", lambda route: route.fulfill(body=""))
        cookies = somebody.context.cookies()
        somebody.context.clear_cookies()
        for board, key in zip(boards, "150", strict=False):
            type_at(page, board, key)
        expect(page.locator("#said")).to_contain_text("What was typed is kept")
        page.wait_for_timeout(300)
        assert [cell(page, board) for board in boards[:3]] == ["1–0", "½–½", "0–1"]
        expect(page.locator("tr.saving")).to_have_count(3)
        expect(page.locator("#saved")).to_contain_text("Saving 3")
        somebody.context.add_cookies(cookies)
        page.reload()
        saved(page)
        assert [cell(page, board) for board in boards[:3]] == ["1–0", "½–½", "0–1"]
    assert list(recorded(hall).values()).count(Result.PENDING) == len(boards) - 3


def test_results_wait_on_a_page_of_an_older_visit(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        boards = open_boards(page)
        page.route("**/board/*", lambda route: route.fulfill(body=""))
        somebody.context.clear_cookies()
        other = somebody.context.new_page()
        other.goto(hall.invited(page.locator("body").get_attribute("data-who") or ""))
        type_at(page, boards[0], "1")
        expect(page.locator("#said")).to_contain_text("This page is from an older visit")
        page.wait_for_timeout(300)
        assert cell(page, boards[0]) == "1–0"
        page.reload()
        saved(page)
        assert cell(page, boards[0]) == "1–0"
    assert list(recorded(hall).values()).count(Result.PENDING) == len(boards) - 1


def comes(somebody: Looker, name: str) -> None:
    """Somebody comes in at this browser, whoever was there before."""
    somebody.context.clear_cookies()
    somebody.page.goto(somebody.server.invited(name))


def test_results_wait_for_who_typed_them(browser: Browser, hall: Server) -> None:
    """Ada types and cannot send; Ben comes in at her browser: he sees which boards, and sends none of it as his."""
    with looking(browser, hall, inside=False) as somebody:
        comes(somebody, "Ada")
        one, two, three = open_boards(somebody.goto(f"/t/{OPEN}/round/5"))[:3]
        typed_in_vain(somebody, one, "1")
        comes(somebody, "Ada")
        somebody.goto(f"/t/{OPEN}/round/5")
        saved(somebody.page)
        before = len(entries(hall))
        typed_in_vain(somebody, two, "5")
        comes(somebody, "Ben")
        page = somebody.goto(f"/t/{OPEN}/round/5")
        type_at(page, three, "0")
        saved(page)
        told = page.locator("#left")
        expect(told.locator("summary")).to_have_text("Results typed by Ada wait here until Ada signs in again: 1")
        assert not told.get_by_role("link").is_visible()
        told.locator("summary").click()
        expect(told.get_by_role("link")).to_have_text(f"Puddleford Easter Open, round 5, board {two}: ½-½")
        page.keyboard.press("z")
        expect(score(page, three)).to_have_text("")
        expect(told.get_by_role("link")).to_be_visible()  # also when the page was read anew
        assert cell(page, two) == ""
        somebody.goto(f"/t/{TEAMS}")
        expect(told.locator("summary")).to_contain_text("typed by Ada")
        assert len(entries(hall)) == before + 1
        comes(somebody, "Ada")
        page = somebody.goto(f"/t/{OPEN}/round/5")
        saved(page)
        expect(told).to_be_empty()
        assert cell(page, two) == "½–½"
    entered = [one.actor for one in hall.records(OPEN) if one.kind == "result.entered"]
    assert entered[-3:] == ["Ada", "Ben", "Ada"]


def test_results_that_do_not_say_whose_they_are(browser: Browser, hall: Server) -> None:
    """A page of before kept no name with them: whoever comes next sends them, as it was then."""
    with looking(browser, hall) as somebody:
        (board,) = open_boards(somebody.goto(f"/t/{OPEN}/round/5"))[:1]
        typed_in_vain(somebody, board, "1")
        somebody.goto("/static/desk.css").evaluate(  # where no script is that sends them
            """() => Object.keys(localStorage).filter((one) => one.startsWith("rookery ")).forEach((one) => {
              const { by, board, ...wish } = JSON.parse(localStorage[one]);
              localStorage[one] = JSON.stringify(wish);
            })"""
        )
        page = somebody.goto(f"/t/{OPEN}/round/5")
        saved(page)
        assert cell(page, board) == "1–0"
        expect(page.locator("#left")).to_be_empty()


def test_a_page_does_not_become_that_of_who_comes_in_since(browser: Browser, hall: Server) -> None:
    """Ben comes in in another tab, and Ada's page would be read anew: what she types then is not sent as his."""
    with looking(browser, hall, inside=False) as somebody, looking(browser, hall) as other:
        comes(somebody, "Ada")
        here, there = somebody.goto(f"/t/{OPEN}/round/5"), other.goto(f"/t/{OPEN}/round/5")
        one, two = open_boards(here)[:2]
        type_at(there, one, "1")
        saved(there)
        expect(score(here, one)).to_have_text("1–0")
        somebody.context.clear_cookies()
        somebody.context.new_page().goto(hall.invited("Ben"))
        there.keyboard.press("z")
        expect(here.locator("#said")).to_contain_text("This page is from an older visit")
        type_at(here, two, "0")
        expect(here.locator("#said")).to_contain_text("What was typed is kept")
        assert cell(here, two) == "0–1"
        expect(here.locator("tr.saving")).to_have_count(1)
        here.reload()
        expect(here.locator("#left summary")).to_contain_text("Results typed by Ada wait here")
        assert cell(here, two) == ""
    assert "Ben" not in [one.actor for one in hall.records(OPEN)]


def test_the_hall_neither_sends_nor_sees_what_was_typed(browser: Browser, tmp_path: Path, examples: Path) -> None:
    hall = Server(tmp_path / "desk", "--share")
    hall.adopt(examples / "desk" / "open.rookery")
    with hall, looking(browser, hall, inside=False) as somebody:
        comes(somebody, "Ada")
        board = open_boards(somebody.goto(f"/t/{OPEN}/round/5"))[0]
        before = len(entries(hall))
        typed_in_vain(somebody, board, "1")
        somebody.context.clear_cookies()
        page = somebody.goto(f"/p/{OPEN}/round/5")
        page.wait_for_timeout(300)
        expect(page.locator("body")).not_to_contain_text("Ada")
        assert cell(page, board) == ""
        assert len(entries(hall)) == before


# -- several tabs ------------------------------------------------------------------------------------------------------


def test_two_tabs_keep_what_was_typed_in_both(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as somebody:
        page, other = somebody.goto(f"/t/{OPEN}/round/5"), somebody.context.new_page()
        other.goto(page.url)
        one, two = open_boards(page)[:2]
        somebody.lost = True
        somebody.context.set_offline(True)
        type_at(page, one, "1")
        type_at(other, two, "0")
        page.close()
        other.close()
        somebody.context.set_offline(False)
        somebody.page = somebody.context.new_page()
        page = somebody.goto(f"/t/{OPEN}/round/5")
        saved(page)
        assert [cell(page, board) for board in (one, two)] == ["1–0", "0–1"]


def test_results_are_sent_from_whatever_page_comes_next(browser: Browser, hall: Server) -> None:
    """Typed, and gone to another tournament before it was sent."""
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        typed_in_vain(somebody, open_boards(page)[0], "5")
        page = somebody.page
        with page.expect_response("**/commands") as answered:
            somebody.goto(f"/t/{TEAMS}")
        assert answered.value.status == 200
        saved(page)
    assert list(recorded(hall).values()).count(Result.PENDING) == 8


def test_results_are_not_sent_to_another_tournament_of_that_name(browser: Browser, tmp_path: Path) -> None:
    """Another desk is opened at the same address, and has a tournament of the same short name."""
    event = begun(20, 2)
    first, second = Server(tmp_path / "one"), Server(tmp_path / "two")
    first.hold(event, "open", "a")
    second.hold(event, "open", "b")
    with first, looking(browser, first) as somebody:
        page = somebody.goto("/t/open/round/2")
        somebody.lost = True
        somebody.context.set_offline(True)
        type_at(page, "1", "1")
        page.close()
        first.kill()
        second.port = first.port
        with second:
            somebody.context.set_offline(False)
            page = somebody.page = somebody.context.new_page()
            page.goto(second.door)
            page = somebody.goto("/t/open/round/2")
            page.wait_for_timeout(300)
            assert cell(page, 1) == ""
            page.close()
        assert list(recorded(second, "open", 2).values()).count(Result.PENDING) == 10
        first.start()
        page = somebody.page = somebody.context.new_page()
        page.goto(first.door)
        page = somebody.goto("/t/open/round/2")
        saved(page)
        assert cell(page, 1) == "1–0"


def test_what_was_saved_before_is_not_shown_over_what_came_since(browser: Browser, hall: Server) -> None:
    """The answer to a result never came, and somebody has corrected it since: the page shows what is there."""
    with looking(browser, hall) as ada, looking(browser, hall, inside=False) as ben:
        ben.page.goto(hall.invited("Ben"))
        here = ada.goto(f"/t/{OPEN}/round/5")
        board = open_boards(here)[0]
        ada.lost = True
        written: list[Route] = []

        def lose(route: Route) -> None:
            route.fetch()
            written.append(route)

        here.route("**/commands", lose)
        type_at(here, board, "1")
        expect(here.locator("#saved")).to_contain_text("Saving 1")
        here.wait_for_timeout(200)
        assert written
        here.close()
        there = ben.goto(f"/t/{OPEN}/round/5")
        type_at(there, board, "0")
        saved(there)
        ada.page = ada.context.new_page()
        here = ada.goto(f"/t/{OPEN}/round/5")
        saved(here)
        assert cell(here, board) == "0–1"


# -- what others do ----------------------------------------------------------------------------------------------------


def test_a_correction_that_comes_before_our_own_answer(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as ada, looking(browser, hall, inside=False) as ben:
        ben.page.goto(hall.invited("Ben"))
        here, there = ada.goto(f"/t/{OPEN}/round/5"), ben.goto(f"/t/{OPEN}/round/5")
        board = open_boards(here)[0]
        held = []
        here.route("**/commands", lambda route: held.append((route, route.fetch())))
        type_at(here, board, "1")
        expect(score(there, board)).to_have_text("1–0")
        type_at(there, board, "0")
        saved(there)
        here.wait_for_timeout(300)
        held[0][0].fulfill(response=held[0][1])
        saved(here)
        expect(score(here, board)).to_have_text("0–1", timeout=3000)


def test_a_result_that_was_missed_while_the_line_was_down(browser: Browser, hall: Server) -> None:
    """Our own result is answered meanwhile, with a newer version."""
    with looking(browser, hall) as ada, looking(browser, hall, inside=False) as ben:
        ben.page.goto(hall.invited("Ben"))
        there = ben.goto(f"/t/{OPEN}/round/5")
        ada.lost = True
        held = held_back(ada.context, "**/live")
        here = ada.goto(f"/t/{OPEN}/round/5")
        one, two = open_boards(here)[:2]
        type_at(there, one, "1")
        saved(there)
        type_at(here, two, "0")
        saved(here)
        let_through(here, held)
        expect(score(here, one)).to_have_text("1–0", timeout=3000)


def test_a_score_that_is_answered_late(browser: Browser, hall: Server) -> None:
    """Of two questions for one score the answer to the first comes last: it is older."""
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{TEAMS}/round/5")
        held: list[tuple[Route, APIResponse]] = []
        page.route("**/match/1", lambda route: held.append((route, route.fetch())))
        for board in ("1.1", "1.2"):
            type_at(page, board, "5" if cell(page, board) != "½–½" else "1")
            saved(page)
            page.wait_for_timeout(300)
        texts = [answer.text() for _, answer in held]
        assert texts[0] != texts[-1]
        for route, answer in reversed(held):
            route.fulfill(response=answer)
            page.wait_for_timeout(50)
        assert page.locator('tr.match[data-match="1"] .res').inner_html().strip() == texts[-1].strip()


# -- questions ---------------------------------------------------------------------------------------------------------


def asked(text: str) -> dict[str, object]:
    """What the desk answers when it has a question."""
    buttons = "<button type='button' data-no>No</button><button data-yes>Yes</button>"
    return {"warnings": [{"level": 3}], "tokens": ["x"], "html": f"<h2 id='question-title'>{text}</h2>{buttons}"}


def test_one_question_after_another(browser: Browser, hall: Server) -> None:
    """A result is asked about while an act is: both are answered, and what was typed goes on."""
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        boards = open_boards(page)
        acts: list[Route] = []
        results: list[Route] = []
        page.route("**/do", lambda route: acts.append(route))
        page.route("**/commands", lambda route: route.continue_() if results else results.append(route))
        page.keyboard.press("z")
        page.wait_for_timeout(100)
        type_at(page, boards[0], "1")
        type_at(page, boards[1], "0")
        page.wait_for_timeout(100)
        results[0].fulfill(status=409, json=asked("The result?"))
        expect(page.locator("dialog[open]")).to_contain_text("The result?")
        acts[0].fulfill(status=409, json=asked("The act?"))
        page.wait_for_timeout(200)
        page.locator("dialog[open] [data-no]").click()
        expect(page.locator("dialog[open]")).to_have_count(1)
        page.locator("dialog[open] [data-no]").click()
        saved(page)
        assert [cell(page, board) for board in boards[:2]] == ["", "0–1"]


def test_no_is_said_of_what_somebody_else_has_changed(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as ada, looking(browser, hall, inside=False) as ben:
        ben.page.goto(hall.invited("Ben"))
        here, there = ada.goto(f"/t/{OPEN}/round/5"), ben.goto(f"/t/{OPEN}/round/5")
        board = open_boards(here)[0]
        here.route("**/commands", lambda route: route.fulfill(status=409, json=asked("Really?")))
        type_at(here, board, "1")
        expect(here.locator("dialog[open]")).to_contain_text("Really?")
        type_at(there, board, "0")
        saved(there)
        here.wait_for_timeout(300)
        here.locator("dialog[open] [data-no]").click()
        saved(here)
        expect(score(here, board)).to_have_text("0–1", timeout=3000)


def test_no_key_answers_a_question_before_it_is_seen(browser: Browser, hall: Server) -> None:
    """The frames in which a browser paints come when the test says so: until then nobody can have read it."""
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        board = open_boards(page)[0]
        page.evaluate("window.requestAnimationFrame = (then) => { window.painted = then; return 1; }")
        page.route("**/commands", lambda route: route.fulfill(status=409, json=asked("Really?")))
        type_at(page, board, "1")
        expect(page.locator("dialog[open]")).to_contain_text("Really?")
        for key in ("Enter", "Escape", "Space"):
            page.keyboard.press(key)
        page.evaluate("window.painted()")
        for key in ("Enter", "Escape", "Space"):
            page.keyboard.press(key)
        expect(page.locator("dialog[open]")).to_have_count(1)
        assert cell(page, board) == "1–0"
        page.evaluate("window.painted()")
        expect(page.locator("dialog[open] [data-no]")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("dialog[open]")).to_have_count(0)
        assert cell(page, board) == ""


@pytest.mark.parametrize("key", ["Enter", "Escape"])
def test_a_key_that_is_held_down_answers_no_question(browser: Browser, hall: Server, key: str) -> None:
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        board = open_boards(page)[0]
        page.route("**/commands", lambda route: route.fulfill(status=409, json=asked("Really?")))
        page.locator(f'tr[data-board="{board}"]').focus()
        page.keyboard.down(key)
        page.keyboard.press("1")
        expect(page.locator("dialog[open] [data-no]")).to_be_focused()
        for _ in range(3):
            page.keyboard.down(key)  # the keyboard repeats it
        expect(page.locator("dialog[open]")).to_have_count(1)
        page.keyboard.up(key)
        page.keyboard.press(key)
        expect(page.locator("dialog[open]")).to_have_count(0)


def test_undo_takes_back_what_was_typed_last(browser: Browser, hall: Server) -> None:
    """It waits until that is saved: what is undone is what the page shows as the last."""
    with looking(browser, hall) as somebody:
        page, one, two = one_saved(somebody)
        held = held_back(page, "**/commands")
        type_at(page, two, "0")
        page.wait_for_timeout(50)
        page.keyboard.press("z")
        page.wait_for_timeout(500)
        let_through(page, held)
        expect(page.locator("#said")).to_contain_text("back")
        saved(page)
        assert [cell(page, board) for board in (one, two)] == ["1–0", ""]


def test_a_result_chosen_while_the_page_is_read_anew(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as somebody:
        page, one, two = one_saved(somebody)
        held = held_back(page, "**/do")
        page.keyboard.press("z")
        page.locator(f'tr[data-board="{two}"]').focus()
        page.keyboard.press(".")
        expect(page.locator("dialog[open]")).to_have_count(1)
        page.wait_for_timeout(100)
        let_through(page, held)
        expect(score(page, one)).to_have_text("")
        page.unroute("**/do")
        sent = held_back(page, "**/commands")
        page.get_by_role("button", name="½-0", exact=True).click()
        assert cell(page, two) == "½–0"
        page.wait_for_timeout(50)
        let_through(page, sent)
        saved(page)
        assert cell(page, two) == "½–0"


def test_the_number_of_a_board_stays_while_the_page_is_read_anew(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as somebody:
        page, one, two = one_saved(somebody)
        held = held_back(page, "**/do")
        page.keyboard.press("z")
        page.keyboard.press("b")
        page.keyboard.type(two)
        page.wait_for_timeout(100)
        let_through(page, held)
        expect(score(page, one)).to_have_text("")
        page.keyboard.type(" 5")
        page.keyboard.press("Enter")
        assert cell(page, two) == "½–½"
        saved(page)


@pytest.mark.parametrize("text", ["{}=", "{} =", "{}=5", "{}:5", "{} = 5", "{}  ="])
def test_a_draw_behind_the_number_of_a_board(browser: Browser, hall: Server, text: str) -> None:
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        board = open_boards(page)[0]
        page.keyboard.press("b")
        page.keyboard.type(text.format(board))
        page.keyboard.press("Enter")
        assert cell(page, board) == "½–½"
        saved(page)


def test_what_is_looked_for_is_no_key(browser: Browser, hall: Server) -> None:
    """The first letters are typed before the players have come."""
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        type_at(page, open_boards(page)[0], "1")
        saved(page)
        before = hall.records(OPEN)[-1].version
        held = held_back(page, "**/find")
        page.keyboard.press("Control+k")
        page.keyboard.type("zo")
        page.wait_for_timeout(300)
        let_through(page, held)
        expect(page.locator("#find input")).to_have_value("zo")
        expect(page.locator("#found [role=option]").first).to_contain_text("Zoltan")
        page.wait_for_timeout(300)
        assert hall.records(OPEN)[-1].version == before


def test_a_half_filled_form_stays_when_it_is_left(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as ada, looking(browser, hall, inside=False) as ben:
        ben.page.goto(hall.invited("Ben"))
        here, there = ada.goto(f"/t/{OPEN}/players#add"), ben.goto(f"/t/{OPEN}/players#add")
        here.locator("#add-name").fill("Alder, A")
        here.locator("h1").click()
        there.locator("#add-name").fill("Birch, B")
        there.keyboard.press("Enter")
        expect(there.locator("#people")).to_contain_text("Birch, B")
        here.wait_for_timeout(1000)
        expect(here.locator("#add-name")).to_have_value("Alder, A", timeout=1000)


def test_what_is_looked_for_stays_while_another_enters_results(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as ada, looking(browser, hall, inside=False) as ben:
        ben.page.goto(hall.invited("Ben"))
        here, there = ada.goto(f"/t/{OPEN}/standings"), ben.goto(f"/t/{OPEN}/round/5")
        here.locator("#filter").fill("zoltan")
        here.locator("h1").click()
        rows = here.locator("#ranks [data-row]:visible")
        expect(rows).to_have_count(1)
        before = here.locator("body").get_attribute("data-version") or ""
        type_at(there, open_boards(there)[0], "1")
        expect(here.locator("body")).not_to_have_attribute("data-version", before)
        here.wait_for_timeout(500)  # the standings have come
        expect(here.locator("#filter")).to_have_value("zoltan")
        expect(rows).to_have_count(1)


def test_an_act_whose_answer_is_lost(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        somebody.lost = True

        def lose(route: Route) -> None:
            route.fetch()
            route.abort("connectionreset")

        page.route("**/do", lose)
        page.keyboard.press("z")
        expect(page.locator("#said")).to_contain_text("does not answer")
        expect(page.locator("#said")).not_to_contain_text("Nothing was changed")


def test_an_answer_that_is_cut_off(browser: Browser, hall: Server) -> None:
    """The server dies while it answers: the result is sent again, and is there once."""
    with looking(browser, hall) as somebody:
        page = somebody.goto(f"/t/{OPEN}/round/5")
        boards = open_boards(page)
        cut: list[Route] = []

        def cut_off(route: Route) -> None:
            if cut:
                route.continue_()
                return
            cut.append(route)
            route.fetch()
            route.fulfill(status=200, body='{"version": 1', content_type="application/json")

        page.route("**/commands", cut_off)
        before = len(entries(hall))
        type_at(page, boards[0], "1")
        type_at(page, boards[1], "5")
        saved(page)
        assert [cell(page, board) for board in boards[:2]] == ["1–0", "½–½"]
    assert len(entries(hall)) == before + 2


def test_ticks_stay_while_another_changes_the_page(browser: Browser, hall: Server) -> None:
    with looking(browser, hall) as ada, looking(browser, hall, inside=False) as ben:
        ben.page.goto(hall.invited("Ben"))
        ada.lost = True
        held = held_back(ada.context, "**/live")
        here, there = ada.goto(f"/t/{OPEN}/players/check-in"), ben.goto(f"/t/{OPEN}/players#add")
        for at in (0, 2, 4):
            here.locator("#ticks input:enabled").nth(at).check()
        there.locator("#add-name").fill("Birch, B")
        there.keyboard.press("Enter")
        expect(there.locator("#people")).to_contain_text("Birch, B")
        let_through(here, held)
        here.wait_for_timeout(500)
        expect(here.locator("#ticks input:enabled:checked")).to_have_count(3, timeout=1000)
