"""The log: who did what and when, what was taken back, and the points to go back to."""

from __future__ import annotations

from rookery.desk.state import Mark
from rookery.desk.views.log import LogLine, log_view
from rookery.values import frozen
from rookery.web.page import Page
from rookery.web.visit import Visit

SHOWN = 200
"""So many events are shown at a time, the newest first."""


@frozen
class LogPage:
    """Some of the log, newest first: `total` events there are, `before` begins the next page, 0 for none.

    `people` and `kinds` are those that occur in it; `who` and `kind` what was asked for.
    """

    lines: tuple[LogLine, ...]
    points: tuple[Mark, ...]
    total: int
    before: int
    people: tuple[str, ...]
    kinds: tuple[str, ...]
    who: str = ""
    kind: str = ""


def view(visit: Visit) -> LogPage:
    """The newest events, or those before a version; of one person, or of one kind."""
    whole = visit.kept("log", lambda: log_view(visit.state, visit.site.store.read(visit.id, until=visit.version)))
    who, kind = visit.query.get("who", ""), visit.query.get("kind", "")
    last = visit.number("before", visit.version + 1)
    fit = [one for one in whole.lines if (not who or one.actor == who) and (not kind or one.kind.startswith(kind))]
    some = [one for one in reversed(fit) if one.version < last]
    people = tuple(sorted({one.actor for one in whole.lines if one.actor}))
    kinds = tuple(sorted({one.kind.partition(".")[0] for one in whole.lines}))
    more = some[SHOWN - 1].version if len(some) > SHOWN else 0
    last_of = {mark.name: mark for mark in whole.points}
    points = tuple(sorted(last_of.values(), key=lambda mark: -mark.version))
    return LogPage(tuple(some[:SHOWN]), points, len(whole.lines), more, people, kinds, who, kind)


PAGES = (
    Page("log", "/t/{slug}/log", "Log", view, "log.html", "log", live=("change", "result")),
)  # fmt: skip
