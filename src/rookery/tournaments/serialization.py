"""JSON encoding of events, commands and states, from the types of their fields; default values are left out.

Points are whole tenths.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from rookery._record import MISSING, Field, fields, is_record
from rookery.errors import RookeryError
from rookery.messages import Message, MessageList
from rookery.model import ByeKind, Colour, ForbiddenPair, PartialDate, Player, PointSystem, Result, Tournament
from rookery.model.limits import MOST_DIGITS
from rookery.model.players import Verbatim, verbatim_if_invalid
from rookery.model.ratings import Rating
from rookery.tournaments.limits import parse_fraction

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
_ENUM_WORDS: dict[type[Enum], dict[str, Any]] = {ByeKind: _BYES, Colour: _COLOURS, Result: _RESULTS}
_ENUM_TEXTS: dict[Enum, str] = {member: text for words in _ENUM_WORDS.values() for text, member in words.items()}

_LOG_KEYS: dict[type, dict[str, str]] = {
    Tournament: {
        "info": "event", "planned_rounds": "planned", "tiebreaks": "ranking", "requested_byes": "requested",
        "forbidden_pairs": "forbidden", "point_adjustments": "abnormal", "reported_results": "reported",
    },
    ForbiddenPair: {"first_round": "first_round", "last_round": "last_round"},
}  # fmt: skip
"""The keys of logs and snapshots, by class and field, where they are not those of the JSON format."""


class InvalidDataError(RookeryError):
    """Raised when JSON data do not have the expected form; the text says where."""


# -- writing -----------------------------------------------------------------------------------------------------------


def to_json_data(value: Any) -> Any:
    """Return a value as JSON data.

    >>> from rookery.model import Game, Player
    >>> to_json_data(Game(3, 5, Result.DRAW)), to_json_data(Player(1, "Byng, Ada", birth=PartialDate(1990)))
    ({'white': 3, 'black': 5, 'result': '½-½'}, {'id': 1, 'name': 'Byng, Ada', 'birth': '1990'})
    """
    kind = value.__class__
    if kind in _JSON_TYPES:
        return value
    if kind is tuple or kind is list:
        return [to_json_data(entry) for entry in value]
    if kind in _ENUM_WORDS:
        return _ENUM_TEXTS[value]
    if kind in _TEXT_TYPES:
        return str(value)
    if kind is dict:
        return {str(key): to_json_data(entry) for key, entry in value.items()}
    if kind is frozenset:
        return sorted(to_json_data(entry) for entry in value)
    result = {}
    for name, key, default in _field_defaults(kind):
        field_value = getattr(value, name)
        if field_value is not default and (field_value.__class__ is not default.__class__ or field_value != default):
            result[key] = to_json_data(field_value)
    return result


_JSON_TYPES = {str, int, bool, type(None)}
_TEXT_TYPES = {PartialDate, Fraction, Message, MessageList, Verbatim}


@cache
def _field_defaults(kind: type) -> list[tuple[str, str, Any]]:
    """Return the fields of a class: the name, the key in JSON and the default of each."""
    if issubclass(kind, tuple) and hasattr(kind, "_field_defaults"):
        return [(name, name, kind._field_defaults.get(name, MISSING)) for name in getattr(kind, "_fields")]  # noqa: B009
    if not is_record(kind):
        raise TypeError(f"{kind.__name__} has no form in JSON")
    keys = _LOG_KEYS.get(kind, {})
    return [
        (field.name, keys.get(field.name, field.json_key), _default(field)) for field in fields(kind) if field.compare
    ]


def _default(field: Field) -> Any:
    return field.default if field.default_factory is None else field.default_factory()


def json_fields(kind: type) -> list[tuple[str, Any, bool]]:
    """Return the keys of a class in JSON: each with its type, and whether it is always there."""
    hints = get_type_hints(kind, localns={"Rating": Rating})
    return [(key, hints[name], default is MISSING) for name, key, default in _field_defaults(kind)]


def enum_words(kind: Any) -> tuple[str, ...]:
    """Return the words by which an enum is written; empty for other types."""
    return tuple(_ENUM_WORDS.get(kind, ()))


# -- reading -----------------------------------------------------------------------------------------------------------

Reader = Callable[[Any], Any]


def from_json_data(kind: type[T], data: Any) -> T:
    """Build a value of a type from JSON data.

    >>> from rookery.model import Game
    >>> from_json_data(Game, {"white": 3, "black": 5})
    Game(white=3, black=5, result=<Result.PENDING: 'pending'>, coloured=True)
    """
    result: T = _build_reader(kind)(data)  # type: ignore[arg-type]  # mypy: no Hashable
    return result


@cache
def _build_reader(kind: Any) -> Reader:
    """Return the function that reads a type."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        types_left = [argument for argument in arguments if argument is not types.NoneType]
        return _optional_reader(_build_reader(types_left[0])) if len(types_left) == 1 else _read_any
    if origin is tuple:
        return (
            _tuple_reader(_build_reader(arguments[0]))
            if arguments[-1] is Ellipsis
            else _fixed_tuple_reader([_build_reader(argument) for argument in arguments])
        )
    if origin is frozenset:
        read_entries = _tuple_reader(_build_reader(arguments[0]))
        return lambda data: frozenset(read_entries(data))
    if origin is dict:
        return _dict_reader(_build_reader(arguments[0]), _build_reader(arguments[1]))
    if kind in _ENUM_WORDS:
        return _enum_reader(kind)
    if kind is PartialDate:
        return _read_date
    if kind is Fraction:
        return _read_fraction
    if is_record(kind):
        return _record_reader(cast("type", kind))
    return _build_typed_reader(kind) if kind in (str, bool) else _read_int if kind is int else _read_any


def _read_any(data: Any) -> Any:
    return data


def _build_typed_reader(kind: type) -> Reader:
    def take(data: Any) -> Any:
        if data.__class__ is not kind:
            raise InvalidDataError(f"expected a {kind.__name__}, read {data!r}")
        return data

    return take


def _read_int(data: Any) -> int:
    if data.__class__ is int:
        return int(data)
    if isinstance(data, str) and len(data) <= MOST_DIGITS and data.removeprefix("-").isdecimal():  # a key of an object
        return int(data)
    raise InvalidDataError(f"expected a whole number, read {data!r}")


def _optional_reader(read_value: Reader) -> Reader:
    return lambda data: None if data is None else read_value(data)


def _require_list(data: Any) -> list[Any]:
    if data.__class__ is not list:
        raise InvalidDataError(f"expected a list, read {data!r}")
    return data


def _tuple_reader(read_entry: Reader) -> Reader:
    return lambda data: tuple([read_entry(entry) for entry in _require_list(data)])


def _fixed_tuple_reader(readers: list[Reader]) -> Reader:
    def take(data: Any) -> Any:
        if len(_require_list(data)) != len(readers):
            raise InvalidDataError(f"expected {len(readers)} values, read {len(data)}")
        return tuple([read_entry(entry) for read_entry, entry in zip(readers, data, strict=True)])

    return take


def _dict_reader(key: Reader, read_entry: Reader) -> Reader:
    def take(data: Any) -> Any:
        if data.__class__ is not dict:
            raise InvalidDataError(f"expected an object, read {data!r}")
        return {key(name): read_entry(entry) for name, entry in data.items()}

    return take


def _enum_reader(kind: type[Enum]) -> Reader:
    words = _ENUM_WORDS[kind]

    def take(data: Any) -> Any:
        if not isinstance(data, str) or data not in words:
            raise InvalidDataError(f"expected one of {', '.join(words)}, read {data!r}")
        return words[data]

    return take


def _read_date(data: Any) -> PartialDate:
    parts = data.split("-") if isinstance(data, str) else []
    if not 1 <= len(parts) <= 3 or not all(part.isdecimal() and len(part) <= 4 for part in parts):
        raise InvalidDataError(f"expected a date, read {data!r}")
    return PartialDate(*map(int, parts))


def _read_fraction(data: Any) -> Fraction:
    try:
        return parse_fraction(_build_typed_reader(str)(data))
    except ValueError:
        raise InvalidDataError(f"expected a number such as 5/2, read {data!r}") from None


def _record_reader(kind: type) -> Reader:
    """Return the function that reads a record field by field; unknown fields are errors."""
    readers: dict[str, Reader] = {}
    build = PointSystem.from_tenths if kind is PointSystem else kind
    names = {key: name for name, key, _ in _field_defaults(kind)}

    def take(data: Any) -> Any:
        if data.__class__ is not dict:
            raise InvalidDataError(f"expected a {kind.__name__} as an object, read {data!r}")
        if not readers:  # the types of a value may name the value itself
            readers.update({name: _build_reader(hint) for name, hint, _ in json_fields(kind)})
        try:
            values = {names[key]: readers[key](field_data) for key, field_data in data.items()}
            if kind is Player:  # a log keeps what a file said
                values = {name: verbatim_if_invalid(name, value) for name, value in values.items()}
            return build(**values)
        except KeyError as error:
            raise InvalidDataError(f"{kind.__name__} has no field {error.args[0]!r}") from None
        except TypeError as error:
            raise InvalidDataError(f"{kind.__name__}: {error}") from None

    return take
