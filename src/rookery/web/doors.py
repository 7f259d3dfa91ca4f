"""The doors: by which names the desk is asked, from where it may be changed, who is in; each a class to read whole."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from hashlib import sha256
from http.cookies import SimpleCookie
from typing import Any

from rookery.store.people import People, Session

Scope = dict[str, Any]
Asgi = Callable[[Scope, Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]

COOKIE = "rookery"
SAFE = {"GET", "HEAD"}
OPEN = ("/static/", "/enter", "/p/", "/favicon.ico", "/language")
"""What may be seen without being in; what lies under /p is there only where the desk is shared."""

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


def header(scope: MutableMapping[str, Any], name: bytes) -> str:
    """A header of a request; nothing when it is not there."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


Headers = Iterable[tuple[bytes, bytes]]
_ORDINARY = (*HEADERS, (b"content-security-policy", POLICY.encode()), (b"cache-control", b"no-store"))


def seal(headers: Headers) -> list[tuple[bytes, bytes]]:
    """Headers of an answer, and what every answer says besides, where they do not say it otherwise."""
    made = list(headers)
    there = {name for name, _ in made}
    return [*made, *(one for one in _ORDINARY if one[0] not in there)]


class Sealed:
    """Every answer says that nothing from outside belongs on the page; an answer with its own policy keeps it."""

    def __init__(self, app: Asgi) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        async def sealed(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = seal(message["headers"])
            await send(message)

        return await self.app(scope, receive, sealed)


class KnownHost:
    """Only who asks for the desk by a name of its own is answered: a foreign name that leads here is a trap."""

    def __init__(self, app: Asgi, hosts: Iterable[str]) -> None:
        self.app, self.hosts = app, frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and header(scope, b"host").lower() not in self.hosts:
            return await refuse(send, 421, "This desk does not answer to that name.")
        return await self.app(scope, receive, send)


class SameOrigin:
    """Only a page of the desk itself changes anything: whatever writes must say that it comes from here."""

    def __init__(self, app: Asgi) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["method"] not in SAFE:
            host, origin = header(scope, b"host").lower(), header(scope, b"origin").lower()
            if origin not in (f"http://{host}", f"https://{host}"):
                return await refuse(send, 403, "Only a page of this desk may change anything here.")
        return await self.app(scope, receive, send)


class Guests:
    """Who is in has come by a token; everybody else sees the door, and of a shared desk the public pages."""

    def __init__(self, app: Asgi, people: People, shared: bool) -> None:
        self.app, self.people, self.shared = app, people, shared

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        session = self._session(header(scope, b"cookie"))
        scope["rookery.session"] = session
        path = str(scope["path"]).removeprefix("/api/v1")
        free = path.startswith(OPEN) and (self.shared or session or not path.startswith("/p/"))
        if session is None and self.shared and path in ("/", "/p"):
            return await refuse(send, 303, "The hall is at /p/.", (b"location", b"/p/"))
        if session is None and not free:
            return await refuse(send, 403, CLOSED)
        return await self.app(scope, receive, send)

    def _session(self, cookies: str) -> Session | None:
        """Whose cookie it is; asked of the store each time, so that who has left is out at once."""
        secret = cookie(cookies, COOKIE)
        return self.people.session(secret, int(time.time())) if secret else None


CLOSED = "This desk is closed to you. Its owner opens it with: rookery desk. Others come in by an invitation."


def cookie(cookies: str, name: str) -> str:
    """One of the cookies of a request."""
    found = SimpleCookie()
    try:
        found.load(cookies)
    except Exception:  # whatever a stranger sends
        return ""
    return found[name].value if name in found else ""


def door_of(session: Session | None) -> str:
    """What a form of this session must bring back; it says nothing of the session itself."""
    return sha256(f"door of {session.secret}".encode()).hexdigest()[:32] if session else ""


async def refuse(send: Any, status: int, text: str, *more: tuple[bytes, bytes]) -> None:
    """A short answer in plain words."""
    body = f"{text}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode()), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
