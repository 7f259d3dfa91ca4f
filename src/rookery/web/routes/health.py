"""Probes of a server: whether the process answers, whether the database can be read, and the metrics."""

from __future__ import annotations

import asyncio
from hmac import compare_digest

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rookery._version import __version__
from rookery.errors import RookeryError
from rookery.storage.store import Store
from rookery.web.context import app_context
from rookery.web.workers import run_read

READY_SECONDS = 5.0
"""How long the database may take for an answer."""


async def show_health(request: Request) -> Response:
    """Answer that the process is alive, with its version."""
    return JSONResponse({"status": "ok", "version": __version__})


async def show_readiness(request: Request) -> Response:
    """Answer 200 if the database can be read, else 503 with the reason."""
    site = app_context(request)
    try:
        reason = await asyncio.wait_for(run_read(_find_trouble, site.store), READY_SECONDS)
    except (OSError, RookeryError, TimeoutError) as error:
        reason = getattr(error, "reason", "lost")
    if reason:
        return JSONResponse({"status": "unavailable", "database": reason}, 503)
    return JSONResponse({"status": "ok", "database": "ok"})


def _find_trouble(store: Store) -> str:
    """Return why the database cannot be used, or an empty text; pages can still be read from a full disk."""
    store.totals()
    return "gone" if store.trouble == "gone" else ""


async def show_metrics(request: Request) -> Response:
    """Answer the metrics to who has their token."""
    site = app_context(request)
    given = request.headers.get("authorization", "")
    if site.metrics is None:
        return Response(status_code=404)
    if not compare_digest(given.encode(), f"Bearer {site.config.metrics_token}".encode()):
        return Response("Metrics need their token.\n", 401, {"www-authenticate": "Bearer"})
    body, media_type = await run_read(site.metrics.render)
    return Response(body, media_type=media_type)


ROUTES = (
    Route("/health", show_health, name="health"),
    Route("/ready", show_readiness, name="ready"),
    Route("/metrics", show_metrics, name="metrics"),
)
