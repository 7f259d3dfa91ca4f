"""The acceptance walk: every question of the checklist, our answer, and what proves it."""

from __future__ import annotations

from rookery.desk.walk import Walk, walk
from rookery.web.page import Page
from rookery.web.visit import Visit


def view(visit: Visit) -> Walk:
    """The whole walk."""
    return walk()


PAGES = (Page("vcl", "/vcl", "Acceptance", view, "vcl.html", live=()),)
