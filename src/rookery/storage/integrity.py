"""Integrity checks of a database: every log complete with its hash, every snapshot readable."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from sqlalchemy import Connection, func, select

from rookery.storage import log
from rookery.storage.engine import Database
from rookery.storage.records import Stream, chain_hash
from rookery.storage.tables import EVENT, SNAPSHOT

_AT_ONCE = 1000


def find_faults(database: Database) -> Iterator[str]:
    """Yield the faults of a database as text; nothing if it is intact."""
    with database.reading() as connection:
        if database.is_file:
            for check in ("integrity_check", "foreign_key_check"):
                rows = connection.exec_driver_sql(f"PRAGMA {check}")
                yield from (f"SQLite: {' '.join(map(str, row))}" for row in rows if tuple(row) != ("ok",))
        for stream in log.streams(connection):
            yield from (f"{stream.slug}: {text}" for text in _stream_faults(connection, stream))


def _stream_faults(connection: Connection, stream: Stream) -> Iterator[str]:
    totals = select(func.count(), func.max(EVENT.c.version)).where(EVENT.c.stream == stream.id)
    number, last = connection.execute(totals).one()
    if number != stream.version or (last or 0) != stream.version:
        yield f"events: expected {stream.version}, found {number}, the last with number {last or 0}"
        return
    try:
        actual_sum = _log_hash(connection, stream)
    except ValueError:
        yield "an event is damaged: what it holds is no JSON"
        return
    if actual_sum != stream.sum:
        yield "the log was changed: the sum over its events is another than the one kept with it"
    snapshots = select(SNAPSHOT.c.version, SNAPSHOT.c.data).where(SNAPSHOT.c.stream == stream.id)
    for version, data in connection.execute(snapshots.order_by(SNAPSHOT.c.version)):
        if not 0 < version <= stream.version or not _is_inflatable(data):
            yield f"the snapshot of version {version} is damaged"


def _log_hash(connection: Connection, stream: Stream) -> str:
    """Return the hash chain of the stored log, read in pages."""
    result = ""
    for after in range(0, stream.version, _AT_ONCE):
        result = chain_hash(result, log.read(connection, stream.id, after, min(after + _AT_ONCE, stream.version)))
    return result


def _is_inflatable(data: bytes) -> bool:
    try:
        zlib.decompress(data)
    except zlib.error:
        return False
    return True
