"""The manual: a chapter for every page, here without a network."""

from __future__ import annotations

from dataclasses import dataclass

from rookery.desk.decision import Refused
from rookery.web.page import Page
from rookery.web.visit import Visit

CHAPTERS = {
    "home": "Tournaments",
    "overview": "Overview",
    "rules": "Rules",
    "systems": "Systems and accelerations",
    "players": "Players and teams",
    "numbers": "Numbers",
    "round": "A round",
    "hand": "By hand",
    "reasons": "Reasons",
    "standings": "Standings",
    "crosstable": "Crosstable",
    "player": "A card",
    "report": "Report",
    "papers": "Papers",
    "log": "Log and undo",
    "schedule": "Schedule",
    "lists": "Rating lists",
    "vcl": "The acceptance checklist",
    "help": "The manual",
}
"""The chapters in their order, by the names of the pages."""

WITH = {
    "arrival": "home", "person": "players", "check-in": "players", "table": "players", "review": "players",
    "search": "players", "prizes": "standings", "ratings": "lists",
}  # fmt: skip
"""Pages that another page's chapter tells of."""


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A chapter of the manual, and all of them."""

    chapter: str
    title: str
    chapters: dict[str, str]


def view(visit: Visit) -> HelpPage:
    """The chapter of a page."""
    chapter = WITH.get(visit.params["chapter"], visit.params["chapter"])
    if chapter not in CHAPTERS:
        raise Refused("the manual has no such chapter", instead="press F1 on a page")
    return HelpPage(chapter, CHAPTERS[chapter], CHAPTERS)


PAGES = (Page("help", "/help/{chapter}", "Manual", view, "help.html", live=()),)
