"""Clients of the live line without a browser: what they were sent, version by version."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from starlette.requests import Request
from starlette.responses import StreamingResponse

from rookery.model import Result
from rookery.storage import log_file, open_store
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.service import TournamentService, create_service
from rookery.tournaments.state import State
from rookery.web.addresses import Addresses
from rookery.web.context import AppContext
from rookery.web.notifications import send_messages
from support.visitors import EXAMPLES, OpenDesk

TIMEOUT = 120.0
"""A test that waits longer has failed; none waits for the time itself."""
SLUG = "easter-open"


@dataclass
class Event:
    """A server-sent event."""

    kind: str
    version: int
    data: Any

    @property
    def versions(self) -> range:
        """The versions of the log that it tells of."""
        return range(self.data["after"] + 1, self.version + 1) if self.kind in ("result", "change") else range(0)


def parse(text: bytes) -> list[Event]:
    """The events of a piece of the stream; comments are none."""
    result = []
    for block in text.decode().split("\n\n"):
        fields = dict(line.partition(": ")[::2] for line in block.splitlines() if not line.startswith(":"))
        if "event" in fields:
            result.append(Event(fields["event"], int(fields["id"]), json.loads(fields["data"])))
    return result


@dataclass
class Client:
    """Somebody with a live line; a client that comes again names the last version it has."""

    site: AppContext
    slug: str = SLUG
    public: bool = True
    session: Any = None
    events: list[Event] = field(default_factory=list)
    status: int = 0
    _body: AsyncIterator[Any] | None = None

    async def connect(self, address: str = "192.0.2.7") -> Event:
        """Open the line, and wait until it is; the answer is what was sent first."""
        last = self.events[-1].version if self.events else None
        headers = [(b"last-event-id", str(last).encode())] if last is not None else []
        scope = {"type": "http", "method": "GET", "path": f"/p/{self.slug}/live", "headers": headers,
                 "query_string": b"", "path_params": {"slug": self.slug}, "client": (address, 1),
                 "user": self.session, "app": SimpleNamespace(state=SimpleNamespace(context=self.site))}  # fmt: skip
        answer = await send_messages(Request(scope), public=self.public)
        self.status = answer.status_code
        assert isinstance(answer, StreamingResponse), self.status
        self._body = aiter(answer.body_iterator)
        before = len(self.events)
        await self.read()
        return self.events[before]

    async def read(self) -> bool:
        """Wait for what is sent next; whether the line is still there."""
        assert self._body is not None
        try:
            self.events += parse(bytes(await anext(self._body)))
        except StopAsyncIteration:
            return False
        return True

    async def read_until(self, version: int) -> None:
        """Wait until everything up to a version was sent."""
        while not self.events or self.events[-1].version < version:
            assert await self.read(), "the line ended"

    async def leave(self) -> None:
        """Close the line."""
        assert self._body is not None
        await self._body.aclose()  # type: ignore[attr-defined]

    @property
    def versions(self) -> list[int]:
        """The versions of the log that were told, in the order in which they came."""
        return [version for event in self.events for version in event.versions]


def desks_at(place: str | Path, count: int = 2) -> list[OpenDesk]:
    """Several desks at one store with a tournament, as several processes have them."""
    stream, records = log_file.loads(next(EXAMPLES.glob("open.rookery")).read_bytes())
    desks = []
    for _ in range(count):
        store = open_store(place)
        if not desks:
            store.adopt(stream, records)
        desk = create_service(store)
        desks.append(OpenDesk(store, desk, AppContext(desk, store, Addresses(8000), True)))
    return desks


def boards(state: State) -> list[tuple[int, str, str]]:
    """Round, White and Black of the games of the last round that have no result."""
    t, key = state.tournament, state.keys.player
    return [(len(t.rounds), key[game.white], key[game.black]) for game in t.rounds[-1].pending]


RESULTS = (Result.DRAW, Result.WHITE_WINS, Result.PENDING)


def write(desk: TournamentService, stream: str, board: tuple[int, str, str], count: int, begin: int = 0) -> None:
    """Enter one result after another at a board, each another than the one before; so many were entered already."""
    for turn in range(begin, begin + count):
        desk.do(stream, EnterResult(*board, RESULTS[turn % len(RESULTS)]), actor="Ada")


async def write_all(
    desks: Sequence[TournamentService], stream: str, places: Iterable[tuple[int, str, str]], count: int
) -> None:
    """Let a writer at each of some boards work at the same time, each at one of the desks."""
    work = zip(cycle(desks), places, strict=False)
    await asyncio.gather(*(asyncio.to_thread(write, desk, stream, place, count) for desk, place in work))
