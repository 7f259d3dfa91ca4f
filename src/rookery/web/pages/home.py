"""The first page: every tournament of this desk, and how a new one begins."""

from __future__ import annotations

from dataclasses import dataclass

from rookery.desk.views.overview import Overview, overview
from rookery.web.page import Page
from rookery.web.visit import Visit


@dataclass(frozen=True, slots=True)
class HomeLine:
    """A tournament at this desk, by its short name."""

    slug: str
    seen: Overview


@dataclass(frozen=True, slots=True)
class Home:
    """All tournaments of a desk."""

    tournaments: tuple[HomeLine, ...]


def view(visit: Visit) -> Home:
    """Every tournament that has begun."""
    site = visit.site
    return Home(tuple(HomeLine(one.slug, overview(site.desk.state(one.id))) for one in site.streams()))


PAGES = (Page("home", "/", "Tournaments", view, "home.html", live=()),)
