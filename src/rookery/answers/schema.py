"""JSON Schemas of types: what every way of spelling values has in common; a way of its own is a class of these."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable
from typing import Any

Schema = dict[str, Any]

_SIMPLE = {int: "integer", str: "string", bool: "boolean", type(None): "null", float: "number"}


def description(kind: type) -> dict[str, str]:
    """The docstring, without what can be tried."""
    text = inspect.cleandoc(kind.__doc__ or "").partition("\n\n>>>")[0].partition("\n>>>")[0].strip()
    said = " ".join(text.split())
    return {"description": said} if said and not said.startswith(("dict(", f"{kind.__name__}(")) else {}


class Schemas:
    """Makes schemas of types; classes become definitions, each once, at an address of its own."""

    AT = "#/$defs/"

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def of(self, kind: Any) -> Schema:
        """The schema of whatever an annotation says."""
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
        """One of several."""
        schemas = [self.of(one) for one in kinds]
        plain = [one["type"] for one in schemas if set(one) == {"type"}]
        others = [one for one in schemas if set(one) != {"type"}]
        simple = [{"type": plain[0] if len(plain) == 1 else plain}] if plain else []
        return simple[0] if not others else {"anyOf": [*others, *simple]} if len(others + simple) > 1 else others[0]

    def several(self, origin: type, kinds: tuple[Any, ...]) -> Schema:
        """A list: of one kind, or of so many as a tuple has."""
        if origin is list or (len(kinds) == 2 and kinds[1] is ...):
            return {"type": "array", "items": self.of(kinds[0])}
        return {
            "type": "array",
            "prefixItems": [self.of(one) for one in kinds],
            "minItems": len(kinds),
            "maxItems": len(kinds),
        }

    def of_class(self, kind: Any) -> Schema:
        """The schema of a class: what plain data it becomes."""
        if kind in _SIMPLE:
            return {"type": _SIMPLE[kind]}
        if kind is object or kind is Any:
            return {}
        raise TypeError(f"{kind} has no schema")

    def reference(self, name: str, make: Callable[[], Schema]) -> Schema:
        """A reference to a definition, which is made if it is not there."""
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = make()
        return {"$ref": f"{self.AT}{name}"}
