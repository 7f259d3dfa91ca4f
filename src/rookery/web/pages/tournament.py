"""Pages about a tournament as a whole: overview, schedule, report, papers, log."""

from __future__ import annotations

from collections.abc import Sequence

from rookery._record import record, replace
from rookery.checking.compliance import check_compliance
from rookery.checking.feasibility import Possibility, check_feasibility
from rookery.checking.text import describe_feasibility, describe_issue
from rookery.documents import PAPERS, available_papers
from rookery.messages import as_sentence, join_list, msg
from rookery.model import Colour, TournamentInfo
from rookery.rating import TITLES
from rookery.regulations import parse_type_code
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.sections import DoubleEntry, double_entries
from rookery.tournaments.state import Mark, State
from rookery.tournaments.views.log import LogLine, log_view
from rookery.tournaments.views.overview import Overview, PublicationView, publication_step
from rookery.tournaments.views.participants import Participant, forfeited_twice, participants
from rookery.tournaments.views.report import ReportView, report_view
from rookery.tournaments.views.schedule import ScheduleView, schedule_view
from rookery.tournaments.visibility import shows_coming_rounds
from rookery.web.cache import get_overview
from rookery.web.context import AppContext, IndexEntry
from rookery.web.page_spec import Page, RequestContext, publication_of
from rookery.web.site_publisher import SiteStatus


@record
class Glance:
    """Summary of the tournament, with issues for FIDE mode and warnings.

    `drawn` is the initial colour if it was decided by lot, `forfeited` who lost the last two rounds by forfeit.
    `publication` is what the public sees, on a desk with public pages.
    """

    seen: Overview
    event: TournamentInfo
    objections: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    lots: bool = False
    drawn: Colour | None = None
    forfeited: tuple[Participant, ...] = ()
    publication: PublicationView | None = None


def build_overview(visit: RequestContext) -> Glance:
    """Return the summary of the tournament."""
    t = visit.state.tournament
    against = visit.cached("compliance", lambda: tuple(map(describe_issue, check_compliance(t))))
    warnings = visit.cached("feasible", lambda: feasibility_warnings(visit.state))
    permanent = visit.state.permanent
    twice = forfeited_twice(visit.state)
    warnings = (*warnings, *double_entry_warnings(visit))
    return Glance(
        _overview_with_publication(visit),
        t.info,
        against,
        warnings,
        bool(permanent.lots),
        permanent.colour,
        twice,
        publication_of(visit),
    )


def _overview_with_publication(visit: RequestContext) -> Overview:
    """Return the overview; on a desk with public pages, what is to be published comes first."""
    summary = get_overview(visit)
    step = publication_step(visit.state) if visit.site.has_public_pages(visit.slug) else None
    return replace(summary, next=(step, *summary.next)) if step else summary


def find_double_entries(site: AppContext, entries: Sequence[IndexEntry]) -> tuple[DoubleEntry, ...]:
    """Return the players who are in several of these sections, cached as long as the sections do not change."""
    key = ("doubles", *((entry.stream.id, entry.stream.version) for entry in entries))
    return site.cache.get(key, lambda: double_entries([entry.state for entry in entries]))


def double_entry_warnings(visit: RequestContext) -> tuple[str, ...]:
    """Return which players are in another section of the event as well."""
    if visit.event is None:
        return ()
    entries = visit.event.sections
    own_place = next(place for place, entry in enumerate(entries) if entry.stream.id == visit.id)
    doubles = find_double_entries(visit.site, entries)
    return tuple(
        msg(
            "%(name)s is also entered in %(sections)s.",
            name=double.name,
            sections=join_list([entries[place].name for place in double.sections if place != own_place]),
        )
        for double in doubles
        if own_place in double.sections
    )


def feasibility_warnings(state: State) -> tuple[str, ...]:
    """Return why not all rounds can be paired for these participants; empty after round 1."""
    t = state.tournament
    if t.rounds or len(t.participants) < 2 or not parse_type_code(t.system).format.swiss:
        return ()
    report = check_feasibility(t)
    if report.answer is not Possibility.NO:
        return ()
    names = {participant.number: participant.name or str(participant.number) for participant in t.participants}
    return tuple(describe_feasibility(report, lambda participant_id: names.get(participant_id, str(participant_id))))


@record
class Deletion:
    """A tournament to be deleted: its name, and whether it is archived, which is required."""

    name: str
    archived: bool
    events: int


def build_deletion(visit: RequestContext) -> Deletion:
    """Return the confirmation of a build_deletion."""
    return Deletion(visit.state.tournament.info.name, visit.state.permanent.place == "archive", visit.version)


# -- schedule and report ----------------------------------------------------------------------------------------------


def build_schedule(visit: RequestContext) -> ScheduleView:
    """Return the rounds of the table, or why there is none; visitors see coming rounds once round 1 is published."""
    try:
        schedule = schedule_view(visit.state)
    except CommandRejectedError as error:
        return ScheduleView(unknown=as_sentence(error.message))
    if not visit.public or shows_coming_rounds(visit.state):
        return schedule
    paired = tuple(round for round in schedule.rounds if round.paired)
    return ScheduleView(paired, "" if paired else msg("The schedule appears here when round 1 is published."))


def build_report(visit: RequestContext) -> ReportView:
    """Return the report as it stands."""
    return visit.cached("report", lambda: report_view(visit.recorded, visit.state_at))


# -- papers -----------------------------------------------------------------------------------------------------------


_OF_ROUND = ("pairings", "names", "slips")
_OF_ONE = ("reasons", "norm")
_ASKING = (*_OF_ONE, "prizes")
_LARGE = ("pairings", "names", "standings")
_LISTS = (*_LARGE, "crosstable", "prizes", "players", "teams", "schedule")

NOT_SHARED = msg("for a desk that phones in the hall can reach: start it with --share")


@record
class PaperLine:
    """A paper: title and meaning; whether it is of a round or of one player; why it is unavailable.

    A paper that `has_large` type can be printed for a wall; one that `is_list` can be had as CSV and XLSX.
    """

    name: str
    title: str
    meaning: str
    of: str = ""
    refused: str = ""
    has_large: bool = False
    is_list: bool = False


@record
class PapersPage:
    """The papers, the rounds, and the people whose papers can be printed; and the web site, if it is public.

    `site` is when and how the web site was last written, `writes_site` whether the desk has a folder for it.
    """

    papers: tuple[PaperLine, ...]
    rounds: tuple[int, ...]
    people: tuple[Participant, ...]
    titles: tuple[str, ...]
    is_public: bool = False
    writes_site: bool = False
    site: SiteStatus | None = None


def build_papers(visit: RequestContext) -> PapersPage:
    """Return all papers; available ones come first."""
    t = visit.state.tournament
    fit = {paper.name for paper in available_papers(t, hall=visit.site.shared)}
    lines = tuple(
        PaperLine(
            name,
            paper.title,
            paper.meaning,
            "round" if name in _OF_ROUND else "player" if name in _OF_ONE else "",
            "" if name in fit else paper.refusal(t) or NOT_SHARED,
            name in _LARGE,
            name in _LISTS,
        )
        for name, paper in PAPERS.items()
    )
    lines = tuple(sorted(lines, key=lambda paper: (bool(paper.refused), paper.name in _ASKING)))
    people = tuple(participants(visit.state).values())
    return PapersPage(
        tuple(sorted(lines, key=lambda paper: bool(paper.refused))),
        tuple(range(1, len(t.rounds) + 1)),
        people,
        tuple(title.code for title in TITLES),
        visit.site.is_public(visit.slug, visit.working or visit.state),
        visit.site.publisher is not None,
        visit.site.publisher.statuses.get(visit.slug) if visit.site.publisher else None,
    )


# -- the log ----------------------------------------------------------------------------------------------------------


SHOWN = 200
"""Number of events per page, newest first."""


@record
class LogPage:
    """A page of the log, newest first: `total` is the number of events, `before` begins the next page, 0 for none.

    `people` and `kinds` are those that occur in it; `who` and `kind` are the active filters.
    """

    lines: tuple[LogLine, ...]
    points: tuple[Mark, ...]
    total: int
    before: int
    people: tuple[str, ...]
    kinds: tuple[str, ...]
    who: str = ""
    kind: str = ""


def build_log(visit: RequestContext) -> LogPage:
    """Return the newest events, or those before a version, filtered by user or kind."""
    full_log = visit.cached("log", lambda: log_view(visit.state, visit.site.store.read(visit.id, until=visit.version)))
    actor, kind = visit.query.get("who", ""), visit.query.get("kind", "")
    last = visit.number("before", visit.version + 1)
    matching = [
        line
        for line in full_log.lines
        if (not actor or line.actor == actor) and (not kind or line.kind.startswith(kind))
    ]
    selected = [line for line in reversed(matching) if line.version < last]
    people = tuple(sorted({line.actor for line in full_log.lines if line.actor}))
    kinds = tuple(sorted({line.kind.partition(".")[0] for line in full_log.lines}))
    next_before = selected[SHOWN - 1].version if len(selected) > SHOWN else 0
    last_of = {mark.name: mark for mark in full_log.points}
    points = tuple(sorted(last_of.values(), key=lambda mark: -mark.version))
    return LogPage(tuple(selected[:SHOWN]), points, len(full_log.lines), next_before, people, kinds, actor, kind)


PAGES = (
    Page(
        "overview",
        "/t/{slug}",
        "Overview",
        build_overview,
        "overview.html",
        "overview",
        live=("change", "claim", "result"),
    ),
    Page("delete", "/t/{slug}/delete", "Delete the tournament", build_deletion, "delete.html", "overview", live=()),
    Page("schedule", "/t/{slug}/schedule", "Schedule", build_schedule, "schedule.html", "round", public=True),
    Page("report", "/t/{slug}/report", "Report", build_report, "report.html", "report", live=("change", "result")),
    Page("papers", "/t/{slug}/papers", "Papers", build_papers, "papers.html", "papers"),
    Page(
        "log",
        "/t/{slug}/log",
        "Log",
        build_log,
        "log.html",
        "log",
        live=("change", "result"),
        asks=("who", "kind", "before"),
    ),
)
