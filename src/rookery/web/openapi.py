"""JSON Schemas of views and commands, spelt as `rookery.tournaments.serialization` writes and reads them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args, get_origin

from rookery._record import is_record
from rookery.model import PartialDate
from rookery.serialize.json_schema import Schema, Schemas, describe
from rookery.tournaments.serialization import enum_words, json_fields


class FormSchemas(Schemas):
    """Schemas for an OpenAPI document; fields with a default value are optional."""

    AT = "#/components/schemas/"

    def __init__(self) -> None:
        super().__init__()
        self._names: dict[str, Any] = {}

    def of(self, kind: Any) -> Schema:
        """Return the schema of a type; a frozenset is an array."""
        if get_origin(kind) is frozenset:
            return {"type": "array", "items": self.of(get_args(kind)[0])}
        return super().of(kind)

    def of_class(self, kind: Any) -> Schema:
        """Return the schema of a class: enum words, texts for dates and fractions, or the fields of a record."""
        if words := enum_words(kind):
            return self.reference(self.named(kind), lambda: {"enum": list(words), **describe(kind)})
        if kind is PartialDate:
            return {"type": "string", "pattern": "^[0-9]{1,4}(-[0-9]{1,2}){0,2}$"}
        if kind is Fraction:
            return {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}
        if is_record(kind) or hasattr(kind, "_field_defaults"):
            return self.reference(self.named(kind), lambda: self.object(kind))
        return super().of_class(kind)

    def named(self, kind: Any) -> str:
        """Return the schema name of a class, with its module prefixed if the name is taken."""
        name: str = kind.__name__
        if self._names.setdefault(name, kind) is not kind:
            name = f"{kind.__module__.rpartition('.')[2]}.{name}"
        return name

    def object(self, kind: Any) -> Schema:
        """Return the object schema of a class with fields."""
        json_members = json_fields(kind)
        schema = {
            "type": "object",
            **describe(kind),
            "properties": {name: self.of(member_type) for name, member_type, _ in json_members},
        }
        needed = [name for name, _, always in json_members if always]
        return {**schema, "required": needed} if needed else schema
