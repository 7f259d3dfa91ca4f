"""A Swiss of 23 players in a browser, as an arbiter runs it: everything is done through the pages.

Two players have the same name, and one of them asks for a bye in the pasted table; results, ratings and entries are
corrected while rounds are played. What an arbiter does often is counted in clicks, keys and fields.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import rookery
from rookery.model import ByeKind, Player, Result
from support.act_counter import ActCounter
from support.browsers import Desk, missing, open_browser

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
from support.page_waits import shown_messages, wait_until_idle, wait_until_saved
from support.round_page import open_boards, type_result

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.slow

NAMES = (
    "Ødegård, Lars", "Černá, Eva", "Šimek, Jan", "Żółtowska, Ewa", "Zelenka, Petr", "Adamec, Karel", "Beneš, Ota",
    "Dvořák, Jiří", "Fischer, Anna", "García, María", "Hansen, Nils", "Kowalczyk, Adam", "Kučera, Tomáš", "Marek, Jan",
    "Nguyễn, Linh", "Novák, Petr", "Novák, Petr", "Svoboda, Josef", "Schmidt, Uwe", "Tichý, Pavel", "Urban, Zdeněk",
    "Veselá, Jana", "Wagner, Rolf",
)  # fmt: skip
RATINGS = (2231, 2204, 2187, 2154, 2120, 2099, 2066, 2043, 2031, 2017, 2009, 1998, 1995, 1991, 1989, 1988, 1790, 1760,
           1733, 1701, 1655, 1620, 1580)  # fmt: skip
BY_NAME = (
    "Adamec", "Beneš", "Černá", "Dvořák", "Fischer", "García", "Hansen", "Kowalczyk", "Kučera", "Marek", "Nguyễn",
    "Novák", "Novák", "Ødegård", "Schmidt", "Šimek", "Svoboda", "Tichý", "Urban", "Veselá", "Wagner", "Zelenka",
    "Żółtowska",
)  # fmt: skip
"""The family names as they stand in a list on a wall."""
TABLE = "\n".join(
    (
        "Name\tElo\tBorn\tByes",
        *(
            f"{name}\t{rating}\t{1960 + at}\t{'2' if rating == 1988 else ''}"
            for at, (name, rating) in enumerate(zip(NAMES, RATINGS, strict=True))
        ),
    )
)

EVENT_DETAILS = {
    "city": "Brno", "federation": "Czech Republic", "start": "2026-11-14", "end": "2026-11-15",
    "time_control": "90 min + 30 s a move", "encoded_time_control": "5400+30", "chief_arbiter": "Olga Nová",
    "round_dates": "\n".join(["14.11.2026"] * 3 + ["15.11.2026"] * 2),
}  # fmt: skip
"""What a rating report needs of the event, by the names of the fields on the overview."""


def family_names(cells: Locator) -> tuple[str, ...]:
    """Return the family names that stand in cells, in their order; cells without a name are left out."""
    return tuple(text.split(",")[0].strip() for text in cells.all_inner_texts() if "," in text)


def check_lists_by_name(acts: ActCounter, slug: str) -> None:
    """Check the order of names in every list where a player looks for their own."""
    page = acts.page
    acts.user.goto(f"/t/{slug}/players")
    acts.click("#people th a[href$='sort=name']")
    page.wait_for_url("**sort=name")
    assert family_names(page.locator("#people .who-is")) == BY_NAME
    acts.press("c")
    page.wait_for_url("**/check-in")
    assert family_names(page.locator("#ticks label > span")) == BY_NAME
    acts.user.goto(f"/t/{slug}/rules")
    acts.choose("#publication [name='fields.pairings']", "automatic")
    acts.click("#publication form button")
    acts.page.wait_for_load_state()
    wait_until_idle(acts.page)
    acts.user.goto(f"/p/{slug}/names")
    assert family_names(page.locator("#names td:first-child")) == BY_NAME
    acts.user.goto(f"/t/{slug}/papers/names.html?round=1")
    assert family_names(page.locator("table tr > :first-child")) == BY_NAME


def print_pairings(acts: ActCounter, slug: str) -> None:
    """Open the pairings of the last round as a PDF, from the page of the round."""
    acts.click("#top a[href$='/papers']")
    acts.page.wait_for_url("**/papers")
    with acts.user.context.expect_event("response", lambda answer: ".pdf" in answer.url) as response:
        acts.click("button[formaction$='/papers/pairings.pdf']")
    assert response.value.status == 200
    assert response.value.headers["content-type"] == "application/pdf"
    for other in acts.user.context.pages:
        if other != acts.page:
            other.close()


def player_with(desk: Desk, slug: str, key: str) -> Player:
    """Return a player as the store has them."""
    return next(player for player in desk.state(slug).tournament.players if player.key == key)


def test_a_swiss_of_23_players(browser: Browser, empty_desk: Desk) -> None:
    with open_browser(browser, empty_desk) as arbiter:
        acts, page = ActCounter(arbiter), arbiter.goto("/")
        with acts.task("new event, 23 players pasted", acts=7):
            slug = begin_event(acts, "Brno Open", rounds=5)
            enter_table(acts, TABLE)
            expect(page.locator("#people tr[data-row]")).to_have_count(23)
        set_initial_colour(acts, slug)

        # the bye of the table belongs to the Novák who asked for it
        state = empty_desk.state(slug)
        by_rating = {player.rating: player for player in state.tournament.players}
        requested = [(bye.player, bye.kind) for bye in state.tournament.requested_byes]
        assert requested == [(by_rating[1988].number, ByeKind.HALF)]

        with acts.task("pair a round", acts=1):
            pair_round(acts, 1)
        with acts.task("11 results", acts=11):
            type_results(acts, "15" * 5 + "0")
        check_lists_by_name(acts, slug)
        arbiter.goto(f"/t/{slug}/round/1")
        pair_round(acts, 2)
        with acts.task("pairings as PDF", acts=2):
            print_pairings(acts, slug)
        arbiter.goto(f"/t/{slug}/round/2")
        type_results(acts, "1" * len(open_boards(page)))
        pair_round(acts, 3)

        # a correction of round 2 moves no board of round 3
        before = board_players(page)
        type_result(page, "3", "1")
        wait_until_saved(page)
        with acts.task("correct a result of the round before", acts=4, questions=1):
            acts.click("#top .rounds a[href$='/round/2']")
            page.wait_for_url("**/round/2")
            acts.click("tr[data-board='1'] button.score")
            acts.click("#question button[value='0-1']")
            acts.confirm()
            wait_until_saved(page)
        arbiter.goto(f"/t/{slug}/round/3")
        assert board_players(page) == before
        corrected = empty_desk.state(slug).tournament.rounds[1]
        assert [game.result for game in corrected.games].count(Result.BLACK_WINS) == 1

        # a rating and a birth are corrected in one form and saved once; no board moves either, and a result that is
        # typed by the number of a board goes to the game that was printed with this number
        player = by_rating[2043]
        arbiter.goto(f"/t/{slug}/players")
        with acts.task("correct a player's rating and birth", acts=5, questions=1):
            acts.click(f"tr[data-row='{player.key}'] .who-is a")
            page.wait_for_url(f"**/players/{player.key}")
            acts.fill('[name^="fields.birth"]', "31.5.2001")
            acts.fill('[name^="ratings."]', "1600")
            acts.press("Enter")
            acts.confirm()
            page.wait_for_url("**/players")
        saved = player_with(empty_desk, slug, player.key)
        assert (str(saved.birth), saved.rating) == ("2001-05-31", 1600)
        arbiter.goto(f"/t/{slug}/round/3")
        assert board_players(page) == before
        with acts.task("a result by the number of its board", acts=3):
            acts.press("b")
            acts.fill("#jump", "4 1")
            acts.press("Enter")
        wait_until_saved(page)
        state = empty_desk.state(slug)
        games = [game for game in state.tournament.rounds[2].games if game.result is not Result.PENDING]
        assert {(state.keys.player[game.white], state.keys.player[game.black]) for game in games} == {
            before["3"],
            before["4"],
        }
        acts.press("z")
        wait_until_idle(page)
        assert open_boards(page) == [board for board in before if board != "3"]

        # undo and redo by keys where one is, and both say what they did
        arbiter.goto(f"/t/{slug}/players")
        with acts.task("redo after one undo too many", acts=3):
            acts.press("z")
            wait_until_idle(page)
            assert player_with(empty_desk, slug, player.key).rating == 2043
            acts.press("y")
            wait_until_idle(page)
        assert player_with(empty_desk, slug, player.key).rating == 1600
        messages = shown_messages(page)
        assert len(messages) == 2
        assert all("Dvořák" in message and "version" not in message for message in messages)

        # a bye is given and taken away by the menu, without a question
        cell = page.locator(f"tr[data-row='{by_rating[1580].key}'] button.bye[data-press='4']")
        for name, kind, sign in (("half-point bye", "half", "½"), ("take that bye away", "", "4")):
            with acts.task(name, acts=2):
                acts.click(cell)
                acts.click(f"#question .stack button[value='{kind}']")
                expect(cell).to_have_text(sign)
                wait_until_idle(page)

        # the ticks of a check-in are kept
        arbiter.goto(f"/t/{slug}/round/3")
        type_open_results(acts)
        arbiter.goto(f"/t/{slug}/players/check-in")
        acts.click(page.locator("#ticks label", has_text="Ødegård"))
        wait_until_idle(page)
        page.reload()
        expect(page.locator("#ticks :checked")).to_have_count(1)

        for number in (4, 5):
            pair_round(acts, number)
            type_results(acts, "5" * len(open_boards(page)))
        shown = final_standings(acts)
        save_event_details(acts, slug)
        check_report(acts)
        path = empty_desk.export("brno.trf")

    t = rookery.load(path).tournament
    assert rookery.completion(t)
    assert len(t.players) == 23
    assert shown == [t.participants_by_number[row.id].name for row in rookery.standings(t).rows]


def type_open_results(acts: ActCounter) -> None:
    """Type a win of White at every open board of a round in which some have a result."""
    for board in open_boards(acts.page):
        type_result(acts.page, board, "1")
    wait_until_saved(acts.page)


def save_event_details(acts: ActCounter, slug: str) -> None:
    """Save the place, the days, the time control and the arbiter on the overview: a rating report needs them."""
    acts.press("g", "o")
    acts.page.wait_for_url(f"**/t/{slug}")
    for field, text in EVENT_DETAILS.items():
        acts.fill(f'#head [name^="fields.{field}:"]', text)
    acts.click("#head button")
    wait_until_idle(acts.page)


def check_report(acts: ActCounter) -> None:
    """Check that the report blames nobody for a correction, and asks for nothing that no page can set."""
    acts.press("g", "e")
    page: Page = acts.page
    page.wait_for_url("**/report")
    checks, needed = page.locator("main .stack > section").nth(0), page.locator("main .stack > section").nth(1)
    rounds = checks.locator("li")
    expect(rounds).to_have_count(5)
    expect(checks.locator(".chip.amber")).to_have_count(0)
    expect(rounds.nth(2).locator("span").first).to_contain_text(re.compile("3.*2"))  # before the correction of round 2
    expect(needed.locator(".chip.red")).to_have_count(0)
    lines = needed.locator("li").all_inner_texts()
    assert not any("092" in line for line in lines)
    assert sum("Ødegård" in line for line in lines) == 1, "the FIDE numbers that all players lack are one line"
