"""Signed-in users and invitations, each of which can be ended."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from rookery._record import record
from rookery.storage.sessions import Access
from rookery.web.page_spec import Page
from rookery.web.request_context import RequestContext


@record
class AccessLine:
    """A session or an invitation: id, name in the log, validity, and whether it is the user's own.

    Times are UTC.
    """

    id: str
    name: str
    since: str
    until: str
    here: bool = False


@record
class PeoplePage:
    """Sessions, and invitations that were not used yet."""

    sessions: tuple[AccessLine, ...]
    invitations: tuple[AccessLine, ...]


def view(visit: RequestContext) -> PeoplePage:
    """Return everyone with access."""
    accesses = visit.site.store.people.listed(int(time.time()))
    return PeoplePage(
        tuple(_access_line(access, visit.session) for access in accesses if access.kind == "session"),
        tuple(_access_line(access, visit.session) for access in accesses if access.kind != "session"),
    )


def _access_line(access: Access, own_id: str) -> AccessLine:
    return AccessLine(access.id, access.name, _iso_time(access.made), _iso_time(access.expires), access.id == own_id)


def _iso_time(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


PAGES = (Page("people", "/people", "Who is signed in", view, "people.html", live=()),)
