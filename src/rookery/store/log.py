"""The log itself: append at an expected version, read, snapshots; each function is one step of a transaction."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, delete, func, insert, select, update

from rookery.errors import Conflict, RookeryError
from rookery.store.records import Record, Snapshot, Stream, chained, json_text
from rookery.store.tables import EVENT, SNAPSHOT, STREAM
from rookery.typed import Any

_STREAMS = select(STREAM.c.id, STREAM.c.kind, STREAM.c.slug, STREAM.c.version, STREAM.c.sum)

_DEFLATED = 1
"""How hard a snapshot is pressed: more would take thrice the time for a fifth of the room."""


def streams(connection: Connection) -> tuple[Stream, ...]:
    """Every stream, by its short name."""
    return tuple(Stream(*row) for row in connection.execute(_STREAMS.order_by(STREAM.c.slug)))


def stream(connection: Connection, id: str, *, locked: bool = False) -> Stream:
    """One stream; locked, nobody else writes to it until the transaction ends."""
    asked = _STREAMS.where(STREAM.c.id == id)
    row = connection.execute(asked.with_for_update() if locked else asked).one_or_none()
    if row is None:
        raise RookeryError(f"there is no stream {id!r}")
    return Stream(*row)


def create(connection: Connection, made: Stream) -> None:
    """Begin a stream; one that is there already with the same kind and short name stays as it is."""
    twin = connection.execute(_STREAMS.where((STREAM.c.id == made.id) | (STREAM.c.slug == made.slug))).first()
    if twin is None:
        values = {"id": made.id, "kind": made.kind, "slug": made.slug, "version": 0, "sum": ""}
        connection.execute(insert(STREAM).values(values))
    elif tuple(twin[:3]) != (made.id, made.kind, made.slug):
        raise RookeryError(f"{made.slug!r} is taken" if twin[2] == made.slug else f"there is a stream {made.id!r}")


def done(connection: Connection, id: str, command: str) -> int | None:
    """The version after a command that was carried out; None when it was not."""
    last = select(func.max(EVENT.c.version)).where(EVENT.c.stream == id, EVENT.c.command == command)
    return connection.execute(last).scalar()


def append(connection: Connection, found: Stream, records: Sequence[Record]) -> int:
    """Write records behind the last one of a stream that is locked, and give its new version."""
    version = found.version + len(records)
    if records:
        connection.execute(insert(EVENT), [_row(record) for record in records])
        moved = update(STREAM).where(STREAM.c.id == found.id, STREAM.c.version == found.version)
        made = connection.execute(moved.values(version=version, sum=chained(found.sum, records)))
        if made.rowcount != 1:
            raise Conflict(found.id, found.version, stream(connection, found.id).version)
    return version


def _row(record: Record) -> dict[str, Any]:
    return {
        "stream": record.stream,
        "version": record.version,
        "kind": record.kind,
        "form": record.form,
        "data": json_text(record.data),
        "command": record.command,
        "actor": record.actor,
        "at": record.at,
        "acknowledged": json_text(list(record.acknowledged)),
    }


def read(connection: Connection, id: str, after: int, until: int) -> Iterator[Record]:
    """The records of the versions behind one and up to another."""
    asked = select(EVENT).where(EVENT.c.stream == id, EVENT.c.version > after, EVENT.c.version <= until)
    for row in connection.execute(asked.order_by(EVENT.c.version)):
        stream, version, kind, form, data, command, actor, at, acknowledged = row
        answered = tuple(json.loads(acknowledged)) if acknowledged != "[]" else ()
        yield Record(stream, version, kind, form, json.loads(data), command, actor, at, answered)


def snapshot(connection: Connection, id: str, until: int | None) -> Snapshot | None:
    """The newest snapshot up to a version; one that is damaged is passed over, for the log has everything."""
    asked = select(SNAPSHOT.c.version, SNAPSHOT.c.data).where(SNAPSHOT.c.stream == id)
    if until is not None:
        asked = asked.where(SNAPSHOT.c.version <= until)
    for version, data in connection.execute(asked.order_by(SNAPSHOT.c.version.desc())):
        try:
            return Snapshot(version, zlib.decompress(data))
        except zlib.error:
            continue
    return None


def keep_snapshot(connection: Connection, id: str, made: Snapshot) -> None:
    """Keep a snapshot, in the place of one of the same version."""
    if not 0 < made.version <= stream(connection, id, locked=True).version:
        raise RookeryError(f"the log of {id!r} has no version {made.version} to keep a snapshot of")
    connection.execute(delete(SNAPSHOT).where(SNAPSHOT.c.stream == id, SNAPSHOT.c.version == made.version))
    connection.execute(
        insert(SNAPSHOT).values(stream=id, version=made.version, data=zlib.compress(made.data, _DEFLATED))
    )
