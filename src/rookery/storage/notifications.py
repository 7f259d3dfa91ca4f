"""Notifications of writes by any process: which streams advanced, and to which version.

PostgreSQL sends them (NOTIFY) after commit; an SQLite file is polled.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, text

from rookery.storage import event_log
from rookery.storage.database import Database

CHANNEL = "rookery"
PAUSE = 0.25
"""The number of seconds between two checks of a file."""

_NOTIFY = text("SELECT pg_notify(:channel, :said)")

WaitForChanges = Callable[[float], dict[str, int]]
"""A function that waits up to a number of seconds and returns the versions of changed streams, or nothing.

Several stores may share a PostgreSQL database, which notifies all of them: a notification only means to check.
"""


def notify(connection: Connection, stream: str, version: int) -> None:
    """Notify other connections when this transaction commits."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"channel": CHANNEL, "said": f"{version} {stream}"})


@contextmanager
def listen(database: Database) -> Iterator[WaitForChanges]:
    """Return a function that waits for every later write; OSError if the database is lost."""
    if database.is_file:
        yield _poll(database)
        return
    with database.errors(), database.engine.connect() as connection:
        driver: Any = connection.execution_options(isolation_level="AUTOCOMMIT").connection.driver_connection
        driver.execute(f"LISTEN {CHANNEL}")
        try:
            yield lambda wait: _wait_for_notification(driver, wait)
        finally:
            connection.invalidate()  # a listening connection must not return to the pool


def _wait_for_notification(driver: Any, wait: float) -> dict[str, int]:
    """Return the notified versions as soon as there are any."""
    versions: dict[str, int] = {}
    for note in driver.notifies(timeout=wait, stop_after=1):
        version, _, stream = note.payload.partition(" ")
        versions[stream] = max(int(version), versions.get(stream, 0))
    return versions


def _poll(database: Database) -> WaitForChanges:
    """Return a function that polls the versions, after the number of events has changed."""

    def totals() -> tuple[int, int]:
        with database.selecting() as connection:
            return event_log.totals(connection)

    def versions() -> dict[str, int]:
        with database.selecting() as connection:
            return {stream.id: stream.version for stream in event_log.streams(connection)}

    before, last_versions = totals(), versions()

    def wait_for_changes(wait: float) -> dict[str, int]:
        nonlocal before
        end = time.monotonic() + wait
        while True:
            now = totals()
            new = {}
            if now != before:
                new = {name: version for name, version in versions().items() if version != last_versions.get(name, 0)}
                before = now
            if new or time.monotonic() >= end:
                last_versions.update(new)
                return new
            time.sleep(min(PAUSE, max(0.0, end - time.monotonic())))

    return wait_for_changes
