"""Report of the event: comparison with the rules, open items, ratings, norms, remarks, files."""

from __future__ import annotations

from rookery.tournaments.views.report import ReportView, report_view
from rookery.web.page_spec import Page
from rookery.web.request_context import RequestContext


def view(visit: RequestContext) -> ReportView:
    """Return the report as it stands."""
    return visit.cached("report", lambda: report_view(visit.state, visit.state_at))


PAGES = (Page("report", "/t/{slug}/report", "Report", view, "report.html", "report", live=("change", "result")),)
