"""Work: jobs for an executor of `concurrent.futures`, few under way at a time, each counted once it is kept.

A job is a range of numbers and gives a tally; tallies add up, so it does not matter who does which, in what order, or
how often somebody dies over one.
"""

from __future__ import annotations

import json
import logging
import os
import pickle
import sqlite3
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from itertools import islice
from operator import itemgetter
from pathlib import Path
from time import perf_counter
from types import TracebackType

from rookery.errors import RookeryError, RuleError
from rookery.simulation.tally import Sums
from rookery.typed import Any, TypeVar

Progress = Callable[[int, int], None]
"""Told how many are done, and of how many."""

Part = tuple[int, int]
"""From one number to before another."""

SECONDS = 1.0
"""So long a job should last."""
WORTH = 3.0
"""Work of fewer seconds is done before a second process has started."""
ANSWERS = 10
"""So many seconds a cluster has to answer, and to find somebody who works."""
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
    jobs: int | None = 1,
    checkpoint: Checkpoint | None = None,
    progress: Progress | None = None,
    chunk: int | None = None,
) -> Sums:
    """The tally of the numbers 0 to before `count`, of which the checkpoint may have a part already.

    By `executor`, or by so many processes of our own (`jobs`; None: as are worth it).
    """
    _must_be_some(jobs, chunk)
    kept = checkpoint.kept() if checkpoint else {}
    known, found = apart(kept, count), Sums({})
    for part in known:
        found += kept[part]
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
        each = perf_counter() - began
        jobs = worth_it(jobs, each * (count - done))
        chunk = _size(each, count - done, jobs if executor is None else 8)
        left = [*([(first + 1, last)] if last > first + 1 else []), *left[1:]]
    for part, tally in carried_out(partial(_called, job), _cut(left, chunk or 1), executor, worth_it(jobs)):
        take(part, tally)
    return found


def _must_be_some(jobs: int | None, chunk: int | None) -> None:
    """Refuse no process, and no number in a job."""
    if any(each is not None and each < 1 for each in (jobs, chunk)):
        raise RuleError(f"jobs and chunk are numbers from 1 on, not {jobs} and {chunk}")


def worth_it(jobs: int | None, seconds: float = WORTH) -> int:
    """How many processes: as many as asked for, else one for each core if there is enough to do for one of them."""
    return jobs if jobs is not None else (os.cpu_count() or 1) if seconds >= WORTH else 1


def _called(job: Callable[[int, int], Sums], part: Part) -> Sums:
    return job(*part)


def _size(seconds: float, left: int, hands: int) -> int:
    """So many that a job lasts about a second, but everybody has some."""
    return max(1, min(int(SECONDS / max(seconds, 1e-4)), left // (4 * max(1, hands)) or 1, _LARGEST))


def apart(parts: Iterable[Part], count: int) -> list[Part]:
    """Of these parts some that have the most of 0 to before `count` together, and nothing twice.

    Parts overlap when fewer were asked for in between, or two worked on the same: whoever did it, it is the same.

    >>> apart([(0, 10), (10, 30), (0, 3), (3, 7)], 7), apart([(0, 4), (3, 9), (5, 9)], 9)
    ([(0, 3), (3, 7)], [(0, 4), (5, 9)])
    """
    wanted = sorted([part for part in parts if part[1] <= count], key=itemgetter(1))
    ends, most, ways = [0], [0], [(0, -1)]  # up to each end: how many at the most, the step before, the part taken
    for number, (first, last) in enumerate(wanted):
        before = bisect_right(ends, first) - 1
        if most[before] + last - first > most[-1]:
            ends.append(last)
            most.append(most[before] + last - first)
            ways.append((before, number))
    found, at = list[Part](), len(ways) - 1
    while at:
        at, number = ways[at]
        found.append(wanted[number])
    return found[::-1]


def gaps(known: Iterable[Part], count: int) -> list[Part]:
    """What is left of 0 to before `count`.

    >>> gaps([(3, 5), (0, 1)], 8)
    [(1, 3), (5, 8)]
    """
    found, at = [], 0
    for first, last in sorted(known):
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
                yield running[future], _result(future)
                del running[future]
    finally:
        for future in running:
            future.cancel()


def _result(future: Future[T]) -> T:
    """The answer of a task; one that nobody works on any more is told in our words."""
    try:
        return future.result()
    except CancelledError:
        raise RookeryError(
            "who was to do the work has let go of it: is the cluster gone? What is done is kept where a checkpoint was"
            " asked for; started again, the work goes on from there"
        ) from None


def _in_processes(function: Callable[[J], T], tasks: Iterable[J], jobs: int) -> Iterator[tuple[J, T]]:
    """The same by our own processes; when one dies its task is given to others."""
    waiting, lost, deaths, packed = iter(tasks), list[J](), 0, _packed(function)
    while True:
        begun: dict[int, J] = {}

        def numbered(lost: Sequence[J], begun: dict[int, J] = begun) -> Iterator[tuple[int, J]]:
            for number, task in enumerate(_chained(lost, waiting)):
                begun[number] = task
                yield number, task

        try:
            with processes(jobs) as executor:
                given = in_window(partial(_second, packed), numbered(lost), executor, 4 * jobs)
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


_OWN = "what is yours has to stand in a module that other processes can import, or the work is done in one process"


def _packed(function: Callable[[J], T]) -> bytes:
    """The work as it is sent to other processes."""
    try:
        return pickle.dumps(function)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise RookeryError(f"this cannot be sent to another process ({error}): {_OWN}") from None


def _second(packed: bytes, task: tuple[int, Any]) -> Any:
    """The answer to a task that has a number; a process that cannot read what to do says so, and does not die of it."""
    try:
        function = pickle.loads(packed)
    except (ImportError, AttributeError) as error:
        raise RookeryError(f"a process cannot find what it is to do ({error}): {_OWN}") from None
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
        client: Any = Client(address, timeout=ANSWERS)  # type: ignore[no-untyped-call,unused-ignore]
    except (OSError, ValueError) as error:
        raise RookeryError(f"no Dask scheduler answers at {address}: {error}") from None
    with _unheard("distributed", "tornado", "asyncio"), client:
        try:
            client.wait_for_workers(1, timeout=ANSWERS)
        except TimeoutError:
            raise RookeryError(f"the Dask scheduler at {address} has no workers: start one with dask worker") from None
        with client.get_executor(pure=False) as executor:
            yield executor


@contextmanager
def _unheard(*names: str) -> Iterator[None]:
    """What these log is not shown meanwhile: what goes wrong is told by an error."""
    loggers = [
        logging.getLogger(each) for each in {*names, *logging.root.manager.loggerDict} if each.split(".")[0] in names
    ]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


# -- the checkpoint ----------------------------------------------------------------------------------------------------


class Checkpoint:
    """A file that keeps what is done: one row for each finished job, under what the work is about and its place.

    The file is SQLite, so a row is there as a whole or not at all, whenever somebody is killed. It may hold the work of
    several studies, and several may work on the same: what two have done is kept once.
    """

    def __init__(self, path: Path, about: str) -> None:
        self.path, self.about = path, about
        self.key = sha256(about.encode()).hexdigest()
        with self._held():
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file = sqlite3.connect(path, timeout=30)
            with self.file:
                self.file.execute("PRAGMA synchronous = FULL")
                self.file.execute("CREATE TABLE IF NOT EXISTS works (work TEXT PRIMARY KEY, about TEXT NOT NULL)")
                self.file.execute(
                    "CREATE TABLE IF NOT EXISTS jobs (work TEXT NOT NULL, place TEXT NOT NULL, answer TEXT NOT NULL,"
                    " PRIMARY KEY (work, place))"
                )

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.file.close()

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Say in our words what the file cannot do."""
        try:
            yield
        except sqlite3.Error as error:
            raise RookeryError(f"{self.path} cannot hold what is done: {error}") from None

    @property
    def works(self) -> list[str]:
        """What the file holds work about, as far as any is done."""
        with self._held():
            told = self.file.execute("SELECT about FROM works WHERE work IN (SELECT work FROM jobs) ORDER BY rowid")
            return [about for (about,) in told]

    def rows(self) -> list[tuple[str, Any]]:
        """Every job done, by its place."""
        with self._held():
            told = self.file.execute("SELECT place, answer FROM jobs WHERE work = ? ORDER BY rowid", (self.key,))
            return [(place, self._read(place, answer, json.loads)) for place, answer in told]

    def kept(self) -> dict[Part, Sums]:
        """The tally of every part that is done."""
        return {
            self._read(place, place, _part): self._read(place, data, Sums.from_plain) for place, data in self.rows()
        }

    def _read(self, place: str, told: Any, reading: Callable[[Any], T]) -> T:
        """What a row says, as we have written it."""
        try:
            return reading(told)
        except (ValueError, TypeError, LookupError, AttributeError):
            raise RookeryError(
                f"what {self.path} keeps under {str(place)!r} was changed by something else: take another file, or"
                " remove it and begin anew"
            ) from None

    def enter(self, place: str, answer: object) -> None:
        """Keep one job; it is on the disk when this returns."""
        with self._held(), self.file:
            self.file.execute("INSERT OR IGNORE INTO works VALUES (?, ?)", (self.key, self.about))
            self.file.execute("INSERT OR IGNORE INTO jobs VALUES (?, ?, ?)", (self.key, place, json.dumps(answer)))


def _part(place: str) -> Part:
    first, last = map(int, place.split("-"))
    if not 0 <= first < last:
        raise ValueError(place)
    return first, last
