"""What happens, told as it happens: results one by one, all else as a change, new standings when they are made."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Any

from rookery.desk.desk import Done
from rookery.desk.events.results import ResultCorrected, ResultEntered
from rookery.desk.form import written
from rookery.desk.state import State
from rookery.errors import RookeryError
from rookery.web.hub import Message
from rookery.web.site import Site

GATHERED = 0.15
"""Standings are made so many seconds after a change, so that changes which come together make them once."""

EVERY = 1.0
"""So often, in seconds, the store is asked whether another process has written."""

PULSE = 15
"""After so many of these turns a word is said on every line, so that nobody on the way takes it for dead."""

PUBLIC = "/public"
"""Behind the id of a stream: the line of those who are not in, who are not told who did something."""


class Announcer:
    """Tells everybody who looks; `made` makes the standings, off the loop, and keeps them."""

    def __init__(self, site: Site, made: Callable[[str], object]) -> None:
        self._site, self._made = site, made
        self._loop = asyncio.get_running_loop()
        self._known = site.shelf.versions
        self._known |= {one.id: one.version for one in site.streams()}
        self._waiting: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        site.desk.subscribe(self.told)

    def told(self, stream: str, done: Done) -> None:
        """Something was written; called in whatever thread wrote it."""
        messages = said(self._site.desk.state(stream), done)
        self._loop.call_soon_threadsafe(self._tell, stream, done.version, messages)

    def _tell(self, stream: str, version: int, messages: list[Message]) -> None:
        self._known[stream] = max(version, self._known.get(stream, 0))
        for one in messages:
            self._site.hub.tell(stream, one)
            if isinstance(one.data, dict):
                one = Message(one.event, one.version, {key: value for key, value in one.data.items() if key != "by"})
            self._site.hub.tell(stream + PUBLIC, one)
        if stream not in self._waiting:
            self._waiting.add(stream)
            self._keep(self._standings(stream))

    async def _standings(self, stream: str) -> None:
        await asyncio.sleep(GATHERED)
        self._waiting.discard(stream)
        version = self._known.get(stream, 0)
        try:
            await asyncio.to_thread(self._made, stream)
        except RookeryError:  # there are none to make, as while a round is made by hand
            return
        for line in (stream, stream + PUBLIC):
            self._site.hub.tell(line, Message("standings", version))

    async def watch(self) -> None:
        """Tell of what other processes write."""
        for turn in count(1):
            await asyncio.sleep(EVERY)
            if turn % PULSE == 0:
                self._site.hub.pulse()
            for one in await asyncio.to_thread(self._site.streams):
                if one.version > self._known.get(one.id, 0):
                    self._tell(one.id, one.version, [Message("change", one.version, {"kinds": []})])

    def _keep(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def said(state: State, done: Done) -> list[Message]:
    """What is to be told of a command: its results one by one, and whatever else it was as one change."""
    made, others = [], []
    for event in done.events:
        if isinstance(event, (ResultEntered, ResultCorrected)):
            told = state.entered.get(event.round, {}).get(f"{event.white}-{event.black}/{event.game}")
            by, at = (told.by.actor, told.by.at) if told else ("", "")
            data = {"round": event.round, "white": event.white, "black": event.black, "game": event.game,
                    "result": written(event.result), "was": written(event.was), "by": by, "at": at}  # fmt: skip
            made.append(Message("result", done.version, data))
        else:
            others.append(event.KIND)
    if others:
        made.append(Message("change", done.version, {"kinds": others}))
    return made
