"""Values that a store keeps and returns, and the hash chain by which a changed log is detected."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Any

from rookery._record import record, replace
from rookery.errors import RookeryError


@record
class Stream:
    """One log: its id, the kind of its subject, its slug, and the number of its events."""

    id: str
    kind: str
    slug: str
    version: int = 0
    sum: str = ""


@record
class Entry:
    """An event without a version; `data` is a JSON object in the format version `form`."""

    kind: str
    form: int
    data: dict[str, Any]


@record
class Redaction:
    """The recorded hashes of an event from which personal data was erased.

    `before` and `after` are the hash chain without and with the event as it was recorded, `content` is the hash of what
    it holds now, `by` the version that erased the data, the last time.
    """

    before: str
    after: str
    content: str
    by: int


@record
class Record:
    """An event in a log: versions count from 1; the time is UTC in ISO 8601.

    Personal data was erased from an event with a `redaction`.
    """

    stream: str
    version: int
    kind: str
    form: int
    data: dict[str, Any]
    command: str
    actor: str
    at: str
    acknowledged: tuple[str, ...] = ()
    redaction: Redaction | None = None


@record
class Snapshot:
    """The state after the first events of a log, serialized by the caller."""

    version: int
    data: bytes


def json_text(value: object) -> str:
    """Return a JSON value as it is stored: compact and ASCII only, so that every database accepts every name."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def chain_hash(previous: str, records: Iterable[Record]) -> str:
    """Return the hash chain of a log with these records appended: SHA-256 of the previous hash and each record.

    A record from which personal data was erased counts as it was recorded, if the log before it and what is left of it
    are unchanged.

    >>> first = Record("open", 1, "opened", 1, {}, "c1", "ada", "2026-11-16T09:00:00Z")
    >>> chain_hash("", [first])[:12], chain_hash("", [first]) == chain_hash("", [])
    ('e80d43637a37', False)
    """
    for event in records:
        if event.redaction is None:
            previous = _hash(previous, _record_line(event))
        elif (event.redaction.before, event.redaction.content) == (previous, _hash("", _record_line(event))):
            previous = event.redaction.after
        else:  # something before it, or what is left of it, was changed
            previous = _hash(previous, event.redaction.after)
    return previous


def redact_records(records: Iterable[Record], redact: Callable[[Record], Record], by: int) -> Iterator[Record]:
    """Yield the records of a whole log that `redact` changes, as changed, with the hashes that were recorded."""
    previous = ""
    for event in records:
        before, previous = previous, chain_hash(previous, [event])
        changed = redact(event)
        if changed != event:
            first = event.redaction or Redaction(before, previous, "", by)
            content = _hash("", _record_line(changed))
            yield replace(changed, redaction=replace(first, content=content, by=by))


def _record_line(event: Record) -> str:
    return json_text(
        [
            event.version,
            event.kind,
            event.form,
            event.data,
            event.command,
            event.actor,
            event.at,
            list(event.acknowledged),
        ]
    )


def _hash(previous: str, line: str) -> str:
    return sha256(f"{previous}\n{line}".encode("ascii")).hexdigest()


def check_printable(*texts: str) -> None:
    """Raise RookeryError if a name or id has a character that databases do not store."""
    for text in texts:
        if not text.isprintable():
            raise RookeryError(f"{text!r} cannot be kept: it has a character that cannot be shown")
