"""JSON API: every page as JSON, commands, the event log, and the OpenAPI document of them all."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rookery._record import replace
from rookery.json_codec import to_json_data
from rookery.serialize.as_data import VERSION
from rookery.tournaments.views.log import log_data, log_view
from rookery.web.context import AppContext, app_context
from rookery.web.middleware import csrf_token
from rookery.web.openapi import (
    LOG_SCHEMA,
    ME_SCHEMA,
    RESULT_SCHEMA,
    FormSchemas,
    Operation,
    build_document,
    command_schemas,
    form_name,
    page_schema,
)
from rookery.web.page_spec import Page, RequestContext, route_path
from rookery.web.pages import PAGES
from rookery.web.rendering import build_context
from rookery.web.responses import Refusal, RequestRefusedError
from rookery.web.routes import commands
from rookery.web.templating import ENGLISH
from rookery.web.workers import run_public, run_read

MAX_EVENTS = 1000
"""Maximum number of events per response."""

_PAGING = {"after": "0", "limit": str(MAX_EVENTS)}


async def show_view(request: Request, page: Page, public: bool) -> Response:
    """Answer a page's view as JSON; `seen` is the tournament version it was computed from."""
    _require_known_parameters(request, page.asks)
    run = run_public if public else run_read
    visit, view = await run(_load_view, app_context(request), request, page, public)
    source = {"event" if visit.of_event else "tournament": visit.slug, "seen": visit.version} if visit.stream else {}
    return JSONResponse({"form": form_name(page), "version": VERSION, **source, "view": view})


def _load_view(site: AppContext, request: Request, page: Page, public: bool) -> tuple[RequestContext, Any]:
    visit = replace(build_context(site, request, public), language=ENGLISH)
    return visit, to_json_data(page.view(visit))


async def list_events(request: Request) -> Response:
    """Answer the events after a version, paged."""
    _require_known_parameters(request, tuple(_PAGING))
    after, limit = (request.query_params.get(name) or default for name, default in _PAGING.items())
    if not (after.isdecimal() and limit.isdecimal() and len(after + limit) < 20):
        raise RequestRefusedError(Refusal("After and limit are whole numbers.", code="misread", status=400))
    slug = request.path_params["slug"]
    return JSONResponse(await run_read(_load_events, app_context(request), slug, int(after), int(limit)))


def _load_events(site: AppContext, slug: str, after: int, limit: int) -> dict[str, Any]:
    stream = site.require_stream(slug)
    records = list(site.store.read(stream.id, until=stream.version))
    lines = log_view(site.desk.current(stream.id, stream.version).state, records).lines
    rows = list(zip(records, lines, strict=True))[after : after + min(limit, MAX_EVENTS)]
    return {**log_data(stream.slug, rows), "seen": stream.version}


async def show_user(request: Request) -> Response:
    """Return the caller's name in the log and the CSRF token that commands must send."""
    _require_known_parameters(request, ())
    user = request.user
    return JSONResponse({"form": "me", "version": VERSION, "name": user.name, "csrf_token": csrf_token(user)})


async def show_openapi_document(request: Request) -> Response:
    """Answer the OpenAPI document."""
    return JSONResponse(await run_read(openapi_document))


@cache
def openapi_document() -> dict[str, Any]:
    """Return the OpenAPI document; computed once, when it is first asked for."""
    schemas = FormSchemas()
    return build_document(_list_operations(schemas), schemas)


def _list_operations(schemas: FormSchemas) -> Iterator[Operation]:
    for page in PAGES:
        schema = page_schema(schemas, page)
        yield from (Operation(f"/v1{path}", page.title, schema, query=page.asks) for path, _ in page.addresses)
    yield Operation("/v1/me", "The name of the caller, and the CSRF token", ME_SCHEMA,
                    description=inspect.getdoc(show_user) or "")  # fmt: skip
    yield Operation("/v1/t/{slug}/events", "The log of a tournament", LOG_SCHEMA, query=tuple(_PAGING))
    yield Operation("/v1/t/{slug}/commands", "Send a command to a tournament", RESULT_SCHEMA, "post",
                    body={"oneOf": list(command_schemas(schemas, "tournament"))})  # fmt: skip
    yield Operation("/v1/e/{event}/commands", "Send a command to an event", RESULT_SCHEMA, "post",
                    body={"oneOf": list(command_schemas(schemas, "event"))})  # fmt: skip


def _require_known_parameters(request: Request, allowed: tuple[str, ...]) -> None:
    """Refuse a request with an unknown query parameter."""
    prefixes = tuple(name[:-1] for name in allowed if name.endswith("*"))
    unknown = sorted(name for name in request.query_params if name not in allowed and not name.startswith(prefixes))
    if unknown:
        text = f"There is no parameter {unknown[0][:40]!r} here"
        text += f": there are {', '.join(allowed[:10])}." if allowed else ", and no other."
        raise RequestRefusedError(Refusal(text, code="misread", status=400))


ROUTES = [
    *(
        Route(
            f"/v1{route_path(path)}",
            partial(show_view, page=page, public=public),
            name=f"public-{page.name}" if public else page.name,
        )
        for page in PAGES
        for path, public in page.addresses
    ),
    Route("/v1/me", show_user, name="me"),
    Route("/v1/t/{slug}/events", list_events, name="events"),
    Route("/v1/t/{slug}/commands", commands.execute_json, methods=["POST"], name="commands"),
    Route("/v1/e/{event}/commands", commands.execute_json, methods=["POST"], name="event-commands"),
    Route("/openapi.json", show_openapi_document, name="openapi"),
]
