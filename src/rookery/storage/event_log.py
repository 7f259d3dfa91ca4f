"""The event log: append at an expected version, read, snapshots, integrity checks.

The functions are steps of a transaction; only `find_faults` opens its own.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Integer,
    String,
    and_,
    bindparam,
    column,
    delete,
    func,
    insert,
    select,
    update,
    values,
)  # fmt: skip

from rookery._record import fields
from rookery.errors import ConflictError, RookeryError
from rookery.storage.database import Database
from rookery.storage.records import Record, Redaction, Snapshot, Stream, chain_hash, json_text, redact_records
from rookery.storage.tables import EVENT, SNAPSHOT, STREAM

# Statements are built once: building one takes as long as executing it.
_OF: BindParameter[str] = bindparam("of")
_STREAMS = select(STREAM.c.id, STREAM.c.kind, STREAM.c.slug, STREAM.c.version, STREAM.c.sum)
_STREAM = _STREAMS.where(STREAM.c.id == _OF)
_LOCKED = _STREAM.with_for_update()
_BY_SLUG = _STREAMS.where(STREAM.c.slug == bindparam("slug"))
_TOTALS = select(func.count(), func.coalesce(func.sum(STREAM.c.version), 0)).select_from(STREAM)
_VERSION_AFTER_COMMAND = select(func.max(EVENT.c.version)).where(
    EVENT.c.stream == _OF, EVENT.c.command == bindparam("by")
)
_INSERT = insert(EVENT)
_ADVANCE_STREAM = (
    update(STREAM)
    .where(STREAM.c.id == _OF, STREAM.c.version == bindparam("expected"))
    .values(version=bindparam("new"), sum=bindparam("whole"))
)
_RECORDS = (
    select(EVENT)
    .where(EVENT.c.stream == _OF, EVENT.c.version > bindparam("after"), EVENT.c.version <= bindparam("until"))
    .order_by(EVENT.c.version)
)
_IN_RANGE = and_(
    EVENT.c.stream == STREAM.c.id, EVENT.c.version > bindparam("after"), EVENT.c.version <= bindparam("until")
)
_WITH_VERSION = (
    select(STREAM.c.version.label("last"), EVENT)
    .select_from(STREAM.outerjoin(EVENT, _IN_RANGE))
    .where(STREAM.c.id == _OF)
    .order_by(EVENT.c.version)
)

_PAGE = 1000
"""The number of records read at a time by the integrity check."""
_WITH_COMMAND = _WITH_VERSION.add_columns(
    select(func.max(EVENT.c.version))
    .where(EVENT.c.stream == _OF, EVENT.c.command == bindparam("by"))
    .correlate(None)
    .scalar_subquery()
    .label("done")
)

_COMPRESSION_LEVEL = 1
"""The compression level of snapshots; a higher one takes three times as long to save a fifth of the size."""


def streams(connection: Connection) -> tuple[Stream, ...]:
    """Return every stream, ordered by slug."""
    return tuple(Stream(*row) for row in connection.execute(_STREAMS.order_by(STREAM.c.slug)))


def stream(connection: Connection, stream_id: str, *, locked: bool = False) -> Stream:
    """Return one stream; with `locked`, no other transaction writes to it until this one ends."""
    row = connection.execute(_LOCKED if locked else _STREAM, {"of": stream_id}).one_or_none()
    if row is None:
        raise RookeryError(f"there is no stream {stream_id!r}")
    return Stream(*row)


def find_stream(connection: Connection, slug: str) -> Stream | None:
    """Return the stream with this slug; None if there is none."""
    row = connection.execute(_BY_SLUG, {"slug": slug}).one_or_none()
    return Stream(*row) if row is not None else None


def totals(connection: Connection) -> tuple[int, int]:
    """Return the number of streams and of their events; at least one of them grows with every write."""
    streams, events = connection.execute(_TOTALS).one()
    return int(streams), int(events)


def create(connection: Connection, new_stream: Stream) -> None:
    """Create a stream; an existing one of the same kind and slug is left unchanged."""
    existing = connection.execute(
        _STREAMS.where((STREAM.c.id == new_stream.id) | (STREAM.c.slug == new_stream.slug))
    ).first()
    if existing is None:
        values = {"id": new_stream.id, "kind": new_stream.kind, "slug": new_stream.slug, "version": 0, "sum": ""}
        connection.execute(insert(STREAM).values(values))
    elif tuple(existing[:3]) != (new_stream.id, new_stream.kind, new_stream.slug):
        raise RookeryError(
            f"{new_stream.slug!r} is taken"
            if existing[2] == new_stream.slug
            else f"there is a stream {new_stream.id!r}"
        )


def version_after_command(connection: Connection, stream_id: str, command: str) -> int | None:
    """Return the version after a command that was carried out; None if it was not."""
    return connection.execute(_VERSION_AFTER_COMMAND, {"of": stream_id, "by": command}).scalar()


def append(connection: Connection, current: Stream, records: Sequence[Record]) -> int:
    """Append records to a locked stream and return its new version."""
    version = current.version + len(records)
    if records:
        connection.execute(_INSERT, [_record_to_row(record) for record in records])
        changes = {
            "of": current.id,
            "expected": current.version,
            "new": version,
            "whole": chain_hash(current.sum, records),
        }
        if connection.execute(_ADVANCE_STREAM, changes).rowcount != 1:
            raise ConflictError(current.id, current.version, stream(connection, current.id).version)
    return version


def _record_to_row(record: Record) -> dict[str, Any]:
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
        "redacted": json_text(_redaction_data(record.redaction)) if record.redaction else None,
    }


def _redaction_data(redaction: Redaction) -> dict[str, Any]:
    return {field.name: getattr(redaction, field.name) for field in fields(redaction)}


# -- redaction ---------------------------------------------------------------------------------------------------------


def redact(connection: Connection, current: Stream, change: Callable[[Record], Record]) -> int:
    """Replace the records of a locked stream that a function changes, and return how many; the hashes stay.

    All snapshots are deleted: they hold what was erased.
    """
    records = read(connection, current.id, 0, current.version)
    changed_records = list(redact_records(records, change, current.version))
    for changed in changed_records:
        row = _record_to_row(changed)
        values = {name: row[name] for name in ("data", "actor", "redacted")}
        at_version = (EVENT.c.stream == current.id) & (EVENT.c.version == changed.version)
        connection.execute(update(EVENT).where(at_version).values(values))
    connection.execute(delete(SNAPSHOT).where(SNAPSHOT.c.stream == current.id))
    return len(changed_records)


def list_redacted(connection: Connection, stream_id: str) -> dict[int, Redaction]:
    """Return the versions of a stream from which personal data was erased, with their recorded hashes."""
    query = select(EVENT.c.version, EVENT.c.redacted).where(EVENT.c.stream == stream_id, EVENT.c.redacted.is_not(None))
    rows = connection.execute(query.order_by(EVENT.c.version))
    return {version: Redaction(**json.loads(redacted)) for version, redacted in rows}


def read(connection: Connection, stream_id: str, after: int, until: int) -> Iterator[Record]:
    """Yield the records after version `after`, up to `until`."""
    for row in connection.execute(_RECORDS, {"of": stream_id, "after": after, "until": until}):
        yield _row_to_record(row)


def read_page(connection: Connection, stream_id: str, after: int, until: int) -> tuple[int, list[Record]]:
    """Return the version of a stream and its records after `after`, up to `until`, in one statement."""
    rows = connection.execute(_WITH_VERSION, {"of": stream_id, "after": after, "until": until}).all()
    if not rows:
        raise RookeryError(f"there is no stream {stream_id!r}")
    return rows[0].last, [_row_to_record(row[1:]) for row in rows if row.version is not None]


def read_for_command(
    connection: Connection, stream_id: str, command: str, after: int, until: int
) -> tuple[int | None, int, list[Record]]:
    """Return the version after a command, that of the stream, and the records of a page, in one statement."""
    rows = connection.execute(_WITH_COMMAND, {"of": stream_id, "by": command, "after": after, "until": until}).all()
    if not rows:
        raise RookeryError(f"there is no stream {stream_id!r}")
    return rows[0].done, rows[0].last, [_row_to_record(row[1:-1]) for row in rows if row.version is not None]


def read_many(connection: Connection, after: Mapping[str, int]) -> Iterator[Record]:
    """Return the records of several streams after a version of each, in one statement."""
    positions = values(column("id", String), column("after", Integer), name="wanted").data(list(after.items())).cte()
    matching = EVENT.join(positions, and_(EVENT.c.stream == positions.c.id, EVENT.c.version > positions.c.after))
    query = select(EVENT).select_from(matching).order_by(EVENT.c.stream, EVENT.c.version)
    return map(_row_to_record, connection.execute(query))


def _row_to_record(row: Any) -> Record:
    stream, version, kind, form, data, command, actor, time, acknowledged, redacted = row
    tokens = tuple(json.loads(acknowledged)) if acknowledged != "[]" else ()
    redaction = Redaction(**json.loads(redacted)) if redacted else None
    return Record(stream, version, kind, form, json.loads(data), command, actor, time, tokens, redaction)


def snapshot(connection: Connection, stream_id: str, until: int | None) -> Snapshot | None:
    """Return the newest snapshot up to a version; damaged ones are skipped, because the log is complete."""
    query = select(SNAPSHOT.c.version, SNAPSHOT.c.data).where(SNAPSHOT.c.stream == stream_id)
    if until is not None:
        query = query.where(SNAPSHOT.c.version <= until)
    for version, data in connection.execute(query.order_by(SNAPSHOT.c.version.desc())):
        try:
            return Snapshot(version, zlib.decompress(data))
        except zlib.error:
            continue
    return None


def newest_snapshots(connection: Connection, ids: Collection[str]) -> dict[str, Snapshot]:
    """Return the newest snapshot of several streams in one statement; streams without a readable one are omitted."""
    newest = select(SNAPSHOT.c.stream, func.max(SNAPSHOT.c.version).label("version")).group_by(SNAPSHOT.c.stream)
    last = newest.where(SNAPSHOT.c.stream.in_(ids)).subquery()
    same = and_(SNAPSHOT.c.stream == last.c.stream, SNAPSHOT.c.version == last.c.version)
    result = {}
    for stream, version, data in connection.execute(select(SNAPSHOT).join(last, same)):
        with suppress(zlib.error):
            result[stream] = Snapshot(version, zlib.decompress(data))
    return result


def keep_snapshot(connection: Connection, stream_id: str, new_snapshot: Snapshot) -> None:
    """Store a snapshot, replacing one of the same version."""
    if not 0 < new_snapshot.version <= stream(connection, stream_id, locked=True).version:
        raise RookeryError(f"the log of {stream_id!r} has no version {new_snapshot.version} to keep a snapshot of")
    if any(redaction.by > new_snapshot.version for redaction in list_redacted(connection, stream_id).values()):
        return  # of a state from before: it may hold what was erased
    connection.execute(
        delete(SNAPSHOT).where(SNAPSHOT.c.stream == stream_id, SNAPSHOT.c.version == new_snapshot.version)
    )
    connection.execute(
        insert(SNAPSHOT).values(
            stream=stream_id, version=new_snapshot.version, data=zlib.compress(new_snapshot.data, _COMPRESSION_LEVEL)
        )
    )


# -- integrity ---------------------------------------------------------------------------------------------------------


def find_faults(database: Database) -> Iterator[str]:
    """Yield the faults of a database as text; nothing if it is intact."""
    with database.reading() as connection:
        if database.is_file:
            for check in ("integrity_check", "foreign_key_check"):
                rows = connection.exec_driver_sql(f"PRAGMA {check}")
                yield from (f"SQLite: {' '.join(map(str, row))}" for row in rows if tuple(row) != ("ok",))
        for stream in streams(connection):
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
    for after in range(0, stream.version, _PAGE):
        result = chain_hash(result, read(connection, stream.id, after, min(after + _PAGE, stream.version)))
    return result


def _is_inflatable(data: bytes) -> bool:
    try:
        zlib.decompress(data)
    except zlib.error:
        return False
    return True
