"""Who is looking, and what they are told: every change of a tournament as it happens."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import contextmanager
from typing import Any

from rookery.values import frozen

ROOM = 200
"""So many messages may wait for somebody; who falls further behind is sent away, comes back, and reads anew."""


@frozen
class Message:
    """Something to be told: what happened, the version it made, and what it is about."""

    event: str
    version: int
    data: Any = None

    def encoded(self) -> bytes:
        """As server-sent events write it."""
        text = json.dumps(self.data, separators=(",", ":"), ensure_ascii=False)
        return f"event: {self.event}\nid: {self.version}\ndata: {text}\n\n".encode()


class Hub:
    """The lines to everybody who looks, by what they look at; all its methods belong to one event loop."""

    def __init__(self) -> None:
        self._lines: dict[str, dict[asyncio.Queue[bytes | None], str]] = {}

    def looking(self, stream: str) -> int:
        """How many look at something."""
        return len(self._lines.get(stream, ()))

    def names(self, stream: str) -> tuple[str, ...]:
        """Who looks at it: everybody once, however many pages they have open."""
        return tuple(sorted({name for name in tuple(self._lines.get(stream, {}).values()) if name}))

    def tell(self, stream: str, message: Message) -> None:
        """Tell everybody who looks at it."""
        if not (lines := self._lines.get(stream)):
            return
        said = message.encoded()
        for line in tuple(lines):
            if line.full():
                del lines[line]
                line.get_nowait()
                line.put_nowait(None)
            else:
                line.put_nowait(said)

    @contextmanager
    def _line(self, stream: str, name: str) -> Any:
        line: asyncio.Queue[bytes | None] = asyncio.Queue(ROOM)
        self._lines.setdefault(stream, {})[line] = name
        try:
            yield line
        finally:
            self._lines[stream].pop(line, None)

    async def listen(self, stream: str, first: Message, name: str = "") -> AsyncIterator[bytes]:
        """What is told from now on, after a first word; it ends when somebody is too slow, or all go home."""
        with self._line(stream, name) as line:
            yield b"retry: 1000\n" + first.encoded()
            while (said := await line.get()) is not None:
                yield said

    def pulse(self) -> None:
        """Say a word on every line on which nothing waits."""
        for lines in self._lines.values():
            for line in lines:
                if line.empty():
                    line.put_nowait(b": still here\n\n")

    def close(self) -> None:
        """Send everybody home."""
        for lines in self._lines.values():
            for line in lines:
                if line.full():
                    line.get_nowait()
                line.put_nowait(None)
