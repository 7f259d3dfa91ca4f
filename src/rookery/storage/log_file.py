"""Log files: a `.rookery` file with one line of JSON for each event, to move a log between stores.

The first line says what it is: the form of the file, the stream, how many events follow, and the sum over them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from rookery._record import fields
from rookery.errors import FormatError, Problem, Severity
from rookery.storage.records import Record, Redaction, Stream, chain_hash

FORM = 2
"""The form of the files: since form 2 events may be marked as redacted. A log without such events is written as form 1,
which every version reads."""
_HEAD = ("id", "kind", "slug", "version", "sum")
_FIELDS = ("version", "kind", "form", "data", "command", "actor", "at", "acknowledged")
_REDACTED = "redacted"


def dumps(stream: Stream, records: Iterable[Record]) -> bytes:
    """Return a stream with its complete log as a file."""
    all_records = list(records)
    form = FORM if any(record.redaction for record in all_records) else 1
    lines = [_json_line({"rookery": "log", "form": form} | {name: getattr(stream, name) for name in _HEAD})]
    lines += [_json_line(_record_data(record)) for record in all_records]
    return "".join(lines).encode("utf-8", "surrogatepass")


def _record_data(record: Record) -> dict[str, Any]:
    data = {name: getattr(record, name) for name in _FIELDS}
    if record.redaction is not None:
        data[_REDACTED] = {field.name: getattr(record.redaction, field.name) for field in fields(record.redaction)}
    return data


def _json_line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=list) + "\n"


def loads(data: bytes) -> tuple[Stream, tuple[Record, ...]]:
    """Return the stream in a file and its log; FormatError if the file is another kind or incomplete."""
    lines = data.splitlines()
    head = _parse_object(lines[0] if lines else b"", 1, "this is no log of Rookery")
    if head.get("rookery") != "log":
        raise _format_error(1, "this is no log of Rookery")
    if head.get("form") not in range(1, FORM + 1):
        raise _format_error(1, f"this log has form {head.get('form')!r}: a newer version of Rookery wrote it")
    stream = Stream(*(_require_field(head, name, 1) for name in _HEAD))
    records = tuple(
        _parse_record(stream, _parse_object(line, number), number) for number, line in enumerate(lines[1:], 2)
    )
    _require_complete(stream, records)
    return stream, records


def _parse_record(stream: Stream, line: dict[str, Any], number: int) -> Record:
    version, kind, form, data, command, actor, at, acknowledged = (
        _require_field(line, name, number) for name in _FIELDS
    )
    for name in ("kind", "command", "actor"):
        if not line[name].isprintable():
            raise _format_error(number, f"{name} has a character that cannot be shown", name)
    if not _is_time(at):
        raise _format_error(number, "at is no time such as 2026-11-16T09:00:00Z", "at")
    if not all(type(token) is str for token in acknowledged):
        raise _format_error(number, "acknowledged is missing or of another kind", "acknowledged")
    redaction = _parse_redaction(line[_REDACTED], number) if _REDACTED in line else None
    return Record(stream.id, version, kind, form, data, command, actor, at, tuple(acknowledged), redaction)


def _parse_redaction(value: Any, number: int) -> Redaction:
    kinds = {"before": str, "after": str, "content": str, "by": int}
    if isinstance(value, dict) and {name: type(part) for name, part in value.items()} == kinds:
        texts = (value["before"], value["after"], value["content"])
        if all(text.isascii() for text in texts) and 0 < value["by"] < 2**31:
            return Redaction(**value)
    raise _format_error(number, f"{_REDACTED} is of another kind", _REDACTED)


def _is_time(text: str) -> bool:
    """Return whether a text is a time as ISO 8601 writes it; a record may have none."""
    try:
        return not text or bool(datetime.fromisoformat(text))
    except ValueError:
        return False


def _require_complete(stream: Stream, records: Sequence[Record]) -> None:
    if [record.version for record in records] != list(range(1, stream.version + 1)):
        raise _format_error(0, f"events: expected {stream.version}, found {len(records)}")
    if chain_hash("", records) != stream.sum:
        raise _format_error(0, "the log was changed or damaged on the way: its sum is another")


_KINDS = {"version": int, "form": int, "data": dict, "acknowledged": list}


def _require_field(line: dict[str, Any], name: str, number: int) -> Any:
    value = line.get(name)
    if type(value) is not _KINDS.get(name, str):
        raise _format_error(number, f"{name} is missing or of another kind", name)
    return value


def _parse_object(line: bytes, number: int, message: str = "this line is no JSON object") -> dict[str, Any]:
    try:
        value = json.loads(line, parse_constant=_reject_constant)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise _format_error(number, message)
    return value


def _reject_constant(word: str) -> float:
    """Raise ValueError: JSON has no such constant."""
    raise ValueError(word)


def _format_error(line: int, text: str, field: str = "") -> FormatError:
    return FormatError([Problem(Severity.ERROR, "log", line, (0, 0), field, text)])
