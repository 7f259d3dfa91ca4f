"""A round robin of 6, a knock-out of 8 and a Keizer club in a browser, as an arbiter runs them, through the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import rookery
from rookery.model import ByeKind, Result
from support.act_counter import ActCounter
from support.browsers import Desk, missing, open_browser

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

from support.event_pages import begin_event, enter_table, final_standings, pair_round, preview_table, type_results
from support.page_waits import wait_until_idle
from support.round_page import score

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

NAMES = ("Avocet", "Bunting", "Chough", "Dunn", "Evans", "Fulmar", "Godwit", "Heron")

COUNTRIES = ("Czech Republic", "Germany", "Poland", "Norway", "CZE", "Germany", "Poland", "Norway")


def table_of(size: int) -> str:
    """Return a table of so many players, the strongest first."""
    return "\n".join(("Name\tElo", *(f"{name}, Jo\t{2100 - 50 * at}" for at, name in enumerate(NAMES[:size]))))


CUP_TABLE = "\n".join(
    (
        "Name\tCountry\tElo\tBorn\tFIDE ID",
        *(
            f"{name}, Jo\t{country}\t{2100 - 50 * at}\t{1602 if name == 'Evans' else 1980}\t{99900101 + at}"
            for at, (name, country) in enumerate(zip(NAMES, COUNTRIES, strict=True))
        ),
        "Héron, Jo\tNorway\t1750\t1980\t",
        "Total 9\t\t\t\t",
    )
)
"""Eight players, the last of them twice, with a birth that cannot be right and a row that counts them."""
RATING_LIST = "\n".join(
    (
        "FIDE ID,Name,Fed,Std,Rapid,B-day",
        *(f'{99900101 + at},"{name}, Jo",{country},{2110 - 50 * at},1900,1980' for at, (name, country) in enumerate(
            zip(NAMES, COUNTRIES, strict=True))),
    )
)  # fmt: skip
"""The same players in a rating list with ordinary headings; everybody has won ten points."""
WINTER_TABLE = "\n".join(
    (
        "Name\tElo\tBorn\tSex",
        *(
            f"{name}, Jo\t{2100 - 50 * at}\t{born}\t{sex}"
            for at, (name, (born, sex)) in enumerate(
                zip(NAMES, ((1950, "m"), (1990, "w"), (1991, "m"), (1992, "m"), (1993, "w"), (1955, "m")), strict=False)
            )
        ),
    )
)
"""Six players, two women and two over 65 among them; the strongest is over 65."""


def pairs_in_schedule(page: Page) -> list[set[tuple[str, str]]]:
    """Return the pairs of every round in the schedule, White first."""
    rounds = []
    for table in page.locator("table.pairs tbody").all():
        names = [text.strip() for text in table.locator("td:nth-child(2), td:nth-child(4)").all_inner_texts()]
        rounds.append(set(zip(names[::2], names[1::2], strict=True)))
    return rounds


def pairs_on_boards(page: Page) -> set[tuple[str, str]]:
    """Return the pairs of the round that is shown, White first."""
    names = [text.strip() for text in page.locator("tr[data-board] .name .nm > span").all_inner_texts()]
    return set(zip(names[::2], names[1::2], strict=True))


# -- round robin -------------------------------------------------------------------------------------------------------


def test_a_round_robin_of_6(browser: Browser, empty_desk: Desk) -> None:
    with open_browser(browser, empty_desk) as arbiter:
        acts, page = ActCounter(arbiter), arbiter.goto("/")
        with acts.task("new round robin of 6", acts=7):
            slug = begin_event(acts, "Winter Six", "round-robin")
            enter_table(acts, WINTER_TABLE)

        # the schedule of five rounds stands before the first of them, and every round is paired as it says
        acts.press("g", "o")
        page.wait_for_url(f"**/t/{slug}")
        with acts.task("pair a round", acts=1):
            pair_round(acts, 1)
        acts.click("#look a[href$='/schedule']")
        page.wait_for_url("**/schedule")
        planned = pairs_in_schedule(page)
        assert len(planned) == 5
        assert len(set().union(*planned)) == 15
        page.go_back()
        page.wait_for_url("**/round/1")
        for number, keys in enumerate(("150", "11+", "505", "0-1", "115"), 1):
            if number > 1:
                pair_round(acts, number)
            assert pairs_on_boards(page) == planned[number - 1]
            type_results(acts, keys)

        # a result of the last round that was typed wrongly is typed again: nothing is asked, and undo and redo work
        with acts.task("type a result of the last round again", acts=4):
            acts.press("b", "3", "Enter", "0")
        expect(score(page, 3)).to_have_text("0–1")
        with acts.task("undo and redo", acts=2):
            acts.press("z")
            expect(score(page, 3)).to_have_text("½–½")
            wait_until_idle(page)
            acts.press("y")
            expect(score(page, 3)).to_have_text("0–1")
        wait_until_idle(page)

        acts.press("g", "o")
        page.wait_for_url(f"**/t/{slug}")
        acts.fill('#head [name^="fields.start:"]', "2026-11-14")  # who is a senior follows from the year
        acts.click("#head button")
        wait_until_idle(page)
        shown = final_standings(acts)
        set_prizes(acts, shown)

        # every round is by the rules in the report, and its final file is downloaded by a click
        acts.press("g", "e")
        page.wait_for_url("**/report")
        checks = page.locator("main .stack > section").first
        expect(checks.locator(".chip")).to_have_count(5)
        expect(checks.locator(".chip.amber")).to_have_count(0)
        with acts.task("download the final file", acts=1), page.expect_download() as download:
            acts.click("main a[href$='/files/trf26?final=1']")
        path = empty_desk.folder / "six.trf"
        download.value.save_as(path)

    t = rookery.load(path).tournament
    assert rookery.completion(t)
    assert rookery.check(t).agree
    assert shown == [t.participants_by_number[row.id].name for row in rookery.standings(t).rows]
    results = [game.result for played in t.rounds for game in played.games]
    assert results.count(Result.WHITE_BY_FORFEIT) == results.count(Result.BLACK_BY_FORFEIT) == 1


def set_prizes(acts: ActCounter, ranked: list[str]) -> None:
    """Set main and category prizes as a table; nobody wins twice, and the categories are called by their names."""
    page = acts.page
    rows = (("1", "300", ""), ("2", "200", ""), ("1", "60", "sex=w"), ("1", "book", "65+"))
    with acts.task("two main and two category prizes", acts=15):
        acts.press("p")
        page.wait_for_url("**/prizes")
        for at, (place, prize, category) in enumerate(rows):
            acts.fill(f"[name='rows.{at}.place']", place)
            acts.fill(f"[name='rows.{at}.prize']", prize)
            if category:
                acts.choose(f"[name='rows.{at}.category']", category)
        acts.click("[name=sharing][value=rank]")
        acts.click("[name=one_each][value=value]")
        acts.fill("input[type=text][name=currency]", "EUR")
        acts.click("form:has(table.prizes) button.primary")
        expect(page.locator("tr[data-row]")).to_have_count(4)
    wait_until_idle(page)
    awards = page.locator("tr[data-row] td:nth-child(2)").all_inner_texts()
    assert awards[:2] == ranked[:2]
    assert len(set(awards)) == 4, "nobody wins two prizes"
    headings = page.locator("tr.group").all_inner_texts()
    with page.expect_popup() as paper:
        acts.click("main a[href$='/papers/prizes.html']")
    printed = paper.value.locator("body").inner_text()
    paper.value.close()
    assert all(heading.strip() in printed for heading in headings)
    assert "sex=" not in printed
    assert all(name in printed for name in awards)

    # an amount that could be read in two ways is refused
    acts.fill("[name='rows.0.prize']", "1,300")
    acts.click("form:has(table.prizes) button.primary")
    expect(page.locator("#said .bad")).to_have_count(1)
    acts.user.faults.clear()
    page.reload()
    expect(page.locator("[name='rows.0.prize']")).to_have_value("300")


# -- knock-out ---------------------------------------------------------------------------------------------------------


def test_a_knock_out_of_8(browser: Browser, empty_desk: Desk) -> None:
    with open_browser(browser, empty_desk) as arbiter:
        acts, page = ActCounter(arbiter), arbiter.goto("/")
        with acts.task("new knock-out of 8 from a table with faults", acts=13):  # no question about a system of its own
            slug = begin_event(acts, "Town Cup", "knockout", 3)
            enter_faulty_table(acts)
        take_ratings(acts, slug)
        acts.press("g", "o")
        page.wait_for_url(f"**/t/{slug}")
        pair_round(acts, 1)
        assert page.locator("tr[data-board]").count() == 4
        type_results(acts, "1515")

        # two meetings are level: the page names both, and a choice for each pairs the next round
        choices = page.locator("form:has(fieldset input[type=radio])")
        level = choices.locator("fieldset")
        expect(level).to_have_count(2)
        through = []
        with acts.task("two level meetings are decided and round 2 is paired", acts=3):
            for meeting in level.all():
                players = meeting.locator("label").all_inner_texts()
                assert all(player.strip() in meeting.locator("legend").inner_text() for player in players)
                acts.click(meeting.locator("input").last)
                through.append(players[1].strip())
            acts.click(choices.locator("button.primary"))
            page.wait_for_url("**/round/2")
        assert set(through) < {name for pair in pairs_on_boards(page) for name in pair}
        expect(page.locator(".picture svg")).to_be_visible()

        # undo takes the pairing back with the choices, and redo brings both again
        before = pairs_on_boards(page)
        acts.press("z")
        expect(page.locator("tr[data-board]")).to_have_count(0)
        wait_until_idle(page)
        acts.press("y")
        expect(page.locator("tr[data-board]")).to_have_count(2)
        wait_until_idle(page)
        assert pairs_on_boards(page) == before
        type_results(acts, "10")
        pair_round(acts, 3)
        type_results(acts, "0")
        winner, *_ = final_standings(acts)
        path = empty_desk.export("cup.json")

    t = rookery.load(path).tournament
    assert rookery.completion(t)
    assert [player.federation for player in t.players] == ["CZE", "GER", "POL", "NOR"] * 2
    assert [player.rating for player in t.players] == [2110 - 50 * at for at in range(8)]
    assert t.players[4].birth is not None
    assert t.players[4].birth.year == 1982
    (final,) = t.rounds[2].games
    assert t.participants_by_number[final.black].name in winner
    assert len(t.rounds[1].games) == 2


def enter_faulty_table(acts: ActCounter) -> None:
    """Enter a table with names of countries, an impossible birth, a player who may be there twice, and a last row."""
    page = acts.page
    preview_table(acts, CUP_TABLE)
    acts.click("main a[href*='/players/table?from=']")  # back to the text, which is still there
    expect(page.locator("main textarea[name=text]")).to_have_value(CUP_TABLE)
    acts.click("main button.primary")
    page.wait_for_url("**/table/*")
    rows = page.locator("table.entry-rows tbody tr")
    expect(rows).to_have_count(10)
    expect(page.locator("[name='row.11']")).to_have_value("leave")  # the row that counts the players
    expect(page.locator("[name='row.6.birth']")).to_have_attribute("aria-invalid", "true")
    acts.fill("[name='row.6.birth']", "1982")
    acts.choose("[name='row.10']", "leave")
    acts.click("form.review button.primary")
    page.wait_for_url("**/entered")
    expect(page.locator("main")).to_contain_text("Héron")  # what was left out is said once more
    acts.press("Enter")
    page.wait_for_url("**/players")
    expect(page.locator("#people tr[data-row]")).to_have_count(8)


def upload_list(acts: ActCounter, content: str) -> None:
    """Upload a rating list as the list of the club, in place of the one that is there."""
    acts.upload("form[enctype] [name=file]", "club.csv", content)
    acts.fill("form[enctype] [name=name]", "Club list")
    acts.click("form[enctype] button.primary")


def take_ratings(acts: ActCounter, slug: str) -> None:
    """Import a rating list in CSV, and take all its ratings.

    Ordinary headings are recognised; where one is not, its column is chosen on the page that follows.
    """
    page = acts.user.goto("/lists")
    with acts.task("import a rating list with a strange heading", acts=5):
        upload_list(acts, RATING_LIST.replace("Std,Rapid", "Strength,Luck"))
        acts.choose("[name=c3]", "standard")
        acts.click("main form button.primary")
        expect(page.locator("tr[data-row]")).to_have_count(1)
    with acts.task("import a rating list", acts=3):
        upload_list(acts, RATING_LIST)
        expect(page.locator("tr[data-row]")).to_contain_text("rapid")
    acts.user.goto(f"/t/{slug}/players")
    with acts.task("take all ratings of a list", acts=2):
        acts.press("r")
        page.wait_for_url("**/ratings")
        expect(page.locator("tr[data-row$='-rating']")).to_have_count(8)
        acts.press("t")
        expect(page.locator("tr[data-row$='-rating']")).to_have_count(0)
    wait_until_idle(page)


# -- Keizer ------------------------------------------------------------------------------------------------------------


def test_a_keizer_club(browser: Browser, empty_desk: Desk) -> None:
    with open_browser(browser, empty_desk) as arbiter:
        acts, page = ActCounter(arbiter), arbiter.goto("/")
        slug = begin_event(acts, "Thursday Ladder", "keizer", 4)
        enter_table(acts, table_of(7))

        # the club's own figures are settings on the page of the rules, which shows no tie-breaks: none apply
        with acts.task("settings of a Keizer", acts=6):
            acts.press("g", "u")
            page.wait_for_url("**/rules")
            for name, value in (("top", "60"), ("half", "1/2"), ("apart", "1")):
                acts.fill(f"#keizer [name='keizer.{name}']", value)
            acts.click("#keizer button")
            wait_until_idle(page)
        assert empty_desk.state(slug).tournament.system == "CUSTOM_KEIZER_TOP60_APART1_HALF1/2"
        expect(page.locator("#add-tiebreak")).to_have_count(0)
        acts.press("g", "o")
        page.wait_for_url(f"**/t/{slug}")
        pair_round(acts, 1)
        type_results(acts, "150")

        # absent with notice in round 2, and a new member, who missed the first evening
        acts.press("g", "p")
        page.wait_for_url("**/players")
        with acts.task("half-point bye", acts=2):
            acts.click(page.locator("#people tr[data-row]", has_text=NAMES[0]).locator("button.bye[data-press='2']"))
            acts.click("#question button[value=half]")
            expect(page.locator("#people tr[data-row]", has_text=NAMES[0]).locator(".bye").nth(1)).to_have_text("½")
        wait_until_idle(page)
        acts.fill("#add-name", f"{NAMES[7]}, Jo")
        acts.press("Enter")
        expect(page.locator("#people tr[data-row]")).to_have_count(8)
        wait_until_idle(page)
        acts.press("Escape")  # out of the field for the next name
        pair_round(acts, 2)
        type_results(acts, "105")

        # who is not ticked at the check-in of round 3 is absent
        acts.press("g", "p")
        page.wait_for_url("**/players")
        acts.press("c")
        page.wait_for_url("**/check-in")
        with acts.task("check-in with one absent of 8", acts=3):
            acts.click("button[name=tick][value=all]")
            expect(page.locator("#ticks :checked")).to_have_count(8)
            acts.click(page.locator("#ticks label", has_text=NAMES[6]))
            expect(page.locator("#ticks :checked")).to_have_count(7)
            wait_until_idle(page)
            acts.click("form[action$='/absent'] button.danger")
            page.wait_for_url("**/players")
        for number, keys in ((3, "511"), (4, "0150")):
            pair_round(acts, number)
            type_results(acts, keys)
        shown = final_standings(acts)

    t = empty_desk.state(slug).tournament
    assert rookery.completion(t)
    assert shown == [t.participants_by_number[row.id].name for row in rookery.standings(t).rows]
    by_name = {player.name.split(",")[0]: player.number for player in t.players}
    byes = [{bye.player: bye.kind for bye in played.byes} for played in t.rounds]
    assert byes[1][by_name[NAMES[0]]] is ByeKind.HALF
    assert byes[2][by_name[NAMES[6]]] is ByeKind.ZERO
