"""The first page: every tournament of this desk, and how a new one begins; and what a file holds that is to come in."""

from __future__ import annotations

from rookery.desk.decision import Refused
from rookery.desk.views.home import HomeLine, home_view
from rookery.labels import format_in_words
from rookery.regulations import FORMATS
from rookery.regulations.format import Format, Takes
from rookery.values import frozen
from rookery.web.arrivals import Arrival
from rookery.web.page import Page
from rookery.web.visit import Visit
from rookery.wording import spoken


@frozen
class TournamentKind:
    """A kind of tournament that can begin: `name` as a form says it, in words, and of which sort it is."""

    name: str
    words: str
    sort: str
    needs_rounds: bool


@frozen
class Home:
    """All tournaments of a desk, and every kind that one can begin."""

    tournaments: tuple[HomeLine, ...]
    kinds: tuple[TournamentKind, ...]


def view(visit: Visit) -> Home:
    """Every tournament that has begun."""
    site = visit.site
    found = home_view((one.slug, site.desk.state(one.id)) for one in site.streams())
    return Home(found.lines, kinds())


def kinds() -> tuple[TournamentKind, ...]:
    """Every kind of tournament; what is for players or teams is there twice."""
    return tuple(
        TournamentKind(
            f"{one.name}{':teams' * teams}", format_in_words(one, teams=teams), _sort(one), not one.fixed_length
        )
        for teams in (False, True)
        for one in FORMATS.values()
        if not teams or one.takes is Takes.EITHER
    )


def _sort(one: Format) -> str:
    if one.swiss:
        return "Swiss"
    return "Everybody meets" if one.predetermined else "Others"


def arrival(visit: Visit) -> Arrival:
    """A file that waits to be taken in."""
    found = visit.site.waiting.find(visit.door, visit.params["word"])
    if not isinstance(found, Arrival):
        raise Refused(spoken("This file waits no more."), instead=spoken("choose it again"))
    return found


PAGES = (
    Page("home", "/", "Tournaments", view, "home.html", live=()),
    Page("arrival", "/take/{word}", "A tournament from a file", arrival, "arrival.html", live=()),
)
