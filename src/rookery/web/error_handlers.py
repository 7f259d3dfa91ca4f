"""Exception handlers and the error middleware: turn any failure into an error page or a JSON refusal."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rookery.messages import make_printable, msg
from rookery.model.limits import MOST_SHOWN, whole
from rookery.storage.database import Reason, StoreError
from rookery.web.context import AppContext
from rookery.web.middleware import Asgi, Scope, header, is_api
from rookery.web.rate_limits import BODY, BODY_SECONDS, LIST_BODY, BodyTooLargeError, BodyTooSlowError, limit_body
from rookery.web.rendering import error_response_page, language_of
from rookery.web.responses import STORAGE_REFUSALS, Refusal, storage_refusal
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
    """ASGI middleware that answers any exception with an error page and logs unexpected ones with a traceback."""

    def __init__(self, app: Asgi, site: AppContext) -> None:
        self.app, self.site, self.troubles = app, site, TroubleLog()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        has_started = False

        async def send_tracked(message: Any) -> None:
            nonlocal has_started
            has_started = True
            await send(message)

        try:
            length = header(scope, b"content-length")
            max_size = LIST_BODY + BODY if (scope["method"], scope["path"]) == ("POST", "/lists") else BODY
            if length and ((size := whole(length)) is None or size > max_size):
                raise BodyTooLargeError
            session = lambda: scope.get("rookery.session") is not None  # noqa: E731
            return await self.app(
                scope, limit_body(receive, max_size, seconds=BODY_SECONDS, has_session=session), send_tracked
            )
        except Exception as error:
            failure = (
                {BodyTooLargeError: TOO_LONG, BodyTooSlowError: TOO_SLOW}.get(error.__class__)
                or storage_refusal(error)
                or INTERNAL_ERROR
            )
            if isinstance(error, StoreError):
                self.troubles.note(error)
            elif failure is INTERNAL_ERROR:
                LOG.exception("%s %s", scope["method"], make_printable(scope["path"])[:MOST_SHOWN])
            if has_started:
                raise
            response = await error_response(self.site, Request(scope, receive), failure)
            if failure is TOO_SLOW:
                response.headers["connection"] = "close"
            return await response(scope, receive, send)


async def error_response(site: AppContext, request: Request, failure: Refusal) -> Response:
    """Return an error page, or the refusal as JSON if the client expects JSON."""
    path, accept = request.scope["path"], request.headers.get("accept", "")
    if is_api(request.scope) or "application/json" in accept or path.endswith("/commands"):
        refusal = {"text": failure.text, "article": "", "who": [], "instead": failure.instead, "code": failure.code}
        data = await run_read(site.answer, {"refusal": refusal}, language_of(request))
        return JSONResponse(data, failure.status)
    return await error_response_page(site, request, failure)


def handle_http_error(site: AppContext) -> Any:
    """Return the exception handler for HTTP errors such as 404 and 405."""

    async def handle(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 404
        if is_api(request.scope):
            return await error_response(site, request, Refusal(NOT_IN_API, code="unknown", status=status))
        if status == 405:
            failure = Refusal(msg("This address does not accept that request."), code="method", status=405)
            return await error_response(site, request, failure)
        failure = PAGE_NOT_FOUND if status == 404 else Refusal(msg("The request was not understood."), status=status)
        return await error_response(site, request, failure)

    return handle
