"""The manual: a chapter for each page, available offline."""

from __future__ import annotations

from rookery._record import record
from rookery.messages import msg
from rookery.tournaments.outcomes import CommandRejectedError
from rookery.tournaments.warning_table import WARNING_RULES, WarningRule
from rookery.web.page_spec import Page
from rookery.web.request_context import RequestContext

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

CHAPTER_OF_PAGE = {
    "arrival": "home", "person": "players", "check-in": "players", "table": "players", "review": "players",
    "entered": "players",
    "search": "players", "prizes": "standings", "ratings": "lists", "list-columns": "lists",
    "asked": "questions", "lost": "questions",
    "invited": "home", "people": "home", "enter": "home", "hall": "home", "names": "round", "now": "round",
    "lineups": "round", "delete": "overview",
}  # fmt: skip
"""Chapters of pages that have none of their own."""


@record
class HelpPage:
    """A chapter of the manual and the list of chapters; that of questions has the table of `warnings`."""

    chapter: str
    title: str
    chapters: dict[str, str]
    warnings: tuple[WarningRule, ...] = ()


def view(visit: RequestContext) -> HelpPage:
    """Return the chapter of a page."""
    chapter = CHAPTER_OF_PAGE.get(visit.params["chapter"], visit.params["chapter"])
    if chapter not in CHAPTERS:
        raise CommandRejectedError(msg("the manual does not have this chapter"), instead=msg("press F1 on a page"))
    return HelpPage(chapter, CHAPTERS[chapter], CHAPTERS, WARNING_RULES if chapter == "questions" else ())


PAGES = (Page("help", "/help/{chapter}", "Manual", view, "help.html", live=()),)
