"""JSON of frozen values, both ways, from the types of their fields: what has its ordinary value is left out.

One table of spellings for everything the desk writes: events, wishes and states. Points are whole tenths.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from rookery.errors import RookeryError
from rookery.model import ByeKind, Colour, Date, Result
from rookery.model.ratings import Rating
from rookery.values import MISSING, FieldOf, fields, is_value
from rookery.wording import Text, TextRow

T = TypeVar("T")
Object = dict[str, Any]
"""A JSON object."""

_BYES = {
    "pairing-allocated": ByeKind.PAIRING_ALLOCATED,
    "full": ByeKind.FULL,
    "half": ByeKind.HALF,
    "zero": ByeKind.ZERO,
    "not-entered": ByeKind.NOT_ENTERED,
}
_COLOURS = {"white": Colour.WHITE, "black": Colour.BLACK}
_RESULTS = {str(result): result for result in Result}
_WORDS: dict[type[Enum], dict[str, Any]] = {ByeKind: _BYES, Colour: _COLOURS, Result: _RESULTS}
_SPELT: dict[Enum, str] = {member: text for words in _WORDS.values() for text, member in words.items()}


class Misread(RookeryError):
    """A JSON value is not of the form that it should have; the text says where."""


# -- writing -----------------------------------------------------------------------------------------------------------


def written(value: Any) -> Any:
    """A value as JSON.

    >>> from rookery.model import Game, Player
    >>> written(Game(3, 5, Result.DRAW)), written(Player(1, "Byng, Ada", birth=Date(1990)))
    ({'white': 3, 'black': 5, 'result': '½-½'}, {'id': 1, 'name': 'Byng, Ada', 'birth': '1990'})
    """
    kind = value.__class__
    if kind in _PLAIN:
        return value
    if kind is tuple or kind is list:
        return [written(one) for one in value]
    if kind in _WORDS:
        return _SPELT[value]
    if kind in _BY_THEIR_TEXT:
        return str(value)
    if kind is dict:
        return {str(key): written(one) for key, one in value.items()}
    if kind is frozenset:
        return sorted(written(one) for one in value)
    made = {}
    for name, ordinary in _ordinary(kind):
        found = getattr(value, name)
        if found is not ordinary and (found.__class__ is not ordinary.__class__ or found != ordinary):
            made[name] = written(found)
    return made


_PLAIN = {str, int, bool, type(None)}
_BY_THEIR_TEXT = {Date, Fraction, Text, TextRow}


@cache
def _ordinary(kind: type) -> list[tuple[str, Any]]:
    """The fields of a kind of value, each with what it is when nothing is said."""
    if issubclass(kind, tuple) and hasattr(kind, "_field_defaults"):
        return [(name, kind._field_defaults.get(name, MISSING)) for name in getattr(kind, "_fields")]  # noqa: B009
    if not is_value(kind):
        raise TypeError(f"{kind.__name__} has no form in JSON")
    return [(each.name, _default(each)) for each in fields(kind) if each.compare]


def _default(each: FieldOf) -> Any:
    return each.default if each.default_factory is None else each.default_factory()


def written_fields(kind: type) -> list[tuple[str, Any, bool]]:
    """The fields of a kind of value as they are written: each with its type, and whether it is always there."""
    hints = get_type_hints(kind, localns={"Rating": Rating})
    return [(name, hints[name], ordinary is MISSING) for name, ordinary in _ordinary(kind)]


def words_of(kind: Any) -> tuple[str, ...]:
    """The words by which a kind of value is spelt; none where it is not spelt in words."""
    return tuple(_WORDS.get(kind, ()))


# -- reading -----------------------------------------------------------------------------------------------------------

Read = Callable[[Any], Any]


def read(kind: type[T], data: Any) -> T:
    """The value of a kind that JSON tells; Misread where it does not.

    >>> from rookery.model import Game
    >>> read(Game, {"white": 3, "black": 5})
    Game(white=3, black=5, result=<Result.PENDING: 'pending'>, coloured=True)
    """
    made: T = _reader(kind)(data)  # type: ignore[arg-type]  # mypy: no Hashable
    return made


@cache
def _reader(kind: Any) -> Read:
    """What reads one type."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        rest = [one for one in inside if one is not types.NoneType]
        return _or_nothing(_reader(rest[0])) if len(rest) == 1 else _anything
    if origin is tuple:
        return _row(_reader(inside[0])) if inside[-1] is Ellipsis else _fixed([_reader(one) for one in inside])
    if origin is frozenset:
        each = _row(_reader(inside[0]))
        return lambda data: frozenset(each(data))
    if origin is dict:
        return _table(_reader(inside[0]), _reader(inside[1]))
    if kind in _WORDS:
        return _word(kind)
    if kind is Date:
        return _date
    if kind is Fraction:
        return _fraction
    if is_value(kind):
        return _object(cast("type", kind))
    return _exactly(kind) if kind in (str, bool) else _whole if kind is int else _anything


def _anything(data: Any) -> Any:
    return data


def _exactly(kind: type) -> Read:
    def take(data: Any) -> Any:
        if data.__class__ is not kind:
            raise Misread(f"expected a {kind.__name__}, read {data!r}")
        return data

    return take


def _whole(data: Any) -> int:
    if data.__class__ is int:
        return int(data)
    if isinstance(data, str) and data.lstrip("-").isdecimal():  # a key of an object
        return int(data)
    raise Misread(f"expected a whole number, read {data!r}")


def _or_nothing(inner: Read) -> Read:
    return lambda data: None if data is None else inner(data)


def _list(data: Any) -> list[Any]:
    if data.__class__ is not list:
        raise Misread(f"expected a list, read {data!r}")
    return data


def _row(inner: Read) -> Read:
    return lambda data: tuple([inner(one) for one in _list(data)])


def _fixed(inner: list[Read]) -> Read:
    def take(data: Any) -> Any:
        if len(_list(data)) != len(inner):
            raise Misread(f"expected {len(inner)} values, read {len(data)}")
        return tuple([each(one) for each, one in zip(inner, data, strict=True)])

    return take


def _table(key: Read, inner: Read) -> Read:
    def take(data: Any) -> Any:
        if data.__class__ is not dict:
            raise Misread(f"expected an object, read {data!r}")
        return {key(name): inner(one) for name, one in data.items()}

    return take


def _word(kind: type[Enum]) -> Read:
    words = _WORDS[kind]

    def take(data: Any) -> Any:
        if not isinstance(data, str) or data not in words:
            raise Misread(f"expected one of {', '.join(words)}, read {data!r}")
        return words[data]

    return take


def _date(data: Any) -> Date:
    parts = data.split("-") if isinstance(data, str) else []
    if not 1 <= len(parts) <= 3 or not all(part.isdecimal() for part in parts):
        raise Misread(f"expected a date, read {data!r}")
    return Date(*map(int, parts))


def _fraction(data: Any) -> Fraction:
    try:
        return Fraction(_exactly(str)(data))
    except (ValueError, ZeroDivisionError):
        raise Misread(f"expected a number such as 5/2, read {data!r}") from None


def _object(kind: type) -> Read:
    """What reads a frozen value field by field; a field that is not known is a mistake, never lost in silence."""
    found: dict[str, Read] = {}

    def take(data: Any) -> Any:
        if data.__class__ is not dict:
            raise Misread(f"expected a {kind.__name__} as an object, read {data!r}")
        if not found:  # the types of a value may name the value itself
            found.update({name: _reader(hint) for name, hint, _ in written_fields(kind)})
        try:
            return kind(**{name: found[name](one) for name, one in data.items()})
        except KeyError as error:
            raise Misread(f"{kind.__name__} has no field {error.args[0]!r}") from None
        except TypeError as error:
            raise Misread(f"{kind.__name__}: {error}") from None

    return take
