"""The overview: how far the tournament is, and what to do next."""

from __future__ import annotations

from rookery.desk.views.overview import Overview, overview
from rookery.web.page import Page
from rookery.web.visit import Visit


def view(visit: Visit) -> Overview:
    """The tournament at a glance."""
    return overview(visit.state)


PAGES = (
    Page("overview", "/t/{slug}", "Overview", view, "overview.html", "overview", live=("change", "result")),
)  # fmt: skip
