"""The clock of the check-in: it opens and closes the check-in at the times that the arbiter has set."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from rookery.errors import RookeryError
from rookery.tournaments.command import Command
from rookery.tournaments.domain.check_in import CheckInMarked, CloseCheckIn, OpenCheckIn
from rookery.tournaments.event import Event
from rookery.tournaments.service import CommandResult, TournamentService
from rookery.tournaments.state import State
from rookery.tournaments.views.players import closing_moment, coming_round, find_opening, opening_moments
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
    """Timers of check-ins, one for each tournament; all methods but `on_command` belong to the loop."""

    def __init__(self, site: AppContext, now: Callable[[], datetime] = local_now) -> None:
        self._site, self._now = site, now
        self._loop = asyncio.get_running_loop()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        site.desk.subscribe(self.on_command)

    async def start(self) -> None:
        """Set the timers; what was due while the server did not run is done at once, unless its round has started."""
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
        if any(_matters(event) for event in result.events):
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._set_timer, stream, result.state)

    def _set_timer(self, stream: str, state: State) -> None:
        """Set the timer of a tournament to the time at which its check-in opens or closes, if there is one."""
        if (timer := self._timers.pop(stream, None)) is not None:
            timer.cancel()
        now = self._now()
        due = due_moment(state, now)
        has_schedule = state.check_in_schedule.opens > 0 and coming_round(state) is not None
        if due is not None or has_schedule:  # the start may be set by another process, or is every day
            wait = max(0.0, (due - now).total_seconds()) if due is not None else LONGEST_WAIT
            self._timers[stream] = self._loop.call_later(min(wait, LONGEST_WAIT), self._start_task, stream)

    def _start_task(self, stream: str) -> None:
        task = asyncio.create_task(self._run(stream))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, stream: str) -> None:
        try:
            state = await run_write(stream, run_due, self._site.desk, stream, self._now())
        except (OSError, RookeryError) as error:
            LOG.warning("the check-in of %s was neither opened nor closed: %s", stream, error)
            return
        self._set_timer(stream, state)


def _matters(event: Event) -> bool:
    """Return whether an event may move the times of a check-in: a result and a tick do not."""
    return not event.KIND.startswith("result.") and not isinstance(event, CheckInMarked)


def due_moment(state: State, now: datetime) -> datetime | None:
    """Return when the check-in of a tournament opens or closes next, or None."""
    closing = closing_moment(state.permanent.check_in, now)
    if closing is not None:
        return closing
    moments = opening_moments(state, now)
    return moments[0] if moments is not None and now < moments[1] else None


def run_due(desk: TournamentService, stream: str, now: datetime) -> State:
    """Open or close the check-in of a tournament if its time has come; return the state."""
    state = desk.state(stream)
    due = due_moment(state, now)
    if due is None or now < due:
        return state
    command: Command
    if closing_moment(state.permanent.check_in, now) is not None:
        command = CloseCheckIn(state.permanent.check_in.round)
    else:
        opening = find_opening(state)
        assert opening is not None, "it is due"
        command = OpenCheckIn(opening.round, opening.until, state.check_in_schedule.by)
    return desk.do(stream, command, actor=ACTOR).state
