"""An invitation that is opened from another site, as from web mail or a chat in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import expect

from support.browsers import PATIENCE, Desk

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_an_invitation_in_web_mail_lets_in(browser: Browser, desk: Desk) -> None:
    """The cookie is not sent to a page that another site has led to; the button is on our own."""
    letter = f'<a href="{desk.invite("Ben")}">your invitation</a>'
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(1000 * PATIENCE)
    try:
        context.route("http://mail.example/**", lambda route: route.fulfill(body=letter, content_type="text/html"))
        page = context.new_page()
        page.goto("http://mail.example/")
        page.get_by_role("link").click()
        page.get_by_role("button", name="Sign in").click()
        expect(page).to_have_url(f"{desk.address}/")
        page.goto(f"{desk.address}/people")
        expect(page.get_by_role("cell", name="Ben this browser")).to_be_visible()
    finally:
        context.close()
