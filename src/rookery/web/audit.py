"""Security events: their kinds, and where the web application and the command line record them."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rookery.errors import RookeryError
from rookery.messages import msg
from rookery.web.rate_limits import client_address

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

    from rookery.storage.store import Store

LOG = logging.getLogger("rookery.web")

KINDS: Mapping[str, str] = {
    "sign-in": msg("Signed in"),
    "sign-in-failed": msg("Sign-in failed"),
    "sign-out": msg("Signed out"),
    "session-ended": msg("Session ended"),
    "invitation": msg("Invitation created"),
    "renamed": msg("Name changed"),
    "account": msg("Account changed"),
    "role": msg("Role changed"),
    "token": msg("Token changed"),
    "webhook": msg("Webhook changed"),
    "codes": msg("Access codes changed"),
    "code-failed": msg("Wrong access code"),
    "refused": msg("Refused by role"),
    "export": msg("Data exported"),
    "person-export": msg("Data of a person exported"),
    "person-erased": msg("Person erased"),
    "backup": msg("Backup written"),
    "publish": msg("Web site written"),
    "retention": msg("Old data removed"),
}
"""The kinds of security events, with their labels."""

MEANS: Mapping[str, str] = {
    "browser": msg("browser"),
    "code": msg("access code"),
    "command line": msg("command line"),
    "invitation": msg("invitation"),
    "oidc": msg("OpenID Connect"),
    "password": msg("password"),
    "token": msg("token"),
}
"""The labels of the means by which something is done."""

_ONCE = 24 * 3600
COMMAND_LINE = "command line"
"""The means of what is done by the command line."""


def record_event(
    store: Store,
    kind: str,
    actor: str,
    *,
    means: str = "",
    address: str = "",
    subject: str = "",
    stream: str = "",
    **detail: object,
) -> None:
    """Record a security event; a store that cannot be written to never stops what is recorded."""
    assert kind in KINDS, kind
    try:
        store.audit.append(
            kind, actor, int(time.time()), means=means, address=address, subject=subject, stream=stream, detail=detail
        )
    except (RookeryError, OSError) as error:
        LOG.warning("a security event (%s) was not recorded: %s", kind, error)


def record_place(store: Store, kind: str, actor: str, path: Path, stream: str = "") -> None:
    """Record that the data of a desk was written to a place, once a day, if it can be written to."""
    place = str(path.absolute())
    with suppress(RookeryError, OSError):
        since = int(time.time()) - _ONCE
        known = store.audit.list_events(kinds=(kind,), since=since)
        if not any(event.detail.get("path") == place and event.stream == stream for event in known):
            store.audit.append(kind, actor, int(time.time()), means=COMMAND_LINE, stream=stream, detail={"path": place})


def record_request(
    connection: HTTPConnection,
    kind: str,
    *,
    actor: str = "",
    means: str = "",
    subject: str = "",
    stream: str = "",
    **detail: object,
) -> None:
    """Record a security event of a request: by the person who is signed in, or another `actor`."""
    session = connection.scope.get("user")
    record_event(
        connection.app.state.context.store,
        kind,
        actor or (session.name if session is not None else ""),
        means=means or (session.means if session is not None else ""),
        address=client_address(connection),
        subject=subject,
        stream=stream,
        **detail,
    )
