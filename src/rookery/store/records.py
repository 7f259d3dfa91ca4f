"""What a store keeps and gives back, as values, and the sum over a log by which a change in it is found."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256

from rookery.errors import RookeryError
from rookery.typed import Any
from rookery.values import frozen


@frozen
class Stream:
    """One log: its id, what it is a log of, its short name in addresses, and how many events it has."""

    id: str
    kind: str
    slug: str
    version: int = 0
    sum: str = ""


@frozen
class Entry:
    """An event before it has a version; `data` is a JSON object, in the form of this number."""

    kind: str
    form: int
    data: dict[str, Any]


@frozen
class Record:
    """An event as it stands in a log: its version counts from 1; the time is UTC, as ISO 8601 writes it."""

    stream: str
    version: int
    kind: str
    form: int
    data: dict[str, Any]
    command: str
    actor: str
    at: str
    acknowledged: tuple[str, ...] = ()


@frozen
class Snapshot:
    """What the first events of a log add up to, in the words of whoever kept it."""

    version: int
    data: bytes


def json_text(value: object) -> str:
    """A JSON value as it is kept: nothing between its parts, ASCII alone, so that every database takes every name."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def chained(sum: str, records: Iterable[Record]) -> str:
    """The sum over a log with these records at its end: the SHA-256 of the sum before and the record, one by one.

    >>> first = Record("open", 1, "opened", 1, {}, "c1", "ada", "2026-11-16T09:00:00Z")
    >>> chained("", [first])[:12], chained("", [first]) == chained("", [])
    ('e80d43637a37', False)
    """
    for one in records:
        line = [one.version, one.kind, one.form, one.data, one.command, one.actor, one.at, list(one.acknowledged)]
        sum = sha256(f"{sum}\n{json_text(line)}".encode("ascii")).hexdigest()
    return sum


def must_be_plain(*texts: str) -> None:
    """Names and ids are kept as they are: no database takes a control character or half of a character in them."""
    for text in texts:
        if not text.isprintable():
            raise RookeryError(f"{text!r} cannot be kept: it has a character that cannot be shown")
