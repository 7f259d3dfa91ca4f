"""Thread pools for locks, database and templates, so that the event loop never blocks.

Pages are rendered by one pool and commands executed by another, so that neither waits for the other. The commands of
one tournament use one thread at a time. Public pages, phones at the boards and screens have small pools of their own:
visitors do not delay arbiters, and neither visitors nor screens delay the results of phones. Uploads and the arbiters'
documents use the default pool of asyncio.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")

READERS, WRITERS = 16, 8
"""Threads that render pages, and threads that execute commands."""
PUBLIC_READERS, PUBLIC_PRINTERS = 4, 2
"""Threads that render public pages, and public papers."""
PHONES, SCREENS = 4, 2
"""Threads that look up codes and render the pages of phones, and that render screens."""

PASSWORDS = 2
"""Threads that hash passwords: each hash takes 64 MB and a large part of a second."""


class KeyedExecutor:
    """Executor that runs calls with the same key one after the other, in order; a waiting key occupies no thread."""

    def __init__(self, pool: Executor) -> None:
        self._pool, self._lock = pool, Lock()
        self._queues: dict[str, deque[Callable[[], None]]] = {}

    def submit(self, key: str, function: Callable[..., T], *args: Any) -> Future[T]:
        """Run a function after earlier calls with the same key."""
        future: Future[T] = Future()

        def call() -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(function(*args))
                except BaseException as error:  # it belongs to the caller, who waits for the future
                    future.set_exception(error)
            self._run_next_call(key)

        with self._lock:
            if key in self._queues:
                self._queues[key].append(call)
                return future
            self._queues[key] = deque()
        self._pool.submit(call)
        return future

    def _run_next_call(self, key: str) -> None:
        """Run the next call of a key, or remove the key."""
        with self._lock:
            queue = self._queues[key]
            if not queue:
                del self._queues[key]
                return
            call = queue.popleft()
        self._pool.submit(call)


_READERS = ThreadPoolExecutor(READERS, "rookery-read")
_PUBLIC_READERS = ThreadPoolExecutor(PUBLIC_READERS, "rookery-public")
_PUBLIC_PRINTERS = ThreadPoolExecutor(PUBLIC_PRINTERS, "rookery-print")
_PHONES = ThreadPoolExecutor(PHONES, "rookery-phone")
_SCREENS = ThreadPoolExecutor(SCREENS, "rookery-screen")
_PASSWORDS = ThreadPoolExecutor(PASSWORDS, "rookery-password")
_WRITERS = KeyedExecutor(ThreadPoolExecutor(WRITERS, "rookery-write"))


async def run_read(function: Callable[..., T], *args: Any) -> T:
    """Run a function that reads or renders in a thread."""
    return await asyncio.get_running_loop().run_in_executor(_READERS, function, *args)


async def run_public(function: Callable[..., T], *args: Any) -> T:
    """Run a function that renders a public page in a thread."""
    return await asyncio.get_running_loop().run_in_executor(_PUBLIC_READERS, function, *args)


async def run_public_paper(function: Callable[..., T], *args: Any) -> T:
    """Run a function that renders a public paper in a thread."""
    return await asyncio.get_running_loop().run_in_executor(_PUBLIC_PRINTERS, function, *args)


async def run_phone(function: Callable[..., T], *args: Any) -> T:
    """Run a function that looks up a code or renders the page of a phone in a thread."""
    return await asyncio.get_running_loop().run_in_executor(_PHONES, function, *args)


async def run_screen(function: Callable[..., T], *args: Any) -> T:
    """Run a function that renders a screen in a thread."""
    return await asyncio.get_running_loop().run_in_executor(_SCREENS, function, *args)


async def run_password(function: Callable[..., T], *args: Any) -> T:
    """Run a function that hashes a password in a thread; others do not wait for people who sign in."""
    return await asyncio.get_running_loop().run_in_executor(_PASSWORDS, function, *args)


async def run_write(key: str, function: Callable[..., T], *args: Any) -> T:
    """Run a function that writes to the tournament of this key in a thread, after earlier ones."""
    return await asyncio.wrap_future(_WRITERS.submit(key, function, *args))
