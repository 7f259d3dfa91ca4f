"""Values that a store keeps and returns, and the hash chain by which a changed log is detected."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from rookery._record import record
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
class Record:
    """An event in a log: versions count from 1; the time is UTC in ISO 8601."""

    stream: str
    version: int
    kind: str
    form: int
    data: dict[str, Any]
    command: str
    actor: str
    at: str
    acknowledged: tuple[str, ...] = ()


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

    >>> first = Record("open", 1, "opened", 1, {}, "c1", "ada", "2026-11-16T09:00:00Z")
    >>> chain_hash("", [first])[:12], chain_hash("", [first]) == chain_hash("", [])
    ('e80d43637a37', False)
    """
    for event in records:
        line = [
            event.version,
            event.kind,
            event.form,
            event.data,
            event.command,
            event.actor,
            event.at,
            list(event.acknowledged),
        ]
        previous = sha256(f"{previous}\n{json_text(line)}".encode("ascii")).hexdigest()
    return previous


def check_printable(*texts: str) -> None:
    """Raise RookeryError if a name or id has a character that databases do not store."""
    for text in texts:
        if not text.isprintable():
            raise RookeryError(f"{text!r} cannot be kept: it has a character that cannot be shown")
