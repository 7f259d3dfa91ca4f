"""Whether a database is whole: every log without a gap and with its sum, every snapshot readable."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from sqlalchemy import Connection, func, select

from rookery.store import log
from rookery.store.engine import Database
from rookery.store.records import Stream, chained
from rookery.store.tables import EVENT, SNAPSHOT

_AT_ONCE = 1000


def faults(database: Database) -> Iterator[str]:
    """What is wrong in a database, in words; nothing when it is whole."""
    with database.reading() as connection:
        if database.is_file:
            for check in ("integrity_check", "foreign_key_check"):
                found = connection.exec_driver_sql(f"PRAGMA {check}")
                yield from (f"SQLite: {' '.join(map(str, row))}" for row in found if tuple(row) != ("ok",))
        for each in log.streams(connection):
            yield from (f"{each.slug}: {text}" for text in _faults(connection, each))


def _faults(connection: Connection, stream: Stream) -> Iterator[str]:
    counted = select(func.count(), func.max(EVENT.c.version)).where(EVENT.c.stream == stream.id)
    number, last = connection.execute(counted).one()
    if number != stream.version or (last or 0) != stream.version:
        yield f"{stream.version} events should be there; there are {number}, the last with number {last or 0}"
        return
    try:
        whole = _sum(connection, stream)
    except ValueError:
        yield "an event is damaged: what it holds is no JSON"
        return
    if whole != stream.sum:
        yield "the log was changed: the sum over its events is another than the one kept with it"
    kept = select(SNAPSHOT.c.version, SNAPSHOT.c.data).where(SNAPSHOT.c.stream == stream.id)
    for version, data in connection.execute(kept.order_by(SNAPSHOT.c.version)):
        if not 0 < version <= stream.version or not _inflates(data):
            yield f"the snapshot of version {version} is damaged"


def _sum(connection: Connection, stream: Stream) -> str:
    """The sum over the log as it stands, some records at a time."""
    whole = ""
    for after in range(0, stream.version, _AT_ONCE):
        whole = chained(whole, log.read(connection, stream.id, after, min(after + _AT_ONCE, stream.version)))
    return whole


def _inflates(data: bytes) -> bool:
    try:
        zlib.decompress(data)
    except zlib.error:
        return False
    return True
