"""A browser without script: what an arbiter does in a round is done by plain forms, each of which leads to a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from rookery._record import replace
from rookery.model import Result
from support.browsers import PATIENCE, BrowserUser, Desk, missing
from support.round_page import count_pending, event_with_open_round, stored_results

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SLUG = "plain"


@pytest.fixture
def user(browser: Browser, empty_desk: Desk) -> Iterator[BrowserUser]:
    """Return a user without script, at a desk with a tournament of eight players in its second round."""
    empty_desk.add_tournament(replace(event_with_open_round(8, 2), planned_rounds=4), SLUG)
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(1000 * PATIENCE)
    opened = BrowserUser(context, empty_desk)
    opened.sign_in()
    yield opened
    context.close()
    assert opened.faults == []


def enter(page: Page, board: str, result: str) -> None:
    """Enter a result by the form below the number of open boards."""
    form = page.locator("form:has(select[name='*:json'])")
    form.locator("select").first.select_option(label=board)
    form.locator("select[name=result]").select_option(result)
    form.get_by_role("button", name="Save").click()
    page.wait_for_load_state()


def test_a_round_without_script(user: BrowserUser, empty_desk: Desk) -> None:
    page = user.goto(f"/t/{SLUG}/round/2")
    labels = page.locator("select[name='*:json'] option").all_inner_texts()
    assert len(labels) == count_pending(empty_desk, SLUG, 2) == 4
    for label in labels:
        assert page.locator("select[name='*:json'] option:checked").inner_text() == label, "the first open board"
        enter(page, label, "1-0")
        expect(page).to_have_url(f"{empty_desk.address}/t/{SLUG}/round/2")
    assert set(stored_results(empty_desk, SLUG, 2).values()) == {Result.WHITE_WINS}
    assert page.locator("tr[data-result='1-0'] .score").first.inner_text().split() == ["1", "–", "0"]

    page = user.goto(f"/t/{SLUG}/players/p8")
    form = page.locator("form:has(select[name='kind:maybe'])")
    form.locator("select[name=rounds]").select_option("3")
    form.locator("select[name='kind:maybe']").select_option("half")
    form.get_by_role("button", name="Save").click()
    page.wait_for_load_state()
    (bye,) = empty_desk.state(SLUG).tournament.requested_byes
    assert (bye.round, str(bye.kind)) == (3, "half-point bye")

    page = user.goto(f"/t/{SLUG}")
    page.get_by_role("button", name="Pair round 3").first.click()
    expect(page).to_have_url(f"{empty_desk.address}/t/{SLUG}/round/3")
    assert len(empty_desk.state(SLUG).tournament.rounds) == 3
    page.locator("[data-key=z]").click()
    page.wait_for_load_state()
    assert len(empty_desk.state(SLUG).tournament.rounds) == 2


def test_a_result_that_another_arbiter_entered_before(user: BrowserUser, empty_desk: Desk) -> None:
    """The form says which result it replaces: another one is not overwritten unasked."""
    first, second = user.goto(f"/t/{SLUG}/round/2"), user.context.new_page()
    second.goto(f"{empty_desk.address}/t/{SLUG}/round/2")
    label = first.locator("select[name='*:json'] option").first.inner_text()
    enter(first, label, "0-1")
    enter(second, label, "1-0")
    expect(second.locator("main .question")).to_be_visible()
    assert list(stored_results(empty_desk, SLUG, 2).values()).count(Result.WHITE_WINS) == 0
    user.faults.clear()  # Chromium reports the status of a question
