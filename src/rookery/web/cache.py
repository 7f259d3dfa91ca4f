"""Caches: values of a tournament that pages share, and public pages as they were sent.

A hit of the page cache is answered before any other middleware runs; an entry is valid for one tournament version.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable, MutableMapping
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar, cast

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from rookery._record import record
from rookery.messages import msg
from rookery.pairing.outcome import Pairing
from rookery.ranking.standings import Standings
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.publication import ranked_state
from rookery.tournaments.standings import current_standings
from rookery.tournaments.state import State
from rookery.tournaments.views.crosstable import RoundCell, round_cells
from rookery.tournaments.views.explanations import rules_pairing
from rookery.tournaments.views.overview import Overview, overview
from rookery.tournaments.views.prizes import CategoryChoice, categories
from rookery.tournaments.views.round import RoundBefore, RoundView, round_before, round_view
from rookery.tournaments.views.standings import StandingsView, ranks_after, standings_view
from rookery.tournaments.visibility import hides_results
from rookery.web.addresses import Addresses
from rookery.web.middleware import Asgi, Scope, app_path

if TYPE_CHECKING:
    from rookery.web.context import AppContext
    from rookery.web.page_spec import RequestContext


T = TypeVar("T")

MOST = 128
"""Maximum number of entries; the least recently used are removed."""


class _Slot:
    """A cache entry and the lock held while its value is computed."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.value: tuple[object] | None = None


class ValueCache:
    """An LRU cache that computes each value once; safe to use from several threads."""

    def __init__(self, max_size: int = MOST) -> None:
        self._slots: OrderedDict[Hashable, _Slot] = OrderedDict()
        self._lock, self._most = Lock(), max_size

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._slots.clear()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the cached value of a key, or compute it; concurrent callers wait for the first one."""
        with self._lock:
            slot = self._slots.setdefault(key, _Slot())
            self._slots.move_to_end(key)
            while len(self._slots) > self._most:
                self._slots.popitem(last=False)
        with slot.lock:
            if slot.value is None:
                slot.value = (make(),)
            return cast("T", slot.value[0])


class _CacheKey:
    """Cache key of the values a result depends on; the hash is computed once because the key is large."""

    def __init__(self, *parts: Hashable) -> None:
        self.parts, self._hash = parts, hash(parts)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _CacheKey) and self._hash == other._hash and self.parts == other.parts


def cached_for_round(visit: RequestContext, name: str, round_number: int, make: Callable[[], T]) -> T:
    """Return a value cached as long as the earlier rounds and the pairing of this round do not change."""
    t = visit.state.tournament
    if not 1 <= round_number <= len(t.rounds):
        return make()
    current_round = t.rounds[round_number - 1]
    dependencies = _CacheKey(
        t.before_round(round_number),
        current_round.pairs,
        current_round.byes,
        current_round.published,
        current_round.board_numbers,
    )
    return visit.site.cache.get((name, visit.id, round_number, dependencies), make)


def get_round_pairing(visit: RequestContext, round_number: int) -> Pairing:
    """Return the pairing of a round as the rules give it, for explanations.

    Raises:
        CommandRejectedError: The reasons depend on results that are not public.
    """
    if visit.public and hides_results(visit.state, round_number):
        raise CommandRejectedError(msg("the reasons appear here when the results of the earlier rounds are public"))
    return cached_for_round(visit, "outcome", round_number, lambda: rules_pairing(visit.state, round_number))


def get_round_view(visit: RequestContext, round_number: int) -> RoundView:
    """Return the view of a round, cached for the state of the page."""
    if not 1 <= round_number <= len(visit.state.tournament.rounds):
        return round_view(visit.state, round_number)

    def make() -> RoundView:
        return round_view(visit.state, round_number, get_round_before(visit, round_number))

    return _cached_by_identity(visit.site, ("round", visit.id, round_number), (visit.state,), make)


def get_overview(visit: RequestContext) -> Overview:
    """Return the overview of a tournament, cached for the state of the page: every page has some of it."""
    return _cached_by_identity(visit.site, ("overview", visit.id), (visit.state,), lambda: overview(visit.state))


def get_round_before(visit: RequestContext, round_number: int) -> RoundBefore:
    """Return what is fixed before the first result of a round."""
    t = visit.state.tournament
    return cached_for_round(visit, "before", round_number, lambda: round_before(t, round_number))


def cached_cells(visit: RequestContext, round_number: int) -> dict[int, tuple[RoundCell, ...]]:
    """Return the cells of the earlier rounds for every participant."""
    return cached_for_round(visit, "cells", round_number, lambda: round_cells(visit.state, round_number - 1))


def get_standings(site: AppContext, stream: str, state: State, version: int, after: int | None = None) -> Standings:
    """Return the standings of a state of a tournament version; the public has states of its own."""
    return _cached_by_identity(
        site, ("ranking", stream, version, after), (state,), lambda: current_standings(state, after)
    )


def get_standings_view(
    site: AppContext,
    stream: str,
    state: State,
    version: int,
    after: int | None = None,
    category: str = "",
    with_rounds: bool = True,
) -> StandingsView:
    """Return the standings of a version as a page shows them, of all participants or of one category."""

    def make() -> StandingsView:
        standings = get_standings(site, stream, state, version, after)
        before = {} if category or not with_rounds else _ranks_before(site, stream, state, standings.after - 1)
        return standings_view(state, after, before, category, standings, with_rounds)

    return _cached_by_identity(site, ("table", stream, version, after, category, with_rounds), (state,), make)


def warm_standings(site: AppContext, stream: str, private: bool = True, public: bool = False) -> None:
    """Compute and cache the current standings, so that they are ready after a change; an event has none.

    Args:
        site: The desk.
        stream: The id of the tournament.
        private: Whether the desk needs them.
        public: Whether visitors need them; there are none if the current round is not in theirs.
    """
    current = site.desk.current(stream)
    if current.state.kind != "tournament":
        return
    for is_public in (False,) * private + (True,) * public:
        state = site.displayed_state(stream, current, is_public)
        if not is_public or ranked_state(state) is state:
            get_standings(site, stream, state, current.version)


def get_categories(site: AppContext, stream: str, state: State) -> tuple[CategoryChoice, ...]:
    """Return the prize categories of a tournament, cached as long as its players do not change."""
    t = state.tournament
    return _cached_by_identity(site, ("categories", stream), (t.players, t.teams, t.info), lambda: categories(state))


def _ranks_before(site: AppContext, stream: str, state: State, after: int) -> dict[int, int]:
    """Return the ranks after an earlier round, cached as long as the rounds up to it do not change."""
    t = state.tournament
    rounds = t.rounds[: max(0, after)]
    dependencies = (t.players, t.teams, t.points, t.tiebreaks, state.drawn, state.ordered, state.values, *rounds)
    return _cached_by_identity(site, ("ranks", stream, after), dependencies, lambda: ranks_after(state, after))


def _cached_by_identity(
    site: AppContext, name: tuple[Hashable, ...], dependencies: tuple[object, ...], make: Callable[[], T]
) -> T:
    """Return a value cached by the identity of the objects it depends on.

    The objects are stored with the value, so that their ids cannot be reused by others.
    """
    return site.cache.get((*name, *map(id, dependencies)), lambda: (dependencies, make()))[1]


# -- public pages -----------------------------------------------------------------------------------------------------


PageKey = tuple[str, bytes, str, str]
MAX_PAGES = 256
"""Maximum number of pages; the cache is emptied when it is reached."""


@record
class CachedPage:
    """A cached response: the streams that it was built from with their versions, headers and compressed body."""

    versions: tuple[tuple[str, int], ...]
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

    def drop_pages(self) -> None:
        """Remove all pages, when something has changed that they may depend on."""
        self._sent.clear()

    def store(self, key: PageKey, page: CachedPage) -> None:
        """Store a page."""
        if len(self._sent) >= MAX_PAGES:
            self._sent.clear()
        self._sent[key] = page

    def get(self, key: PageKey) -> CachedPage | None:
        """Return the cached page of a key if its version is current."""
        page = self._sent.get(key)
        if page is None or any(self.versions.get(stream) != version for stream, version in page.versions):
            return None
        return page


def page_key(scope: MutableMapping[str, Any]) -> PageKey:
    """Return the cache key of a request: path, query, theme and language."""
    cookies = HTTPConnection(scope).cookies
    return scope["path"], scope["query_string"], cookies.get("theme", ""), cookies.get("lang", "")


class PageCacheMiddleware:
    """Serve cached public pages to clients that accept gzip, before all other middleware.

    Inactive unless the server is shared.
    """

    def __init__(self, app: Asgi, page_cache: PageCache, addresses: Addresses, shared: bool) -> None:
        self.app, self.page_cache, self.addresses, self.shared = app, page_cache, addresses, shared
        self._pending: dict[PageKey, asyncio.Event] = {}

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer a cached page, or pass the request on."""
        if not self.shared or not _is_cacheable(scope, self.addresses):
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


def _is_cacheable(scope: Scope, addresses: Addresses) -> bool:
    """Return whether the request is for a compressed public page; the stream of live messages is none."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    path, headers = app_path(scope), Headers(scope=scope)
    if not path.startswith("/p/") or path.endswith("/live"):
        return False
    return "gzip" in headers.get("accept-encoding", "") and headers.get("host", "").lower() in addresses
