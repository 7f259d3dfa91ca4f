"""JSON API: every page as JSON, commands, and the event log, with an OpenAPI document built from the view types.

FastAPI is imported here and nowhere else, and this module only when the API is first used.
"""

from __future__ import annotations

import asyncio
import inspect
import re
from typing import Any, get_type_hints

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rookery._record import replace
from rookery._version import __version__
from rookery.errors import RookeryError
from rookery.serialize.as_data import VERSION
from rookery.serialize.json_schema import Schema
from rookery.tournaments.command import COMMANDS
from rookery.tournaments.serialization import to_json_data
from rookery.tournaments.views.log import log_data, log_view
from rookery.web.context import ENGLISH, AppContext
from rookery.web.middleware import csrf_token
from rookery.web.openapi import FormSchemas
from rookery.web.page_spec import Page, route_path
from rookery.web.pages import PAGES
from rookery.web.rendering import Endpoint, TournamentNotFoundError, build_context
from rookery.web.request_context import RequestContext
from rookery.web.responses import Refusal, refusal_data, refusal_for
from rookery.web.routes import commands
from rookery.web.workers import run_public, run_read

DESCRIPTION = (
    "The JSON twin of every page of the desk, its commands and its log. Who comes in by an invitation has a cookie; a "
    "command brings the csrf_token of /api/v1/me as X-CSRF-Token, and an Origin. Points are whole tenths; "
    "what has its ordinary value is left out."
)
MOST_EVENTS = 1000
"""Maximum number of events per response."""

_PAGING = {"after": "0", "limit": str(MOST_EVENTS)}

UNKNOWN = Refusal("There is no such tournament here.", code="unknown", status=404)


def create_api(site: AppContext) -> FastAPI:
    """Return the API application, to be mounted by the server."""
    app = FastAPI(
        title="Rookery",
        version=__version__,
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        exception_handlers={HTTPException: _handle_http_error, Exception: _handle_internal_error},
    )
    schemas = FormSchemas()
    for page in PAGES:
        for path, is_public in page.addresses:
            _add_route(
                app,
                f"/v1{path}",
                json_view(site, page, is_public),
                page.title,
                _page_schema(schemas, page),
                query_names=page.asks,
            )
    _add_route(app, "/v1/me", me, "Who asks, and what a command must bring back", _ME_SCHEMA)
    _add_route(
        app, "/v1/t/{slug}/events", events(site), "The log of a tournament", _LOG_SCHEMA, query_names=("after", "limit")
    )
    request_body = {"requestBody": {"required": True, "content": _json({"oneOf": list(_command_schemas(schemas))})}}
    _add_route(
        app,
        "/v1/t/{slug}/commands",
        commands.commands(site),
        "Do something with a tournament",
        _DONE_SCHEMA,
        "POST",
        (),
        request_body,
    )
    setattr(app, "openapi", lambda: _openapi_document(app, schemas))  # noqa: B010  # mypy: a method
    return app


# -- what answers ------------------------------------------------------------------------------------------------------


def json_view(site: AppContext, page: Page, public: bool) -> Endpoint:
    """Return the endpoint that answers a page's view as JSON; `seen` is the tournament version it was computed
    from.
    """

    async def answer(request: Request) -> Response:
        if (unknown := _unknown_parameters(request, page.asks)) is not None:
            return unknown
        try:
            visit, view = await (run_public if public else run_read)(_load_view, site, request, page, public)
        except TournamentNotFoundError:
            return _refusal_response(UNKNOWN)
        except RookeryError as error:
            refusal = refusal_for(error)
            return JSONResponse(refusal_data(refusal, error), refusal.status)
        source = {"tournament": visit.slug, "seen": visit.version} if visit.stream else {}
        return JSONResponse({"form": form_name(page), "version": VERSION, **source, "view": view})

    return answer


def _load_view(site: AppContext, request: Request, page: Page, public: bool) -> tuple[RequestContext, Any]:
    visit = replace(build_context(site, request, public), language=ENGLISH)
    return visit, to_json_data(page.view(visit))


def events(site: AppContext) -> Endpoint:
    """Return the endpoint for the events after a version, paged."""

    async def answer(request: Request) -> Response:
        if (unknown := _unknown_parameters(request, tuple(_PAGING))) is not None:
            return unknown
        stream = await run_read(site.stream, request.path_params["slug"])
        if stream is None:
            return _refusal_response(UNKNOWN)
        after, limit = (request.query_params.get(name) or otherwise for name, otherwise in _PAGING.items())
        if not (after.isdecimal() and limit.isdecimal() and len(after + limit) < 20):
            return _refusal_response(Refusal("After and limit are whole numbers.", code="misread", status=400))

        def build() -> dict[str, Any]:
            records = list(site.store.read(stream.id, until=stream.version))
            lines = log_view(site.desk.current(stream.id, stream.version).state, records).lines
            start, count = int(after), min(int(limit), MOST_EVENTS)
            rows = list(zip(records, lines, strict=True))[start : start + count]
            return {**log_data(stream.slug, rows), "seen": stream.version}

        return JSONResponse(await run_read(build))

    return answer


async def me(request: Request) -> Response:
    """Return the caller's name in the log and the CSRF token that commands must send."""
    if (unknown := _unknown_parameters(request, ())) is not None:
        return unknown
    session = request.scope["rookery.session"]
    return JSONResponse({"form": "me", "version": VERSION, "name": session.name, "csrf_token": csrf_token(session)})


def form_name(page: Page) -> str:
    """Return the form name of a page's JSON; the names of `as_data` have no `page-` prefix."""
    return f"page-{page.name}"


def _unknown_parameters(request: Request, allowed: tuple[str, ...]) -> Response | None:
    """Return a refusal for an unknown query parameter, or None if all are known."""
    prefixes = tuple(name[:-1] for name in allowed if name.endswith("*"))
    unknown = sorted(name for name in request.query_params if name not in allowed and not name.startswith(prefixes))
    if not unknown:
        return None
    text = f"There is no parameter {unknown[0][:40]!r} here"
    text += f": there are {', '.join(allowed[:10])}." if allowed else ", and no other."
    return _refusal_response(Refusal(text, code="misread", status=400))


def _refusal_response(refusal: Refusal) -> Response:
    data = {
        "text": refusal.text,
        "article": refusal.article,
        "who": [],
        "instead": refusal.instead,
        "code": refusal.code,
    }
    return JSONResponse({"refusal": data}, refusal.status)


async def _handle_http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    return _refusal_response(Refusal("The API has nothing of that kind there.", code="unknown", status=status))


async def _handle_internal_error(request: Request, error: Exception) -> Response:
    return _refusal_response(
        Refusal("Something went wrong inside the desk. What was saved is safe.", code="broken", status=500)
    )


# -- the document ------------------------------------------------------------------------------------------------------

_TEXT: Schema = {"type": "string"}
_REFUSAL_SCHEMA: Schema = {
    "type": "object",
    "properties": {"refusal": {"type": "object", "required": ["text"], "properties": {
        "text": _TEXT, "article": _TEXT, "who": {"type": "array", "items": _TEXT}, "instead": _TEXT, "code": _TEXT}}},
}  # fmt: skip
_ME_SCHEMA: Schema = {
    "type": "object",
    "required": ["name", "csrf_token"],
    "properties": {"name": _TEXT, "csrf_token": _TEXT},
}
_LOG_SCHEMA: Schema = {"type": "object", "required": ["events"], "properties": {
    "seen": {"type": "integer"}, "events": {"type": "array", "items": {"type": "object"}}}}  # fmt: skip
_DONE_SCHEMA: Schema = {"type": "object", "required": ["version"], "properties": {
    "version": {"type": "integer"}, "repeated": {"type": "boolean"}, "said": {"type": "array", "items": _TEXT},
    "cautions": {"type": "array", "items": {"type": "object"}}}}  # fmt: skip
_ERROR_DESCRIPTIONS = {
    "400": "It was not understood", "403": "Not from here", "404": "There is nothing there",
    "409": "Warnings wait for an answer, or somebody was quicker", "422": "It is refused: the text says why",
}  # fmt: skip


def _json(schema: Schema) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _page_schema(schemas: FormSchemas, page: Page) -> Schema:
    """Return the JSON schema of a page, from the return type of its view function."""
    head: Schema = {"form": {"const": form_name(page)}, "version": {"const": VERSION}}
    source: Schema = {"tournament": _TEXT, "seen": {"type": "integer"}} if page.of_tournament else {}
    view = schemas.of(get_type_hints(page.view)["return"])
    properties = {**head, **source, "view": view}
    return {"type": "object", "properties": properties, "required": list(properties)}


def _command_schemas(schemas: FormSchemas) -> Any:
    """Yield the schema of every command: its name as `command`, its fields, and the common fields."""
    common = {"id": _TEXT, "seen": {"type": "integer"}, "acknowledged": {"type": "array", "items": _TEXT}}
    for name, kind in sorted(COMMANDS.items()):
        schema = schemas.object(kind)
        fields = {"command": {"const": name}, **schema["properties"], **common}
        needed = ["command", *schema.get("required", ())]
        yield {**schema, "title": name, "properties": fields, "required": needed, "additionalProperties": False}


def _add_route(app: FastAPI, path: str, answer: Endpoint, title: str, schema: Schema, method: str = "GET",
         query_names: tuple[str, ...] = (), extra: Schema | None = None) -> None:  # fmt: skip
    """Add a route with its OpenAPI description."""
    params = [{"name": name, "in": "path", "required": True, "schema": {"type": "integer" if kind else "string"}}
              for name, kind in re.findall(r"\{(\w+)(:int)?\}", path)]  # fmt: skip
    params += [{"name": name, "in": "query", "required": False, "schema": _TEXT} for name in query_names
               if not name.endswith("*")]  # fmt: skip
    wrong: dict[int | str, dict[str, Any]] = {
        status: {"description": why, "content": _json(_REFUSAL_SCHEMA)} for status, why in _ERROR_DESCRIPTIONS.items()
    }
    description = (inspect.getdoc(answer) or title).partition("\n")[0]
    app.add_api_route(
        route_path(path), answer, methods=[method], summary=title, description=description, response_model=None,
        operation_id=re.sub(r"\W+", "-", f"{method.lower()}{path}").strip("-"),
        responses={200: {"description": title, "content": _json(schema)}, **wrong},
        openapi_extra={"parameters": params, **(extra or {})},
    )  # fmt: skip


def _openapi_document(app: FastAPI, schemas: FormSchemas) -> dict[str, Any]:
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, description=DESCRIPTION, routes=app.routes)
        document.setdefault("components", {}).setdefault("schemas", {}).update(schemas.definitions)
        document["servers"] = [{"url": "/api"}]
        app.openapi_schema = document
    return app.openapi_schema


class LazyApi:
    """ASGI application that imports and builds the API on the first request."""

    def __init__(self, site: AppContext) -> None:
        self.site = site
        self.app: Any = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if self.app is None:
            self.app = await asyncio.to_thread(self._make)
        await self.app(scope, receive, send)

    def _make(self) -> Any:

        return create_api(self.site)
