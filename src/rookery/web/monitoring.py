"""Monitoring of a server: probes of process and database; metrics for Prometheus, which need `prometheus-client`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from hmac import compare_digest
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rookery._version import __version__
from rookery.errors import RookeryError
from rookery.storage.store import Store
from rookery.web.context import app_context
from rookery.web.workers import run_read

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

READY_SECONDS = 5.0
"""How long the database may take for an answer."""
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The bounds of the durations that are counted."""
LIVE_ROUTES = "live"
"""End of the names of routes whose answers last as long as the client listens; their duration is not counted."""
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable with the folder in which several workers add up their metrics."""


class Metrics:
    """The metrics of a server; of all its workers, if `PROMETHEUS_MULTIPROC_DIR` names a folder that they share."""

    def __init__(self, live_connections: Callable[[], int]) -> None:
        try:
            from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
        except ModuleNotFoundError as error:
            raise RookeryError(f'metrics need {error.name}: pip install "rookery-chess[metrics]"') from None
        self._registry = CollectorRegistry()
        self._live_connections = live_connections
        self._requests = Counter(
            "rookery_requests", "Answered requests.", ("method", "route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "rookery_request_seconds", "Duration of requests.", ("route",), buckets=SECONDS, registry=self._registry
        )
        self._live = Gauge(
            "rookery_live_connections", "Open live connections.", registry=self._registry, multiprocess_mode="livesum"
        )

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        known_method = method if method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") else "other"
        self._requests.labels(known_method, route, str(status)).inc()
        if not route.endswith(LIVE_ROUTES):
            self._seconds.labels(route).observe(seconds)
        self._live.set(self._live_connections())

    def render(self) -> tuple[bytes, str]:
        """Return the metrics in the text format of Prometheus, and its media type."""
        from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

        self._live.set(self._live_connections())
        return generate_latest(self._registry_of_all()), CONTENT_TYPE_LATEST

    def _registry_of_all(self) -> CollectorRegistry:
        if not os.environ.get(FOLDER):
            return self._registry
        from prometheus_client import CollectorRegistry
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return registry


# -- endpoints ---------------------------------------------------------------------------------------------------------


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
