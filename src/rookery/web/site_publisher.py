"""Writing the web sites of tournaments in a process of their own, after changes and on request."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from rookery._record import record
from rookery.errors import RookeryError
from rookery.storage import Stream
from rookery.tournaments.service import CommandResult
from rookery.tournaments.visibility import is_public
from rookery.web.workers import run_read

if TYPE_CHECKING:
    from rookery.web.context import AppContext

LOG = logging.getLogger("rookery.web")

QUIET = 2.0
"""Seconds without a change after which a site is written."""

LONGEST_DELAY = 20.0
"""Seconds after which a site is written even if changes go on."""

TIMEOUT = 300.0
"""Seconds that writing may take, with the arbiter's own command."""


@record
class SiteStatus:
    """When a site was last written, in seconds, and the output of the command; `failed` if it was not written."""

    at: int
    text: str
    failed: bool = False


class SitePublisher:
    """Writes sites by calling a command line with the name of the tournament; all methods belong to one event loop.

    The site of a tournament that is no longer public is withdrawn by the same command, once.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)
        self._changed: dict[str, tuple[float, float]] = {}
        self._wake = asyncio.Event()
        self._turn = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._is_stopped = False
        self._withdrawn: set[str] = set()
        self.statuses: dict[str, SiteStatus] = {}

    def start(self, site: AppContext) -> None:
        """Write the site of a tournament after each of its changes."""
        self._site, self._loop = site, asyncio.get_running_loop()
        site.desk.subscribe(self._on_command)
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop; a site that is being written is left as it is, with every file whole."""
        self._is_stopped = True
        if self._process is not None:
            self._process.kill()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _on_command(self, stream_id: str, result: CommandResult) -> None:
        """Note a change; called in the thread that executed it."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self.note_change, stream_id)

    def note_change(self, stream_id: str) -> None:
        """Note that a tournament has changed, in this process or in another one."""
        now = time.monotonic()
        first, _ = self._changed.get(stream_id, (now, now))
        self._changed[stream_id] = (first, now)
        self._wake.set()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._changed:
                now = time.monotonic()
                due = {key: min(last + QUIET, first + LONGEST_DELAY) for key, (first, last) in self._changed.items()}
                stream_id = min(due, key=due.__getitem__)
                if due[stream_id] > now:
                    await asyncio.sleep(due[stream_id] - now)
                    continue
                del self._changed[stream_id]
                await self._publish_if_public(stream_id)

    async def _publish_if_public(self, stream_id: str) -> None:
        """Write the site of a tournament that is public; a failure is logged, and later changes are written again."""
        try:
            stream, has_site = await run_read(self._find_stream, stream_id)
            if stream is not None and has_site:
                self._withdrawn.discard(stream.slug)
                await self.publish(stream)
            elif stream is not None and stream.slug not in self._withdrawn:
                self._withdrawn.add(stream.slug)
                await self._withdraw(stream)
        except (OSError, RookeryError) as error:
            LOG.warning("the web site of %s was not written: %s", stream_id, error)

    def _find_stream(self, stream_id: str) -> tuple[Stream | None, bool]:
        """Return a tournament, and whether it is public."""
        streams = {stream.id: stream for stream in self._site.store.streams() if stream.kind == "tournament"}
        stream = streams.get(stream_id)
        if stream is None or (self._site.public_slugs and stream.slug not in self._site.public_slugs):
            return None, False
        state = self._site.desk.current(stream.id).state
        return stream, is_public(state) and state.permanent.place != "deleted"

    async def _withdraw(self, stream: Stream) -> None:
        """Let the command replace the site of a tournament; it fails if there is none."""
        before = self.statuses.get(stream.slug)
        status = await self.publish(stream)
        if status.failed and before is None:
            del self.statuses[stream.slug]

    async def publish(self, stream: Stream) -> SiteStatus:
        """Write the site of a tournament now, and return the outcome."""
        async with self._turn:
            try:
                output, has_failed = await asyncio.to_thread(self._run_command, stream.slug)
            except OSError as error:
                output, has_failed = str(error), True
        status = SiteStatus(int(time.time()), " ".join(output.split()), has_failed)
        self.statuses[stream.slug] = status
        return status

    def _run_command(self, slug: str) -> tuple[str, bool]:
        """Run the command for a tournament, in a worker thread; return its output, and whether it failed."""
        with subprocess.Popen(  # noqa: S603  # the command line of this program, with the options of its owner
            (*self._command, slug), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        ) as process:  # fmt: skip
            self._process = process
            if self._is_stopped:
                process.kill()
            try:
                output, _ = process.communicate(timeout=TIMEOUT)
            except subprocess.TimeoutExpired:
                process.kill()
                return "This takes too long: it was stopped.", True
        return output.decode("utf-8", "replace"), process.returncode != 0
