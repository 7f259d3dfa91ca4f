"""Pages outside of a tournament: home, the preview of an import, signed-in users, the manual, the checklist."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from rookery._record import record
from rookery.collation import sort_key
from rookery.formatting import describe_format
from rookery.messages import msg
from rookery.model import PartialDate
from rookery.regulations import FORMATS
from rookery.regulations.formats import EntrantKind, Format
from rookery.storage.sessions import Access
from rookery.tournaments.checklist import Checklist, build_checklist
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.settings import KeizerSetting, keizer_settings
from rookery.tournaments.views.overview import HomeLine, sorted_home
from rookery.tournaments.warning_table import WARNING_RULES, WarningRule
from rookery.web.context import EventEntry
from rookery.web.import_preview import ImportPreview
from rookery.web.page_spec import Page, RequestContext


@record
class TournamentKind:
    """A kind of tournament that can be created: form value, label and group."""

    name: str
    words: str
    sort: str
    needs_rounds: bool


@record
class EventLine:
    """An event by its `slug`: name, place, days, and its sections in order."""

    slug: str
    name: str
    city: str = ""
    start: PartialDate | None = None
    end: PartialDate | None = None
    sections: tuple[HomeLine, ...] = ()


@record
class Home:
    """The events with their sections, the other tournaments, the kinds that can be created, and the archive."""

    tournaments: tuple[HomeLine, ...]
    kinds: tuple[TournamentKind, ...]
    keizer: tuple[KeizerSetting, ...] = ()
    archive: tuple[HomeLine, ...] = ()
    events: tuple[EventLine, ...] = ()


def build_home(visit: RequestContext) -> Home:
    """Return all tournaments that have begun."""
    grouped = {entry.stream.id for event in visit.events for entry in event.sections}
    active = sorted_home(entry.home_line for entry in visit.tournaments_in() if entry.stream.id not in grouped)
    archived = sorted_home(entry.home_line for entry in visit.tournaments_in("archive"))
    events = event_lines(
        (event, [entry.home_line for entry in event.sections if entry.state.permanent.place == "desk"])
        for event in visit.events
    )
    return Home(active.lines, tournament_kinds(), keizer_settings(), archived.lines, events)


def event_lines(events: Iterable[tuple[EventEntry, Sequence[HomeLine]]]) -> tuple[EventLine, ...]:
    """Return the lines of events with the lines of their sections, the newest event first."""
    lines = [_event_line(event, sections) for event, sections in events]
    lines.sort(key=lambda line: (sort_key(line.name), line.slug))
    lines.sort(key=lambda line: str(line.start or ""), reverse=True)
    return tuple(lines)


def _event_line(event: EventEntry, sections: Sequence[HomeLine]) -> EventLine:
    info = event.state.tournament.info
    return EventLine(event.stream.slug, event.name, info.city, info.start, info.end, tuple(sections))


def tournament_kinds() -> tuple[TournamentKind, ...]:
    """Return all kinds of tournaments; those for players or teams twice."""
    return tuple(
        TournamentKind(
            f"{tournament_format.name}{':teams' * teams}",
            describe_format(tournament_format, teams=teams),
            _kind_group(tournament_format),
            not tournament_format.fixed_length,
        )
        for teams in (False, True)
        for tournament_format in FORMATS.values()
        if not teams or tournament_format.entrants is EntrantKind.EITHER
    )


def _kind_group(tournament_format: Format) -> str:
    if tournament_format.swiss:
        return "Swiss"
    return "Everybody meets" if tournament_format.predetermined else "Others"


def find_import_preview(visit: RequestContext) -> ImportPreview:
    """Return the preview of a pending import."""
    preview = visit.site.pending_uploads.find(visit.csrf_token, visit.params["word"])
    if not isinstance(preview, ImportPreview):
        raise CommandRejectedError(
            msg("This file is no longer waiting to be imported."), instead=msg("choose it again")
        )
    return preview


# -- signed-in users --------------------------------------------------------------------------------------------------


@record
class AccessLine:
    """A session or an invitation: id, name in the log, validity, and whether it is the user's own.

    Times are UTC.
    """

    id: str
    name: str
    since: str
    until: str
    here: bool = False


@record
class PeoplePage:
    """Sessions, and invitations that were not used yet."""

    sessions: tuple[AccessLine, ...]
    invitations: tuple[AccessLine, ...]


def build_people(visit: RequestContext) -> PeoplePage:
    """Return everyone with access."""
    accesses = visit.site.store.people.list_accesses(int(time.time()))
    return PeoplePage(
        tuple(_access_line(access, visit.session) for access in accesses if access.kind == "session"),
        tuple(_access_line(access, visit.session) for access in accesses if access.kind != "session"),
    )


def _access_line(access: Access, own_id: str) -> AccessLine:
    return AccessLine(access.id, access.name, _iso_time(access.made), _iso_time(access.expires), access.id == own_id)


def _iso_time(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


# -- the manual -------------------------------------------------------------------------------------------------------


CHAPTERS = {
    "home": "Tournaments",
    "event": "Events with sections",
    "overview": "Overview",
    "rules": "Rules",
    "systems": "Systems and accelerations",
    "players": "Players and teams",
    "check-in": "Check-in",
    "player-page": "Pages for players",
    "numbers": "Numbers",
    "round": "A round",
    "hand": "By hand",
    "reasons": "Reasons",
    "standings": "Standings",
    "crosstable": "Crosstable",
    "player": "A card",
    "report": "Report",
    "papers": "Papers",
    "screens": "Screens",
    "publication": "What the public sees",
    "phones": "Phones",
    "log": "Log and undo",
    "privacy": "Personal data",
    "schedule": "Schedule",
    "accounts": "Accounts and roles",
    "lists": "Rating lists",
    "programs": "Programs",
    "questions": "Questions and refusals",
    "vcl": "The acceptance checklist",
    "help": "The manual",
}
"""The chapters in their order, by the names of the pages."""

CHAPTER_OF_PAGE = {
    "account": "accounts", "members": "accounts", "event-members": "accounts",
    "arrival": "home", "person": "players", "cards": "check-in", "kiosk": "check-in", "find-player": "player-page",
    "watch": "player-page", "watch-lines": "player-page", "last-round": "player-page", "table": "players",
    "review": "players", "entered": "players",
    "person-data": "privacy", "audit": "privacy",
    "search": "players", "prizes": "standings", "ratings": "lists", "list-columns": "lists",
    "asked": "questions", "lost": "questions",
    "invited": "home", "people": "home", "enter": "home", "hall": "home", "names": "round", "now": "round",
    "code": "phones", "new-token": "programs", "webhook": "programs", "new-webhook": "programs",
    "tested-webhook": "programs",
    "lineups": "round", "delete": "overview", "event-check-in": "event", "event-log": "log", "event-find": "event",
    "event-screens": "screens",
    "event-hall": "event", "event-hall-find": "event",
}  # fmt: skip
"""Chapters of pages that have none of their own."""


@record
class HelpPage:
    """A chapter of the manual and the list of chapters; that of questions has the table of `warnings`."""

    chapter: str
    title: str
    chapters: dict[str, str]
    warnings: tuple[WarningRule, ...] = ()


def build_help(visit: RequestContext) -> HelpPage:
    """Return the chapter of a page."""
    chapter = CHAPTER_OF_PAGE.get(visit.params["chapter"], visit.params["chapter"])
    if chapter not in CHAPTERS:
        raise CommandRejectedError(msg("the manual does not have this chapter"), instead=msg("press F1 on a page"))
    return HelpPage(chapter, CHAPTERS[chapter], CHAPTERS, WARNING_RULES if chapter == "questions" else ())


# -- the acceptance checklist -----------------------------------------------------------------------------------------


def load_checklist(visit: RequestContext) -> Checklist:
    """Return the checklist."""
    return build_checklist()


PAGES = (
    Page("home", "/", "Tournaments", build_home, "home.html", live=()),
    Page("vcl", "/vcl", "Acceptance checklist", load_checklist, "vcl.html", live=()),
    Page("help", "/help/{chapter}", "Manual", build_help, "help.html", live=()),
    Page("people", "/people", "Who is signed in", build_people, "people.html", live=()),
    Page("arrival", "/take/{word}", "Import a tournament", find_import_preview, "import_preview.html", live=()),
)
