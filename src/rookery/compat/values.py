"""Plain values read: numbers, lists, fields of dicts or of objects, under the names of either language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, SupportsFloat


def attribute(thing: object, *names: str) -> object:
    """A field of a dict or of an object under the only one of these names that it has; None when there is none.

    >>> attribute({"whiteId": "alice"}, "white", "white_id", "whiteId")
    'alice'
    """
    get = thing.get if isinstance(thing, Mapping) else partial(getattr, thing)
    value = get(names[0], None)
    for name in names[1:]:
        other = get(name, None)
        if other is not None:
            if value is not None:
                said = next(each for each in names if get(each, None) is not None)
                raise ValueError(f"{said!r} and {name!r} are the same field: {brief(thing)}")
            value = other
    return value


def snake_case(name: str) -> str:
    """The name that a field of JavaScript has here.

    >>> snake_case("everHigher2400"), snake_case("fide_id")
    ('ever_higher_2400', 'fide_id')
    """
    if not name.isalnum() or not name[0].islower():
        return name
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[a-zA-Z])(?=[0-9])", "_", name).lower()


def fields_of(given: Mapping[Any, object]) -> dict[str, object]:
    """The fields of a dict under the names that they have here; the same field twice is an error.

    >>> fields_of({"rating": 1400, "gamesPlayed": 10})
    {'rating': 1400, 'games_played': 10}
    """
    found: dict[str, object] = {}
    said: dict[str, object] = {}
    for key, value in given.items():
        name = snake_case(key) if isinstance(key, str) else str(key)
        if name in found:
            raise ValueError(f"{said[name]!r} and {key!r} are the same field: {brief(given)}")
        found[name], said[name] = value, key
    return found


def renamed(thing: object) -> object:
    """Data with the fields of all its dicts under the names that they have here, however deep they are.

    >>> renamed({"players": [{"pairingNumber": 1}]})
    {'players': [{'pairing_number': 1}]}
    """
    if isinstance(thing, Mapping):
        return {name: renamed(value) for name, value in fields_of(thing).items()}
    return [renamed(one) for one in thing] if isinstance(thing, list | tuple) else thing


def brief(thing: object) -> str:
    """How a wrong value is shown in an error.

    >>> brief("x" * 200)[-8:]
    'xxxx...'
    """
    text = repr(thing)
    return text if len(text) <= 80 else f"{text[:77]}..."


def listed(things: object, what: str, of: str) -> list[object]:
    """The members of a list; a text or a dict, which could be read as one, is an error.

    >>> listed({"white": "a"}, "round 1", "games")
    Traceback (most recent call last):
    ValueError: round 1 is a list of games, not {'white': 'a'}
    """
    if isinstance(things, str | bytes | Mapping) or not isinstance(things, Iterable):
        raise ValueError(f"{what} is a list of {of}, not {brief(things)}")
    return list(things)


_HALVES: dict[object, int] = {0: 0, 0.5: 1, 1: 2}


def half_points(result: object, where: str = "") -> int:
    """The half points of a result 1, ½ or 0.

    >>> half_points(0.5)
    1
    """
    if result.__class__ in (int, float) and result in _HALVES:
        return _HALVES[result]
    for halves in (0, 1, 2):
        if isinstance(result, SupportsFloat) and not isinstance(result, bool) and float(result) == halves / 2:
            return halves
    raise ValueError(f"{where}{': ' * bool(where)}a result is 1, 0.5 or 0, not {brief(result)}")


def whole(value: object, what: str, least: int | None = None) -> int:
    """A whole number that must be one, a rating for instance.

    >>> whole(2100.0, "a rating")
    2100
    """
    if isinstance(value, bool) or not isinstance(value, SupportsFloat):
        raise ValueError(f"{what} is a whole number, not {brief(value)}")
    if not isinstance(value, int) and not float(value).is_integer():
        raise ValueError(f"{what} is a whole number, not {brief(value)}")
    number = value if isinstance(value, int) else int(float(value))
    if least is not None and number < least:
        raise ValueError(f"{what} is at least {least}, not {number}")
    return number
