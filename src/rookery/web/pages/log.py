"""The log: who did what and when, what was undone, and the restore points."""

from __future__ import annotations

from rookery._record import record
from rookery.tournaments.state import Mark
from rookery.tournaments.views.log import LogLine, log_view
from rookery.web.page_spec import Page
from rookery.web.request_context import RequestContext

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


def view(visit: RequestContext) -> LogPage:
    """Return the newest events, or those before a version, filtered by user or kind."""
    full_log = visit.cached("log", lambda: log_view(visit.state, visit.site.store.read(visit.id, until=visit.version)))
    who, kind = visit.query.get("who", ""), visit.query.get("kind", "")
    last = visit.number("before", visit.version + 1)
    matching = [
        line for line in full_log.lines if (not who or line.actor == who) and (not kind or line.kind.startswith(kind))
    ]
    selected = [line for line in reversed(matching) if line.version < last]
    people = tuple(sorted({line.actor for line in full_log.lines if line.actor}))
    kinds = tuple(sorted({line.kind.partition(".")[0] for line in full_log.lines}))
    next_before = selected[SHOWN - 1].version if len(selected) > SHOWN else 0
    last_of = {mark.name: mark for mark in full_log.points}
    points = tuple(sorted(last_of.values(), key=lambda mark: -mark.version))
    return LogPage(tuple(selected[:SHOWN]), points, len(full_log.lines), next_before, people, kinds, who, kind)


PAGES = (
    Page("log", "/t/{slug}/log", "Log", view, "log.html", "log", live=("change", "result"),
         asks=("who", "kind", "before")),
)  # fmt: skip
