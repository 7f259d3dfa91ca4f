"""The OpenAPI document of the API, with schemas built from the types of views and commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, get_type_hints

from rookery._record import record
from rookery._version import __version__
from rookery.json_codec import ENUM_WORDS, LOG_CODEC, Schema, Schemas, describe, shape_of
from rookery.model import PartialDate
from rookery.serialize.as_data import VERSION
from rookery.tournaments.command import COMMANDS
from rookery.web.page_spec import Page

DESCRIPTION = (
    "Every page of the desk as JSON, its commands and its log. An invitation sets a session cookie; a command must "
    "also send the csrf_token of /api/v1/me as X-CSRF-Token, and an Origin. Points are whole tenths; fields with their "
    "default value are left out."
)


class FormSchemas(Schemas):
    """Schemas for an OpenAPI document, spelt as `rookery.json_codec` writes and reads them.

    Fields with a default value are optional.
    """

    AT = "#/components/schemas/"

    def __init__(self) -> None:
        super().__init__()
        self._names: dict[str, Any] = {}

    def class_schema(self, kind: Any) -> Schema:
        """Return the schema of a class: enum words, texts for dates and fractions, or the fields of a record."""
        form = shape_of(kind).form
        if form == "enum":
            return self.reference(self.schema_name(kind), lambda: {"enum": list(ENUM_WORDS[kind]), **describe(kind)})
        if kind is PartialDate:
            return {"type": "string", "pattern": "^[0-9]{1,4}(-[0-9]{1,2}){0,2}$"}
        if kind is Fraction:
            return {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}
        if form == "record":
            return self.reference(self.schema_name(kind), lambda: self.object(kind))
        return super().class_schema(kind)

    def schema_name(self, kind: Any) -> str:
        """Return the schema name of a class, with its module prefixed if the name is taken."""
        name: str = kind.__name__
        if self._names.setdefault(name, kind) is not kind:
            name = f"{kind.__module__.rpartition('.')[2]}.{name}"
        return name

    def object(self, kind: Any) -> Schema:
        """Return the object schema of a class with fields."""
        json_members = LOG_CODEC.list_typed_members(kind)
        schema = {
            "type": "object",
            **describe(kind),
            "properties": {name: self.type_schema(member_type) for name, member_type, _ in json_members},
        }
        needed = [name for name, _, always in json_members if always]
        return {**schema, "required": needed} if needed else schema


# -- schemas of requests and responses ---------------------------------------------------------------------------------

TEXT: Schema = {"type": "string"}
REFUSAL_SCHEMA: Schema = {
    "type": "object",
    "properties": {"refusal": {"type": "object", "required": ["text"], "properties": {
        "text": TEXT, "article": TEXT, "who": {"type": "array", "items": TEXT}, "instead": TEXT, "code": TEXT}}},
}  # fmt: skip
ME_SCHEMA: Schema = {
    "type": "object",
    "required": ["name", "csrf_token"],
    "properties": {"name": TEXT, "csrf_token": TEXT},
}
LOG_SCHEMA: Schema = {"type": "object", "required": ["events"], "properties": {
    "seen": {"type": "integer"}, "events": {"type": "array", "items": {"type": "object"}}}}  # fmt: skip
RESULT_SCHEMA: Schema = {"type": "object", "required": ["version"], "properties": {
    "version": {"type": "integer"}, "repeated": {"type": "boolean"}, "said": {"type": "array", "items": TEXT},
    "cautions": {"type": "array", "items": {"type": "object"}}}}  # fmt: skip
ERROR_DESCRIPTIONS = {
    "400": "The request was not understood", "403": "No session, or a foreign page", "404": "Not found",
    "409": "Warnings need an answer, or the data has changed", "422": "Refused; the text gives the reason",
}  # fmt: skip


def form_name(page: Page) -> str:
    """Return the form name of a page's JSON; the names of `as_data` have no `page-` prefix."""
    return f"page-{page.name}"


def page_schema(schemas: FormSchemas, page: Page) -> Schema:
    """Return the JSON schema of a page, from the return type of its view function."""
    head: Schema = {"form": {"const": form_name(page)}, "version": {"const": VERSION}}
    of = "event" if "{event}" in page.path else "tournament"
    source: Schema = {of: TEXT, "seen": {"type": "integer"}} if page.needs_tournament else {}
    view = schemas.type_schema(get_type_hints(page.view)["return"])
    properties = {**head, **source, "view": view}
    return {"type": "object", "properties": properties, "required": list(properties)}


def command_schemas(schemas: FormSchemas, stream: str) -> Iterator[Schema]:
    """Yield the schema of every command for this kind of stream: its name as `command`, and its fields."""
    common = {"id": TEXT, "seen": {"type": "integer"}, "acknowledged": {"type": "array", "items": TEXT}}
    for name, kind in sorted(COMMANDS.items()):
        if kind.STREAM not in ("", stream):
            continue
        schema = schemas.object(kind)
        fields = {"command": {"const": name}, **schema["properties"], **common}
        needed = ["command", *schema.get("required", ())]
        yield {**schema, "title": name, "properties": fields, "required": needed, "additionalProperties": False}


# -- the document ------------------------------------------------------------------------------------------------------


@record
class Operation:
    """A method of a path: its title, the schema of its answer, its query parameters and the schema of its body."""

    path: str
    title: str
    answer: Schema
    method: str = "get"
    query: tuple[str, ...] = ()
    body: Schema | None = None
    description: str = ""

    def describe(self) -> Schema:
        """Return the operation object."""
        path_names = re.findall(r"\{(\w+)(:int)?\}", self.path)
        query_names = [name for name in self.query if not name.endswith("*")]
        operation: Schema = {
            "summary": self.title,
            "description": self.description or self.title,
            "operationId": re.sub(r"\W+", "-", f"{self.method}{self.path}").strip("-"),
            "responses": {
                "200": {"description": self.title, "content": _json_content(self.answer)},
                **{status: {"description": reason, "content": _json_content(REFUSAL_SCHEMA)}
                   for status, reason in ERROR_DESCRIPTIONS.items()},
            },
            "parameters": [
                *({"name": name, "in": "path", "required": True, "schema": {"type": "integer" if number else "string"}}
                  for name, number in path_names),
                *({"name": name, "in": "query", "required": False, "schema": TEXT} for name in query_names),
            ],
        }  # fmt: skip
        if self.body is not None:
            operation["requestBody"] = {"required": True, "content": _json_content(self.body)}
        return operation


def build_document(operations: Iterable[Operation], schemas: FormSchemas) -> dict[str, Any]:
    """Return the OpenAPI document of operations, whose types are described by `schemas`."""
    paths: dict[str, Schema] = {}
    for operation in operations:
        path = re.sub(r":\w+\}", "}", operation.path)
        paths.setdefault(path, {})[operation.method] = operation.describe()
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rookery", "description": DESCRIPTION, "version": __version__},
        "paths": paths,
        "components": {"schemas": schemas.definitions},
        "servers": [{"url": "/api"}],
    }


def _json_content(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}
