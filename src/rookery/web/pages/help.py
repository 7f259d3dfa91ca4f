"""The manual: a chapter for every page, here without a network."""

from __future__ import annotations

from rookery.desk.decision import Refused
from rookery.desk.levels import ROWS, Warns
from rookery.values import frozen
from rookery.web.page import Page
from rookery.web.visit import Visit
from rookery.wording import spoken

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
    "questions": "Questions and refusals",
    "vcl": "The acceptance checklist",
    "help": "The manual",
}
"""The chapters in their order, by the names of the pages."""

WITH = {
    "arrival": "home", "person": "players", "check-in": "players", "table": "players", "review": "players",
    "search": "players", "prizes": "standings", "ratings": "lists", "asked": "questions", "lost": "questions",
    "invited": "home", "hall": "home", "names": "round", "now": "round",
}  # fmt: skip
"""Pages that another page's chapter tells of."""


@frozen
class HelpPage:
    """A chapter of the manual, and all of them; that of questions has the table of `warnings`."""

    chapter: str
    title: str
    chapters: dict[str, str]
    warnings: tuple[Warns, ...] = ()


def view(visit: Visit) -> HelpPage:
    """The chapter of a page."""
    chapter = WITH.get(visit.params["chapter"], visit.params["chapter"])
    if chapter not in CHAPTERS:
        raise Refused(spoken("the manual has no such chapter"), instead=spoken("press F1 on a page"))
    return HelpPage(chapter, CHAPTERS[chapter], CHAPTERS, ROWS if chapter == "questions" else ())


PAGES = (Page("help", "/help/{chapter}", "Manual", view, "help.html", live=()),)
