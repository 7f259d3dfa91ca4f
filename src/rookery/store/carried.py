"""A log in a file that goes from one desk to another: a `.rookery` file, one line of JSON for each event.

The first line says what it is: the form of the file, the stream, how many events follow, and the sum over them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from rookery.errors import FormatError, Problem, Severity
from rookery.store.records import Record, Stream, chained
from rookery.typed import Any

FORM = 1
_HEAD = ("id", "kind", "slug", "version", "sum")
_FIELDS = ("version", "kind", "form", "data", "command", "actor", "at", "acknowledged")


def dumps(stream: Stream, records: Iterable[Record]) -> bytes:
    """A stream with its whole log as a file; the sum is that of the log."""
    lines = [_line({"rookery": "log", "form": FORM} | {name: getattr(stream, name) for name in _HEAD})]
    lines += [_line({name: getattr(record, name) for name in _FIELDS}) for record in records]
    return "".join(lines).encode("utf-8", "surrogatepass")


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=list) + "\n"


def loads(data: bytes) -> tuple[Stream, tuple[Record, ...]]:
    """The stream in a file and its log; FormatError when it is no such file, or not whole."""
    lines = data.splitlines()
    head = _read(lines[0] if lines else b"", 1, "this is no log of Rookery")
    if head.get("rookery") != "log":
        raise _refused(1, "this is no log of Rookery")
    if head.get("form") != FORM:
        raise _refused(1, f"this log has form {head.get('form')!r}: a newer version of Rookery wrote it")
    stream = Stream(*(_field(head, name, 1) for name in _HEAD))
    records = tuple(_record(stream, _read(line, number), number) for number, line in enumerate(lines[1:], 2))
    _must_be_whole(stream, records)
    return stream, records


def _record(stream: Stream, line: dict[str, Any], number: int) -> Record:
    version, kind, form, data, command, actor, at, acknowledged = (_field(line, name, number) for name in _FIELDS)
    return Record(stream.id, version, kind, form, data, command, actor, at, tuple(acknowledged))


def _must_be_whole(stream: Stream, records: Sequence[Record]) -> None:
    if [record.version for record in records] != list(range(1, stream.version + 1)):
        raise _refused(0, f"{stream.version} events should be here, and {len(records)} are")
    if chained("", records) != stream.sum:
        raise _refused(0, "the log was changed or damaged on the way: its sum is another")


_KINDS = {"version": int, "form": int, "data": dict, "acknowledged": list}


def _field(line: dict[str, Any], name: str, number: int) -> Any:
    value = line.get(name)
    if type(value) is not _KINDS.get(name, str):
        raise _refused(number, f"{name} is missing or of another kind", name)
    return value


def _read(line: bytes, number: int, otherwise: str = "this line is no JSON object") -> dict[str, Any]:
    try:
        value = json.loads(line, parse_constant=_never)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise _refused(number, otherwise)
    return value


def _never(word: str) -> float:
    """JSON has no such number."""
    raise ValueError(word)


def _refused(line: int, text: str, field: str = "") -> FormatError:
    return FormatError([Problem(Severity.ERROR, "log", line, (0, 0), field, text)])
