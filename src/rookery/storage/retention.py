"""Removal of what is kept for a time only: sessions, access codes, deliveries of webhooks, security events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, func, select

from rookery.storage.database import Database
from rookery.storage.tables import AUDIT, CODE, DELIVERY, PASS


def _conditions(before: int, now: int) -> Mapping[str, tuple[Any, Any]]:
    """Return the table and the condition of the rows of each kind that are older than a time."""
    last_use = func.coalesce(PASS.c.used, PASS.c.made)
    people = PASS.c.kind.in_(("session", "start", "token", "link", "address"))
    return {
        "sessions": (PASS, people & ((PASS.c.expires <= now) | (last_use < before))),
        "codes": (CODE, (CODE.c.expires < before) | (CODE.c.revoked < before)),
        "deliveries": (DELIVERY, DELIVERY.c.done.is_not(None) & (DELIVERY.c.made < before)),
        "security-log": (AUDIT, AUDIT.c.at < before),
    }


class Retention:
    """The rows of a store that are older than a time, by kind of data."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def count(self, kind: str, before: int, now: int) -> int:
        """Return how many rows of a kind are older."""
        table, condition = _conditions(before, now)[kind]
        with self._database.selecting() as connection:
            return int(connection.execute(select(func.count()).select_from(table).where(condition)).scalar_one())

    def delete(self, kind: str, before: int, now: int) -> int:
        """Delete the rows of a kind that are older, and return how many there were."""
        table, condition = _conditions(before, now)[kind]
        with self._database.writing() as connection:
            return connection.execute(delete(table).where(condition)).rowcount
