"""News of what is written, by whatever process: which stream has which version now.

PostgreSQL tells it itself (NOTIFY), when a transaction is on the disk; a file of SQLite is looked at now and then.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, text

from rookery.store import log
from rookery.store.engine import Database
from rookery.typed import Any

CHANNEL = "rookery"
PAUSE = 0.25
"""So many seconds lie between two looks at a file."""

_NOTIFY = text("SELECT pg_notify(:channel, :said)")

Heard = Callable[[float], dict[str, int]]
"""Waits so many seconds at the most, and gives the streams that have gone on with their versions, or nothing."""


def tell(connection: Connection, stream: str, version: int) -> None:
    """Let others know, as soon as this transaction is on the disk."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"channel": CHANNEL, "said": f"{version} {stream}"})


@contextmanager
def listening(database: Database) -> Iterator[Heard]:
    """What hears of everything that is written from here on."""
    if database.is_file:
        yield _looking(database)
        return
    with database.engine.connect() as connection:
        driver: Any = connection.execution_options(isolation_level="AUTOCOMMIT").connection.driver_connection
        driver.execute(f"LISTEN {CHANNEL}")
        try:
            yield lambda wait: _notified(driver, wait)
        finally:
            connection.invalidate()  # nobody else shall listen on it


def _notified(driver: Any, wait: float) -> dict[str, int]:
    """What has come, as soon as something has."""
    found: dict[str, int] = {}
    for note in driver.notifies(timeout=wait, stop_after=1):
        version, _, stream = note.payload.partition(" ")
        found[stream] = max(int(version), found.get(stream, 0))
    return found


def _looking(database: Database) -> Heard:
    """What compares the versions with those of the last time."""

    def versions() -> dict[str, int]:
        with database.reading() as connection:
            return {each.id: each.version for each in log.streams(connection)}

    known = versions()

    def heard(wait: float) -> dict[str, int]:
        end = time.monotonic() + wait
        while True:
            new = {id: version for id, version in versions().items() if version > known.get(id, 0)}
            if new or time.monotonic() >= end:
                known.update(new)
                return new
            time.sleep(min(PAUSE, max(0.0, end - time.monotonic())))

    return heard
