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
from rookery.web.json_responses import MEDIA_TYPE, PAGING, PROBLEM_TYPES
from rookery.web.page_spec import Page

DESCRIPTION = (
    "Every page of the desk as JSON, its commands and its log. A program sends a token (Authorization: Bearer); a "
    "browser has a session cookie, and a command must then also send the csrf_token of /api/v1/me as X-CSRF-Token, and "
    "an Origin. Points are whole tenths; fields with their default value are left out."
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
TEXTS: Schema = {"type": "array", "items": TEXT}
NUMBER: Schema = {"type": "integer"}
NEXT: Schema = {"next": {"type": "string", "description": "Address of the following part; left out after the last one"}}


def object_schema(required: str, optional: str = "", **properties: Schema) -> Schema:
    """Return the schema of an object: names of required and of optional texts, and other properties by name."""
    names = [name for name in required.split() if name not in properties]
    texts = dict.fromkeys((*names, *optional.split()), TEXT)
    return {"type": "object", "required": required.split(), "properties": {**texts, **properties}}


def ref(name: str) -> Schema:
    """Return a reference to a schema of this document."""
    return {"$ref": f"{FormSchemas.AT}{name}"}


FIXED_SCHEMAS: dict[str, Schema] = {
    "Problem": {
        **object_schema(
            "type title status detail code",
            "instance article instead html expected found by",
            errors=TEXTS,
            status=NUMBER,
            who=TEXTS,
            warnings={"type": "array", "items": ref("Warning")},
            tokens=TEXTS,
            version=NUMBER,
        ),
        "description": "A problem by RFC 9457. `article`, `who` and `instead` belong to a refusal by the rules, "
        "`warnings` and `tokens` to warnings that must be confirmed, `expected`, `found` and `by` to a conflict.",
    },
    "Warning": object_schema(
        "code level text article who remark instead note", code=TEXT, level=NUMBER, who=TEXTS,
        round={"type": ["integer", "null"]},
    ),
    "Created": object_schema(
        "form version seen adjustments findings", "tournament event", version=NUMBER, seen=NUMBER, adjustments=TEXTS,
        findings=TEXTS,
    ),
    "User": object_schema("form version name means csrf_token", version=NUMBER, scopes=TEXTS),
    "LogEvent": object_schema(
        "version kind form data command actor at acknowledged stands text", version=NUMBER, form=NUMBER,
        data={"type": "object"}, acknowledged=TEXTS, stands={"type": "boolean"},
    ),
    "Log": object_schema(
        "form version tournament seen events", version=NUMBER, seen=NUMBER,
        events={"type": "array", "items": ref("LogEvent")}, **NEXT,
    ),
    "CommandResult": object_schema(
        "version repeated said cautions", version=NUMBER, repeated={"type": "boolean"}, said=TEXTS,
        cautions={"type": "array", "items": ref("Warning")},
    ),
}  # fmt: skip
"""Schemas of the answers that are no pages."""


def operation_id(page: Page, public: bool) -> str:
    """Return the operation id of a page: its name as a verb and its object, such as `showPublicRound`.

    These names are part of generated clients: that of a page stays when its address changes.
    """
    verb, name = OPERATION_NAMES.get(page.name, ("show", "".join(map(str.capitalize, page.name.split("-")))))
    return f"{verb}{'Public' * public}{name}"


OPERATION_NAMES = {
    "hall": ("list", "Tournaments"),
    "event-hall": ("show", "Event"),
    "event-find": ("search", "Event"),
    "event-hall-find": ("search", "Event"),
    "find": ("search", "Tournament"),
    "find-player": ("search", "Players"),
    "search": ("search", "RatingLists"),
    "table": ("show", "EntryTable"),
    "review": ("show", "EntryTableReview"),
    "entered": ("show", "EntryTableResult"),
    "reasons": ("explain", "Round"),
    "asked-why": ("explain", "Question"),
    "others": ("explain", "Alternatives"),
    "rank": ("explain", "Rank"),
    "value": ("explain", "TieBreak"),
    "vcl": ("show", "Checklist"),
    "help": ("show", "ManualChapter"),
    "people": ("list", "Sessions"),
    "account": ("show", "Account"),
    "accounts": ("list", "Accounts"),
    "members": ("list", "Members"),
    "event-members": ("list", "EventMembers"),
    "arrival": ("show", "ImportPreview"),
    "lists": ("list", "RatingLists"),
    "list-columns": ("show", "RatingListColumns"),
    "ratings": ("list", "Ratings"),
    "phones": ("list", "AccessCodes"),
    "code": ("show", "AccessCode"),
    "players": ("list", "Players"),
    "cards": ("list", "PlayerCards"),
    "person": ("show", "PlayerEntry"),
    "player": ("show", "PlayerCard"),
    "player-page": ("show", "Player"),
    "last-round": ("show", "LastRoundOfPlayer"),
    "numbers": ("list", "PairingNumbers"),
    "names": ("list", "Names"),
    "watch": ("show", "WatchList"),
    "watch-lines": ("list", "WatchLines"),
    "lineups": ("list", "LineUps"),
    "now": ("show", "CurrentRound"),
    "hand": ("show", "ManualPairing"),
    "screens": ("list", "Screens"),
    "event-screens": ("list", "EventScreens"),
    "overview": ("show", "Tournament"),
    "delete": ("show", "Deletion"),
    "papers": ("list", "Papers"),
}
"""Verb and object of the operation ids of pages for which `show` and the name of the page are not good enough."""


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

TAGS = {
    "pages": "The pages of arbiters as JSON",
    "public": "The public pages as JSON; no sign-in while the desk is shared",
    "tournaments": "Create, import, copy and export tournaments",
    "commands": "Commands, and the log that they write",
    "webhooks": "Addresses that events are sent to",
    "programs": "The caller",
}
PROBLEM_NAMES = {
    400: "Misread", 401: "TokenInvalid", 403: "Forbidden", 404: "NotFound", 409: "Conflict", 413: "TooLarge",
    422: "Refused", 429: "TooMany", 503: "Storage",
}  # fmt: skip
"""Names of the problem responses that operations list; `default` is any other."""
READ_PROBLEMS, WRITE_PROBLEMS = (400, 401, 403, 404, 422, 429), (400, 401, 403, 404, 409, 413, 422, 429, 503)
SECURITY = [{"bearer": list[str]()}, {"session": list[str](), "csrf": list[str]()}]
SECURITY_SCHEMES: Schema = {
    "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "rky_...",
               "description": "The token of a program, with its scopes"},
    "session": {"type": "apiKey", "in": "cookie", "name": "rookery-8000",
                "description": "The session of a browser; the name of the cookie ends in the port of the desk"},
    "csrf": {"type": "apiKey", "in": "header", "name": "X-CSRF-Token",
             "description": "The csrf_token of /v1/me, with a session; needed by every request that is not a GET"},
}  # fmt: skip


@record
class Operation:
    """A method of a path: its id, title, tag, the schema of its answer, its query parameters and its body.

    `media` is the type of an answer that is no JSON, `body_media` that of a body. A `public` operation needs no
    sign-in.
    """

    path: str
    id: str
    title: str
    answer: Schema
    tag: str = "pages"
    method: str = "get"
    query: tuple[str, ...] = ()
    body: Schema | None = None
    description: str = ""
    status: int = 200
    media: str = "application/json"
    body_media: str = "application/json"
    public: bool = False

    def describe(self) -> Schema:
        """Return the operation object."""
        problems = WRITE_PROBLEMS if self.method != "get" else READ_PROBLEMS
        answer: Schema = {"description": self.title}
        if self.status != 204:
            answer["content"] = {self.media: {"schema": self.answer}}
        responses = {str(self.status): answer}
        has_etag = self.method == "get" and self.media == "application/json"
        if has_etag:
            answer["headers"] = {"ETag": {"$ref": "#/components/headers/ETag"}}
            responses["304"] = {"$ref": "#/components/responses/NotModified"}
        responses |= {str(code): {"$ref": f"#/components/responses/{PROBLEM_NAMES[code]}"} for code in problems}
        operation: Schema = {
            "operationId": self.id,
            "summary": self.title,
            "description": self.description or self.title,
            "tags": [self.tag],
            "parameters": [*self._parameters(), *([{"$ref": "#/components/parameters/IfNoneMatch"}] * has_etag)],
            "responses": {**responses, "default": {"$ref": "#/components/responses/Problem"}},
            **({"security": []} if self.public else {}),
        }
        if self.body is not None:
            operation["requestBody"] = {"required": True, "content": {self.body_media: {"schema": self.body}}}
        return operation

    def _parameters(self) -> Iterator[Schema]:
        for name, number in re.findall(r"\{(\w+)(:int)?\}", self.path):
            kind = {"type": "integer", "minimum": 0, "maximum": 10**9 - 1} if number else TEXT
            yield {"name": name, "in": "path", "required": True, "schema": kind}
        for name in self.query:
            if name in PAGING and "after" in self.query and "limit" in self.query:
                kind = {"type": "integer", "minimum": 0, "maximum": 10**9, "default": int(PAGING[name])}
            elif name == "acknowledged":
                kind = TEXTS
            else:
                kind = TEXT
            if not name.endswith("*"):
                yield {"name": name, "in": "query", "required": False, "schema": kind}


def build_document(operations: Iterable[Operation], schemas: FormSchemas) -> dict[str, Any]:
    """Return the OpenAPI document of operations, whose types are described by `schemas`."""
    paths: dict[str, Schema] = {}
    for operation in operations:
        path = re.sub(r":\w+\}", "}", operation.path)
        paths.setdefault(path, {})[operation.method] = operation.describe()
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rookery", "description": DESCRIPTION, "version": __version__,
                 "license": {"name": "MIT", "identifier": "MIT"}},
        "servers": [{"url": "/api"}],
        "security": SECURITY,
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": {**FIXED_SCHEMAS, **schemas.definitions},
            "responses": {
                **{PROBLEM_NAMES[code]: _problem_response(PROBLEM_TYPES[code].title) for code in PROBLEM_NAMES},
                "Problem": _problem_response("Any other problem"),
                "NotModified": {"description": "The client has this already (If-None-Match)"},
            },
            "parameters": {"IfNoneMatch": {
                "name": "If-None-Match", "in": "header", "required": False, "schema": TEXT,
                "description": "The ETag of an earlier answer; the answer is 304 if nothing has changed"}},
            "headers": {"ETag": {"description": "Changes with the content", "schema": TEXT}},
            "securitySchemes": SECURITY_SCHEMES,
        },
    }  # fmt: skip


def _problem_response(title: str) -> Schema:
    return {"description": title, "content": {MEDIA_TYPE: {"schema": ref("Problem")}}}
