"""Team events in a browser, as an arbiter runs them: vacant boards, boards per match, line-ups, match forms.

A Swiss of eight teams of four, in which teams leave boards vacant, and four teams with six players on each list who
play on four boards. Everything is done through the pages, and the acts are counted.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import rookery
from rookery.model import Result
from support.act_counter import ActCounter
from support.browsers import BrowserUser, Desk, missing, open_browser

if why := missing():
    pytest.skip(why, allow_module_level=True)

from playwright.sync_api import expect

from support.event_pages import begin_event, enter_table, pair_round, set_initial_colour, type_results
from support.page_waits import wait_until_idle, wait_until_saved

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.slow

EIGHT = ("Anderssen", "Breyer", "Charousek", "Duras", "Euwe", "Flohr", "Geller", "Hetman")
FOUR = ("Keres", "Lasker", "Maroczy", "Najdorf")


def table_of(teams: tuple[str, ...], size: int) -> str:
    """Return a table of entries: each team with so many players, in the order of their boards."""
    rows = [
        f"{team}\t{board}\t{team}, {board}\t{2400 - 20 * place - 5 * board}"
        for place, team in enumerate(teams)
        for board in range(1, size + 1)
    ]
    return "\n".join(("Team\tBoard\tName\tElo", *rows))


def begin(acts: ActCounter, name: str, rounds: int, table: str) -> str:
    """Begin a team Swiss on four boards and enter the teams; return its short name."""
    with acts.task(f"new team event, {name}", acts=9):
        slug = begin_event(acts, name, "team", rounds, boards=4)
        enter_table(acts, table)
    set_initial_colour(acts, slug)
    return slug


def save_line_ups(acts: ActCounter) -> None:
    """Save the grid, and wait until the page shows what was saved."""
    before = acts.page.locator("body").get_attribute("data-version") or ""
    acts.click("form.lineups button.primary")
    expect(acts.page.locator("body")).not_to_have_attribute("data-version", before)


def choose(acts: ActCounter, team: str, board: int, player: str) -> None:
    """Choose who sits at a board of a team; an empty name leaves it vacant."""
    select = acts.page.get_by_label(f"Board {board} of {team}")
    option = select.locator("option", has_text=player).first.get_attribute("value") if player else ""
    acts.choose(select, option or "")


def match_of(page: Page, team: str) -> int:
    """Return the number of the match of a team."""
    row = page.locator("tr.match", has_text=team)
    return int(row.get_attribute("data-match") or 0)


def sides_of(rows: Locator) -> list[tuple[str, str]]:
    """Return who sits at the left and at the right of boards on the entry page."""
    return [(row.locator("td.left .nm").inner_text(), row.locator("td.right .nm").inner_text()) for row in rows.all()]


def match_forms(arbiter: BrowserUser, slug: str, number: int) -> dict[str, list[tuple[str, str]]]:
    """Return the boards of the printed match forms of a round, by the team at the left."""
    page = arbiter.page
    arbiter.goto(f"/t/{slug}/papers/slips.html?round={number}")
    forms = {}
    for card in page.locator(".card").all():
        rows = [row.locator("td.name").all_inner_texts() for row in card.locator("table tr").all()]
        forms[card.locator(".line b").first.inner_text()] = [(left, right) for left, right in rows]
    return forms


def test_a_swiss_of_eight_teams_with_vacant_boards(browser: Browser, empty_desk: Desk) -> None:
    with open_browser(browser, empty_desk) as arbiter:
        acts, page = ActCounter(arbiter), arbiter.goto("/")
        slug = begin(acts, "City League", 3, table_of(EIGHT, 4))

        # the captains hand in their line-ups after the pairing: one grid, saved once; two teams leave a board vacant
        arbiter.goto(f"/t/{slug}")
        pair_round(acts, 1)
        with acts.task("line-ups of 8 teams, two of them changed", acts=4):
            acts.press("l")
            page.wait_for_url("**/round/1/lineups")
            assert page.locator("form.lineups select").count() == 8 * 4
            choose(acts, "Hetman", 2, "")
            choose(acts, "Flohr", 4, "")
            save_line_ups(acts)
        for team, board in (("Hetman", 2), ("Flohr", 4)):
            expect(page.get_by_label(f"Board {board} of {team}")).to_have_value("")
        arbiter.goto(f"/t/{slug}/round/1")

        # a gap stays on its board, and the board is a forfeit that counts
        for team, board in (("Hetman", 2), ("Flohr", 4)):
            number = match_of(page, team)
            rows = page.locator(f'tr[data-match="{number}"] ~ tr').filter(has_text=team)
            assert [name for pair in sides_of(rows) for name in pair if team in name] == [
                f"{team}, {at}" for at in range(1, 5) if at != board
            ]
            vacant = page.locator(f'tr[data-vacant="{number}.{board}"]')
            expect(vacant).to_have_attribute("data-result", re.compile(r"^(\+/-|-/\+)$"))  # a win by forfeit
        page.keyboard.press("b")
        page.keyboard.type(f"{match_of(page, 'Flohr')}.4 1")
        page.keyboard.press("Enter")
        expect(page.locator("#said .bad")).to_contain_text(f"{match_of(page, 'Flohr')}.4")  # it cannot have a result
        page.keyboard.press("Escape")

        # every board has the same team at the left on the page and on the printed form
        on_page = {}
        for row in page.locator("tr.match").all():
            number, team = row.get_attribute("data-match"), row.locator("td.left .nm").inner_text()
            boards = page.locator(f'tr[data-board^="{number}."], tr[data-vacant^="{number}."]')
            on_page[team] = sides_of(boards)
            assert all(team in left or left == "vacant" for left, _ in on_page[team])
            assert len(on_page[team]) == 4
        printed = match_forms(arbiter, slug, 1)
        assert printed.keys() == on_page.keys()
        for team, boards in on_page.items():
            for (left, right), (first, second) in zip(boards, printed[team], strict=True):
                assert left in first
                assert right in second

        # keyed through, the vacant boards count for the opponents; 1 is a win of the left side on every board
        arbiter.goto(f"/t/{slug}/round/1")
        acts.press("5")
        wait_until_saved(page)
        arbiter.goto(f"/t/{slug}/round/1/lineups")
        first = page.locator("form.lineups tbody").first
        expect(first).to_have_class("closed")  # the first result of a match closes its line-ups
        assert first.locator("select").count() == 0
        arbiter.goto(f"/t/{slug}/round/1")
        type_results(acts, "5" * 13)
        for team in ("Hetman", "Flohr"):
            row = page.locator("tr.match", has_text=team)
            mine = "left" if team in row.locator("td.left").inner_text() else "right"
            expect(row.locator(".res")).to_contain_text("1½ – 2½" if mine == "left" else "2½ – 1½")

        # before the pairing too: Duras leaves board 3 vacant in the grid of the round to come
        arbiter.goto(f"/t/{slug}/round/2")
        choose(acts, "Duras", 3, "")
        save_line_ups(acts)
        pair_round(acts, 2)
        number = match_of(page, "Duras")
        expect(page.locator(f'tr[data-vacant="{number}.3"]')).to_have_count(1)
        assert page.locator(f'tr[data-board^="{number}."]').count() == 3
        type_results(acts, "5" * 15)
        row = page.locator("tr.match", has_text="Duras")
        expect(row.locator(".res")).to_contain_text("½")
        pair_round(acts, 3)
        type_results(acts, "1" * 16)  # the left side wins every board
        for row in page.locator("tr.match").all():
            expect(row.locator(".res")).to_contain_text("4 – 0")

        page.keyboard.press("g")
        page.keyboard.press("s")
        page.wait_for_url("**/standings")
        heads = page.locator("#ranks thead").inner_text()
        assert "Match points" in heads
        assert "Game points" in heads
        assert "MPvGP" not in heads
        arbiter.goto(f"/t/{slug}/round/3")
        expect(page.locator("tr.match summary").first).to_have_text("Forfeit …")
        empty_desk.export("league.trf")

    t = rookery.load(empty_desk.folder / "league.trf").tournament
    teams = {team.name: team for team in t.teams}
    for number, name, board in ((1, "Hetman", 2), (1, "Flohr", 4), (2, "Duras", 3)):
        match = next(m for m in t.rounds[number - 1].matches if teams[name].number in (m.white, m.black))
        other = match.black if match.white == teams[name].number else match.white
        (vacant,) = match.vacant
        assert vacant.board == board
        assert vacant.player in t.participants_by_number[other].players
        assert match.board_numbers == tuple(at for at in range(1, 5) if at != board)
        assert all(game.result is Result.DRAW for game in match.games)
    line_ups = [line for line in (empty_desk.folder / "league.trf").read_text().splitlines() if line.startswith("300")]
    assert sum(" 0000" in line for line in line_ups) == 3
    assert rookery.check(t).agree
    assert rookery.completion(t)


def test_lists_of_six_on_four_boards(browser: Browser, empty_desk: Desk) -> None:
    with open_browser(browser, empty_desk) as arbiter:
        acts, page = ActCounter(arbiter), arbiter.goto("/")
        slug = begin(acts, "Six a Side", 2, table_of(FOUR, 6))

        # the number of boards is a rule of the event, set on its page
        arbiter.goto(f"/t/{slug}/rules")
        boards = page.locator("#boards input[name=boards]")
        expect(boards).to_have_value("4")
        boards.fill("5")
        page.locator("#boards button").click()
        expect(page.locator("#boards")).to_contain_text(re.compile(r"\bWBWBW\b"))
        wait_until_idle(page)
        boards.fill("4")
        page.locator("#boards button").click()
        expect(page.locator("#boards")).to_contain_text(re.compile(r"\bWBWB\b"))
        arbiter.goto(f"/t/{slug}")
        pair_round(acts, 1)
        assert page.locator("tr[data-board]").count() == 2 * 4
        assert page.locator("tr[data-vacant]").count() == 0
        arbiter.goto(f"/t/{slug}/rules")
        expect(boards).to_be_disabled()

        # reserves come in after the pairing, both teams of a match in one grid, saved once
        arbiter.goto(f"/t/{slug}/round/1/lineups")
        for board, player in enumerate(("Keres, 1", "Keres, 3", "Keres, 5", "Keres, 6"), 1):
            choose(acts, "Keres", board, player)
        for board, player in enumerate(("Najdorf, 2", "Najdorf, 3", "Najdorf, 4", "Najdorf, 5"), 1):
            choose(acts, "Najdorf", board, player)
        save_line_ups(acts)
        arbiter.goto(f"/t/{slug}/round/1")
        for team, players in (("Keres", (1, 3, 5, 6)), ("Najdorf", (2, 3, 4, 5))):
            rows = page.locator("tr[data-board]").filter(has_text=f"{team},")
            found = [name for both in sides_of(rows) for name in both if team in name]
            assert found == [f"{team}, {at}" for at in players]
        type_results(acts, "1" * 8)
        pair_round(acts, 2)
        assert page.locator("tr[data-board]").count() == 2 * 4
        type_results(acts, "5" * 8)
        empty_desk.export("six.trf")

    t = rookery.load(empty_desk.folder / "six.trf").tournament
    assert t.board_colours == "WBWB"
    assert {match.board_count for round in t.rounds for match in round.matches} == {4}
    assert not any(match.vacant for round in t.rounds for match in round.matches)
    assert rookery.check(t).agree
