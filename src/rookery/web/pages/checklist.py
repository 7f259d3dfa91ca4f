"""The acceptance checklist: every question, the answer, and whether it is proved."""

from __future__ import annotations

from rookery.tournaments.checklist import Checklist, build_checklist
from rookery.web.page_spec import Page
from rookery.web.request_context import RequestContext


def view(visit: RequestContext) -> Checklist:
    """Return the checklist."""
    return build_checklist()


PAGES = (Page("vcl", "/vcl", "Acceptance checklist", view, "vcl.html", live=()),)
