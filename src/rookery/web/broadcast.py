"""Broadcast of live messages to connected clients over server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from starlette.responses import StreamingResponse

from rookery._record import record

QUEUE_SIZE = 200
"""Maximum number of queued messages per connection; slower clients are disconnected and reconnect."""

VERSIONLESS = ("standings",)
"""Messages that are not events of the log; their version is that of the last event before them."""


PULSE = b": still here\n\n"
"""A comment that keeps an idle connection open."""


@record
class Message:
    """A message about a tournament: its kind, the version it leads to, and its data."""

    event: str
    version: int
    data: Any = None

    def encoded(self) -> bytes:
        """Return the message as a server-sent event."""
        text = json.dumps(self.data, separators=(",", ":"), ensure_ascii=False)
        return f"event: {self.event}\nid: {self.version}\ndata: {text}\n\n".encode()


def stream_response(messages: AsyncIterator[bytes]) -> StreamingResponse:
    """Return the response that sends messages as they come; nginx must not keep them back."""
    return StreamingResponse(messages, media_type="text/event-stream", headers={"x-accel-buffering": "no"})


class Connection:
    """A client connection with a bounded queue of messages."""

    def __init__(self, name: str, session: str, pulse: bytes = PULSE) -> None:
        self.name, self.session, self.pulse = name, session, pulse
        self.queue: asyncio.Queue[tuple[int | None, bool, bytes] | None] = asyncio.Queue(QUEUE_SIZE)

    def enqueue(self, version: int | None, is_event: bool, text: bytes) -> bool:
        """Queue a message, or a comment, which has no version; end the connection and return False if it is full."""
        if self.queue.full():
            self.end()
            return False
        self.queue.put_nowait((version, is_event, text))
        return True

    def end(self) -> None:
        """End the connection; a client that reconnects asks for what it missed."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


Start = Callable[[], Awaitable[Sequence[Message]]]
"""Returns the first messages of a connection; the last one has the version after which everything is sent."""


class Hub:
    """Connected clients by channel; all methods belong to one event loop."""

    def __init__(self) -> None:
        self._lines: dict[str, dict[Connection, None]] = {}
        self.count = 0
        """The number of open connections."""

    def connection_count(self, stream: str) -> int:
        """Return the number of connections to a channel."""
        return len(self._lines.get(stream, ()))

    def has_channel(self, prefix: str) -> bool:
        """Return whether a channel with this prefix has a connection."""
        return any(channel.startswith(prefix) for channel in self._lines)

    def names(self, stream: str) -> tuple[str, ...]:
        """Return the names of the connected users, each once."""
        return tuple(sorted({line.name for line in tuple(self._lines.get(stream, ())) if line.name}))

    def broadcast(self, stream: str, message: Message) -> None:
        """Send a message to every connection of a channel."""
        if not (lines := self._lines.get(stream)):
            return
        text, is_event = message.encoded(), message.event not in VERSIONLESS
        for line in tuple(lines):
            if not line.enqueue(message.version, is_event, text):
                lines.pop(line, None)

    def broadcast_all(self, prefix: str, message: Message) -> None:
        """Send a message to every connection of the channels with this prefix."""
        for channel in [channel for channel in self._lines if channel.startswith(prefix)]:
            self.broadcast(channel, message)

    @contextmanager
    def _registered_connection(self, line: Connection, streams: Sequence[str]) -> Iterator[None]:
        for stream in streams:
            self._lines.setdefault(stream, {})[line] = None
        self.count += 1
        try:
            yield
        finally:
            self.count -= 1
            for stream in streams:
                lines = self._lines.get(stream, {})
                lines.pop(line, None)
                if not lines:
                    self._lines.pop(stream, None)

    async def listen(self, stream: str, start: Start, name: str = "", session: str = "") -> AsyncIterator[bytes]:
        """Yield the first messages, then all of the channel, until the client is too slow or the hub closes.

        The connection is registered before `start` reads the current version, so that no message is lost; duplicates
        are dropped.
        """
        line = Connection(name, session)
        with self._registered_connection(line, [stream]):
            first = await start()
            yield b"retry: 1000\n" + b"".join(message.encoded() for message in first)
            last = first[-1].version
            while (item := await line.queue.get()) is not None:
                version, is_event, text = item
                if version is None:
                    yield text
                elif version > last or (version == last and not is_event):
                    last = version
                    yield text

    async def listen_all(self, streams: Sequence[str], start: Start, pulse: bytes = PULSE) -> AsyncGenerator[bytes]:
        """Yield the first messages, then all of several channels; `pulse` is what is sent while nothing happens.

        The versions of one channel say nothing about those of another: the client reads anew what has changed.
        """
        line = Connection("", "", pulse)
        with self._registered_connection(line, streams):
            yield b"retry: 1000\n" + b"".join(message.encoded() for message in await start())
            while (item := await line.queue.get()) is not None:
                yield item[2]

    def pulse(self) -> None:
        """Send a sign of life on every idle connection."""
        for line in self._all_connections():
            if line.queue.empty():
                line.enqueue(None, False, line.pulse)

    def sessions(self) -> set[str]:
        """Return the sessions that have a connection."""
        return {line.session for line in self._all_connections() if line.session}

    def end_session(self, session: str) -> None:
        """End the connections of a session."""
        for line in self._all_connections():
            if line.session == session:
                line.end()

    def close(self) -> None:
        """End all connections."""
        for line in self._all_connections():
            line.end()

    def _all_connections(self) -> list[Connection]:
        return list(dict.fromkeys(line for lines in self._lines.values() for line in lines))
