"""The clock of the check-in: at the closing time it closes the check-in, as the arbiter would."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from rookery.errors import RookeryError
from rookery.tournaments.domain.check_in import CloseCheckIn
from rookery.tournaments.service import CommandResult, TournamentService
from rookery.tournaments.state import State
from rookery.tournaments.views.players import closing_moment
from rookery.web.context import AppContext
from rookery.web.workers import run_read, run_write

LOG = logging.getLogger("rookery.web")

ACTOR = "clock"
"""The name in the log for what the clock does."""

LONGEST_WAIT = 3600.0
"""Seconds after which a longer wait is computed again: the clock of the machine may be set."""


def local_now() -> datetime:
    """Return the time of the machine, in its time zone."""
    return datetime.now().astimezone()


class CheckInClock:
    """Timers that close open check-ins, one for each tournament; all methods but `on_command` belong to the loop."""

    def __init__(self, site: AppContext, now: Callable[[], datetime] = local_now) -> None:
        self._site, self._now = site, now
        self._loop = asyncio.get_running_loop()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        site.desk.subscribe(self.on_command)

    async def start(self) -> None:
        """Set the timers of the check-ins that are open already."""
        with suppress(OSError, RookeryError):
            for entry in await run_read(self._site.index.entries):
                self._set_timer(entry.stream.id, entry.state)

    def stop(self) -> None:
        """Cancel all timers."""
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()

    def on_command(self, stream: str, result: CommandResult) -> None:
        """Handle a command that was executed; called in the thread that executed it."""
        if any(event.KIND.startswith("checkin.") for event in result.events):
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._set_timer, stream, result.state)

    def _set_timer(self, stream: str, state: State) -> None:
        """Set the timer of a tournament to the closing time, if there is one."""
        if (timer := self._timers.pop(stream, None)) is not None:
            timer.cancel()
        now = self._now()
        closing = closing_moment(state.permanent.check_in, now)
        if closing is not None:
            wait = max(0.0, (closing - now).total_seconds())
            self._timers[stream] = self._loop.call_later(min(wait, LONGEST_WAIT), self._start_closing, stream)

    def _start_closing(self, stream: str) -> None:
        task = asyncio.create_task(self._close(stream))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _close(self, stream: str) -> None:
        try:
            state = await run_write(stream, close_if_due, self._site.desk, stream, self._now())
        except (OSError, RookeryError) as error:
            LOG.warning("the check-in of %s was not closed: %s", stream, error)
            return
        if stream not in self._timers or state.permanent.check_in.open:
            self._set_timer(stream, state)


def close_if_due(desk: TournamentService, stream: str, now: datetime) -> State:
    """Close the check-in of a tournament if its closing time has come; return the state."""
    state = desk.state(stream)
    closing = closing_moment(state.permanent.check_in, now)
    if closing is None or now < closing:
        return state
    return desk.do(stream, CloseCheckIn(state.permanent.check_in.round), actor=ACTOR).state
