"""Security events of an installation: who did what, when, by which means, and from which address."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Row, delete, func, insert, select

from rookery._record import field, record
from rookery.storage.database import Database
from rookery.storage.tables import AUDIT

MOST = 100_000
"""The maximum number of events that are kept; the oldest are deleted first."""
_TRIMMED_EVERY = 500
_LONGEST = 200
"""Maximum length of the texts of an event."""


@record
class SecurityEvent:
    """A security event: its time in seconds, the person and the means, and what it concerns.

    `stream` is the id of a tournament or an event, empty for the whole installation.
    """

    id: int
    at: int
    kind: str
    actor: str
    means: str = ""
    address: str = ""
    subject: str = ""
    stream: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)


class AuditLog:
    """The security events of a store. They are appended, and deleted by age or number only."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def append(
        self,
        kind: str,
        actor: str,
        now: int,
        *,
        means: str = "",
        address: str = "",
        subject: str = "",
        stream: str = "",
        detail: Mapping[str, Any] | None = None,
    ) -> int:
        """Store an event, and return its id."""
        texts = {"kind": kind, "actor": actor, "means": means, "address": address, "subject": subject}
        values: dict[str, Any] = {name: _printable(text) for name, text in texts.items()}
        values |= {"at": now, "stream": stream, "detail": json.dumps(detail or {}, sort_keys=True)}
        with self._database.writing() as connection:
            event_id = int(connection.execute(insert(AUDIT).values(values).returning(AUDIT.c.id)).scalar_one())
            if event_id % _TRIMMED_EVERY == 0:
                connection.execute(delete(AUDIT).where(AUDIT.c.id <= event_id - MOST))
        return event_id

    def list_events(
        self,
        *,
        kinds: Collection[str] = (),
        actor: str = "",
        since: int = 0,
        before: int | None = None,
        most: int | None = None,
    ) -> tuple[SecurityEvent, ...]:
        """Return events, the newest first: of some kinds, of a person, since a time, with ids before one."""
        query = select(AUDIT).where(AUDIT.c.at >= since).order_by(AUDIT.c.id.desc())
        if kinds:
            query = query.where(AUDIT.c.kind.in_(kinds))
        if actor:
            query = query.where(AUDIT.c.actor == actor)
        if before is not None:
            query = query.where(AUDIT.c.id < before)
        if most is not None:
            query = query.limit(most)
        with self._database.selecting() as connection:
            return tuple(_event_of_row(row) for row in connection.execute(query))

    def actors(self) -> tuple[str, ...]:
        """Return the names of everybody with an event."""
        with self._database.selecting() as connection:
            names = connection.execute(select(AUDIT.c.actor).distinct().order_by(AUDIT.c.actor)).scalars()
            return tuple(name for name in names if name)

    def count_before(self, time: int) -> int:
        """Return the number of events before a time."""
        with self._database.selecting() as connection:
            return int(connection.execute(select(func.count()).where(AUDIT.c.at < time)).scalar_one())

    def delete_before(self, time: int) -> int:
        """Delete the events before a time, and return how many there were."""
        with self._database.writing() as connection:
            return connection.execute(delete(AUDIT).where(AUDIT.c.at < time)).rowcount


def _printable(text: str) -> str:
    """Return a text that every database stores and every page shows, cut to its length."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text[:_LONGEST])


def _event_of_row(row: Row[Any]) -> SecurityEvent:
    return SecurityEvent(
        row.id, row.at, row.kind, row.actor, row.means, row.address, row.subject, row.stream, json.loads(row.detail)
    )
