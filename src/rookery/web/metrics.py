"""Metrics for Prometheus: requests, their duration, and live connections. Needs `prometheus-client`."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from rookery.errors import RookeryError

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

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
