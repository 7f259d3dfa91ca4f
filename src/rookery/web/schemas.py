"""The types of views and wishes as JSON Schemas, spelt as `rookery.desk.form` writes and reads them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args, get_origin

from rookery.answers.schema import Schema, Schemas, description
from rookery.desk.form import words_of, written_fields
from rookery.model import Date
from rookery.typed import Generic
from rookery.values import is_value


class FormSchemas(Schemas):
    """Schemas for an OpenAPI document: what has its ordinary value may be left out."""

    AT = "#/components/schemas/"

    def __init__(self) -> None:
        super().__init__()
        self._names: dict[str, Any] = {}

    def of(self, kind: Any) -> Schema:
        """The same, and sets, which are lists in JSON."""
        if get_origin(kind) is frozenset:
            return {"type": "array", "items": self.of(get_args(kind)[0])}
        return super().of(kind)

    def of_class(self, kind: Any) -> Schema:
        """The words of a kind that is spelt in words, texts for dates and fractions, the fields of all else."""
        if kind is Generic:  # a word of `rookery.typed`, which says nothing while a program runs
            return {}
        if words := words_of(kind):
            return self.reference(self.named(kind), lambda: {"enum": list(words), **description(kind)})
        if kind is Date:
            return {"type": "string", "pattern": "^[0-9]{1,4}(-[0-9]{1,2}){0,2}$"}
        if kind is Fraction:
            return {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}
        if is_value(kind) or hasattr(kind, "_field_defaults"):
            return self.reference(self.named(kind), lambda: self.object(kind))
        return super().of_class(kind)

    def named(self, kind: Any) -> str:
        """The name of a class; where two have the same, that of its module before it."""
        name: str = kind.__name__
        if self._names.setdefault(name, kind) is not kind:
            name = f"{kind.__module__.rpartition('.')[2]}.{name}"
        return name

    def object(self, kind: Any) -> Schema:
        """The schema of a class with fields."""
        known = written_fields(kind)
        made = {"type": "object", **description(kind), "properties": {name: self.of(one) for name, one, _ in known}}
        needed = [name for name, _, always in known if always]
        return {**made, "required": needed} if needed else made
