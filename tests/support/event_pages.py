"""Run an event through the pages of a desk alone: begin it, enter its players, pair rounds, type results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.act_counter import ActCounter
from support.page_waits import wait_until_saved
from support.round_page import open_boards

if TYPE_CHECKING:
    from playwright.sync_api import Page

BEGIN = "form[action='/begin']"
FINAL = ".tools .chip:not(.amber, .plain)"
"""The mark of final standings."""


def begin_event(acts: ActCounter, name: str, kind: str = "", rounds: int = 0, boards: int = 0) -> str:
    """Begin a tournament on the page of all tournaments; return its short name."""
    acts.fill(f"{BEGIN} [name=name]", name)
    if kind:
        acts.choose(f"{BEGIN} [name=kind]", kind)
    for field, number in (("rounds", rounds), ("boards", boards)):
        if number:
            acts.fill(f"{BEGIN} [name={field}]", str(number))
    acts.click(f"{BEGIN} button.primary")
    slug = name.lower().replace(" ", "-")
    acts.page.wait_for_url(f"**/t/{slug}")
    return slug


def preview_table(acts: ActCounter, table: str) -> None:
    """Paste a table of entries, from the overview of a tournament; the page shows how it is read."""
    acts.click("main a[href$='/players/table']")
    acts.page.wait_for_url("**/players/table")
    acts.fill("main textarea[name=text]", table)
    acts.click("main button.primary")
    acts.page.wait_for_url("**/table/*")


def enter_table(acts: ActCounter, table: str) -> None:
    """Enter everybody in a table, from the overview of a tournament."""
    preview_table(acts, table)
    acts.press("Enter")
    acts.page.wait_for_url("**/players")


def set_initial_colour(acts: ActCounter, slug: str) -> None:
    """Set the initial colour to White on the page of the rules."""
    from playwright.sync_api import expect

    acts.user.goto(f"/t/{slug}/rules")
    button = acts.page.locator("#initial-colour button[value*=white]")
    before = acts.page.locator("#initial-colour p").last.text_content() or ""
    acts.click(button)
    expect(acts.page.locator("#initial-colour p").last).not_to_have_text(before)


def pair_round(acts: ActCounter, number: int) -> Page:
    """Pair the next round by its key; the page of the round follows."""
    from playwright.sync_api import expect

    page = acts.page
    expect(page.locator(f'#top form:has([name="then"][value$="/round/{number}"]) [data-key="P"]')).to_be_visible()
    acts.press("P")
    page.wait_for_url(f"**/round/{number}")
    expect(page.locator("tr[data-board]").first).to_be_visible()
    return page


def type_results(acts: ActCounter, keys: str) -> None:
    """Type a result for every open board of a round that has none yet: one key for each, from the first board."""
    page = acts.page
    assert len(open_boards(page)) == len(keys)
    acts.press(*keys)
    wait_until_saved(page)
    assert open_boards(page) == []


def board_players(page: Page) -> dict[str, tuple[str, str]]:
    """Return who plays at each board, by the keys of White and Black."""
    rows: list[list[str]] = page.locator("tr[data-board]").evaluate_all(
        "rows => rows.map(({ dataset }) => [dataset.board, dataset.white, dataset.black])"
    )
    return {board: (white, black) for board, white, black in rows}


def final_standings(acts: ActCounter) -> list[str]:
    """Go to the final standings by keys; return the names in their order."""
    from playwright.sync_api import expect

    acts.press("g", "s")
    acts.page.wait_for_url("**/standings")
    expect(acts.page.locator(FINAL)).to_be_visible()
    return [text.split("\n")[0] for text in acts.page.locator("tr[data-row] .nm").all_inner_texts()]
