"""Work: jobs for an executor of `concurrent.futures`, few under way at a time, each counted once it is kept.

A job is a range of numbers and gives a tally; tallies add up, so it does not matter who does which, in what order, or
how often somebody dies over one.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from time import perf_counter
from types import TracebackType

from rookery.errors import RookeryError
from rookery.simulation.tally import Sums
from rookery.typed import Any, TypeVar

Progress = Callable[[int, int], None]
"""Told how many are done, and of how many."""

Part = tuple[int, int]
"""From one number to before another."""

SECONDS = 1.0
"""So long a job should last."""
_LARGEST = 10_000
_DEATHS = 5
"""So often a worker may die before we take it that the work itself kills them."""

T = TypeVar("T")
J = TypeVar("J")


def summed(
    job: Callable[[int, int], Sums],
    count: int,
    *,
    executor: Executor | None = None,
    jobs: int = 1,
    checkpoint: Checkpoint | None = None,
    progress: Progress | None = None,
    chunk: int | None = None,
) -> Sums:
    """The tally of the numbers 0 to before `count`, of which the checkpoint may have a part already."""
    found, known = Sums({}), list[Part]()
    for place, data in checkpoint.rows() if checkpoint else ():
        part = _part(place)
        if part[1] <= count:
            found, known = found + Sums.from_plain(data), [*known, part]
    left, done = gaps(known, count), sum(last - first for first, last in known)

    def take(part: Part, tally: Sums) -> None:
        nonlocal found, done
        if checkpoint:
            checkpoint.enter(f"{part[0]}-{part[1]}", tally.plain())
        found, done = found + tally, done + part[1] - part[0]
        if progress:
            progress(done, count)

    if left and chunk is None:  # the first tells how long one takes
        first, last = left[0]
        began = perf_counter()
        take((first, first + 1), job(first, first + 1))
        chunk = _size(perf_counter() - began, count - done, jobs if executor is None else 8)
        left = [*([(first + 1, last)] if last > first + 1 else []), *left[1:]]
    for part, tally in carried_out(partial(_called, job), _cut(left, chunk or 1), executor, jobs):
        take(part, tally)
    return found


def _called(job: Callable[[int, int], Sums], part: Part) -> Sums:
    return job(*part)


def _size(seconds: float, left: int, hands: int) -> int:
    """So many that a job lasts about a second, but everybody has some."""
    return max(1, min(int(SECONDS / max(seconds, 1e-4)), left // (4 * max(1, hands)) or 1, _LARGEST))


def _part(place: str) -> Part:
    first, last = place.split("-")
    return int(first), int(last)


def gaps(known: Iterable[Part], count: int) -> list[Part]:
    """What is left of 0 to before `count`.

    >>> gaps([(3, 5), (0, 1)], 8)
    [(1, 3), (5, 8)]
    """
    found, at = [], 0
    for first, last in sorted(known):
        if first < at:
            raise RookeryError(f"the checkpoint has tournament {first} twice: it was changed by something else")
        found += [(at, first)] if first > at else []
        at = last
    return found + ([(at, count)] if at < count else [])


def _cut(parts: Iterable[Part], size: int) -> Iterator[Part]:
    for first, last in parts:
        for at in range(first, last, size):
            yield at, min(at + size, last)


# -- executors ---------------------------------------------------------------------------------------------------------


def carried_out(
    function: Callable[[J], T], tasks: Iterable[J], executor: Executor | None = None, jobs: int = 1
) -> Iterator[tuple[J, T]]:
    """Every task with its answer, as they are finished: by the executor, by our own processes, or here."""
    if executor is not None:
        yield from in_window(function, tasks, executor)
    elif jobs > 1:
        yield from _in_processes(function, tasks, jobs)
    else:
        for task in tasks:
            yield task, function(task)


def in_window(
    function: Callable[[J], T], tasks: Iterable[J], executor: Executor, window: int = 64
) -> Iterator[tuple[J, T]]:
    """The same by one executor; no more than `window` tasks are under way, so memory does not grow."""
    waiting, running = iter(tasks), dict[Future[T], J]()
    try:
        while True:
            running |= {executor.submit(function, task): task for task in islice(waiting, window - len(running))}
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running[future], future.result()
                del running[future]
    finally:
        for future in running:
            future.cancel()


def _in_processes(function: Callable[[J], T], tasks: Iterable[J], jobs: int) -> Iterator[tuple[J, T]]:
    """The same by our own processes; when one dies its task is given to others."""
    waiting, lost, deaths = iter(tasks), list[J](), 0
    while True:
        begun: dict[int, J] = {}

        def numbered(lost: Sequence[J], begun: dict[int, J] = begun) -> Iterator[tuple[int, J]]:
            for number, task in enumerate(_chained(lost, waiting)):
                begun[number] = task
                yield number, task

        try:
            with processes(jobs) as executor:
                given = in_window(partial(_second, function), numbered(lost), executor, 4 * jobs)
                for (number, task), answer in given:
                    del begun[number]
                    yield task, answer
            return
        except BrokenProcessPool:
            lost, deaths = list(begun.values()), deaths + 1
            if deaths == _DEATHS:
                raise RookeryError(f"{deaths} times a process that worked on this was killed: out of memory?") from None


def _chained(first: Iterable[J], then: Iterator[J]) -> Iterator[J]:
    yield from first
    yield from then


def _second(function: Callable[[J], T], task: tuple[int, J]) -> T:
    return function(task[1])


def processes(jobs: int) -> ProcessPoolExecutor:
    """A pool of so many processes, which end when we do, however that comes about."""
    from multiprocessing import get_all_start_methods, get_context

    way = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
    context: Any = get_context(way)
    if way == "forkserver":
        context.set_forkserver_preload(["rookery.simulation.study"])
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_end_with_parent)


def _end_with_parent() -> None:
    """Watch whoever started this process: when that is gone, nobody wants the answer any more."""
    from multiprocessing import parent_process
    from threading import Thread

    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=watch, daemon=True, name="parent").start()


@contextmanager
def dask_executor(address: str) -> Iterator[Executor]:
    """The executor of a Dask cluster, by the address of its scheduler, as long as it is needed."""
    try:
        from distributed import Client
    except ImportError:
        raise RookeryError("Dask is not installed: pip install 'rookery[cluster]'") from None
    try:
        client: Any = Client(address, timeout=10)  # type: ignore[no-untyped-call,unused-ignore]
    except (OSError, ValueError) as error:
        raise RookeryError(f"no Dask scheduler answers at {address}: {error}") from None
    with client, client.get_executor(pure=False) as executor:
        yield executor


# -- the checkpoint ----------------------------------------------------------------------------------------------------


class Checkpoint:
    """A file that keeps what is done: one row for each finished job, under what the work is about and its place.

    The file is SQLite, so a row is there as a whole or not at all, whenever somebody is killed. It may hold the work of
    several studies.
    """

    def __init__(self, path: Path, about: str) -> None:
        self.path, self.about = path, about
        self.key = sha256(about.encode()).hexdigest()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file = sqlite3.connect(path, timeout=30)
            with self.file:
                self.file.execute("PRAGMA synchronous = FULL")
                self.file.execute("CREATE TABLE IF NOT EXISTS works (work TEXT PRIMARY KEY, about TEXT NOT NULL)")
                self.file.execute(
                    "CREATE TABLE IF NOT EXISTS jobs (work TEXT NOT NULL, place TEXT NOT NULL, answer TEXT NOT NULL,"
                    " PRIMARY KEY (work, place))"
                )
                self.file.execute("INSERT OR IGNORE INTO works VALUES (?, ?)", (self.key, about))
        except sqlite3.Error as error:
            raise RookeryError(f"{path} cannot hold what is done: {error}") from None

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.file.close()

    @property
    def works(self) -> list[str]:
        """What the file holds work about."""
        return [about for (about,) in self.file.execute("SELECT about FROM works ORDER BY rowid")]

    def rows(self) -> list[tuple[str, Any]]:
        """Every job done, by its place."""
        told = self.file.execute("SELECT place, answer FROM jobs WHERE work = ? ORDER BY rowid", (self.key,))
        return [(place, json.loads(answer)) for place, answer in told]

    def enter(self, place: str, answer: object) -> None:
        """Keep one job; it is on the disk when this returns."""
        try:
            with self.file:
                self.file.execute("INSERT INTO jobs VALUES (?, ?, ?)", (self.key, place, json.dumps(answer)))
        except sqlite3.Error as error:
            raise RookeryError(f"{self.path} cannot hold what is done: {error}") from None
