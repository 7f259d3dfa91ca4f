"""Conversion of values to JSON data and back by the types of their fields.

A `Codec` is one spelling of values. Logs (`LOG_CODEC`), files (`json_format`) and answers (`serialize`)
differ in how points are written and in which fields are left out; everything else is defined here.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from rookery._record import MISSING, fields, is_record
from rookery.errors import RookeryError
from rookery.model import (
    ByeKind,
    Colour,
    ForbiddenPair,
    PartialDate,
    Player,
    Points,
    PointSystem,
    Result,
    Tournament,
    TournamentInfo,
)
from rookery.model.players import verbatim_if_invalid
from rookery.model.validation import MOST_DIGITS

T = TypeVar("T")
Object = dict[str, Any]
"""A JSON object."""
Reader = Callable[[Any], Any]
"""A function that builds a value of one type from JSON data."""

BYES = {
    "pairing-allocated": ByeKind.PAIRING_ALLOCATED,
    "full": ByeKind.FULL,
    "half": ByeKind.HALF,
    "zero": ByeKind.ZERO,
    "not-entered": ByeKind.NOT_ENTERED,
}
COLOURS = {"white": Colour.WHITE, "black": Colour.BLACK}
RESULTS = {str(result): result for result in Result}
ENUM_WORDS: dict[Any, dict[str, Any]] = {ByeKind: BYES, Colour: COLOURS, Result: RESULTS}
"""The words by which the members of an enum are written."""
_ENUM_TEXTS: dict[Enum, str] = {member: text for words in ENUM_WORDS.values() for text, member in words.items()}


class InvalidDataError(RookeryError):
    """Raised when JSON data do not have the expected form; the text says where."""


# -- types -------------------------------------------------------------------------------------------------------------


class Shape(NamedTuple):
    """The structure of a type: what it is, and the types inside it."""

    form: Literal["array", "enum", "literal", "object", "optional", "record", "row", "scalar", "union"]
    inside: tuple[Any, ...] = ()


@cache
def shape_of(kind: Any) -> Shape:
    """Return the structure of a type; a row is a tuple of fixed length, an object a dictionary.

    >>> shape_of(tuple[int, ...]), shape_of(int | None).form, shape_of(Colour).form
    (Shape(form='array', inside=(<class 'int'>,)), 'optional', 'enum')
    """
    origin, inside = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        members = tuple(member for member in inside if member is not types.NoneType)
        return Shape("optional", members) if len(members) == 1 else Shape("union", inside)
    if origin is tuple and inside[-1] is not Ellipsis:
        return Shape("row", inside)
    if origin in (tuple, list, frozenset):
        return Shape("array", inside[:1])
    if origin is dict:
        return Shape("object", inside)
    if origin is Literal:
        return Shape("literal", inside)
    if kind in ENUM_WORDS:
        return Shape("enum")
    return Shape("record" if kind is not PartialDate and _has_fields(kind) else "scalar")


def _has_fields(kind: Any) -> bool:
    """Return whether a type is a record or a named tuple."""
    return is_record(kind) or hasattr(kind, "_field_defaults")


def is_points_type(annotation: str) -> bool:
    """Return whether an annotation is the type of points or of several points.

    >>> is_points_type("tuple[Points, ...]"), is_points_type("PointSystem | None")
    (True, False)
    """
    return re.search(r"\bPoints\b", annotation) is not None


class Member(NamedTuple):
    """A field of a class, as a codec writes it."""

    name: str
    key: str
    default: Any
    """MISSING where there is none."""
    encode: Callable[[Any], Any]
    always: bool = False
    """Whether it is written with every value."""


# -- codecs ------------------------------------------------------------------------------------------------------------


class Codec:
    """A spelling of values in JSON: points are whole tenths, and fields with their default values are left out.

    `keys` has the keys of fields, by class and field, where they are not those of `json_key`.
    """

    def __init__(self, keys: Mapping[type, Mapping[str, str]] | None = None) -> None:
        self._keys = keys or {}
        self._encoders: dict[type, Callable[..., Any]] = {}
        self._members: dict[type, list[Member]] = {}
        self._readers: dict[Any, Reader] = {}

    def encode(self, value: Any) -> Any:
        """Return a value as JSON data."""
        return self.encoder_of(value.__class__)(value)

    def encoder_of(self, kind: type) -> Callable[..., Any]:
        """Return the function that encodes the values of a class."""
        encoder = self._encoders.get(kind)
        if encoder is None:
            encoder = self._encoders[kind] = self.build_encoder(kind)
        return encoder

    def encode_points(self, points: Points | None) -> Any:
        """Return points as JSON data."""
        return points

    def is_omitted(self, value: Any, default: Any) -> bool:
        """Return whether a field with this value is left out."""
        return value is default or (value.__class__ is default.__class__ and value == default)

    def build_encoder(self, kind: type) -> Callable[..., Any]:
        """Return the function that encodes the values of a class; a codec extends it for classes of its own."""
        if kind in (str, int, bool, types.NoneType):
            return _return_unchanged
        if issubclass(kind, str) and not issubclass(kind, Enum):  # a Message, or a Verbatim text
            return str
        if kind in (tuple, list):
            return self._encode_array
        if kind in ENUM_WORDS:
            return _ENUM_TEXTS.__getitem__
        if kind in (PartialDate, Fraction):
            return str
        if kind is dict:
            return lambda value: {str(key): self.encode(entry) for key, entry in value.items()}
        if kind is frozenset:
            return lambda value: sorted(map(self.encode, value))
        if _has_fields(kind):
            return self.encode_record
        raise TypeError(f"{kind.__name__} has no form in JSON")

    def _encode_array(self, values: tuple[Any, ...] | list[Any]) -> list[Any]:
        return [self.encode(value) for value in values]

    def encode_record(self, value: Any) -> Object:
        """Return the fields of a record or named tuple, by key."""
        data = {}
        for name, key, default, encode, always in self.members(value.__class__):
            field_value = getattr(value, name)
            if always or not self.is_omitted(field_value, default):
                data[key] = encode(field_value)
        return data

    def members(self, kind: type) -> list[Member]:
        """Return the fields of a record or named tuple that are written."""
        if kind not in self._members:
            self._members[kind] = self.list_members(kind)
        return self._members[kind]

    def list_members(self, kind: Any) -> list[Member]:
        """Return the fields of a record or named tuple in order; `members` caches them."""
        if not is_record(kind):
            return [
                Member(name, name, kind._field_defaults.get(name, MISSING), self._encode_as(kind.__annotations__[name]))
                for name in kind._fields
            ]
        keys = self._keys.get(kind, {})
        return [
            Member(
                field.name,
                keys.get(field.name, field.json_key),
                field.default_factory() if field.default_factory else field.default,
                self._encode_as(field.type),
            )
            for field in fields(kind)
            if field.compare
        ]

    def _encode_as(self, annotation: object) -> Callable[[Any], Any]:
        """Return the encoder of a field with this annotation."""
        if not is_points_type(str(annotation)) or type(self).encode_points is Codec.encode_points:
            return self.encode
        return lambda value: (
            [self.encode_points(points) for points in value] if isinstance(value, tuple) else self.encode_points(value)
        )

    def list_typed_members(self, kind: Any) -> list[tuple[str, Any, bool]]:
        """Return the key and the type of each field of a class, and whether it is always there."""
        hints = get_type_hints(kind)
        return [(member.key, hints[member.name], member.default is MISSING) for member in self.members(kind)]

    # -- reading

    def decode(self, kind: type[T], data: Any) -> T:
        """Build a value of a type from JSON data; raise InvalidDataError where it has another form."""
        return cast("T", self._reader(kind)(data))

    def _reader(self, kind: Any) -> Reader:
        if kind not in self._readers:
            self._readers[kind] = self._build_reader(kind)
        return self._readers[kind]

    def _build_reader(self, kind: Any) -> Reader:
        """Return the function that reads a type."""
        form, inside = shape_of(kind)
        if form == "optional":
            read_value = self._reader(inside[0])
            return lambda data: None if data is None else read_value(data)
        if form == "array":
            read_entry, build = self._reader(inside[0]), get_origin(kind)
            return lambda data: build([read_entry(entry) for entry in _require(list, data)])
        if form == "row":
            return _row_reader([self._reader(member) for member in inside])
        if form == "object":
            read_key, read_member = map(self._reader, inside)
            return lambda data: {read_key(key): read_member(entry) for key, entry in _require(dict, data).items()}
        if form == "enum":
            return lambda data: _read_word(ENUM_WORDS[kind], data)
        if is_record(kind) and kind not in _SCALAR_READERS:
            return self._record_reader(kind)
        return _SCALAR_READERS.get(kind, _return_unchanged)

    def _record_reader(self, kind: Any) -> Reader:
        """Return the function that reads a record field by field; unknown fields are errors."""
        readers: dict[str, Reader] = {}
        build = PointSystem.from_tenths if kind is PointSystem else kind
        names = {member.key: member.name for member in self.members(kind)}

        def read(data: Any) -> Any:
            if data.__class__ is not dict:
                raise InvalidDataError(f"expected a {kind.__name__} as an object, read {data!r}")
            if not readers:  # the types of a value may name the value itself
                readers.update({key: self._reader(hint) for key, hint, _ in self.list_typed_members(kind)})
            try:
                values = {names[key]: readers[key](field_data) for key, field_data in data.items()}
                if kind in (Player, Tournament, TournamentInfo):  # a log keeps what a file said
                    values = {name: verbatim_if_invalid(name, value) for name, value in values.items()}
                return build(**values)
            except KeyError as error:
                raise InvalidDataError(f"{kind.__name__} has no field {error.args[0]!r}") from None
            except TypeError as error:
                raise InvalidDataError(f"{kind.__name__}: {error}") from None

        return read


def _return_unchanged(data: Any) -> Any:
    return data


_DESCRIPTIONS = {list: "a list", dict: "an object", str: "a str", bool: "a bool"}


def _require(kind: type[T], data: Any) -> T:
    """Return data of a type; raise InvalidDataError for any other."""
    if data.__class__ is not kind:
        raise InvalidDataError(f"expected {_DESCRIPTIONS[kind]}, read {data!r}")
    return data


def _row_reader(readers: list[Reader]) -> Reader:
    def read(data: Any) -> tuple[Any, ...]:
        if len(_require(list, data)) != len(readers):
            raise InvalidDataError(f"expected {len(readers)} values, read {len(data)}")
        return tuple([read_entry(entry) for read_entry, entry in zip(readers, data, strict=True)])

    return read


def _read_word(words: dict[str, Any], data: Any) -> Any:
    if not isinstance(data, str) or data not in words:
        raise InvalidDataError(f"expected one of {', '.join(words)}, read {data!r}")
    return words[data]


def _read_int(data: Any) -> int:
    if data.__class__ is int:
        return int(data)
    if isinstance(data, str) and len(data) <= MOST_DIGITS and data.removeprefix("-").isdecimal():  # a key of an object
        return int(data)
    raise InvalidDataError(f"expected a whole number, read {data!r}")


def _read_date(data: Any) -> PartialDate:
    parts = data.split("-") if isinstance(data, str) else []
    if not 1 <= len(parts) <= 3 or not all(part.isdecimal() and len(part) <= 4 for part in parts):
        raise InvalidDataError(f"expected a date, read {data!r}")
    return PartialDate(*map(int, parts))


_FRACTION = re.compile(r"[+-]?(?:[0-9]{1,30}(?:/[0-9]{1,30}|\.[0-9]{0,30})?|\.[0-9]{1,30})")


def parse_fraction(text: str) -> Fraction:
    """Parse a number such as 2, 2.5 or 5/2.

    Raises:
        ValueError: Anything else, including exponents.
    """
    text = text.strip()
    if not _FRACTION.fullmatch(text) or ("/" in text and not int(text.partition("/")[2])):
        raise ValueError("expected a number such as 2, 2.5 or 5/2")
    return Fraction(text)


def _read_fraction(data: Any) -> Fraction:
    try:
        return parse_fraction(_require(str, data))
    except ValueError:
        raise InvalidDataError(f"expected a number such as 5/2, read {data!r}") from None


_SCALAR_READERS: dict[Any, Reader] = {
    str: lambda data: _require(str, data),
    bool: lambda data: _require(bool, data),
    int: _read_int,
    PartialDate: _read_date,
    Fraction: _read_fraction,
}


# -- logs, commands, states and views ----------------------------------------------------------------------------------

LOG_CODEC = Codec({ForbiddenPair: {"first_round": "first_round", "last_round": "last_round"}})
"""The spelling of events, commands, states and views."""


def to_json_data(value: Any) -> Any:
    """Return a value as JSON data.

    >>> from rookery.model import Game, PartialDate, Player, Result
    >>> to_json_data(Game(3, 5, Result.DRAW)), to_json_data(Player(1, "Byng, Ada", birth=PartialDate(1990)))
    ({'white': 3, 'black': 5, 'result': '½-½'}, {'id': 1, 'name': 'Byng, Ada', 'birth': '1990'})
    """
    return LOG_CODEC.encode(value)


def from_json_data(kind: type[T], data: Any) -> T:
    """Build a value of a type from JSON data.

    Raises:
        InvalidDataError: The data have another form.

    >>> from rookery.model import Game
    >>> from_json_data(Game, {"white": 3, "black": 5})
    Game(white=3, black=5, result=<Result.PENDING: 'pending'>, coloured=True)
    """
    return LOG_CODEC.decode(kind, data)


# -- JSON Schema -------------------------------------------------------------------------------------------------------

Schema = dict[str, Any]

_SIMPLE = {int: "integer", str: "string", bool: "boolean", type(None): "null", float: "number"}


def describe(kind: type) -> dict[str, str]:
    """Return the docstring of a class without its doctests, as a description."""
    from inspect import cleandoc

    text = cleandoc(kind.__doc__ or "").partition("\n\n>>>")[0].partition("\n>>>")[0].strip()
    summary = " ".join(text.split())
    return {"description": summary} if summary and not summary.startswith(("dict(", f"{kind.__name__}(")) else {}


class Schemas:
    """Builder of schemas of types; every class becomes a definition at its own address."""

    AT = "#/$defs/"

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def type_schema(self, kind: Any) -> Schema:
        """Return the schema of an annotation."""
        form, inside = shape_of(kind)
        if form in ("optional", "union"):
            return self.union(get_args(kind))
        if form == "literal":
            return {"enum": list(inside)}
        if form == "array":
            return {"type": "array", "items": self.type_schema(inside[0])}
        if form == "row":
            size = len(inside)
            return {
                "type": "array",
                "prefixItems": list(map(self.type_schema, inside)),
                "minItems": size,
                "maxItems": size,
            }
        if form == "object":
            return {"type": "object", "additionalProperties": self.type_schema(inside[1])}
        return self.class_schema(kind)

    def union(self, kinds: tuple[Any, ...]) -> Schema:
        """Return the schema of a union."""
        schemas = [self.type_schema(schema) for schema in kinds]
        plain = [schema["type"] for schema in schemas if set(schema) == {"type"}]
        complex_schemas = [schema for schema in schemas if set(schema) != {"type"}]
        schemas = complex_schemas + ([{"type": plain[0] if len(plain) == 1 else plain}] if plain else [])
        return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}

    def class_schema(self, kind: Any) -> Schema:
        """Return the schema of a class."""
        if kind in _SIMPLE:
            return {"type": _SIMPLE[kind]}
        if kind is object or kind is Any:
            return {}
        raise TypeError(f"{kind} has no schema")

    def reference(self, name: str, make: Callable[[], Schema]) -> Schema:
        """Return a reference to a definition, which is built on first use."""
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = make()
        return {"$ref": f"{self.AT}{name}"}
