"""Public pages as they were sent last: who asks again before anything changed gets the same bytes, without a word."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, MutableMapping
from typing import Any

from rookery.values import frozen
from rookery.web.doors import Asgi, Scope, cookie, header

Name = tuple[str, bytes, str, str]
MOST = 256
"""So many pages are kept; then the shelf is emptied."""


@frozen
class Sent:
    """A page as it was sent: of which tournament, at which version, its headers and its compressed body."""

    stream: str
    version: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Shelf:
    """What was sent, and the versions that the tournaments have now, as far as this process was told."""

    def __init__(self) -> None:
        self.versions: dict[str, int] = {}
        self._sent: dict[Name, Sent] = {}

    def put(self, name: Name, sent: Sent) -> None:
        """Keep a page."""
        if len(self._sent) >= MOST:
            self._sent.clear()
        self._sent[name] = sent

    def get(self, name: Name) -> Sent | None:
        """The page of that name, while nothing has changed since."""
        found = self._sent.get(name)
        return found if found is not None and self.versions.get(found.stream) == found.version else None


def name_of(scope: MutableMapping[str, Any]) -> Name:
    """What decides how a public page looks: its address, what is asked behind it, theme and language."""
    cookies = header(scope, b"cookie")
    theme, language = (cookie(cookies, name) if name in cookies else "" for name in ("theme", "lang"))
    return scope["path"], scope["query_string"], theme, language


class Packed:
    """The way past everything else, for whoever takes a page of the hall compressed, by a name of the desk.

    Where the desk is not shared there is no hall, and nobody is let past.
    """

    def __init__(self, app: Asgi, shelf: Shelf, hosts: Iterable[str], shared: bool) -> None:
        self.app, self.shelf = app, shelf
        self.hosts = frozenset(hosts) if shared else frozenset()
        self._coming: dict[Name, asyncio.Event] = {}

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if not _is_page(scope) or header(scope, b"host").lower() not in self.hosts:
            return await self.app(scope, receive, send)
        name = name_of(scope)
        if self.shelf.get(name) is None and name in self._coming:
            await self._coming[name].wait()
        sent = self.shelf.get(name)
        if sent is None:
            return await self._first(name, scope, receive, send)
        await send({"type": "http.response.start", "status": 200, "headers": sent.headers})
        await send({"type": "http.response.body", "body": sent.body})

    async def _first(self, name: Name, scope: Scope, receive: Any, send: Any) -> None:
        """Who comes first has the page made; whoever comes meanwhile waits for it."""
        ready = self._coming[name] = asyncio.Event()
        try:
            await self.app(scope, receive, send)
        finally:
            ready.set()
            if self._coming.get(name) is ready:
                del self._coming[name]


def _is_page(scope: Scope) -> bool:
    """Whether somebody asks for a public page, compressed; the line of messages is none, for it never ends."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    path: str = scope["path"]
    return path.startswith("/p/") and not path.endswith("/live") and "gzip" in header(scope, b"accept-encoding")
