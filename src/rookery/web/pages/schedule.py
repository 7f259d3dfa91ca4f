"""All rounds of an event whose pairings are known beforehand."""

from __future__ import annotations

from rookery.desk.decision import Refused
from rookery.desk.views.schedule import ScheduleView, schedule_view
from rookery.web.page import Page
from rookery.web.visit import Visit
from rookery.wording import sentence


def view(visit: Visit) -> ScheduleView:
    """Every round of the table, or why there is none."""
    try:
        return schedule_view(visit.state)
    except Refused as refused:
        return ScheduleView(unknown=sentence(refused.said))


PAGES = (Page("schedule", "/t/{slug}/schedule", "Schedule", view, "schedule.html", "round", public=True),)
