"""Cache of rendered, gzipped public pages. A hit is served before any other middleware runs; an entry is valid for
one tournament version.
"""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

from rookery._record import record
from rookery.web.addresses import Addresses
from rookery.web.middleware import Asgi, Scope, cookie, header

PageKey = tuple[str, bytes, str, str]
MAX_PAGES = 256
"""Maximum number of pages; the cache is emptied when it is reached."""


@record
class CachedPage:
    """A cached response: tournament, version, headers and compressed body."""

    stream: str
    version: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class PageCache:
    """Cached responses, and the current versions of the tournaments as known to this process."""

    def __init__(self) -> None:
        self.versions: dict[str, int] = {}
        self._sent: dict[PageKey, CachedPage] = {}

    def clear(self) -> None:
        """Remove all pages and versions, when the current versions are not known."""
        self._sent.clear()
        self.versions.clear()

    def put(self, key: PageKey, page: CachedPage) -> None:
        """Store a page."""
        if len(self._sent) >= MAX_PAGES:
            self._sent.clear()
        self._sent[key] = page

    def get(self, key: PageKey) -> CachedPage | None:
        """Return the cached page of a key if its version is current."""
        page = self._sent.get(key)
        return page if page is not None and self.versions.get(page.stream) == page.version else None


def page_key(scope: MutableMapping[str, Any]) -> PageKey:
    """Return the cache key of a request: path, query, theme and language."""
    cookies = header(scope, b"cookie")
    theme, language = (cookie(cookies, name) if name in cookies else "" for name in ("theme", "lang"))
    return scope["path"], scope["query_string"], theme, language


class PageCacheMiddleware:
    """Serve cached public pages to clients that accept gzip, before all other middleware.

    Inactive unless the server is shared.
    """

    def __init__(self, app: Asgi, page_cache: PageCache, addresses: Addresses, shared: bool) -> None:
        self.app, self.page_cache, self.addresses, self.shared = app, page_cache, addresses, shared
        self._pending: dict[PageKey, asyncio.Event] = {}

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if not self.shared or not _is_cacheable(scope) or header(scope, b"host").lower() not in self.addresses:
            return await self.app(scope, receive, send)
        key = page_key(scope)
        if self.page_cache.get(key) is None and key in self._pending:
            await self._pending[key].wait()
        page = self.page_cache.get(key)
        if page is None:
            return await self._render_once(key, scope, receive, send)
        await send({"type": "http.response.start", "status": 200, "headers": page.headers})
        await send({"type": "http.response.body", "body": page.body})

    async def _render_once(self, key: PageKey, scope: Scope, receive: Any, send: Any) -> None:
        """Render a page; concurrent requests for the same page wait for it."""
        ready = self._pending[key] = asyncio.Event()
        try:
            await self.app(scope, receive, send)
        finally:
            ready.set()
            if self._pending.get(key) is ready:
                del self._pending[key]


def _is_cacheable(scope: Scope) -> bool:
    """Return whether the request is for a compressed public page; the stream of live messages is none."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    path: str = scope["path"]
    return path.startswith("/p/") and not path.endswith("/live") and "gzip" in header(scope, b"accept-encoding")
