"""JSON Schemas of types; subclasses of Schemas adapt them to one spelling of values."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, get_args

from rookery.json_codec import shape_of

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
        form, inside = shape_of(kind)
        if form in ("optional", "union"):
            return self.union(get_args(kind))
        if form == "literal":
            return {"enum": list(inside)}
        if form == "array":
            return {"type": "array", "items": self.of(inside[0])}
        if form == "row":
            size = len(inside)
            return {"type": "array", "prefixItems": list(map(self.of, inside)), "minItems": size, "maxItems": size}
        if form == "object":
            return {"type": "object", "additionalProperties": self.of(inside[1])}
        return self.of_class(kind)

    def union(self, kinds: tuple[Any, ...]) -> Schema:
        """Return the schema of a union."""
        schemas = [self.of(schema) for schema in kinds]
        plain = [schema["type"] for schema in schemas if set(schema) == {"type"}]
        complex_schemas = [schema for schema in schemas if set(schema) != {"type"}]
        schemas = complex_schemas + ([{"type": plain[0] if len(plain) == 1 else plain}] if plain else [])
        return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}

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
