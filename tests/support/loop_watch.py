"""What is done in the thread of an event loop that may block it: statements, locks that others hold for long, files.

Statements are seen by SQLAlchemy and by SQLite itself, files by the audit events of Python, and the locks of a desk and
a site are wrapped. Whatever happens in a thread without a running event loop is counted, and allowed.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sqlite3.dbapi2
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, RLock
from typing import Any
from unittest.mock import patch

from sqlalchemy import event
from sqlalchemy.engine import Engine

from rookery.tournaments import service
from rookery.web import cache, context

LOCKS = type(Lock()), type(RLock())
FILES = ("open", "os.listdir", "os.scandir", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "shutil.rmtree",
         "tempfile.mkstemp", "tempfile.mkdtemp", "sqlite3.connect")  # fmt: skip
"""Audit events of the file system."""
SOURCES = str(Path(service.__file__).parents[1])
IMPORTS = "<frozen importlib"


def runs_event_loop() -> bool:
    """Whether an event loop runs in this thread, now."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


class LoopWatch:
    """What was seen: `in_loop` has what happened in a thread with an event loop, `elsewhere` counts all the rest."""

    def __init__(self) -> None:
        self.in_loop: list[str] = []
        self.elsewhere: Counter[str] = Counter()

    def note(self, kind: str, detail: object) -> None:
        """Note that something happens in this thread."""
        if not runs_event_loop():
            self.elsewhere[kind] += 1
            return
        stack = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_stack(None)]
        calls = [f"{Path(file).name}:{line}" for file, line in stack if file.startswith(SOURCES)]
        if not calls or any(file.startswith(IMPORTS) for file, _ in stack):
            return  # what a test does itself, and modules that the first request imports
        places = " < ".join(calls[:4])
        self.in_loop.append(f"{kind}: {detail} ({places})")


class WatchedLock:
    """A lock that notes who takes it."""

    def __init__(self, lock: Any, name: str, watch: LoopWatch) -> None:
        self._lock, self._name, self._watch = lock, name, watch

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Take it."""
        self._watch.note("lock", self._name)
        return bool(self._lock.acquire(blocking, timeout))

    def release(self) -> None:
        """Give it back."""
        self._lock.release()

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


_watches: list[LoopWatch] = []
"""Those who listen to audit events; a hook of Python cannot be taken away again."""
_hooked = False


def _hear(name: str, args: tuple[Any, ...]) -> None:
    if not _watches:
        return
    if name in FILES:
        for watch in tuple(_watches):
            watch.note(name, str(args[0]) if args else "")


@contextmanager
def watch_event_loop(folder: Path) -> Iterator[LoopWatch]:
    """Watch what stores, desks and sites do that are made meanwhile; of this folder every look at a file is noted."""
    global _hooked
    if not _hooked:
        _hooked = True
        sys.addaudithook(_hear)
    watch = LoopWatch()

    def note_statement(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        watch.note("SQL", statement)

    stat = os.stat

    def note_stat(path: Any, *args: Any, **more: Any) -> os.stat_result:
        if str(path).startswith(str(folder)):
            watch.note("stat", path)
        return stat(path, *args, **more)

    connect = sqlite3.connect

    def trace_connection(*args: Any, **more: Any) -> sqlite3.Connection:
        connection = connect(*args, **more)
        connection.set_trace_callback(lambda statement: watch.note("SQLite", statement))
        return connection

    _watches.append(watch)
    event.listen(Engine, "before_cursor_execute", note_statement)
    try:
        with (
            patch.object(os, "stat", note_stat),
            patch.object(sqlite3, "connect", trace_connection),
            patch.object(sqlite3.dbapi2, "connect", trace_connection),
            patch.object(service, "_OpenStream", _watch_locks(service._OpenStream, watch)),
            patch.object(cache, "_Slot", _watch_locks(cache._Slot, watch)),
            patch.object(context.TournamentIndex, "__init__", _watch_init(context.TournamentIndex, watch)),
        ):
            yield watch
    finally:
        event.remove(Engine, "before_cursor_execute", note_statement)
        _watches.remove(watch)


def _watch_locks(kind: Callable[..., Any], watch: LoopWatch) -> Callable[..., Any]:
    """What makes the same, with its locks watched."""

    def make(*args: Any, **more: Any) -> Any:
        instance = kind(*args, **more)
        wrap_locks(instance, watch)
        return instance

    return make


def _watch_init(kind: Any, watch: LoopWatch) -> Callable[..., None]:
    init = kind.__init__

    def __init__(self: Any, *args: Any, **more: Any) -> None:
        init(self, *args, **more)
        wrap_locks(self, watch)

    return __init__


def wrap_locks(thing: Any, watch: LoopWatch) -> None:
    """Watch every lock that something has."""
    names = [*getattr(thing, "__dict__", ()), *getattr(type(thing), "__slots__", ())]
    for name in names:
        if isinstance(getattr(thing, name, None), LOCKS):
            setattr(thing, name, WatchedLock(getattr(thing, name), f"{type(thing).__name__}.{name}", watch))
