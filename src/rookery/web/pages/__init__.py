"""The pages: each module declares its pages, with addresses, views and templates, in `PAGES`."""

from __future__ import annotations

from rookery.web.page_spec import Page
from rookery.web.pages import (
    accounts,
    entries,
    events,
    explanations,
    home,
    lists,
    phones,
    players,
    privacy,
    programs,
    public,
    round,
    rules,
    screens,
    search_index,
    standings,
    tournament,
)

PAGES: tuple[Page, ...] = (
    *events.PAGES,  # first: other addresses would match theirs
    *accounts.PAGES,
    *entries.PAGES,
    *explanations.PAGES,
    *home.PAGES,
    *lists.PAGES,
    *phones.PAGES,
    *players.PAGES,
    *privacy.PAGES,
    *programs.PAGES,
    *public.PAGES,
    *round.PAGES,
    *rules.PAGES,
    *screens.PAGES,
    *search_index.PAGES,
    *standings.PAGES,
    *tournament.PAGES,
)
"""All pages, in the order in which their addresses are tried."""
