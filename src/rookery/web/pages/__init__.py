"""Every page there is; a module for each, whose `PAGES` says where it is, what it shows and how."""

from __future__ import annotations

from rookery.web.page import Page
from rookery.web.pages import board, crosstable, find, home, overview, player, reasons, round, schedule, standings

PAGES: tuple[Page, ...] = (
    *home.PAGES,
    *overview.PAGES,
    *round.PAGES,
    *standings.PAGES,
    *crosstable.PAGES,
    *player.PAGES,
    *board.PAGES,
    *reasons.PAGES,
    *schedule.PAGES,
    *find.PAGES,
)
