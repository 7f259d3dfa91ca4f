"""JSON Schemas of types; subclasses of Schemas adapt them to one spelling of values."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable
from typing import Any

Schema = dict[str, Any]

_SIMPLE = {int: "integer", str: "string", bool: "boolean", type(None): "null", float: "number"}


def describe(kind: type) -> dict[str, str]:
    """Return the docstring of a class without its doctests, as a description."""
    text = inspect.cleandoc(kind.__doc__ or "").partition("\n\n>>>")[0].partition("\n>>>")[0].strip()
    summary = " ".join(text.split())
    return {"description": summary} if summary and not summary.startswith(("dict(", f"{kind.__name__}(")) else {}


class Schemas:
    """Builder of schemas of types; every class becomes a definition at its own address."""

    AT = "#/$defs/"

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def of(self, kind: Any) -> Schema:
        """Return the schema of an annotation."""
        origin, inside = typing.get_origin(kind), typing.get_args(kind)
        if origin in (typing.Union, types.UnionType):
            return self.union(inside)
        if origin is typing.Literal:
            return {"enum": list(inside)}
        if origin in (tuple, list):
            return self.several(origin, inside)
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(inside[1])}
        return self.of_class(kind)

    def union(self, kinds: tuple[Any, ...]) -> Schema:
        """Return the schema of a union."""
        schemas = [self.of(schema) for schema in kinds]
        plain = [schema["type"] for schema in schemas if set(schema) == {"type"}]
        complex_schemas = [schema for schema in schemas if set(schema) != {"type"}]
        simple = [{"type": plain[0] if len(plain) == 1 else plain}] if plain else []
        return (
            simple[0]
            if not complex_schemas
            else {"anyOf": [*complex_schemas, *simple]}
            if len(complex_schemas + simple) > 1
            else complex_schemas[0]
        )

    def several(self, origin: type, kinds: tuple[Any, ...]) -> Schema:
        """Return the schema of a list, or of a tuple of fixed length."""
        if origin is list or (len(kinds) == 2 and kinds[1] is ...):
            return {"type": "array", "items": self.of(kinds[0])}
        return {
            "type": "array",
            "prefixItems": [self.of(kind) for kind in kinds],
            "minItems": len(kinds),
            "maxItems": len(kinds),
        }

    def of_class(self, kind: Any) -> Schema:
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
