"""Coercion of plain values: numbers, lists, and fields of dicts or objects under the names of either language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, SupportsFloat


def get_by_any_name(source: object, *names: str) -> object:
    """Return a field of a dict or object under the only one of these names that it has; None when there is none.

    >>> get_by_any_name({"whiteId": "alice"}, "white", "white_id", "whiteId")
    'alice'
    """
    get = source.get if isinstance(source, Mapping) else partial(getattr, source)
    value = get(names[0], None)
    for name in names[1:]:
        alternative = get(name, None)
        if alternative is not None:
            if value is not None:
                first_name = next(field_name for field_name in names if get(field_name, None) is not None)
                raise ValueError(f"{first_name!r} and {name!r} are the same field: {abbreviate(source)}")
            value = alternative
    return value


def snake_case(name: str) -> str:
    """Convert the JavaScript name of a field to its Python name.

    >>> snake_case("everHigher2400"), snake_case("fide_id")
    ('ever_higher_2400', 'fide_id')
    """
    if not name.isalnum() or not name[0].islower():
        return name
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[a-zA-Z])(?=[0-9])", "_", name).lower()


def normalize_fields(fields: Mapping[Any, object]) -> dict[str, object]:
    """Return the fields of a dict under their Python names; raise ValueError for duplicates.

    >>> normalize_fields({"rating": 1400, "gamesPlayed": 10})
    {'rating': 1400, 'games_played': 10}
    """
    normalized: dict[str, object] = {}
    original_names: dict[str, object] = {}
    for key, value in fields.items():
        name = snake_case(key) if isinstance(key, str) else str(key)
        if name in normalized:
            raise ValueError(f"{original_names[name]!r} and {key!r} are the same field: {abbreviate(fields)}")
        normalized[name], original_names[name] = value, key
    return normalized


def normalize_nested(thing: object) -> object:
    """Return data with the fields of all nested dicts under their Python names.

    >>> normalize_nested({"players": [{"pairingNumber": 1}]})
    {'players': [{'pairing_number': 1}]}
    """
    if isinstance(thing, Mapping):
        return {name: normalize_nested(value) for name, value in normalize_fields(thing).items()}
    return [normalize_nested(member) for member in thing] if isinstance(thing, list | tuple) else thing


def abbreviate(value: object) -> str:
    """Return the representation of a value for an error message, shortened.

    >>> abbreviate("x" * 200)[-8:]
    'xxxx...'
    """
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def require_list(values: object, description: str, members: str) -> list[object]:
    """Return the members of a list; raise ValueError for a text or a dict.

    >>> require_list({"white": "a"}, "round 1", "games")
    Traceback (most recent call last):
    ValueError: round 1 is a list of games, not {'white': 'a'}
    """
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise ValueError(f"{description} is a list of {members}, not {abbreviate(values)}")
    return list(values)


_HALVES: dict[object, int] = {0: 0, 0.5: 1, 1: 2}


def parse_half_points(result: object, location: str = "") -> int:
    """Return the half points of a result 1, ½ or 0.

    >>> parse_half_points(0.5)
    1
    """
    if result.__class__ in (int, float) and result in _HALVES:
        return _HALVES[result]
    for halves in (0, 1, 2):
        if isinstance(result, SupportsFloat) and not isinstance(result, bool) and float(result) == halves / 2:
            return halves
    raise ValueError(f"{location}{': ' * bool(location)}a result is 1, 0.5 or 0, not {abbreviate(result)}")


def require_integer(value: object, description: str, minimum: int | None = None) -> int:
    """Return a number that must be whole, for instance a rating.

    >>> require_integer(2100.0, "a rating")
    2100
    """
    if isinstance(value, bool) or not isinstance(value, SupportsFloat):
        raise ValueError(f"{description} is a whole number, not {abbreviate(value)}")
    if not isinstance(value, int) and not float(value).is_integer():
        raise ValueError(f"{description} is a whole number, not {abbreviate(value)}")
    number = value if isinstance(value, int) else int(float(value))
    if minimum is not None and number < minimum:
        raise ValueError(f"{description} is at least {minimum}, not {number}")
    return number
