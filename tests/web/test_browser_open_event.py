"""An open with two arbiters in two browsers, one at a computer and one with a phone; the hall looks at a third.

Everything is done through the pages: the deputy comes by an invitation, both check players in and enter results, a
pairing is changed by hand while the round is played, and the server stops in the middle of a round.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rookery
from rookery.cli.main import main
from support.act_counter import ActCounter
from support.browsers import OWNER, PHONE, BrowserUser, Desk, Server, SharedServer, missing, open_browser

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

from support.event_pages import (
    begin_event,
    board_players,
    enter_table,
    final_standings,
    pair_round,
    set_initial_colour,
    type_results,
)
from support.page_waits import (
    keep_messages,
    wait_until_idle,
    wait_until_saved,
)
from support.round_page import count_pending, open_boards, score, shown_result

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

NAMES = (
    "Avocet",
    "Bunting",
    "Chough",
    "Dotterel",
    "Eider",
    "Fulmar",
    "Godwit",
    "Heron",
    "Ibis",
    "Jackdaw",
    "Kite",
    "Lark",
    "Merlin",
    "Nuthatch",
)
DEPUTY = "Ben Deputy"


def table_of(size: int) -> str:
    """Return a table of so many players, the strongest first."""
    return "\n".join(("Name\tElo", *(f"{name}, Jo\t{2100 - 30 * at}" for at, name in enumerate(NAMES[:size]))))


@pytest.fixture
def shared_desk(shared_server: SharedServer, tmp_path: Path) -> Iterator[Desk]:
    """Serve a desk without tournaments, which the hall can see."""
    with shared_server.serve(Desk(tmp_path / "desk"), share=True) as served:
        yield served


def invite_deputy(acts: ActCounter, phone: BrowserUser, slug: str) -> Page:
    """Invite the deputy on the overview; open the invitation on the phone, and go to the tournament there."""
    acts.press("g", "o")
    acts.page.wait_for_url(f"**/t/{slug}")
    with acts.task("invite a second arbiter", acts=2):
        acts.fill("form.invite [name=name]", DEPUTY)
        acts.click("form.invite button")
        acts.page.wait_for_url("**/invite")
    addresses = acts.page.locator("main code").all_inner_texts()
    phone.page.goto(next(address for address in addresses if address.startswith(phone.desk.address)))
    phone.page.locator("form[action='/enter'] button").tap()
    phone.page.locator(f"a[href='/t/{slug}']").first.tap()
    phone.page.wait_for_url(f"**/t/{slug}")
    acts.user.goto(f"/t/{slug}")
    return phone.page


def result_button(page: Page, board: str, result: str) -> str:
    """Return the button of a result at a board."""
    return f"tr[data-board='{board}'] .result-buttons button[data-result='{result}']"


def publish_round(acts: ActCounter) -> None:
    """Publish the pairings on the page of the round, by one key."""
    with acts.task("publish a round", acts=1):
        acts.press("u")
        acts.page.get_by_text("Public since").wait_for()


def test_an_open_with_a_second_arbiter_on_a_phone(browser: Browser, shared_desk: Desk) -> None:
    with (
        open_browser(browser, shared_desk) as arbiter,
        open_browser(browser, shared_desk, user=None, size=PHONE, touch=True) as deputy,
        open_browser(browser, shared_desk, user=None) as hall,
    ):
        acts, taps, page = ActCounter(arbiter), ActCounter(deputy), arbiter.goto("/")
        slug = begin_event(acts, "Harbour Open", rounds=3)
        enter_table(acts, table_of(14))
        set_initial_colour(acts, slug)
        phone = invite_deputy(acts, deputy, slug)

        # both check players in: a tick is seen by the other at once, and stays when a page is loaded again
        acts.press("g", "p")
        page.wait_for_url("**/players")
        acts.press("c")
        page.wait_for_url("**/check-in")
        deputy.goto(f"/t/{slug}/players/check-in")
        acts.click(page.locator("#ticks label", has_text=NAMES[0]))
        expect(phone.get_by_label(NAMES[0])).to_be_checked()
        taps.click(phone.locator("#ticks label", has_text=NAMES[1]))
        expect(page.get_by_label(NAMES[1])).to_be_checked()
        wait_until_idle(phone)
        phone.reload()
        expect(phone.locator("#ticks :checked")).to_have_count(2)
        with taps.task("tick everybody", acts=1):
            taps.click("button[name=tick][value=all]")
        for ticks in (page, phone):
            expect(ticks.locator("#ticks :checked")).to_have_count(14)

        # a round is paired with one key and published with another; the hall and the phone follow, and both arbiters
        # enter results
        look = hall.goto(f"/p/{slug}")
        pair_round(acts, 1)
        publish_round(acts)
        expect(look.locator("tr[data-board]")).to_have_count(7)
        deputy.goto(f"/t/{slug}/round/1")
        with taps.task("a result on the phone", acts=1):
            taps.click(result_button(phone, "7", "1-0"))
        expect(score(page, 7)).to_have_text("1–0")
        acts.press("1", "5")
        for other in (phone, look):
            expect(score(other, 2)).to_have_text("½–½")
            expect(score(other, 7)).to_have_text("1–0")

        # two results for one board: the second is refused, and its page shows both until the deputy decides: one button
        # of the message keeps the first result, the other changes it
        keep_messages(phone)
        conflict = phone.locator("#said .bad")
        for board, button, kept in (("3", 0, "1–0"), ("4", 1, "0–1")):
            deputy.go_offline()
            taps.click(result_button(phone, board, "0-1"))
            expect(score(phone, board)).to_have_text("0–1")
            acts.press("1")
            wait_until_saved(page)
            deputy.go_online()
            expect(score(phone, board)).to_have_text("1–0")
            expect(conflict).to_contain_text("0-1")
            expect(conflict).to_contain_text("1-0")
            with taps.task("decide between two results", acts=1):
                taps.click(conflict.locator("button").nth(button))
            expect(conflict).to_have_count(0)
            wait_until_saved(phone)
            for other in (page, phone, look):
                expect(score(other, board)).to_have_text(kept)
        assert open_boards(page) == open_boards(phone) == ["5", "6"]

        # the key for a pairing by hand asks first when results are in; looking at the table disturbs nobody
        before, version = board_players(page), shared_desk.version(slug)
        acts.press("h")
        page.wait_for_url("**/hand")
        expect(page.locator("#ask")).to_be_visible()
        acts.press("r")
        page.wait_for_url("**/round/1")
        acts.press("h")
        page.wait_for_url("**/hand")
        acts.click("#ask a.danger")
        expect(page.locator("#table fieldset")).to_have_count(7)
        assert shared_desk.version(slug) == version
        taps.click(result_button(phone, "5", "½-½"))
        wait_until_saved(phone)
        expect(score(look, 5)).to_have_text("½–½")
        acts.press("r")
        page.wait_for_url("**/round/1")
        expect(score(page, 5)).to_have_text("½–½")
        assert shared_desk.state(slug).phase is None

        # from the first change on the deputy reads who changes the pairing; the hall goes on seeing the round
        acts.press("h")
        acts.click("#ask a.danger")
        for place in (0, 2):
            acts.click(page.locator("#table fieldset label").nth(place))
        acts.press("x")
        acts.confirm()
        frozen = phone.locator("table[data-frozen]")
        expect(frozen).to_have_count(1)
        assert OWNER in (frozen.get_attribute("data-frozen") or "")
        assert board_players(phone) == board_players(look) == before
        expect(phone.locator("tr[data-board] .result-buttons")).to_have_count(0)
        expect(score(look, 5)).to_have_text("½–½")
        with acts.task("discard a pairing by hand", acts=1):
            acts.click("form:has([name=give_up]) button")
            page.wait_for_url("**/round/1")
        expect(frozen).to_have_count(0)
        taps.click(result_button(phone, "6", "0-1"))
        expect(score(page, 6)).to_have_text("0–1")
        assert board_players(page) == board_players(look) == before
        assert count_pending(shared_desk, slug, 1) == 0

        # two players are exchanged before any result: two steps of a question, and everybody sees the new boards
        pair_round(acts, 2)
        before = board_players(page)
        with acts.task("exchange two players", acts=7, questions=2):
            acts.press("h")
            page.wait_for_url("**/hand")
            for place in (1, 3):
                acts.click(page.locator("#table fieldset label").nth(place))
            acts.press("x")
            expect(page.locator("#table .chip.amber")).to_have_count(2)
            wait_until_idle(page)
            acts.press("E")
            acts.confirm(2)
            page.wait_for_url("**/round/2")
        after = board_players(page)
        assert (after["1"][1], after["2"][1]) == (before["2"][1], before["1"][1])
        publish_round(acts)
        deputy.goto(f"/t/{slug}/round/2")
        hall.goto(f"/p/{slug}/round/2")
        assert board_players(phone) == board_players(look) == after
        type_results(acts, "1501501")

        # the hall follows to the last round and to the final standings
        hall.goto(f"/p/{slug}")
        pair_round(acts, 3)
        publish_round(acts)
        expect(look.locator("tr[data-board]").first).to_have_attribute("data-round", "3")
        deputy.goto(f"/t/{slug}/round/3")
        for board, result in zip("1234567", ("1-0", "½-½", "0-1") * 3, strict=False):
            taps.click(result_button(phone, board, result))
        wait_until_saved(phone)
        wait_until_idle(page)
        shown = final_standings(acts)
        page.get_by_role("button", name="Publish the standings").click()
        page.get_by_text("Public: after round 3").wait_for()
        hall.goto(f"/p/{slug}/standings")
        assert [text.split("\n")[0] for text in look.locator("tr[data-row] .nm").all_inner_texts()] == shown
        path = shared_desk.export("harbour.trf")

    t = rookery.load(path).tournament
    assert rookery.completion(t)
    assert shown == [t.participants_by_number[row.id].name for row in rookery.standings(t).rows]
    actors = {record.actor for record in shared_desk.records(slug) if record.kind == "result.entered"}
    assert actors == {OWNER, DEPUTY}


def test_an_open_whose_server_stops_in_the_middle_of_a_round(browser: Browser, tmp_path: Path) -> None:
    with (
        Server(tmp_path / "desk", "--by", OWNER) as server,
        open_browser(browser, server) as arbiter,
        open_browser(browser, server, user=None, size=PHONE, touch=True) as deputy,
    ):
        acts, taps, page = ActCounter(arbiter), ActCounter(deputy), arbiter.goto("/")
        slug = begin_event(acts, "Harbour Blitz", rounds=1)
        enter_table(acts, table_of(12))
        set_initial_colour(acts, slug)
        phone = invite_deputy(acts, deputy, slug)
        pair_round(acts, 1)
        deputy.goto(f"/t/{slug}/round/1")
        acts.press("1")
        expect(score(phone, 1)).to_have_text("1–0")

        # the server is gone: both go on entering results, and the page of the phone is closed with what it has
        arbiter.may_lose_server = deputy.may_lose_server = True
        server.kill()
        with acts.task("two results while the server is gone", acts=2):
            acts.press("5", "0")
        taps.click(result_button(phone, "5", "1-0"))
        taps.click(result_button(phone, "6", "½-½"))
        for waiting in (page, phone):
            expect(waiting.locator("body")).to_have_attribute("data-waiting", "2")
            expect(waiting.locator("#offline")).not_to_have_attribute("hidden", "")
        assert count_pending(server, slug, 1) == 5
        phone.close()

        # it is started again: the results of the open page go by themselves, those of the phone with its next page
        server.start()
        wait_until_saved(page)
        assert count_pending(server, slug, 1) == 3
        phone = deputy.open_new_page()
        deputy.goto(f"/t/{slug}/round/1")
        wait_until_saved(phone)
        assert [shown_result(phone, board) for board in (1, 2, 3, 5, 6)] == ["1–0", "½–½", "0–1", "1–0", "½–½"]
        assert count_pending(server, slug, 1) == 1
        expect(score(page, 6)).to_have_text("½–½")
        taps.click(result_button(phone, "4", "1-0"))
        expect(score(page, 4)).to_have_text("1–0")
        wait_until_idle(page)
        assert len(final_standings(acts)) == 12
        authors = [record.actor for record in server.records(slug) if record.kind == "result.entered"]
        assert (authors.count(OWNER), authors.count(DEPUTY)) == (3, 3)
        assert server.stop() == 0
    assert main(["desk", "check", "--desk", str(server.store)]) == 0
