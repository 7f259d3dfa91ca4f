"""Limits, kept in memory: how much may be sent, how often a door may be tried, how many lines one address may hold."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

BODY = 20 * 1024 * 1024
"""No request brings more than so many bytes."""

TRIES, MINUTE = 10, 60.0
"""So many wrong tokens may come from one address in a minute."""

LINES = 50
"""So many lines on which changes are told may go to one address of the network."""

HERE = ("127.0.0.1", "::1")
"""The addresses of this machine itself: nobody is a stranger there."""


class Tries:
    """Who has tried wrong tokens lately, by address."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: dict[str, list[float]] = {}

    def spent(self, address: str) -> bool:
        """Whether somebody has tried too often, and must wait."""
        since = self._now() - MINUTE
        self._wrong = {key: left for key, times in self._wrong.items() if (left := [at for at in times if at > since])}
        return len(self._wrong.get(address, ())) >= TRIES

    def wrong(self, address: str) -> None:
        """One more was wrong."""
        self._wrong.setdefault(address, []).append(self._now())


class Lines:
    """How many lines each address holds; those who are in, and this machine itself, may have any number."""

    def __init__(self) -> None:
        self._held: dict[str, int] = {}

    def full(self, address: str) -> bool:
        """Whether there is no line left for an address."""
        return address not in HERE and self._held.get(address, 0) >= LINES

    @contextmanager
    def held(self, address: str) -> Iterator[None]:
        """A line of an address, for as long as it lasts."""
        self._held[address] = self._held.get(address, 0) + 1
        try:
            yield
        finally:
            self._held[address] -= 1
            if not self._held[address]:
                del self._held[address]


class TooMuch(Exception):
    """Somebody sends more than may be sent."""


def bounded(receive: Callable[[], Any], most: int = BODY) -> Callable[[], Any]:
    """What is received, as long as it is not too much; whatever the request said of its length."""
    came = 0

    async def received() -> Any:
        nonlocal came
        message = await receive()
        came += len(message.get("body", b""))
        if came > most:
            raise TooMuch
        return message

    return received
