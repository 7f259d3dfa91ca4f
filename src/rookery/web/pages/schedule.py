"""All rounds of an event whose pairings are known beforehand."""

from __future__ import annotations

from rookery.messages import as_sentence
from rookery.tournaments.outcomes import CommandRejectedError
from rookery.tournaments.views.schedule import ScheduleView, schedule_view
from rookery.web.page_spec import Page
from rookery.web.request_context import RequestContext


def view(visit: RequestContext) -> ScheduleView:
    """Return the rounds of the table, or why there is none."""
    try:
        return schedule_view(visit.state)
    except CommandRejectedError as error:
        return ScheduleView(unknown=as_sentence(error.message))


PAGES = (Page("schedule", "/t/{slug}/schedule", "Schedule", view, "schedule.html", "round", public=True),)
