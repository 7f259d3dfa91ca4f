"""Overview: progress, next steps, event details, and warnings."""

from __future__ import annotations

from rookery._record import record
from rookery.checking.compliance import check_compliance
from rookery.checking.feasibility import Possibility, check_feasibility
from rookery.checking.text import describe_feasibility, describe_issue
from rookery.model import Colour, TournamentInfo
from rookery.regulations import parse_type_code
from rookery.tournaments.state import State
from rookery.tournaments.views.overview import Overview, overview
from rookery.tournaments.views.participants import Who, forfeited_twice
from rookery.web.page_spec import Page
from rookery.web.request_context import RequestContext


@record
class Glance:
    """Summary of the tournament, with issues for FIDE mode and warnings.

    `drawn` is the initial colour if it was decided by lot, `forfeited` who lost the last two rounds by forfeit.
    """

    seen: Overview
    event: TournamentInfo
    objections: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    lots: bool = False
    drawn: Colour | None = None
    forfeited: tuple[Who, ...] = ()


def view(visit: RequestContext) -> Glance:
    """Return the summary of the tournament."""
    t = visit.state.tournament
    against = tuple(describe_issue(issue) for issue in check_compliance(t))
    warnings = visit.cached("feasible", lambda: feasibility_warnings(visit.state))
    sticky = visit.state.sticky
    twice = forfeited_twice(visit.state)
    return Glance(overview(visit.state), t.info, against, warnings, bool(sticky.lots), sticky.colour, twice)


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


def deletion(visit: RequestContext) -> Deletion:
    """Return the confirmation of a deletion."""
    return Deletion(visit.state.tournament.info.name, visit.state.sticky.place == "archive", visit.version)


PAGES = (
    Page("overview", "/t/{slug}", "Overview", view, "overview.html", "overview", live=("change", "result")),
    Page("delete", "/t/{slug}/delete", "Delete the tournament", deletion, "delete.html", "overview", live=()),
)
