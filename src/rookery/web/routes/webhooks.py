"""Webhooks: forms of the page of programs, and the same in the API: add, test, disable, delete, send again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from rookery._record import record
from rookery.json_codec import InvalidDataError, from_json_data, to_json_data
from rookery.messages import msg
from rookery.serialize.as_data import VERSION
from rookery.storage.webhooks import KEPT_DELIVERIES, Delivery, Webhook
from rookery.tournaments.event import EVENT_TYPES
from rookery.web.audit import record_request
from rookery.web.context import AppContext, app_context
from rookery.web.json_responses import (
    PAGING,
    JsonBody,
    conditional_response,
    encode_json,
    next_link,
    parse_paging,
    require_known_parameters,
)
from rookery.web.middleware import require_csrf_token
from rookery.web.page_spec import Page
from rookery.web.pages.programs import (
    KIND_GROUPS,
    DeliveryLine,
    NewWebhook,
    delivery_line,
    iso_time,
    list_places,
)
from rookery.web.rendering import build_context, redirect, render_page
from rookery.web.responses import Refusal, RequestRefusedError
from rookery.web.routes.commands import read_json_object
from rookery.web.uploads import SubmittedForm, read_checked_form
from rookery.web.webhooks import Answer, check_url, send_test
from rookery.web.workers import run_read

NEW_WEBHOOK = Page("new-webhook", "", "A webhook", lambda visit: None, "new_webhook.html", live=())
TESTED = Page("tested-webhook", "", "A test", lambda visit: None, "tested_webhook.html", live=())
MAX_WEBHOOKS = 50
"""Maximum number of webhooks of a server."""


@record
class WebhookRequest:
    """A webhook to be created: its address, the kinds of events and the tournament or event (slug), all if empty."""

    url: str
    kinds: tuple[str, ...] = ()
    tournament: str = ""


@record
class WebhookChange:
    """A change of a webhook: whether it is disabled."""

    disabled: bool


@record
class WebhookData:
    """A webhook in the API, without its secret; `disabled` is the time since when nothing is sent."""

    id: str
    url: str
    kinds: tuple[str, ...]
    tournament: str
    made: str
    disabled: str = ""
    last: DeliveryLine | None = None


@record
class TestResult:
    """The answer of a receiver to a test: its HTTP status, 0 for none, and why it failed, empty if it did not."""

    status: int
    error: str = ""


# -- what is done ------------------------------------------------------------------------------------------------------


def _create(site: AppContext, request: Request, url: str, kinds: Sequence[str], stream: str) -> Webhook:
    """Create a webhook."""
    address = check_url(url)
    unknown = [kind for kind in kinds if kind not in EVENT_TYPES]
    if unknown:
        text = msg("There is no kind of event %(kind)s.", kind=repr(unknown[0][:40]))
        raise RequestRefusedError(Refusal(text, code="misread", status=400))
    if len(site.store.webhooks.list_webhooks()) >= MAX_WEBHOOKS:
        text = msg("There are %(number)s webhooks already.", number=MAX_WEBHOOKS)
        raise RequestRefusedError(Refusal(text, instead=msg("delete one first")))
    webhook = site.store.webhooks.create(address, int(time.time()), kinds=kinds, stream=stream)
    _finish_change(site, request, webhook, "created")
    return webhook


def _finish_change(site: AppContext, request: Request, webhook: Webhook, change: str) -> None:
    """Record a change in the security log, and let the sender look at it."""
    record_request(request, "webhook", subject=webhook.url, stream=webhook.stream, change=change)
    for wake in site.webhook_listeners:
        wake()


def _require_webhook(site: AppContext, request: Request) -> Webhook:
    webhook = site.store.webhooks.find(request.path_params["hook"])
    if webhook is None:
        raise RequestRefusedError(Refusal(msg("There is no such webhook here."), code="unknown", status=404))
    return webhook


def _change(site: AppContext, request: Request, webhook: Webhook, action: str) -> None:
    """Disable, enable or delete a webhook."""
    webhooks, now = site.store.webhooks, int(time.time())
    if action == "disable":
        webhooks.disable(webhook.id, now)
    elif action == "enable":
        webhooks.enable(webhook.id, now)
    else:
        webhooks.delete(webhook.id)
    _finish_change(site, request, webhook, f"{action}d")


def _send_again(site: AppContext, request: Request, webhook: Webhook, delivery: int) -> None:
    if not site.store.webhooks.send_again(webhook.id, delivery, int(time.time())):
        raise RequestRefusedError(Refusal(msg("There is no such delivery any more."), code="unknown", status=404))
    _finish_change(site, request, webhook, "sent again")


# -- forms -------------------------------------------------------------------------------------------------------------


async def create_webhook(request: Request) -> Response:
    """Create a webhook from the form, and show its secret once."""
    form = await read_checked_form(request)
    return await asyncio.to_thread(_create_from_form, app_context(request), request, form)


def _create_from_form(site: AppContext, request: Request, form: SubmittedForm) -> Response:
    visit, fields = build_context(site, request), form.fields
    group, stream = fields.get("kinds", ""), fields.get("place", "")
    if group not in KIND_GROUPS or (stream and stream not in {place.id for place in list_places(visit)}):
        raise RequestRefusedError(Refusal(msg("The request was not understood."), code="misread", status=400))
    webhook = _create(site, request, fields.get("url", ""), KIND_GROUPS[group].kinds, stream)
    view = NewWebhook(webhook.id, webhook.url, webhook.secret)
    return HTMLResponse(render_page(visit, NEW_WEBHOOK, view=view))


async def change_webhook(request: Request) -> Response:
    """Test, disable, enable or delete a webhook, or send a delivery again."""
    form = await read_checked_form(request)
    return await asyncio.to_thread(_change_from_form, app_context(request), request, form)


def _change_from_form(site: AppContext, request: Request, form: SubmittedForm) -> Response:
    webhook, action = _require_webhook(site, request), form.fields.get("action", "")
    if action == "test":
        answer = send_test(site, webhook)
        view = {"id": webhook.id, "url": webhook.url, "status": answer.status, "error": answer.error}
        return HTMLResponse(render_page(build_context(site, request), TESTED, view=view))
    if action == "again":
        number = form.fields.get("delivery", "")
        _send_again(site, request, webhook, int(number) if number.isdecimal() and len(number) < 16 else 0)
    elif action in ("disable", "enable", "delete"):
        _change(site, request, webhook, action)
    else:
        raise RequestRefusedError(Refusal(msg("The request was not understood."), code="misread", status=400))
    return redirect(request, "programs") if action == "delete" else redirect(request, "webhook", hook=webhook.id)


# -- the API -----------------------------------------------------------------------------------------------------------


async def list_webhooks(request: Request) -> Response:
    """Answer the webhooks, without their secrets."""
    require_known_parameters(request, tuple(PAGING))
    return conditional_response(request, await run_read(_list, app_context(request), request, *parse_paging(request)))


def _list(site: AppContext, request: Request, after: int, limit: int) -> JsonBody:
    webhooks, last = site.store.webhooks.list_webhooks(), site.store.webhooks.last_deliveries()
    rows = [_webhook_data(site, webhook, last.get(webhook.id)) for webhook in webhooks[after : after + limit]]
    data = {"form": "webhooks", "version": VERSION, "webhooks": to_json_data(rows)}
    return encode_json({**data, **next_link(request, after + limit, len(webhooks))})


def _webhook_data(site: AppContext, webhook: Webhook, last: Delivery | None = None) -> WebhookData:
    slugs = {stream.id: stream.slug for stream in site.store.streams()} if webhook.stream else {}
    return WebhookData(
        webhook.id,
        webhook.url,
        webhook.kinds,
        slugs.get(webhook.stream, ""),
        iso_time(webhook.made),
        iso_time(webhook.disabled) if webhook.disabled is not None else "",
        delivery_line(last) if last is not None else None,
    )


async def create_webhook_json(request: Request) -> Response:
    """Create a webhook; the answer has its secret, which is shown only now."""
    require_csrf_token(request, request.headers.get("x-csrf-token"))
    wanted = from_json_data(WebhookRequest, await read_json_object(request))
    return await asyncio.to_thread(_create_json, app_context(request), request, wanted)


def _create_json(site: AppContext, request: Request, wanted: WebhookRequest) -> Response:
    stream = site.store.find_stream(wanted.tournament) if wanted.tournament else None
    if wanted.tournament and stream is None:
        raise InvalidDataError(f"there is no tournament {wanted.tournament!r}")
    webhook = _create(site, request, wanted.url, wanted.kinds, stream.id if stream else "")
    data: dict[str, Any] = to_json_data(_webhook_data(site, webhook))
    location = f"{request.scope['root_path']}/v1/programs/webhooks/{webhook.id}"
    body = {"form": "webhook-created", "version": VERSION, "webhook": data, "secret": webhook.secret}
    return JSONResponse(body, 201, {"location": location})


async def change_webhook_json(request: Request) -> Response:
    """Disable or enable a webhook."""
    require_csrf_token(request, request.headers.get("x-csrf-token"))
    wanted = from_json_data(WebhookChange, await read_json_object(request))
    return await asyncio.to_thread(_change_json, app_context(request), request, wanted)


def _change_json(site: AppContext, request: Request, wanted: WebhookChange) -> Response:
    webhook = _require_webhook(site, request)
    _change(site, request, webhook, "disable" if wanted.disabled else "enable")
    webhook = _require_webhook(site, request)
    return JSONResponse({"form": "webhook", "version": VERSION, "webhook": to_json_data(_webhook_data(site, webhook))})


async def delete_webhook_json(request: Request) -> Response:
    """Delete a webhook and the list of its deliveries."""
    require_csrf_token(request, request.headers.get("x-csrf-token"))
    site = app_context(request)
    await asyncio.to_thread(lambda: _change(site, request, _require_webhook(site, request), "delete"))
    return Response(status_code=204)


async def test_webhook_json(request: Request) -> Response:
    """Send a test to a webhook, and answer what came of it."""
    require_csrf_token(request, request.headers.get("x-csrf-token"))
    site = app_context(request)
    answer: Answer = await asyncio.to_thread(lambda: send_test(site, _require_webhook(site, request)))
    result = TestResult(answer.status, answer.error)
    return JSONResponse({"form": "webhook-test", "version": VERSION, "result": to_json_data(result)})


async def list_deliveries(request: Request) -> Response:
    """Answer the deliveries of a webhook, the newest first."""
    require_known_parameters(request, tuple(PAGING))
    paging = parse_paging(request)
    return conditional_response(request, await run_read(_list_deliveries, app_context(request), request, *paging))


def _list_deliveries(site: AppContext, request: Request, after: int, limit: int) -> JsonBody:
    webhook = _require_webhook(site, request)
    deliveries = site.store.webhooks.list_deliveries(webhook.id, limit=10 * KEPT_DELIVERIES)
    rows = to_json_data([delivery_line(delivery) for delivery in deliveries[after : after + limit]])
    data = {"form": "deliveries", "version": VERSION, "deliveries": rows}
    return encode_json({**data, **next_link(request, after + limit, len(deliveries))})


async def send_again_json(request: Request) -> Response:
    """Let a delivery be sent again."""
    require_csrf_token(request, request.headers.get("x-csrf-token"))
    site, number = app_context(request), int(request.path_params["delivery"])
    await asyncio.to_thread(lambda: _send_again(site, request, _require_webhook(site, request), number))
    return JSONResponse({"form": "delivery", "version": VERSION, "id": number}, 202)


ROUTES = (
    Route("/programs/webhooks", create_webhook, methods=["POST"], name="create-webhook"),
    Route("/programs/webhooks/{hook}", change_webhook, methods=["POST"], name="change-webhook"),
)
API_ROUTES = (
    Route("/v1/webhooks", list_webhooks, name="list-webhooks"),
    Route("/v1/webhooks", create_webhook_json, methods=["POST"], name="create-webhook"),
    Route("/v1/webhooks/{hook}", change_webhook_json, methods=["PATCH"], name="change-webhook"),
    Route("/v1/webhooks/{hook}", delete_webhook_json, methods=["DELETE"], name="delete-webhook"),
    Route("/v1/webhooks/{hook}/test", test_webhook_json, methods=["POST"], name="test-webhook"),
    Route("/v1/webhooks/{hook}/deliveries", list_deliveries, name="list-deliveries"),
    Route(
        "/v1/webhooks/{hook}/deliveries/{delivery:rookery_number}/again",
        send_again_json,
        methods=["POST"],
        name="send-again",
    ),
)
