"""What the desk asks of a store, of a clock and of whoever makes ids: all of them are handed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from rookery.store.records import Entry, Record, Snapshot, Stream

Clock = Callable[[], str]
"""The time now, UTC, as ISO 8601 writes it."""

Ids = Callable[[], str]
"""A text that nobody has had before, and nobody can foresee."""


class Log(Protocol):
    """Where events lie: `rookery.store.open_store` has one on a disk, `rookery.desk.memory` one for a while."""

    def create(self, stream: str, kind: str, slug: str) -> None:
        """Begin a stream."""

    def streams(self) -> tuple[Stream, ...]:
        """Every stream."""

    def version(self, stream: str) -> int:
        """How many events a stream has."""

    def append(self, stream: str, expected: int, entries: Sequence[Entry], *, command: str, actor: str, at: str,
               acknowledged: Sequence[str] = ()) -> int:  # fmt: skip
        """Write what a command did, and give the new version; Conflict when somebody was quicker."""

    def done(self, stream: str, command: str) -> int | None:
        """The version after a command that was carried out."""

    def read(self, stream: str, after: int = 0, until: int | None = None) -> Iterator[Record]:
        """The records behind one version and up to another."""

    def snapshot(self, stream: str, until: int | None = None) -> Snapshot | None:
        """The newest snapshot of a stream, or of its first versions."""

    def keep_snapshot(self, stream: str, version: int, data: bytes) -> None:
        """Keep what the first events of a stream add up to."""
