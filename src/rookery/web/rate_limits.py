"""In-memory limits: request size and duration, failed sign-ins per address, live connections per address."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from typing import Any

from starlette.requests import HTTPConnection

BODY = 20 * 1024 * 1024
"""Maximum size of a request body in bytes."""

LIST_BODY = 2**30
"""Maximum size of a rating list: FIDE's list of 1.9 million players has 310 MB as TXT and 840 MB as XML, unpacked.

It is written to the disk while it comes, not kept in memory.
"""

BODY_SECONDS = 10.0
"""Maximum seconds for a request body, or for a pause in it if the request has a session."""

TRIES, MINUTE = 10, 60.0
"""Maximum number of wrong tokens from one address, and the period in seconds."""

ACCOUNT_PERIOD = 600.0
"""The period in seconds for wrong passwords of one account, from whatever addresses."""

WRONG_CODES = 300
"""Maximum number of wrong codes from all addresses together; then no letters are accepted for a minute."""

WRITES = 60
"""Maximum number of changes by one access code."""

TOKEN_REQUESTS = 600
"""Maximum number of requests of a token within a minute."""

LINES, OF_SESSION = 50, 5
"""Maximum number of live connections per network address, and per session.

A browser opens six connections to a server for all its tabs: one must be left for its requests.
"""

LOCAL_ADDRESSES = ("127.0.0.1", "::1")
"""The loopback addresses, which are not limited."""


def client_address(request: HTTPConnection) -> str:
    """Return the client's address."""
    return request.client.host if request.client else ""


class SignInAttempts:
    """Counter of attempts within a period, such as failed sign-ins by address within a minute."""

    def __init__(self, now: Callable[[], float] = time.monotonic, tries: int = TRIES, period: float = MINUTE) -> None:
        self._now, self._tries, self._period = now, tries, period
        self._recent: dict[str, list[float]] = {}
        self._cleaned = now()

    def is_exhausted(self, key: str) -> bool:
        """Return whether an address, or another key, has used up its attempts and must wait."""
        now = self._now()
        if now - self._cleaned > self._period:
            self._recent = {key: times for key, times in self._recent.items() if times[-1] > now - self._period}
            self._cleaned = now
        times = [moment for moment in self._recent.get(key, ()) if moment > now - self._period]
        return len(times) >= self._tries

    def record_failure(self, key: str) -> None:
        """Record an attempt that counts."""
        now = self._now()
        times = [moment for moment in self._recent.get(key, ()) if moment > now - self._period]
        self._recent[key] = [*times, now]


class RequestLimit:
    """Number of requests of each key within a minute, such as a token's."""

    def __init__(self, now: Callable[[], float] = time.monotonic, most: int = TOKEN_REQUESTS) -> None:
        self._now, self._most = now, most
        self._windows: dict[str, tuple[float, int]] = {}

    def count(self, key: str) -> int:
        """Count a request, and return 0; or the seconds to wait if there were too many already."""
        now = self._now()
        start, number = self._windows.get(key, (now, 0))
        if now - start >= MINUTE:
            self._windows = {key: window for key, window in self._windows.items() if now - window[0] < MINUTE}
            start, number = now, 0
        if number >= self._most:
            return max(1, ceil(start + MINUTE - now))
        self._windows[key] = (start, number + 1)
        return 0


class CodeAttempts:
    """Counter of wrong access codes within a minute: of each address, and of all addresses together.

    A secret from a QR code cannot be guessed, so a right one is always accepted. The letters of a code could be
    guessed from many addresses, so they have a limit of their own.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic, tries: int = TRIES, total: int = WRONG_CODES) -> None:
        self._by_address, self._all = SignInAttempts(now, tries), SignInAttempts(now, total)

    def is_exhausted(self, address: str, is_typed: bool = False) -> bool:
        """Return whether an address must wait; for typed letters also whether there were too many wrong codes."""
        return self._by_address.is_exhausted(address) or (is_typed and self._all.is_exhausted(""))

    def record_failure(self, address: str) -> None:
        """Record a wrong code."""
        self._by_address.record_failure(address)
        self._all.record_failure("")


class LiveConnectionLimit:
    """Number of live connections per address and per session; those of sessions do not count for their address.

    Requests from this machine itself are not limited.
    """

    def __init__(self, max_connections: int = LINES) -> None:
        self._max = max_connections
        self._counts: dict[tuple[str, str], int] = {}

    def is_full(self, address: str, session: str = "") -> bool:
        """Return whether a session, or an address without one, may open no further connection."""
        if session:
            return self._counts.get(("", session), 0) >= OF_SESSION
        return address not in LOCAL_ADDRESSES and self._counts.get((address, ""), 0) >= self._max

    @contextmanager
    def reserve(self, address: str, session: str = "") -> Iterator[None]:
        """Count a live connection while the context is open."""
        key = ("", session) if session else (address, "")
        self._counts[key] = self._counts.get(key, 0) + 1
        try:
            yield
        finally:
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]


class BodyTooLargeError(Exception):
    """Raised when a request body is larger than allowed."""


class BodyTooSlowError(Exception):
    """Raised when a request body does not arrive in time."""


def limit_body(
    receive: Callable[[], Any],
    max_size: int = BODY,
    seconds: float = BODY_SECONDS,
    has_session: Callable[[], bool] = lambda: False,
    now: Callable[[], float] = time.monotonic,
) -> Callable[[], Any]:
    """Return a `receive` function that limits the size of a body and the time it takes, whatever its headers say.

    A body must be complete after so many seconds; with a session, only the pauses in it are limited. After the body
    nothing is limited: a live connection waits there until the client leaves.
    """
    received, complete, end = 0, False, 0.0

    async def receive_limited() -> Any:
        nonlocal received, complete, end
        if complete:
            return await receive()
        end = end or now() + seconds
        remaining = seconds if has_session() else end - now()
        try:
            message = await asyncio.wait_for(receive(), max(0.0, remaining))
        except TimeoutError:
            raise BodyTooSlowError from None
        complete = not message.get("more_body", False)
        received += len(message.get("body", b""))
        if received > max_size:
            raise BodyTooLargeError
        return message

    return receive_limited
