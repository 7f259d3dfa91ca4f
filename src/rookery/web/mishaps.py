"""What must not happen, and does: a page that is not there, one that breaks, a request that is too long; in words."""

from __future__ import annotations

import logging
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rookery.web.answers import Refusal
from rookery.web.doors import Asgi, Scope, header
from rookery.web.limits import BODY, TooMuch, bounded
from rookery.web.served import failed, language_of
from rookery.web.site import Site
from rookery.wording import spoken

LOG = logging.getLogger("rookery.web")
BROKEN = Refusal(spoken("Something went wrong inside the desk. What was saved is safe."),
                 instead=spoken("look again, or go back"), code="broken", status=500)  # fmt: skip
TOO_LONG = Refusal(spoken("That is too long: %(body)s MB at most.", body=BODY // 1024 // 1024), code="too long",
                   status=413)  # fmt: skip
NOWHERE = Refusal(spoken("There is no such page at this desk."), code="unknown", status=404)


class Caught:
    """Whatever breaks is told in plain words to who asked, and with its traceback to the terminal."""

    def __init__(self, app: Asgi, site: Site) -> None:
        self.app, self.site = app, site

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        begun = False

        async def sent(message: Any) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            length = header(scope, b"content-length")
            if length and not (length.isdecimal() and int(length) <= BODY):
                raise TooMuch
            return await self.app(scope, bounded(receive), sent)
        except Exception as error:
            if not isinstance(error, TooMuch):
                LOG.exception("%s %s", scope["method"], scope["path"])
            if begun:
                raise
            why = TOO_LONG if isinstance(error, TooMuch) else BROKEN
            return await told(self.site, Request(scope, receive), why)(scope, receive, send)


def told(site: Site, request: Request, why: Refusal) -> Response:
    """A page that says what happened; who speaks JSON is told in JSON."""
    path, accept = request.scope["path"], request.headers.get("accept", "")
    if path.startswith("/api/") or "application/json" in accept or path.endswith("/commands"):
        said = {"text": why.text, "article": "", "who": [], "instead": why.instead, "code": why.code}
        return JSONResponse(site.answer({"refusal": said}, language_of(request)), why.status)
    return failed(site, request, why)


def astray(site: Site) -> Any:
    """What answers where there is nothing, or nothing of that kind."""

    async def answer(request: Request, error: Exception) -> Response:
        known = error.status_code if isinstance(error, HTTPException) else 404
        if known == 405:
            return told(site, request, Refusal(spoken("That cannot be asked for in this way."), code="method",
                                               status=405))  # fmt: skip
        return told(site, request, NOWHERE if known == 404 else Refusal(spoken("That was not understood."),
                                                                        status=known))  # fmt: skip

    return answer
