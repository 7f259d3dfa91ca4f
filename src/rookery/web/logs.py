"""Logs of a server: one line per request and per message, as JSON or as text, without codes and tokens."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any

from starlette.datastructures import Headers
from starlette.routing import BaseRoute, Mount, Route

from rookery.messages import make_printable
from rookery.model.validation import MOST_SHOWN
from rookery.web.config import Config
from rookery.web.middleware import Asgi, Scope, app_path
from rookery.web.monitoring import Metrics

LOGGER = "rookery"
"""The logger of the package, which all others are below."""
REQUESTS = logging.getLogger("rookery.requests")
QUIET = ("/health", "/ready", "/metrics", "/static/")
"""Paths whose requests are logged only at the level debug, unless they fail."""

REQUEST_ID: ContextVar[str] = ContextVar("rookery.request", default="")
"""The id of the request that is being answered, for every message about it."""

_SECRET = re.compile(r"^(/(?:api/v1/)?(?:b|c|k|s|take|lists/columns)/)[^/]+|(/(?:table|phones|webhooks|tokens)/)[^/]+")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}


def log_path(path: str) -> str:
    """Return the path of a request as the log names it, without access codes and other secrets.

    >>> log_path("/b/3kXv0q/live"), log_path("/t/open/phones/81af"), log_path("/t/open/round/3")
    ('/b/.../live', '/t/open/phones/...', '/t/open/round/3')
    """
    return make_printable(_SECRET.sub(lambda match: f"{match[1] or match[2]}...", path))[:MOST_SHOWN]


class RequestLogMiddleware:
    """Give every request an id, and write a line about it when it has been answered; count it for the metrics.

    A trusted proxy may have given the id (`X-Request-ID`); the answer always has it. A live connection is logged when
    it ends.
    """

    def __init__(self, app: Asgi, metrics: Metrics | None = None) -> None:
        self.app, self.metrics = app, metrics
        self._names: dict[int, str] = {}

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Pass a request on, and log it."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        given = Headers(scope=scope).get("x-request-id", "")
        request_id = given if _ID.fullmatch(given) else token_hex(8)
        status, size, begin = 500, 0, time.perf_counter()

        async def send_with_id(message: Any) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message.get("headers", ()), (b"x-request-id", request_id.encode())]}
            size += len(message.get("body", b""))
            await send(message)

        token = REQUEST_ID.set(request_id)
        try:
            await self.app(scope, receive, send_with_id)
        finally:
            seconds, route = time.perf_counter() - begin, self._find_route(scope)
            _log_request(scope, route, status, size, seconds)
            if self.metrics is not None:
                self.metrics.count_request(scope["method"], route, status, seconds)
            REQUEST_ID.reset(token)

    def _find_route(self, scope: Scope) -> str:
        """Return the name of the route that answered a request, or an empty string."""
        if not self._names:
            self._names = dict(_route_names(scope["app"].routes))
        return self._names.get(id(scope.get("endpoint")), "")


def _route_names(routes: Iterable[BaseRoute]) -> Iterator[tuple[int, str]]:
    """Yield the identity of the endpoint and the name of each route, those of the API with its prefix."""
    for route in routes:
        if isinstance(route, Mount):
            yield from ((endpoint, f"{route.name}:{name}") for endpoint, name in _route_names(route.routes))
            yield id(route.app), str(route.name)
        elif isinstance(route, Route):
            yield id(route.endpoint), route.name


def _log_request(scope: Scope, route: str, status: int, size: int, seconds: float) -> None:
    path, client = log_path(app_path(scope)), scope.get("client")
    level = logging.ERROR if status >= 500 else logging.DEBUG if path.startswith(QUIET) else logging.INFO
    if REQUESTS.isEnabledFor(level):
        REQUESTS.log(level, "%s %s %s", scope["method"], path, status, extra={
            "method": scope["method"], "path": path, "route": route, "status": status, "bytes": size,
            "milliseconds": round(seconds * 1000, 1), "client": str(client[0]) if client else "",
            "account": getattr(scope.get("user"), "account", ""),
        })  # fmt: skip


class JsonFormatter(logging.Formatter):
    """Formatter that writes a record as one line of JSON: time, level, logger, message, request id, extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        data = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request": REQUEST_ID.get(),
            **{name: value for name, value in vars(record).items() if name not in _STANDARD},
        }
        if record.exc_info:
            data["exception"] = self.formatException(record.exc_info)
        return json.dumps({name: value for name, value in data.items() if value != ""}, ensure_ascii=False, default=str)


class TextFormatter(logging.Formatter):
    """Formatter for people: time, level, logger, message, and the id of the request."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record."""
        line = super().format(record)
        return f"{line} [{REQUEST_ID.get()}]" if REQUEST_ID.get() else line


def configure_logging(config: Config) -> None:
    """Write the messages of the server to the standard error, in the format and from the level of a configuration."""
    handler = logging.StreamHandler(sys.stderr)
    text = TextFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonFormatter() if config.log_format == "json" else text)
    logger = logging.getLogger(LOGGER)
    logger.handlers = [handler]
    logger.setLevel(config.log_level.upper())
    logger.propagate = False
