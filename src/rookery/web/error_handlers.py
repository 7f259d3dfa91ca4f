"""Exception handlers and the error middleware: turn any failure into an error page or a problem as JSON."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rookery.errors import RookeryError
from rookery.messages import msg
from rookery.model.validation import whole
from rookery.storage.database import Reason, StoreError
from rookery.tournaments.errors import ROLE
from rookery.web.audit import record_request
from rookery.web.context import app_context
from rookery.web.json_responses import problem_response, refusal_problem
from rookery.web.logs import log_path
from rookery.web.middleware import Asgi, Scope, app_path, expects_json, is_api
from rookery.web.rate_limits import BODY, BODY_SECONDS, LIST_BODY, BodyTooLargeError, BodyTooSlowError, limit_body
from rookery.web.rendering import error_page, language_of
from rookery.web.responses import STORAGE_REFUSALS, Refusal, RequestRefusedError, refusal_for
from rookery.web.templating import ENGLISH
from rookery.web.workers import run_read

LOG = logging.getLogger("rookery.web")
INTERNAL_ERROR = Refusal(msg("Something went wrong inside the desk. What was saved is safe."),
                 instead=msg("reload the page, or go back"), code="broken", status=500)  # fmt: skip
TOO_LONG = Refusal(msg("This is too large: at most %(body)s MB.", body=BODY // 1024 // 1024), code="too long",
                   status=413)  # fmt: skip
TOO_SLOW = Refusal(msg("The rest of the request did not come."), instead=msg("send it again"), code="too slow",
                   status=408)  # fmt: skip
PAGE_NOT_FOUND = Refusal(msg("There is no such page."), code="unknown", status=404)
NOT_IN_API = "The API has nothing of that kind there."


PAUSE = 60.0
"""Seconds between two log lines about the same storage failure."""


class TroubleLog:
    """Log storage failures as one line each, at most once a minute per reason."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._last: dict[Reason, float] = {}

    def note(self, failure: StoreError) -> None:
        """Log the failure unless the same one was logged within the last minute."""
        last = self._last.get(failure.reason)
        if last is None or self._now() - last >= PAUSE:
            self._last[failure.reason] = self._now()
            LOG.error("%s (%s: %s)", STORAGE_REFUSALS[failure.reason].text, failure.filename, failure.strerror)


class ErrorMiddleware:
    """Answer any failure of the application or its middleware with a refusal, and log unexpected ones.

    Starlette's exception handlers see only what endpoints raise, and its handler of unexpected errors runs outside of
    all middleware. Bodies that are too long or too slow are refused here because their limit is set here.
    """

    def __init__(self, app: Asgi) -> None:
        self.app, self.troubles = app, TroubleLog()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Pass a request on, and answer if it fails."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        has_started = False

        async def send_tracked(message: Any) -> None:
            nonlocal has_started
            has_started = True
            await send(message)

        try:
            return await self.app(scope, _limit_body(scope, receive), send_tracked)
        except Exception as error:
            refusal = self._log_failure(scope, error)
            if has_started:
                raise
            response = await refusal_response(Request(scope, receive), refusal)
            if refusal is TOO_SLOW:
                response.headers["connection"] = "close"
            return await response(scope, receive, send)

    def _log_failure(self, scope: Scope, error: Exception) -> Refusal:
        """Return the refusal for an error, after logging it if it is not the client's."""
        if isinstance(error, BodyTooLargeError | BodyTooSlowError):
            return TOO_LONG if isinstance(error, BodyTooLargeError) else TOO_SLOW
        if isinstance(error, StoreError):
            self.troubles.note(error)
            return STORAGE_REFUSALS[error.reason]
        LOG.exception("%s %s", scope["method"], log_path(app_path(scope)))
        return INTERNAL_ERROR


def _limit_body(scope: Scope, receive: Any) -> Any:
    """Return `receive` with the limits of this request; raise BodyTooLargeError if its head says that it is larger."""
    length = Headers(scope=scope).get("content-length")
    max_size = LIST_BODY + BODY if (scope["method"], app_path(scope)) == ("POST", "/lists") else BODY
    if length and ((size := whole(length)) is None or size > max_size):
        raise BodyTooLargeError
    return limit_body(receive, max_size, BODY_SECONDS, has_session=lambda: scope.get("user") is not None)


async def refusal_response(request: Request, refusal: Refusal, error: Exception | None = None) -> Response:
    """Return a refusal as an error page, or as a problem if the client expects JSON; the API answers in English."""
    site = app_context(request)
    if refusal.code == ROLE and request.scope.get("user") is not None:
        subject = f"{request.method} {log_path(app_path(request.scope))}"
        await asyncio.to_thread(record_request, request, "refused", subject=subject)
    if not expects_json(request):
        return await run_read(error_page, site, request, refusal)
    language = ENGLISH if is_api(request.scope) else language_of(request)
    instance = request.url.path if is_api(request.scope) else ""
    problem = await run_read(site.translate_json, refusal_problem(refusal, instance, error), language)
    return problem_response(problem)


async def handle_http_error(request: Request, error: Exception) -> Response:
    """Answer errors of HTTP, such as unknown paths and methods."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    if is_api(request.scope):
        refusal = Refusal(NOT_IN_API, code="method" if status == 405 else "unknown", status=status)
    elif status == 405:
        refusal = Refusal(msg("This address does not accept that request."), code="method", status=405)
    elif status == 404:
        refusal = PAGE_NOT_FOUND
    else:
        refusal = Refusal(msg("The request was not understood."), status=status)
    return await refusal_response(request, refusal)


async def handle_refusal(request: Request, error: Exception) -> Response:
    """Answer a refusal that an endpoint raised."""
    assert isinstance(error, RequestRefusedError)
    return await refusal_response(request, error.refusal)


async def handle_domain_error(request: Request, error: Exception) -> Response:
    """Answer an error of the library or of a command."""
    assert isinstance(error, RookeryError)
    return await refusal_response(request, refusal_for(error), error)


EXCEPTION_HANDLERS: dict[Any, Any] = {
    HTTPException: handle_http_error,
    RequestRefusedError: handle_refusal,
    RookeryError: handle_domain_error,
}
"""The answers to exceptions that endpoints raise."""
