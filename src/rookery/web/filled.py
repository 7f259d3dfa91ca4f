"""Forms: the fields that a browser sends, as the JSON that a wish is read from.

A field is named by its way in: `players.0.name` is the name of the first of the players. Where the type of a value does
not follow from the wish, the name says it: `fields.rounds:int`, `fields.points.win:points`, `order:json`. A field with
the name `*:json` is an object with several of them, its command as well: a button that says all of a wish.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterable
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from rookery.desk.form import Misread, Object
from rookery.desk.wish import WISHES
from rookery.values import fields, is_value
from rookery.wording import spoken


def wish_fields(name: str, pairs: Iterable[tuple[str, str]]) -> Object:
    """The wish of a name as JSON, from the fields of a form.

    >>> from rookery.desk import commands
    >>> wish_fields("round.pair", [("games", "2"), ("bye", "")])
    {'command': 'round.pair', 'games': 2}
    """
    given = _nested(pairs)
    named = given.pop("command", [name])[-1]
    if not isinstance(named, str) or named not in WISHES:
        raise Misread(spoken("there is no command %(named)s", named=f"{named!r}"))
    return {"command": named, **_typed(WISHES[named], given)}


# -- names to places ---------------------------------------------------------------------------------------------------


def _nested(pairs: Iterable[tuple[str, str]]) -> Object:
    """The values by their way in; what is named more than once is a list, and so is what is numbered."""
    made: Object = {}
    for name, value in pairs:
        way, _, kind = name.partition(":")
        if way == "*":
            made |= {field: [one] for field, one in _object(value).items()}
            continue
        here, steps = made, way.split(".")
        for each in steps[:-1]:
            inner = here.setdefault(each, {})
            if not isinstance(inner, dict):
                raise Misread(spoken("%(name)s is a value and has parts", name=f"{name!r}"))
            here = inner
        here.setdefault(steps[-1], []).append(_said(kind, value) if kind else value)
    return made


def _points(value: str) -> int:
    text = value.strip().replace(",", ".").replace("½", ".5")
    try:
        tenths = float(text or "0") * 10
    except ValueError:
        raise Misread(spoken("expected points such as 0.5, read %(value)s", value=f"{value!r}")) from None
    if tenths != int(tenths):
        raise Misread(spoken("points have one decimal, read %(value)s", value=f"{value!r}"))
    return int(tenths)


def _whole(value: str) -> int:
    text = value.strip()
    if not text.removeprefix("-").isdecimal():
        raise Misread(spoken("expected a whole number, read %(value)s", value=f"{value!r}"))
    return int(text)


def _json(value: str) -> Any:
    try:
        return json.loads(value)
    except ValueError:
        raise Misread(spoken("expected JSON, read %(value)s", value=f"{value!r}")) from None


def _object(value: str) -> Object:
    found = _json(value)
    if not isinstance(found, dict):
        raise Misread(spoken("expected an object, read %(value)s", value=f"{value!r}"))
    return found


_KINDS: dict[str, Callable[[str], Any]] = {
    "int": lambda value: _whole(value) if value.strip() else None,
    "points": _points,
    "bool": lambda value: value not in ("", "0", "false"),
    "json": _json,
    "text": str,
    "maybe": lambda value: value.strip() or None,
    "days": lambda value: [None if line.strip() in ("", "-") else line.strip() for line in value.strip().splitlines()],
    "lines": lambda value: [line.strip() for line in value.splitlines() if line.strip()],
    "words": lambda value: value.replace(",", " ").split(),
}


def _said(kind: str, value: str) -> Any:
    if kind not in _KINDS:
        raise Misread(spoken("a form has no values of type %(kind)s", kind=f"{kind!r}"))
    return _KINDS[kind](value)


# -- texts to types ----------------------------------------------------------------------------------------------------


def _typed(kind: type, data: Object) -> Object:
    """The fields of a value: an empty text where a value has an ordinary one is that one."""
    hints, known = get_type_hints(kind), {each.name: each for each in fields(kind)}
    made: Object = {}
    for name, given in data.items():
        if name not in known:
            raise Misread(spoken("%(name)s has no field %(name_2)s", name=kind.__name__, name_2=f"{name!r}"))
        if given == [""] and known[name].optional:
            continue
        made[name] = _of(hints[name], given)
    return made


def _of(kind: Any, given: Any) -> Any:
    origin, inside = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        rest = [one for one in inside if one is not types.NoneType]
        return None if given == [""] else _of(rest[0], given)
    if origin is tuple:
        return _row(inside[0], given)
    if is_value(kind):
        return _typed(cast(type, kind), given) if isinstance(given, dict) else _last(given)
    if isinstance(given, dict):
        return {name: _of(Any, one) for name, one in given.items()}
    value = _last(given)
    if kind is int and isinstance(value, str):
        return _whole(value)
    return _KINDS["bool"](value) if kind is bool and isinstance(value, str) else value


def _row(kind: Any, given: Any) -> list[Any]:
    """A row of values: numbered ones in their order, or all of one name; one that is a row already is it."""
    if isinstance(given, dict):
        return [_of(kind, given[key]) for key in sorted(given, key=_whole)]
    if len(given) == 1 and isinstance(given[0], list):
        return list(given[0])
    return [_of(kind, [one]) for one in given if one != ""]


def _last(given: Any) -> Any:
    """Of what is named more than once the last counts: a box that is ticked comes after its hidden other half."""
    return given[-1] if isinstance(given, list) else given
