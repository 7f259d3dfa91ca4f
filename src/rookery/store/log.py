"""The log itself: append at an expected version, read, snapshots; each function is one step of a transaction."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence

from sqlalchemy import BindParameter, Connection, bindparam, delete, func, insert, select, update

from rookery.errors import Conflict, RookeryError
from rookery.store.records import Record, Snapshot, Stream, chained, json_text
from rookery.store.tables import EVENT, SNAPSHOT, STREAM
from rookery.typed import Any

# Statements are made once: to make them takes as long as to carry them out.
_OF: BindParameter[str] = bindparam("of")
_STREAMS = select(STREAM.c.id, STREAM.c.kind, STREAM.c.slug, STREAM.c.version, STREAM.c.sum)
_STREAM = _STREAMS.where(STREAM.c.id == _OF)
_LOCKED = _STREAM.with_for_update()
_DONE = select(func.max(EVENT.c.version)).where(EVENT.c.stream == _OF, EVENT.c.command == bindparam("by"))
_INSERT = insert(EVENT)
_MOVED = (
    update(STREAM)
    .where(STREAM.c.id == _OF, STREAM.c.version == bindparam("expected"))
    .values(version=bindparam("new"), sum=bindparam("whole"))
)
_RECORDS = (
    select(EVENT)
    .where(EVENT.c.stream == _OF, EVENT.c.version > bindparam("after"), EVENT.c.version <= bindparam("until"))
    .order_by(EVENT.c.version)
)

_DEFLATED = 1
"""How hard a snapshot is pressed: more would take thrice the time for a fifth of the room."""


def streams(connection: Connection) -> tuple[Stream, ...]:
    """Every stream, by its short name."""
    return tuple(Stream(*row) for row in connection.execute(_STREAMS.order_by(STREAM.c.slug)))


def stream(connection: Connection, id: str, *, locked: bool = False) -> Stream:
    """One stream; locked, nobody else writes to it until the transaction ends."""
    row = connection.execute(_LOCKED if locked else _STREAM, {"of": id}).one_or_none()
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
    return connection.execute(_DONE, {"of": id, "by": command}).scalar()


def append(connection: Connection, found: Stream, records: Sequence[Record]) -> int:
    """Write records behind the last one of a stream that is locked, and give its new version."""
    version = found.version + len(records)
    if records:
        connection.execute(_INSERT, [_row(record) for record in records])
        moved = {"of": found.id, "expected": found.version, "new": version, "whole": chained(found.sum, records)}
        if connection.execute(_MOVED, moved).rowcount != 1:
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
    for row in connection.execute(_RECORDS, {"of": id, "after": after, "until": until}):
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
