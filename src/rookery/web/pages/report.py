"""The report: every round beside the rules, what is missing or open, ratings, norms, remarks, files."""

from __future__ import annotations

from rookery.desk.views.report import ReportView, report_view
from rookery.web.page import Page
from rookery.web.visit import Visit


def view(visit: Visit) -> ReportView:
    """Everything for the report of the event, as it stands."""
    return visit.kept("report", lambda: report_view(visit.state))


PAGES = (Page("report", "/t/{slug}/report", "Report", view, "report.html", "report", live=("change", "result")),)
