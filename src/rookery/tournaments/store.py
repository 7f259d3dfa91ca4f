"""The event store: its interface, and a store in memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from threading import Lock
from typing import Protocol

from rookery._record import field, record, replace
from rookery.errors import ConflictError, RookeryError
from rookery.storage.records import (
    Entry,
    Record,
    Snapshot,
    Stream,
    chain_hash,
    check_printable,
    json_text,
    redact_records,
)

Clock = Callable[[], str]
"""A source of the present time, UTC, in ISO 8601."""


Ids = Callable[[], str]
"""A source of unique, unpredictable ids."""


class EventStore(Protocol):
    """An event store: `rookery.storage.open_store` keeps it on disk, `MemoryStore` in memory."""

    def create(self, stream: str, kind: str, slug: str) -> None:
        """Create a stream."""

    def streams(self) -> tuple[Stream, ...]:
        """Return all streams."""

    def version(self, stream: str) -> int:
        """Return the number of events of a stream."""

    def append(self, stream: str, expected: int, entries: Sequence[Entry], *, command: str, actor: str, at: str,
               acknowledged: Sequence[str] = (), redact: Callable[[Record], Record] | None = None) -> int:  # fmt: skip
        """Append the events of a command and return the new version; `redact` erases personal data from all records.

        Raises:
            ConflictError: The stream is not at the expected version.
        """

    def read_for_command(self, stream: str, command: str, after: int) -> tuple[int | None, Iterable[Record]]:
        """Return what a command needs to know, in one query.

        This is the version after it, or None if it was not carried out, and the records after a version.
        """

    def read(self, stream: str, after: int = 0, until: int | None = None) -> Iterator[Record]:
        """Yield the records after one version and up to another."""

    def read_many(self, after: Mapping[str, int]) -> dict[str, list[Record]]:
        """Return the records of several streams after a version of each, without streams that have none."""

    def newest_snapshots(self, streams: Collection[str]) -> dict[str, Snapshot]:
        """Return the newest snapshot of each of several streams, without streams that have none."""

    def snapshot(self, stream: str, until: int | None = None) -> Snapshot | None:
        """Return the newest snapshot of a stream up to a version, or None."""

    def keep_snapshot(self, stream: str, version: int, data: bytes) -> None:
        """Store a snapshot of a version."""


@record(frozen=False)
class _StreamLog:
    """A stream with its records and snapshots."""

    stream: Stream
    records: list[Record] = field(default_factory=list)
    commands: dict[str, int] = field(default_factory=dict)
    snapshots: dict[int, bytes] = field(default_factory=dict)
    sum: str = ""


class MemoryStore:
    """Event streams in memory, with the interface `EventStore`."""

    def __init__(self) -> None:
        self._logs: dict[str, _StreamLog] = {}
        self._write_lock = Lock()

    def create(self, stream: str, kind: str, slug: str) -> None:
        """Create a stream, unless it exists.

        Raises:
            RookeryError: Another stream has this id or short name.
        """
        check_printable(stream, kind, slug)
        for existing in self._logs.values():
            existing_stream = existing.stream
            if (existing_stream.id == stream) != (existing_stream.slug == slug) or (
                existing_stream.id == stream and existing_stream.kind != kind
            ):
                raise RookeryError(
                    f"{slug!r} is taken" if existing_stream.slug == slug else f"there is a stream {stream!r}"
                )
        self._logs.setdefault(stream, _StreamLog(Stream(stream, kind, slug)))

    def streams(self) -> tuple[Stream, ...]:
        """Return all streams, by short name."""
        streams = sorted(self._logs.values(), key=lambda stream: stream.stream.slug)
        return tuple(Stream(s.stream.id, s.stream.kind, s.stream.slug, len(s.records), s.sum) for s in streams)

    def version(self, stream: str) -> int:
        """Return the number of events of a stream."""
        return len(self._log_of(stream).records)

    def append(self, stream: str, expected: int, entries: Sequence[Entry], *, command: str, actor: str, at: str,
               acknowledged: Sequence[str] = (), redact: Callable[[Record], Record] | None = None) -> int:  # fmt: skip
        """Append the events of a command and return the new version; `redact` erases personal data from all records.

        Raises:
            ConflictError: The stream is not at the expected version.
        """
        check_printable(command, actor, at, *(entry.kind for entry in entries))
        common = command, actor, at, tuple(acknowledged)
        numbered = enumerate(entries, expected + 1)
        records = [Record(stream, version, entry.kind, entry.form, entry.data, *common) for version, entry in numbered]
        log = self._log_of(stream)
        with self._write_lock:
            if command in log.commands:
                return log.commands[command]
            if len(log.records) != expected:
                raise ConflictError(stream, expected, len(log.records))
            log.sum = chain_hash(log.sum, records)
            log.records += map(_copy_record, records)
            if records:
                log.commands[command] = len(log.records)
            if redact is not None:
                for changed in list(redact_records(log.records, redact, len(log.records))):
                    log.records[changed.version - 1] = changed
                log.snapshots.clear()
            return len(log.records)

    def version_after_command(self, stream: str, command: str) -> int | None:
        """Return the version after a command, or None if it was not carried out."""
        return self._log_of(stream).commands.get(command)

    def read_for_command(self, stream: str, command: str, after: int) -> tuple[int | None, Iterable[Record]]:
        """Return the version after a command, or None if it was not carried out, and the records after a version."""
        return self.version_after_command(stream, command), self.read(stream, after)

    def read(self, stream: str, after: int = 0, until: int | None = None) -> Iterator[Record]:
        """Yield the records after one version and up to another, or up to the last."""
        yield from map(_copy_record, self._log_of(stream).records[after:until])

    def read_many(self, after: Mapping[str, int]) -> dict[str, list[Record]]:
        """Return the records of several streams after a version of each, without streams that have none."""
        result = {stream: list(self.read(stream, version)) for stream, version in after.items()}
        return {stream: records for stream, records in result.items() if records}

    def newest_snapshots(self, streams: Collection[str]) -> dict[str, Snapshot]:
        """Return the newest snapshot of each of several streams, without streams that have none."""
        result = {stream: self.snapshot(stream) for stream in streams}
        return {stream: snapshot for stream, snapshot in result.items() if snapshot is not None}

    def snapshot(self, stream: str, until: int | None = None) -> Snapshot | None:
        """Return the newest snapshot of a stream up to a version, or None."""
        snapshots = self._log_of(stream).snapshots
        last = max((version for version in snapshots if until is None or version <= until), default=0)
        return Snapshot(last, snapshots[last]) if last else None

    def keep_snapshot(self, stream: str, version: int, data: bytes) -> None:
        """Store a snapshot of a version."""
        if not 0 < version <= self.version(stream):
            raise RookeryError(f"the log of {stream!r} has no version {version} to keep a snapshot of")
        self._log_of(stream).snapshots[version] = data

    def _log_of(self, stream: str) -> _StreamLog:
        try:
            return self._logs[stream]
        except KeyError:
            raise RookeryError(f"there is no stream {stream!r}") from None


def _copy_record(record: Record) -> Record:
    """Return a copy of a record with data of its own, as after writing and reading it."""
    return replace(record, data=json.loads(json_text(record.data)))
