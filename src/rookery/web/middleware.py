"""ASGI middleware for security: response headers, host names, request origins and authentication; CSRF tokens."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlencode

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import HTTPConnection, Request

from rookery.messages import msg
from rookery.storage.database import StoreError
from rookery.storage.sessions import Session
from rookery.storage.store import Store
from rookery.storage.tokens import PREFIX
from rookery.web.addresses import Addresses
from rookery.web.json_responses import MEDIA_TYPE, problem_response, refusal_problem
from rookery.web.rate_limits import RequestLimit
from rookery.web.responses import Refusal, RequestRefusedError
from rookery.web.workers import run_read

if TYPE_CHECKING:
    from starlette.types import ASGIApp

Scope = dict[str, Any]
Asgi = Callable[[Scope, Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]

SAFE = {"GET", "HEAD"}
DOCUMENT = "/api/openapi.json"
"""Path of the description of the API."""
CORS_SECONDS = 3600
"""How long a browser remembers that another site may read public data."""
PROBES = ("/health", "/ready", "/metrics")
"""Paths that probes ask for, by whatever name they know the server."""
OPEN = ("/static/", "/enter", "/p/", "/s/", "/b/", "/c/", "/k/", "/favicon.ico", "/language", DOCUMENT, *PROBES)
"""Paths that need no session; those under /b, /c and /k need an access code."""
PUBLIC = ("/p/", "/s/")
"""Those of them that exist for visitors only on a shared server: the public pages, and the screens."""
OF_DEPUTIES = ("/t/", "/help/", "/leave", "/theme", "/vcl")
"""Paths that the session of a deputy opens besides; under /t only those of the deputy's tournament."""
FILES = ("/static/", "/favicon.ico")
"""Paths whose content does not depend on the session."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


def app_path(scope: MutableMapping[str, Any]) -> str:
    """Return the path of a request inside the application, without the prefix of the server."""
    root = str(scope.get("app_root_path", scope.get("root_path", "")))
    return str(scope["path"]).removeprefix(root) or "/"


def is_api(scope: MutableMapping[str, Any]) -> bool:
    """Return whether a request goes to the API, where every answer is JSON."""
    return f"{app_path(scope)}/".startswith("/api/")


def expects_json(request: HTTPConnection) -> bool:
    """Return whether a request is answered with JSON: from the API, or from the script of a page."""
    accept = request.headers.get("accept", "")
    return is_api(request.scope) or "application/json" in accept or app_path(request.scope).endswith("/commands")


RawHeaders = Iterable[tuple[bytes, bytes]]
_DEFAULT_HEADERS = (*HEADERS, (b"content-security-policy", POLICY.encode()), (b"cache-control", b"no-store"))


def add_security_headers(headers: RawHeaders) -> list[tuple[bytes, bytes]]:
    """Return response headers with the security headers added where they are not set."""
    result = list(headers)
    present = {name for name, _ in result}
    return [*result, *(default for default in _DEFAULT_HEADERS if default[0] not in present)]


class PrefixMiddleware:
    """Answer below the prefix of the server, whether a proxy removes it from the path or a host application keeps it.

    The path of a request contains the prefix from here on, as its `root_path`; `app_path` is without.
    """

    def __init__(self, app: Asgi, prefix: str) -> None:
        self.app, self.prefix = app, prefix

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Pass a request on with its whole path."""
        if scope["type"] == "http":
            prefix, path = self.prefix, str(scope["path"])
            if str(scope.get("root_path", "")) not in ("", prefix):
                text = f"The desk is mounted at {scope['root_path']}: set its prefix to that path."
                return await send_plain_error({**scope, "root_path": ""}, send, 500, text)
            path = path if f"{path}/".startswith(f"{prefix}/") else prefix + path
            scope = {**scope, "path": path, "root_path": prefix, "app_root_path": prefix}
        return await self.app(scope, receive, send)


class SecurityHeadersMiddleware:
    """Add security headers, including the CSP, unless the response sets its own."""

    def __init__(self, app: Asgi) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Pass a request on, and add headers to its response."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = add_security_headers(message["headers"])
            await send(message)

        return await self.app(scope, receive, send_with_headers)


class HostCheckMiddleware:
    """Reject requests whose Host header is not ours (DNS rebinding).

    The names change while the server runs, for instance when the machine joins another network; Starlette's
    middleware takes a fixed list.
    """

    def __init__(self, app: Asgi, addresses: Addresses) -> None:
        self.app, self.addresses = app, addresses

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Pass a request on if it names one of our hosts."""
        if scope["type"] == "http":
            host = Headers(scope=scope).get("host", "").lower()
            if app_path(scope) not in PROBES and not await self.addresses.is_own_host(host, scope):
                return await send_plain_error(scope, send, 421, "This desk does not answer to that name.")
        return await self.app(scope, receive, send)


class OriginCheckMiddleware:
    """Reject unsafe requests whose Origin is not ours.

    A browser adds a token to no request by itself, so that a request with one needs no Origin.
    """

    def __init__(self, app: Asgi, addresses: Addresses) -> None:
        self.app, self.addresses = app, addresses

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Pass a request on if it changes nothing or comes from one of our pages."""
        if scope["type"] == "http" and scope["method"] not in SAFE and not bearer_token(scope):
            headers = Headers(scope=scope)
            host, origin = headers.get("host", "").lower(), headers.get("origin", "").lower()
            if not self.addresses.allows_origin(scope, host, origin):
                return await send_plain_error(scope, send, 403, "Only a page of this desk may change anything here.")
        return await self.app(scope, receive, send)


class PublicCorsMiddleware:
    """Let scripts of other sites read public data: the JSON of public pages, their live messages, the document.

    Nothing is sent with credentials, so that such a script reads what every visitor may read.
    """

    def __init__(self, app: Asgi, origins: Iterable[str]) -> None:
        self.app = app
        self._cors = CORSMiddleware(
            cast("ASGIApp", app),
            allow_origins=tuple(origins),
            allow_methods=("GET", "HEAD"),
            allow_headers=("If-None-Match", "Last-Event-ID"),
            expose_headers=("ETag",),
            max_age=CORS_SECONDS,
        )

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Pass a request on; the answer to one for public data names the sites that may read it."""
        is_public = scope["type"] == "http" and scope["method"] in (*SAFE, "OPTIONS") and is_public_data(scope)
        await (self._cors if is_public else self.app)(scope, receive, send)


def is_public_data(scope: MutableMapping[str, Any]) -> bool:
    """Return whether a request is for data that scripts of other sites may read."""
    path = app_path(scope)
    return path.startswith("/api/v1/p/") or path == DOCUMENT or (path.startswith("/p/") and path.endswith("/live"))


class AuthMiddleware:
    """Require a session, except for public paths; redirect visitors of a shared server to the public pages.

    The session is the `user` of a request, None for visitors.
    """

    def __init__(
        self,
        app: Asgi,
        store: Store,
        shared: bool,
        cookie_name: str,
        prefix: str = "",
        token_requests: RequestLimit | None = None,
    ) -> None:
        self.app, self.store, self.shared, self.cookie_name, self.prefix = app, store, shared, cookie_name, prefix
        self.token_requests = token_requests or RequestLimit()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Pass a request on with its session as `user`, or refuse it."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        own_path = app_path(scope)
        path = own_path.removeprefix("/api/v1")
        if token := bearer_token(scope):
            session = await run_read(self._token_session, token) if takes_token(scope) else None
            if session is None:
                return await send_plain_error(scope, send, 401, TOKEN_REFUSED, (b"www-authenticate", CHALLENGE))
            if wait := self.token_requests.count(session.id):
                retry = (b"retry-after", str(wait).encode())
                return await send_plain_error(scope, send, 429, TOO_MANY_REQUESTS, retry)
        else:
            session = None if path.startswith(FILES) else await self._session(HTTPConnection(scope).cookies)
        scope["user"] = session
        if session is not None and (connection := scope.get("rookery.connection")) is not None:
            connection.keep_for_session()
        is_open = path.startswith(OPEN) or path == "/b"
        free = is_open and (self.shared or session or not path.startswith(PUBLIC))
        if session is None and self.shared and own_path in ("/", "/p"):
            return await send_plain_error(
                scope, send, 303, "The hall is at /p/.", (b"location", f"{self.prefix}/p/".encode())
            )
        if session is None and not free and await self._shows_sign_in(scope, path):
            query = urlencode({"then": scope["path"]})
            location = f"{self.prefix}/enter/account?{query}".encode()
            return await send_plain_error(scope, send, 303, "Sign in first.", (b"location", location))
        if session is None and not free:
            return await send_plain_error(scope, send, 403, NOT_SIGNED_IN)
        if session is not None and session.stream and not free and session.means != "token":
            slug = await run_read(self._slug_of, session.stream)
            if own_path == "/":
                return await send_plain_error(
                    scope, send, 303, "Your tournament.", (b"location", f"{self.prefix}/t/{slug}".encode())
                )
            is_other = path.startswith("/t/") and path.split("/")[2] != slug
            if is_other or not path.startswith(OF_DEPUTIES):
                return await send_plain_error(scope, send, 403, ONE_TOURNAMENT)
        return await self.app(scope, receive, send)

    async def _session(self, cookies: Mapping[str, str]) -> Session | None:
        """Return the session of a cookie, read from the store each time: a logout takes effect at once."""
        secret = cookies.get(self.cookie_name, "")
        return await run_read(self.store.find_session, secret, int(time.time())) if secret else None

    def _token_session(self, secret: str) -> Session | None:
        """Return the session of a token, and store its last use; a database that cannot be written is no obstacle."""
        now = int(time.time())
        session = self.store.tokens.find_session(secret, now)
        if session is not None:
            with suppress(StoreError):
                self.store.tokens.record_use(secret, now)
        return session

    async def _shows_sign_in(self, scope: Scope, path: str) -> bool:
        """Return whether a browser without a session is led to the page where accounts sign in."""
        accept = Headers(scope=scope).get("accept", "")
        is_page = scope["method"] == "GET" and "text/html" in accept and not is_api(scope)
        return is_page and not path.endswith("/live") and await run_read(self.store.accounts.has_accounts)

    def _slug_of(self, stream: str) -> str:
        """Return the slug of a tournament."""
        return next((known.slug for known in self.store.streams() if known.id == stream), "")


TOKEN_REFUSED = "This token is not valid: it is unknown, has expired, or was revoked."  # noqa: S105 - no password
CHALLENGE = b'Bearer error="invalid_token"'
TOO_MANY_REQUESTS = "This token has sent too many requests within a minute."


def bearer_token(scope: MutableMapping[str, Any]) -> str:
    """Return the token of an Authorization header, or an empty string without one.

    Outside of the API, what is not a token of a program may be meant for another check, such as that of /metrics.
    """
    scheme, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
    is_token = scheme.lower() == "bearer" and (token.startswith(PREFIX) or is_api(scope))
    return token.strip() or "-" if is_token else ""


def takes_token(scope: MutableMapping[str, Any]) -> bool:
    """Return whether a token opens an address: the API, and what is read of tournaments, such as papers."""
    return is_api(scope) or (scope["method"] in SAFE and app_path(scope).startswith(("/t/", "/e/", "/p/")))


NOT_SIGNED_IN = "This desk is closed to you. Its owner opens it with: rookery desk. Others come in by an invitation."


ONE_TOURNAMENT = "Your access code is for one tournament only. Ask the chief arbiter for an invitation."


def csrf_token(session: Session | None) -> str:
    """Return the CSRF token of a session, or an empty string without one."""
    return sha256(f"csrf token of {session.secret}".encode()).hexdigest()[:32] if session else ""


def require_csrf_token(request: Request, token: object) -> None:
    """Refuse a request that does not bring the CSRF token of its session.

    A program has none. Endpoints call this themselves: the token of a form is in its body, which for an uploaded file
    must not be read into memory first.
    """
    is_program = request.user is not None and request.user.means == "token"
    if not is_program and token != csrf_token(request.user):
        text = msg("Your session has changed. Reload the page and try again.")
        raise RequestRefusedError(Refusal(text, code="csrf_token", status=403))


async def send_plain_error(
    scope: Scope, send: Any, status: int, text: str, *extra_headers: tuple[bytes, bytes]
) -> None:
    """Send a plain-text error response; under /api a problem as JSON."""
    body, content_type = f"{text}\n".encode(), b"text/plain; charset=utf-8"
    if is_api(scope):
        problem = refusal_problem(Refusal(text, code="closed", status=status), str(scope["path"]))
        response = problem_response(problem)
        body, content_type = bytes(response.body), MEDIA_TYPE.encode()
    headers = [(b"content-type", content_type), (b"content-length", str(len(body)).encode()), *extra_headers]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
