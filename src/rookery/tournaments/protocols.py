"""Interfaces of the store, the clock and the source of ids."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Protocol

from rookery.storage.records import Entry, Record, Snapshot, Stream

Clock = Callable[[], str]
"""A source of the present time, UTC, in ISO 8601."""

Ids = Callable[[], str]
"""A source of unique, unpredictable ids."""


class EventStore(Protocol):
    """An event store: `rookery.storage.open_store` keeps it on disk, `rookery.tournaments.memory_store` in memory."""

    def create(self, stream: str, kind: str, slug: str) -> None:
        """Create a stream."""

    def streams(self) -> tuple[Stream, ...]:
        """Return all streams."""

    def version(self, stream: str) -> int:
        """Return the number of events of a stream."""

    def append(self, stream: str, expected: int, entries: Sequence[Entry], *, command: str, actor: str, at: str,
               acknowledged: Sequence[str] = ()) -> int:  # fmt: skip
        """Append the events of a command and return the new version.

        Raises:
            ConflictError: The stream is not at the expected version.
        """

    def done(self, stream: str, command: str) -> int | None:
        """Return the version after a command, or None if it was not carried out."""

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
