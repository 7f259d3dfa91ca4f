"""A store for as long as the program runs: for tests, and for a single file that is opened, changed and written."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from threading import Lock

from rookery.errors import Conflict, RookeryError
from rookery.store.records import Entry, Record, Snapshot, Stream, chained, json_text, must_be_plain
from rookery.values import field, mutable, replace


@mutable
class _Kept:
    """A stream with its records and snapshots."""

    stream: Stream
    records: list[Record] = field(default_factory=list)
    commands: dict[str, int] = field(default_factory=dict)
    snapshots: dict[int, bytes] = field(default_factory=dict)
    sum: str = ""


class MemoryStore:
    """Streams of events in memory, of the shape that `rookery.desk.ports.Log` asks for."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}
        self._one_writes = Lock()

    def create(self, stream: str, kind: str, slug: str) -> None:
        """Begin a stream; the same once more changes nothing, another of that id or short name is refused."""
        must_be_plain(stream, kind, slug)
        for known in self._kept.values():
            one = known.stream
            if (one.id == stream) != (one.slug == slug) or (one.id == stream and one.kind != kind):
                raise RookeryError(f"{slug!r} is taken" if one.slug == slug else f"there is a stream {stream!r}")
        self._kept.setdefault(stream, _Kept(Stream(stream, kind, slug)))

    def streams(self) -> tuple[Stream, ...]:
        """Every stream, by its short name."""
        found = sorted(self._kept.values(), key=lambda one: one.stream.slug)
        return tuple(Stream(s.stream.id, s.stream.kind, s.stream.slug, len(s.records), s.sum) for s in found)

    def version(self, stream: str) -> int:
        """How many events a stream has."""
        return len(self._of(stream).records)

    def append(self, stream: str, expected: int, entries: Sequence[Entry], *, command: str, actor: str, at: str,
               acknowledged: Sequence[str] = ()) -> int:  # fmt: skip
        """Write what a command did, and give the new version; Conflict when the stream is not at the expected one."""
        must_be_plain(command, actor, at, *(entry.kind for entry in entries))
        more = command, actor, at, tuple(acknowledged)
        numbered = enumerate(entries, expected + 1)
        records = [Record(stream, version, one.kind, one.form, one.data, *more) for version, one in numbered]
        kept = self._of(stream)
        with self._one_writes:
            if command in kept.commands:
                return kept.commands[command]
            if len(kept.records) != expected:
                raise Conflict(stream, expected, len(kept.records))
            kept.sum = chained(kept.sum, records)
            kept.records += map(_own, records)
            if records:
                kept.commands[command] = len(kept.records)
            return len(kept.records)

    def done(self, stream: str, command: str) -> int | None:
        """The version after a command that was carried out; None when it was not."""
        return self._of(stream).commands.get(command)

    def read(self, stream: str, after: int = 0, until: int | None = None) -> Iterator[Record]:
        """The records behind one version and up to another, or up to the last."""
        yield from map(_own, self._of(stream).records[after:until])

    def snapshot(self, stream: str, until: int | None = None) -> Snapshot | None:
        """The newest snapshot of a stream, or of its first versions; None when there is none."""
        kept = self._of(stream).snapshots
        last = max((version for version in kept if until is None or version <= until), default=0)
        return Snapshot(last, kept[last]) if last else None

    def keep_snapshot(self, stream: str, version: int, data: bytes) -> None:
        """Keep what the first events of a stream add up to."""
        if not 0 < version <= self.version(stream):
            raise RookeryError(f"the log of {stream!r} has no version {version} to keep a snapshot of")
        self._of(stream).snapshots[version] = data

    def _of(self, stream: str) -> _Kept:
        try:
            return self._kept[stream]
        except KeyError:
            raise RookeryError(f"there is no stream {stream!r}") from None


def _own(record: Record) -> Record:
    """A record whose data are nobody else's, as they would be after a way to the disk and back."""
    return replace(record, data=json.loads(json_text(record.data)))
