"""Work: jobs for an executor of `concurrent.futures`, few under way at a time, each counted once it is kept.

A job is a range of numbers and gives a tally; tallies add up, so it does not matter who does which, in what order, or
how often somebody dies over one.
"""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from time import perf_counter
from types import TracebackType

from rookery.errors import RookeryError, RuleError
from rookery.simulation.executors import carried_out, worth_it
from rookery.simulation.tally import Sums
from rookery.typed import Any, TypeVar

Progress = Callable[[int, int], None]
"""Told how many are done, and of how many."""

Part = tuple[int, int]
"""From one number to before another."""

SECONDS = 1.0
"""So long a job should last."""
_LARGEST = 10_000

T = TypeVar("T")


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
