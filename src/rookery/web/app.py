"""The Starlette application: routes, middleware, exception handlers and static files."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount, Route

from rookery.errors import RookeryError
from rookery.web.api import ROUTES as API_ROUTES
from rookery.web.authority import guard_routes
from rookery.web.cache import PageCacheMiddleware, warm_standings
from rookery.web.check_in_clock import CheckInClock
from rookery.web.connections import ThrottledExceptionHandler
from rookery.web.context import AppContext
from rookery.web.error_handlers import EXCEPTION_HANDLERS, ErrorMiddleware
from rookery.web.middleware import (
    AuthMiddleware,
    HostCheckMiddleware,
    OriginCheckMiddleware,
    PrefixMiddleware,
    PublicCorsMiddleware,
    SecurityHeadersMiddleware,
)
from rookery.web.monitoring import ROUTES as MONITORING_ROUTES
from rookery.web.notifications import Notifier, send_event_messages, send_messages
from rookery.web.page_spec import route_path
from rookery.web.pages import PAGES
from rookery.web.person_data import follow_erasures
from rookery.web.rate_limits import RequestLimit
from rookery.web.rendering import show_page
from rookery.web.retention import RetentionJob
from rookery.web.routes import (
    accounts,
    bulk_entry,
    calendar,
    check_in,
    commands,
    downloads,
    events,
    members,
    openid,
    phones,
    privacy,
    programs,
    rating_lists,
    screens,
    sign_in,
    tournaments,
    webhooks,
)
from rookery.web.static_files import VersionedStaticFiles, show_icon
from rookery.web.webhooks import WebhookSender
from rookery.web.workers import run_read


def build_app(
    site: AppContext,
    run: Callable[[AppContext], AbstractAsyncContextManager[None]] | None = None,
    server_middleware: Sequence[Middleware] = (),
) -> Starlette:
    """Return the ASGI application of a desk; endpoints find its context as `request.app.state.context`.

    `run` is its lifespan, `server_middleware` what sees a request first.
    """
    run = run or lifespan
    follow_erasures(site)
    app = Starlette(
        routes=guard_routes(create_routes()),
        lifespan=lambda app: run(site),
        exception_handlers=EXCEPTION_HANDLERS,
        middleware=[
            Middleware(PrefixMiddleware, prefix=site.prefix),
            *server_middleware,
            Middleware(PageCacheMiddleware, page_cache=site.page_cache, addresses=site.addresses, shared=site.shared),
            Middleware(SecurityHeadersMiddleware),
            Middleware(ErrorMiddleware),
            Middleware(HostCheckMiddleware, addresses=site.addresses),
            Middleware(PublicCorsMiddleware, origins=site.config.cors_origins),
            Middleware(OriginCheckMiddleware, addresses=site.addresses),
            Middleware(
                AuthMiddleware,
                store=site.store,
                shared=site.shared,
                cookie_name=site.addresses.cookie,
                prefix=site.prefix,
                token_requests=RequestLimit(most=site.config.limits_of_worker.token_requests),
            ),
        ],
    )
    app.state.context = site
    return app


def create_routes() -> list[BaseRoute]:
    """Return the routes of all pages, commands, files and the API; pages have the names that they are declared with."""
    pages = [
        Route(
            route_path(path),
            partial(show_page, page=page, public=public),
            name=f"public-{page.name}" if public else page.name,
        )
        for page in PAGES
        for path, public in page.addresses
    ]
    return [
        # before the pages of tournaments, whose addresses would match those of events
        Route("/p/-/{event}/live", partial(send_event_messages, public=True), name="public-event-live"),
        Route("/e/{event}/live", send_event_messages, name="event-live"),
        *MONITORING_ROUTES,
        *events.ROUTES,
        *accounts.ROUTES,
        *sign_in.ROUTES,
        *members.ROUTES,
        *openid.ROUTES,
        Mount("/static", VersionedStaticFiles(), name="static"),
        Route("/favicon.ico", show_icon, name="icon"),
        *commands.ROUTES,
        *downloads.ROUTES,
        *phones.ROUTES,
        *programs.ROUTES,
        *webhooks.ROUTES,
        *bulk_entry.ROUTES,
        *rating_lists.ROUTES,
        *screens.ROUTES,
        *tournaments.ROUTES,
        *privacy.ROUTES,
        *calendar.ROUTES,
        *check_in.ROUTES,
        Route("/t/{slug}/live", send_messages, name="live"),
        Route("/p/{slug}/live", partial(send_messages, public=True), name="public-live"),
        *pages,
        Mount("/api", routes=API_ROUTES, name="api"),
    ]


@asynccontextmanager
async def lifespan(site: AppContext) -> AsyncIterator[None]:
    """Send live notifications while the application runs."""
    asyncio.get_running_loop().set_exception_handler(ThrottledExceptionHandler())
    announcer, clock = Notifier(site, partial(warm_standings, site)), CheckInClock(site)
    await announcer.start()
    await clock.start()
    retention = RetentionJob(site)
    retention.start()
    sender = WebhookSender(site)
    sender.start()
    if site.publisher is not None:
        site.publisher.start(site)
    try:
        yield
    finally:
        if site.publisher is not None:
            await site.publisher.stop()
        await sender.stop()
        retention.stop()
        clock.stop()
        await announcer.stop()
        site.hub.close()
        with suppress(OSError, RookeryError):
            await run_read(site.store.codes.write_uses)
