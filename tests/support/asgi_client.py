"""A client of an ASGI application in the same process, with the lifespan of the application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import httpx

T = TypeVar("T")


@asynccontextmanager
async def open_client(
    app: Any, base_url: str, lifespan: Any = None, client: tuple[str, int] = ("127.0.0.1", 123)
) -> AsyncIterator[httpx.AsyncClient]:
    """Open a client of an application while its lifespan runs, or that of its host."""
    transport = httpx.ASGITransport(app, client=client)
    async with (
        (lifespan or app).router.lifespan_context(lifespan or app),
        httpx.AsyncClient(transport=transport, base_url=base_url) as http,
    ):
        yield http


def run_client(app: Any, base_url: str, work: Callable[[httpx.AsyncClient], Awaitable[T]], **options: Any) -> T:
    """Return what a coroutine function does with a client of an application."""

    async def run() -> T:
        async with open_client(app, base_url, **options) as client:
            return await work(client)

    return asyncio.run(run())
