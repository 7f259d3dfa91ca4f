"""Conversion of HTML forms to the JSON data of commands.

The name of a field is its path: `players.0.name` is the name of the first of the players. Where the type of a value
does not follow from the command, the name states it: `fields.rounds:int`, `fields.points.win:points`, `order:json`.
A field with the name `*:json` is an object with several of them, its command as well: a button that holds a whole
command.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, cast, get_type_hints

from rookery._record import fields, is_record
from rookery.json_codec import InvalidDataError, Object, parse_fraction, shape_of
from rookery.messages import msg
from rookery.model.validation import MOST_DIGITS, MOST_SHOWN
from rookery.spreadsheets import cells
from rookery.tournaments.command import COMMANDS
from rookery.tournaments.limits import MOST_DEPTH


def parse_command_form(name: str, pairs: Iterable[tuple[str, str]]) -> Object:
    """Return the JSON data of a command from the fields of a form.

    >>> from rookery.tournaments import domain
    >>> parse_command_form("round.pair", [("games", "2"), ("bye", "")])
    {'command': 'round.pair', 'games': 2}
    """
    data = _nest_fields(pairs)
    command = data.pop("command", [name])[-1]
    if not isinstance(command, str) or command not in COMMANDS:
        raise InvalidDataError(msg("there is no command %(named)s", named=f"{command!r}"))
    return {"command": command, **_convert_record(COMMANDS[command], data)}


# -- names to places ---------------------------------------------------------------------------------------------------


def _nest_fields(pairs: Iterable[tuple[str, str]]) -> Object:
    """Return the values nested by path; repeated and numbered names become lists."""
    data: Object = {}
    for name, value in pairs:
        path, _, kind = name.partition(":")
        if path == "*":
            data |= {field: [item] for field, item in _parse_object(value).items()}
            continue
        target, steps = data, path.split(".")
        if len(steps) > MOST_DEPTH:
            raise InvalidDataError(msg("the name of a field has %(number)s parts", number=len(steps)))
        for step in steps[:-1]:
            inner = target.setdefault(step, {})
            if not isinstance(inner, dict):
                raise InvalidDataError(msg("%(name)s is a value and has parts", name=f"{name!r}"))
            target = inner
        target.setdefault(steps[-1], []).append(_convert_text(kind, value) if kind else value)
    return data


def _parse_points(value: str) -> int:
    text = value.strip().replace(",", ".").replace("½", ".5")
    try:
        tenths = parse_fraction(text or "0") * 10
    except ValueError:
        raise InvalidDataError(msg("expected points such as 0.5, read %(value)s", value=_quote(value))) from None
    if tenths.denominator != 1:
        raise InvalidDataError(msg("points have one decimal, read %(value)s", value=_quote(value)))
    return int(tenths)


def _parse_whole(value: str) -> int:
    text = value.strip()
    if len(text) > MOST_DIGITS or not text.removeprefix("-").isdecimal():
        raise InvalidDataError(msg("expected a whole number, read %(value)s", value=_quote(value)))
    return int(text)


def _parse_federation(text: str) -> str:
    """Return the federation code of a code or country name."""
    code = cells.parse_federation(text) if text else ""
    if code is None:
        raise _cell_error(text, cells.EXPECTED["federation"])
    return code


def _parse_day(text: str) -> str | None:
    """Return a day in ISO form, parsed from any format that tables may have; None for an empty text."""
    day = cells.parse_date(text) if text else None
    if text and day is None:
        raise _cell_error(text, msg("a day such as 31.5.2026 or 2026-05-31"))
    return str(day) if day else None


def _parse_birth(text: str) -> str | None:
    """Return a day or year of birth in ISO form; None for an empty text."""
    birth = cells.parse_date(text) if text else None
    if text and birth is None:
        raise _cell_error(text, cells.EXPECTED["birth"])
    if birth is not None and not cells.is_possible_birth(birth):
        raise _cell_error(text, cells.POSSIBLE_BIRTH)
    return str(birth) if birth else None


def _cell_error(text: str, expected: str) -> InvalidDataError:
    return InvalidDataError(msg("expected %(expected)s, read %(value)s", expected=expected, value=_quote(text)))


def _parse_json(value: str) -> Any:
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        raise InvalidDataError(msg("expected JSON, read %(value)s", value=_quote(value))) from None


def _parse_object(value: str) -> Object:
    data = _parse_json(value)
    if not isinstance(data, dict):
        raise InvalidDataError(msg("expected an object, read %(value)s", value=_quote(value)))
    return data


def _quote(value: str) -> str:
    """Return the beginning of a text, quoted for a message."""
    return repr(value if len(value) <= MOST_SHOWN else f"{value[:MOST_SHOWN]}…")


_KINDS: dict[str, Callable[[str], Any]] = {
    "int": lambda value: _parse_whole(value) if value.strip() else None,
    "points": _parse_points,
    "bool": lambda value: value not in ("", "0", "false"),
    "json": _parse_json,
    "text": str,
    "maybe": lambda value: value.strip() or None,
    "federation": lambda value: _parse_federation(value.strip()),
    "birth": lambda value: _parse_birth(value.strip()),
    "day": lambda value: _parse_day(value.strip()),
    "days": lambda value: [
        _parse_day(line.strip() if line.strip() != "-" else "") for line in value.strip().splitlines()
    ],
    "lines": lambda value: [line.strip() for line in value.splitlines() if line.strip()],
    "words": lambda value: value.replace(",", " ").split(),
}


def _convert_text(kind: str, value: str) -> Any:
    if kind not in _KINDS:
        raise InvalidDataError(msg("a form has no values of type %(kind)s", kind=f"{kind!r}"))
    return _KINDS[kind](value)


# -- texts to types ----------------------------------------------------------------------------------------------------


def _convert_record(kind: type, data: Object) -> Object:
    """Return the fields of a record; an empty text stands for the default value."""
    hints, fields_by_name = get_type_hints(kind), {field.name: field for field in fields(kind)}
    result: Object = {}
    for name, raw in data.items():
        if name not in fields_by_name:
            raise InvalidDataError(msg("%(name)s has no field %(name_2)s", name=kind.__name__, name_2=f"{name!r}"))
        if raw == [""] and fields_by_name[name].has_default:
            continue
        result[name] = _convert_to_type(hints[name], raw)
    return result


def _convert_to_type(kind: Any, raw: Any) -> Any:
    form, inside = shape_of(kind)
    if form in ("optional", "union"):
        return None if raw == [""] else _convert_to_type(inside[0], raw)
    if form in ("array", "row"):
        return _convert_sequence(inside[0], raw)
    if form == "object" and isinstance(raw, dict):
        return {name: _convert_to_type(inside[1], member) for name, member in raw.items()}
    if is_record(kind):
        return _convert_record(cast("type", kind), raw) if isinstance(raw, dict) else _last_value(raw)
    if isinstance(raw, dict):
        return {name: _convert_to_type(Any, member) for name, member in raw.items()}
    value = _last_value(raw)
    if kind is int and isinstance(value, str):
        return _parse_whole(value)
    return _KINDS["bool"](value) if kind is bool and isinstance(value, str) else value


def _convert_sequence(kind: Any, raw: Any) -> list[Any]:
    """Return a list of values: numbered ones in order, or all of one name; a list stays as it is."""
    if isinstance(raw, dict):
        return [_convert_to_type(kind, raw[key]) for key in sorted(raw, key=_parse_whole)]
    if len(raw) == 1 and isinstance(raw[0], list):
        return list(raw[0])
    return [_convert_to_type(kind, [raw_value]) for raw_value in raw if raw_value != ""]


def _last_value(raw: Any) -> Any:
    """Return the last of repeated values: a ticked box follows its hidden counterpart."""
    return raw[-1] if isinstance(raw, list) else raw
