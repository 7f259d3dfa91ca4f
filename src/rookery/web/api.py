"""JSON API: every page as JSON, commands, the event log, and the OpenAPI document of them all."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rookery._record import replace
from rookery.json_codec import Schema, to_json_data
from rookery.serialize.as_data import VERSION
from rookery.tournaments.views.log import log_data, log_view
from rookery.web.context import AppContext, app_context
from rookery.web.json_responses import (
    PAGING,
    PUBLIC,
    JsonBody,
    conditional_response,
    encode_json,
    next_link,
    parse_paging,
    require_known_parameters,
)
from rookery.web.middleware import csrf_token
from rookery.web.openapi import (
    NEXT,
    NUMBER,
    FormSchemas,
    Operation,
    build_document,
    command_schemas,
    form_name,
    object_schema,
    operation_id,
    page_schema,
    ref,
)
from rookery.web.page_spec import Page, RequestContext, route_path
from rookery.web.pages import PAGES
from rookery.web.pages.programs import DeliveryLine
from rookery.web.rendering import build_context
from rookery.web.routes import commands, tournament_api, webhooks
from rookery.web.routes.tournament_api import CopyRequest, NewTournament, TournamentRow
from rookery.web.templating import ENGLISH
from rookery.web.workers import run_public, run_read

PAGED_LISTS = {"home": "tournaments", "hall": "lines", "players": "rows", "people": "sessions"}
"""The lists in the views of these pages that can be read in parts, with `after` and `limit`."""


async def show_view(request: Request, page: Page, public: bool) -> Response:
    """Answer a page's view as JSON; `seen` is the tournament version it was computed from."""
    require_known_parameters(request, parameters_of(page))
    run = run_public if public else run_read
    body = await run(_render_view, app_context(request), request, page, public)
    return conditional_response(request, body, PUBLIC) if public else conditional_response(request, body)


def parameters_of(page: Page) -> tuple[str, ...]:
    """Return the query parameters of the JSON of a page."""
    return (*page.asks, *PAGING) if page.name in PAGED_LISTS else page.asks


def _render_view(site: AppContext, request: Request, page: Page, public: bool) -> JsonBody:
    """Return the JSON of a page; that of a public page is cached by version, as the page itself."""
    visit = replace(build_context(site, request, public), language=ENGLISH)
    if not public or not visit.stream or page.sections or (visit.of_event and visit.query):
        return encode_json(_view_data(request, visit, page))
    key = ("json", page.name, visit.id, visit.revision, *sorted(visit.params.items()), *sorted(visit.query.items()))
    return site.json_cache.get(key, lambda: encode_json(_view_data(request, visit, page)))


def _view_data(request: Request, visit: RequestContext, page: Page) -> dict[str, Any]:
    source = {"event" if visit.of_event else "tournament": visit.slug, "seen": visit.version} if visit.stream else {}
    data = {"form": form_name(page), "version": VERSION, **source, "view": to_json_data(page.view(visit))}
    name = PAGED_LISTS.get(page.name)
    if name is None or not request.query_params.keys() & set(PAGING):
        return data
    after, limit = parse_paging(request)
    rows = data["view"].get(name, [])
    data["view"] = {**data["view"], name: rows[after : after + limit]}
    return {**data, **next_link(request, after + limit, len(rows))}


async def list_events(request: Request) -> Response:
    """Answer the events after a version, in parts; `next` is the address of the following part."""
    require_known_parameters(request, tuple(PAGING))
    slug = request.path_params["slug"]
    body = await run_read(_load_events, app_context(request), request, slug, *parse_paging(request))
    return conditional_response(request, body)


def _load_events(site: AppContext, request: Request, slug: str, after: int, limit: int) -> JsonBody:
    stream = site.require_stream(slug)
    records = list(site.store.read(stream.id, until=stream.version))
    lines = log_view(site.desk.current(stream.id, stream.version).state, records).lines
    rows = list(zip(records, lines, strict=True))[after : after + limit]
    part = {**log_data(stream.slug, rows), "seen": stream.version}
    return encode_json({**part, **next_link(request, after + limit, stream.version)})


async def show_user(request: Request) -> Response:
    """Return the caller's name in the log and the CSRF token that commands must send."""
    require_known_parameters(request, ())
    user = request.user
    data = {"form": "me", "version": VERSION, "name": user.name, "means": user.means,
            "csrf_token": "" if user.means == "token" else csrf_token(user),
            **({} if user.token_scopes is None else {"scopes": sorted(user.token_scopes)})}  # fmt: skip
    return conditional_response(request, encode_json(data))


async def show_openapi_document(request: Request) -> Response:
    """Answer the OpenAPI document."""
    body = await run_read(_openapi_json, app_context(request).link("/api"))
    return conditional_response(request, body, PUBLIC)


@cache
def _openapi_json(server: str) -> JsonBody:
    return encode_json({**openapi_document(), "servers": [{"url": server}]})


@cache
def openapi_document() -> dict[str, Any]:
    """Return the OpenAPI document; computed once, when it is first asked for."""
    schemas = FormSchemas()
    return build_document(_list_operations(schemas), schemas)


def _list_operations(schemas: FormSchemas) -> Iterator[Operation]:
    for page in PAGES:
        schema = page_schema(schemas, page)
        if page.name in PAGED_LISTS:
            schema = {**schema, "properties": {**schema["properties"], **NEXT}}
        for path, public in page.addresses:
            tag = "public" if public else "pages"
            name = operation_id(page, public)
            yield Operation(f"/v1{path}", name, page.title, schema, tag, query=parameters_of(page), public=public)
    yield Operation("/v1/me", "showUser", "The name of the caller, and the CSRF token", ref("User"), "programs",
                    description=inspect.getdoc(show_user) or "")  # fmt: skip
    yield Operation(
        "/v1/t/{slug}/events", "listEvents", "The log of a tournament", ref("Log"), "commands", query=tuple(PAGING)
    )
    yield from _tournament_operations(schemas)
    yield from _webhook_operations(schemas)
    for path, stream in (("/v1/t/{slug}/commands", "tournament"), ("/v1/e/{event}/commands", "event")):
        yield Operation(path, "sendCommand" if stream == "tournament" else "sendEventCommand",
                        f"Send a command to {'a tournament' if stream == 'tournament' else 'an event'}",
                        ref("CommandResult"), "commands", "post",
                        body={"oneOf": list(command_schemas(schemas, stream))})  # fmt: skip


def _tournament_operations(schemas: FormSchemas) -> Iterator[Operation]:
    rows: Schema = {"type": "array", "items": schemas.type_schema(TournamentRow)}
    listing = object_schema("form version tournaments", version=NUMBER, tournaments=rows, **NEXT)
    created, tag = ref("Created"), "tournaments"
    yield Operation(
        "/v1/tournaments",
        "listTournaments",
        "List the tournaments",
        listing,
        tag,
        query=("place", *PAGING),
        description=inspect.getdoc(tournament_api.list_tournaments) or "",
    )
    yield Operation(
        "/v1/tournaments",
        "createTournament",
        "Create a tournament",
        created,
        tag,
        "post",
        body=schemas.type_schema(NewTournament),
        status=201,
    )
    yield Operation(
        "/v1/tournaments/import",
        "importTournament",
        "Import a tournament file",
        created,
        tag,
        "post",
        query=("file", "slug", "acknowledged"),
        body={"type": "string", "format": "binary"},
        body_media="application/octet-stream",
        status=201,
        description=inspect.getdoc(tournament_api.import_tournament) or "",
    )
    yield Operation(
        "/v1/t/{slug}/copy",
        "copyTournament",
        "Copy a tournament",
        created,
        tag,
        "post",
        body=schemas.type_schema(CopyRequest),
        status=201,
    )
    yield Operation(
        "/v1/t/{slug}/files/{dialect}",
        "exportTournament",
        "Export a tournament as a file",
        {"type": "string", "format": "binary"},
        tag,
        query=("final",),
        media="application/octet-stream",
        description="The dialect is one of trf26, trf16, json and rookery; final=1 asks for the final file.",
    )


def _webhook_operations(schemas: FormSchemas) -> Iterator[Operation]:
    webhook, tag = schemas.type_schema(webhooks.WebhookData), "webhooks"
    delivery, result = schemas.type_schema(DeliveryLine), schemas.type_schema(webhooks.TestResult)
    rows: Schema = {"type": "array", "items": webhook}
    deliveries: Schema = {"type": "array", "items": delivery}
    yield Operation(
        "/v1/webhooks",
        "listWebhooks",
        "List the webhooks",
        object_schema("form version webhooks", version=NUMBER, webhooks=rows, **NEXT),
        tag,
        query=tuple(PAGING),
    )
    yield Operation(
        "/v1/webhooks",
        "createWebhook",
        "Create a webhook",
        object_schema("form version webhook secret", version=NUMBER, webhook=webhook),
        tag,
        "post",
        body=schemas.type_schema(webhooks.WebhookRequest),
        status=201,
    )
    yield Operation(
        "/v1/webhooks/{hook}",
        "changeWebhook",
        "Disable or enable a webhook",
        object_schema("form version webhook", version=NUMBER, webhook=webhook),
        tag,
        "patch",
        body=schemas.type_schema(webhooks.WebhookChange),
    )
    yield Operation("/v1/webhooks/{hook}", "deleteWebhook", "Delete a webhook", {}, tag, "delete", status=204)
    yield Operation(
        "/v1/webhooks/{hook}/test",
        "testWebhook",
        "Send a test to a webhook",
        object_schema("form version result", version=NUMBER, result=result),
        tag,
        "post",
    )
    yield Operation(
        "/v1/webhooks/{hook}/deliveries",
        "listDeliveries",
        "List the deliveries of a webhook",
        object_schema("form version deliveries", version=NUMBER, deliveries=deliveries, **NEXT),
        tag,
        query=tuple(PAGING),
    )
    yield Operation(
        "/v1/webhooks/{hook}/deliveries/{delivery:int}/again",
        "sendDeliveryAgain",
        "Let a delivery be sent again",
        object_schema("form version id", version=NUMBER, id=NUMBER),
        tag,
        "post",
        status=202,
    )


ROUTES = [
    *tournament_api.ROUTES,
    *webhooks.API_ROUTES,
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
