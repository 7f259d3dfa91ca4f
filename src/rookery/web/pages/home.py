"""Home page: the tournaments and the form for a new one; the preview of an import."""

from __future__ import annotations

from rookery._record import record
from rookery.formatting import describe_format
from rookery.messages import msg
from rookery.regulations import FORMATS
from rookery.regulations.formats import EntrantKind, Format
from rookery.tournaments.keizer_settings import KeizerSetting, keizer_settings
from rookery.tournaments.outcomes import CommandRejectedError
from rookery.tournaments.views.home import HomeLine, sorted_home
from rookery.web.import_preview import ImportPreview
from rookery.web.page_spec import Page
from rookery.web.request_context import RequestContext


@record
class TournamentKind:
    """A kind of tournament that can be created: form value, label and group."""

    name: str
    words: str
    sort: str
    needs_rounds: bool


@record
class Home:
    """The tournaments, the kinds that can be created, and the archive."""

    tournaments: tuple[HomeLine, ...]
    kinds: tuple[TournamentKind, ...]
    keizer: tuple[KeizerSetting, ...] = ()
    archive: tuple[HomeLine, ...] = ()


def view(visit: RequestContext) -> Home:
    """Return all tournaments that have begun."""
    active, archived = (
        sorted_home(entry.home_line for entry in visit.site.index.entries(place)) for place in ("desk", "archive")
    )
    return Home(active.lines, tournament_kinds(), keizer_settings(), archived.lines)


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


def import_preview(visit: RequestContext) -> ImportPreview:
    """Return the preview of a pending import."""
    preview = visit.site.pending_uploads.find(visit.csrf_token, visit.params["word"])
    if not isinstance(preview, ImportPreview):
        raise CommandRejectedError(
            msg("This file is no longer waiting to be imported."), instead=msg("choose it again")
        )
    return preview


PAGES = (
    Page("home", "/", "Tournaments", view, "home.html", live=()),
    Page("arrival", "/take/{word}", "Import a tournament", import_preview, "arrival.html", live=()),
)
